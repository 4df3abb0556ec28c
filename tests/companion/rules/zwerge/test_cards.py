"""Cards of Die Zwerge: what they cost, when they may be played, and what events, twists and allies do."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import Action
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Attack, Collect, Draw, EndTurn, Play
from companion.rules.zwerge.offers import payments
from tests.companion.rules.zwerge.sitting import (
    NOD,
    TUNGDIL,
    dice,
    duellist,
    moment,
    refused,
    said,
    start,
    unarmoured,
)


def holding(faces: str, wild_cards: int = 0, **evil: Any) -> Duel:
    """Tungdil's card phase with these dice."""
    return moment(duellist(wild_cards=wild_cards), duellist(**evil), dice=dice(faces))


def offered(state: Duel, card: str) -> set[tuple[str, ...]]:
    """The payments that are offered for a card."""
    return {a.dice for a in state.legal_actions() if isinstance(a, Play) and a.card == card}


# --- costs ----------------------------------------------------------------------------------------------------------


def test_example_three_equal_dice_two_fours_and_an_axe() -> None:
    """Rules, how to play a card, first example; facts, test 1."""
    state = holding("4 4 axe").apply(Play(TUNGDIL, "reinforcement", ("4", "4", "axe")))
    assert state.duellists[TUNGDIL].display == ("reinforcement",)
    assert state.duellists[TUNGDIL].hand == 3
    assert state.dice == ()
    assert said(state) == "Tungdil pays 4, 4, axe and plays Reinforcement."


def test_example_three_equal_dice_a_four_an_axe_and_a_wild_card() -> None:
    """Rules, use no dice, example; facts, test 1."""
    state = holding("4 5 axe", wild_cards=1).apply(Play(TUNGDIL, "reinforcement", ("axe", "wild-card", "4")))
    assert (state.dice, state.wild_cards, state.duellists[TUNGDIL].wild_cards) == (("5",), 3, 0)
    assert said(state) == "Tungdil pays 4, axe, wild card and plays Reinforcement."


def test_example_two_fours_and_a_five_are_not_three_equal_dice() -> None:
    """Facts, test 1."""
    state = holding("4 4 5")
    assert refused(state, Play(TUNGDIL, "reinforcement", ("4", "4", "5"))) == "zwerge.wrong-payment"
    assert offered(state, "reinforcement") == set()


@pytest.mark.parametrize("paying", [(), ("4", "4"), ("4", "4", "axe", "wild-card"), ("4", "wild-card", "wild-card")])
def test_the_exact_price_is_paid_with_what_is_there(paying: tuple[str, ...]) -> None:
    state = holding("4 4 axe", wild_cards=1)
    assert refused(state, Play(TUNGDIL, "reinforcement", paying)) == "zwerge.wrong-payment"
    assert offered(state, "reinforcement") == {("4", "4", "axe"), ("4", "4", "wild-card"), ("4", "axe", "wild-card")}


@pytest.mark.parametrize(("faces", "paying"), [("1 2 3", "1"), ("2 3 axe", "axe"), ("2 3 4", "wild-card")])
def test_a_single_die_of_a_value_may_be_an_axe_or_a_wild_card(faces: str, paying: str) -> None:
    state = holding(faces, wild_cards=1)
    assert (paying,) in offered(state, "bavragor")
    assert state.apply(Play(TUNGDIL, "bavragor", (paying,))).duellists[TUNGDIL].display == ("bavragor",)


def test_a_single_die_has_to_show_the_value() -> None:
    state = holding("2 2 2")
    assert refused(state, Play(TUNGDIL, "bavragor", ("2",))) == "zwerge.wrong-payment"
    with pytest.raises(ValueError, match="The price of Bavragor is one die showing 1"):
        state.apply(Play(TUNGDIL, "bavragor", ("2",)))


