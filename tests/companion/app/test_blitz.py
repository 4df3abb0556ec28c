"""Würfelblitz in a real window: buttons at the edges, number pad, dice by hand, a box on its cable."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.calls import HouseRules
from companion.games import game
from companion.rules import Die, Roll
from companion.rules.wuerfelblitz import Wuerfelblitz
from companion.rules.wuerfelblitz.state import Discs
from hardware.simulator import Simulator
from tests.companion.app.window import AppWindow, the_app
from tests.companion.rules.test_wuerfelblitz import EIGHT, dice

pytestmark = pytest.mark.xdist_group("kivy")

ADA, BO, CLEO, DAG = range(4)
NAMES = ("Ada", "Bo", "Cleo", "Dag")
SLOW = HouseRules(seconds_to_call=60)
ZERO = "black 4 red 1 yellow green, green blue"


class Table:
    """People around the tablet."""

    def __init__(self, window: AppWindow) -> None:
        self.window = window

    def sit_down(self, names: tuple[str, ...] = NAMES, **options: object) -> None:
        from companion.app.screens.at_table import table_screen

        assert self.window.app.begin(game("wuerfelblitz").start(names, options))
        self.window.app.visit(table_screen)
        self.window.step(3)

    @property
    def screen(self) -> Any:
        return self.window.app.screen

    @property
    def state(self) -> Wuerfelblitz:
        state = self.window.app.moment.state
        assert isinstance(state, Wuerfelblitz)
        return state

    @property
    def floor(self) -> tuple[int, ...]:
        calls = self.window.app.moment.calls
        return calls.floor if calls else ()

    def words(self, player: int) -> str:
        """What stands under a player's name."""
        return str(self.screen.buzzers[player].words)

    def enter(self, throw: str) -> None:
        """Tap in the dice, one after the other, on the sheet that opens."""
        from companion.app.table.face_picker import FacePicker
        from companion.app.widgets.dice import DiePicture

        moves = self.window.app.moment.moves
        self.window.tap(self.window.one(DiePicture))
        for die in dice(throw):
            self.window.one(FacePicker)
            self.window.tap(self.window.one(DiePicture, partial(_shows, die=die)))
        self.window.press("Enter 8 dice")
        self.window.wait(lambda: self.window.app.moment.moves > moves, "the dice were not told")

    def throw(self, throw: str) -> None:
        """The same dice, told without all those taps."""
        moves = self.window.app.moment.moves
        self.window.app.table.tell(Roll(self.state.thrower, dice(throw)))
        self.window.wait(lambda: self.window.app.moment.moves > moves, "the dice were not told")

    def press(self, *players: int) -> None:
        """Fingers on the buttons of these players, all at once."""
        from kivy.tests.common import UnitTestTouch

        touches = [UnitTestTouch(*self.place(player)) for player in players]
        for touch in touches:
            touch.touch_down()
        self.window.step(2)
        for touch in touches:
            touch.touch_up()
        self.window.step(2)

    def place(self, player: int) -> tuple[float, float]:
        buzzer = self.screen.buzzers[player]
        x, y = buzzer.to_window(*buzzer.center)
        return x, y

    def answers(self, player: int, number: int) -> None:
        """The number on the pad, which faces whoever is asked."""
        self.window.wait(lambda: self.floor[:1] == (player,) and self.screen.pad, f"{player} was not asked")
        for digit in str(number):
            self.window.press(digit)
        assert self.screen.pad.words == str(number)
        self.window.tap(self.screen.pad.enter)
        self.window.wait(lambda: self.floor[:1] != (player,), f"{player} was not heard")


def _shows(picture: Any, die: Die) -> bool:
    return (picture.body, picture.face) == (die.body, die.face)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    with the_app(tmp_path, monkeypatch, buzzer="none", house=SLOW) as window:
        table = Table(window)
        yield table
        assert window.app.faults.seen == []


# --- rounds -----------------------------------------------------------------------------------------------------------


def test_a_whole_game_by_touch(table: Table) -> None:
    """Three black discs for Cleo, who sits across; the dice told before the race and after it, a wrong number."""
    table.sit_down(answers=[1, 1, 1, 1])
    window = table.window
    table.enter(EIGHT)
    table.press(CLEO)
    table.answers(CLEO, 8)
    window.wait(lambda: table.state.discs[CLEO] == Discs(0, 1), "no disc was won")
    assert table.words(CLEO) == "8 is right"

    window.press("The box is raised")
    window.wait(lambda: window.app.moment.calls.unread, "the box was not raised")
    table.press(DAG)
    table.answers(DAG, 17)
    assert "Dag says 17." in window.words()
    table.enter(ZERO)
    assert table.words(DAG) == "17 is wrong"
    table.press(CLEO)
    table.answers(CLEO, 0)
    window.wait(lambda: table.state.discs[CLEO] == Discs(0, 2), "no disc was won")
    window.wait(lambda: table.screen.dice.words == "= 0", "the sum was not spelt out")

    window.press("Enter the dice first")
    table.enter(EIGHT)
    table.press(CLEO)
    table.answers(CLEO, 8)
    window.wait(lambda: table.state.outcome() is not None, "nobody won")
    assert "Cleo presents the third black disc and wins." in window.words()
    assert table.words(CLEO) == "Has won"
    window.press("Once more")
    window.wait(lambda: window.app.moment is not None and window.app.moment.moves == 0, "no other game began")
    assert table.state.table.players == NAMES


