"""A turn of Die Zwerge: draw phase, dice phase, wild cards, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules import Action, Die, IllegalAction, Roll
from companion.rules.zwerge.cards import FREE, MoreDice
from companion.rules.zwerge.moves import Aim, Attack, Collect, Draw, EndTurn, KeepDice, NameMilled, Play
from companion.rules.zwerge.teaching import Lesson
from tests.companion.rules.zwerge.sitting import (
    LESSONS,
    NOD,
    TUNGDIL,
    dice,
    duellist,
    moment,
    refused,
    roll,
    said,
    start,
    unarmoured,
)


def test_setup_four_cards_in_hand_and_the_smaller_player_begins() -> None:
    state = start()
    assert [(own.pile, own.hand) for own in state.duellists] == [(31, 4), (31, 4)]
    assert state.wild_cards == 3
    assert "smaller player takes the first seat and begins: Tungdil" in said(state)
    assert str(state.expects().text) == "Tungdil draws from the pile."


@pytest.mark.parametrize(("first", "sides"), [("good", ["good", "evil"]), ("evil", ["evil", "good"])])
def test_players_choose_their_side(first: str, sides: list[str]) -> None:
    state = start(first_side=first)
    assert [state.side(player) for player in (0, 1)] == sides
    assert [state.deck(player).side for player in (0, 1)] == sides


# --- draw phase -----------------------------------------------------------------------------------------------------


def test_draw_phase_takes_one_card() -> None:
    state = start().apply(Draw(TUNGDIL))
    assert (state.duellists[TUNGDIL].pile, state.duellists[TUNGDIL].hand) == (30, 5)
    assert said(state) == "Tungdil draws 1 card, 30 left in the pile."


def test_extra_draws_are_all_or_just_the_one_decided_anew_each_turn() -> None:
    """Facts, test 7."""
    good = duellist("ancient-knowledge", "ancient-knowledge", hand=0)
    state = moment(good, duellist(), phase="draw")
    draws = [action for action in state.legal_actions() if isinstance(action, Draw)]
    assert draws == [Draw(TUNGDIL), Draw(TUNGDIL, True)]
    assert state.apply(Draw(TUNGDIL, True)).duellists[TUNGDIL].hand == 3
    once = state.apply(Draw(TUNGDIL))
    assert once.duellists[TUNGDIL].hand == 1
    assert refused(once, Draw(TUNGDIL, True)) == "zwerge.drawn"
    next_turn = roll(once, "1 2 3").apply(EndTurn(TUNGDIL))
    again = roll(next_turn.apply(Draw(NOD)), "1 2 3").apply(EndTurn(NOD))
    assert again.apply(Draw(TUNGDIL, True)).duellists[TUNGDIL].hand == 4


def test_extra_draws_need_a_card_that_allows_them() -> None:
    assert refused(start(), Draw(TUNGDIL, True)) == "zwerge.no-extra-cards"


def test_there_is_no_hand_limit() -> None:
    state = moment(duellist(hand=25), duellist(), phase="draw").apply(Draw(TUNGDIL))
    assert state.duellists[TUNGDIL].hand == 26


# --- dice phase -----------------------------------------------------------------------------------------------------


def throws(**changes: Any) -> tuple[int, int]:
    display = changes.pop("display", ())
    state = moment(duellist(*display, **changes), duellist(), phase="throw")
    (throw,) = state.expects().throws
    assert not throw.optional
    return throw.least, throw.most


def test_three_dice_are_thrown() -> None:
    assert throws() == (3, 3)
    state = start().apply(Draw(TUNGDIL))
    assert str(state.expects().text) == "Tungdil throws 3 dice."
    after = roll(state, "4 axe 1")
    assert (after.phase, after.dice) == ("cards", ("1", "4", "axe"))
    assert said(after) == "Tungdil throws 1, 4, axe."
    with pytest.raises(IllegalAction, match=r"roll\.too-many-dice"):
        roll(state, "1 2 3 4")


def test_additional_dice_may_be_left_out() -> None:
    assert throws(display=("reinforcement",)) == (3, 4)


@pytest.mark.parametrize(("supports", "most"), [(1, 4), (2, 5), (3, 6)])
def test_each_reinforcement_adds_a_die(supports: int, most: int) -> None:
    assert throws(display=("reinforcement",) * supports) == (3, most)


def test_three_reinforcements_and_andokais_power_make_six_dice_not_eight() -> None:
    """Facts, test 8."""
    display = ("reinforcement",) * 3
    assert throws(display=display, more_dice=2) == (3, 6)
    state = moment(duellist(*display, more_dice=2), duellist(), phase="throw")
    assert str(state.expects().text) == "Tungdil throws 3 to 6 dice."
    assert roll(state, "1 1 2 2 3 3").duellists[TUNGDIL].more_dice == 0


def test_andokais_power_counts_in_the_next_dice_phase_only() -> None:
    state = start().apply(Play(TUNGDIL, "andokais-power")).apply(Draw(TUNGDIL))
    assert state.expects().throws[0].most == 5
    after = roll(state, "1 2 3")
    assert after.duellists[TUNGDIL].more_dice == 0


def test_andokais_power_after_the_throw_is_for_the_own_next_turn() -> None:
    state = moment(duellist(), duellist(), dice=dice("1 2 3")).apply(Play(TUNGDIL, "andokais-power"))
    state = state.apply(EndTurn(TUNGDIL)).apply(Draw(NOD))
    assert state.expects().throws[0].most == 3
    state = roll(state, "1 2 3").apply(EndTurn(NOD)).apply(Draw(TUNGDIL))
    assert state.expects().throws[0].most == 5


def test_two_cards_for_the_same_dice_phase_add_up() -> None:
    """The fifth twist of fate may be a second copy of Andôkai's Power."""
    twist = Lesson("good-twist-1", FREE, 0, 0, MoreDice())
    deck = (*(lesson for lesson in LESSONS if lesson.card != twist.card), twist)
    state = start(deck).apply(Play(TUNGDIL, "andokais-power")).apply(Play(TUNGDIL, "good-twist-1"))
    assert state.duellists[TUNGDIL].more_dice == 4
    assert state.apply(Draw(TUNGDIL)).expects().throws[0].most == 6


