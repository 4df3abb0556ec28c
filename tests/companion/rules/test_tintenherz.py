"""Tintenherz – Das Würfelspiel, rule by rule. Cards are their values: 5 is Staubfinger, -3 is Basta."""

from __future__ import annotations

import copy
import tomllib
from dataclasses import replace
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.rules import Action, BadSetup, Die, IllegalAction, MalformedData, Roll
from companion.rules.errors import NOT_NOW, NOT_YOUR_TURN
from companion.rules.tintenherz import Castle, Pass, Reveal, Secure, Steal, Take, TellHearts, Tintenherz, describe
from companion.rules.tintenherz.cards import VALUES, read_deck, signed
from companion.rules.tintenherz.state import Holding, Phase, Told
from companion.rules.tintenherz.worth import Worth, advice, with_castle, without_castle
from companion.simulated import random_play

ADA, BO, CLEO = range(3)
NAMES = ("Ada", "Bo", "Cleo", "Dag")
HEARTS = [{"value": value, "hearts": int(value in (-6, 2, 10))} for value in VALUES]  # a deck a table has filled in
CENTRE = (-1, -2, -3, 5)


def new(players: int = 3, **options: object) -> Tintenherz:
    state = game("tintenherz").start(NAMES[:players], options)
    assert isinstance(state, Tintenherz)
    return state


def position(
    *holdings: Holding,
    centre: tuple[int, ...] = CENTRE,
    phase: Phase = "throw",
    turn: int = ADA,
    pile: bool = True,
    **options: object,
) -> Tintenherz:
    """A position with these cards in the middle and before the players; all others in the pile, or Dag's castle."""
    held = [card for own in holdings for card in (*own.open, *own.safe)]
    rest = tuple(value for value in VALUES if value not in held and value not in centre)
    if not pile:
        holdings, rest = (*holdings, Holding(safe=rest)), ()
    start = new(len(holdings), **options)
    return replace(start, holdings=holdings, centre=centre, pile=rest, phase=phase, turn=turn)


def roll(state: Tintenherz, thrown: str, kept: str = "") -> Tintenherz:
    """`roll(state, "6 3")`: the player on turn throws a 6 and a 3."""
    red = [tuple(Die("red", face) for face in faces.split()) for faces in (thrown, kept)]
    return state.apply(Roll(state.turn, *red))


def refused(state: Tintenherz, action: Action) -> str:
    with pytest.raises(IllegalAction) as error:
        state.apply(action)
    assert action not in state.legal_actions()
    return error.value.code


def words(state: Tintenherz) -> str:
    return " ".join(str(text) for text in state.said)


EMPTY = Holding()
TURN = position(EMPTY, EMPTY)
DEFAULT_SAFE = Holding(safe=(6, 4, -6))  # the hand of the example of scoring; its hearts are all known


def counting(*holdings: Holding, phase: Phase = "castle", **options: object) -> Tintenherz:
    """The pile is empty and the cards are counted; the cards nobody wants lie open before the last player."""
    held = [card for own in holdings for card in (*own.open, *own.safe)]
    rest = [value for value in VALUES if value not in held]
    dark = [card for card in rest if card < 0]
    centre = tuple((dark + [card for card in rest if card > 0])[:3])
    last = Holding(
        open=tuple(c for c in rest if c not in centre and c > 0), safe=tuple(c for c in dark if c not in centre)
    )
    start = new(len(holdings) + 1, **options)
    return replace(start, holdings=(*holdings, last), pile=(), centre=centre, phase=phase)


# --- preparation ----------------------------------------------------------------------------------------------------


def test_four_cards_are_turned_up_and_the_youngest_begins() -> None:
    """Facts, test 6: four face up at the start; spare castles out; the youngest, at the first seat, starts."""
    state = new(2)
    assert words(state) == (
        "Each player has a castle card, heart side up; castles nobody needs go back into the box. "
        "The youngest takes the first seat and begins: Ada."
    )
    assert len(state.legal_actions()) == 16
    assert str(state.expects().text) == "Turn up 4 cards from the pile and lay them in the middle."
    for left, card in zip((3, 2, 1, 0), (5, -3, 10, 7), strict=True):
        assert state.phase == "deal"
        state = state.apply(Reveal(None, card))
        assert left == 0 or f"Turn up {left} card" in str(state.expects().text)
    assert (state.phase, state.turn, state.centre, len(state.pile)) == ("throw", ADA, (5, -3, 10, 7), 12)
    assert len(state.holdings) == 2


