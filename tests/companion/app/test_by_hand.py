"""Dice tapped in though a camera looks on: it is gone for a while, or did not see a throw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.companion.app.playing import enter, sit_down
from tests.companion.app.window import AppWindow, the_app
from tests.companion.perfect_eyes import Staged

pytestmark = pytest.mark.xdist_group("kivy")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[AppWindow, Staged]]:
    from companion.settings import Person
    from companion.sight import Watching
    from vision.reading import Reading

    people = (Person("Mascha"), Person("Phil", 1))
    last = {"wuerfelhelden": ("Mascha", "Phil"), "dice_forge": ("Mascha", "Phil"), "wuerfelblitz": ("Mascha", "Phil")}
    with the_app(tmp_path, monkeypatch, people=people, last=last, buzzer="none") as window:
        source = Staged(live=True)

        def eye(image: Any, likely: Any) -> Reading:
            return source.table.truth()

        window.app.posed_watching = lambda settings, kit: Watching(source, eye)
        yield window, source
        assert window.app.faults.seen == []


def begin(window: AppWindow, game_id: str) -> Any:
    from companion.games import game

    state = game(game_id).start(["Mascha", "Phil"])
    if game_id == "wuerfelhelden":
        sit_down(window, state)
    else:
        from companion.app.posed_games import at_the_table
        from companion.app.posed_tables import all_dice_are_thrown

        at_the_table(game_id, 40, players=2, camera="sim", until=all_dice_are_thrown)(window.app)
    window.wait(lambda: window.app.moment is not None and window.app.moment.watched)
    return state


def test_what_the_camera_did_not_see_is_entered_by_hand(table: tuple[AppWindow, Staged]) -> None:
    from companion.app.table.hand_entry import HandEntry
    from companion.rules import Die, Roll

    window, _ = table
    state = begin(window, "wuerfelhelden")
    assert not any(window.widgets(HandEntry))
    window.press("Enter the dice by hand")
    roll = Roll(0, (Die("white", "sword-3"), Die("white", "coin"), Die("white", "coin")))
    enter(window, state.expects().throws[0], roll)
    window.wait(lambda: window.app.moment.moves == 1)
    window.step(2)
    assert not any(window.widgets(HandEntry))  # the next throw is watched again
    assert "Enter the dice by hand" in window.words()


@pytest.mark.parametrize("game_id", ["wuerfelhelden", "wuerfelblitz"])
def test_while_the_camera_is_gone_dice_are_tapped_in(game_id: str, table: tuple[AppWindow, Staged]) -> None:
    from companion.app.table.hand_entry import HandEntry
    from vision.frames import Trouble

    window, source = table
    begin(window, game_id)
    source.trouble = Trouble("gone", "0")
    if game_id == "wuerfelblitz":
        window.press("Enter the dice first")
    window.one(HandEntry)
    assert "Camera 0 does not answer. Until it is back, enter the dice by hand." in window.words()
    source.trouble = None
    if game_id != "wuerfelblitz":  # there somebody wished it
        window.wait(lambda: not any(window.widgets(HandEntry)))
    window.wait(lambda: window.app.moment.watched)
    window.step(2)
    assert not any("does not answer" in words for words in window.words())


@pytest.mark.parametrize("game_id", ["dice_forge", "wuerfelblitz"])
def test_every_table_screen_offers_it(game_id: str, table: tuple[AppWindow, Staged]) -> None:
    window, _ = table
    begin(window, game_id)
    window.press("Enter the dice by hand")
    window.wait(lambda: "Enter the dice by hand" not in window.words())
    if game_id == "dice_forge":
        assert any("Tap the face" in words for words in window.words())
