"""Damage in Die Zwerge: allies and throwing axes, aimed point by point, cancelled or not, at cards and at the pile."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules import Action, Die, Roll
from companion.rules.zwerge.cards import FREE, Nothing
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Aim, Attack, Draw, EndTurn, KeepDice, NameMilled, Play, Stand, Teach
from companion.rules.zwerge.position import Hit, Volley
from companion.rules.zwerge.teaching import Lesson
from tests.companion.rules.zwerge.sitting import (
    NOD,
    TUNGDIL,
    dice,
    duellist,
    moment,
    refused,
    roll,
    said,
    start,
    stood,
    unarmoured,
)


def attacking(*allies: str, faces: str, evil: Any = None, wild_cards: int = 0) -> Duel:
    """Tungdil's card phase with these allies and dice, against Nod."""
    return moment(duellist(*allies, wild_cards=wild_cards), evil or unarmoured(), dice=dice(faces))


def attacks(state: Duel) -> set[str]:
    """The dice with which damage may be done."""
    return {action.die for action in state.legal_actions() if isinstance(action, Attack)}


# --- allies ---------------------------------------------------------------------------------------------------------


def test_example_bavragor_with_three_ones_is_played_and_inflicts_two_points() -> None:
    """Rules, how to inflict damage, example; facts, test 2."""
    state = moment(duellist(), unarmoured(), dice=dice("1 1 1"))
    assert attacks(state) == set()
    state = state.apply(Play(TUNGDIL, "bavragor", ("1",))).apply(Attack(TUNGDIL, "1")).apply(Attack(TUNGDIL, "1"))
    assert state.duellists[NOD].unnamed == 2
    assert refused(state, Attack(TUNGDIL, "1")) == "zwerge.die-not-there"


def test_example_bavragor_with_a_single_one_is_only_played() -> None:
    """Rules, how to inflict damage, example; facts, test 2."""
    state = moment(duellist(), unarmoured(), dice=dice("1 2 3"))
    state = state.apply(Play(TUNGDIL, "bavragor", ("1",)))
    assert attacks(state) == set()
    for die in ("2", "3"):
        assert refused(state, Attack(TUNGDIL, die)) == "zwerge.no-ally"


def test_an_axe_or_a_wild_card_serves_an_ally_as_the_right_value() -> None:
    state = attacking("bavragor", faces="2 axe", wild_cards=1)
    assert attacks(state) == {"axe", "wild-card"}
    state = state.apply(Attack(TUNGDIL, "axe")).apply(Attack(TUNGDIL, "wild-card"))
    assert (state.duellists[NOD].unnamed, state.wild_cards, state.dice) == (2, 3, ("2",))


def test_dwarf_king_every_die_is_a_point_of_damage() -> None:
    """Rules, notes on specific cards; facts, test 11."""
    state = attacking("dwarf-king", faces="1 2 3 4 5 axe")
    for die in ("1", "2", "3", "4", "5", "axe"):
        state = state.apply(Attack(TUNGDIL, die))
    assert state.duellists[NOD].unnamed == 6


def test_boindil_uses_dice_of_either_value_mixed_freely() -> None:
    """Rules, notes on specific cards; facts, test 11."""
    state = attacking("boindil", faces="1 2 2 3 4")
    assert attacks(state) == {"2", "3"}
    for die in ("2", "3", "2"):
        state = state.apply(Attack(TUNGDIL, die))
    assert state.duellists[NOD].unnamed == 3
    assert attacks(state) == set()


def test_each_die_serves_any_ally_that_can_use_it() -> None:
    assert attacks(attacking("bavragor", "andokai", faces="1 2 4 5")) == {"1", "4", "5"}


# --- targets --------------------------------------------------------------------------------------------------------


def test_each_point_of_damage_is_aimed_for_itself() -> None:
    """Rules, how to inflict damage; facts, test 4."""
    state = attacking("dwarf-king", faces="1 2 3", evil=unarmoured("alandur", "bavragor"))
    state = state.apply(Attack(TUNGDIL, "1", 0)).apply(Attack(TUNGDIL, "2", 1)).apply(Attack(TUNGDIL, "3"))
    nod = state.duellists[NOD]
    assert (nod.display, nod.wounds, nod.unnamed) == (("alandur", "bavragor"), (1, 1), 1)


def test_two_points_at_the_pile_turn_up_two_cards_without_effect() -> None:
    """Rules, how to inflict damage; facts, test 5."""
    state = attacking("bavragor", faces="1 1 2")
    pile = state.duellists[NOD].pile
    state = state.apply(Attack(TUNGDIL, "1")).apply(Attack(TUNGDIL, "1"))
    nod = state.duellists[NOD]
    assert (nod.pile, nod.unnamed, nod.hand, nod.display) == (pile - 2, 2, 4, ())
    assert said(state) == (
        "Tungdil uses 1 for one point of damage. "
        f"The top card of Nod goes to the discard pile, {pile - 2} left in the draw pile."
    )


