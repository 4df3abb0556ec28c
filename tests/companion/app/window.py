"""The app in a real window, driven by real touches. Kivy opens one window a process, so these tests share it.

Mark them `@pytest.mark.xdist_group("kivy")`. Where there is no screen, Xvfb gives one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

SIZE = (1280, 800)
HOLD = 0.07
"""Seconds a finger rests: a shorter touch inside something that scrolls would be taken for the start of a swipe."""
PICK_UP = 0.35
"""Seconds after which what scrolls lets go of a finger, and what lies below it can be dragged."""
PATIENCE = 60.0
"""Seconds until something counts as not happening; a machine may be slow and busy."""
BREATH = 0.001
"""Seconds between two looks at what is waited for: the table works in a thread of its own and needs its time too."""
DRAWN_EVERY = 1.0

W = TypeVar("W")


class AppWindow:
    """The running app, and a finger."""

    def __init__(self, app: Any) -> None:
        self.app = app

    def step(self, frames: int = 1) -> None:
        from kivy.base import EventLoop

        for _ in range(frames):
            EventLoop.idle()

    def wait(self, until: Callable[[], object], why: str = "nothing happened") -> None:
        """Let the app run until something is true."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, why
            self.step()
            time.sleep(BREATH)

    def widgets(self, kind: type[W]) -> Iterator[W]:
        """Those of a kind that can be touched now, in the order in which they were made; a sheet hides the rest."""
        from kivy.core.window import Window

        yield from (widget for widget in _within(Window.children[0]) if isinstance(widget, kind))

    def one(self, kind: type[W], fits: Callable[[W], object] = lambda widget: True) -> W:
        """The first widget of a kind that fits, waited for as people wait for it."""
        end = time.monotonic() + PATIENCE
        while (found := next((widget for widget in self.widgets(kind) if fits(widget)), None)) is None:
            assert time.monotonic() < end, f"there is no such {kind.__name__}; there is {self.words()}"
            self.step()
        return found

    def words(self) -> list[str]:
        """What stands on the screen."""
        from kivy.uix.label import Label

        return [label.text.replace("\N{NO-BREAK SPACE}", " ") for label in self.widgets(Label) if label.text]

    def tap(self, widget: Any) -> None:
        """Touch the middle of a widget, scrolled to if need be."""
        from kivy.tests.common import UnitTestTouch

        self._bring_into_view(widget)
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        self.hold()
        touch.touch_up()
        self.step(2)

    def hold(self, seconds: float = HOLD) -> None:
        """A finger rests, also where frames take long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.step()
        self.step(2)

    def press(self, words: str) -> None:
        """Touch the button on which these words stand."""
        from companion.app.widgets.button import PushButton

        self.tap(self.one(PushButton, lambda button: button.words == words))

    def press_sign(self, name: str) -> None:
        """Touch the button with this sign."""
        from companion.app.icons import GLYPHS
        from companion.app.widgets.button import PushButton
        from companion.app.widgets.words import Icon

        def has_sign(button: Any) -> bool:
            return any(isinstance(child, Icon) and child.text == GLYPHS[name] for child in button.children)

        self.tap(self.one(PushButton, has_sign))

    def _bring_into_view(self, widget: Any) -> None:
        from kivy.uix.scrollview import ScrollView

        self._settle(widget)
        above = widget.parent
        while above is not None and above is not above.parent:
            if isinstance(above, ScrollView):
                above.scroll_to(widget, padding=12, animate=False)
            above = above.parent
        self._settle(widget)

    def _settle(self, widget: Any) -> None:
        """Wait until a widget has found its place."""
        before, still = None, 0
        while still < 3:
            self.step()
            place = (*widget.to_window(*widget.pos), *widget.size)
            before, still = place, still + 1 if place == before else 0


def _within(widget: Any) -> Iterator[Any]:
    yield widget
    for child in reversed(widget.children):
        yield from _within(child)


@contextmanager
def the_app(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> Iterator[AppWindow]:
    """The app with a data folder of its own, dice entered by hand unless `settings` say otherwise."""
    monkeypatch.setenv("WUERFELAUGE_DATA", str(folder))
    _open_window()
    from kivy.base import EventLoop, runTouchApp
    from kivy.core.window import Window

    from companion.app.app import WuerfelaugeApp

    _draw_seldom(Window)
    app = WuerfelaugeApp(language="en")
    app.settings = replace(app.settings, **{"camera": "none", "language": "en", **settings})
    app._run_prepare()
    if EventLoop.status != "started":
        runTouchApp(embedded=True)
    window = AppWindow(app)
    window.step(3)
    try:
        yield window
    finally:
        app.dispatch("on_stop")
        for child in Window.children[:]:
            Window.remove_widget(child)


def _draw_seldom(window: Any) -> None:
    """Drawing takes most of the time where there is no graphics card, and nobody looks."""
    draw, flip = type(window).on_draw, type(window).on_flip
    last = [0.0, 0.0]  # when it was drawn last, and when that was shown

    def on_draw() -> None:
        if time.monotonic() - last[0] > DRAWN_EVERY:
            draw(window)
            last[0] = time.monotonic()

    def on_flip() -> None:
        if last[1] != last[0]:
            flip(window)
            last[1] = last[0]

    window.on_draw, window.on_flip = on_draw, on_flip


def a_screen() -> None:
    """A screen if there is none."""
    if not os.environ.get("DISPLAY"):
        if shutil.which("Xvfb") is None:
            pytest.skip("there is no screen, and no Xvfb to give one")
        os.environ["DISPLAY"] = _xvfb()


def _open_window() -> None:
    """Kivy set up as the app does it but as fast as it can draw."""
    a_screen()
    os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="wuerfelauge-kivy-"))
    from companion.app.start import prepare

    prepare(*SIZE)
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")


def _xvfb() -> str:
    """A screen of our own, for as long as this process lives."""
    reading, writing = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
    screen = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    import atexit

    atexit.register(screen.terminate)
    return f":{number}"
