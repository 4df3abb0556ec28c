"""Exports: what other programs get, read back with their own means."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from companion.export import BGSTATS_LINK, NotFinished, bgstats_link, to_bgstats, to_csv, to_json
from companion.games import game
from companion.journal import Journal, Shot
from companion.main import main
from companion.rules import Die, Event, History, Roll
from companion.statistics.plays import Play
from tests.companion.statistics.evenings import kept, play_evening

Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two finished games with real dice, one with simulated ones, one unfinished with a difficult name."""
    path = tmp_path_factory.mktemp("export") / "journal.db"
    play_evening(path, ("tintenherz", "dice_forge"))
    play_evening(path, ("tintenherz",), origin="sim")
    with Journal.open(path) as opened:
        opened.begin(game("wuerfelhelden").start(["=1+1", 'Jörg; "der" Würfler']))
    return path


@pytest.fixture
def plays(journal: Path) -> tuple[Play, ...]:
    return kept(journal)


def test_json_holds_every_event_so_that_the_game_can_be_played_again(plays: tuple[Play, ...]) -> None:
    data = json.loads(to_json(plays))
    assert data["wuerfelauge"] == 1
    for written, play in zip(data["games"], plays, strict=True):
        chosen = game(written["game"])
        history = History.begin(chosen.start(written["players"], written["options"]))
        for event in written["events"]:
            history = history.add(Event.read(chosen, event))
        assert history == play.history
        assert written["scores"] == list(history.state.scores())
        assert ("outcome" in written) == (history.state.outcome() is not None)


def test_json_tells_what_the_table_decided(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as opened:
        opened.begin(game("tintenherz").start(["Iva", "Jörg"])).rule("The die on the floor counts.")
    (written,) = json.loads(to_json(kept(path)))["games"]
    (ruling,) = written["rulings"]
    assert (ruling["after"], ruling["reason"]) == (0, "The die on the floor counts.")


def test_csv_has_a_line_a_player_and_survives_names(plays: tuple[Play, ...]) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(plays))))
    assert len(rows) == 8
    first = rows[0]
    outcome = plays[0].outcome
    assert outcome is not None
    assert (first["game"], first["player"], first["score"]) == ("tintenherz", "Iva", str(outcome.scores[0]))
    assert {row["finished"] for row in rows[:6]} == {"1"}
    assert rows[6]["player"] == "'=1+1", "a spreadsheet must not reckon with a name"
    assert rows[7]["player"] == 'Jörg; "der" Würfler'
    assert (rows[7]["place"], rows[7]["finished"]) == ("", "0")


def test_the_link_for_bg_stats_is_what_its_maker_documents(plays: tuple[Play, ...]) -> None:
    forge = next(play for play in plays if play.game == "dice_forge")
    link = bgstats_link(forge, "en")
    assert link.startswith(BGSTATS_LINK)
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("bgstats", "app.bgstatsapp.com", "/createPlay.html")
    data = json.loads(parse_qs(parts.query)["data"][0])
    outcome = forge.outcome
    assert outcome is not None
    assert data["game"] == {
        "name": "Dice Forge",
        "bggId": 194594,
        "highestWins": True,
        "noPoints": False,
        "sourceGameId": "dice_forge",
    }
    assert [player["name"] for player in data["players"]] == ["Iva", "Jörg"]
    assert [player["score"] for player in data["players"]] == list(outcome.scores)
    assert [player["winner"] for player in data["players"]] == [seat in outcome.winners for seat in range(2)]
    assert data["sourceName"] == "Würfelauge"
    assert data["sourcePlayId"] == forge.token
    assert len(data["playDate"]) == len("2020-10-23 19:16:58")


def test_an_unfinished_game_has_no_link(plays: tuple[Play, ...]) -> None:
    with pytest.raises(NotFinished, match="is not finished"):
        bgstats_link(plays[-1], "en")


def test_the_file_for_bg_stats_refers_to_games_and_players_it_holds(plays: tuple[Play, ...]) -> None:
    data = json.loads(to_bgstats(plays, "de"))
    games = {entry["id"]: entry["name"] for entry in data["games"]}
    people = {entry["id"]: entry["name"] for entry in data["players"]}
    assert set(games.values()) == {"Dice Forge", "Tintenherz – Das Würfelspiel"}
    assert set(people.values()) == {"Iva", "Jörg"}
    assert len(data["plays"]) == 3, "only what is finished"
    for play in data["plays"]:
        assert play["gameRefId"] in games
        assert [people[score["playerRefId"]] for score in play["playerScores"]] == ["Iva", "Jörg"]
        assert any(score["winner"] for score in play["playerScores"])
    assert to_bgstats(plays, "de") == to_bgstats(plays, "de"), "the same file again, so that nothing is imported twice"


# --- the commands -------------------------------------------------------------------------------------------------


def run(journal: Path, *arguments: str, language: str = "en") -> int:
    command, *rest = arguments
    return main(["--lang", language, command, "--journal", str(journal), *rest])


def test_export_writes_real_games_and_simulated_ones_only_when_asked(journal: Path, capsys: Printed) -> None:
    assert run(journal, "export") == 0
    assert [entry["id"] for entry in json.loads(capsys.readouterr().out)["games"]] == [1, 2, 4]
    assert run(journal, "export", "--simulated") == 0
    assert [entry["id"] for entry in json.loads(capsys.readouterr().out)["games"]] == [3]


