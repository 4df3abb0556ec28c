"""Würfelblitz at the live table: presses, numbers and verdicts as moments, and a journal that cannot be written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import companion.live_table as live_table
from companion.calls import HouseRules
from companion.games import game
from companion.journal import DiskFull
from companion.live_table import LiveTable
from companion.moments import Moment
from companion.referee import Notebook
from companion.rules import Event, Roll, State
from companion.rules.text import say
from companion.rules.wuerfelblitz import CloseRound, GiveUp, Wuerfelblitz
from companion.sight import Watching
from tests.companion.rules.test_wuerfelblitz import EIGHT, dice
from tests.companion.test_live_table import Told
from vision.crops import Image
from vision.kits import Kit, kit
from vision.reading import Reading
from vision.simulated_table import Conditions, SimulatedTable

BO, CLEO = 1, 2
NAMES = ("Ada", "Bo", "Cleo")


@contextmanager
def sitting(book: Notebook | None = None) -> Iterator[tuple[LiveTable, Told]]:
    told = Told()
    book = book or Notebook(game("wuerfelblitz").start(NAMES))
    table = LiveTable(book, kit("wuerfelblitz"), told, house=HouseRules(seconds_to_call=60))
    told.until(lambda m: m.calls is not None)
    try:
        yield table, told
    finally:
        table.close()


@contextmanager
def watched(book: Notebook | None = None) -> Iterator[tuple[LiveTable, Told]]:
    """With a simulated table and an eye that is never wrong."""
    source = SimulatedTable(3, conditions=Conditions(throw=4, reach=2))

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return source.truth()

    told = Told()
    table = LiveTable(
        book or Notebook(game("wuerfelblitz").start(NAMES)),
        kit("wuerfelblitz"),
        told,
        watching=lambda: Watching(source, perfect),
        house=HouseRules(seconds_to_call=60),
        seed=3,
    )
    try:
        yield table, told
    finally:
        table.close()


def reveal(table: LiveTable, told: Told) -> None:
    table.tell(Roll(0, dice(EIGHT)))
    told.until(lambda m: m.calls is not None and m.calls.revealed_at is not None)


def state_of(moment: Moment) -> Wuerfelblitz:
    assert isinstance(moment.state, Wuerfelblitz)
    return moment.state


def test_a_round_is_told_step_by_step() -> None:
    with sitting() as (table, told):
        reveal(table, told)
        table.press(BO)
        assert told.until(lambda m: m.calls is not None and m.calls.floor == (BO,)).verdict is None
        time.sleep(0.5)
        table.call(BO, 8)
        moment = told.until(lambda m: m.verdict is not None and m.verdict.right)
        moment = told.until(lambda m: m.calls is not None and m.calls.round == 2) if moment.moves < 3 else moment
        assert moment.verdict is not None
        assert moment.verdict.dice == dice(EIGHT)
        assert state_of(moment).discs[BO].white == 1


def test_while_nothing_happens_nothing_is_told() -> None:
    with sitting() as (table, told):
        reveal(table, told)
        table.press(BO)
        told.until(lambda m: m.calls is not None and m.calls.floor == (BO,))
        time.sleep(0.3)
        table.press(CLEO)
        told.until(lambda m: m.calls is not None and len(m.calls.waiting) == 2)
        assert len(told.moments) <= 5, [m.said for m in told.moments]


def test_the_box_may_be_raised_before_the_dice_are_told() -> None:
    with sitting() as (table, told):
        table.raise_box()
        table.press(CLEO)
        told.until(lambda m: m.calls is not None and m.calls.floor == (CLEO,))
        table.call(CLEO, 8)
        told.until(lambda m: m.calls is not None and m.calls.floor == () and bool(m.calls.waiting))
        time.sleep(0.5)
        table.tell(Roll(0, dice(EIGHT)))
        assert state_of(told.until(lambda m: m.verdict is not None)).discs[CLEO].white == 1


def test_undo_takes_back_a_press_and_then_the_throw() -> None:
    with sitting() as (table, told):
        reveal(table, told)
        table.press(BO)
        told.until(lambda m: m.calls is not None and m.calls.floor == (BO,))
        table.undo()
        assert told.until(lambda m: m.calls is not None and m.calls.floor == ()).moves == 1
        table.undo()
        assert told.until(lambda m: m.moves == 0).verdict is None


def test_a_full_disk_does_not_end_the_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    """The round is closed by the clock, not by a wish: it must not take the table's thread with it."""
    monkeypatch.setattr(live_table, "FAULT_PAUSE", 0.2)

    class Full(Notebook):
        full = True

        def add(self, event: Event, *rest: object, **more: object) -> State[object, object]:
            if self.full and isinstance(event.action, CloseRound):
                raise DiskFull(say("The disk is full."))
            return super().add(event)

    book = Full(game("wuerfelblitz").start(NAMES))
    with sitting(book) as (table, told):
        reveal(table, told)
        table.press(BO)
        table.call(BO, 8)
        assert str(told.until(lambda m: m.refused is not None).refused) == "The disk is full."
        book.full = False
        assert told.until(lambda m: m.calls is not None and m.calls.round == 2).moves == 3


def test_dice_that_a_camera_sees_are_revealed_when_they_lie_still_not_when_they_are_read() -> None:
    with watched() as (table, told):
        told.until(lambda m: m.simulated)
        table.throw()
        moment = told.until(lambda m: m.moves == 1)
        assert moment.calls is not None
        assert moment.calls.revealed_at is not None
        assert moment.calls.revealed_at < time.monotonic() - 0.05
        table.press(BO, moment.calls.revealed_at + 0.001)
        assert told.until(lambda m: m.calls is not None and m.calls.floor == (BO,)).moves == 1


def test_a_full_disk_at_the_reveal_does_not_end_the_watching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody pressed too early, so the round ends with the very frame that reveals its dice."""
    monkeypatch.setattr(live_table, "FAULT_PAUSE", 0.2)

    class Full(Notebook):
        full = True

        def add(self, event: Event, *rest: object, **more: object) -> State[object, object]:
            if self.full and isinstance(event.action, GiveUp):
                raise DiskFull(say("The disk is full."))
            return super().add(event)

    book = Full(game("wuerfelblitz").start(NAMES))
    with watched(book) as (table, told):
        told.until(lambda m: m.simulated)
        for player in range(len(NAMES)):
            table.press(player)
        table.throw()
        moment = told.until(lambda m: m.refused is not None or m.trouble is not None)
        assert (str(moment.refused), moment.watched, moment.moves) == ("The disk is full.", True, 1)
        book.full = False
        assert told.until(lambda m: m.calls is not None and m.calls.round == 2).watched