def test_equal_dice_may_be_of_any_value_and_may_all_be_axes() -> None:
    assert payments(2, None, dice("1 1 5 5 axe axe"), 0) == (
        ("1", "1"),
        ("1", "axe"),
        ("5", "5"),
        ("5", "axe"),
        ("axe", "axe"),
    )
    assert payments(4, None, dice("1 1 2 2 3 3"), 3) == (
        ("1", "1", "wild-card", "wild-card"),
        ("1", "wild-card", "wild-card", "wild-card"),
        ("2", "2", "wild-card", "wild-card"),
        ("2", "wild-card", "wild-card", "wild-card"),
        ("3", "3", "wild-card", "wild-card"),
        ("3", "wild-card", "wild-card", "wild-card"),
    )


def test_cards_without_dice_are_played_for_nothing() -> None:
    state = holding("1 2 3").apply(Play(TUNGDIL, "good-event-2"))
    assert state.dice == ("1", "2", "3")
    assert said(state) == "Tungdil plays unnamed event 2."
    assert refused(state, Play(TUNGDIL, "good-event-1", ("1",))) == "zwerge.wrong-payment"


def test_a_die_is_used_once() -> None:
    state = holding("1 2 2").apply(Play(TUNGDIL, "bavragor", ("1",)))
    assert refused(state, Attack(TUNGDIL, "1")) == "zwerge.die-not-there"
    assert refused(state, Attack(TUNGDIL, "wild-card")) == "zwerge.die-not-there"


# --- which card may be played ---------------------------------------------------------------------------------------


def test_a_card_from_the_other_deck_or_from_nowhere_is_refused() -> None:
    for name in ("gefangennahme", "nonsense", ""):
        assert refused(holding("1 2 3"), Play(TUNGDIL, name)) == "zwerge.no-such-card"


def test_an_empty_hand_plays_nothing() -> None:
    state = moment(duellist(hand=0), duellist(hand=0), dice=dice("1 1 1"))
    assert refused(state, Play(TUNGDIL, "bavragor", ("1",))) == "zwerge.empty-hand"
    assert refused(state, Play(NOD, "throwing-axe")) == "zwerge.empty-hand"
    assert state.legal_actions() == (EndTurn(TUNGDIL),)


def test_a_card_lies_open_as_often_as_there_are_copies() -> None:
    good = duellist("reinforcement", "reinforcement", discard=("bavragor",))
    state = moment(good, duellist(), dice=dice("1 1 1 1"))
    assert refused(state, Play(TUNGDIL, "bavragor", ("1",))) == "zwerge.no-copy-left"
    state = state.apply(Play(TUNGDIL, "reinforcement", ("1", "1", "1")))
    assert refused(state, Play(TUNGDIL, "reinforcement", ("1", "1", "1"))) == "zwerge.no-copy-left"


def test_a_card_that_nobody_knows_has_to_be_taught_first() -> None:
    state = start(deck=())
    assert refused(state, Play(TUNGDIL, "throwing-axe")) == "zwerge.teach-first"
    assert Play(TUNGDIL, "andokais-power") in state.legal_actions()


def test_events_and_cards_for_the_display_wait_for_the_card_phase() -> None:
    state = start().apply(Draw(TUNGDIL))
    assert refused(state, Play(TUNGDIL, "good-event-2")) == "zwerge.phases"


@pytest.mark.parametrize("card", ["short-rest", "bavragor", "alandur", "reinforcement"])
def test_every_other_card_is_for_the_own_turn(card: str) -> None:
    assert refused(holding("1 1 1"), Play(NOD, card)) == "zwerge.on-own-turn"


# --- twists of fate -------------------------------------------------------------------------------------------------


def test_a_twist_of_fate_on_the_opponents_turn() -> None:
    """Rules, how to play a card, note; facts, test 13."""
    for state in (start(), start().apply(Draw(TUNGDIL)), holding("1 2 3")):
        after = state.apply(Play(NOD, "throwing-axe"))
        assert after.volley is not None
        assert after.duellists[NOD].discard == ("throwing-axe",)
        assert after.duellists[NOD].hand == 3
        assert said(state.apply(Play(NOD, "evil-twist-1"))) == "Nod plays unnamed twist of fate 1."