def test_damage_equal_to_health_defeats_a_card() -> None:
    """Rules, how to inflict damage; facts, test 3."""
    state = attacking("bavragor", faces="1 1 2", evil=unarmoured("alandur", "bavragor"))
    state = state.apply(Attack(TUNGDIL, "1", 0))
    assert said(state).endswith("Damage to Seizure of Âlandur: 1 of 2 in this turn.")
    state = state.apply(Attack(TUNGDIL, "1", 0))
    nod = state.duellists[NOD]
    assert (nod.display, nod.wounds, nod.discard) == (("bavragor",), (0,), ("chain-mail", "alandur"))
    assert said(state).endswith("Damage to Seizure of Âlandur: 2 of 2, defeated. It goes to the discard pile.")


def test_less_damage_than_health_is_forgotten_at_the_end_of_the_turn() -> None:
    """Rules, how to inflict damage; facts, test 3."""
    state = attacking("bavragor", faces="1 2 3", evil=unarmoured("alandur"))
    state = state.apply(Attack(TUNGDIL, "1", 0))
    assert state.duellists[NOD].wounds == (1,)
    state = state.apply(EndTurn(TUNGDIL))
    assert (state.duellists[NOD].display, state.duellists[NOD].wounds) == (("alandur",), (0,))


def test_a_point_on_the_opponents_turn_counts_within_that_turn_only() -> None:
    good = duellist("bavragor")
    state = moment(good, duellist(), dice=dice("2 3 4"))
    state = state.apply(Play(NOD, "throwing-axe")).apply(Aim(NOD, 0)).apply(Stand(TUNGDIL))
    assert state.duellists[TUNGDIL].wounds == (1,)
    assert state.apply(EndTurn(TUNGDIL)).duellists[TUNGDIL].wounds == (0,)


@pytest.mark.parametrize("target", [0, 1, 3, -1])
def test_supports_without_health_cannot_be_damaged(target: int) -> None:
    """Rules, how to use a card effect; facts, test 12."""
    state = attacking("bavragor", faces="1 2 3", evil=unarmoured("reinforcement", "ancient-knowledge", "alandur"))
    assert refused(state, Attack(TUNGDIL, "1", target)) == "zwerge.not-a-target"
    assert {a.target for a in state.legal_actions() if isinstance(a, Attack)} == {None, 2}


# --- throwing axes and armours --------------------------------------------------------------------------------------


def bislipur_played(**evil: Any) -> Duel:
    """Nod has just played Bislipur."""
    state = moment(duellist(), duellist(**evil), turn=NOD, dice=dice("1 1 1 1"))
    return state.apply(Play(NOD, "dwarf-king", ("1", "1", "1", "1")))


def test_a_throwing_axe_defeats_bislipur_just_played() -> None:
    """Rules, notes on specific cards; facts, test 10."""
    state = bislipur_played(hand=1).apply(Play(TUNGDIL, "throwing-axe"))
    assert str(state.expects().text) == "Tungdil aims damage, 1 point to go."
    state = state.apply(Aim(TUNGDIL, 0))
    assert state.duellists[NOD].display == ()
    assert state.duellists[NOD].discard == ("dwarf-king",)
    assert said(state) == (
        "Tungdil aims one point of damage. Damage to Bislipur: 1 of 1, defeated. It goes to the discard pile."
    )


def test_a_shadow_armour_stops_the_axe_and_a_second_axe_may_follow() -> None:
    """Rules, notes on specific cards; facts, test 10."""
    state = bislipur_played().apply(Play(TUNGDIL, "throwing-axe")).apply(Aim(TUNGDIL, 0))
    assert state.hit == Hit(TUNGDIL, 0)
    assert said(state).endswith("It is to hit Bislipur of Nod.")
    assert str(state.expects().text) == "Nod may cancel the damage; otherwise it stands and the turn goes on."
    state = state.apply(Play(NOD, "chain-mail"))
    assert (state.hit, state.duellists[NOD].display) == (None, ("dwarf-king",))
    assert state.duellists[NOD].discard == ("chain-mail",)
    assert said(state) == "Nod plays Shadow Armor. That point of damage is cancelled."
    state = state.apply(Play(TUNGDIL, "throwing-axe")).apply(Aim(TUNGDIL, 0))
    assert state.duellists[NOD].display == ()
    assert refused(state, Play(TUNGDIL, "throwing-axe")) == "zwerge.no-copy-left"


