"""The tokens of Cerberus and Triton."""

from __future__ import annotations

import pytest

from companion.rules.dice_forge.actions import Buy, Done, Feat, Forge, Take, ToHammer, UseCerberus, UseTriton
from companion.rules.dice_forge.blessings import ThrowBoth, ThrowOne
from companion.rules.dice_forge.forging import Sailing
from companion.rules.dice_forge.turns import Acting
from tests.companion.rules.dice_forge.positions import (
    DAVID,
    STEFFI,
    acting,
    apply,
    blessed,
    doing,
    everything_stays,
    hero,
    opening,
    performing,
    ready_for,
    refused,
    showing,
    stock,
    throw,
    throw_one,
)


@pytest.mark.parametrize("token", ["cerberus", "triton"])
def test_each_card_brings_a_token_of_its_own(token: str) -> None:
    state = performing(token)
    assert getattr(state.heroes[DAVID], token) == 1
    state = apply(doing(hero(state, DAVID, moon=4, sun=4), Acting(DAVID)), Feat(DAVID, token))
    assert getattr(state.heroes[DAVID], token) == 2


def test_cerberus_repeats_a_blessing_once_with_choices_of_its_own() -> None:
    state = hero(opening(2), DAVID, gold=0, cerberus=2, cards=("cerberus", "cerberus"))
    state = apply(blessed("gold-3/glory-2", "sun-1", state), Take(DAVID, "gold-3"))
    assert set(state.legal_actions()) == {UseCerberus(DAVID), Done(DAVID)}
    state = apply(state, UseCerberus(DAVID), Take(DAVID, "glory-2"))
    assert stock(state) == (3, 2, 0, 2)
    assert state.heroes[DAVID].cerberus == 1
    assert isinstance(state.agenda[-1], Acting)  # no second token for the same blessing


def test_cerberus_may_wait() -> None:
    state = hero(opening(2), DAVID, gold=0, cerberus=1)
    state = apply(blessed("gold-1", "sun-1", state), Done(DAVID))
    assert stock(state) == (1, 1, 0, 0)
    assert state.heroes[DAVID].cerberus == 1


def test_cerberus_repeats_a_minor_blessing_and_a_boar_pays_its_owner_again() -> None:
    state = hero(hero(opening(2), DAVID, cerberus=1), STEFFI, boars=("red",))
    state = throw_one(doing(state, ThrowOne(DAVID, 1), Acting(DAVID)), DAVID, "light", "boar-red")
    state = apply(state, Take(DAVID, "sun-1"), Take(STEFFI, "glory-3"), UseCerberus(DAVID))
    state = apply(state, Take(DAVID, "moon-1"), Take(STEFFI, "glory-3"))
    assert stock(state) == (3, 1, 1, 0)
    assert stock(state, STEFFI)[3] == 6


def test_cerberus_lets_a_mirror_copy_something_else() -> None:
    state = showing(hero(everything_stays(opening(2)), DAVID, gold=0, cerberus=1), STEFFI, "gold-4", "sun-2")
    state = apply(blessed("mirror", "moon-1", state), Take(DAVID, "gold-4"), UseCerberus(DAVID), Take(DAVID, "sun-2"))
    assert stock(state) == (4, 2, 2, 0)


def test_cerberus_repeats_what_was_thrown_also_when_a_ship_has_changed_the_die() -> None:
    state = blessed("ship", "sun-1", hero(everything_stays(opening(2)), DAVID, gold=0, cerberus=1))
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "ship"), UseCerberus(DAVID))
    assert isinstance(state.agenda[-1], Sailing)
    assert stock(state)[1] == 2