def test_the_pictures_of_a_game_can_be_had(tmp_path: Path, capsys: Printed) -> None:
    path, out = tmp_path / "journal.db", tmp_path / "out"
    with Journal.open(path) as opened:
        sitting = opened.begin(game("wuerfelhelden").start(["Iva", "Jörg"]))
        sitting.add(Event(Roll(0, (Die("white", "coin"),) * 3), "camera"), np.full((72, 128, 3), 90, np.uint8))
        sitting.add(Event(Roll(1, (Die("white", "coin"),) * 3), "hand"))
    assert run(path, "export", "--pictures", str(out)) == 0
    assert capsys.readouterr().out == f"1 picture written to {out}.\n"
    assert [file.name for file in out.iterdir()] == ["game-1-event-001.jpg"]


def test_corrected_faces_can_be_taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path))
    assert main(["--lang", "en", "teach", "--kit", "wuerfelhelden", "--corrections"]) == 1
    assert "No game has been kept yet" in capsys.readouterr().err
    with Journal.open() as opened:
        sitting = opened.begin(game("wuerfelhelden").start(["Iva", "Jörg"]))
        face = Shot("white", "coin", np.full((64, 64, 3), 90, np.uint8), read_as="sword-1")
        sitting.add(Event(Roll(0, (Die("white", "coin"),) * 3), "camera", corrected=True), shots=[face])
    assert main(["--lang", "en", "teach", "--kit", "wuerfelhelden", "--corrections"]) == 0
    assert "1 of 16 faces taught" in capsys.readouterr().out


def test_export_into_a_file(journal: Path, tmp_path: Path, capsys: Printed) -> None:
    out = tmp_path / "games.csv"
    assert run(journal, "export", "--format", "csv", "--game", "tintenherz", "--out", str(out)) == 0
    assert capsys.readouterr().out == f"1 game written to {out}.\n"
    assert out.read_text(encoding="utf-8").count("tintenherz") == 2


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("export", "--number", "99"), 2, "There is no such game 99"),
        (("export", "--game", "chess"), 2, "There is no game “chess”"),
        (("export", "--format", "bgstats-link", "--number", "4"), 1, "is not finished"),
        (("export", "--out", "/nowhere/games.json"), 1, "cannot be written"),
        (("stats", "--luck", "99"), 2, "There is no such game 99"),
        (("stats", "--charts", "/dev/null/charts"), 1, "cannot be written"),
    ],
)
def test_a_wrong_call_gets_one_sentence(
    journal: Path, arguments: tuple[str, ...], code: int, complaint: str, capsys: Printed
) -> None:
    assert run(journal, *arguments) == code
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_export_speaks_german_too(journal: Path, tmp_path: Path, capsys: Printed) -> None:
    calls = [
        (("--number", "99"), 2, "Ein solches Spiel 99 gibt es nicht"),
        (("--game", "chess"), 2, "Ein Spiel „chess“ gibt es nicht; es gibt dice_forge,"),
        (("--format", "bgstats-link", "--number", "4"), 1, "ist nicht zu Ende"),
        (("--out", "/nowhere/games.json"), 1, "lässt sich nicht schreiben"),
    ]
    for call, code, sentence in calls:
        assert run(journal, "export", *call, language="de") == code
        assert sentence in capsys.readouterr().err
    out = tmp_path / "games.csv"
    assert run(journal, "export", "--format", "csv", "--out", str(out), language="de") == 0
    assert capsys.readouterr().out == f"3 Spiele in {out} geschrieben.\n"


@pytest.mark.parametrize("command", ["export", "stats"])
def test_without_a_journal_a_sentence_in_the_chosen_language(command: str, tmp_path: Path, capsys: Printed) -> None:
    assert run(tmp_path / "journal.db", command, language="de") == 2
    assert "Es wurde noch kein Spiel festgehalten" in capsys.readouterr().err


def test_stats_in_words(journal: Path, capsys: Printed) -> None:
    assert run(journal, "stats", language="de") == 0
    printed = capsys.readouterr().out
    assert "3 Spiele, davon 2 beendet." in printed
    assert "Würfel von Tintenherz" in printed
    assert "Jörg" in printed
    assert "of" not in printed.split(), "nothing is left in English"


def test_the_luck_report_of_the_latest_game(journal: Path, capsys: Printed) -> None:
    assert run(journal, "stats", "--luck", "2") == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Luck in game 2: Dice Forge")
    assert "best throw: " in printed


def test_stats_lists_games_with_their_numbers(journal: Path, capsys: Printed) -> None:
    assert run(journal, "stats", "--list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2", "4"]
    assert lines[-1].endswith("not finished")


def test_stats_for_programs_and_charts_for_people(journal: Path, tmp_path: Path, capsys: Printed) -> None:
    assert run(journal, "stats", "--json", "--charts", str(tmp_path / "charts")) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["games"], data["finished"]) == (3, 2)
    assert {die["body"] for die in data["dice"]} >= {"red", "light", "dark"}
    drawn = {path.name for path in (tmp_path / "charts").iterdir()}
    assert {"tintenherz-players.png", "tintenherz-dice.png", "dice_forge-luck.png", "dice_forge-score.png"} <= drawn


def test_no_game_of_that_kind_is_no_fault(journal: Path, capsys: Printed) -> None:
    assert run(journal, "stats", "--game", "zwerge") == 0
    assert "No such game has been played yet" in capsys.readouterr().out
