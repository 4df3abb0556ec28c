"""Würfelblitz round after round, with a clock that the test turns. The result of every throw here is 8."""

from __future__ import annotations

import time
from collections.abc import Iterator
from queue import Queue

import pytest

from companion.calls import HouseRules
from companion.games import game
from companion.journal.faults import JournalFault
from companion.referee import Notebook, Referee
from companion.rounds import Called, Rounds
from companion.rules import Event, IllegalAction, Roll
from companion.rules.text import say
from companion.rules.wuerfelblitz import Call, CloseRound, GiveUp, Wuerfelblitz
from companion.rules.wuerfelblitz.state import Discs
from hardware.link import Link, News, State, Status
from hardware.session import Press
from hardware.simulator import Simulator
from tests.companion.rules.test_wuerfelblitz import EIGHT, dice

ADA, BO, CLEO, DAG = range(4)
PATIENCE = 20.0


class Evening:
    """A referee with a notebook, its rounds, and the clock on the wall."""

    def __init__(self, house: HouseRules | None = None, link: Link | None = None, **options: object) -> None:
        self.book = Notebook(game("wuerfelblitz").start(("Ada", "Bo", "Cleo", "Dag"), options))
        self.house, self.link = house or HouseRules(), link
        self.now = 100.0
        self.sit_down()

    def sit_down(self) -> None:
        """Also after the program was closed: only the book is left."""
        self.referee = Referee(self.book)
        self.rounds = Rounds(self.referee, self.house, self.link)
        self.rounds.follow(self.now)

    @property
    def state(self) -> Wuerfelblitz:
        state = self.referee.state
        assert isinstance(state, Wuerfelblitz)
        return state

    def floor(self) -> tuple[int, ...]:
        return self.rounds.calls.floor if self.rounds.calls else ()

    @property
    def whites(self) -> list[int]:
        return [own.white for own in self.state.discs]

    @property
    def played(self) -> list[str]:
        return [type(event.action).__name__ for event in self.book.history.events]

    def throw(self, reveal: float | None = None) -> list[str]:
        ruled = self.referee.tell(Roll(self.state.thrower, dice(EIGHT)))
        return [str(text) for text in self.rounds.ruled(ruled, self.now, reveal=reveal)]

    def after(self, seconds: float) -> Evening:
        self.now += seconds
        return self

    def press(self, *players: int) -> list[str]:
        return [str(text) for player in players for text in self.rounds.pressed(player, self.now, self.now)]

    def call(self, player: int, number: int) -> list[str]:
        return [str(text) for text in self.rounds.called(player, number, self.now)]

    def wait(self, seconds: float) -> list[str]:
        self.now += seconds
        return [str(text) for text in self.rounds.passed(self.now)]


@pytest.fixture
def evening() -> Evening:
    return Evening()


# --- a round --------------------------------------------------------------------------------------------------------


