"""Action B: the islands, ousting, and each of the 24 cards."""

from __future__ import annotations

import pytest

from companion.rules import Die, Roll
from companion.rules.dice_forge.actions import (
    BoarColour,
    Buy,
    Done,
    Exchange,
    Feat,
    Forge,
    GiveBoar,
    Take,
    UseCard,
    UseCerberus,
    UseTriton,
)
from companion.rules.dice_forge.blessings import ThrowBoth, ThrowOne
from companion.rules.dice_forge.forging import Forging, Sailing
from companion.rules.dice_forge.state import DiceForge
from companion.rules.dice_forge.turns import Acting, Reinforcing
from tests.companion.rules.dice_forge.positions import (
    DAVID,
    JON,
    MARA,
    STEFFI,
    acting,
    apply,
    choices,
    doing,
    hero,
    opening,
    refused,
    said,
    showing,
    stock,
    throw,
    throw_one,
)

#: card: (slot, island, cost in sun and moon, glory, beginners' card)
CARDS = {
    "blacksmiths-hammer": ("M1", 1, 0, 1, 0, True),
    "blacksmiths-chest": ("M2", 1, 0, 1, 2, True),
    "silver-hind": ("M3", 2, 0, 2, 2, True),
    "great-bear": ("M3", 2, 0, 2, 2, False),
    "satyrs": ("M4", 2, 0, 3, 6, True),
    "tenacious-boar": ("M4", 2, 0, 3, 4, False),
    "ferryman": ("M5", 3, 0, 4, 12, True),
    "cerberus": ("M5", 3, 0, 4, 6, False),
    "helmet-of-invisibility": ("M6", 3, 0, 5, 4, True),
    "cancer": ("M7", 4, 0, 6, 8, True),
    "sentinel": ("M7", 4, 0, 6, 6, False),
    "hydra": ("M8", 4, 5, 5, 26, True),
    "typhon": ("M8", 4, 5, 5, 16, False),
    "elder": ("F1", 7, 1, 0, 0, True),
    "wild-spirits": ("F2", 7, 1, 0, 2, True),
    "guardians-owl": ("F3", 6, 2, 0, 4, True),
    "celestial-ship": ("F3", 6, 2, 0, 4, False),
    "minotaur": ("F4", 6, 3, 0, 8, True),
    "guardians-shield": ("F4", 6, 3, 0, 6, False),
    "gorgon": ("F5", 5, 4, 0, 14, True),
    "triton": ("F5", 5, 4, 0, 8, False),
    "mirror-of-the-abyss": ("F6", 5, 5, 0, 10, True),
    "sphinx": ("F7", 4, 6, 0, 10, True),
    "cyclops": ("F7", 4, 6, 0, 8, False),
}


def performing(card: str, players: int = 2, **stock_of: int) -> DiceForge:
    """David has just enough shards for a card that lies out, and takes it."""
    return apply(ready_for(card, players, **stock_of), Feat(DAVID, card))


def ready_for(card: str, players: int = 2, **changes: int) -> DiceForge:
    slot, _, sun, moon, _, beginner = CARDS[card]
    state = acting(players, options={} if beginner else {slot.lower(): card}, gold=0, sun=sun, moon=moon)
    return hero(state, DAVID, **changes)


@pytest.mark.parametrize("card", CARDS)
def test_each_card_has_its_place_its_cost_and_its_glory_at_the_end(card: str) -> None:
    slot, island, sun, moon, glory, beginner = CARDS[card]
    known = opening(2).box.cards
    assert known.keys() == CARDS.keys()
    assert (known[card].slot, known[card].beginner) == (slot, beginner)
    before = ready_for(card)
    after = apply(before, Feat(DAVID, card))
    assert after.heroes[DAVID].island == island
    assert after.heroes[DAVID].cards == (card,)
    assert stock(after)[1] == 0
    assert after.scores()[DAVID] == glory + after.heroes[DAVID].glory
    assert [stack.left for stack in after.stacks if stack.card == card] == [1]
    if sun:
        refused(hero(before, DAVID, sun=sun - 1), Feat(DAVID, card), "dice_forge.feat-too-dear")
    if moon:
        refused(hero(before, DAVID, moon=moon - 1), Feat(DAVID, card), "dice_forge.feat-too-dear")


