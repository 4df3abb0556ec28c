"""A few minutes of a long evening; and that what would be wrong with one shows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import cast

import pytest

from companion.games import games
from companion.journal import Journal, Sitting
from companion.journal.rows import EntryRow, ShotRow
from companion.journal.store import Store
from companion.rules import Event, Roll
from tests.companion.journal.tables import FIRST, SECOND, journal_at, two_heroes
from tests.soak.course import Course
from tests.soak.evening import Chances, Evening, entries, follows, missing
from tests.soak.footprint import Footprint, grown
from tests.soak.found import Found
from tests.soak.ledger import Ledger, Meant, Witness
from vision.simulated_table import SimulatedTable


class Bare:
    """A table on which nothing lies."""

    lying = ()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with journal_at(tmp_path) as journal:
        yield journal


def witnessed(journal: Journal) -> tuple[Witness, Ledger]:
    ledger = Ledger(two_heroes())
    return Witness(journal.begin(ledger.start), ledger.hear, cast("SimulatedTable", Bare())), ledger


def right(sitting: Sitting, ledger: Ledger) -> bool:
    return follows(sitting, ledger) and not missing(entries(sitting), ledger.acknowledged)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process")
def test_a_few_minutes_of_a_long_evening(tmp_path: Path) -> None:
    often = Chances(camera=0.15, kill=0.1, undo=0.15, correction=0.1, misread=0.15, buzzer=0.7, language=0.2)
    found = Evening(tmp_path, 5, eyes="perfect", chances=often, told=print).play(240, longest=30)
    assert found.faults == {}
    assert set(found.games) >= set(games())
    assert found.replayed == found.games.total()
    assert found.acknowledged > 40
    assert found.presses["heard"]
    for what in ("killed", "undone", "camera gone", "language switched"):
        assert found.happened[what], what


def evening_of_tintenherz(folder: Path, **often: float) -> Found:
    """A minute in which nothing happens but what is asked for."""
    nothing = dict.fromkeys(("camera", "disturbance", "kill", "language", "undo", "correction", "misread"), 0.0)
    chances = Chances(**{**nothing, **often})
    return Evening(folder, 3, eyes="perfect", chances=chances, told=print).play(60, 60, ["tintenherz"])


def test_an_evening_with_a_journal_that_loses_an_entry_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries, add = count(), Store.add

    def forgetful(
        store: Store, sitting: int, chain: int, rows: Sequence[tuple[str, str]], at: str, shots: Sequence[ShotRow] = ()
    ) -> tuple[EntryRow, ...]:
        if next(entries) != 4:
            return add(store, sitting, chain, rows, at, shots)
        return tuple(EntryRow(0, kind, data, at, chain) for kind, data in rows)

    monkeypatch.setattr(Store, "add", forgetful)
    assert evening_of_tintenherz(tmp_path).faults["lost"]


def test_an_evening_with_throws_misread_that_nobody_mends_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Course, "_mend", lambda course, ruled: None)
    assert evening_of_tintenherz(tmp_path, misread=1.0).faults["different"]


def test_an_evening_in_which_each_start_leaves_a_handle_open_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_open, close = list[int](), Journal.close

    def leaky(journal: Journal) -> None:
        close(journal)
        left_open.append(os.open(os.devnull, os.O_RDONLY))

    monkeypatch.setattr(Journal, "close", leaky)
    found = evening_of_tintenherz(tmp_path, correction=0.5)
    for handle in left_open:
        os.close(handle)
    assert found.faults["handles"] > 1


def test_moves_corrections_and_what_is_taken_back_are_in_both(journal: Journal) -> None:
    book, ledger = witnessed(journal)
    ledger.hear(Meant(FIRST))
    book.add(Event(FIRST))
    other = replace(FIRST, thrown=SECOND.thrown)
    ledger.hear(Meant(other))
    book.correct(0, other)
    assert ledger.script == [other]
    assert right(book.sitting, ledger)
    book.undo()
    assert ledger.script == []
    assert right(book.sitting, ledger)


def test_a_lost_event_shows(journal: Journal) -> None:
    book, ledger = witnessed(journal)
    book.sitting.add = lambda *event: book.state  # type: ignore[method-assign] # a journal that forgets what it was told
    ledger.hear(Meant(FIRST))
    book.add(Event(FIRST))
    assert missing(entries(book.sitting), ledger.acknowledged) == 1
    assert not follows(book.sitting, ledger)


def test_a_wrong_score_shows(journal: Journal) -> None:
    book, ledger = witnessed(journal)
    ledger.hear(Meant(Roll(0, SECOND.thrown)))
    book.add(Event(FIRST))  # what was thrown is not what was read
    assert not missing(entries(book.sitting), ledger.acknowledged)
    assert not follows(book.sitting, ledger)


def test_what_was_kept_just_before_a_kill_is_nobody_s_loss_but_has_to_be_what_was_thrown(journal: Journal) -> None:
    book, ledger = witnessed(journal)
    ledger.hear(Meant(FIRST))
    book._tell = lambda message: ledger.hear(message) if ledger.announced is None else None  # killed before it is told
    book.add(Event(FIRST))
    assert ledger.acknowledged == []
    assert missing(entries(book.sitting), ledger.acknowledged) == 1
    ledger.keep()
    assert right(book.sitting, ledger)


def test_a_handle_that_is_never_given_back_shows() -> None:
    steps, left_open = [], []
    for _ in range(8):
        steps.append(Footprint.now())
        left_open.append(os.open(os.devnull, os.O_RDONLY))
    for handle in left_open:
        os.close(handle)
    assert grown(steps).handles == 6
    assert grown([steps[0]] * 8) == Footprint(0.0, 0, 0)


def test_memory_that_grows_throughout_the_evening_shows_and_what_the_first_games_load_does_not() -> None:
    def taken(*megabytes: float) -> dict[str, int]:
        return Found(footprints=[Footprint(m, 9, 1) for m in megabytes], warm=2).faults

    assert taken(95, 115, 120, 121, 121, 122, 122, 122, 122, 122) == {}
    assert taken(95, 102, 109, 113, 117, 121, 125, 129, 133, 137)["megabytes"] == 24
