"""Calibrating in a real window, by real touches, from rendered views of the mat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.mat import mat
from calibration.shelf import Shelf
from calibration.views import Scene, lens_over, picture
from companion.settings import load_settings
from tests.companion.app.window import AppWindow, the_app

pytestmark = pytest.mark.xdist_group("kivy")


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("view")
    lens = lens_over(mat("a4"), steepness=60, fills=0.62)
    cv2.imwrite(str(folder / "mat.png"), picture("a4", lens, Scene(light=(1.2, 1.0, 0.7), white=0.6)))
    return folder


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppWindow]:
    with the_app(tmp_path, monkeypatch) as window:
        yield window
        assert window.app.faults.seen == []


def begin(window: AppWindow, camera: Path | str) -> None:
    """From home to calibrating, with a camera that was chosen before."""
    from companion.app.screens.teach import TeachScreen

    window.app.settings = replace(window.app.settings, camera=str(camera))
    window.app.visit(TeachScreen)
    window.press("Calibrate")


def test_the_mat_is_looked_at_measured_named_kept_and_used(window: AppWindow, view: Path, tmp_path: Path) -> None:
    from companion.app.screens.calibrate import CalibrateScreen
    from companion.app.screens.calibrate_result import ProfileScreen
    from companion.app.widgets.field import Line

    begin(window, view)
    window.press("Look for the mat")
    window.wait(lambda: isinstance(window.app.screen, ProfileScreen), "nothing was measured")
    assert any(words.startswith("Very good: a die is placed to within 0.") for words in window.words())
    line = window.one(Line)
    line.text = "Küche/1"
    window.press("Keep and use it")
    window.wait(lambda: any("is no name for a profile" in words for words in window.words()))
    line.text = "Küche"
    window.press("Keep and use it")
    window.wait(lambda: isinstance(window.app.screen, CalibrateScreen), "it was not kept")
    kept = Shelf(tmp_path / "profiles").load("Küche")
    assert kept.quality.markers == 6
    settings = load_settings(tmp_path / "settings.json")
    assert (settings.profile, settings.camera) == ("Küche", str(view))
    window.wait(lambda: "Küche" in window.words(), "the profile is not on the list")
    window.press("Leave out")
    window.wait(lambda: load_settings(tmp_path / "settings.json").profile == "")
    window.press("Use it")
    window.wait(lambda: load_settings(tmp_path / "settings.json").profile == "Küche")


def test_a_mat_shown_on_a_screen_says_nothing_of_colours(window: AppWindow, view: Path) -> None:
    from companion.app.screens.calibrate_result import ProfileScreen

    begin(window, view)
    window.press("A screen")
    window.press("Look for the mat")
    window.wait(lambda: isinstance(window.app.screen, ProfileScreen), "nothing was measured")
    assert any("colours could not be measured" in words for words in window.words())


def test_no_mat_is_told_and_leaving_lets_go(window: AppWindow, tmp_path: Path) -> None:
    from companion.app.screens.calibrate import CalibrateScreen

    bare = tmp_path / "bare"
    bare.mkdir()
    cv2.imwrite(str(bare / "table.png"), np.full((480, 640, 3), 80, np.uint8))
    begin(window, bare)
    window.press("Look for the mat")
    window.wait(lambda: "Lay the mat where the camera sees all of it." in window.words())
    assert "0 of 6 black squares" in window.words()
    window.app.back()
    assert isinstance(window.app.screen, CalibrateScreen)


def test_a_camera_that_is_not_there_gives_a_sentence_and_one_can_go_back(window: AppWindow) -> None:
    from companion.app.screens.calibrate import CalibrateScreen

    begin(window, "73")
    window.press("Look for the mat")
    window.wait(lambda: any(words.startswith("Camera 73 does not answer") for words in window.words()))
    window.app.back()
    assert isinstance(window.app.screen, CalibrateScreen)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_mat_is_saved_to_be_printed_and_where_is_told(window: AppWindow, tmp_path: Path, paper: str) -> None:
    begin(window, "0")
    if paper != "A4":
        window.press(paper)
    window.press("Save as PDF")
    path = tmp_path / "exports" / f"mat-{paper.lower()}.pdf"
    window.wait(lambda: any(str(path) in words for words in window.words()))
    content = path.read_bytes()
    assert content.startswith(b"%PDF-")
    assert b"under Calibrate" in content


def test_the_mat_is_shown_full_screen_and_a_touch_takes_it_away(window: AppWindow) -> None:
    from kivy.core.window import Window

    from companion.app.calibrating.mat_panel import FullScreenMat

    begin(window, "0")
    window.press("Show it here")
    window.wait(lambda: isinstance(Window.children[0], FullScreenMat), "the mat did not come")
    window.step(3)
    shown = Window.children[0]
    assert shown.size == [*map(float, Window.size)] or tuple(shown.size) == tuple(Window.size)
    window.tap(shown)
    window.wait(lambda: shown.parent is None)


def test_a_profile_is_forgotten(window: AppWindow, view: Path, tmp_path: Path) -> None:
    from companion.app.icons import GLYPHS
    from companion.app.screens.calibrate_result import ProfileScreen
    from companion.app.widgets.button import PushButton
    from companion.app.widgets.words import Icon

    begin(window, view)
    window.press("Look for the mat")
    window.wait(lambda: isinstance(window.app.screen, ProfileScreen), "nothing was measured")
    window.press("Keep and use it")
    window.wait(lambda: "Our table" in window.words() and "Leave out" in window.words())
    delete = window.one(
        PushButton, lambda b: any(isinstance(c, Icon) and c.text == GLYPHS["delete"] for c in b.children)
    )
    window.tap(delete)
    window.press("Forget it")
    window.wait(lambda: "There is no profile yet; everything works without one." in window.words())
    assert Shelf(tmp_path / "profiles").names() == []
    assert load_settings(tmp_path / "settings.json").profile == ""