def test_a_card_is_named_if_the_deck_knows_its_name() -> None:
    assert words(new().apply(Reveal(None, 5))) == "Staubfinger (+5) lies in the middle."
    assert words(new().apply(Reveal(None, -5))) == "−5 lies in the middle."


@pytest.mark.parametrize("card", [5, 0, 11, -7])
def test_only_cards_from_the_pile_are_turned_up(card: int) -> None:
    assert refused(new().apply(Reveal(None, 5)), Reveal(None, card)) == "tintenherz.not-in-pile"


def test_no_fifth_card_is_turned_up() -> None:
    for state in (TURN, roll(TURN, "6 6")):
        assert refused(state, Reveal(None, 10)) == "tintenherz.centre-full"


def test_cards_are_turned_up_by_the_table() -> None:
    assert refused(new(), Reveal(ADA, 5)) == NOT_NOW.code


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players: int) -> None:
    with pytest.raises(BadSetup):
        game("tintenherz").start([f"P{i}" for i in range(players)])


# --- the throw and what fits ----------------------------------------------------------------------------------------


def test_a_turn_begins_with_both_dice() -> None:
    (throw,) = TURN.expects().throws
    assert (throw.player, throw.least, throw.most, throw.optional) == (ADA, 2, 2, False)
    assert str(TURN.expects().text) == "Ada throws both dice."
    assert TURN.legal_actions() == ()
    assert refused(TURN, Roll(ADA, (Die("red", "3"),))) == "roll.too-few-dice"
    assert refused(TURN, Roll(BO, (Die("red", "3"),) * 2)) == "roll.wrong-player"


@pytest.mark.parametrize("action", [Take(ADA, 5), Steal(ADA, 5), Secure(ADA, 5), Pass(ADA)])
def test_nothing_is_done_before_the_throw(action: Action) -> None:
    assert refused(TURN, action) == "tintenherz.roll-first"


PAGE_3 = position(Holding(open=(4,)), Holding(open=(1,)), centre=(-3, 5, 8, 10))


def test_example_page_3_first_throw_6_and_3_takes_only_basta() -> None:
    """Example on page 3 (facts, test 1): only Basta fits, by the 3; it would go under the castle."""
    state = roll(PAGE_3, "6 3")
    assert state.legal_actions() == (Take(ADA, -3),)
    assert words(state) == "3 and 6, 9 together: Basta (−3) can be used."
    taken = state.apply(Take(ADA, -3))
    assert taken.holdings[ADA] == Holding(open=(4,), safe=(-3,))
    assert words(taken) == "Ada takes Basta (−3) with 3; dark cards go straight under the castle."


def test_example_page_3_second_throw_4_and_1_leaves_three_choices() -> None:
    """Example on page 3 (facts, test 2): Staubfinger by the sum, the opponent's Darius, or Farid made safe."""
    state = roll(roll(PAGE_3, "6 3"), "4 1")
    assert set(state.legal_actions()) == {Take(ADA, 5), Steal(ADA, 1), Secure(ADA, 4)}
    assert state.expects().throws == ()
    assert str(state.expects().text) == "Ada has to use one card that fits."
    assert state.apply(Take(ADA, 5)).holdings == (Holding(open=(4, 5)), Holding(open=(1,)))
    assert state.apply(Steal(ADA, 1)).holdings == (Holding(open=(4, 1)), EMPTY)
    assert state.apply(Secure(ADA, 4)).holdings == (Holding(safe=(4,)), Holding(open=(1,)))


@pytest.mark.parametrize(
    ("thrown", "fits"),
    [("1 4", {-1, 5}), ("2 2", {-2}), ("1 1", {-1, -2}), ("5 6", {5}), ("2 3", {-2, -3, 5}), ("6 6", set())],
)
def test_a_card_fits_by_one_die_or_by_the_sum_and_dark_ones_without_their_sign(thrown: str, fits: set[int]) -> None:
    offered = roll(TURN, thrown).legal_actions()
    assert {action.card for action in offered if isinstance(action, Take)} == fits