def rerolling(*display: str) -> Any:
    return roll(moment(duellist(*display), duellist(), phase="throw"), "1 2 5")


def test_both_reroll_supports_may_hit_the_same_die() -> None:
    """Notes on specific cards; facts, test 9."""
    state = rerolling("rodarios-trickery", "rodarios-trickery")
    assert (state.phase, state.rerolls) == ("reroll", 2)
    assert "(2 left)" in str(state.expects().text)
    assert state.expects().throws[0].optional
    state = roll(state, "3", kept="2 5")
    assert (state.phase, state.dice) == ("reroll", ("2", "3", "5"))
    state = roll(state, "axe", kept="2 5")
    assert (state.phase, state.dice) == ("cards", ("2", "5", "axe"))
    assert said(state) == "The dice now: 2, 5, axe."


def test_both_reroll_supports_may_throw_two_dice_together() -> None:
    state = roll(rerolling("rodarios-trickery", "rodarios-trickery"), "4 4", kept="5")
    assert (state.phase, state.dice) == ("cards", ("4", "4", "5"))


def test_one_reroll_support_throws_one_die_only() -> None:
    state = rerolling("rodarios-trickery")
    with pytest.raises(IllegalAction, match=r"roll\.too-many-dice"):
        roll(state, "1 1", kept="5")
    with pytest.raises(IllegalAction, match=r"roll\.kept-die-turned"):
        roll(state, "1", kept="5 5")


def test_no_die_has_to_be_thrown_again() -> None:
    state = rerolling("rodarios-trickery").apply(KeepDice(TUNGDIL))
    assert (state.phase, state.rerolls, said(state)) == ("cards", 0, "Tungdil keeps 1, 2, 5.")
    assert refused(state, KeepDice(TUNGDIL)) == "zwerge.no-reroll"


def test_a_reroll_card_that_is_defeated_in_the_dice_phase_no_longer_helps() -> None:
    evil = duellist("evil-ally-1", wounds=(1,), discard=("chain-mail",))
    state = moment(duellist(), evil, turn=NOD, phase="throw")
    state = roll(state, "1 2 3").apply(Play(TUNGDIL, "throwing-axe"))
    assert state.phase == "reroll"
    state = state.apply(Aim(TUNGDIL, 0))
    assert (state.phase, state.rerolls) == ("cards", 0)


def test_damage_to_another_card_gives_no_reroll_back() -> None:
    evil = unarmoured("rodarios-trickery", "rodarios-trickery", "alandur")
    state = roll(moment(duellist(), evil, turn=NOD, phase="throw"), "1 2 5")
    state = roll(state, "3", kept="2 5").apply(Play(TUNGDIL, "throwing-axe")).apply(Aim(TUNGDIL, 2))
    assert (state.phase, state.rerolls) == ("reroll", 1)


# --- order of things ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "action",
    [EndTurn(TUNGDIL), Play(TUNGDIL, "bavragor", ("1",)), Attack(TUNGDIL, "1"), Collect(TUNGDIL, "5")],
)
def test_phases_cannot_be_left_out(action: Action) -> None:
    assert refused(start(), action) == "zwerge.phases"