def test_the_sum_is_spelt_out_on_the_dice(table: Table) -> None:
    table.sit_down()
    table.throw(EIGHT)
    assert table.screen.dice.words == ""
    assert {die.mark for die in table.screen.dice.dice} == {"plain"}
    table.press(BO)
    table.answers(BO, 8)
    table.window.wait(lambda: table.screen.dice.words == "3 + 4 + 1 = 8", "the sum was not spelt out")
    marks = [die.mark for die in table.screen.dice.dice]
    assert marks == ["out", "out", "counts", "counts", "counts", "dot", "dot", "dot"]


def test_two_fingers_at_once_are_a_tie(table: Table) -> None:
    table.sit_down()
    table.throw(EIGHT)
    table.press(BO, DAG)
    table.window.wait(lambda: set(table.floor) == {BO, DAG}, "it was no tie")
    first, second = table.floor
    table.answers(first, 8)
    assert table.words(first) == "Has answered"
    table.answers(second, 8)
    table.window.wait(lambda: [own.white for own in table.state.discs] == [0, 1, 0, 1], "the tie was not rewarded")


def test_a_finger_before_the_reveal_is_a_false_start(table: Table) -> None:
    table.sit_down()
    table.press(DAG)
    table.window.wait(lambda: table.words(DAG) == "Too early: out", "nobody was too early")
    table.throw(EIGHT)
    table.press(DAG)
    table.press(BO)
    table.window.wait(lambda: table.floor == (BO,), "who was too early took part")


def test_whoever_names_no_number_in_time_loses_the_floor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with the_app(tmp_path, monkeypatch, buzzer="none", house=HouseRules(seconds_to_call=1)) as window:
        table = Table(window)
        table.sit_down()
        table.throw(EIGHT)
        table.press(BO)
        late = "Bo named no number in time."
        window.wait(lambda: late in map(str, window.app.moment.said), "time did not run out")
        assert table.screen.pad is None
        assert table.words(BO) == "Press!"


def test_a_number_half_typed_stays_while_others_press(table: Table) -> None:
    table.sit_down()
    table.throw(EIGHT)
    table.press(BO)
    table.window.wait(lambda: table.screen.pad, "nobody was asked")
    table.window.press("1")
    time.sleep(0.2)  # longer than what counts as simultaneous
    table.press(CLEO)
    table.window.wait(lambda: table.words(CLEO) == "Next", "Cleo does not stand in line")
    assert table.screen.pad.words == "1"


def test_a_mistyped_number_is_taken_back_with_one_tap(table: Table) -> None:
    table.sit_down()
    table.throw(EIGHT)
    table.press(BO)
    table.answers(BO, 88)
    table.window.wait(lambda: table.words(BO) == "88 is wrong", "nothing was judged")
    table.window.tap(table.screen.undo)
    table.answers(BO, 8)
    table.window.wait(lambda: table.state.discs[BO] == Discs(1, 0), "the second number did not count")


def test_discs_fly_and_land(table: Table) -> None:
    table.sit_down()
    table.throw(EIGHT)
    table.press(BO)
    table.answers(BO, 8)
    flights = table.screen._flights
    table.window.wait(lambda: any(disc.parent for disc in flights._flying), "nothing flies")
    white = table.screen.buzzers[BO].tray.place("white", 0)
    table.window.wait(lambda: not any(disc.parent for disc in flights._flying), "it never lands")
    assert white._paint.a == 1


def test_a_game_closed_in_mid_round_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with the_app(tmp_path, monkeypatch, buzzer="none", house=SLOW) as window:
        table = Table(window)
        table.sit_down()
        table.throw(EIGHT)
        table.press(BO)
        table.answers(BO, 9)
        window.wait(lambda: table.words(BO) == "9 is wrong", "nothing was judged")
    with the_app(tmp_path, monkeypatch, buzzer="none", house=SLOW) as window:
        table = Table(window)
        from companion.app.screens.home import ContinueCard

        window.tap(window.one(ContinueCard))
        window.wait(lambda: window.app.moment is not None and window.app.moment.calls is not None, "no table")
        table.press(CLEO)
        table.answers(CLEO, 8)
        window.wait(lambda: table.state.discs[CLEO] == Discs(1, 0), "the round did not go on")


