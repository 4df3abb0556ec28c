"""Action A: buying faces in the sanctuary and forging them."""

from __future__ import annotations

import pytest

from companion.rules.dice_forge.actions import Buy, Done, ExtraAction, Feat, Forge, UseTriton
from companion.rules.dice_forge.forging import Forging, Shopping
from companion.rules.dice_forge.state import DiceForge
from companion.rules.dice_forge.turns import Acting, EndingTurn
from tests.companion.rules.dice_forge.positions import (
    DAVID,
    STEFFI,
    acting,
    apply,
    die,
    doing,
    everything_stays,
    hero,
    opening,
    refused,
    said,
    stock,
)


def test_3_david_buys_three_different_faces_for_eight_of_his_nine_gold() -> None:
    """Rule book, action A, example: two faces for 3, one for 2; light die one, dark die two."""
    state = acting(gold=9)
    state = apply(state, Buy(DAVID, "gold-4"), Forge(DAVID, "light", "gold-1"))
    state = apply(state, Buy(DAVID, "sun-1"), Forge(DAVID, "dark", "gold-1"))
    refused(state, Buy(DAVID, "gold-4"), "dice_forge.only-different")
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "dark", "gold-1"))
    assert stock(state)[0] == 1
    light, dark = state.heroes[DAVID].dice
    assert light.faces.count("gold-4") == 1
    assert {"sun-1", "gold-3"} <= set(dark.faces)
    assert len(state.heroes[DAVID].removed) == 3


def test_the_same_face_may_be_bought_again_in_the_extra_action() -> None:
    state = acting(gold=4, sun=2, extra=True)
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"), Done(DAVID), ExtraAction(DAVID))
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert state.heroes[DAVID].dice[0].faces.count("gold-3") == 2


@pytest.mark.parametrize(
    ("face", "price"),
    [
        ("gold-3", 2), ("moon-1", 2), ("gold-4", 3), ("sun-1", 3), ("gold-6", 4), ("gold-2+moon-1", 4),
        ("glory-1+sun-1", 4), ("gold-1/sun-1/moon-1", 4), ("gold-3/glory-2", 5), ("moon-2", 6), ("sun-2", 8),
        ("glory-3", 8), ("glory-4", 12), ("moon-2+glory-2", 12), ("gold-1+sun-1+moon-1+glory-1", 12),
        ("gold-2/sun-2/moon-2", 12),
    ],
)  # fmt: skip
def test_each_face_of_the_sanctuary_has_its_price(face: str, price: int) -> None:
    state = apply(acting(gold=price), Buy(DAVID, face))
    assert stock(state)[0] == 0
    sentence = refused(acting(gold=price - 1), Buy(DAVID, face), "dice_forge.too-dear")
    assert f"costs {price} gold, David has {price - 1}" in sentence


def test_20_the_new_face_lies_up_and_the_removed_one_never_comes_back() -> None:
    state = apply(acting(gold=2), Buy(DAVID, "gold-3"), Forge(DAVID, "light", "sun-1"))
    light = state.heroes[DAVID].dice[0]
    assert light.up == "gold-3"
    assert "sun-1" not in light.faces
    assert state.heroes[DAVID].removed == ("sun-1",)
    assert len(state.pools[3]) == 4  # the pool of 1-sun faces did not get it back


def test_20_only_faces_of_the_die_can_be_removed() -> None:
    state = apply(acting(gold=2), Buy(DAVID, "gold-3"))
    refused(state, Forge(DAVID, "light", "moon-1"), "dice_forge.not-on-die")
    refused(state, Forge(DAVID, "pink", "gold-1"), "dice_forge.no-such-die")


def test_a_new_face_has_to_be_forged_before_anything_else() -> None:
    state = apply(acting(gold=6), Buy(DAVID, "gold-3"))
    refused(state, Buy(DAVID, "moon-1"), "dice_forge.forge-now")
    refused(state, Done(DAVID), "dice_forge.forge-now")
    refused(state, Forge(STEFFI, "light", "gold-1"), "game.not-your-turn")


def test_19_a_boar_can_never_be_removed_again() -> None:
    state = apply(die(acting(gold=2), DAVID, "dark", "boar-red"), Buy(DAVID, "gold-3"))
    assert Forge(DAVID, "dark", "boar-red") not in state.legal_actions()
    refused(state, Forge(DAVID, "dark", "boar-red"), "dice_forge.boar-stays")


def test_a_face_forged_in_this_action_may_be_replaced_in_it() -> None:
    state = apply(acting(gold=4), Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"), Buy(DAVID, "moon-1"))
    state = apply(state, Forge(DAVID, "light", "gold-3"))
    assert state.heroes[DAVID].removed == ("gold-1", "gold-3")


def test_faces_of_the_garden_are_not_for_sale() -> None:
    for face in ("ship", "mirror", "times-3", "shield-red", "boar-red"):
        refused(acting(gold=12), Buy(DAVID, face), "dice_forge.garden-by-card")


def test_faces_that_are_on_dice_only_are_not_for_sale() -> None:
    refused(acting(gold=12), Buy(DAVID, "glory-2"), "dice_forge.not-for-sale")
    refused(acting(gold=12), Buy(DAVID, "nonsense"), "dice_forge.not-for-sale")


def test_an_empty_pool_sells_nothing() -> None:
    state = acting(gold=12)
    state = DiceForge(state.table, state.heroes, ((), *state.pools[1:]), state.stacks, state.agenda)
    refused(state, Buy(DAVID, "gold-3"), "dice_forge.pool-empty")
    after = apply(state, Buy(DAVID, "moon-1"), Forge(DAVID, "light", "gold-1"))
    assert Buy(DAVID, "gold-3") not in after.legal_actions()


def test_with_one_of_a_mixed_pool_gone_the_others_are_still_for_sale() -> None:
    state = apply(acting(gold=12), Buy(DAVID, "gold-6"), Forge(DAVID, "light", "gold-1"))
    offered = {action.face for action in state.legal_actions() if isinstance(action, Buy)}
    assert {"gold-2+moon-1", "glory-1+sun-1", "gold-1/sun-1/moon-1"} <= offered
    assert "gold-6" not in offered


def test_the_player_says_when_it_is_enough() -> None:
    state = apply(acting(gold=12), Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert isinstance(state.agenda[-1], Shopping)
    assert "David has 10 gold left" in str(state.expects().text)
    refused(state, Feat(DAVID, "ferryman"), "game.not-now")
    state = apply(state, Done(DAVID))
    assert state.turn == STEFFI
    assert "David has forged enough." in said(state)


def test_shopping_ends_by_itself_when_nothing_is_affordable() -> None:
    state = apply(acting(gold=3), Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert state.turn == STEFFI


def test_a_triton_token_can_pay_for_one_more_face() -> None:
    state = acting(gold=2, triton=1)
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert isinstance(state.agenda[-1], Shopping)
    state = apply(state, UseTriton(DAVID, "gold-6"), Buy(DAVID, "moon-2"), Forge(DAVID, "dark", "gold-1"))
    assert stock(state)[0] == 0


def test_a_face_in_the_hand_still_counts_among_the_faces() -> None:
    state = everything_stays(opening(3))
    box = state.inventory()
    state = doing(hero(state, DAVID, gold=5), Acting(DAVID))
    after = apply(state, Buy(DAVID, "gold-3"))
    assert isinstance(after.agenda[-1], Forging)
    assert after.inventory() == box
    assert apply(after, Forge(DAVID, "light", "gold-1")).inventory() == box
    assert isinstance(after.agenda[0], EndingTurn)
