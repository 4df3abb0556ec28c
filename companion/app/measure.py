"""`python -m companion.app.measure WHAT NUMBER`: the real app in a window measures itself and prints JSON.

`wuerfelauge bench app` calls it, each time in a process of its own. What happens meanwhile is done by a thread, as
people would do it; the thread that draws only looks at the clock.
"""

from __future__ import annotations

import argparse
import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from companion.app.start import prepare
from companion.bench.machine import megabytes
from companion.rules.wuerfelblitz import Wuerfelblitz

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

NAMES = ("Mascha", "Phil", "Iva")
PATIENCE = 300.0
SETTLE = 1.0
"""Seconds that a screen is left alone before it is measured."""
FEWEST = 10
"""Frames that are waited for, however long they take."""
Values = dict[str, Any]
Script = Callable[["WuerfelaugeApp", Values, float], None]


class NothingHappened(RuntimeError):
    """The app did not do what was waited for."""


# --- from the start to the first picture ------------------------------------------------------------------------------


def start(began: float) -> None:
    """The program as people call it, until its first picture; `began` is on the system's monotonic clock."""
    prepare()
    from kivy.app import App  # noqa: PLC0415 - Kivy opens its window when it is imported
    from kivy.core.window import Window  # noqa: PLC0415

    def drawn(*_: object) -> None:
        Window.unbind(on_flip=drawn)
        print(json.dumps({"seconds": time.monotonic() - began, "megabytes": megabytes()}), flush=True)
        App.get_running_app().stop()

    Window.bind(on_flip=drawn)
    from companion.main import main  # noqa: PLC0415

    main([])


# --- what is measured while the app runs ------------------------------------------------------------------------------


def draw(app: WuerfelaugeApp, values: Values, seconds: float) -> None:
    """The fullest table, drawn again and again as fast as it can be."""
    sit_down(app, "dice_forge")
    values["frames"] = frames(seconds)


def watch(app: WuerfelaugeApp, values: Values, seconds: float) -> None:
    """The simulated table, played on by itself."""
    sit_down(app, "wuerfelhelden", autoplay=True)
    screen: Any = app.screen
    shown, seen = [0], screen.seen

    def counted(glimpse: Any) -> None:
        shown[0] += 1
        seen(glimpse)

    screen.seen = counted
    values["frames"] = frames(seconds)
    values["pictures"] = shown[0] / seconds


def press(app: WuerfelaugeApp, values: Values, presses: float) -> None:
    """The simulated box: from the contact to the frame in which the player is asked."""
    from kivy.core.window import Window  # noqa: PLC0415

    from companion.simulated import throw  # noqa: PLC0415
    from hardware.link import State  # noqa: PLC0415
    from hardware.simulator import Simulator  # noqa: PLC0415

    box, rng, took = Simulator(), Random(4), list[float]()
    drawn: list[float] = []

    def look(*_: object) -> None:
        if not drawn and _asked(app):
            drawn.append(time.monotonic())

    Window.bind(on_flip=look)
    try:
        sit_down(app, "wuerfelblitz", buzzer=box.port)
        while len(took) < presses:
            wait(lambda: app.moment and app.moment.buzzer and app.moment.buzzer.state is State.CONNECTED)
            assert app.table is not None
            state = _round(app)
            if state.outcome() is not None:
                on_screen(app.once_more)
                continue
            if state.expects().throws:
                app.table.tell(throw(state.expects().throws[0], rng))
                wait(lambda: _race(app))
                time.sleep(0.3)
            player = rng.randrange(len(NAMES))
            drawn.clear()
            began = time.monotonic()
            box.press([player])
            wait(lambda: bool(drawn))
            took.append(1000 * (drawn[0] - began))
            time.sleep(0.3)
            app.table.call(player, _round(app).tally().total)
            wait(lambda: not _asked(app) and _over(app))
    finally:
        box.close()
    values["presses"] = took


def play(app: WuerfelaugeApp, values: Values, minutes: float) -> None:
    """Games on the simulated table, one after another, at the pace of the table; memory at the end of each minute."""
    sit_down(app, "wuerfelhelden", autoplay=True)
    memory, games, throws, moves = [megabytes()], 0, 0, 0
    began = time.monotonic()
    while (spent := time.monotonic() - began) < 60 * minutes:
        time.sleep(0.2)
        assert app.table is not None
        moment = app.table.moment
        if moment.moves > moves and moment.ruled is not None and moment.ruled.settled is not None:
            throws += 1
        moves = moment.moves
        if moment.question is not None:
            answers = {"yes": app.table.yes, "no": app.table.no, "again": app.table.again, "accept": app.table.accept}
            next(answers[remedy] for remedy in (*moment.question.remedies, "again") if remedy in answers)()
        if moment.state.outcome() is not None:
            games += 1
            on_screen(app.once_more)
            app.table.autoplay(True)
        if spent >= 60 * len(memory):
            memory.append(megabytes())
    values.update(memory=[*memory, megabytes()], games=games, throws=throws)