@pytest.mark.parametrize("player", [NOD, None])
def test_only_the_player_whose_turn_it_is_goes_on(player: int | None) -> None:
    state = moment(duellist("bavragor"), duellist("bavragor"), dice=dice("1 1 5"))
    for action in (Draw(player), KeepDice(player), Attack(player, "1"), Collect(player, "5"), EndTurn(player)):
        assert refused(state, action) == "game.not-your-turn"


def test_only_the_table_names_cards() -> None:
    assert refused(start(), NameMilled(TUNGDIL, "bavragor")) == "game.not-now"


def test_actions_of_other_games_are_refused() -> None:
    action = Action(TUNGDIL)
    assert refused(start(), action) == "game.not-now"
    with pytest.raises(IllegalAction, match=r"game\.not-now"):
        start().act(action)


def test_rolls_are_nobody_elses() -> None:
    state = start().apply(Draw(TUNGDIL))
    with pytest.raises(IllegalAction, match=r"roll\.wrong-player"):
        state.apply(Roll(NOD, (Die("white", "1"),) * 3))


# --- no die used: a wild card ---------------------------------------------------------------------------------------


def ended(good: int, evil: int, **changes: Any) -> Any:
    state = moment(duellist("bavragor", wild_cards=good), duellist(wild_cards=evil), dice=dice("1 2 3"), **changes)
    return state.apply(EndTurn(TUNGDIL))


def wild_cards(state: Any) -> tuple[int, int, int]:
    return state.wild_cards, state.duellists[0].wild_cards, state.duellists[1].wild_cards


def test_no_die_used_takes_a_wild_card_from_the_middle() -> None:
    """Facts, test 6."""
    state = ended(0, 1)
    assert wild_cards(state) == (1, 1, 1)
    assert said(state) == "No die was used. Tungdil takes a wild card from the middle. The turn goes to Nod."
    assert (state.turn, state.phase, state.dice) == (NOD, "draw", ())


def test_no_die_used_and_an_empty_middle_takes_it_from_the_opponent() -> None:
    """Facts, test 6."""
    state = ended(1, 2)
    assert wild_cards(state) == (0, 2, 1)
    assert "takes a wild card from Nod" in said(state)


def test_nod_takes_a_wild_card_from_tungdil() -> None:
    state = moment(duellist(wild_cards=3), duellist(), turn=NOD).apply(EndTurn(NOD))
    assert wild_cards(state) == (0, 2, 1)


def test_no_die_used_with_all_three_wild_cards_takes_none() -> None:
    """Facts, test 6."""
    state = ended(3, 0)
    assert wild_cards(state) == (0, 3, 0)
    assert said(state) == "No die was used. The turn goes to Nod."


def test_a_die_used_takes_no_wild_card() -> None:
    state = moment(duellist("bavragor"), unarmoured(), dice=dice("1 2 3"))
    state = state.apply(Attack(TUNGDIL, "1")).apply(EndTurn(TUNGDIL))
    assert wild_cards(state) == (3, 0, 0)
    assert said(state) == "The turn goes to Nod."
    state = roll(state.apply(Draw(NOD)), "1 2 3").apply(EndTurn(NOD))
    assert wild_cards(state) == (2, 0, 1)


def test_a_card_without_cost_uses_no_die() -> None:
    state = moment(duellist(), duellist(), dice=dice("1 2 3")).apply(Play(TUNGDIL, "good-event-2"))
    assert wild_cards(state.apply(EndTurn(TUNGDIL))) == (2, 1, 0)


def test_a_die_used_before_a_card_without_cost_is_not_forgotten() -> None:
    state = moment(duellist("bavragor"), unarmoured(), dice=dice("1 2 3")).apply(Attack(TUNGDIL, "1"))
    state = state.apply(Play(TUNGDIL, "good-event-2"))
    assert wild_cards(state.apply(EndTurn(TUNGDIL))) == (3, 0, 0)


@pytest.mark.parametrize(("counts", "after"), [(True, (3, 0, 0)), (False, (2, 1, 0))])
def test_whether_a_wild_card_counts_as_a_die_used_is_an_option(counts: bool, after: tuple[int, int, int]) -> None:
    options = {"wild_card_is_die": counts}
    state = moment(duellist(wild_cards=1), duellist(), options, dice=dice("2 3 4"))
    state = state.apply(Play(TUNGDIL, "bavragor", ("wild-card",)))
    assert wild_cards(state.apply(EndTurn(TUNGDIL))) == after


def test_a_wild_card_beside_a_die_is_a_die_used_in_any_case() -> None:
    state = moment(duellist(wild_cards=1), duellist(), {"wild_card_is_die": False}, dice=dice("2 3 4"))
    state = state.apply(Play(TUNGDIL, "alandur", ("2", "wild-card")))
    assert state.used
    assert wild_cards(state.apply(EndTurn(TUNGDIL))) == (3, 0, 0)
