"""A round of Würfelblitz with the buzzer: who is asked, who sits out, what is put to the rules. The result is 8."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from queue import Queue
from random import Random
from typing import TypeVar

import pytest

from companion.buzzer_orders import show
from companion.calls import Calls, HouseRules, Waiting
from companion.games import game
from companion.rules import IllegalAction, Roll
from companion.rules.game import options_of
from companion.rules.wuerfelblitz import Call, CloseRound, GiveUp, Wuerfelblitz
from companion.rules.wuerfelblitz.state import Discs
from hardware import session
from hardware.clock import Moment
from hardware.link import Link, News, State, Status
from hardware.protocol import Kind, Tone
from hardware.session import Answered, Press
from hardware.simulator import Simulator
from tests.companion.rules.test_wuerfelblitz import EIGHT, dice

ADA, BO, CLEO, DAG = range(4)
T = TypeVar("T", Press, Answered, Status)
REVEAL = 100.0  # seconds on the link's clock


def armed(house: HouseRules | None = None, **options: object) -> Calls:
    state = game("wuerfelblitz").start(("Ada", "Bo", "Cleo", "Dag"), options)
    assert isinstance(state, Wuerfelblitz)
    return Calls(state, house or HouseRules(), round=5)


def reveal(calls: Calls) -> Calls:
    state = calls.state
    return calls.revealed(state.apply(Roll(state.thrower, dice(EIGHT))), REVEAL)


def opened(house: HouseRules | None = None, **options: object) -> Calls:
    return reveal(armed(house, **options))


def press(calls: Calls, after: float, *players: int) -> Calls:
    """Pressed so many seconds after the reveal, heard 10 ms later."""
    return calls.pressed(players, REVEAL + after, REVEAL + after + 0.01)


def from_box(kind: Kind, after: float | None, *players: int, round_: int = 5, error: float = 0.002) -> Press:
    at = None if after is None else Moment(REVEAL + after, error)
    return Press(kind, round_, players, at, boot=0x100, tick=1, number=1)


# --- first correct ----------------------------------------------------------------------------------------------------


def test_the_first_to_press_is_asked() -> None:
    calls = press(opened(), 2.0, BO)
    assert calls.floor == (BO,)
    assert [str(text) for text in calls.said] == ["Bo was first: which number?"]


def test_the_right_number_wins_and_the_round_is_closed_when_nobody_can_be_simultaneous_any_more() -> None:
    calls = press(opened(), 2.0, BO).called(BO, 8, REVEAL + 4.0)
    assert calls.decided == (Call(BO, 8, 2000), CloseRound(None))
    assert calls.over
    assert calls.state.thrower == BO
    assert calls.tone is Tone.RIGHT


def test_a_number_named_at_once_leaves_the_moment_for_the_others() -> None:
    calls = press(opened(), 2.0, BO).called(BO, 8, REVEAL + 2.05)
    assert calls.decided == (Call(BO, 8, 2000),)
    assert not calls.over
    calls = press(calls, 2.1, CLEO)
    assert calls.floor == (CLEO,)
    calls = calls.called(CLEO, 8, REVEAL + 3.0)
    assert calls.decided == (Call(CLEO, 8, 2100), CloseRound(None))
    assert [own.white for own in calls.state.discs] == [0, 1, 1, 0]


def test_the_round_closes_by_itself_when_the_moment_is_over() -> None:
    calls = press(opened(), 2.0, BO).called(BO, 8, REVEAL + 2.05)
    assert calls.passed(REVEAL + 2.2).decided == ()
    assert calls.passed(REVEAL + 2.5).decided == (CloseRound(None),)


def test_whoever_pressed_later_than_the_window_is_too_late() -> None:
    calls = press(press(opened(), 2.0, BO), 2.3, CLEO)
    assert calls.floor == (BO,)
    calls = calls.called(BO, 8, REVEAL + 4.0)
    assert calls.over
    assert calls.waiting == ()


def test_the_third_black_disc_wins_the_match() -> None:
    calls = armed(answers=[1, 1, 1, 1])
    rich = replace(calls.state, discs=(Discs(), Discs(0, 2), Discs(), Discs()), box=Discs(14, 12))
    calls = press(reveal(replace(calls, state=rich)), 2.0, BO).called(BO, 8, REVEAL + 4.0)
    assert calls.state.outcome()
    assert calls.tone is Tone.WON


# --- simultaneous -----------------------------------------------------------------------------------------------------


def test_players_of_the_same_moment_are_asked_together_and_both_win() -> None:
    calls = press(opened(), 2.0, DAG, BO)
    assert calls.floor == (BO, DAG)
    assert "at the same moment: Bo, Dag" in str(calls.said[0])
    calls = calls.called(DAG, 8, REVEAL + 3.0)
    assert calls.decided == ()
    calls = calls.called(BO, 8, REVEAL + 4.0)
    assert calls.decided == (Call(BO, 8, 2000), Call(DAG, 8, 2000), CloseRound(None))
    assert [own.white for own in calls.state.discs] == [0, 1, 0, 1]


def test_a_press_within_the_window_joins_those_who_are_asked() -> None:
    calls = press(press(opened(window=150), 2.0, BO), 2.149, ADA)
    assert set(calls.floor) == {BO, ADA}
    assert "at the same moment: Bo, Ada" in str(calls.said[0])


def test_who_may_share_the_moment_of_a_later_right_caller_is_asked_before_anybody_is_judged() -> None:
    """Otherwise Cleo, 100 ms after Bo, would name her number when his was known to be right."""
    calls = press(press(press(opened(), 2.0, ADA), 2.1, BO), 2.2, CLEO)
    assert set(calls.floor) == {ADA, BO, CLEO}
    calls = calls.called(ADA, 9, REVEAL + 3.0).called(BO, 8, REVEAL + 4.0)
    assert calls.decided == ()
    calls = calls.called(CLEO, 8, REVEAL + 5.0)
    assert calls.decided == (Call(ADA, 9, 2000), Call(BO, 8, 2100), Call(CLEO, 8, 2200), CloseRound(None))
    assert [own.white for own in calls.state.discs] == [0, 1, 1, 0]


@pytest.mark.parametrize("number", [8, 9])
def test_who_was_asked_but_is_too_late_for_the_first_right_caller_wins_and_loses_nothing(number: int) -> None:
    calls = press(press(press(opened(), 2.0, ADA), 2.1, BO), 2.2, CLEO)
    calls = replace(calls, state=replace(calls.state, discs=(Discs(), Discs(), Discs(1), Discs()), box=Discs(13, 14)))
    calls = calls.called(CLEO, number, REVEAL + 3.0).called(ADA, 8, REVEAL + 3.5).called(BO, 9, REVEAL + 4.0)
    assert calls.decided == (Call(ADA, 8, 2000), Call(BO, 9, 2100), CloseRound(None))
    assert [own.white for own in calls.state.discs] == [1, 0, 1, 0]
    assert "Cleo pressed too late to be simultaneous." in [str(text) for text in calls.said]


def test_without_a_window_only_the_same_sample_is_simultaneous() -> None:
    calls = press(press(opened(window=0), 2.0, BO), 2.0001, ADA)
    assert calls.floor == (BO,)
    calls = press(opened(window=0), 2.0, BO, ADA)
    assert set(calls.floor) == {BO, ADA}


def test_without_a_window_the_same_sample_wins_a_disc_each() -> None:
    calls = press(opened(window=0), 2.0, BO, ADA).called(BO, 8, REVEAL + 3.0).called(ADA, 8, REVEAL + 3.5)
    assert calls.decided == (Call(BO, 8, 2000), Call(ADA, 8, 2000), CloseRound(None))
    assert [own.white for own in calls.state.discs] == [1, 1, 0, 0]


def test_without_a_window_the_first_right_number_ends_the_round() -> None:
    calls = press(press(opened(window=0), 2.0, BO), 2.1, ADA).called(BO, 8, REVEAL + 3.0)
    assert calls.decided == (Call(BO, 8, 2000), CloseRound(None))
    assert calls.over


# --- wrong, and next --------------------------------------------------------------------------------------------------


def test_after_a_wrong_number_the_next_to_press_is_asked() -> None:
    calls = press(press(opened(), 2.0, BO), 3.0, CLEO).called(BO, 9, REVEAL + 4.0)
    assert calls.decided == (Call(BO, 9, 2000),)
    assert calls.floor == (CLEO,)
    assert calls.tone is Tone.WRONG
    assert "9 is wrong" in str(calls.said[0])
    assert str(calls.said[-1]) == "Cleo was first: which number?"
    assert calls.called(CLEO, 8, REVEAL + 5.0).decided == (Call(CLEO, 8, 3000), CloseRound(None))


def test_after_a_wrong_number_a_player_may_press_again() -> None:
    calls = press(opened(), 2.0, BO).called(BO, 9, REVEAL + 4.0)
    assert calls.again == (BO,)
    calls = press(calls, 6.0, BO).called(BO, 8, REVEAL + 7.0)
    assert calls.decided[0] == Call(BO, 8, 6000)


def test_where_the_house_says_so_a_wrong_number_is_the_last() -> None:
    calls = press(opened(call_again=False), 2.0, BO).called(BO, 9, REVEAL + 4.0)
    assert calls.again == ()
    assert calls.out == (BO,)
    assert press(calls, 6.0, BO).floor == ()


def test_when_everybody_was_wrong_and_nobody_may_call_again_the_round_is_given_up() -> None:
    calls = opened(call_again=False)
    for player in (ADA, BO, CLEO):
        calls = press(calls, 2.0 + player, player).called(player, 9, REVEAL + 3.0 + player)
        assert not calls.over
    calls = press(calls, 9.0, DAG).called(DAG, 9, REVEAL + 10.0)
    assert calls.decided == (Call(DAG, 9, 9000), GiveUp(None))


def test_wrong_and_right_of_the_same_moment_are_judged_in_their_order() -> None:
    calls = press(press(opened(), 2.0, BO), 2.1, CLEO).called(CLEO, 8, REVEAL + 3.0).called(BO, 7, REVEAL + 4.0)
    assert calls.decided == (Call(BO, 7, 2000), Call(CLEO, 8, 2100), CloseRound(None))
    assert calls.tone is Tone.RIGHT


def test_only_those_who_are_asked_may_name_a_number() -> None:
    with pytest.raises(IllegalAction, match="Cleo has not pressed"):
        press(opened(), 2.0, BO).called(CLEO, 8, REVEAL + 3.0)
    with pytest.raises(IllegalAction, match="100 is no result"):
        press(opened(), 2.0, BO).called(BO, 100, REVEAL + 3.0)


# --- false starts -----------------------------------------------------------------------------------------------------


def test_whoever_presses_before_the_reveal_sits_out_the_round() -> None:
    calls = armed().pressed((BO,), REVEAL - 1, REVEAL - 1)
    assert [str(text) for text in calls.said] == ["Out for this round, having pressed before the reveal: Bo."]
    calls = press(reveal(calls), 2.0, BO)
    assert calls.floor == ()
    assert calls.out == (BO,)


def test_or_only_that_press_does_not_count() -> None:
    calls = armed(HouseRules(early_sits_out=False)).pressed((BO,), REVEAL - 1, REVEAL - 1)
    assert "does not count: Bo" in str(calls.said[0])
    assert press(reveal(calls), 2.0, BO).floor == (BO,)


def test_the_first_press_after_the_reveal_counts_even_if_it_was_repeated_before_the_dice_were_known() -> None:
    calls = armed(HouseRules(early_sits_out=False))
    for player, after in ((BO, -0.5), (ADA, 1.0), (BO, 1.5), (ADA, 2.0)):
        calls = calls.pressed((player,), REVEAL + after, REVEAL + after)
    calls = calls.revealed(calls.state.apply(Roll(ADA, dice(EIGHT))), REVEAL, REVEAL + 3.0)
    assert calls.waiting == (Waiting(ADA, 1.0), Waiting(BO, 1.5))
    assert (calls.floor, calls.early) == ((ADA,), ())


def test_when_everybody_started_too_early_the_round_is_given_up_at_once() -> None:
    calls = reveal(armed().pressed((ADA, BO, CLEO, DAG), REVEAL - 1, REVEAL - 1))
    assert calls.decided == (GiveUp(None),)


def test_a_false_start_of_the_box_that_came_after_the_reveal_of_the_camera_is_none() -> None:
    """The box hears of the reveal only after the camera has understood it."""
    calls = opened().heard(from_box(Kind.FALSE_START, 0.05, BO), REVEAL + 0.1)
    assert calls.floor == (BO,)


def test_a_doubtful_false_start_is_none() -> None:
    assert opened().heard(from_box(Kind.FALSE_START, -0.001, BO, error=0.002), REVEAL + 0.1).floor == (BO,)
    assert opened().heard(from_box(Kind.FALSE_START, -0.003, BO, error=0.002), REVEAL + 0.1).early == (BO,)


# --- time-outs --------------------------------------------------------------------------------------------------------


def test_whoever_names_no_number_in_time_loses_the_floor() -> None:
    calls = press(press(opened(), 2.0, BO), 3.0, CLEO)
    assert calls.passed(REVEAL + 6.9).floor == (BO,)
    calls = calls.passed(REVEAL + 7.1)
    assert calls.floor == (CLEO,)
    assert calls.again == (BO,)
    assert calls.decided == ()
    assert [str(text) for text in calls.said] == ["Bo named no number in time.", "Cleo was first: which number?"]


def test_or_sits_out_the_round() -> None:
    calls = press(opened(HouseRules(silent_sits_out=True)), 2.0, BO).passed(REVEAL + 8)
    assert calls.out == (BO,)
    assert calls.again == ()


def test_the_silence_of_one_does_not_cost_the_other_of_the_same_moment_the_number() -> None:
    calls = press(opened(), 2.0, BO, CLEO).called(CLEO, 8, REVEAL + 3.0).passed(REVEAL + 8)
    assert calls.decided == (Call(CLEO, 8, 2000), CloseRound(None))


def test_a_round_that_nobody_solves_is_given_up() -> None:
    assert opened().passed(REVEAL + 119).decided == ()
    assert opened().passed(REVEAL + 121).decided == (GiveUp(None),)


# --- what comes from the box ------------------------------------------------------------------------------------------


def test_a_press_of_another_round_changes_nothing() -> None:
    assert opened().heard(from_box(Kind.PRESS, 2.0, BO, round_=4), REVEAL + 2.1).floor == ()
    assert armed().heard(from_box(Kind.FALSE_START, -1.0, BO, round_=4), REVEAL).early == ()


def test_a_press_counts_even_if_the_clocks_disagree_about_the_reveal() -> None:
    calls = opened().heard(from_box(Kind.PRESS, -0.1, BO), REVEAL + 0.1)
    assert calls.waiting == (Waiting(BO, 0.0),)


def test_a_press_without_a_time_counts_from_when_it_was_heard() -> None:
    assert opened().heard(from_box(Kind.PRESS, None, BO), REVEAL + 3.0).waiting == (Waiting(BO, 3.0),)


def test_presses_keep_the_order_of_the_box_whatever_their_times_say() -> None:
    calls = opened(window=0).heard(from_box(Kind.PRESS, 2.002, BO), REVEAL + 2.1)
    calls = calls.heard(from_box(Kind.PRESS, 2.001, ADA), REVEAL + 2.1)
    assert [w.player for w in calls.waiting] == [BO, ADA]
    assert calls.waiting[0].at <= calls.waiting[1].at


def test_a_box_that_was_reset_in_mid_round_reports_idle_presses_and_they_count() -> None:
    assert opened().heard(from_box(Kind.IDLE, 2.0, BO, round_=0), REVEAL + 2.1).floor == (BO,)
    assert opened().heard(from_box(Kind.IDLE, -2.0, BO, round_=0), REVEAL + 2.1) == opened()._step()


def test_a_button_without_a_player_and_a_second_press_change_nothing() -> None:
    calls = press(opened(), 2.0, BO)
    assert press(calls, 2.5, 6).waiting == press(calls, 2.5, BO).waiting == calls.waiting


def test_a_press_that_arrives_after_a_later_one_was_judged_still_gets_its_turn() -> None:
    calls = press(opened(), 2.0, BO).called(BO, 9, REVEAL + 4.0)
    calls = press(calls, 1.0, CLEO).called(CLEO, 8, REVEAL + 6.0)
    assert calls.decided[0] == Call(CLEO, 8, 2000)


def test_house_rules_can_be_shown_on_a_settings_screen() -> None:
    assert len(options_of(HouseRules)) == 4


# --- with the box -----------------------------------------------------------------------------------------------------


class Evening:
    """The calls of a table with a box on its cable; every step is passed on to the box, which has to do it."""

    def __init__(self, simulator: Simulator, first: Calls) -> None:
        self.box, self.simulator, self.inbox = simulator.box, simulator, Queue[News]()
        self.link = Link(self.inbox.put, simulator.port)
        while self.next(Status).state is not State.CONNECTED:
            pass
        self.calls: Calls | None = None
        self.show(first)

    def show(self, calls: Calls) -> list[str]:
        """Do this step; what the box was told."""
        show(self.calls, calls, self.link)
        self.calls = calls
        self.link.self_test()  # the last to be answered
        done = list[str]()
        while "TEST" not in done:
            answer = self.next(Answered)
            assert answer.done
            done.append(answer.command)
        return done[:-1]

    def revealed(self) -> Calls:
        assert self.calls
        state = self.calls.state
        return self.calls.revealed(state.apply(Roll(state.thrower, dice(EIGHT))), time.monotonic())

    def press(self, *players: int) -> None:
        self.simulator.press(players, held=0.02)

    def hear(self) -> Calls:
        assert self.calls
        press = self.next(Press)
        assert press.at
        return self.calls.heard(press, press.at.at + 0.01)

    def next(self, kind: type[T]) -> T:
        while not isinstance(news := self.inbox.get(timeout=60), kind):
            pass
        return news


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Calls], Evening]]:
    monkeypatch.setattr(session, "SILENCE", 60.0)  # a busy machine is no box that is gone
    with ExitStack() as stack:

        def sit(first: Calls) -> Evening:
            simulator = Simulator(bounce=Random(3))
            stack.callback(simulator.close)
            evening = Evening(simulator, first)
            stack.callback(evening.link.close)
            return evening

        yield sit


def test_the_box_is_told_about_round_lamps_tones_and_second_chances(sit: Callable[[Calls], Evening]) -> None:
    steps = [armed()]
    steps.append(steps[-1].pressed((DAG,), REVEAL - 1, REVEAL - 1))
    steps.append(reveal(steps[-1]))
    steps.append(press(steps[-1], 2.0, BO))
    steps.append(steps[-1].called(BO, 9, REVEAL + 3.0))
    steps.append(press(steps[-1], 4.0, CLEO))
    steps.append(steps[-1].called(CLEO, 8, REVEAL + 5.0))
    evening = sit(armed())
    evening.calls = None
    assert [evening.show(step) for step in steps] == [
        ["ARM 05 ....567", "TONE READY", "LAMPS ......."],
        ["LAMPS ...*...", "TONE WRONG"],
        ["GO 05 ...4567"],
        ["LAMPS .#.*..."],
        ["AGAIN .2.....", "LAMPS ...*...", "TONE WRONG"],
        ["LAMPS ..#*..."],
        ["END", "LAMPS ...*...", "TONE RIGHT"],
    ]


def test_whoever_is_out_stays_out_on_a_box_that_was_reset(sit: Callable[[Calls], Evening]) -> None:
    evening = sit(armed(call_again=False))
    evening.show(evening.revealed())
    evening.press(BO)
    calls = evening.hear()
    evening.show(calls)
    evening.show(calls.called(BO, 9, time.monotonic()))
    evening.simulator.reset()
    while evening.next(Answered).command != "GO 05 .2..567":
        pass
    evening.press(BO)
    time.sleep(0.06)
    evening.press(CLEO)
    assert evening.hear().floor == (CLEO,)


def test_a_round_on_the_box_from_false_start_to_the_right_number(sit: Callable[[Calls], Evening]) -> None:
    evening = sit(armed(window=0))
    evening.press(DAG)
    calls = evening.hear()
    assert (calls.early, calls.tone) == ((DAG,), Tone.WRONG)
    evening.show(calls)
    evening.show(evening.revealed())
    time.sleep(0.06)  # Dag lets go
    evening.press(DAG, 6)  # sits out, and nobody sits there
    time.sleep(0.06)
    evening.press(BO, CLEO)
    calls = evening.hear()
    assert set(calls.floor) == {BO, CLEO}, "Dag's press was heard, or the tie was none"
    evening.show(calls)
    now = time.monotonic()
    calls = calls.called(BO, 9, now)
    evening.show(calls)
    calls = calls.called(CLEO, 8, now)
    evening.show(calls)
    assert [call.player for call in calls.decided if isinstance(call, Call)] == [BO, CLEO]
    assert calls.tone is Tone.RIGHT
    assert calls.passed(now + 1).over
    assert evening.link.status.state is State.CONNECTED