def test_cerberus_is_asked_after_each_of_the_four_throws_of_a_sphinx() -> None:
    state = hero(opening(2), DAVID, gold=0, cerberus=1)
    state = throw_one(doing(state, ThrowOne(DAVID, 4), Acting(DAVID)), DAVID, "dark", "glory-2")
    state = throw_one(apply(state, Done(DAVID)), DAVID, "dark", "glory-2")
    state = throw_one(apply(state, UseCerberus(DAVID)), DAVID, "dark", "glory-2")
    assert stock(throw_one(state, DAVID, "dark", "glory-2"))[3] == 10


def test_cerberus_serves_players_out_of_their_turn_too() -> None:
    state = hero(opening(2), STEFFI, gold=0, cerberus=1)
    state = throw(throw(state, DAVID, "gold-1", "gold-1"), STEFFI, "gold-1", "glory-2")
    assert stock(apply(state, UseCerberus(STEFFI)), STEFFI) == (2, 0, 0, 4)


def test_the_minotaur_is_no_blessing_that_cerberus_could_repeat() -> None:
    state = hero(opening(2), STEFFI, gold=4, cerberus=1)
    state = doing(state, ThrowBoth((STEFFI,), (STEFFI,), "rob"), Acting(DAVID))
    state = throw(state, STEFFI, "gold-1", "gold-1")
    assert stock(state, STEFFI)[0] == 2
    assert isinstance(state.agenda[-1], Acting)


def test_satyrs_count_as_a_great_blessing_for_cerberus() -> None:
    state = throw(
        apply(hero(ready_for("satyrs"), DAVID, cerberus=1), Feat(DAVID, "satyrs")), STEFFI, "sun-1", "glory-2"
    )
    assert stock(apply(state, UseCerberus(DAVID))) == (0, 2, 0, 4)


# --- Triton -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "gain"), [("moon-2", (0, 0, 2, 0)), ("sun-2", (0, 2, 0, 0)), ("gold-6", (6, 0, 0, 0))]
)
def test_15_triton_is_worth_two_moon_or_two_sun_or_six_gold_once(what: str, gain: tuple[int, int, int, int]) -> None:
    state = doing(performing("triton"), Acting(DAVID))
    assert state.heroes[DAVID].triton == 1
    state = apply(state, UseTriton(DAVID, what))
    assert stock(state) == gain
    refused(state, UseTriton(DAVID, what), "dice_forge.no-triton")


def test_15_one_triton_token_at_a_time_is_given_up() -> None:
    state = apply(hero(acting(2), DAVID, gold=0, triton=2), UseTriton(DAVID, "gold-6"))
    assert state.heroes[DAVID].triton == 1
    assert stock(apply(state, UseTriton(DAVID, "gold-6")))[0] == 12


def test_15_gold_of_triton_can_go_to_the_hammer_and_what_was_going_on_goes_on() -> None:
    state = apply(hero(acting(2, gold=0), DAVID, triton=1, hammers=1), UseTriton(DAVID, "gold-6"))
    state = apply(state, ToHammer(DAVID, 4))
    assert (stock(state)[0], state.heroes[DAVID].hammered) == (2, 4)
    assert isinstance(state.agenda[-1], Acting)


def test_15_triton_helps_only_its_owner_in_their_own_turn() -> None:
    state = hero(hero(acting(2), STEFFI, triton=1), DAVID, triton=1)
    refused(state, UseTriton(STEFFI, "gold-6"), "dice_forge.triton-own-turn")
    refused(state, UseTriton(DAVID, "gold-7"), "dice_forge.not-on-offer")
    refused(state, UseTriton(None, "gold-6"), "game.not-your-turn")


def test_15_triton_can_be_used_at_any_time_of_the_turn() -> None:
    state = hero(opening(2), DAVID, triton=1, gold=0)
    assert stock(apply(state, UseTriton(DAVID, "gold-6")))[0] == 6
    thrown = throw(state, STEFFI, "gold-1", "gold-1")
    thrown = apply(thrown, UseTriton(DAVID, "sun-2"))
    assert [wanted.player for wanted in thrown.expects().throws] == [DAVID]
