"""A monkey at the tablet: touches, swipes and keys without sense. Nothing may break, and home is never out of reach.

Some 300 of them in every test run, 10,000 with `pytest --study`. The same seed does the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.finding import Eyes
from companion.games import games
from companion.prints import has_numerals
from companion.settings import Settings
from companion.sight import Watching
from companion.strategies import sensible_action
from tests.companion.app.window import AppWindow, the_app
from tests.companion.perfect_eyes import QUICK, Staged
from vision.crops import Image
from vision.frames import SourceError
from vision.kits import Kit
from vision.reading import Reading
from vision.simulated_table import SimulatedTable

pytestmark = pytest.mark.xdist_group("kivy")

FEW, MANY = 150, 5000
GOES_HOME = 40
"""After so many events somebody wants to be at home."""
LAST = 15
"""Of the latest events, told when something breaks."""
NAMES = ("Mascha", "Phil", "Iva", "Opa Karl", "", "x", "Ä" * 60, "{name} %s [b]", "7", "🎲")
SHAPES = ((1280, 800), (800, 1280), (1024, 600))
ESCAPE = 27


class Monkey:
    """What it does is chosen by chance; what it did last is kept."""

    def __init__(self, window: AppWindow, seed: int) -> None:
        self.window, self.rng = window, Random(seed)
        self.did: deque[str] = deque(maxlen=LAST)

    @property
    def app(self) -> Any:
        return self.window.app

    def act(self) -> None:
        """One event."""
        deeds = {
            self.tap: 60, self.touch: 8, self.swipe: 8, self.several_fingers: 4, self.escape: 4, self.type: 4,
            self.wait: 5, self.move: 12, self.throw: 2, self.begin: 2, self.turn: 0.5, self.look: 0.5,
        }  # fmt: skip
        (deed,) = self.rng.choices(list(deeds), list(deeds.values()))
        self.did.append(deed.__name__)
        deed()

    # --- fingers ------------------------------------------------------------------------------------------------------

    def tap(self) -> None:
        keys = self._keys()
        if keys:
            key = self.rng.choice(keys)
            self.did[-1] += f" {type(key).__name__} {getattr(key, 'words', '')}"
            self._fingers([key.to_window(*key.center)])

    def touch(self) -> None:
        self._fingers([self._anywhere()])

    def swipe(self) -> None:
        keys = self._keys()
        start = self.rng.choice(keys) if keys else None
        place = self._anywhere() if start is None else start.to_window(*start.center)
        self._fingers([place], self._anywhere(), rests=self.rng.choice((1, 12)))

    def several_fingers(self) -> None:
        keys = self._keys()
        some = self.rng.sample(keys, min(len(keys), self.rng.randint(2, 3)))
        self._fingers([key.to_window(*key.center) for key in some] + [self._anywhere()])

    def _fingers(
        self, places: list[tuple[float, float]], end: tuple[float, float] | None = None, rests: int = 1
    ) -> None:
        from kivy.tests.common import UnitTestTouch

        touches = [UnitTestTouch(*place) for place in places]
        for finger in touches:
            finger.touch_down()
        self.window.step(rests)
        for finger in touches if end is not None else ():
            for part in (0.1, 0.5, 1):
                x, y = finger.pos
                finger.touch_move(x + (end[0] - x) * part, y + (end[1] - y) * part)  # type: ignore[index]
                self.window.step()
        for finger in touches:
            finger.touch_up()
        self.window.step(2)

    def _anywhere(self) -> tuple[float, float]:
        from kivy.core.window import Window

        return self.rng.uniform(0, Window.width - 1), self.rng.uniform(0, Window.height - 1)

    def _keys(self) -> list[Any]:
        """What can be touched now."""
        from kivy.core.window import Window
        from kivy.uix.behaviors import ButtonBehavior
        from kivy.uix.textinput import TextInput

        def reached(widget: Any) -> bool:
            x, y = widget.to_window(*widget.center)
            return not widget.disabled and 0 < x < Window.width and 0 < y < Window.height

        kinds = (ButtonBehavior, TextInput)
        return [widget for widget in self._top().walk(restrict=True) if isinstance(widget, kinds) and reached(widget)]

    def _top(self) -> Any:
        return self._sheet() or self.app.root_layout

    def _sheet(self) -> Any:
        from kivy.core.window import Window

        from companion.app.widgets.sheet import Sheet

        return next((child for child in Window.children if isinstance(child, Sheet)), None)

    # --- everything else ----------------------------------------------------------------------------------------------

    def escape(self) -> None:
        from kivy.core.window import Window

        Window.dispatch("on_keyboard", ESCAPE, 0, None, [])
        self.window.step(2)

    def type(self) -> None:
        """Something into a line, if there is one."""
        from companion.app.widgets.field import Line

        lines = [widget for widget in self._top().walk(restrict=True) if isinstance(widget, Line)]
        if lines:
            line = self.rng.choice(lines)
            line.text = self.rng.choice(NAMES)
            line.dispatch("on_text_validate")
        self.window.step(2)

    def wait(self) -> None:
        self.window.step(self.rng.randint(5, 30))

    def move(self) -> None:
        """A move that the rules know, so that games come to their ends."""
        table, moment = self.app.table, self.app.moment
        if table is not None and moment is not None and moment.state.outcome() is None:
            table.tell(sensible_action(moment.state, self.rng))
        self.window.step(3)

    def throw(self) -> None:
        if self.app.table is not None:
            self.app.table.throw()
        self.window.step(5)

    def begin(self) -> None:
        """Another game, wherever people are."""
        from companion.app.screens.at_table import table_screen

        game = self.rng.choice(list(games().values()))
        count = self.rng.randint(game.least_players, game.most_players)
        self.did[-1] += f" {game.id} {count}"
        self.home()
        if self.app.begin(game.start([f"P{number}" for number in range(1, count + 1)])):
            self.app.visit(table_screen)
        self.window.step(3)

    def turn(self) -> None:
        """Another shape of the window."""
        from kivy.core.window import Window

        Window.size = self.rng.choice(SHAPES)
        self.window.step(5)

    def look(self) -> None:
        self.app.change(language=self.rng.choice(("de", "en")), theme=self.rng.choice(("light", "dark")))
        self.window.step(2)

    # --- what always holds --------------------------------------------------------------------------------------------

    def check(self) -> None:
        """No exception, something to touch, a position that play can reach."""
        self._let_errors_through()
        assert self._keys() or self.app.screen.busy or self._appears(), f"nothing can be touched: {self._story()}"
        if self.app.moment is not None:
            state = self.app.moment.state
            assert not state.faults(), f"{state.faults()}: {self._story()}"

    def home(self) -> None:
        """By going back, or where something has to be answered, by answering."""
        from companion.app.screens.home import HomeScreen

        for _ in range(30):
            sheet = self._sheet()
            if sheet is None and isinstance(self.app.screen, HomeScreen):
                return
            if sheet is not None and sheet.must_answer:
                self.tap()
            else:
                self.escape()
            self._let_errors_through()
        raise AssertionError(f"home is out of reach: {self._story()} {self.window.words()}")

    def retell(self) -> None:
        """What is kept of the game leads to where the game stands."""
        if self.app.table is None:
            return
        history = self.app._book.history
        states, events = history.states, history.events
        state = states[0]
        for event in events:
            state = state.apply(event.action)
        assert state == states[len(events)], self._story()

    def _appears(self) -> bool:
        """What is being made may need a few frames."""
        for _ in range(30):
            self.window.step()
            if self._keys():
                return True
        return False

    def _let_errors_through(self) -> None:
        if self.app.faults.seen:
            raise AssertionError(self._story()) from self.app.faults.seen[0]

    def _story(self) -> str:
        return f"on {type(self.app.screen).__name__} after {'; '.join(self.did)}"


@pytest.fixture(params=["none", "sim"])
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> Iterator[AppWindow]:
    with the_app(tmp_path, monkeypatch, camera=request.param, buzzer="none", sound=False) as opened:
        from kivy.core.window import Window

        before = tuple(Window.size)
        monkeypatch.setattr("companion.app.app.open_watching", _perfect_watching)
        opened.app.open_eyes = _perfect_eyes
        yield opened
        Window.size = before
        opened.wait(lambda: tuple(Window.size) == before, "the window keeps its shape")


def _perfect_watching(settings: Settings, kit: Kit) -> Watching | None:
    """A simulated table and an eye that is never wrong: the app is to be shaken, not the networks."""
    if settings.camera == "none":
        return None
    if settings.camera != "sim":
        raise SourceError(f"There is no camera {settings.camera}.")
    table = SimulatedTable(5, conditions=QUICK, numerals=has_numerals(kit.id))

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return table.truth()

    return Watching(table, perfect)


def _perfect_eyes(camera: str, profile: str = "", *, numerals: bool = False) -> Eyes:
    if camera != "sim":
        raise SourceError(f"There is no camera {camera}.")
    return Staged(live=True, numerals=numerals).eyes()


def test_a_monkey_breaks_nothing(window: AppWindow, request: pytest.FixtureRequest) -> None:
    monkey = Monkey(window, seed=len(request.node.name))
    for number in range(1, 1 + (MANY if request.config.getoption("--study") else FEW)):
        monkey.act()
        monkey.check()
        if number % GOES_HOME == 0:
            monkey.retell()
            monkey.home()


def test_what_a_table_that_was_left_still_tells_is_not_shown_at_the_next(window: AppWindow) -> None:
    from companion.app.screens.at_table import table_screen

    app = window.app
    for game_id in ("wuerfelhelden", "tintenherz"):
        app.home()
        assert app.begin(games()[game_id].start(["Mascha", "Phil"]))
        app.visit(table_screen)  # and no frame in between: all that the first table tells is still on its way
    window.wait(lambda: app.moment is not None)
    window.step(10)
    assert app.faults.seen == []
    assert app.moment.state.table.game.id == "tintenherz"
