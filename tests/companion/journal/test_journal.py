"""What is kept is kept: events, undo, correction and rulings survive closing, and the state is that of a replay."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.games import game, games
from companion.journal import BadSitting, Journal, JournalInUse, NoJournal, PictureLimits
from companion.journal.rows import EntryRow
from companion.journal.store import Store
from companion.referee.book import Book, Notebook
from companion.rules import Die, Event, History, IllegalAction, Roll
from companion.rules.text import count, say
from companion.simulated import any_action
from tests.companion.journal.tables import FIRST, SECOND, journal_at, play, two_heroes


def test_a_game_goes_on_exactly_where_it_stood(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        play(sitting, 20)
        before = sitting.history
    with journal_at(tmp_path) as journal:
        (offered,) = journal.unfinished()
        assert (offered.game, offered.players, offered.entries) == ("wuerfelhelden", ("Iva", "Jörg"), 20)
        resumed = journal.resume(offered.id)
        assert resumed.history == before
        play(resumed, 1, seed=2)
        assert len(resumed.history.events) == 21


@pytest.mark.parametrize("game_id", list(games()))
def test_every_game_is_kept_through_undo_and_correction(game_id: str, tmp_path: Path) -> None:
    """The journal beside a plain History: the same after every step, and the same again when it is opened anew."""
    chosen = game(game_id)
    state = chosen.start(["Ann", "Bob", "Cem", "Dea"][: max(2, chosen.least_players)])
    rng = Random(game_id)
    with journal_at(tmp_path) as journal:
        sitting, history = journal.begin(state), History.begin(state)
        for step in range(150):
            if history.events and step % 13 == 12:
                steps = rng.randint(1, min(3, len(history.events)))
                history = history.undo(steps)
                sitting.undo(steps)
            elif history.events and step % 17 == 16:
                index = rng.randrange(len(history.events))
                action = any_action(history.states[index], rng)
                history = history.correct(index, action).history
                sitting.correct(index, action)
            elif history.state.outcome() is None:
                event = Event(any_action(history.state, rng), rng.choice(("camera", "hand", "sim")))
                history = history.add(event)
                sitting.add(event)
            assert sitting.state == history.state
    with journal_at(tmp_path) as journal:
        assert journal.resume(1).history == history
        assert journal.resume(1).over == (history.state.outcome() is not None)


def test_a_decided_game_is_not_offered_again_unless_its_last_event_is_taken_back(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        play(sitting, 10_000)
        assert sitting.over
        assert journal.unfinished() == ()
        sitting.undo()
        assert [summary.id for summary in journal.unfinished()] == [sitting.id]


def test_a_game_that_people_end_is_not_offered_again(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        first, second = journal.begin(two_heroes()), journal.begin(two_heroes())
        first.end()
        first.end()
        assert [summary.id for summary in journal.unfinished()] == [second.id]
        assert len(first.entries()) == 1


def test_the_latest_unfinished_game_is_offered_first(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        for _ in range(3):
            journal.begin(two_heroes())
        assert [summary.id for summary in journal.unfinished()] == [3, 2, 1]


def test_nothing_is_ever_deleted(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera"))
        sitting.undo()
        sitting.add(Event(FIRST, "camera"))
        sitting.correct(0, Roll(0, (Die("white", "coin"),) * 3))
        assert [entry.kind for entry in sitting.entries()] == ["event", "undo", "event", "correction"]
        assert [event.corrected for event in sitting.history.events] == [True]
    with sqlite3.connect(tmp_path / "journal.db") as file:
        for change in ("DELETE FROM entry", "UPDATE entry SET data = '{}'"):
            with pytest.raises(sqlite3.IntegrityError, match="entries stay"):
                file.execute(change)
    file.close()


def test_an_event_the_rules_refuse_is_not_kept(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        with pytest.raises(IllegalAction):
            sitting.add(Event(Roll(0, FIRST.thrown[:2])))
        with pytest.raises(ValueError, match="only 0 events"):
            sitting.undo()
        assert sitting.entries() == ()
        sitting.add(Event(FIRST))
        with pytest.raises(IllegalAction):
            sitting.correct(0, Roll(0, FIRST.thrown[:2]))
        assert len(sitting.entries()) == 1


def test_a_correction_says_what_no_longer_fits_and_keeps_that_too(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        play(sitting, 30)
        rolled = next(i for i, event in enumerate(sitting.history.events) if isinstance(event.action, Roll))
        plain = sitting.history.correct(rolled, Roll(sitting.history.events[rolled].action.player, SECOND.thrown))
        correction = sitting.correct(rolled, Roll(sitting.history.events[rolled].action.player, SECOND.thrown))
        assert correction == plain
        assert sitting.history == correction.history
    with journal_at(tmp_path) as journal:
        assert journal.resume(1).history == correction.history


def test_a_table_ruling_is_logged_with_its_reason(tmp_path: Path) -> None:
    reason = say("{player} may throw {dice} again.", player="Iva", dice=count(2, "{n} die", "{n} dice"))
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera"))
        sitting.rule(reason, Event(SECOND, "camera"))
        sitting.rule("We begin at eight.")
        state = sitting.state
    with journal_at(tmp_path) as journal:
        resumed = journal.resume(1)
        assert resumed.state == state
        assert [(ruling.after, ruling.reason) for ruling in resumed.rulings] == [(1, reason), (2, "We begin at eight.")]
        resumed.undo(2)
        assert len(resumed.rulings) == 2, "what was decided stays on record"


def test_each_entry_is_on_the_disk_before_it_counts(tmp_path: Path) -> None:
    """What SQLite promises for WAL with full synchronisation: a commit has been flushed when it returns."""
    with journal_at(tmp_path) as journal:
        connection = journal._store._connection
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_hands_of_several_threads_at_one_game(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sittings = [journal.begin(two_heroes()), journal.begin(two_heroes())]

        def talk(name: str) -> None:
            for n in range(10):
                for sitting in sittings:
                    sitting.rule(f"{name} {n}")

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(talk, ("Ann", "Bob", "Cem", "Dea")))
    with journal_at(tmp_path) as journal:
        assert journal.notices == ()
        for i in (1, 2):
            said = [str(ruling.reason) for ruling in journal.resume(i).rulings]
            assert sorted(said) == sorted(f"{name} {n}" for name in ("Ann", "Bob", "Cem", "Dea") for n in range(10))


def test_the_referee_writes_into_a_sitting_as_into_its_notebook(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        books: list[Book] = [journal.begin(two_heroes()), Notebook(two_heroes())]
        for book in books:
            book.add(Event(FIRST, "camera"))
            book.rule("Close enough.", Event(SECOND, "camera"))
            book.correct(0, Roll(0, SECOND.thrown))
            book.undo()
        assert books[0].history == books[1].history


def test_a_note_on_a_game_that_is_over_does_not_open_it_again(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.end()
        sitting.rule("Dinner was ready.")
        assert sitting.over
        assert journal.unfinished() == ()


def test_the_clock_set_back_changes_neither_order_nor_state(tmp_path: Path) -> None:
    hours = iter([0, 1, -5000, 2, -3, 4, 5, 6, 7, 8])
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    path = tmp_path / "journal.db"
    with Journal.open(path, clock=lambda: noon + timedelta(minutes=next(hours))) as journal:
        sitting = journal.begin(two_heroes())
        play(sitting, 5)
        history = sitting.history
        assert [entry.at for entry in sitting.entries()] != sorted(entry.at for entry in sitting.entries())
    with Journal.open(path) as journal:
        assert journal.resume(1).history == history
        (summary,) = journal.sittings()
        assert summary.minutes == 1 + 20 + 7, "backwards counts as nothing, a very long pause as twenty minutes"


def test_a_second_instance_is_noticed_and_said(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        with pytest.raises(JournalInUse, match="Another Würfelauge is already keeping the journal"):
            journal_at(tmp_path)
        journal.begin(two_heroes())
    journal_at(tmp_path).close()


def test_games_can_be_looked_at_while_one_is_being_played(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        play(sitting, 3)
        with Journal.look(tmp_path / "journal.db") as other:
            assert other.resume(1).history == sitting.history
            play(sitting, 1)
            assert other.sittings()[0].entries == 4


def test_without_a_journal_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    with pytest.raises(NoJournal, match="No game has been kept yet"):
        Journal.look(tmp_path / "journal.db")
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_not_there(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal, pytest.raises(BadSitting, match="no game 7"):
        journal.resume(7)


def test_a_sitting_begins_where_its_game_begins(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal, pytest.raises(ValueError, match="begins where its game begins"):
        journal.begin(two_heroes().apply(FIRST))


def test_a_game_resumed_twice_is_one_game(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        journal.resume(1).add(Event(FIRST))
        assert sitting.history.events == (Event(FIRST),)


def test_the_journal_lies_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path / "new" / "folder"))
    Journal.open().close()
    assert (tmp_path / "new" / "folder" / "journal.db").exists()


# --- lists ------------------------------------------------------------------------------------------------------


def sittings_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sittings whose entries are read from now on."""
    read: list[int] = []
    entries = Store.entries

    def noted(store: Store, number: int) -> tuple[EntryRow, ...]:
        read.append(number)
        return entries(store, number)

    monkeypatch.setattr(Store, "entries", noted)
    return read