def test_high_cards_are_reached_only_by_the_sum() -> None:
    state = position(EMPTY, EMPTY, centre=(7, 8, 9, 10))
    assert roll(state, "4 5").legal_actions() == (Take(ADA, 9),)
    assert roll(state, "4 6").legal_actions() == (Take(ADA, 10),)


def test_the_difference_of_the_dice_fits_nothing() -> None:
    assert refused(roll(TURN, "6 1"), Take(ADA, 5)) == "tintenherz.no-fit"


def test_a_card_that_fits_in_two_ways_is_offered_once() -> None:
    state = roll(position(Holding(open=(1,)), Holding(open=(2,))), "1 1")
    assert state.legal_actions() == (Take(ADA, -1), Take(ADA, -2), Secure(ADA, 1), Steal(ADA, 2))


def test_a_card_taken_by_the_sum_says_so() -> None:
    assert words(roll(TURN, "4 1").apply(Take(ADA, 5))) == (
        "Ada takes Staubfinger (+5) with 1 + 4; it lies open beside the castle."
    )


# --- taking from the middle -----------------------------------------------------------------------------------------


def test_a_taken_card_is_replaced_from_the_pile_and_the_dice_are_passed_clockwise() -> None:
    state = roll(TURN, "5 6").apply(Take(ADA, 5))
    assert (state.phase, state.turn, state.centre) == ("refill", ADA, (-1, -2, -3))
    assert str(state.expects().text) == "Turn up the top card of the pile and lay it in the middle."
    assert state.legal_actions() == tuple(Reveal(None, card) for card in state.pile)
    state = state.apply(Reveal(None, 10))
    assert (state.phase, state.turn, state.centre) == ("throw", BO, (-1, -2, -3, 10))
    assert (state.dice, words(state)) == ((), "+10 lies in the middle.")


def test_after_the_last_player_the_first_is_on_turn_again() -> None:
    state = roll(replace(TURN, turn=BO), "6 6").apply(Pass(BO))
    assert state.turn == ADA


def test_only_cards_in_the_middle_are_taken_from_there() -> None:
    state = roll(position(EMPTY, Holding(open=(4,))), "4 6")
    for card in (4, 6, 0, 99):
        assert refused(state, Take(ADA, card)) == "tintenherz.not-in-centre"


def test_one_card_a_turn_even_if_more_would_fit() -> None:
    state = roll(position(Holding(open=(2,)), EMPTY), "2 3").apply(Take(ADA, 5))
    for action in (Take(ADA, -2), Secure(ADA, 2), Pass(ADA)):
        assert refused(state, action) == "tintenherz.one-card"


def test_a_card_taken_in_this_turn_is_not_made_safe_in_this_turn() -> None:
    state = roll(TURN, "5 6").apply(Take(ADA, 5))
    assert refused(state, Secure(ADA, 5)) == "tintenherz.one-card"
    state = state.apply(Reveal(None, 10))
    assert refused(state, Secure(ADA, 5)) == NOT_YOUR_TURN.code
    later = roll(roll(state, "6 6").apply(Pass(BO)), "5 6")
    assert later.apply(Secure(ADA, 5)).holdings[ADA] == Holding(safe=(5,))


def test_nobody_moves_before_the_middle_is_full() -> None:
    assert refused(new(), Pass(ADA)) == "tintenherz.fill-centre"
    assert refused(roll(TURN, "5 6").apply(Take(ADA, 5)), Take(BO, -1)) == "tintenherz.fill-centre"
    assert refused(new(), Roll(ADA, (Die("red", "1"),) * 2)) == "roll.not-expected"


@pytest.mark.parametrize("action", [Take(BO, 5), Steal(BO, 5), Secure(BO, 5), Pass(BO), Take(None, 5)])
def test_only_the_player_on_turn_moves(action: Action) -> None:
    assert refused(roll(TURN, "5 6"), action) == NOT_YOUR_TURN.code


# --- stealing and safety --------------------------------------------------------------------------------------------


def test_an_open_card_of_an_opponent_can_be_taken_and_nothing_is_refilled() -> None:
    state = roll(position(Holding(open=(4,)), EMPTY, Holding(open=(6, 10))), "6 4").apply(Steal(ADA, 10))
    assert [own.open for own in state.holdings] == [(4, 10), (), (6,)]
    assert (state.phase, state.turn, state.centre) == ("throw", BO, CENTRE)
    assert words(state) == "Ada takes +10 from Cleo with 4 + 6; it lies open beside the castle."