def test_4_david_performs_the_ferryman_and_ousts_steffi() -> None:
    """Rule book, action B, example."""
    state = hero(acting(2, moon=5), STEFFI, island=3, gold=0)
    state = apply(state, Feat(DAVID, "ferryman"))
    assert state.heroes[STEFFI].island == 0
    assert [wanted.player for wanted in state.expects().throws] == [STEFFI]
    assert stock(state)[2] == 5  # she is blessed before he pays
    state = throw(state, STEFFI, "gold-1", "moon-1")
    assert stock(state, STEFFI) == (1, 0, 1, 0)
    assert stock(state)[2] == 1
    assert state.heroes[DAVID].cards == ("ferryman",)
    assert state.scores()[DAVID] == 12
    assert "David pays 4 moon shards for Ferryman." in said(state)


def test_staying_on_the_portal_ousts_nobody_and_is_free() -> None:
    state = hero(acting(2, moon=4), DAVID, island=3)
    state = apply(state, Feat(DAVID, "ferryman"))
    assert state.turn == STEFFI


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


# --- moon cards -----------------------------------------------------------------------------------------------------


def test_hammer() -> None:
    state = performing("blacksmiths-hammer")
    assert state.heroes[DAVID].hammers == 1
    second = apply(doing(hero(state, DAVID, moon=1), Acting(DAVID)), Feat(DAVID, "blacksmiths-hammer"))
    assert second.heroes[DAVID].hammers == 2
    assert "waits under the one at work" in said(second)


def test_chest() -> None:
    state = performing("blacksmiths-chest")
    assert state.heroes[DAVID].chests == 1
    assert "16 gold, 9 sun shards, 9 moon shards" in said(state)


def test_silver_hind() -> None:
    """A minor blessing in every later turn: the player picks the die."""
    state = hero(opening(2), DAVID, gold=0, cards=("silver-hind",))
    state = apply(doing(state, Reinforcing(DAVID), Acting(DAVID)), UseCard(DAVID, "silver-hind"))
    (wanted,) = state.expects().throws
    assert [d.body for d in wanted.loose] == ["light", "dark"]
    assert (wanted.least, wanted.most) == (1, 1)
    assert stock(throw_one(state, DAVID, "dark", "moon-1")) == (0, 0, 1, 0)
    assert stock(throw_one(state, DAVID, "light", "gold-1")) == (1, 0, 0, 0)


def test_great_bear_for_whoever_ousts() -> None:
    state = hero(hero(acting(2, moon=4), STEFFI, island=3), DAVID, cards=("great-bear",))
    assert stock(apply(state, Feat(DAVID, "ferryman")))[3] == 3


def test_great_bear_for_whoever_is_ousted_once_for_each_card() -> None:
    state = hero(acting(2, moon=4), STEFFI, island=3, cards=("great-bear", "great-bear"))
    assert stock(apply(state, Feat(DAVID, "ferryman")), STEFFI)[3] == 6


def test_great_bear_does_nothing_on_the_way_to_itself() -> None:
    state = apply(hero(ready_for("great-bear"), STEFFI, island=2), Feat(DAVID, "great-bear"))
    assert stock(throw(state, STEFFI, "gold-1", "gold-1"))[3] == 0


def test_satyrs_use_two_of_the_faces_the_others_throw() -> None:
    state = performing("satyrs", 3)
    assert {wanted.player for wanted in state.expects().throws} == {STEFFI, MARA}
    state = throw(state, MARA, "sun-2", "gold-1")
    state = throw(state, STEFFI, "times-3", "gold-1")
    assert stock(state, STEFFI) == (2, 0, 0, 0)  # the others get nothing
    assert stock(state, MARA) == (1, 0, 0, 0)
    assert choices(state) == {"gold-1", "sun-2", "times-3"}
    assert "picks two" in str(state.expects().text)
    state = apply(state, Take(DAVID, "sun-2"))
    assert "second" in str(state.expects().text)
    refused(state, Take(DAVID, "sun-2"), "dice_forge.not-on-offer")
    assert stock(apply(state, Take(DAVID, "times-3")))[1] == 6
    assert stock(apply(state, Take(DAVID, "gold-1"))) == (1, 2, 0, 0)


def test_satyrs_with_two_players_leave_no_choice() -> None:
    state = throw(performing("satyrs"), STEFFI, "sun-1", "glory-2")
    assert stock(state) == (0, 1, 0, 2)


def test_satyrs_can_use_two_equal_faces_of_two_dice() -> None:
    state = throw(throw(performing("satyrs", 3), STEFFI, "gold-3", "gold-1"), MARA, "gold-3", "gold-1")
    assert stock(apply(state, Take(DAVID, "gold-3"), Take(DAVID, "gold-3")))[0] == 6


