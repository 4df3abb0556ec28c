"""The real program in a process of its own, to be killed: it goes on with the game that home offers, and plays.

It prints a line of JSON for what home offers, and one for each moment that it has shown.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.app.start import prepare
from companion.strategies import sensible_action

UNDO = 0.1
"""How often a move is taken back instead."""


def fingerprint(state: Any) -> str:
    """Where a game stands, in short."""
    return hashlib.sha256(json.dumps(state.to_json(), sort_keys=True).encode()).hexdigest()[:16]


def people(app: Any, rng: Random) -> Iterator[None]:
    """What they do, from one frame to the next."""
    from kivy.tests.common import UnitTestTouch

    from companion.app.screens.home import ContinueCard, HomeScreen

    while not isinstance(app.screen, HomeScreen):
        yield
    for _ in range(5):  # until everything has its place
        yield
    card = next(widget for widget in app.screen.walk() if isinstance(widget, ContinueCard))
    tell(offers=[part.text for part in card.walk() if getattr(part, "text", "")])
    touch = UnitTestTouch(*card.to_window(*card.center))
    touch.touch_down()
    yield
    touch.touch_up()
    while app.moment is None:
        yield
    moves = None
    while app.moment.state.outcome() is None:
        if app.moment.moves != moves:
            moves = app.moment.moves
            tell(moves=moves, state=fingerprint(app.moment.state))
            if moves and rng.random() < UNDO:
                app.table.undo()
            else:
                app.table.tell(sensible_action(app.moment.state, rng))
        yield


def tell(**what: object) -> None:
    print(json.dumps(what), flush=True)


def main() -> None:
    prepare()
    from kivy.app import App
    from kivy.clock import Clock

    from companion.main import main as program

    acts: list[Iterator[None]] = []

    def act(*_: object) -> None:
        app = App.get_running_app()
        if app is not None and not acts:
            acts.append(people(app, Random(int(sys.argv[1]))))
        for deeds in acts:
            next(deeds, None)

    Clock.schedule_interval(act, 0)
    program(["--lang", "en"])


if __name__ == "__main__":
    main()