def test_a_stolen_card_can_be_stolen_back() -> None:
    state = roll(position(EMPTY, Holding(open=(6,))), "6 6").apply(Steal(ADA, 6))
    assert roll(state, "6 6").apply(Steal(BO, 6)).holdings[BO] == Holding(open=(6,))


def test_a_stolen_card_can_be_made_safe_in_a_later_turn() -> None:
    state = roll(position(EMPTY, Holding(open=(6,))), "6 6").apply(Steal(ADA, 6))
    assert refused(state, Secure(ADA, 6)) == NOT_YOUR_TURN.code
    state = roll(state, "4 4").apply(Pass(BO))
    assert roll(state, "6 4").apply(Secure(ADA, 6)).holdings[ADA] == Holding(safe=(6,))


@pytest.mark.parametrize("card", [6, -4])
def test_cards_under_a_castle_cannot_be_taken(card: int) -> None:
    state = roll(position(Holding(open=(4,)), Holding(safe=(6, -4))), "6 4")
    assert refused(state, Steal(ADA, card)) == "tintenherz.safe"


@pytest.mark.parametrize("card", [4, 5, 8, -1, 0, 99])
def test_only_open_cards_of_others_are_stolen(card: int) -> None:
    state = roll(position(Holding(open=(4,)), EMPTY), "4 4")
    assert refused(state, Steal(ADA, card)) == "tintenherz.not-in-reach"


def test_stealing_needs_fitting_dice() -> None:
    assert refused(roll(position(EMPTY, Holding(open=(4,))), "5 6"), Steal(ADA, 4)) == "tintenherz.no-fit"


def test_a_card_made_safe_goes_under_the_castle_and_ends_the_turn() -> None:
    state = roll(position(Holding(open=(4, 6)), EMPTY), "6 6").apply(Secure(ADA, 6))
    assert state.holdings[ADA] == Holding(open=(4,), safe=(6,))
    assert (state.phase, state.turn) == ("throw", BO)
    assert words(state) == "Ada makes Fenoglio (+6) safe under the castle with 6."


@pytest.mark.parametrize("card", [6, 5, -3, 8, 99])
def test_only_own_open_cards_are_made_safe(card: int) -> None:
    state = roll(position(Holding(open=(4,), safe=(8,)), Holding(open=(6,))), "6 4")
    assert refused(state, Secure(ADA, card)) == "tintenherz.not-open"


def test_making_safe_needs_fitting_dice() -> None:
    assert refused(roll(position(Holding(open=(4,)), EMPTY), "5 6"), Secure(ADA, 4)) == "tintenherz.no-fit"


def test_a_refusal_says_what_the_dice_show() -> None:
    with pytest.raises(IllegalAction) as error:
        roll(TURN, "6 6").apply(Take(ADA, 5))
    assert str(error.value.text) == "Staubfinger (+5) needs a 5 on one die or as the sum of both; they show 6, 6."


# --- the second throw -----------------------------------------------------------------------------------------------


def test_one_or_both_dice_may_be_thrown_again_even_if_something_fits() -> None:
    state = roll(TURN, "5 6")
    (throw,) = state.expects().throws
    assert (throw.least, throw.most, throw.optional) == (1, 2, True)
    assert str(state.expects().text) == "Ada uses one card that fits, or throws one or both dice again."
    assert roll(state, "3", kept="5").legal_actions() == (Take(ADA, -3), Take(ADA, 5))
    assert roll(state, "1 1").legal_actions() == (Take(ADA, -1), Take(ADA, -2))


def test_the_die_that_is_kept_still_shows_its_face() -> None:
    state = roll(TURN, "5 6")
    assert refused(state, Roll(ADA, (Die("red", "3"),), (Die("red", "4"),))) == "roll.kept-die-turned"
    assert refused(state, Roll(ADA, (Die("red", "3"),))) == "roll.die-missing"


def test_there_is_no_third_throw() -> None:
    state = roll(roll(TURN, "5 6"), "5 5")
    assert refused(state, Roll(ADA, (Die("red", "1"),) * 2)) == "roll.not-expected"


