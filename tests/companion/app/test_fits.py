"""Every screen in both languages at three sizes: nothing is cut off or hangs out, and all can be touched with a thumb.

Each screen is looked at in one of the six ways; in all of them with `--study`, which takes some minutes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.settings import Person
from companion.statistics.plays import play_of
from tests.companion.app.kept_games import keep_game, keep_pictured_game
from tests.companion.app.window import AppWindow, the_app

pytestmark = pytest.mark.xdist_group("kivy")
SIZES = [(1280, 800), (800, 1280), (1024, 600)]
SECTIONS = ("look", "sound", "camera", "buzzer", "house", "people", "data", "about")
LONG = "Wilhelmine von Hohenfels"
WAYS = (("de", SIZES[0]), ("de", SIZES[1]), ("de", SIZES[2]), ("en", SIZES[1]), ("en", SIZES[2]), ("en", SIZES[0]))
MOMENT, SETTLE = 10.0, 6
"""Seconds that a scene is waited for, as some are over soon; frames until everything has its place."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fits")
    with Journal.open(folder / "journal.db") as journal:
        journal._store._connection.execute("PRAGMA synchronous = OFF")
        keep_pictured_game(journal)
        keep_game(journal, "tintenherz")
        keep_game(journal, "zwerge", most=12)
    return folder


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def window(games: Path, monkeypatch: pytest.MonkeyPatch, request: Any) -> Iterator[AppWindow]:
    people = (Person("Iva", 0), Person(LONG, 1))
    with the_app(games, monkeypatch, people=people, theme="light", text=1.0) as opened, sized(opened, request.param):
        yield opened
        assert opened.app.faults.seen == []


@contextmanager
def sized(window: AppWindow, size: tuple[int, int]) -> Iterator[None]:
    """The window has this size for a while."""
    from kivy.core.window import Window

    before = tuple(Window.size)
    Window.size = size
    window.wait(lambda: tuple(Window.size) == size)
    yield
    Window.size = before
    window.wait(lambda: tuple(Window.size) == before)


def screens(window: AppWindow) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    from companion.app.screens.history import HistoryScreen
    from companion.app.screens.kept_game import KeptGameScreen
    from companion.app.screens.luck import LuckScreen
    from companion.app.screens.replay import Position, ReplayScreen
    from companion.app.screens.settings import SettingsPlace, SettingsScreen
    from companion.app.screens.statistics import Counted, StatisticsScreen

    journal = window.app.journal
    play = play_of(journal, journal.summary(1))
    assert play is not None
    yield "history", HistoryScreen
    yield "kept game", partial(KeptGameScreen, number=1)
    yield "unfinished game", partial(KeptGameScreen, number=3)
    yield "replay", partial(ReplayScreen, play=play, position=Position(2))
    yield "luck", partial(LuckScreen, play=play)
    yield "statistics", partial(StatisticsScreen, counted=Counted())
    yield "statistics of a game", partial(StatisticsScreen, counted=Counted(game="wuerfelhelden"))
    for section in SECTIONS:
        yield f"settings, {section}", partial(SettingsScreen, place=SettingsPlace(section))


