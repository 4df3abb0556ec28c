"""Action B: moving, ousting, choosing a card of the island and paying for it."""

from __future__ import annotations

import pytest

from companion.rules.dice_forge.actions import Buy, Feat, Take, UseTriton
from companion.rules.dice_forge.turns import Acting
from tests.companion.rules.dice_forge.positions import (
    DAVID,
    STEFFI,
    acting,
    apply,
    doing,
    hero,
    performing,
    ready_for,
    refused,
    said,
    stock,
    throw,
)


def test_4_david_performs_the_ferryman_and_ousts_steffi() -> None:
    """Rule book, action B, example."""
    state = hero(acting(2, moon=5), STEFFI, island=3, gold=0)
    state = apply(state, Feat(DAVID, "ferryman"))
    assert state.heroes[STEFFI].island == 0
    assert [wanted.player for wanted in state.expects().throws] == [STEFFI]
    assert stock(state)[2] == 5  # she is blessed before he pays
    state = throw(state, STEFFI, "gold-1", "moon-1")
    assert stock(state, STEFFI) == (1, 0, 1, 0)
    assert "David chooses a card of the island: Ferryman, Helmet of Invisibility." in str(state.expects().text)
    state = apply(state, Feat(DAVID, "ferryman"))
    assert stock(state)[2] == 1
    assert state.heroes[DAVID].cards == ("ferryman",)
    assert state.scores()[DAVID] == 12
    assert "David pays 4 moon shards for Ferryman." in said(state)


def test_the_card_of_the_island_is_chosen_after_the_ousted_hero_was_blessed() -> None:
    state = apply(hero(acting(2, sun=3), STEFFI, island=6), Feat(DAVID, "guardians-owl"))
    state = throw(state, STEFFI, "gold-6", "gold-1")  # so much that a Minotaur looks better now
    assert set(state.legal_actions()) == {Feat(DAVID, "guardians-owl"), Feat(DAVID, "minotaur")}
    refused(state, Feat(DAVID, "elder"), "dice_forge.other-island")
    refused(state, Feat(DAVID, "celestial-ship"), "dice_forge.not-laid-out")
    refused(state, Feat(DAVID, "nonsense"), "dice_forge.not-laid-out")
    refused(state, Buy(DAVID, "gold-3"), "game.not-now")
    refused(state, Feat(STEFFI, "minotaur"), "game.not-your-turn")
    state = apply(state, Feat(DAVID, "minotaur"))
    assert state.heroes[DAVID].cards == ("minotaur",)
    assert stock(state)[1] == 0


def test_shards_of_ones_boar_on_the_ousted_hero_can_pay_for_a_dearer_card() -> None:
    state = hero(hero(acting(2, sun=2), DAVID, boars=("red",)), STEFFI, island=6)
    state = throw(apply(state, Feat(DAVID, "guardians-owl")), STEFFI, "boar-red", "gold-1")
    state = apply(state, Take(STEFFI, "moon-1"), Take(DAVID, "sun-1"), Feat(DAVID, "minotaur"))
    assert state.heroes[DAVID].cards == ("minotaur",)


def test_with_one_card_that_can_be_paid_for_nobody_is_asked_after_the_ousting() -> None:
    state = throw(
        apply(hero(acting(2, sun=2), STEFFI, island=6), Feat(DAVID, "guardians-owl")), STEFFI, "sun-1", "sun-1"
    )
    assert state.heroes[DAVID].cards == ("guardians-owl",)


def test_a_triton_token_can_still_pay_for_the_dearer_card_of_the_island() -> None:
    state = apply(hero(acting(2, sun=2, triton=1), STEFFI, island=6), Feat(DAVID, "guardians-owl"))
    state = throw(state, STEFFI, "gold-1", "gold-1")
    refused(state, Feat(DAVID, "minotaur"), "dice_forge.feat-too-dear")
    state = apply(state, UseTriton(DAVID, "sun-2"), Feat(DAVID, "minotaur"))
    assert (state.heroes[DAVID].cards, stock(state)[1]) == (("minotaur",), 1)


def test_staying_on_the_portal_ousts_nobody_and_is_free() -> None:
    state = hero(acting(2, moon=4), DAVID, island=3)
    state = apply(state, Feat(DAVID, "ferryman"))
    assert state.turn == STEFFI


def test_a_pawn_stays_where_it_is_until_it_moves_or_is_ousted() -> None:
    state = apply(acting(2, moon=4, sun=1), Feat(DAVID, "ferryman"))
    assert state.heroes[DAVID].island == 3
    state = apply(doing(state, Acting(DAVID)), Feat(DAVID, "elder"))
    assert [hero.island for hero in state.heroes] == [7, 0]


def test_a_pawn_on_another_island_is_left_alone() -> None:
    state = apply(hero(acting(2, moon=4), STEFFI, island=1), Feat(DAVID, "ferryman"))
    assert state.heroes[STEFFI].island == 1


def test_several_pawns_can_stand_on_their_start_portals() -> None:
    state = apply(acting(4, moon=4), Feat(DAVID, "ferryman"))
    assert "ousts" not in said(state)


def test_the_same_card_may_be_taken_again_until_the_stack_is_empty() -> None:
    state = hero(performing("ferryman"), DAVID, moon=4)
    state = apply(doing(state, Acting(DAVID)), Feat(DAVID, "ferryman"))
    assert state.heroes[DAVID].cards == ("ferryman", "ferryman")
    state = doing(hero(state, DAVID, moon=4), Acting(DAVID))
    refused(state, Feat(DAVID, "ferryman"), "dice_forge.stack-empty")


@pytest.mark.parametrize("card", ["cerberus", "nonsense"])
def test_only_cards_that_lie_out_can_be_taken(card: str) -> None:
    refused(acting(2, moon=6), Feat(DAVID, card), "dice_forge.not-laid-out")


def test_great_bear_for_whoever_ousts() -> None:
    state = hero(hero(acting(2, moon=4), STEFFI, island=3), DAVID, cards=("great-bear",))
    assert stock(apply(state, Feat(DAVID, "ferryman")))[3] == 3


def test_great_bear_for_whoever_is_ousted_once_for_each_card() -> None:
    state = hero(acting(2, moon=4), STEFFI, island=3, cards=("great-bear", "great-bear"))
    assert stock(apply(state, Feat(DAVID, "ferryman")), STEFFI)[3] == 6


def test_great_bear_does_nothing_on_the_way_to_itself() -> None:
    state = apply(hero(ready_for("great-bear"), STEFFI, island=2), Feat(DAVID, "great-bear"))
    assert stock(throw(state, STEFFI, "gold-1", "gold-1"))[3] == 0