def test_after_the_second_throw_a_card_that_fits_has_to_be_used() -> None:
    state = roll(roll(TURN, "6 6"), "5 5")
    assert state.legal_actions() == (Take(ADA, 5),)
    assert refused(state, Pass(ADA)) == "tintenherz.must-act"


def test_after_the_first_throw_nobody_passes_while_a_card_fits() -> None:
    assert refused(roll(TURN, "5 6"), Pass(ADA)) == "tintenherz.must-act"


def test_if_nothing_fits_again_the_turn_passes_by_itself() -> None:
    state = roll(roll(TURN, "6 6"), "4 4")
    assert (state.phase, state.turn, state.dice) == ("throw", BO, ())
    assert words(state) == "4 and 4, 8 together: nothing fits again, and the turn of Ada is over."


def test_if_nothing_fits_the_first_throw_the_player_throws_again_or_passes() -> None:
    state = roll(TURN, "6 6")
    assert words(state) == "6 and 6, 12 together: nothing fits."
    assert str(state.expects().text) == "Nothing fits: Ada throws one or both dice again, or passes."
    assert state.legal_actions() == (Pass(ADA),)
    assert state.expects().throws
    passed = state.apply(Pass(ADA))
    assert (passed.turn, words(passed)) == (BO, "Ada passes.")


# --- the end --------------------------------------------------------------------------------------------------------


LAST = position(DEFAULT_SAFE, Holding(open=(7, 8, 9, 10)), pile=False)


def test_the_game_goes_on_with_an_empty_pile_until_a_card_leaves_the_middle() -> None:
    stolen = roll(replace(LAST, turn=ADA), "4 4").apply(Steal(ADA, 8))
    assert stolen.phase == "throw"
    refilled = replace(LAST, phase="refill", centre=(-1, -2, -3), pile=(5,)).apply(Reveal(None, 5))
    assert (refilled.phase, refilled.pile) == ("throw", ())


def test_the_game_ends_when_a_card_cannot_be_replaced() -> None:
    state = roll(LAST, "5 6").apply(Take(ADA, 5))
    assert state.phase == "hearts"
    assert words(state).endswith(
        "The pile is empty, so the game ends. Cards in the middle and open cards do not count."
    )
    assert state.outcome() is None


def test_with_a_deck_whose_hearts_are_known_the_castles_are_next() -> None:
    last = position(DEFAULT_SAFE, Holding(open=(7, 8, 9, 10)), pile=False, deck=HEARTS, turn=BO)
    state = roll(last, "5 6").apply(Take(BO, 5))
    assert (state.phase, state.turn) == ("castle", ADA)


@pytest.mark.parametrize("action", [Take(ADA, -1), Steal(ADA, 7), Secure(ADA, 5), Pass(ADA), Reveal(None, 5)])
def test_no_card_changes_its_place_once_the_pile_is_empty(action: Action) -> None:
    state = roll(LAST, "5 6").apply(Take(ADA, 5))
    assert refused(state, action) == "tintenherz.pile-empty"
    assert refused(replace(state, phase="castle"), action) == "tintenherz.pile-empty"


def test_hearts_are_asked_for_cards_under_castles_whose_hearts_nobody_knows() -> None:
    state = counting(Holding(safe=(5, 4, -6)), Holding(open=(7,), safe=(8,)), phase="hearts")
    assert state.untold() == (5, 8, *state.holdings[CLEO].safe)
    assert state.holdings[CLEO].safe
    assert "Staubfinger (+5), +8" in str(state.expects().text)
    for card in state.untold():
        offered = [action for action in state.legal_actions() if isinstance(action, TellHearts) and action.card == card]
        assert [action.hearts for action in offered] == [0, 1, 2, 3]
        assert state.phase == "hearts"
        state = state.apply(TellHearts(None, card, 1))
    assert (state.phase, state.turn) == ("castle", ADA)
    assert Told(5, 1) in state.told


def test_told_hearts_are_said_and_count() -> None:
    state = counting(Holding(safe=(5,)), phase="hearts")
    assert state.scores()[ADA] == 5
    state = state.apply(TellHearts(None, 5, 2))
    assert words(state) == "Staubfinger (+5) shows 2 hearts."
    assert state.scores()[ADA] == 5 * 3