def test_in_rows_the_pad_stands_upright(table: Table) -> None:
    table.sit_down()
    table.throw(EIGHT)
    table.press(CLEO)
    table.window.wait(lambda: table.screen.pad, "nobody was asked")
    assert table.screen.pad.parent.rotation == 180
    table.window.tap(table.screen.turn)
    assert table.screen.pad.parent.rotation == 0
    assert {buzzer.parent.rotation for buzzer in table.screen.buzzers} == {0}
    table.answers(CLEO, 8)
    table.window.wait(lambda: table.state.discs[CLEO] == Discs(1, 0), "the number did not count")


# --- with a box on its cable ------------------------------------------------------------------------------------------


@pytest.fixture
def box() -> Iterator[Simulator]:
    simulator = Simulator()
    yield simulator
    simulator.close()


def test_a_round_decided_by_the_box_is_shown(box: Simulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with the_app(tmp_path, monkeypatch, buzzer=box.port, house=SLOW) as window:
        table = Table(window)
        table.sit_down()
        window.wait(lambda: table.screen.has_box, "the box was not found")
        assert table.screen.edge.seats == "rows"
        table.press(ADA)
        box.press([DAG])
        window.wait(lambda: table.words(DAG) == "Too early: out", "the false start was not shown")
        assert table.words(ADA) == "Throws", "with a box the buttons of the screen are only to be read"
        table.throw(EIGHT)
        window.wait(lambda: box.box._phase == "O", "the box was not told of the reveal")
        box.press([BO, CLEO])
        window.wait(lambda: set(table.floor) == {BO, CLEO}, "the press did not arrive")
        table.answers(table.floor[0], 9)
        table.answers(table.floor[0], 8)
        window.wait(lambda: sum(own.white for own in table.state.discs) == 1, "the round was not decided")
        assert window.app.faults.seen == []


def test_a_box_that_is_lost_leaves_the_buttons_of_the_screen(
    box: Simulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with the_app(tmp_path, monkeypatch, buzzer=box.port, house=SLOW) as window:
        table = Table(window)
        table.sit_down()
        window.wait(lambda: table.screen.has_box, "the box was not found")
        box.unplug()
        window.wait(lambda: not table.screen.has_box, "nobody noticed")
        assert any("The buzzer does not answer" in words for words in window.words())
        assert table.screen.edge.seats == "around"
        table.press(DAG)
        window.wait(lambda: table.words(DAG) == "Too early: out", "the button of the screen is dead")
        box.plug()
        window.wait(lambda: table.screen.has_box, "the box was not taken up again")


# --- sounds -----------------------------------------------------------------------------------------------------------


def test_what_is_heard_and_that_it_can_be_muted(
    box: Simulator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with the_app(tmp_path, monkeypatch, buzzer=box.port, house=SLOW, speech=True) as window:
        heard: list[str] = []
        spoken: list[str] = []
        herald = window.app.herald
        monkeypatch.setattr(herald.sounds, "_load", lambda name: _Sound(heard, name))
        monkeypatch.setattr(herald.speech, "say", lambda sentence, language: spoken.append(f"{language}: {sentence}"))
        table = Table(window)
        table.sit_down()
        window.wait(lambda: table.screen.has_box, "the box was not found")
        box.press([DAG])
        window.wait(lambda: heard == ["wrong"], f"heard: {heard}")
        table.throw(EIGHT)
        window.wait(lambda: box.box._phase == "O", "the box was not told of the reveal")
        box.press([BO])
        window.wait(lambda: heard == ["wrong", "throw", "press"], f"heard: {heard}")
        assert spoken[-1] == "en: Bo was first: which number?"
        table.answers(BO, 8)
        window.wait(lambda: heard[3:] == ["right"], f"heard: {heard}")
        assert spoken[-1].startswith("en: Bo is right with 8. Out: black, green.")
        window.tap(table.screen.sound)
        window.step(3)
        window.wait(lambda: box.box.sound == 0, "the box is still loud")
        box.press([DAG])
        window.wait(lambda: table.words(DAG) == "Too early: out", "nobody was too early")
        assert heard[4:] == []
        window.app.change(sound=True)
        window.wait(lambda: box.box.sound == 9, "the box stays silent")


class _Sound:
    """Notes what would be heard."""

    def __init__(self, heard: list[str], name: str) -> None:
        self._heard, self._name = heard, name

    def play(self) -> None:
        self._heard.append(self._name)

    def stop(self) -> None: ...