def test_an_armour_stops_one_point_of_two() -> None:
    state = moment(duellist(), duellist("alandur"), dice=dice("1 2 3"))
    state = state.apply(Play(TUNGDIL, "good-twist-1"))
    assert state.volley == Volley(TUNGDIL, 2)
    state = state.apply(Aim(TUNGDIL, 0)).apply(Play(NOD, "chain-mail"))
    assert state.volley == Volley(TUNGDIL, 1)
    assert state.duellists[NOD].wounds == (0,)
    state = state.apply(Aim(TUNGDIL))
    assert (state.volley, state.duellists[NOD].unnamed) == (None, 1)


def test_damage_that_cannot_be_cancelled_does_not_wait() -> None:
    for evil in (unarmoured(), duellist(hand=0)):
        assert attacking("bavragor", faces="1 2 3", evil=evil).apply(Attack(TUNGDIL, "1")).hit is None


def test_damage_waits_while_an_unknown_twist_could_be_an_armour() -> None:
    untaught = replace(
        start(deck=()), duellists=(duellist("bavragor"), unarmoured()), phase="cards", dice=dice("1 2 3")
    )
    state = untaught.apply(Attack(TUNGDIL, "1"))
    assert state.hit == Hit(TUNGDIL)
    assert said(state).endswith("It is to take the top card of the pile of Nod.")
    # once the fifth twist is known to be none, an untaught Dagger is no reason to wait
    known = untaught.apply(Teach(None, Lesson("evil-twist-1", FREE, 0, 0, Nothing())))
    assert known.apply(Attack(TUNGDIL, "1")).hit is None


@pytest.mark.parametrize("player", [TUNGDIL, NOD])
def test_either_player_may_say_that_the_damage_stands(player: int) -> None:
    state = attacking("bavragor", faces="1 2 3", evil=duellist()).apply(Attack(TUNGDIL, "1"))
    assert state.duellists[NOD].unnamed == 0
    state = state.apply(Stand(player))
    assert (state.hit, state.duellists[NOD].unnamed) == (None, 1)
    assert said(state) == "The top card of Nod goes to the discard pile, 30 left in the draw pile."
    assert refused(state, Stand(player)) == "zwerge.nothing-pending"


def test_going_on_means_that_the_damage_stands() -> None:
    state = attacking("bavragor", faces="1 1 3", evil=duellist()).apply(Attack(TUNGDIL, "1"))
    assert Attack(TUNGDIL, "1") in state.legal_actions()
    state = state.apply(EndTurn(TUNGDIL))
    assert (state.turn, state.duellists[NOD].unnamed) == (NOD, 1)
    assert said(state).startswith("The top card of Nod goes to the discard pile, 30 left in the draw pile. The turn")


def test_throwing_the_dice_means_that_the_damage_stands() -> None:
    state = start().apply(Draw(TUNGDIL)).apply(Play(NOD, "throwing-axe")).apply(Aim(NOD))
    assert state.hit == Hit(NOD)
    assert state.expects().throws[0].most == 3
    state = roll(state, "1 2 3")
    assert (state.phase, state.dice, state.duellists[TUNGDIL].unnamed) == ("cards", ("1", "2", "3"), 1)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Stand(None), "game.not-your-turn"),
        (Play(TUNGDIL, "chain-mail"), "zwerge.nothing-to-cancel"),
        (Play(NOD, "chain-mail", ("1",)), "zwerge.wrong-payment"),
        (Play(NOD, "chain-mail", (), 0), "zwerge.no-target"),
        (Play(NOD, "nonsense"), "zwerge.no-such-card"),
        (Play(NOD, "bavragor", ("1",)), "zwerge.on-own-turn"),
        (EndTurn(NOD), "game.not-your-turn"),
        (NameMilled(None, "bavragor"), "zwerge.nothing-to-name"),
    ],
)
def test_while_damage_waits_this_is_refused(action: Action, code: str) -> None:
    state = attacking("bavragor", faces="1 1 3", evil=duellist()).apply(Attack(TUNGDIL, "1"))
    assert refused(state, action) == code


def test_a_throwing_axe_is_aimed_before_anything_else_happens() -> None:
    state = moment(duellist("bavragor"), duellist("reinforcement"), dice=dice("1 2 3"))
    assert refused(state, Aim(TUNGDIL)) == "zwerge.nothing-to-aim"
    state = state.apply(Play(TUNGDIL, "throwing-axe"))
    assert state.legal_actions() == (Aim(TUNGDIL),)
    for action in (EndTurn(TUNGDIL), Attack(TUNGDIL, "1"), Play(NOD, "throwing-axe"), Stand(NOD)):
        assert refused(state, action) == "zwerge.aim-first"
    assert refused(state, Aim(NOD)) == "zwerge.nothing-to-aim"
    assert refused(state, Aim(None)) == "game.not-your-turn"
    for place in (0, 1, -1):
        assert refused(state, Aim(TUNGDIL, place)) == "zwerge.not-a-target"