def test_andokais_power_and_surround_wait_for_the_own_turn() -> None:
    """Rules, how to play a card, note; facts, test 13."""
    state = start()
    assert refused(state, Play(NOD, "andokais-power")) == "zwerge.dice-on-own-turn"
    assert Play(TUNGDIL, "andokais-power") in state.legal_actions()
    after = state.apply(Play(TUNGDIL, "andokais-power"))
    assert said(after) == "Tungdil plays Andôkai’s Power. 2 additional dice in the next dice phase."


def test_an_armour_needs_damage() -> None:
    for player in (TUNGDIL, NOD):
        assert refused(start(), Play(player, "chain-mail")) == "zwerge.nothing-to-cancel"


@pytest.mark.parametrize("player", [TUNGDIL, NOD])
def test_twists_name_no_target_when_played(player: int) -> None:
    assert refused(start(), Play(player, "throwing-axe", target=0)) == "zwerge.no-target"


def test_nobody_but_a_player_plays_cards() -> None:
    assert refused(start(), Play(None, "throwing-axe")) == "game.not-your-turn"


def test_a_throwing_axe_needs_something_to_hit() -> None:
    options = {"milling_ends": False}
    state = moment(duellist(), duellist(pile=0), options, dice=dice("1 2 3"))
    assert refused(state, Play(TUNGDIL, "throwing-axe")) == "zwerge.no-target"
    assert state.is_legal(Play(NOD, "throwing-axe"))


# --- events ---------------------------------------------------------------------------------------------------------


def test_begone_removes_any_card_of_the_opponents_display() -> None:
    """Rules, how to use a card effect; facts, test 12."""
    evil = duellist("reinforcement", "alandur", wounds=(0, 1))
    state = moment(duellist(), evil, dice=dice("2 2 3"))
    begone = Play(TUNGDIL, "begone", ("2", "2"))
    assert {a.target for a in state.legal_actions() if isinstance(a, Play) and a.card == "begone"} == {0, 1}
    after = state.apply(Play(TUNGDIL, "begone", ("2", "2"), 0))
    nod = after.duellists[NOD]
    assert (nod.display, nod.wounds, nod.discard) == (("alandur",), (1,), ("reinforcement",))
    assert after.duellists[TUNGDIL].discard == ("begone",)
    assert said(after) == "Tungdil pays 2, 2 and plays Begone!. Off to the discard pile of Nod: Ordnance."
    for target in (None, -1, 2):
        assert refused(state, Play(TUNGDIL, "begone", begone.dice, target)) == "zwerge.no-target"


def test_what_begone_leaves_keeps_its_damage() -> None:
    evil = duellist("reinforcement", "bavragor", "alandur", wounds=(0, 0, 1))
    state = moment(duellist(), evil, dice=dice("2 2 3")).apply(Play(TUNGDIL, "begone", ("2", "2"), 1))
    assert state.duellists[NOD].display == ("reinforcement", "alandur")
    assert state.duellists[NOD].wounds == (0, 1)


def test_begone_needs_a_card_to_remove() -> None:
    assert refused(holding("2 2 3"), Play(TUNGDIL, "begone", ("2", "2"), 0)) == "zwerge.no-target"


def test_short_rest_makes_an_unused_die_of_its_value_an_axe() -> None:
    state = holding("3 3 5").apply(Play(TUNGDIL, "short-rest"))
    assert state.dice == ("3", "5", "axe")
    assert not state.used
    assert said(state).endswith("One die showing 3 counts as an axe.")
    assert state.is_legal(Play(TUNGDIL, "good-ally-1", ("axe",)))


def test_short_rest_needs_such_a_die() -> None:
    assert refused(holding("1 2 axe"), Play(TUNGDIL, "short-rest")) == "zwerge.no-such-die"