def test_hearts_that_were_told_are_known_at_the_next_sitting() -> None:
    state = counting(Holding(safe=(5, 8)), phase="hearts")
    assert state.learned() == state.table.options
    state = state.apply(TellHearts(None, 5, 2)).apply(TellHearts(None, 8, 0))
    known = {card.value: (card.name, card.hearts) for card in state.learned().deck}
    assert known[5] == ("Staubfinger", 2)
    assert known[8] == (None, 0)
    assert known[6] == ("Fenoglio", 0)
    assert known[2] == (None, None)
    again = game("tintenherz").start(NAMES, state.learned())
    assert again.table.options == state.learned()


@pytest.mark.parametrize("card", [4, 7, 0, 99])
def test_hearts_that_are_known_or_do_not_count_are_not_asked_for(card: int) -> None:
    state = counting(Holding(open=(7,), safe=(5, 4)), phase="hearts")
    assert refused(state, TellHearts(None, card, 1)) == "tintenherz.hearts-known"


def test_hearts_are_told_once() -> None:
    state = counting(Holding(safe=(5, 8)), phase="hearts").apply(TellHearts(None, 5, 2))
    assert refused(state, TellHearts(None, 5, 2)) == "tintenherz.hearts-known"


@pytest.mark.parametrize("hearts", [-1, 4])
def test_a_card_has_no_more_than_three_hearts(hearts: int) -> None:
    state = counting(Holding(safe=(5,)), phase="hearts")
    assert refused(state, TellHearts(None, 5, hearts)) == "tintenherz.hearts-range"


def test_hearts_are_told_by_the_table_and_at_the_end() -> None:
    assert refused(TURN, TellHearts(None, 5, 1)) == "tintenherz.hearts-at-end"
    assert refused(counting(Holding(safe=(5,)), phase="hearts"), TellHearts(ADA, 5, 1)) == NOT_NOW.code


# --- counting -------------------------------------------------------------------------------------------------------


SCORING = counting(DEFAULT_SAFE, deck=HEARTS)


def test_example_of_scoring_castle_kept_gives_8() -> None:
    """Example of scoring (facts, test 3): Fenoglio 6, Farid 4, Capricorn −6 with a heart: (10 − 6) × 2 = 8."""
    state = counting(DEFAULT_SAFE).apply(Castle(ADA, True))
    assert state.scores()[ADA] == 8
    assert words(state) == "Ada keeps the castle: (10 − 6) × 2 = 8."


def test_example_of_scoring_castle_discarded_gives_0() -> None:
    """Example of scoring (facts, test 4): without castle and Capricorn, 10 points times no heart."""
    state = counting(DEFAULT_SAFE).apply(Castle(ADA, False))
    assert state.scores()[ADA] == 0
    assert words(state) == "Ada discards the castle and all dark cards: 10 × 0 = 0."


def test_negative_totals_are_multiplied_too() -> None:
    """Facts, test 5: only Basta under the castle is −3 × 1."""
    state = counting(Holding(safe=(-3,)), deck=HEARTS)
    assert state.apply(Castle(ADA, True)).scores()[ADA] == -3
    assert words(state.apply(Castle(ADA, True))) == "Ada keeps the castle: −3 × 1 = −3."


def test_both_results_are_named_and_the_better_one_pointed_out() -> None:
    assert str(SCORING.expects().text) == (
        "Ada keeps the castle for (10 − 6) × 2 = 8, the better choice, or discards it for 10 × 0 = 0."
    )
    assert SCORING.legal_actions() == (Castle(ADA, True), Castle(ADA, False))
    burden = counting(Holding(safe=(10, -5, -4)), deck=HEARTS)
    assert str(burden.expects().text) == (
        "Ada discards the castle for 10 × 1 = 10, the better choice, or keeps it for (10 − 9) × 2 = 2."
    )
    assert str(counting(EMPTY, deck=HEARTS).expects().text) == (
        "Ada keeps the castle for 0 × 1 = 0 or discards it for 0 × 0 = 0: it is the same."
    )


def test_a_discarded_castle_takes_dark_hearts_along_and_leaves_light_ones() -> None:
    cards = [(10, 1), (2, 2), (-6, 3)]
    assert with_castle(cards) == Worth(light=12, dark=6, hearts=7)
    assert without_castle(cards) == Worth(light=12, dark=0, hearts=3)
    assert "it is the same" in str(advice("Ada", Worth(4, 0, 1), Worth(2, 0, 2)))


