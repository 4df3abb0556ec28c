"""A few minutes of a long evening; and that what would be wrong with one shows."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from companion.journal import Journal, Sitting
from companion.rules import Event, Roll
from tests.companion.journal.tables import FIRST, SECOND, journal_at, two_heroes
from tests.soak.evening import Chances, Evening, entries, follows, missing
from tests.soak.footprint import Footprint, grown
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
    often = Chances(camera=0.1, kill=0.12, undo=0.1, correction=0.1, misread=0.1, buzzer=0.4, language=0.2)
    found = Evening(tmp_path, 5, eyes="perfect", chances=often, told=print).play(150, longest=30)
    assert found.faults == {}
    assert set(found.games) >= {"dice_forge", "tintenherz", "wuerfelblitz", "wuerfelhelden", "zwerge"}
    assert found.happened["killed"]
    assert found.happened["undone"]
    assert found.happened["camera gone"]
    assert found.acknowledged > 60


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