SCRIPTS: dict[str, Script] = {
    "draw": draw, "watch": watch, "press": press, "play": play,
}  # fmt: skip
UNCAPPED = ("draw",)


# --- how it is done ---------------------------------------------------------------------------------------------------


def run(script: Script, number: float, *, capped: bool) -> Values:
    """Run the app until the script is done; what it has measured, or under `fault` why it could not."""
    prepare()
    from kivy.config import Config  # noqa: PLC0415

    if not capped:
        Config.set("graphics", "maxfps", "0")
    from companion.app.app import WuerfelaugeApp  # noqa: PLC0415

    app, values = WuerfelaugeApp(language="en"), Values()

    def perform() -> None:
        try:
            wait(lambda: app.screen is not None)
            script(app, values, number)
        except Exception as error:  # whatever it is, the window must close
            values["fault"] = f"{type(error).__name__}: {error}"
        finally:
            on_screen(app.stop)

    threading.Thread(target=perform, name="script", daemon=True).start()
    app.run()
    return values


def sit_down(app: WuerfelaugeApp, game_id: str, *, buzzer: str = "none", autoplay: bool = False) -> None:
    """At the table of a new game, watched by the simulated camera if it is to play on by itself."""
    from companion.app.screens.at_table import table_screen  # noqa: PLC0415
    from companion.games import game  # noqa: PLC0415

    def begin() -> None:
        camera = "sim" if autoplay else "none"
        app.settings = replace(app.settings, camera=camera, buzzer=buzzer, sound=False)
        app.begin(game(game_id).start(NAMES))
        app.visit(table_screen)

    on_screen(begin)
    wait(lambda: app.moment is not None and (app.moment.watched or not autoplay))
    assert app.table is not None
    app.table.autoplay(autoplay)
    time.sleep(SETTLE)


def frames(seconds: float) -> list[float]:
    """Milliseconds from one frame to the next, each drawn whether something has changed or not."""
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    times: list[float] = []

    def drawn(*_: object) -> None:
        times.append(time.perf_counter())

    def again(*_: object) -> None:
        Window.canvas.ask_update()

    Window.bind(on_flip=drawn)
    moving = Clock.schedule_interval(again, 0)
    time.sleep(seconds)
    wait(lambda: len(times) > FEWEST)
    moving.cancel()
    Window.unbind(on_flip=drawn)
    return [1000 * (after - before) for before, after in pairwise(times)]


def on_screen(do: Callable[[], object]) -> None:
    """Let the thread that draws do something, and wait until it is done."""
    from kivy.clock import Clock  # noqa: PLC0415

    done = threading.Event()

    def deed(*_: object) -> None:
        do()
        done.set()

    Clock.schedule_once(deed)
    done.wait(PATIENCE)


def wait(until: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        if time.monotonic() > end:
            raise NothingHappened("The app does not answer.")
        time.sleep(0.002)


def _round(app: WuerfelaugeApp) -> Wuerfelblitz:
    assert app.table is not None
    state = app.table.moment.state
    assert isinstance(state, Wuerfelblitz)
    return state


def _asked(app: WuerfelaugeApp) -> bool:
    calls = app.moment.calls if app.moment is not None else None
    return calls is not None and bool(calls.floor)


def _race(app: WuerfelaugeApp) -> bool:
    calls = app.moment.calls if app.moment is not None else None
    return calls is not None and calls.revealed_at is not None


def _over(app: WuerfelaugeApp) -> bool:
    """Whether a round of Würfelblitz has come to its end."""
    state = app.moment.state if app.moment is not None else None
    return state is not None and (bool(state.expects().throws) or state.outcome() is not None)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion.app.measure", description=__doc__)
    parser.add_argument("what", choices=("start", *SCRIPTS))
    parser.add_argument(
        "number", type=float, help="start: when it was called; play: minutes; press: how often; seconds"
    )
    args = parser.parse_args()
    if args.what == "start":
        start(args.number)
        return
    print(json.dumps(run(SCRIPTS[args.what], args.number, capped=args.what not in UNCAPPED)))


if __name__ == "__main__":
    main()