def test_satyrs_that_pick_a_boar_pay_its_card_owner() -> None:
    state = hero(ready_for("satyrs", 3), MARA, boars=("red",))
    state = throw(throw(apply(state, Feat(DAVID, "satyrs")), STEFFI, "boar-red", "gold-1"), MARA, "sun-1", "gold-1")
    state = apply(state, Take(DAVID, "boar-red"), Take(DAVID, "sun-1"), Take(DAVID, "moon-1"), Take(MARA, "glory-3"))
    assert stock(state) == (0, 1, 1, 0)
    assert stock(state, MARA)[3] == 3


def test_satyrs_that_find_two_mirrors_and_nothing_to_copy_bring_nothing() -> None:
    state = throw(performing("satyrs"), STEFFI, "mirror", "mirror")
    assert stock(state) == (0, 0, 0, 0)
    assert "David gets nothing out of this." in said(state)


def test_satyrs_count_as_a_great_blessing_for_cerberus() -> None:
    state = throw(
        apply(hero(ready_for("satyrs"), DAVID, cerberus=1), Feat(DAVID, "satyrs")), STEFFI, "sun-1", "glory-2"
    )
    assert stock(apply(state, UseCerberus(DAVID))) == (0, 2, 0, 4)


def test_tenacious_boar_goes_to_another_player_who_picks_the_place() -> None:
    state = performing("tenacious-boar", 3)
    assert set(state.legal_actions()) == {BoarColour(None, colour) for colour in ("red", "blue", "green", "yellow")}
    refused(state, BoarColour(None, "pink"), "dice_forge.colour-gone")
    state = apply(state, BoarColour(None, "blue"))
    assert set(state.legal_actions()) == {GiveBoar(DAVID, STEFFI), GiveBoar(DAVID, MARA)}
    refused(state, GiveBoar(DAVID, DAVID), "dice_forge.boar-to-another")
    refused(state, GiveBoar(DAVID, JON), "dice_forge.boar-to-another")
    state = apply(state, GiveBoar(DAVID, MARA))
    assert isinstance(state.agenda[-1], Forging)
    assert {action.player for action in state.legal_actions()} == {MARA}
    state = apply(state, Forge(MARA, "dark", "glory-2"))
    assert state.heroes[MARA].dice[1].up == "boar-blue"
    assert state.heroes[MARA].removed == ("glory-2",)
    assert state.heroes[DAVID].boars == ("blue",)
    assert "boar-blue" not in state.pools[13]


def test_tenacious_boar_with_two_players_goes_to_the_only_other() -> None:
    state = apply(performing("tenacious-boar"), BoarColour(None, "red"))
    assert {action.player for action in state.legal_actions()} == {STEFFI}


def test_a_boar_colour_is_there_only_once() -> None:
    state = apply(hero(ready_for("tenacious-boar"), STEFFI, boars=("red",)), Feat(DAVID, "tenacious-boar"))
    assert BoarColour(None, "red") not in state.legal_actions()
    refused(state, BoarColour(None, "red"), "dice_forge.colour-gone")
    refused(state, Done(DAVID), "game.not-your-turn")


def test_ferryman_is_glory_only() -> None:
    assert performing("ferryman").turn == STEFFI


def test_cerberus() -> None:
    assert performing("cerberus").heroes[DAVID].cerberus == 1


def test_helmet_of_invisibility() -> None:
    state = apply(performing("helmet-of-invisibility"), Forge(DAVID, "light", "gold-1"))
    assert state.heroes[DAVID].dice[0].up == "times-3"
    assert len(state.pools[14]) == 3


def test_cancer_is_two_great_blessings_one_after_the_other() -> None:
    state = throw(performing("cancer"), DAVID, "gold-1", "glory-2")
    assert stock(state) == (1, 0, 0, 2)
    state = throw(state, DAVID, "sun-1", "gold-1")
    assert stock(state) == (2, 1, 0, 2)
    assert state.turn == STEFFI


def test_sentinel_exchanges_shards_for_two_glory_each() -> None:
    state = throw(performing("sentinel"), DAVID, "sun-2", "gold-1")
    assert "exchange 2 sun shards for 4 glory points" in str(state.expects().text)
    state = apply(state, Exchange(DAVID, True))
    assert stock(state) == (1, 0, 0, 4)
    state = apply(throw(state, DAVID, "sun-2", "moon-1"), Exchange(DAVID, False), Exchange(DAVID, True))
    assert stock(state) == (1, 2, 0, 6)