def test_points_without_a_target_are_lost() -> None:
    """Two points against a single card of one health, when the empty pile cannot be hit."""
    state = moment(duellist(), unarmoured("dwarf-king", pile=0), {"milling_ends": False}, dice=dice("1 2 3"))
    state = state.apply(Play(TUNGDIL, "good-twist-1"))
    assert state.legal_actions() == (Aim(TUNGDIL, 0),)
    state = state.apply(Aim(TUNGDIL, 0))
    assert state.volley is None
    assert EndTurn(TUNGDIL) in state.legal_actions()


def test_one_of_two_reroll_cards_that_falls_leaves_the_other() -> None:
    evil = unarmoured("rodarios-trickery", "evil-ally-1", wounds=(0, 1))
    state = roll(moment(duellist(), evil, turn=NOD, phase="throw"), "1 2 3")
    assert (state.phase, state.rerolls) == ("reroll", 2)
    state = state.apply(Play(TUNGDIL, "throwing-axe")).apply(Aim(TUNGDIL, 1))
    assert (state.phase, state.rerolls) == ("reroll", 1)
    assert state.is_legal(KeepDice(NOD))
    assert state.apply(Roll(NOD, (Die("white", "5"),), (Die("white", "2"), Die("white", "3")))).phase == "cards"


# --- the pile -------------------------------------------------------------------------------------------------------


def test_the_last_card_falling_to_an_axe_in_the_own_draw_phase_leaves_nothing_to_draw() -> None:
    """With milling that does not end the game: the player who has to draw cannot."""
    state = moment(duellist(pile=1), duellist(), {"milling_ends": False, "name_milled": True}, phase="draw")
    state = stood(state.apply(Play(NOD, "throwing-axe")).apply(Aim(NOD)))
    assert state.phase == "over"
    assert said(state).endswith("No card is left for Tungdil to draw: the game ends.")
    assert state.faults() == ()


def test_the_last_card_falling_outside_the_own_draw_phase_is_survived() -> None:
    state = moment(duellist(pile=1), duellist(), {"milling_ends": False}, phase="throw")
    state = stood(state.apply(Play(NOD, "throwing-axe")).apply(Aim(NOD)))
    assert (state.phase, state.duellists[TUNGDIL].pile) == ("throw", 0)
    assert state.faults() == ()


def naming() -> Duel:
    """A point of damage has turned up a card of Nod, and this table names such cards."""
    state = moment(duellist("bavragor"), unarmoured("alandur"), {"name_milled": True}, dice=dice("1 2 3"))
    return state.apply(Attack(TUNGDIL, "1"))


def test_milled_cards_are_named_if_the_table_wants_it() -> None:
    state = naming()
    assert str(state.expects().text) == "Which card of Nod was turned up from the pile?"
    names = {action.card for action in state.legal_actions() if isinstance(action, NameMilled)}
    assert len(names) == len(state.legal_actions())
    assert {"bavragor", "evil-ally-5", "throwing-axe"} <= names
    assert not names & {"alandur", "chain-mail", "keenfire"}
    state = state.apply(NameMilled(None, "throwing-axe"))
    nod = state.duellists[NOD]
    assert (nod.discard, nod.unnamed, state.naming) == (("chain-mail", "throwing-axe"), 0, None)
    assert said(state) == "It was Dagger; its effect is not used."


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (NameMilled(None, "keenfire"), "zwerge.no-such-card"),
        (NameMilled(None, "alandur"), "zwerge.no-copy-left"),
        (NameMilled(TUNGDIL, "bavragor"), "game.not-now"),
        (EndTurn(TUNGDIL), "zwerge.name-first"),
        (Stand(NOD), "zwerge.name-first"),
    ],
)
def test_before_a_milled_card_is_named_this_is_refused(action: Action, code: str) -> None:
    assert refused(naming(), action) == code


def test_without_a_milled_card_there_is_nothing_to_name() -> None:
    assert refused(start(name_milled=True), NameMilled(None, "bavragor")) == "zwerge.nothing-to-name"


def test_naming_the_card_means_that_the_damage_stands() -> None:
    state = moment(duellist("bavragor"), duellist(), {"name_milled": True}, dice=dice("1 2 3"))
    state = state.apply(Attack(TUNGDIL, "1")).apply(NameMilled(None, "bavragor"))
    assert state.duellists[NOD].discard == ("bavragor",)
    assert said(state).endswith("It was Bogglin; its effect is not used.")
