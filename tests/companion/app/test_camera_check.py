"""The camera check before a new game, in a real window: what is seen, what is chosen, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.finding import Eyes
from companion.games import game
from companion.opening import open_eyes
from companion.settings import load_settings
from tests.companion.app.window import AppWindow, the_app
from tests.companion.perfect_eyes import Staged

pytestmark = pytest.mark.xdist_group("kivy")


class Check(AppWindow):
    """The screen of a new game, with staged tables as cameras."""

    def __init__(self, window: AppWindow) -> None:
        super().__init__(window.app)
        self.tables: dict[str, Staged] = {}
        self.app.open_eyes = self._eyes

    def _eyes(self, camera: str, profile: str = "", *, numerals: bool = False) -> Eyes:
        table = self.tables[camera] = Staged(live=True)
        table.lay(("red", "1", -40, 0), ("red", "2", 40, 0))
        return table.eyes()

    def begin(self) -> None:
        from companion.app.screens.new_game import NewGameScreen

        self.app.settings = self.app.settings.played("tintenherz", ("Mascha", "Phil"))
        self.app.visit(partial(NewGameScreen, game=game("tintenherz")))


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Check]:
    with the_app(tmp_path, monkeypatch, camera="0") as window:
        check = Check(window)
        yield check
        assert check.app.faults.seen == []


def test_the_dice_before_the_camera_are_counted(check: Check) -> None:
    check.begin()
    check.wait(lambda: "2 dice seen" in check.words())
    check.tables["0"].lay()
    check.wait(lambda: "No dice seen. Lay some down to try it." in check.words())
    check.tables["0"].lay(("red", "1", 0, 0))
    check.wait(lambda: "1 die seen" in check.words())


def test_leaving_lets_go_of_the_camera(check: Check) -> None:
    check.begin()
    check.wait(lambda: "2 dice seen" in check.words())
    check.app.back()
    check.wait(lambda: check.tables["0"].closed)


def test_another_way_to_see_the_dice_is_chosen_and_kept(check: Check, tmp_path: Path) -> None:
    check.begin()
    check.wait(lambda: "2 dice seen" in check.words())
    check.press("By hand")
    assert check.tables["0"].closed
    assert "No camera: you tap in what the dice show." in check.words()
    assert load_settings(tmp_path / "settings.json").camera == "none"
    check.press("Simulated table")
    check.wait(lambda: "2 dice seen" in check.words())
    assert list(check.tables) == ["0", "sim"]


def test_a_camera_that_is_not_there_is_told_and_the_game_can_begin_all_the_same(check: Check) -> None:
    from companion.app.screens.table import TableScreen

    check.app.open_eyes = open_eyes
    check.app.settings = replace(check.app.settings, camera="73")
    check.begin()
    check.wait(lambda: any(words.startswith("Camera 73 does not answer") for words in check.words()))
    assert "Without a picture, dice can be tapped in." in check.words()
    check.press("By hand")
    check.press("To the table")
    assert isinstance(check.app.screen, TableScreen)


def test_a_live_picture_that_is_taken_off_the_screen_closes_its_camera(check: Check) -> None:
    from companion.app.widgets.live_picture import LivePicture, Sees

    seen: list[Sees] = []
    table = Staged(live=True)
    picture = LivePicture(check.app.ui, "0", seen.append, eyes=lambda name: table.eyes())
    check.app.root_layout.add_widget(picture)
    check.wait(lambda: seen and seen[-1].image is not None)
    check.wait(lambda: picture._shown)
    check.app.root_layout.remove_widget(picture)
    check.wait(lambda: table.closed, "nobody closed it, and it did not close itself")


def test_what_the_camera_does_not_hold_still_is_said(check: Check) -> None:
    check.begin()
    check.wait(lambda: "2 dice seen" in check.words())
    assert not any("held" in words for words in check.words())
    check.tables["0"].settings = {"exposure": False, "white balance": True, "focus": True}  # type: ignore[attr-defined]
    check.wait(lambda: "The camera does not let its exposure be held; keep the light even." in check.words())
    check.press("By hand")
    assert not any("exposure" in words for words in check.words())
