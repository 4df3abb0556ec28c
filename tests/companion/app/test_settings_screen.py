"""Settings under real fingers: what is touched counts at once, is kept, and leaves the game alone."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.calls import HouseRules
from companion.games import game
from companion.rules import Event
from companion.settings import Person
from hardware.ports import PortInfo
from tests.companion.app.window import AppWindow, the_app
from tests.companion.journal.tables import FIRST, SECOND
from vision.camera_list import CameraInfo
from vision.frames import Frame, Trouble

pytestmark = pytest.mark.xdist_group("kivy")
PEOPLE = (Person("Iva", 0), Person("Phil", 1))


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppWindow]:
    """The app with two people who are known, and no device of this machine in sight."""
    monkeypatch.setattr("companion.app.settings.camera.cameras", lambda: [CameraInfo(0, "Webcam")])
    monkeypatch.setattr("companion.app.settings.buzzer.ports", lambda: [PortInfo("COM7", "Buzzer", usb=True)])
    with the_app(tmp_path, monkeypatch, people=PEOPLE, theme="light") as opened:
        yield opened
        assert opened.app.faults.seen == []


def settings(window: AppWindow, section: str = "Language and look") -> None:
    """From home or the table into a section of the settings."""
    icon(window, "settings")
    window.press(section)
    calm(window)


def icon(window: AppWindow, name: str, which: int = 0) -> None:
    from companion.app.icons import GLYPHS
    from companion.app.widgets.button import PushButton
    from companion.app.widgets.words import Icon

    def has_sign(button: Any) -> bool:
        signs = [child for child in button.children if isinstance(child, Icon)]
        return any(sign.text == GLYPHS[name] for sign in signs) and (name == "settings" or not button.words)

    window.tap([button for button in window.widgets(PushButton) if has_sign(button)][which])


def choose(window: AppWindow, words: str) -> None:
    from companion.app.widgets.words import Words

    window.tap(window.one(Words, lambda label: label.text == words))
    window.step(2)


def calm(window: AppWindow) -> None:
    window.step(2)
    window.wait(lambda: not window.app.screen.worker.busy)
    window.step(2)


def kept(folder: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((folder / "settings.json").read_text(encoding="utf-8"))
    return data


def sit_down(window: AppWindow) -> Any:
    """A game of Würfelhelden after its first two throws."""
    from companion.app.screens.table import TableScreen

    app = window.app
    app.begin(game("wuerfelhelden").start(["Iva", "Phil"]))
    app.visit(TableScreen)
    app.table.tell(FIRST)
    app.table.tell(SECOND)
    window.wait(lambda: app.moment is not None and app.moment.moves == 2)
    return app.table


def test_language_and_theme_are_switched_in_mid_game_and_the_game_goes_on(window: AppWindow) -> None:
    app = window.app
    table = sit_down(window)
    state = app.moment.state
    icon(window, "settings")
    window.press("Dark")
    window.step(3)
    assert app.mood == "dark"
    window.press("Deutsch")
    window.step(3)
    assert app.language == "de"
    icon(window, "back")
    window.step(3)
    assert app.table is table, "the table was not even left"
    assert app.moment.state == state
    assert app.ui.words(state.table.game.name) == "Würfelhelden"
    assert "Würfelhelden" in window.words()
    table.undo()
    window.wait(lambda: app.moment.moves == 1)
    table.tell(SECOND)
    window.wait(lambda: app.moment.state == state)


def test_a_setting_survives_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with the_app(tmp_path, monkeypatch, theme="light") as window:
        settings(window)
        window.press("Dark")
        window.step(3)
        window.press("Very large")
        window.step(3)
        window.press("Sound")
        choose(window, "Sounds")
    monkeypatch.setattr("tests.companion.app.window.replace", lambda settings, **_: settings)
    with the_app(tmp_path, monkeypatch) as window:
        assert window.app.mood == "dark"
        assert window.app.ui.look.scale == 1.4
        assert window.app.settings.sound is False


def test_the_section_stays_open_when_the_screen_is_made_anew(window: AppWindow) -> None:
    settings(window)
    window.press("Large")
    window.step(3)
    assert window.app.settings.text == 1.2
    assert "Size of the text" in window.words()
    before = window.app.screen
    window.press("Large")
    window.step(3)
    assert window.app.screen is before, "what changes nothing makes nothing anew"


def test_where_settings_cannot_be_written_it_is_said_and_they_hold_all_the_same(
    window: AppWindow, tmp_path: Path
) -> None:
    (tmp_path / "settings.json").unlink(missing_ok=True)
    (tmp_path / "settings.json").mkdir()  # what is written beside its place cannot be put there
    settings(window)
    window.press("Dark")
    window.step(3)
    assert any("cannot be written here" in text for text in window.words())
    icon(window, "close")
    window.step(3)
    assert window.app.mood == "dark"
    assert any("cannot be written here" in text for text in window.words()), "it still stands there"
    window.press("Light")
    window.step(3)
    assert "Language" in window.words(), "it is not said over the screen again and again"
    assert window.app.mood == "light"


def test_house_rules_are_kept(window: AppWindow, tmp_path: Path) -> None:
    settings(window, "House rules")
    choose(window, "Whoever presses and names no number sits out the round")
    assert window.app.settings.house.silent_sits_out is True
    icon(window, "plus")
    icon(window, "plus")
    assert window.app.settings.house.seconds_to_call == 7
    icon(window, "minus", 1)
    assert window.app.settings.house.seconds_to_solve == 110
    assert kept(tmp_path)["house"]["seconds_to_call"] == 7
    window.press("As usual")
    assert window.app.settings.house == HouseRules()


def test_people_are_renamed_recoloured_and_forgotten(window: AppWindow, tmp_path: Path) -> None:
    from companion.app.settings.people import Swatch
    from companion.app.widgets.field import Line

    settings(window, "People")
    icon(window, "edit")
    window.one(Line).text = "Phil"
    window.press("Done")
    assert "Somebody is called Phil already." in window.words()
    window.one(Line).text = "Ivana"
    window.tap(window.one(Swatch, lambda swatch: swatch.colour == 4))
    window.press("Done")
    assert window.app.settings.people == (Person("Ivana", 4), Person("Phil", 1))
    assert "Ivana" in window.words()
    icon(window, "delete", 1)
    assert "Forget Phil?" in window.words()
    window.press("Forget")
    assert window.app.settings.people == (Person("Ivana", 4),)
    assert kept(tmp_path)["people"] == [{"name": "Ivana", "colour": 4}]


def test_a_buzzer_is_chosen_from_those_that_are_there(window: AppWindow) -> None:
    from companion.app.widgets.field import Line

    settings(window, "Buzzer")
    choose(window, "COM7")
    assert window.app.settings.buzzer == "COM7"
    choose(window, "None")
    assert window.app.settings.buzzer == "none"
    window.one(Line).text = "socket://localhost:7777"
    icon(window, "check")
    assert window.app.settings.buzzer == "socket://localhost:7777"
    assert "socket://localhost:7777" in window.words()


class SlowCamera:
    """A camera that takes its time to be opened and then shows one colour."""

    live, ended = True, False
    trouble: Trouble | None = None

    def __init__(self, opened: threading.Event) -> None:
        assert opened.wait(20)
        self.closed = threading.Event()
        self._number = 0

    def next_frame(self, timeout: float = 1.0) -> Frame:
        self._number += 1
        return Frame(np.full((720, 1280, 3), 128, np.uint8), 0.1 * self._number, self._number)

    def close(self) -> None:
        self.closed.set()


def test_a_slow_camera_is_checked_without_making_anybody_wait(
    window: AppWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, made = threading.Event(), list[SlowCamera]()

    def open_slowly(name: str) -> SlowCamera:
        made.append(SlowCamera(opened))
        return made[-1]

    monkeypatch.setattr("companion.app.widgets.camera_picture.open_source", open_slowly)
    settings(window, "Camera")
    choose(window, "Camera 0")
    assert window.app.settings.camera == "0"
    assert "Looking …" in window.words(), "the screen answers while the camera is being opened"
    opened.set()
    window.wait(lambda: "1280 × 720 pixels" in window.words())
    window.press("About")
    window.wait(made[0].closed.is_set, "the camera was not let go")


def test_a_camera_that_is_none_is_said(window: AppWindow) -> None:
    from companion.app.widgets.field import Line

    settings(window, "Camera")
    window.one(Line).text = "the blue one"
    icon(window, "check")
    window.wait(lambda: any("is no camera number" in text for text in window.words()))
    choose(window, "By hand")
    assert "No camera is used." in window.words()


def test_another_camera_in_mid_game_and_the_game_is_the_same(
    window: AppWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("companion.app.app.open_watching", lambda settings, kit: asked.append(settings.camera))
    app = window.app
    table = sit_down(window)
    state = app.moment.state
    settings(window, "Camera")
    app.change(camera="7")
    icon(window, "back")
    window.wait(lambda: asked[-1:] == ["7"])
    assert app.table is not table
    assert app.table.moment.state == state


def test_whether_pictures_are_kept_counts_at_once(window: AppWindow, tmp_path: Path) -> None:
    app = window.app
    picture = np.zeros((72, 128, 3), np.uint8)
    sitting = app.journal.begin(game("wuerfelhelden").start(["Iva", "Phil"]))
    settings(window, "Data")
    choose(window, "Keep a picture of each throw")
    assert app.settings.pictures is False
    sitting.add(Event(FIRST), picture)
    assert sitting.picture(0) is None
    choose(window, "Keep a picture of each throw")
    sitting.add(Event(SECOND), picture)
    assert sitting.picture(1) is not None


def test_the_data_section_says_where_everything_lies(window: AppWindow, tmp_path: Path) -> None:
    settings(window, "Data")
    assert str(tmp_path) in window.words()
    assert "In all" in window.words()