@pytest.mark.parametrize("text", [1.0, 1.4], ids=["medium", "very large"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_nothing_is_cut_off(window: AppWindow, language: str, text: float) -> None:
    app = window.app
    app.change(language=language, text=text)
    window.step(2)
    problems: list[str] = []
    for name, screen in screens(window):
        app.visit(screen)
        window.wait(lambda: not app.screen.busy, f"{name} is never done")
        window.step(4)
        problems += [f"{name}: {problem}" for problem in cut_off(app.screen)]
        app.home()
        window.step(2)
    assert problems == []


# --- all scenes that pictures are taken of ----------------------------------------------------------------------------


@pytest.mark.parametrize("way", range(len(WAYS)), ids=[f"{lang}-{size[0]}x{size[1]}" for lang, size in WAYS])
def test_on_every_screen_all_is_seen_whole_and_large_enough_to_touch(
    way: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    from companion.app.pictures import SCENES

    language, size = WAYS[way]
    names = [
        name
        for place, name in enumerate(SCENES)
        if request.config.getoption("--study") or (place + way) % len(WAYS) == 0
    ]
    monkeypatch.setattr("companion.app.evening.PICTURED", 1)  # drawing them takes a while, and they are all alike
    problems: list[str] = []
    with the_app(tmp_path, monkeypatch, theme="light", text=1.0, sound=False) as opened, sized(opened, size):
        for name in names:
            visit(opened, name, language)
            problems += [f"{name}: {problem}" for problem in sorted({*cut_off_anywhere(), *too_small()})]
        opened.app.home()
        assert opened.app.faults.seen == []
    assert not problems, "\n".join(problems)


def visit(window: AppWindow, name: str, language: str) -> None:
    """A scene, once everything that belongs to it is on the screen."""
    from kivy.core.window import Window

    from companion.app.pictures import READY, SCENES

    app = window.app
    app.leave_table()
    for child in Window.children[:]:
        if child is not app.root:
            Window.remove_widget(child)
    app.settings = replace(app.settings, language=language, camera="none")
    app.home()
    app.journal._store._connection.execute("PRAGMA synchronous = OFF")
    SCENES[name](app)
    ready: Callable[[Any], bool] = READY.get(name, lambda app: True)

    end = time.monotonic() + MOMENT
    while (app.screen.busy or not ready(app)) and time.monotonic() < end:
        window.step()
    window.step(SETTLE)


def cut_off_anywhere() -> Iterator[str]:
    """On the screen, and on what lies over it."""
    from kivy.core.window import Window

    for layer in Window.children:
        yield from cut_off(layer)


def too_small() -> Iterator[str]:
    """What can be touched and is smaller than a finger, and what matters most and is not larger than the rest."""
    from kivy.core.window import Window
    from kivy.metrics import dp

    from companion.app.boards.forge.net import Net
    from companion.app.theme import PRIMARY, TOUCH
    from companion.app.widgets.button import PushButton

    for layer in Window.children:
        for widget in within(layer):
            if not touchable(widget):
                continue
            width, height = (widget._cell,) * 2 if isinstance(widget, Net) else widget.size
            foremost = isinstance(widget, PushButton) and widget.kind in ("primary", "accent")
            foremost = foremost and widget.size_hint_y is None  # the keys of a pad share the room there is
            least = dp(PRIMARY if foremost else TOUCH)
            if min(width, height) < least - 0.5:
                words = getattr(widget, "words", "")
                yield f"{type(widget).__name__} “{words}” is {width:.0f} × {height:.0f} and not {least:.0f}"


def touchable(widget: Any) -> bool:
    """Whether a touch does something there."""
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.textinput import TextInput

    from companion.app.blitz.buzzer import Buzzer
    from companion.app.blitz.dice import BlitzDie
    from companion.app.boards.forge.net import Net
    from companion.app.widgets.track import Track

    if isinstance(widget, BlitzDie):
        return False  # eight of them beside a picture of the camera are as large as they can be
    if isinstance(widget, ButtonBehavior):
        return getattr(widget, "on_tap", widget.on_release) is not None
    if isinstance(widget, Net):
        return widget.on_face is not None
    return isinstance(widget, TextInput | Track) or (isinstance(widget, Buzzer) and widget.live)


# --- what is wrong with a screen --------------------------------------------------------------------------------------


def cut_off(screen: Any) -> Iterator[str]:
    """What does not fit: words wider than their place, and things that hang out of the screen where nothing scrolls."""
    from kivy.core.window import Window
    from kivy.uix.label import Label

    for widget in within(screen):
        left, right, low, high = edges(widget)
        if widget.width > 1 and (left < -1 or right > Window.width + 1):
            yield f"{type(widget).__name__} hangs out: {left:.0f} to {right:.0f}"
        if widget.height > 1 and (low < -1 or high > Window.height + 1) and not scrolled(widget):
            yield f"{type(widget).__name__} hangs out: from {low:.0f} up to {high:.0f}"
        if isinstance(widget, Label) and widget.text and widget.opacity:
            if widget.texture_size[0] > widget.width + 1 or widget.texture_size[1] > widget.height + 1:
                yield f"“{widget.text}” needs {widget.texture_size} and has {widget.size}"
            if broken_word(widget):
                yield f"“{widget.text}” has a word wider than its place"


def edges(widget: Any) -> tuple[float, float, float, float]:
    """Left, right, lower and upper edge in the window, also of what is turned around."""
    corners = [widget.to_window(x, y) for x in (widget.x, widget.right) for y in (widget.y, widget.top)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def scrolled(widget: Any) -> bool:
    """Whether it can be scrolled into sight."""
    from kivy.uix.scrollview import ScrollView

    above = widget.parent
    while above is not None and above is not above.parent:
        if isinstance(above, ScrollView):
            return True
        above = above.parent
    return False


def broken_word(label: Any) -> bool:
    """Kivy breaks a word that is too long for its line in the middle."""
    if getattr(label, "text_size", (None,))[0] is None or label.shorten or label.text.startswith("/"):
        return False
    longest = max(label.text.split(), key=len, default="")
    return bool(label._label.get_extents(longest)[0] > label.width + 1)


def within(widget: Any) -> Iterator[Any]:
    yield widget
    for child in widget.children:
        yield from within(child)
