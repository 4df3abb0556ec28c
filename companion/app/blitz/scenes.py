"""Moments of Würfelblitz worth a picture, reached through the live table as people reach them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.app.screens.at_table import table_screen
from companion.calls import HouseRules
from companion.games import game
from companion.live_table import LiveTable
from companion.moments import Moment
from companion.rules import Die, Event, Roll
from companion.rules.wuerfelblitz import Call, CloseRound, Wuerfelblitz
from companion.rules.wuerfelblitz.tally import COLOURS
from hardware.link import State, Status

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

NAMES = ("Mascha", "Phil", "Iva", "Opa Karl", "Ömer", "Leonie", "Maximilian")
PATIENCE = 5.0
CALM = HouseRules(seconds_to_call=30)
PLAIN = "4 1 5 6 blue 1, green orange"
TWICE = "4 4 3 4 1 green, black green"
ZERO = "black 4 red 1 yellow green, green blue"

Play = Callable[[LiveTable], object]
Scene = Callable[["WuerfelaugeApp"], None]


def dice(text: str) -> tuple[Die, ...]:
    """`4 1 5 6 blue 1, green orange`: black shows 4 pips … yellow a blue dot; the white dice dots."""
    coloured, white = (part.split() for part in text.split(", "))
    faces = [face if face.isdigit() else f"dot-{face}" for face in (*coloured, *white)]
    return tuple(Die(body, face) for body, face in zip((*COLOURS, *["white"] * len(white)), faces, strict=True))


def blitz(play: Play, *, players: int = 4, thrown: str = "", won: tuple[int, ...] = (), **options: object) -> Scene:
    """A scene: rounds won by these players, dice thrown, and then what `play` does at the table."""

    def scene(app: WuerfelaugeApp) -> None:
        app.settings = replace(app.settings, camera="none", buzzer="none", house=CALM)
        assert app.journal is not None
        sitting = app.journal.begin(game("wuerfelblitz").start(NAMES[:players], options))
        for winner in won:
            sitting.add(Event(Roll(_state(sitting.state).thrower, dice(PLAIN))))
            sitting.add(Event(Call(winner, _state(sitting.state).tally().total, 1500)))
            if sitting.state.outcome() is None:
                sitting.add(Event(CloseRound(None)))
        if thrown:
            sitting.add(Event(Roll(_state(sitting.state).thrower, dice(thrown))))
        app.sit_down(sitting)
        assert app.table is not None
        until(app.table, lambda moment: moment.calls is not None or moment.state.outcome() is not None)
        play(app.table)
        app._deliver()
        app.visit(table_screen)

    return scene


def until(table: LiveTable, wanted: Callable[[Moment], bool]) -> None:
    """Wait for the table's own thread."""
    end = time.monotonic() + PATIENCE
    while not wanted(table.moment) and time.monotonic() < end:
        time.sleep(0.01)


def press(table: LiveTable, *players: int, after: float = 0.02) -> None:
    """These players press one after the other."""
    for player in players:
        time.sleep(after)
        table.press(player)
        until(table, lambda moment: moment.calls is not None and _known(moment, player))  # noqa: B023 - waited for


def call(table: LiveTable, player: int, number: int) -> None:
    moves = table.moment.moves
    table.call(player, number)
    until(table, lambda moment: moment.moves > moves or (moment.calls is not None and player not in moment.calls.floor))


def raise_box(table: LiveTable) -> None:
    table.raise_box()
    until(table, lambda moment: moment.calls is not None and moment.calls.unread)


def right(table: LiveTable, player: int) -> None:
    press(table, player)
    time.sleep(0.5)
    call(table, player, _state(table.moment.state).tally().total)
    until(table, lambda moment: moment.state.expects().throws != ())


def _wrong(table: LiveTable) -> None:
    press(table, 1)
    call(table, 1, 7)


def _raised_and_named(table: LiveTable) -> None:
    raise_box(table)
    press(table, 3)
    call(table, 3, 9)


def _boxed(table: LiveTable) -> None:
    press(table, 3, 0, after=0.3)
    table.buzzer(Status(State.CONNECTED, "box"))
    until(table, lambda moment: moment.buzzer is not None)


def _known(moment: Moment, player: int) -> bool:
    calls = moment.calls
    return calls is not None and (player in calls.early or player in [w.player for w in calls.waiting])


def _state(state: object) -> Wuerfelblitz:
    assert isinstance(state, Wuerfelblitz)
    return state


def _nothing(table: LiveTable) -> None:
    del table


BLITZ_SCENES = {
    "blitz-ready": blitz(_nothing, won=(1, 3, 3)),
    "blitz-early": blitz(lambda table: press(table, 2)),
    "blitz-raised": blitz(raise_box, won=(0,)),
    "blitz-tell-dice": blitz(_raised_and_named),
    "blitz-race": blitz(_nothing, thrown=PLAIN, won=(0, 0, 1)),
    "blitz-asked": blitz(lambda table: press(table, 0, 3, after=0.3), thrown=PLAIN, won=(0, 3)),
    "blitz-asked-across": blitz(lambda table: press(table, 2, 1), thrown=PLAIN, won=(0, 3)),
    "blitz-asked-aside": blitz(lambda table: press(table, 3), thrown=PLAIN, won=(0, 3), players=7),
    "blitz-wrong": blitz(_wrong, thrown=PLAIN, won=(1, 1, 3)),
    "blitz-right": blitz(lambda table: right(table, 3), thrown=PLAIN, won=(3, 3, 0)),
    "blitz-twice": blitz(lambda table: right(table, 0), thrown=TWICE, brain_teaser=True),
    "blitz-zero": blitz(lambda table: right(table, 1), thrown=ZERO, players=7),
    "blitz-over": blitz(_nothing, won=(0, 1, *[3] * 9)),
    "blitz-box": blitz(_boxed, thrown=PLAIN, won=(0, 3, 5, 5), players=7),
}
"""By name, for `companion.app.pictures`."""