def test_before_the_choice_the_score_is_that_of_the_better_one() -> None:
    assert counting(Holding(safe=(10, -5, -4)), deck=HEARTS).scores()[ADA] == 10
    assert SCORING.scores()[ADA] == 8


def test_open_cards_and_the_middle_do_not_count() -> None:
    state = counting(Holding(open=(9, 8, 7), safe=(2,)), deck=HEARTS)
    assert state.scores()[ADA] == 2 * 2


def test_castles_are_decided_in_the_order_of_the_seats() -> None:
    assert refused(SCORING, Castle(BO, True)) == NOT_YOUR_TURN.code
    assert refused(SCORING, Castle(None, True)) == NOT_YOUR_TURN.code
    state = SCORING.apply(Castle(ADA, True))
    assert (state.turn, state.phase) == (BO, "castle")
    assert refused(state, Castle(ADA, False)) == NOT_YOUR_TURN.code


def test_a_castle_is_not_discarded_before_the_end() -> None:
    for state in (new(), TURN, roll(TURN, "5 6"), counting(Holding(safe=(5,)), phase="hearts")):
        assert refused(state, Castle(ADA, False)) == "tintenherz.castle-at-end"


def test_the_highest_result_wins() -> None:
    state = counting(DEFAULT_SAFE, Holding(safe=(2, 3)), deck=HEARTS)
    for player, keep in ((ADA, True), (BO, True), (CLEO, False)):
        assert state.outcome() is None
        state = state.apply(Castle(player, keep))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.places) == ((BO,), (8, 10, 0), (2, 1, 3))
    assert str(state.expects().text) == "The cards are counted; the game is over."
    assert state.legal_actions() == ()
    assert refused(state, Castle(CLEO, True)) == "game.over"


def test_equal_results_share_the_win() -> None:
    state = counting(DEFAULT_SAFE, Holding(safe=(8,)), deck=HEARTS)
    for player, keep in ((ADA, True), (BO, True), (CLEO, False)):
        state = state.apply(Castle(player, keep))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (ADA, BO)


# --- the deck -------------------------------------------------------------------------------------------------------


SHIPPED = tomllib.loads((files("companion") / "data" / "tintenherz.toml").read_text(encoding="utf-8"))


def test_the_shipped_deck_holds_what_the_rule_book_tells_and_no_more() -> None:
    deck = {card.value: (card.name, card.hearts) for card in read_deck(SHIPPED)}
    assert sorted(deck) == list(VALUES)
    known = {value: card for value, card in deck.items() if card != (None, None)}
    assert known == {
        1: ("Darius", None),
        4: ("Farid", 0),
        5: ("Staubfinger", None),
        6: ("Fenoglio", 0),
        -3: ("Basta", None),
        -6: ("Capricorn", 1),
    }


def test_a_table_can_enter_its_own_deck() -> None:
    deck = [{"value": value, "name": f"N{value}", "hearts": 2} for value in VALUES]
    state = counting(Holding(safe=(5,)), deck=deck)
    assert state.scores()[ADA] == 5 * 3
    assert words(new(deck=deck).apply(Reveal(None, 5))) == "N5 (+5) lies in the middle."
    assert game("tintenherz").state_from_json(state.to_json()) == state


@pytest.mark.parametrize(
    "deck",
    [
        HEARTS[1:],
        [*HEARTS, HEARTS[0]],
        [*HEARTS[1:], HEARTS[1]],
        [*HEARTS[1:], {"value": 0}],
        [*HEARTS[1:], {"value": -6, "hearts": 4}],
        [*HEARTS[1:], {"value": -6, "hearts": -1}],
        [*HEARTS[1:], {"value": -6, "harts": 1}],
    ],
)
def test_a_deck_has_each_value_once_and_sane_hearts(deck: list[dict[str, int]]) -> None:
    with pytest.raises(BadSetup):
        new(deck=deck)