def test_the_list_of_games_tells_who_won_without_playing_them_again(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        for seed in (1, 2):
            sitting = journal.begin(game("tintenherz").start(["Iva", "Jörg"]))
            rng = Random(seed)
            while not sitting.over:
                sitting.add(Event(any_action(sitting.state, rng), "sim"))
            outcome = sitting.state.outcome()
            assert outcome is not None
            won = tuple(sitting.state.name(seat) for seat in outcome.winners)
            assert journal.summary(sitting.id).winners == won
        journal.begin(two_heroes()).end()
        assert [summary.winners for summary in journal.newest(0, 1)] == [()], "broken off: nobody won"
        sitting.undo()
        assert journal.summary(sitting.id).winners == ()


def test_a_page_of_games_reads_no_more_than_stands_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with journal_at(tmp_path) as journal:
        for _ in range(30):
            play(journal.begin(two_heroes()), 3)
        read = sittings_read(monkeypatch)
        assert [summary.id for summary in journal.newest(10, 5)] == [20, 19, 18, 17, 16]
        assert read == [20, 19, 18, 17, 16]
        assert journal.count() == 30
        assert journal.newest(30, 5) == ()


def test_finished_games_are_not_read_to_find_the_unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with journal_at(tmp_path) as journal:
        for _ in range(20):
            journal.begin(two_heroes()).end()
        open_game = journal.begin(two_heroes())
        read = sittings_read(monkeypatch)
        assert [summary.id for summary in journal.unfinished()] == [open_game.id]
        assert read == [open_game.id]


def test_looking_at_how_a_game_went_leaves_the_game_that_is_on_alone(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        play(sitting, 10)
        past = journal.past(sitting.id)
        assert past.history == sitting.history
        assert len(past.seqs) == 10
        play(sitting, 1, seed=2)
        assert len(past.history.events) == 10
        assert journal.resume(sitting.id) is sitting


def test_pictures_can_be_switched_off_and_on_again(tmp_path: Path) -> None:
    picture = np.full((72, 128, 3), 90, np.uint8)
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        journal.keep_pictures(None)
        sitting.add(Event(FIRST), picture)
        journal.keep_pictures(PictureLimits())
        sitting.add(Event(SECOND), picture)
        past = journal.past(sitting.id)
        assert [journal.picture(sitting.token, seq) is not None for seq in past.seqs] == [False, True]


def test_a_course_of_events_is_kept_as_one_by_one(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        slowly, at_once = journal.begin(two_heroes()), journal.begin(two_heroes())
        play(slowly, 2000)
        at_once.add_all(slowly.history.events)
        assert at_once.over
        assert at_once.history == slowly.history
        assert journal.summary(2).winners == journal.summary(1).winners
    with journal_at(tmp_path) as journal:
        assert journal.past(2).history == journal.past(1).history


def test_of_a_course_of_events_that_does_not_fit_nothing_is_kept(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        with pytest.raises(IllegalAction):
            sitting.add_all([Event(FIRST), Event(FIRST)])
        assert sitting.history.events == ()
        assert journal.summary(1).entries == 0


def test_the_latest_game_to_go_on_with_passes_over_those_that_are_over_or_fit_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with journal_at(tmp_path) as journal:
        assert journal.latest() is None
        journal.begin(two_heroes())
        journal.begin(game("tintenherz").start(["Ann", "Bob"]))
        journal.begin(two_heroes()).end()
    with journal_at(tmp_path) as journal:
        latest = journal.latest()
        assert latest is not None
        assert latest.id == 2
    with journal_at(tmp_path) as journal:
        monkeypatch.delitem(games(), "tintenherz")
        latest = journal.latest()
        assert latest is not None
        assert latest.id == 1
