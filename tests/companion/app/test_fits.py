"""Every screen of history and settings in both languages at three sizes: nothing is cut off, nothing hangs out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    with the_app(games, monkeypatch, people=people, theme="light", text=1.0) as opened:
        from kivy.core.window import Window

        before = tuple(Window.size)
        Window.size = request.param
        opened.wait(lambda: tuple(Window.size) == request.param)
        yield opened
        Window.size = before
        opened.wait(lambda: tuple(Window.size) == before)
        assert opened.app.faults.seen == []


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


def cut_off(screen: Any) -> Iterator[str]:
    """What does not fit: words wider than their place, and things that hang out of the screen to the side."""
    from kivy.core.window import Window
    from kivy.uix.label import Label

    for widget in within(screen):
        left = widget.to_window(widget.x, widget.y)[0]
        if widget.width > 1 and (left < -1 or left + widget.width > Window.width + 1):
            yield f"{type(widget).__name__} hangs out: {left:.0f} to {left + widget.width:.0f}"
        if isinstance(widget, Label) and widget.text and widget.opacity:
            if widget.texture_size[0] > widget.width + 1 or widget.texture_size[1] > widget.height + 1:
                yield f"“{widget.text}” needs {widget.texture_size} and has {widget.size}"
            if broken_word(widget):
                yield f"“{widget.text}” has a word wider than its place"


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