def broken_file(**change: object) -> dict[str, Any]:
    data = copy.deepcopy(SHIPPED)
    data["card"][0].update(change)
    return data


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, r"list of \[\[card\]\]"),
        ({}, r"list of \[\[card\]\]"),
        ({"card": 3}, r"list of \[\[card\]\]"),
        ({"card": [3]}, r"list of \[\[card\]\]"),
        ({"card": SHIPPED["card"][1:]}, "exactly once"),
        (broken_file(value=2), "exactly once"),
        (broken_file(value="1"), r"card\[0\]\.value"),
        (broken_file(hearts=7), "7 hearts"),
        (broken_file(points=7), "points"),
    ],
)
def test_a_deck_file_with_errors_is_refused_with_the_reason(data: dict[str, Any] | None, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        describe(game("tintenherz").dice, data)


def test_values_are_written_as_on_the_cards() -> None:
    assert [signed(value) for value in (-6, 1, 10)] == ["−6", "+1", "+10"]


# --- files ----------------------------------------------------------------------------------------------------------


HEARTS_ASKED = counting(Holding(safe=(5, 8)), phase="hearts")
DECIDED = SCORING.apply(Castle(ADA, True))
RED = (Die("red", "5"), Die("red", "6"))


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (replace(TURN, holdings=(EMPTY,)), "a player is missing"),
        (replace(TURN, turn=-1), "a player is missing"),
        (replace(TURN, turn=2), "a player is missing"),
        (replace(TURN, pile=TURN.pile[1:]), "exactly once"),
        (replace(TURN, holdings=(Holding(open=(5,)), EMPTY)), "exactly once"),
        (position(Holding(open=(-4,)), EMPTY), "never lie open"),
        (position(EMPTY, EMPTY, centre=(1, 2, 3)), "the middle"),
        (position(EMPTY, EMPTY, centre=(1, 2, 3, 4, 5)), "the middle"),
        (position(EMPTY, EMPTY, phase="deal"), "the middle"),
        (position(EMPTY, EMPTY, phase="refill"), "the middle"),
        (replace(SCORING, phase="refill"), "the middle"),
        (position(EMPTY, EMPTY, phase="castle", deck=HEARTS), "the middle"),
        (replace(SCORING, pile=SCORING.centre[:1], centre=SCORING.centre[1:]), "the middle"),
        (replace(TURN, dice=RED), "the dice"),
        (replace(TURN, phase="decide"), "the dice"),
        (replace(TURN, phase="decide", dice=RED[:1]), "the dice"),
        (replace(TURN, phase="decide", dice=(Die("blue", "5"), RED[1])), "the dice"),
        (replace(TURN, phase="decide", dice=(Die("red", "7"), RED[1])), "the dice"),
        (replace(TURN, phase="act", dice=(RED[1], RED[1])), "the dice"),
        (replace(HEARTS_ASKED, told=(Told(5, 4),)), "0 to 3 hearts"),
        (replace(HEARTS_ASKED, told=(Told(5, 1), Told(5, 1))), "hearts are told once"),
        (replace(HEARTS_ASKED, told=(Told(4, 1),)), "hearts are told once"),
        (replace(HEARTS_ASKED, phase="castle"), "before the castles"),
        (replace(SCORING, phase="hearts"), "before the castles"),
        (replace(TURN, told=(Told(5, 1),)), "hearts are told once"),
        (replace(HEARTS_ASKED, turn=1), "castles are decided"),
        (replace(SCORING, turn=1), "castles are decided"),
        (replace(DECIDED, turn=0), "castles are decided"),
        (replace(DECIDED, phase="over"), "castles are decided"),
        (replace(TURN, holdings=(Holding(keeps=True), EMPTY)), "castles are decided"),
    ],
)
def test_a_position_that_cannot_occur_is_not_restored(state: Tintenherz, fault: str) -> None:
    assert any(fault in reason for reason in state.faults())
    with pytest.raises(MalformedData):
        game("tintenherz").state_from_json(state.to_json())


@pytest.mark.parametrize("state", [TURN, PAGE_3, LAST, SCORING, HEARTS_ASKED, DECIDED, roll(roll(TURN, "6 6"), "5 5")])
def test_a_position_that_can_occur_is_restored(state: Tintenherz) -> None:
    assert state.faults() == ()
    assert game("tintenherz").state_from_json(state.to_json()) == state


def test_all_sixteen_cards_stay_in_the_game() -> None:
    for _, state in random_play(new(), Random(1)):
        assert state.inventory() == {"cards": 16, "their points": 34}
