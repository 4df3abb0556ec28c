"""Caps, chests, the hammer and the glory track."""

from __future__ import annotations

import pytest

from companion.rules.dice_forge.actions import Feat, Take, ToHammer
from companion.rules.dice_forge.blessings import ThrowBoth
from companion.rules.dice_forge.gains import Choosing, Hammering
from companion.rules.dice_forge.turns import Acting
from tests.companion.rules.dice_forge.positions import (
    DAVID,
    STEFFI,
    acting,
    apply,
    blessed,
    doing,
    hero,
    opening,
    refused,
    said,
    stock,
    throw,
)


@pytest.mark.parametrize(("chests", "most"), [(0, (12, 6, 6)), (1, (16, 9, 9)), (2, (20, 12, 12)), (4, (28, 18, 18))])
def test_13_a_gain_past_a_cap_is_clipped(chests: int, most: tuple[int, int, int]) -> None:
    gold, sun, moon = most
    state = hero(opening(2), DAVID, chests=chests, gold=gold, sun=sun, moon=moon)
    state = blessed("gold-1+sun-1+moon-1+glory-1", "times-3", state)
    assert stock(state) == (*most, 3)
    assert "no room for 3 gold, 3 sun shards, 3 moon shards" in said(state)


def test_13_only_the_surplus_is_lost() -> None:
    state = blessed("gold-6", "sun-2", hero(opening(2), DAVID, gold=8, sun=5))
    assert stock(state) == (12, 6, 0, 0)
    assert "no room for 2 gold, 1 sun shard" in said(state)


def test_a_gain_that_just_fits_loses_nothing() -> None:
    state = blessed("gold-6", "sun-2", hero(opening(2), DAVID, gold=6, sun=4))
    assert stock(state) == (12, 6, 0, 0)
    assert "no room" not in said(state)


def test_a_player_with_100_points_takes_a_marker_and_counts_on_from_0() -> None:
    state = blessed("glory-4", "times-3", hero(opening(2), DAVID, glory=95))
    david = state.heroes[DAVID]
    assert (david.glory, david.hundreds, david.track) == (107, 1, 7)
    assert "David now has 1 marker of 100 points and 7 on the track." in said(state)
    assert "marker" not in said(blessed("glory-4", "gold-1", state))


def test_exactly_100_points_are_a_marker_and_0_on_the_track() -> None:
    david = blessed("glory-4", "gold-1", hero(opening(2), DAVID, glory=96)).heroes[DAVID]
    assert (david.hundreds, david.track) == (1, 0)


def test_a_loss_can_take_a_marker_back() -> None:
    state = hero(opening(2), STEFFI, glory=101)
    state = throw(doing(state, ThrowBoth((STEFFI,), (STEFFI,), "rob"), Acting(DAVID)), STEFFI, "glory-3", "gold-1")
    assert stock(state, STEFFI)[3] == 98
    assert "0 markers of 100 points and 98 on the track" in said(state)


# --- the hammer -----------------------------------------------------------------------------------------------------


def test_14_gold_goes_to_the_stock_or_in_part_or_wholly_to_the_hammer() -> None:
    state = blessed("gold-3", "sun-1", hero(opening(2), DAVID, gold=1, hammers=1))
    assert state.legal_actions() == tuple(ToHammer(DAVID, gold) for gold in range(4))
    assert stock(state) == (1, 1, 0, 0)
    part = apply(state, ToHammer(DAVID, 2))
    assert stock(part)[0] == 2
    assert part.heroes[DAVID].hammered == 2
    assert "space 2 of 15" in said(part)
    assert stock(apply(state, ToHammer(DAVID, 0)))[0] == 4
    assert stock(apply(state, ToHammer(DAVID, 3)))[0] == 1


def test_14_the_first_arrival_at_the_end_is_10_glory_the_second_15() -> None:
    state = blessed("gold-1", "sun-1", hero(opening(2), DAVID, hammers=1, hammered=14))
    state = apply(state, ToHammer(DAVID, 1))
    assert stock(state)[3] == 10
    assert (state.heroes[DAVID].hammers, state.heroes[DAVID].hammered) == (1, 15)
    state = apply(blessed("gold-1", "sun-1", hero(state, DAVID, hammered=29)), ToHammer(DAVID, 1))
    assert stock(state)[3] == 25
    assert (state.heroes[DAVID].hammers, state.heroes[DAVID].hammered) == (0, 0)


def test_14_a_second_hammer_card_waits_under_the_first_and_then_begins_at_once() -> None:
    state = blessed("gold-4", "sun-1", hero(opening(2), DAVID, hammers=2, hammered=28))
    state = apply(state, ToHammer(DAVID, 4))
    assert stock(state)[3] == 15
    assert (state.heroes[DAVID].hammers, state.heroes[DAVID].hammered) == (1, 2)


def test_14_one_gain_can_end_several_laps() -> None:
    state = doing(hero(opening(2), DAVID, gold=0, hammers=2, hammered=14), Hammering(DAVID, 18), Acting(DAVID))
    state = apply(state, ToHammer(DAVID, 18))
    assert stock(state) == (0, 0, 0, 25)
    assert (state.heroes[DAVID].hammers, state.heroes[DAVID].hammered) == (1, 2)


def test_a_hammer_takes_no_more_gold_than_its_cards_have_spaces() -> None:
    state = blessed("gold-4", "sun-1", hero(opening(2), DAVID, gold=0, hammers=1, hammered=28))
    assert max(action.gold for action in state.legal_actions() if isinstance(action, ToHammer)) == 2
    refused(state, ToHammer(DAVID, 3), "dice_forge.hammer-range")
    refused(state, ToHammer(DAVID, -1), "dice_forge.hammer-range")
    assert stock(apply(state, ToHammer(DAVID, 2))) == (2, 1, 0, 15)


def test_gold_that_arrives_with_the_gold_that_ends_the_last_hammer_goes_to_the_stock() -> None:
    """Two gains wait for a decision; once the first has ended the card, there is nothing left to decide."""
    ready = hero(opening(2), DAVID, gold=0, hammers=1, hammered=29)
    state = doing(ready, Hammering(DAVID, 1), Hammering(DAVID, 3), Acting(DAVID))
    state = apply(state, ToHammer(DAVID, 1))
    assert (state.heroes[DAVID].hammers, state.heroes[DAVID].gold) == (0, 3)
    assert isinstance(state.agenda[-1], Acting)


def test_gold_kept_from_the_hammer_is_capped_as_usual() -> None:
    state = apply(blessed("gold-6", "sun-1", hero(opening(2), DAVID, gold=10, hammers=1)), ToHammer(DAVID, 1))
    assert stock(state)[0] == 12
    assert "no room for 3 gold" in said(state)


def test_gold_of_cards_can_go_to_the_hammer_too() -> None:
    state = hero(acting(2, sun=1), DAVID, hammers=1)
    state = apply(state, Feat(DAVID, "wild-spirits"))
    assert stock(state)[2] == 3
    assert len(state.legal_actions()) == 4


def test_a_gain_that_is_chosen_goes_through_the_hammer() -> None:
    state = hero(opening(2), DAVID, hammers=1)
    state = doing(state, Choosing(DAVID, "card", state.box.triton), Acting(DAVID))
    assert isinstance(apply(state, Take(DAVID, "gold-6")).agenda[-1], Hammering)
