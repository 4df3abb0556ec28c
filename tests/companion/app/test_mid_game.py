"""What happens in the middle of a game before a camera: a wrong reading, a question, an undo, a cable pulled out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import game
from companion.rules import Die, Roll
from companion.settings import Settings
from tests.companion.app.playing import enter, sit_down
from tests.companion.app.watching import PATIENT, Camera, WatchedGame, pick, set_up
from tests.companion.app.window import AppWindow, the_app
from vision.frames import Trouble

pytestmark = pytest.mark.xdist_group("kivy")
NAMES = ("Mascha", "Phil")
COIN, ONE, TWO, THREE = (Die("white", face) for face in ("coin", "sword-1", "sword-2", "sword-3"))
MASCHA, PHIL = Roll(0, (THREE, COIN, COIN)), Roll(1, (TWO, COIN, COIN))


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WatchedGame]:
    """Würfelhelden, about to be begun: two throw three white dice each."""
    played = Settings().played("wuerfelhelden", NAMES)
    camera = Camera(still=PATIENT)
    known = {"people": played.people, "last": played.last}
    with the_app(tmp_path, monkeypatch, camera="0", buzzer="none", sound=False, **known) as window:
        set_up(window, camera)
        state = game("wuerfelhelden").start(NAMES)
        sit_down(window, state)
        yield WatchedGame(window, camera, state)
        assert window.app.faults.seen == []


def bid(table: WatchedGame) -> list[Die]:
    """The dice of the last throw for the start that counts."""
    return sorted(table.app.moment.state.bids[-1].dice)


def die_to_tap(window: AppWindow, die: Die) -> Any:
    """A die on the screen that does something when it is touched."""
    from companion.app.widgets.dice import DiePicture

    return window.one(DiePicture, lambda drawn: (drawn.body, drawn.face) == die and drawn.on_tap)


# --- read wrongly, and asked ------------------------------------------------------------------------------------------


def test_a_die_that_was_read_wrongly_is_put_right_by_tapping_it(table: WatchedGame) -> None:
    window, app = table.window, table.app
    table.camera.takes(THREE, ONE.face)
    table.lay(MASCHA)
    table.window.wait(lambda: app.moment.moves == 1, "the throw is not told")
    assert bid(table) == [COIN, COIN, ONE]
    window.tap(die_to_tap(window, ONE))
    pick(window, THREE)
    window.wait(lambda: bid(table) == [COIN, COIN, THREE], "it was not put right")
    assert app.moment.moves == 1
    assert "Mascha throws 3 swords for the start." in window.words()
    (event,) = app.archive().past(1).history.events
    assert event.corrected
    table.rest()  # the camera still takes that die for another one, and nobody is asked about it
    assert (app.moment.moves, app.moment.question) == (1, None)
    table.go_on()
    table.throw(PHIL)


def test_one_tap_on_yes_and_the_doubtful_throw_counts(table: WatchedGame) -> None:
    table.camera.doubts(THREE)
    table.lay(MASCHA)
    table.window.wait(lambda: table.app.moment.question, "nobody is asked")
    assert table.app.moment.moves == 0
    table.window.press("Yes, that is right")
    table.window.wait(lambda: table.app.moment.moves == 1, "the answer does not count")
    assert table.app.moment.question is None
    assert bid(table) == [COIN, COIN, THREE]


def test_a_die_in_doubt_is_tapped_and_named(table: WatchedGame) -> None:
    table.camera.doubts(THREE)
    table.lay(MASCHA)
    table.window.wait(lambda: table.app.moment.question, "nobody is asked")
    table.window.tap(die_to_tap(table.window, THREE))
    pick(table.window, TWO)
    table.window.wait(lambda: table.app.moment.moves == 1, "the answer does not count")
    assert bid(table) == [COIN, COIN, TWO]


def test_a_doubtful_throw_is_made_again(table: WatchedGame) -> None:
    table.camera.doubts(THREE)
    table.lay(MASCHA)
    table.window.wait(lambda: table.app.moment.question, "nobody is asked")
    table.window.press("Throw again")
    table.window.wait(lambda: table.app.moment.question is None, "it is asked for ever")
    assert table.app.moment.moves == 0
    table.throw(Roll(0, (TWO, TWO, COIN)))


# --- taken back -------------------------------------------------------------------------------------------------------


def test_what_is_taken_back_is_thrown_again_and_counts_once(table: WatchedGame) -> None:
    window, app = table.window, table.app
    before = table.state
    table.throw(MASCHA)
    window.press_sign("undo")
    window.wait(lambda: app.moment.moves == 0, "nothing was taken back")
    assert app.moment.state == before
    table.camera.look_again()
    table.rest()  # the dice that still lie there are no throw
    assert (app.moment.moves, app.moment.question) == (0, None)
    table.go_on()
    table.throw(Roll(0, (TWO, TWO, COIN)))
    table.throw(PHIL)
    assert [event.action.player for event in app.archive().past(1).history.events] == [0, 1]


# --- the camera -------------------------------------------------------------------------------------------------------


def test_a_camera_that_was_lost_is_found_again_and_nothing_counts_twice(table: WatchedGame) -> None:
    """The dice of a throw that nobody saw are tapped in, and lie there when the camera is back."""
    from companion.app.table.hand_entry import HandEntry

    window, app, camera = table.window, table.app, table.camera
    table.throw(MASCHA)
    camera.trouble = Trouble("gone", "0")
    window.one(HandEntry)
    assert "Camera 0 does not answer. Until it is back, enter the dice by hand." in window.words()
    throw = table.state.expects().throws[0]
    table.camera.look_again()
    window.wait(lambda: camera.at_rest)
    from companion.rehearsal import stage

    stage(camera.table, table.state, PHIL)
    window.wait(lambda: camera.at_rest)
    enter(window, throw, PHIL)
    table.made(PHIL)
    camera.trouble = None
    camera.look_again()
    table.rest()
    assert not any("does not answer" in words for words in window.words())
    assert not any(window.widgets(HandEntry))
    assert (app.moment.moves, app.moment.question) == (2, None), "the dice that lie there were counted again"
    table.throw(Roll(1, (ONE, ONE, COIN)))  # Mascha has the most: it is the turn of Phil
    events = app.archive().past(1).history.events
    assert [event.origin for event in events] == ["camera", "hand", "camera"]


# --- language and look ------------------------------------------------------------------------------------------------


def test_language_and_look_are_switched_in_the_middle_of_a_question(table: WatchedGame) -> None:
    from companion.app.screens.table import TableScreen

    window, app = table.window, table.app
    table.throw(MASCHA)
    table.camera.doubts(TWO)
    table.lay(PHIL)
    table.window.wait(lambda: app.moment.question, "nobody is asked")
    question = app.moment.question
    window.press_sign("settings")
    window.press("Deutsch")
    window.press("Dunkel")
    window.wait(lambda: app.mood == "dark" and app.language == "de", "it looks as before")
    window.press_sign("back")
    window.wait(lambda: isinstance(app.screen, TableScreen))
    assert app.moment.question is question
    assert app.moment.state == table.state
    window.press("Ja, das stimmt")
    window.wait(lambda: app.moment.moves == 2, "the answer does not count")
    table.counted(PHIL)
    assert any(words.startswith("Phil würfelt") for words in window.words())