def test_sentinel_exchanges_also_what_there_is_no_room_for() -> None:
    state = throw(apply(ready_for("sentinel", sun=6), Feat(DAVID, "sentinel")), DAVID, "sun-2", "gold-1")
    assert stock(apply(state, Exchange(DAVID, True))) == (1, 6, 0, 4)


def test_sentinel_leaves_gold_and_glory_alone() -> None:
    state = throw(performing("sentinel"), DAVID, "gold-1", "glory-2")
    assert stock(state) == (1, 0, 0, 2)


def test_hydra_is_glory_only() -> None:
    assert performing("hydra").scores()[DAVID] == 26


@pytest.mark.parametrize("forged", [0, 1, 7])
def test_16_typhon_gives_a_point_for_each_face_forged_so_far(forged: int) -> None:
    state = hero(ready_for("typhon"), DAVID, removed=("gold-1",) * forged)
    state = apply(state, Feat(DAVID, "typhon"))
    assert stock(state)[3] == forged


# --- sun cards ------------------------------------------------------------------------------------------------------


def test_elder_sells_four_glory_for_three_gold() -> None:
    state = hero(opening(2), DAVID, gold=4, cards=("elder", "elder"))
    state = apply(doing(state, Reinforcing(DAVID), Acting(DAVID)), UseCard(DAVID, "elder"))
    assert stock(state) == (1, 0, 0, 4)
    assert isinstance(state.agenda[-1], Acting)  # the second elder is too dear: nobody is asked


def test_wild_spirits() -> None:
    assert stock(performing("wild-spirits")) == (3, 0, 3, 0)


def test_guardians_owl() -> None:
    state = hero(opening(2), DAVID, gold=0, cards=("guardians-owl",))
    state = apply(doing(state, Reinforcing(DAVID), Acting(DAVID)), UseCard(DAVID, "guardians-owl"))
    assert choices(state) == {"gold-1", "moon-1", "sun-1"}
    refused(state, Take(DAVID, "glory-1"), "dice_forge.not-on-offer")
    assert stock(apply(state, Take(DAVID, "moon-1"))) == (0, 0, 1, 0)


def test_celestial_ship() -> None:
    state = apply(performing("celestial-ship"), Forge(DAVID, "dark", "gold-1"))
    assert state.heroes[DAVID].dice[1].up == "ship"
    assert len(state.pools[12]) == 3


def test_minotaur_makes_the_others_lose_what_they_throw() -> None:
    state = hero(hero(ready_for("minotaur", 3), STEFFI, gold=5, glory=1), MARA, gold=0, sun=1)
    state = throw(apply(state, Feat(DAVID, "minotaur")), STEFFI, "gold-3", "glory-2")
    state = throw(state, MARA, "gold-1", "moon-1")
    assert stock(state, STEFFI) == (2, 0, 0, 0)  # one glory of the two
    assert "Steffi loses 3 gold, 1 glory point." in said(state)
    assert stock(state, MARA) == (0, 1, 0, 0)
    assert "Mara has nothing of that to lose." in said(state)
    assert stock(state) == (0, 0, 0, 0)


def test_minotaur_a_choice_may_fall_on_what_one_does_not_have() -> None:
    state = hero(ready_for("minotaur"), STEFFI, gold=5, sun=2)
    state = throw(apply(state, Feat(DAVID, "minotaur")), STEFFI, "gold-2/sun-2/moon-2", "times-3")
    assert "what to lose" in str(state.expects().text)
    assert stock(apply(state, Take(STEFFI, "moon-2")), STEFFI) == (5, 2, 0, 0)
    assert stock(apply(state, Take(STEFFI, "gold-2")), STEFFI) == (0, 2, 0, 0)


def test_minotaur_ships_do_nothing() -> None:
    state = hero(ready_for("minotaur"), STEFFI, gold=5)
    state = throw(apply(state, Feat(DAVID, "minotaur")), STEFFI, "ship", "ship")
    assert stock(state, STEFFI)[0] == 5
    assert "ship stays in harbour" in said(state)
    assert not isinstance(state.agenda[-1], Sailing)


def test_minotaur_the_bearer_of_a_boar_loses_and_the_card_owner_gains() -> None:
    state = hero(hero(ready_for("minotaur", 3), STEFFI, sun=1), MARA, boars=("red",), gold=0)
    state = throw(throw(apply(state, Feat(DAVID, "minotaur")), STEFFI, "boar-red", "gold-1"), MARA, "gold-1", "gold-1")
    state = apply(state, Take(STEFFI, "sun-1"), Take(MARA, "glory-3"))
    assert stock(state, STEFFI)[1] == 0
    assert stock(state, MARA)[3] == 3


