"""Players, dice and luck, counted from a journal: the figures, the words and the charts."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.games import game
from companion.i18n import in_words
from companion.journal import Journal
from companion.rules import Die, Event, Roll
from companion.rules.text import say
from companion.statistics.canvas import Canvas, Paper, png
from companion.statistics.charts import dice_chart, faces_chart, luck_chart, players_chart, score_chart
from companion.statistics.fairness import DieCount, dice_counts, judgeable
from companion.statistics.luck import Luck, luck_report
from companion.statistics.players import records
from companion.statistics.plays import Play
from companion.statistics.tally import tally
from companion.statistics.words import decimal
from companion.strategies import sensible_action
from tests.companion.statistics.evenings import kept, play_evening

PIPS = "123456"


def counted(observed: dict[str, int]) -> DieCount:
    thrown = sum(observed.values())
    return DieCount("tintenherz", "red", observed, dict.fromkeys(PIPS, thrown / 6), known=True)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Play, ...]:
    path = tmp_path_factory.mktemp("evening") / "journal.db"
    play_evening(path, ("tintenherz", "wuerfelhelden", "tintenherz", "wuerfelblitz"))
    return kept(path)


# --- players ----------------------------------------------------------------------------------------------------


def test_each_player_has_a_record_in_each_game(evening: tuple[Play, ...]) -> None:
    found = {(record.game, record.player): record for record in records(evening)}
    both = [found["tintenherz", name] for name in ("Iva", "Jörg")]
    outcomes = [play.outcome for play in evening if play.game == "tintenherz"]
    assert [record.plays for record in both] == [2, 2]
    for seat, record in enumerate(both):
        scores = [outcome.scores[seat] for outcome in outcomes if outcome]
        assert record.average == sum(scores) / 2
        assert record.best == max(scores)
        assert record.wins == sum(seat in outcome.winners for outcome in outcomes if outcome)


def test_unfinished_games_do_not_count_for_anyone(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.begin(game("tintenherz").start(["Iva", "Jörg"]))
    assert records(kept(tmp_path / "journal.db")) == ()


# --- dice -------------------------------------------------------------------------------------------------------


def test_every_thrown_die_is_counted_and_what_was_due_adds_up(evening: tuple[Play, ...]) -> None:
    counts = {(die.game, die.body): die for die in dice_counts(evening)}
    red = counts["tintenherz", "red"]
    thrown = sum(
        len(event.action.thrown)
        for play in evening
        if play.game == "tintenherz"
        for event in play.history.events
        if isinstance(event.action, Roll)
    )
    assert red.thrown == thrown > 30
    assert sum(red.expected.values()) == pytest.approx(thrown)
    white = counts["wuerfelhelden", "white"]
    assert white.expected["coin"] == pytest.approx(2 * white.expected["sword-1"]), "a white die has two coins"


def test_a_throw_taken_back_is_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    roll = Roll(0, (Die("white", "coin"),) * 3)
    with Journal.open(path) as journal:
        sitting = journal.begin(game("wuerfelhelden").start(["Iva", "Jörg"]))
        sitting.add(Event(roll))
        sitting.undo()
        sitting.add(Event(roll))
    (white,) = dice_counts(kept(path))
    assert white.observed == {"coin": 3}


def test_fair_dice_are_called_fair() -> None:
    die = counted({"1": 98, "2": 104, "3": 95, "4": 101, "5": 107, "6": 95})
    assert die.finding() == "fair"
    assert "Nothing speaks against it" in str(die.words())


def test_a_die_loaded_with_sixes_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    def loaded(die: Die, rng: Random) -> Die:
        return Die(die.body, "6") if rng.random() < 0.4 else die

    play_evening(path, ("tintenherz",) * 4, load=loaded)
    (red,) = dice_counts(kept(path))
    assert red.finding() == "unfair"
    assert red.favourite() == "6"
    assert str(red.words()) == "Hardly fair: fewer than 1 in 10,000 fair dice are this uneven. 6 comes too often."


def test_an_odd_die_is_worth_a_look_but_not_among_many() -> None:
    die = counted({"1": 85, "2": 90, "3": 95, "4": 95, "5": 100, "6": 135})
    chance = die.chance()
    assert chance is not None
    assert 0.001 < chance < 0.01
    assert die.finding() == "odd"
    assert die.finding(tests=20) == "fair", "of twenty fair dice, one looks like this now and then"


def test_a_few_throws_say_nothing() -> None:
    die = counted({"6": 20})
    assert die.chance() is None
    assert str(die.words()) == "Too few throws to judge: 20 so far, 30 are needed."


def test_rare_faces_are_judged_together() -> None:
    die = DieCount(
        "dice_forge", "light", {"a": 50, "b": 47, "c": 1, "d": 2}, {"a": 48, "b": 47, "c": 2, "d": 3}, known=True
    )
    assert die.finding() == "fair"


def test_dice_nobody_knows_exactly_are_only_counted(evening: tuple[Play, ...]) -> None:
    counts = {(die.game, die.body): die for die in dice_counts(evening)}
    assert counts["wuerfelblitz", "black"].finding() == "unknown"
    assert counts["wuerfelblitz", "white"].finding() != "unknown"


def test_fair_dice_are_called_unfair_as_rarely_as_promised() -> None:
    """Of 2,000 fair dice thrown 120 times, about 20 look odd at one in a hundred."""
    rng = Random(4)
    odd = 0
    for _ in range(2000):
        observed = dict.fromkeys(PIPS, 0)
        for face in rng.choices(PIPS, k=120):
            observed[face] += 1
        odd += counted(observed).finding() != "fair"
    assert 8 <= odd <= 36


# --- luck -------------------------------------------------------------------------------------------------------


def test_luck_is_what_the_dice_gave_beyond_what_was_due(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        sitting = journal.begin(game("wuerfelhelden").start(["Iva", "Jörg"]))
        sitting.add(Event(Roll(0, (Die("white", "sword-3"),) * 3), "camera"))
        sitting.add(Event(Roll(1, (Die("white", "coin"),) * 3), "camera"))
    report = luck_report(kept(path)[0])
    assert report is not None
    iva, joerg = report.players
    assert iva.gave == 9
    assert iva.due == pytest.approx(3), "each white die gives one sword on average"
    assert joerg.gave == 0
    assert joerg.due == pytest.approx(3)
    assert iva.luckier_than > 95 > 20 > joerg.luckier_than
    assert iva.best is not None
    assert iva.best.dice[0].face == "sword-3"


def test_luck_evens_out_over_many_games(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    play_evening(path, ("tintenherz",) * 6, seed=3)
    found = [luck for play in kept(path) if (report := luck_report(play)) for luck in report.players]
    assert abs(sum(luck.z for luck in found) / len(found)) < 3 / len(found) ** 0.5


def test_where_all_read_the_same_dice_there_is_no_luck(evening: tuple[Play, ...]) -> None:
    assert luck_report(next(play for play in evening if play.game == "wuerfelblitz")) is None


@pytest.mark.parametrize(
    ("gave", "words"),
    [(20.0, "even-handed"), (26.0, "Luckier than in 98 of 100"), (14.0, "Unluckier than in 98 of 100")],
)
def test_luck_in_words(gave: float, words: str) -> None:
    report = Luck("Iva", 20, gave, 20.0, 3.0, ((0, 0.0),), None, None)
    assert words in str(report.words(say("swords")))


# --- words and charts ---------------------------------------------------------------------------------------------


def test_german_numbers_have_a_comma() -> None:
    assert in_words(decimal(3.14159), "de") == "3,1"
    assert in_words(decimal(-2.5), "en") == "−2.5"
    assert in_words(decimal(4.0), "de") == "4"


@pytest.mark.parametrize("language", ["de", "en"])
def test_charts_are_drawn_for_every_game(language: str, evening: tuple[Play, ...]) -> None:
    shown, dice = records(evening), dice_counts(evening)
    pictures = []
    for game_id in {play.game for play in evening}:
        name = game(game_id).name
        latest = [play for play in evening if play.game == game_id][-1]
        report = luck_report(latest)
        pictures.append(players_chart([record for record in shown if record.game == game_id], name, language))
        pictures.append(dice_chart([die for die in dice if die.game == game_id], name, language, judgeable(dice)))
        pictures.append(score_chart(latest, name, language))
        if report is not None:
            pictures.append(luck_chart(latest, report, name, language))
    for picture in pictures:
        paper = np.all(picture == np.array(Paper().ground[::-1]), axis=2)
        assert picture.shape[1] == 900
        assert 0.2 < paper.mean() < 0.98, "something is drawn, and there is room around it"
        assert paper[:, :20].all(), "nothing reaches over the left edge"
        assert paper[:, -20:].all(), "nor over the right one"
        assert png(picture).startswith(b"\x89PNG")


def test_long_names_and_full_tables_stay_on_the_paper(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    first = ("Ada", "Bert", "Cleo", "Dörte", "Emil", "Fritz", "Gisa")
    names = [f"{name} von und zu Hohenwürfelstein" for name in first]
    with Journal.open(path) as journal:
        sitting = journal.begin(game("wuerfelblitz").start(names))
        rng = Random(2)
        while not sitting.over:
            sitting.add(Event(sensible_action(sitting.state, rng), "camera"))
    (play,) = kept(path)
    name = game("wuerfelblitz").name
    for picture in (score_chart(play, name, "de"), players_chart(records([play]), name, "de")):
        paper = np.all(picture == np.array(Paper().ground[::-1]), axis=2)
        assert paper[:, :20].all()
        assert paper[:, -20:].all()
        assert paper[-12:].all()


@pytest.mark.parametrize("width", [480, 700, 1200])
def test_charts_fit_the_paper_of_a_screen(width: int, evening: tuple[Play, ...]) -> None:
    dark = Paper(ground=(31, 37, 40), ink=(244, 238, 226), width=width, scale=1.5, head=False)
    play = next(play for play in evening if play.game == "wuerfelhelden")
    name, report = game(play.game).name, luck_report(play)
    assert report is not None
    pictures = [score_chart(play, name, "de", dark), luck_chart(play, report, name, "de", dark)]
    pictures += [faces_chart(die, "de", dark) for die in dice_counts(evening)]
    pictures += [players_chart(records(evening), name, "de", dark)]
    for picture in pictures:
        assert picture.shape[1] == round(1.5 * width)
        ground = np.all(picture == np.array(dark.ground[::-1]), axis=2)
        assert ground[:, :3].all()
        assert ground[:, -3:].all()
        assert 0.2 < ground.mean() < 0.98


def test_words_are_drawn_and_measured_with_umlauts() -> None:
    canvas = Canvas(60, Paper(width=400))
    width = canvas.measure("Würfelglück", 20)
    canvas.words(10, 40, "Würfelglück", 20)
    columns = np.flatnonzero((canvas.picture() != np.array(Paper().ground[::-1])).any(axis=(0, 2)))
    assert columns[0] >= 9
    assert columns[-1] == pytest.approx(10 + width, abs=4)


def test_with_an_older_opencv_umlauts_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("cv2.FontFace", raising=False)
    plain, written = Canvas(60, Paper(width=400)), Canvas(60, Paper(width=400))
    plain.words(200, 40, "Glück", 20, align="middle", bold=True)
    written.words(200, 40, "Glueck", 20, align="middle", bold=True)
    assert np.array_equal(plain.picture(), written.picture())
    assert (plain.picture() != np.array(Paper().ground[::-1])).any()


# --- all at once --------------------------------------------------------------------------------------------------


def test_a_tally_counts_in_one_go_what_is_counted_one_by_one(evening: tuple[Play, ...]) -> None:
    counted_once = tally(play for play in evening)
    assert counted_once.records == records(evening)
    assert counted_once.dice == dice_counts(evening)
    assert counted_once.games == {"tintenherz": 2, "wuerfelblitz": 1, "wuerfelhelden": 1}
    assert counted_once.finished == 4
    totals = {row.player: row for row in counted_once.totals()}
    assert totals["Iva"].plays == totals["Jörg"].plays == 4
    assert sum(row.wins for row in totals.values()) >= 4


def test_a_tally_of_nothing_is_empty() -> None:
    nothing = tally(())
    assert (nothing.games, nothing.finished, nothing.records, nothing.totals()) == ({}, 0, (), ())