def test_the_right_number_wins_the_round_and_the_next_one_is_armed(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    assert evening.floor() == (BO,)
    assert "Bo is right with 8." in evening.after(2).call(BO, 8)
    assert evening.played == ["Roll", "Call", "CloseRound"]
    assert (evening.state.phase, evening.state.thrower, evening.whites) == ("throw", BO, [0, 1, 0, 0])
    assert evening.rounds.calls is not None
    assert (evening.rounds.calls.round, evening.rounds.calls.revealed_at) == (2, None)


def test_the_verdict_keeps_the_dice_until_the_next_ones_are_revealed(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.call(BO, 9)
    verdict = evening.rounds.verdict
    assert verdict is not None
    assert verdict.called == (Called(BO, 9, right=False),)
    assert verdict.result is None, "the others are still adding up"
    evening.after(1).press(CLEO)
    evening.after(1).call(CLEO, 8)
    verdict = evening.rounds.verdict
    assert verdict is not None
    assert verdict.result is not None
    assert (verdict.dice, verdict.result.pips) == (dice(EIGHT), (3, 4, 1))
    assert verdict.called == (Called(BO, 9, right=False), Called(CLEO, 8, right=True))
    evening.throw()
    assert evening.rounds.verdict is None


def test_after_a_wrong_number_the_next_in_line_is_asked(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.after(0.5).press(CLEO)
    evening.after(1).call(BO, 9)
    assert evening.floor() == (CLEO,)
    evening.after(1).call(CLEO, 8)
    assert evening.whites == [0, 0, 1, 0]


def test_two_within_the_window_are_a_tie_and_each_has_the_whole_time_for_the_number(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.after(0.05).press(DAG)
    assert set(evening.floor()) == {BO, DAG}
    evening.after(4).call(BO, 8)
    assert evening.wait(4) == []
    evening.call(DAG, 8)
    assert evening.whites == [0, 1, 0, 1]


def test_a_false_start_sits_out_only_this_round(evening: Evening) -> None:
    evening.press(DAG)
    evening.after(1).throw()
    evening.after(2).press(DAG)
    assert evening.floor() == ()
    evening.press(BO)
    evening.call(BO, 8)
    evening.wait(1)
    evening.throw()
    evening.after(1).press(DAG)
    assert evening.floor() == (DAG,)


def test_when_everybody_starts_too_early_the_round_is_given_up_by_the_rules_too(evening: Evening) -> None:
    evening.press(ADA, BO, CLEO, DAG)
    said = evening.after(1).throw()
    assert evening.played == ["Roll", "GiveUp"]
    assert evening.state.phase == "throw"
    assert any("throws again" in text for text in said)
    evening.after(1).throw()
    evening.after(1).press(BO)
    assert evening.floor() == (BO,)


def test_a_press_before_the_camera_has_understood_the_reveal_counts_if_the_dice_lay_there(evening: Evening) -> None:
    """A die that has to be asked about can hold the reveal back for many seconds."""
    revealed = evening.now
    evening.after(-0.1).press(ADA)
    evening.after(2.1).press(BO)
    evening.after(1).press(CLEO)
    said = evening.after(3).throw(reveal=revealed)
    assert evening.rounds.calls is not None
    assert evening.rounds.calls.early == (ADA,)
    assert evening.floor() == (BO,)
    assert said[-1] == "Bo was first: which number?"
    evening.call(BO, 8)
    assert evening.book.history.events[1].action == Call(BO, 8, 2000)


def test_whoever_names_no_number_in_time_loses_the_floor(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    assert evening.wait(4.9) == []
    assert evening.wait(0.2) == ["Bo named no number in time."]
    assert evening.floor() == ()
    assert evening.played == ["Roll"]


def test_a_round_that_nobody_solves_is_given_up_and_shows_its_result(evening: Evening) -> None:
    evening.throw()
    assert evening.wait(119) == []
    evening.wait(2)
    assert evening.played == ["Roll", "GiveUp"]
    assert evening.rounds.verdict is not None
    assert evening.rounds.verdict.result is not None
    assert not evening.rounds.verdict.right


def test_the_match_ends_with_the_third_black_disc() -> None:
    evening = Evening(answers=[1, 1, 1, 1])
    for _ in range(3):
        evening.throw()
        evening.after(2).press(CLEO)
        evening.after(1).call(CLEO, 8)
    assert evening.state.phase == "over"
    assert evening.rounds.calls is None
    assert evening.press(BO) == evening.wait(1) == []


def test_a_verdict_told_without_any_press_is_followed(evening: Evening) -> None:
    evening.throw()
    evening.rounds.ruled(evening.referee.tell(GiveUp(None)), evening.now)
    assert evening.rounds.calls is not None
    assert evening.rounds.calls.round == 2
    assert evening.rounds.verdict is not None


# --- without a camera: the box is raised, the dice are told later -----------------------------------------------------


def test_numbers_named_before_the_dice_are_told_are_judged_with_them(evening: Evening) -> None:
    evening.rounds.raised(evening.now, evening.now)
    evening.after(2).press(BO)
    assert evening.floor() == (BO,)
    assert evening.after(1).call(BO, 8) == ["The dice decide: what do they show?"]
    assert evening.played == []
    assert "Bo is right with 8." in evening.after(20).throw()
    assert evening.book.history.events[1].action == Call(BO, 8, 2000)
    assert evening.whites == [0, 1, 0, 0]


def test_a_wrong_number_before_the_dice_leaves_the_others_their_turn(evening: Evening) -> None:
    evening.rounds.raised(evening.now, evening.now)
    evening.after(2).press(BO)
    evening.after(1).press(CLEO)
    evening.call(BO, 9)
    assert evening.floor() == ()
    evening.after(20).throw()
    assert evening.floor() == (CLEO,)
    evening.call(CLEO, 8)
    assert evening.whites == [0, 0, 1, 0]


def test_silence_before_the_dice_costs_the_floor_as_ever(evening: Evening) -> None:
    evening.rounds.raised(evening.now, evening.now)
    evening.after(2).press(BO)
    evening.after(1).press(CLEO)
    assert evening.wait(5) == ["Bo named no number in time.", "Cleo was first: which number?"]
    assert evening.floor() == (CLEO,)


def test_nobody_is_hurried_while_the_dice_are_typed_in(evening: Evening) -> None:
    evening.rounds.raised(evening.now, evening.now)
    evening.wait(500)
    evening.throw()
    assert evening.state.phase == "call"
    evening.wait(100)
    assert evening.state.phase == "call"


def test_presses_before_the_box_is_raised_are_false_starts_and_a_second_raising_changes_nothing(
    evening: Evening,
) -> None:
    evening.press(DAG)
    evening.after(1).rounds.raised(evening.now, evening.now)
    began = evening.now
    evening.after(1).rounds.raised(evening.now, evening.now)
    assert evening.rounds.calls is not None
    assert (evening.rounds.calls.revealed_at, evening.rounds.calls.out) == (began, (DAG,))
    assert evening.press(DAG) == []


def test_a_raised_box_can_be_taken_back(evening: Evening) -> None:
    evening.rounds.raised(evening.now, evening.now)
    evening.after(1).press(BO)
    assert evening.rounds.undo(evening.now)
    assert evening.floor() == ()
    assert evening.rounds.undo(evening.now)
    assert evening.rounds.calls is not None
    assert evening.rounds.calls.revealed_at is None
    assert not evening.rounds.undo(evening.now)


# --- undo -------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_first_the_press_then_the_throw(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.rounds.undo(evening.now)
    assert (evening.floor(), evening.played) == ((), ["Roll"])
    evening.after(1).press(BO)
    assert evening.floor() == (BO,), "whose press was taken back may press again"
    evening.rounds.undo(evening.now)
    evening.rounds.undo(evening.now)
    assert (evening.played, evening.state.phase) == ([], "throw")


def test_a_mistyped_number_is_taken_back_and_asked_for_once_more(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.after(0.5).press(CLEO)
    evening.after(1).call(BO, 88)
    evening.rounds.undo(evening.now)  # Cleo's press
    evening.rounds.undo(evening.now)
    assert evening.floor() == (BO,)
    assert evening.rounds.verdict is None
    assert evening.wait(4.9) == []
    evening.call(BO, 8)
    assert evening.whites == [0, 1, 0, 0]
    assert evening.book.history.events[1].action == Call(BO, 8, 2000)


def test_a_right_call_is_taken_back_together_with_the_end_of_the_round(evening: Evening) -> None:
    """The end alone would come again by itself, half a second later."""
    evening.throw()
    evening.after(2).press(BO)
    evening.press(DAG)
    evening.after(1).call(BO, 8)
    evening.call(DAG, 8)
    assert evening.whites == [0, 1, 0, 1]
    evening.after(3).rounds.undo(evening.now)
    assert evening.played == ["Roll"]
    assert set(evening.floor()) == {BO, DAG}
    assert evening.wait(1) == []
    evening.call(BO, 7)
    evening.call(DAG, 8)
    assert evening.whites == [0, 0, 0, 1]


def test_undo_remembers_who_had_started_too_early(evening: Evening) -> None:
    evening.press(DAG)
    evening.after(1).throw()
    evening.after(2).press(BO)
    evening.after(1).call(BO, 8)
    evening.rounds.undo(evening.now)
    assert evening.rounds.calls is not None
    assert evening.rounds.calls.out == (DAG,)


def test_a_round_given_up_is_on_again_after_undo(evening: Evening) -> None:
    evening.throw()
    evening.wait(121)
    evening.rounds.undo(evening.now)
    assert (evening.played, evening.state.phase) == (["Roll"], "call")
    assert evening.wait(60) == []
    evening.press(BO)
    assert evening.floor() == (BO,)


def test_what_would_happen_again_at_once_is_not_where_undo_stops() -> None:
    evening = Evening(call_again=False)
    evening.throw()
    for player in (ADA, BO, CLEO, DAG):
        evening.after(1).press(player)
        evening.after(1).call(player, 9)
    assert evening.played[-1] == "GiveUp"
    evening.rounds.undo(evening.now)
    assert evening.floor() == (DAG,)
    everybody = Evening()
    everybody.press(ADA, BO, CLEO, DAG)
    everybody.after(1).throw()
    everybody.rounds.undo(everybody.now)
    assert (everybody.played, everybody.state.phase) == ([], "throw")


def test_a_game_that_was_over_goes_on_after_undo() -> None:
    evening = Evening(answers=[1, 1, 1, 1])
    for _ in range(3):
        evening.throw()
        evening.after(2).press(CLEO)
        evening.after(1).call(CLEO, 8)
    evening.rounds.undo(evening.now)
    assert evening.floor() == (CLEO,)
    assert evening.state.discs[CLEO] == Discs(0, 2)


# --- a game that goes on another day ----------------------------------------------------------------------------------


def test_a_game_resumed_in_mid_round_is_open_for_presses(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.after(1).call(BO, 9)
    evening.after(100_000).sit_down()
    assert evening.rounds.verdict is not None
    assert evening.rounds.calls is not None
    assert evening.rounds.calls.revealed_at == evening.now - 2
    assert evening.wait(60) == []
    evening.press(CLEO)
    evening.call(CLEO, 8)
    assert evening.whites == [0, 0, 1, 0]


def test_a_round_that_was_solved_but_not_closed_is_closed(evening: Evening) -> None:
    evening.throw()
    evening.book.add(Event(Call(BO, 8, 2000)))
    evening.after(100_000).sit_down()
    evening.wait(0.5)
    assert evening.state.phase == "throw"


def test_after_a_resume_undo_still_asks_once_more(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.after(1).call(BO, 8)
    evening.after(100_000).sit_down()
    evening.rounds.undo(evening.now)
    assert evening.floor() == (BO,)
    assert evening.played == ["Roll"]


# --- what goes wrong --------------------------------------------------------------------------------------------------


def test_only_those_who_are_asked_can_name_a_number(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    with pytest.raises(IllegalAction, match="Cleo has not pressed"):
        evening.call(CLEO, 8)
    assert evening.floor() == (BO,)


def test_a_call_that_could_not_be_written_down_can_be_made_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.throw()
    evening.after(2).press(BO)
    add = evening.book.add

    def full(event: Event, *rest: object) -> object:
        if isinstance(event.action, CloseRound):
            raise JournalFault(say("The disk is full."))
        return add(event)

    monkeypatch.setattr(evening.book, "add", full)
    with pytest.raises(JournalFault):
        evening.after(1).call(BO, 8)
    assert evening.played == ["Roll", "Call"]
    assert evening.whites == [0, 1, 0, 0]
    with pytest.raises(JournalFault):
        evening.wait(1)
    monkeypatch.undo()
    evening.wait(1)
    assert evening.state.phase == "throw"


def test_an_undo_that_is_written_down_only_in_part_leaves_a_round_that_goes_on(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.after(1).call(BO, 8)
    assert evening.played == ["Roll", "Call", "CloseRound"]
    undo, room = evening.book.undo, iter([True])

    def full(steps: int = 1) -> object:
        if not next(room, False):
            raise JournalFault(say("The disk is full."))
        return undo(steps)

    monkeypatch.setattr(evening.book, "undo", full)
    with pytest.raises(JournalFault):
        evening.rounds.undo(evening.now)
    assert (evening.played, evening.state.phase) == (["Roll", "Call"], "close")
    evening.wait(5)
    assert (evening.played, evening.state.phase) == (["Roll", "Call", "CloseRound"], "throw")


def test_dice_mended_in_mid_round_leave_the_floor_to_who_has_it(evening: Evening) -> None:
    evening.throw()
    evening.after(2).press(BO)
    evening.book.correct(0, Roll(ADA, dice("4 4 3 4 2 green, black green")))
    evening.rounds.follow(evening.now)
    assert evening.floor() == (BO,)
    evening.call(BO, 9)
    assert evening.whites == [0, 1, 0, 0]


# --- with a box on its cable ------------------------------------------------------------------------------------------


class Cable:
    """The simulated box, the link to it, and what it says."""

    def __init__(self) -> None:
        self.simulator = Simulator()
        self.inbox = Queue[News]()
        self.link = Link(self.inbox.put, self.simulator.port)
        while not (isinstance(news := self.inbox.get(timeout=PATIENCE), Status) and news.state is State.CONNECTED):
            pass
        time.sleep(0.05)  # a button counts once it has been open for a moment

    def press(self, *players: int) -> Press:
        self.simulator.press(players)
        while not isinstance(news := self.inbox.get(timeout=PATIENCE), Press):
            pass
        return news

    def until(self, phase: str) -> None:
        """The box has heard what it was told."""
        end = time.monotonic() + PATIENCE
        while self.simulator.box._phase != phase:
            assert time.monotonic() < end, f"the box is in phase {self.simulator.box._phase}, not {phase}"
            time.sleep(0.005)


@pytest.fixture
def cable() -> Iterator[Cable]:
    cable = Cable()
    yield cable
    cable.link.close()
    cable.simulator.close()


def test_the_box_decides_a_round_from_false_start_to_the_right_number(cable: Cable) -> None:
    evening = Evening(link=cable.link)
    evening.now = time.monotonic()
    cable.until("A")
    evening.rounds.heard(cable.press(DAG), time.monotonic())
    assert evening.rounds.calls is not None
    assert evening.rounds.calls.early == (DAG,)
    evening.now = time.monotonic()
    evening.throw()
    cable.until("O")
    evening.rounds.heard(cable.press(BO, CLEO), time.monotonic())
    assert set(evening.floor()) == {BO, CLEO}
    evening.now = time.monotonic() + 1
    evening.call(BO, 9)
    evening.call(CLEO, 8)
    assert evening.whites == [0, 0, 1, 0]
    cable.until("A")


def test_a_press_taken_back_can_be_made_again_on_the_box(cable: Cable) -> None:
    evening = Evening(link=cable.link)
    evening.now = time.monotonic()
    evening.throw()
    cable.until("O")
    evening.rounds.heard(cable.press(BO), time.monotonic())
    assert evening.floor() == (BO,)
    evening.rounds.undo(time.monotonic())
    assert evening.floor() == ()
    end = time.monotonic() + PATIENCE
    while BO in cable.simulator.box._spent:
        assert time.monotonic() < end
        time.sleep(0.005)
    time.sleep(0.12)  # the button is let go
    evening.rounds.heard(cable.press(BO), time.monotonic())
    assert evening.floor() == (BO,)


def test_raising_the_box_by_hand_opens_the_round_on_the_buzzer(cable: Cable) -> None:
    evening = Evening(link=cable.link)
    cable.until("A")
    now = time.monotonic()
    evening.rounds.raised(now, now)
    cable.until("O")
    evening.rounds.heard(cable.press(BO), time.monotonic())
    assert evening.floor() == (BO,)