def test_minotaur_a_shield_takes_what_it_would_give() -> None:
    state = hero(ready_for("minotaur"), STEFFI, gold=9, glory=9)
    state = throw(apply(state, Feat(DAVID, "minotaur")), STEFFI, "shield-yellow", "gold-4")
    assert stock(state, STEFFI) == (5, 0, 0, 4)


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
def test_guardians_shield_is_the_buyers_choice(colour: str) -> None:
    state = performing("guardians-shield")
    assert choices(state) == {"shield-red", "shield-blue", "shield-green", "shield-yellow"}
    refused(state, Take(DAVID, "mirror"), "dice_forge.not-on-offer")
    state = apply(state, Take(DAVID, f"shield-{colour}"), Forge(DAVID, "light", "gold-1"))
    assert state.heroes[DAVID].dice[0].up == f"shield-{colour}"
    assert f"shield-{colour}" not in state.pools[11]


def test_gorgon_is_glory_only() -> None:
    assert performing("gorgon").scores()[DAVID] == 14


@pytest.mark.parametrize(
    ("what", "gain"), [("moon-2", (0, 0, 2, 0)), ("sun-2", (0, 2, 0, 0)), ("gold-6", (6, 0, 0, 0))]
)
def test_15_triton_is_worth_two_moon_or_two_sun_or_six_gold_once(what: str, gain: tuple[int, int, int, int]) -> None:
    state = doing(performing("triton"), Acting(DAVID))
    assert state.heroes[DAVID].triton == 1
    state = apply(state, UseTriton(DAVID, what))
    assert stock(state) == gain
    refused(state, UseTriton(DAVID, what), "dice_forge.no-triton")


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


def test_mirror_of_the_abyss() -> None:
    state = apply(performing("mirror-of-the-abyss"), Forge(DAVID, "light", "sun-1"))
    assert state.heroes[DAVID].dice[0].up == "mirror"


def test_sphinx_throws_the_same_die_four_times() -> None:
    state = throw_one(performing("sphinx"), DAVID, "dark", "glory-2")
    (wanted,) = state.expects().throws
    assert [d.body for d in wanted.loose] == ["dark"]
    assert [d.body for d in wanted.still] == ["light"]
    assert "3 throws left" in str(state.expects().text)
    refused(state, Roll(DAVID, (Die("light", "gold-1"),)), "roll.must-lie-still")
    for _ in range(3):
        state = throw_one(state, DAVID, "dark", "glory-2")
    assert stock(state)[3] == 8
    assert state.turn == STEFFI


def test_cyclops_exchanges_gold_for_a_point_each() -> None:
    state = throw_one(performing("cyclops"), DAVID, "dark", "gold-1")
    state = apply(state, Exchange(DAVID, True))
    assert stock(state) == (0, 0, 0, 1)
    state = apply(throw_one(state, DAVID, "dark", "gold-1"), Exchange(DAVID, False))
    assert stock(state) == (1, 0, 0, 1)
    state = throw_one(throw_one(state, DAVID, "dark", "moon-1"), DAVID, "dark", "glory-2")
    assert stock(state) == (1, 0, 1, 3)
    assert state.turn == STEFFI


def test_cyclops_gold_that_is_kept_can_go_to_the_hammer() -> None:
    state = throw_one(hero(performing("cyclops"), DAVID, hammers=1), DAVID, "dark", "gold-1")
    state = apply(state, Exchange(DAVID, False))
    assert len(state.legal_actions()) == 2


def test_a_minor_blessing_alone_with_a_ship() -> None:
    state = hero(opening(2), DAVID, gold=1)
    state = throw_one(doing(state, ThrowOne(DAVID, 1), Acting(DAVID)), DAVID, "light", "ship")
    assert Buy(DAVID, "gold-4") in state.legal_actions()


def test_the_minotaur_asks_the_others_clockwise() -> None:
    state = performing("minotaur", 4)
    assert [wanted.player for wanted in state.expects().throws] == [STEFFI, MARA, JON]
    assert "Minotaur" in str(state.expects().text)
    assert isinstance(state.agenda[-1], ThrowBoth)


def test_a_mirror_under_the_minotaur_copies_a_loss() -> None:
    state = showing(hero(ready_for("minotaur"), STEFFI, gold=5), DAVID, "gold-1", "glory-2")
    state = throw(apply(state, Feat(DAVID, "minotaur")), STEFFI, "mirror", "gold-3")
    assert stock(apply(state, Take(STEFFI, "gold-1")), STEFFI)[0] == 1