@pytest.mark.parametrize(
    ("middle", "good", "evil", "after"),
    [(3, 0, 0, (2, 1, 0)), (0, 1, 2, (0, 2, 1))],
)
def test_an_event_takes_a_wild_card(middle: int, good: int, evil: int, after: tuple[int, int, int]) -> None:
    state = moment(duellist(wild_cards=good), duellist(wild_cards=evil), dice=dice("1 2 3"), wild_cards=middle)
    assert offered(state, "good-event-1") == {()}
    state = state.apply(Play(TUNGDIL, "good-event-1"))
    assert (state.wild_cards, *(own.wild_cards for own in state.duellists)) == after
    assert said(state).startswith("Tungdil plays Glück. Tungdil takes a wild card from")


def test_nobody_takes_a_fourth_wild_card() -> None:
    """Rules, use no dice."""
    state = holding("2 2 3", wild_cards=3)
    assert refused(state, Play(TUNGDIL, "good-event-1")) == "zwerge.all-wild-cards"
    assert refused(state, Play(TUNGDIL, "good-event-3", ("2", "2"))) == "zwerge.all-wild-cards"


def test_an_ally_that_takes_wild_cards_may_be_played_beside_all_of_them() -> None:
    assert offered(holding("2 5 5", wild_cards=3), "good-ally-1") == {("5",), ("wild-card",)}


def test_a_wild_card_that_pays_may_be_taken_back() -> None:
    state = holding("2 2 3", wild_cards=3)
    assert offered(state, "good-event-3") == {
        ("2", "wild-card"),
        ("3", "wild-card"),
        ("wild-card", "wild-card"),
    }
    state = state.apply(Play(TUNGDIL, "good-event-3", ("2", "wild-card")))
    assert state.duellists[TUNGDIL].wild_cards == 3


# --- an ally that takes wild cards -----------------------------------------------------------------------------------


def test_an_ally_takes_a_wild_card_for_each_die() -> None:
    state = moment(duellist("good-ally-1"), duellist(), dice=dice("4 5 axe"))
    assert {a for a in state.legal_actions() if isinstance(a, Collect)} == {
        Collect(TUNGDIL, "5"),
        Collect(TUNGDIL, "axe"),
    }
    state = state.apply(Collect(TUNGDIL, "5"))
    assert said(state) == "Tungdil uses 5. Tungdil takes a wild card from the middle."
    assert Collect(TUNGDIL, "wild-card") in state.legal_actions()
    state = state.apply(Collect(TUNGDIL, "axe"))
    assert (state.duellists[TUNGDIL].wild_cards, state.dice, state.used) == (2, ("4",), True)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Collect(TUNGDIL, "4"), "zwerge.no-ally"),
        (Collect(TUNGDIL, "1"), "zwerge.die-not-there"),
        (Collect(TUNGDIL, "nonsense"), "zwerge.die-not-there"),
        (Collect(TUNGDIL, "5"), "zwerge.all-wild-cards"),
        (Attack(TUNGDIL, "5"), "zwerge.no-ally"),
        (Attack(TUNGDIL, "wild-card"), "zwerge.no-ally"),
    ],
)
def test_an_ally_that_takes_wild_cards_cannot(action: Action, code: str) -> None:
    state = moment(duellist("good-ally-1", wild_cards=3), unarmoured(), dice=dice("4 5 axe"))
    assert refused(state, action) == code


def test_with_all_wild_cards_an_ally_can_only_swap_one() -> None:
    state = moment(duellist("good-ally-1", wild_cards=3), duellist(), dice=dice("4 5 axe"))
    assert [a for a in state.legal_actions() if isinstance(a, Collect)] == [Collect(TUNGDIL, "wild-card")]
    assert state.apply(Collect(TUNGDIL, "wild-card")).duellists[TUNGDIL].wild_cards == 3
