"""Würfelblitz, rule by rule. A throw is the six coloured dice in the order of COLOURS, then the white ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.rules import Action, BadSetup, Die, IllegalAction, MalformedData, Roll, State
from companion.rules.errors import NO_SUCH_PLAYER, NOT_NOW
from companion.rules.wuerfelblitz import Call, CloseRound, GiveUp, Wuerfelblitz
from companion.rules.wuerfelblitz.state import Discs, RightCall
from companion.rules.wuerfelblitz.tally import COLOURS, tally
from companion.simulated import random_play

ADA, BO, CLEO, DAG = range(4)
NAMES = ("Ada", "Bo", "Cleo", "Dag", "Elin", "Finn", "Gero")
EIGHT = "4 4 3 4 1 green, black green"  # the throw of pages 1 and 2: 8 by the plain rule and by the brain teaser


def dice(text: str) -> tuple[Die, ...]:
    """`4 4 3 4 1 green, black green`: black shows 4 pips … orange a green dot; the white dice dots."""
    coloured, white = text.split(", ")
    faces = [face if face.isdigit() else f"dot-{face}" for face in coloured.split()]
    bodies = [*COLOURS, *["white"] * len(white.split())]
    faces += [f"dot-{dot}" for dot in white.split()]
    return tuple(Die(body, face) for body, face in zip(bodies, faces, strict=True))


def new(players: int = 4, **options: object) -> Wuerfelblitz:
    state = game("wuerfelblitz").start(NAMES[:players], options)
    assert isinstance(state, Wuerfelblitz)
    return state


def revealed(state: Wuerfelblitz | None = None, throw: str = EIGHT) -> Wuerfelblitz:
    state = state or new()
    return state.apply(Roll(state.thrower, dice(throw)))


def round_won(state: Wuerfelblitz, *winners: int) -> Wuerfelblitz:
    """A whole round in which these players call the right result at the same moment."""
    state = revealed(state)
    for player in winners:
        state = state.apply(Call(player, 8, 1000))
    return state.apply(CloseRound(None))


def holding(state: Wuerfelblitz, *discs: tuple[int, int]) -> Wuerfelblitz:
    """The state with these (white, black) discs in front of the players, the rest in the box."""
    box = Discs(14 - sum(white for white, _ in discs), 14 - sum(black for _, black in discs))
    return replace(state, discs=tuple(Discs(white, black) for white, black in discs), box=box)


def refused(state: Wuerfelblitz, action: Action) -> str:
    with pytest.raises(IllegalAction) as error:
        state.apply(action)
    return error.value.code


def words(state: Wuerfelblitz) -> str:
    return " ".join(str(text) for text in state.said)


# --- the sum --------------------------------------------------------------------------------------------------------


def test_example_1_black_and_green_are_out_and_the_rest_is_8() -> None:
    """First example of the rules (facts, test 1): black and green dots; 3 + 4 + 1 = 8."""
    result = tally(dice(EIGHT), brain_teaser=False)
    assert result.total == 8
    assert result.dots == ("black", "green")
    assert str(result.in_words()) == "Out: black, green. The rest: 3 + 4 + 1 = 8."


def test_example_2_all_pips_are_out_and_the_result_is_zero() -> None:
    """Second example of the rules (facts, test 2): each die with pips is ruled out."""
    result = tally(dice("3 5 blue yellow 2 red, black green"), brain_teaser=False)
    assert result.total == 0
    assert str(result.in_words()) == "Out: black, green, red, blue, yellow. No pips are left: zero."


def test_example_3_brain_teaser_green_twice_counts_only_the_excluded_dice() -> None:
    """Example of the brain teaser (facts, test 3): green dot twice; green 4 + black 4 = 8."""
    result = tally(dice(EIGHT), brain_teaser=True)
    assert result.total == 8
    assert result.pips == (4, 4)
    assert str(result.in_words()) == (
        "Seen at least twice: green. So only the dice that are out count, black, green: 4 + 4 = 8."
    )


def test_brain_teaser_with_all_dots_different_is_the_plain_rule() -> None:
    """Facts, test 4."""
    throw = dice("4 6 3 4 1 2, black green")
    assert tally(throw, brain_teaser=True) == tally(throw, brain_teaser=False)
    assert tally(throw, brain_teaser=True).total == 3 + 4 + 1 + 2


def test_brain_teaser_can_give_zero_too() -> None:
    result = tally(dice("1 green 3 4 5 6, green green"), brain_teaser=True)
    assert result.total == 0
    assert str(result.in_words()) == (
        "Seen at least twice: green. So only the dice that are out count, green; no pips: zero."
    )


def test_without_the_brain_teaser_a_dot_seen_twice_is_an_ordinary_dot() -> None:
    assert tally(dice("6 5 1 1 1 1, black black"), brain_teaser=False).total == 9
    assert tally(dice("6 5 1 1 1 1, black black"), brain_teaser=True).total == 6


@pytest.mark.parametrize(("white", "total"), [("red red", 8), ("red blue", 4), ("red blue yellow", 3)])
def test_each_white_dot_rules_its_colour_out(white: str, total: int) -> None:
    assert tally(dice(f"1 1 3 4 1 1, {white}"), brain_teaser=False).total == total


def test_a_dot_on_a_coloured_die_rules_out_as_those_on_white_dice_do() -> None:
    assert tally(dice("orange 2 3 4 5 6, red red"), brain_teaser=False).total == 2 + 4 + 5


def test_a_die_that_shows_its_own_colour_adds_nothing_and_rules_nothing_else_out() -> None:
    assert tally(dice("black 2 3 4 5 6, red red"), brain_teaser=False).total == 2 + 4 + 5 + 6


def test_a_single_die_that_counts_is_not_written_as_a_sum() -> None:
    result = tally(dice("6 green red blue yellow orange, red red"), brain_teaser=False)
    assert str(result.in_words()) == "Out: green, red, blue, yellow, orange. The rest: 6."


def test_most_pips_that_can_count() -> None:
    assert tally(dice("6 6 6 6 6 1, orange orange"), brain_teaser=False).total == 30


# --- the throw ------------------------------------------------------------------------------------------------------


def test_the_first_player_begins_and_all_discs_are_in_the_box() -> None:
    state = new(7)
    assert state.thrower == ADA
    assert state.box == Discs(14, 14)
    assert state.scores() == (0,) * 7
    assert words(state) == "Ada sits first and begins."


@pytest.mark.parametrize("white", [2, 3])
def test_six_coloured_dice_and_two_or_three_white_ones_are_thrown_at_once(white: int) -> None:
    expected = new(white_dice=white).expects()
    (throw,) = expected.throws
    assert [die.body for die in throw.loose] == [*COLOURS, *["white"] * white]
    assert throw.least == throw.most == 6 + white
    assert f"{6 + white} dice" in str(expected.text)


def test_two_white_dice_are_the_default_and_a_third_is_one_too_many() -> None:
    assert refused(new(), Roll(ADA, dice("1 2 3 4 5 6, red red red"))) == "roll.wrong-dice"
    assert revealed(new(white_dice=3), "1 2 3 4 5 6, red red red").phase == "call"


def test_one_die_of_each_colour_is_thrown() -> None:
    two_black = (Die("black", "1"), *dice(EIGHT)[:1], *dice(EIGHT)[2:])
    assert refused(new(), Roll(ADA, two_black)) == "roll.wrong-dice"


def test_a_white_die_has_no_pips() -> None:
    assert refused(new(), Roll(ADA, (*dice(EIGHT)[:7], Die("white", "3")))) == "roll.impossible-face"


def test_only_the_thrower_throws_and_only_once_a_round() -> None:
    assert refused(new(), Roll(BO, dice(EIGHT))) == "roll.wrong-player"
    assert refused(revealed(), Roll(ADA, dice(EIGHT))) == "roll.not-expected"


def test_the_reveal_does_not_give_the_result_away() -> None:
    state = revealed()
    assert words(state) == "The dice are revealed."
    assert "8" not in str(state.expects().text)
    assert str(state.expects().text) == "Who calls the right result first? Ada, Bo, Cleo, Dag."


# --- right calls ----------------------------------------------------------------------------------------------------


def test_the_first_right_call_wins_a_white_disc_and_the_sum_is_spelled_out() -> None:
    state = revealed().apply(Call(BO, 8, 2400))
    assert state.discs[BO] == Discs(1, 0)
    assert state.box == Discs(13, 14)
    assert words(state) == (
        "Bo is right with 8. Out: black, green. The rest: 3 + 4 + 1 = 8. Bo wins a white disc: 1 of 3."
    )


def test_zero_can_be_called() -> None:
    state = revealed(throw="3 5 blue yellow 2 red, black green").apply(Call(BO, 0, 900))
    assert state.discs[BO] == Discs(1, 0)


def test_the_brain_teaser_decides_which_call_is_right() -> None:
    throw = "6 5 1 1 1 1, black black"
    assert revealed(new(brain_teaser=True), throw).apply(Call(BO, 6)).discs[BO].white == 1
    assert revealed(new(brain_teaser=False), throw).apply(Call(BO, 9)).discs[BO].white == 1


def test_several_right_calls_at_once_win_a_white_disc_each() -> None:
    """Facts, test 6."""
    state = revealed().apply(Call(BO, 8, 2000)).apply(Call(DAG, 8, 2150))
    assert [own.white for own in state.discs] == [0, 1, 0, 1]


def test_a_call_after_the_window_is_too_late_even_if_right() -> None:
    state = revealed().apply(Call(BO, 8, 2000))
    assert refused(state, Call(DAG, 8, 2151)) == "wuerfelblitz.too-late"
    assert state.apply(CloseRound(None)).discs[DAG] == Discs()


def test_the_window_is_counted_from_the_first_right_call_not_from_the_latest() -> None:
    state = revealed().apply(Call(BO, 8, 2000)).apply(Call(DAG, 8, 2100))
    assert refused(state, Call(CLEO, 8, 2200)) == "wuerfelblitz.too-late"


def test_a_wider_window_can_be_agreed() -> None:
    state = revealed(new(window=500)).apply(Call(BO, 8, 2000))
    assert state.apply(Call(DAG, 8, 2500)).discs[DAG].white == 1


def test_with_no_window_only_the_very_same_millisecond_is_simultaneous() -> None:
    state = revealed(new(window=0)).apply(Call(BO, 8, 2000))
    assert refused(state, Call(CLEO, 8, 2001)) == "wuerfelblitz.too-late"
    state = state.apply(Call(DAG, 8, 2000)).apply(CloseRound(None))
    assert [own.white for own in state.discs] == [0, 1, 0, 1]
    assert (state.phase, state.thrower) == ("throw", BO)


def test_without_a_time_a_call_counts_as_made_now() -> None:
    state = revealed().apply(Call(BO, 9, 700)).apply(Call(CLEO, 8))
    assert state.right == (RightCall(CLEO, 700),)
    assert state.apply(Call(DAG, 8)).right == (RightCall(CLEO, 700), RightCall(DAG, 700))


def test_nobody_wins_twice_in_one_round() -> None:
    state = revealed().apply(Call(BO, 8, 2000))
    assert refused(state, Call(BO, 8, 2000)) == "wuerfelblitz.already-right"
    assert state.callers() == (ADA, CLEO, DAG)


# --- wrong calls ----------------------------------------------------------------------------------------------------


def test_a_wrong_call_costs_a_white_disc_that_goes_back_to_the_box() -> None:
    """Facts, test 5."""
    state = revealed(holding(new(), (2, 1), (0, 0), (0, 0), (0, 0))).apply(Call(ADA, 9, 800))
    assert state.discs[ADA] == Discs(1, 1)
    assert state.box == Discs(13, 13)
    assert words(state) == "9 is wrong: Ada hands over a white disc."


def test_a_wrong_call_never_costs_a_black_disc() -> None:
    """Facts, test 5."""
    state = revealed(holding(new(), (0, 2), (0, 0), (0, 0), (0, 0))).apply(Call(ADA, 9, 800))
    assert state.discs[ADA] == Discs(0, 2)
    assert words(state) == "9 is wrong; Ada has only black discs, and those are safe."


def test_a_wrong_call_without_discs_costs_nothing() -> None:
    """Facts, test 5."""
    state = revealed().apply(Call(ADA, 9, 800))
    assert state.discs == new().discs
    assert words(state) == "9 is wrong; Ada has no disc to hand over."


def test_a_wrong_call_does_not_tell_the_others_the_result() -> None:
    state = revealed().apply(Call(ADA, 9, 800))
    assert "8" not in words(state)
    assert "8" not in str(state.expects().text)


def test_after_a_wrong_call_the_round_goes_on_and_the_player_may_call_again() -> None:
    state = revealed().apply(Call(ADA, 9, 800)).apply(Call(ADA, 7, 900)).apply(Call(ADA, 8, 1000))
    assert state.discs[ADA] == Discs(1, 0)


def test_every_further_wrong_call_costs_another_disc() -> None:
    state = revealed(holding(new(), (2, 0), (0, 0), (0, 0), (0, 0)))
    state = state.apply(Call(ADA, 9, 800)).apply(Call(ADA, 9, 900)).apply(Call(ADA, 9, 1000))
    assert state.discs[ADA] == Discs(0, 0)


def test_if_agreed_a_wrong_call_locks_out_for_the_rest_of_the_round() -> None:
    state = revealed(new(call_again=False)).apply(Call(ADA, 9, 800))
    assert state.callers() == (BO, CLEO, DAG)
    assert refused(state, Call(ADA, 8, 900)) == "wuerfelblitz.locked-out"
    again = revealed(state.apply(Call(BO, 8, 900)).apply(CloseRound(None)))
    assert again.callers() == (ADA, BO, CLEO, DAG)


def test_when_everybody_is_locked_out_only_giving_up_is_left() -> None:
    state = revealed(new(2, call_again=False)).apply(Call(ADA, 9, 800)).apply(Call(BO, 7, 900))
    assert state.callers() == ()
    assert state.legal_actions() == (GiveUp(None),)
    assert state.invent(lambda choices: choices[0]) is None
    assert str(state.expects().text) == "Everybody has called a wrong result; the round is given up."


def test_a_wrong_call_within_the_window_costs_a_disc_too() -> None:
    state = revealed(holding(new(), (1, 0), (0, 0), (0, 0), (0, 0)))
    state = state.apply(Call(BO, 8, 2000)).apply(Call(ADA, 9, 2100))
    assert [own.white for own in state.discs] == [0, 1, 0, 0]
    assert state.phase == "close"


# --- calls that do not count ----------------------------------------------------------------------------------------


def test_a_call_before_the_reveal_is_a_false_start_and_costs_nothing() -> None:
    assert refused(new(), Call(ADA, 8, 0)) == "wuerfelblitz.false-start"
    assert refused(revealed(), Call(ADA, 8, -1)) == "wuerfelblitz.false-start"


def test_calls_are_judged_in_the_order_of_their_times() -> None:
    state = revealed().apply(Call(ADA, 9, 800))
    assert refused(state, Call(BO, 8, 799)) == "wuerfelblitz.out-of-order"
    assert state.apply(Call(BO, 8, 800)).discs[BO].white == 1


@pytest.mark.parametrize("number", [-1, 100, 10**9])
def test_a_number_that_is_no_result_at_all_is_not_a_call(number: int) -> None:
    assert refused(revealed(), Call(ADA, number, 800)) == "wuerfelblitz.not-a-result"


def test_a_number_no_throw_can_give_is_a_wrong_call() -> None:
    assert words(revealed().apply(Call(ADA, 99, 800))).startswith("99 is wrong")


def test_the_table_itself_calls_nothing() -> None:
    assert refused(revealed(), Call(None, 8, 800)) == NO_SUCH_PLAYER.code
    assert refused(revealed(), Call(4, 8, 800)) == NO_SUCH_PLAYER.code


# --- the end of a round ---------------------------------------------------------------------------------------------


def test_the_winner_of_the_round_throws_next() -> None:
    """Facts, test 7."""
    state = round_won(new(), CLEO)
    assert (state.phase, state.thrower, state.dice) == ("throw", CLEO, ())
    assert words(state) == "Cleo won the round and throws next."


def test_of_several_winners_the_earliest_throws_next() -> None:
    state = revealed().apply(Call(DAG, 8, 2000)).apply(Call(BO, 8, 2001)).apply(CloseRound(None))
    assert state.thrower == DAG


@pytest.mark.parametrize(
    ("thrower", "winners", "next_thrower"),
    [
        (ADA, (CLEO, BO), BO),
        (ADA, (ADA, DAG), DAG),
        (CLEO, (BO, DAG), DAG),
        (CLEO, (CLEO, BO), BO),
        (CLEO, (CLEO,), CLEO),
    ],
)
def test_at_the_very_same_time_the_nearest_to_the_thrower_clockwise_throws_next(
    thrower: int, winners: tuple[int, ...], next_thrower: int
) -> None:
    assert round_won(replace(new(), thrower=thrower), *winners).thrower == next_thrower


def test_the_time_starts_anew_with_each_round() -> None:
    assert revealed(round_won(new(), BO)).apply(Call(ADA, 8, 5)).right == (RightCall(ADA, 5),)


def test_a_round_is_closed_only_after_a_right_call() -> None:
    assert refused(revealed(), CloseRound(None)) == "wuerfelblitz.nobody-right"
    solved = revealed().apply(Call(BO, 8, 1))
    assert solved.legal_actions() == (CloseRound(None),)
    assert str(solved.expects().text) == "The result is called; only calls of the very same moment still count."


def test_a_round_nobody_solves_is_thrown_again_by_the_same_player() -> None:
    state = revealed(replace(new(), thrower=CLEO)).apply(GiveUp(None))
    assert (state.phase, state.thrower) == ("throw", CLEO)
    assert words(state) == "Nobody solves it, and Cleo throws again. Out: black, green. The rest: 3 + 4 + 1 = 8."


def test_a_solved_round_cannot_be_given_up() -> None:
    assert refused(revealed().apply(Call(BO, 8, 1)), GiveUp(None)) == "wuerfelblitz.somebody-right"


@pytest.mark.parametrize("action", [CloseRound(None), GiveUp(None)])
def test_no_round_ends_before_the_dice_are_thrown(action: Action) -> None:
    assert refused(new(), action) == NOT_NOW.code


def test_only_the_table_ends_a_round() -> None:
    assert refused(revealed(), GiveUp(ADA)) == NOT_NOW.code
    assert refused(revealed().apply(Call(BO, 8, 1)), CloseRound(BO)) == NOT_NOW.code


# --- discs ----------------------------------------------------------------------------------------------------------


def test_third_white_disc_becomes_a_black_one_and_the_white_ones_go_back() -> None:
    """Facts, test 7."""
    state = round_won(round_won(new(), BO), BO)
    assert (state.discs[BO], state.box) == (Discs(2, 0), Discs(12, 14))
    state = revealed(state).apply(Call(BO, 8, 1000))
    assert (state.discs[BO], state.box) == (Discs(0, 1), Discs(14, 13))
    assert words(state).endswith("White disc number 3: Bo swaps all of them for a black one, 1 of 3.")


def test_third_black_disc_wins_when_the_round_is_closed() -> None:
    """Facts, test 7."""
    state = revealed(holding(new(), (1, 0), (2, 2), (0, 1), (1, 0))).apply(Call(BO, 8, 1000))
    assert state.outcome() is None
    state = state.apply(CloseRound(None))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (BO,)
    assert outcome.scores == (1, 30, 10, 1)
    assert outcome.places == (3, 1, 2, 3)
    assert words(state) == "Bo presents the third black disc and wins."
    assert str(state.expects().text) == "Three black discs are presented; the game is over."
    assert (state.legal_actions(), state.callers()) == ((), ())
    assert refused(state, Call(BO, 8, 1000)) == "game.over"


def test_a_third_black_disc_at_the_same_moment_shares_the_win() -> None:
    state = round_won(holding(new(), (2, 2), (2, 2), (1, 2), (2, 1)), ADA, BO, CLEO, DAG)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (ADA, BO)
    assert words(state) == "The third black disc at the same moment: Ada, Bo share the win."


def test_with_no_window_a_third_black_disc_in_the_same_millisecond_shares_the_win() -> None:
    state = revealed(holding(new(2, window=0), (2, 2), (2, 2)))
    outcome = state.apply(Call(ADA, 8, 1000)).apply(Call(BO, 8, 1000)).apply(CloseRound(None)).outcome()
    assert outcome is not None
    assert outcome.winners == (ADA, BO)


def test_any_black_disc_scores_more_than_all_white_ones() -> None:
    state = holding(new(2, answers=[5, 3]), (4, 0), (0, 1))
    assert state.scores() == (4, 10)


@pytest.mark.parametrize("price", [1, 2, 3, 4, 5])
def test_handicap_a_black_disc_costs_as_many_right_answers_as_agreed(price: int) -> None:
    """Facts, test 8."""
    state = new(2, answers=[price, 3])
    for answer in range(1, price):
        state = round_won(state, ADA)
        assert state.discs[ADA] == Discs(answer, 0)
    state = round_won(state, ADA)
    assert state.discs[ADA] == Discs(0, 1)
    assert state.box == Discs(14, 13)


def test_handicap_1_is_straight_to_black() -> None:
    """Balancing skill levels: beginners get a black disc for one right answer."""
    state = revealed(new(2, answers=[1, 3])).apply(Call(ADA, 8, 1000))
    assert words(state).endswith("Ada wins a black disc straight away: 1 of 3.")


def test_handicap_2_is_one_white_disc_and_then_a_black_one() -> None:
    """Balancing skill levels: a white disc first, the black one for the second right answer."""
    state = revealed(round_won(new(2, answers=[2, 3]), ADA)).apply(Call(ADA, 8, 1000))
    assert words(state).endswith("White disc number 2: Ada swaps all of them for a black one, 1 of 3.")


@pytest.mark.parametrize("answers", [[3], [3, 3, 3], [0, 3], [6, 3]])
def test_handicap_is_one_number_from_1_to_5_for_each_player(answers: list[int]) -> None:
    with pytest.raises(BadSetup, match="answers"):
        new(2, answers=answers)


@pytest.mark.parametrize("options", [{"white_dice": 4}, {"white_dice": 1}, {"window": -1}, {"window": 2001}])
def test_other_options_have_their_limits(options: dict[str, int]) -> None:
    with pytest.raises(BadSetup):
        new(**options)


@pytest.mark.parametrize("players", [1, 8])
def test_two_to_seven_play(players: int) -> None:
    with pytest.raises(BadSetup):
        game("wuerfelblitz").start([f"P{i}" for i in range(players)])


def test_fourteen_white_discs_are_enough_for_seven_players_by_the_plain_rule() -> None:
    state = round_won(holding(new(7), *[(2, 0)] * 7), ADA)
    assert (state.discs[ADA], state.box) == (Discs(0, 1), Discs(2, 13))


def test_a_white_disc_the_box_no_longer_has_still_counts() -> None:
    state = holding(new(4, answers=[5, 5, 5, 5]), (4, 0), (4, 0), (3, 0), (3, 0))
    state = revealed(state).apply(Call(CLEO, 8, 1000))
    assert state.discs[CLEO] == Discs(4, 0)
    assert words(state).endswith("No white disc is left in the box; anything at hand stands in for one.")
    assert state.inventory() == {"white discs": 14, "black discs": 14}
    assert state.faults() == ()


def test_while_stand_ins_are_about_a_swap_gives_discs_back_without_asking_for_more() -> None:
    state = holding(new(7, answers=[5] * 7), *[(4, 0)] * 7)
    assert state.box == Discs(-14, 14)
    state = revealed(state).apply(Call(ADA, 8, 1000))
    assert state.box == Discs(-10, 13)
    assert "left in the box" not in words(state)


def test_the_fifteenth_black_disc_wins_though_the_box_no_longer_has_it() -> None:
    state = revealed(holding(new(7), (2, 2), *[(0, 2)] * 6)).apply(Call(ADA, 8, 1000))
    assert words(state).endswith("No black disc is left in the box; anything at hand stands in for one.")
    outcome = state.apply(CloseRound(None)).outcome()
    assert outcome is not None
    assert outcome.winners == (ADA,)


# --- simulation and files -------------------------------------------------------------------------------------------


def test_a_simulated_table_calls_only_what_the_rules_take() -> None:
    seen = set()
    for seed in range(20):
        state: State[Any, Any] = new(3, call_again=seed % 2 == 0)
        for action, after in random_play(state, Random(seed)):
            if isinstance(action, Call):
                assert isinstance(state, Wuerfelblitz)
                seen.add((state.phase, action.number == state.tally().total))
            state = after
    assert seen == {("call", True), ("call", False), ("close", True), ("close", False)}


def test_before_the_throw_there_is_nothing_to_invent() -> None:
    assert new().invent(lambda choices: choices[0]) is None


SOLVED = revealed().apply(Call(BO, 8, 1000))
OVER = round_won(holding(new(), (0, 0), (2, 2), (0, 0), (0, 0)), BO)


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (replace(new(), discs=new(2).discs), "more or fewer players"),
        (replace(new(), box=Discs(14, 13)), "fourteen discs"),
        (holding(new(), (3, 0), (0, 0), (0, 0), (0, 0)), "more than can be held"),
        (holding(new(), (-1, 0), (0, 0), (0, 0), (0, 0)), "fewer than no discs"),
        (holding(SOLVED, (0, 0), (0, 4), (0, 0), (0, 0)), "more than can be held"),
        (holding(new(), (0, -1), (0, 0), (0, 0), (0, 0)), "fewer than no discs"),
        (replace(new(), thrower=-1), "is not there"),
        (replace(new(), thrower=4), "is not there"),
        (replace(revealed(new(call_again=False)), out=(7,)), "is not there"),
        (replace(revealed(new(call_again=False)), out=(BO, BO)), "is there twice"),
        (replace(revealed(), out=(BO,)), "nobody sits out"),
        (replace(new(), dice=dice(EIGHT)), "not a throw"),
        (replace(revealed(), dice=()), "not a throw"),
        (replace(revealed(), dice=(*dice(EIGHT)[:7], Die("white", "3"))), "not a throw"),
        (replace(revealed(), dice=dice(EIGHT)[:7]), "not a throw"),
        (replace(SOLVED, right=()), "decided by a right call"),
        (replace(SOLVED, phase="call"), "decided by a right call"),
        (replace(revealed(), now=-1), "in order of time"),
        (replace(SOLVED, now=999), "in order of time"),
        (replace(SOLVED, now=1151), "in order of time"),
        (holding(new(), (0, 3), (0, 0), (0, 0), (0, 0)), "third black disc"),
        (holding(OVER, (0, 0), (0, 2), (0, 0), (0, 0)), "third black disc"),
    ],
)
def test_a_position_that_cannot_occur_is_not_restored(state: Wuerfelblitz, fault: str) -> None:
    assert any(fault in reason for reason in state.faults())
    with pytest.raises(MalformedData):
        game("wuerfelblitz").state_from_json(state.to_json())


@pytest.mark.parametrize("state", [new(), revealed(), SOLVED, OVER])
def test_a_position_that_can_occur_is_restored(state: Wuerfelblitz) -> None:
    assert state.faults() == ()
    assert game("wuerfelblitz").state_from_json(state.to_json()) == state
