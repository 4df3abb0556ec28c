"""What each of the 24 cards does."""

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
    SailFirst,
    Take,
    UseCard,
)
from companion.rules.dice_forge.blessings import ThrowBoth, ThrowOne, great_blessing
from companion.rules.dice_forge.forging import Forging, Sailing
from companion.rules.dice_forge.turns import Acting, Reinforcing
from tests.companion.rules.dice_forge.positions import (
    CARDS,
    DAVID,
    JON,
    MARA,
    STEFFI,
    apply,
    choices,
    doing,
    hero,
    opening,
    performing,
    ready_for,
    refused,
    said,
    showing,
    stock,
    throw,
    throw_one,
)


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


def test_satyrs_look_at_the_dice_of_the_others_only_also_for_a_mirror() -> None:
    state = throw(performing("satyrs"), STEFFI, "mirror", "gold-3")
    assert stock(state)[0] == 6  # the mirror can copy nothing but her three gold


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


def test_sentinel_exchanges_also_the_shard_of_ones_own_boar_in_the_mirror() -> None:
    state = hero(showing(ready_for("sentinel"), STEFFI, "boar-red", "gold-1"), DAVID, boars=("red",))
    state = throw(apply(state, Feat(DAVID, "sentinel")), DAVID, "mirror", "gold-1")
    state = apply(state, Take(DAVID, "boar-red"), Take(DAVID, "sun-1"), Exchange(DAVID, True))
    state = apply(state, Take(DAVID, "moon-1"), Exchange(DAVID, True))
    assert stock(state) == (1, 0, 0, 4)


def test_sentinel_exchanges_nothing_for_the_owner_of_somebody_elses_boar() -> None:
    state = hero(showing(ready_for("sentinel", 3), STEFFI, "boar-red", "gold-1"), MARA, boars=("red",))
    state = throw(apply(state, Feat(DAVID, "sentinel")), DAVID, "mirror", "gold-1")
    state = apply(state, Take(DAVID, "boar-red"), Take(DAVID, "sun-1"), Exchange(DAVID, False), Take(MARA, "moon-1"))
    assert stock(state, MARA)[2] == 1


def test_sentinel_exchanges_the_shards_beside_a_ship_too_when_gold_overflows() -> None:
    state = throw(apply(ready_for("sentinel", gold=12), Feat(DAVID, "sentinel")), DAVID, "ship", "gold-2+moon-1")
    state = apply(state, SailFirst(DAVID, True), Done(DAVID), Exchange(DAVID, True))
    assert stock(state) == (12, 0, 0, 2)


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


def test_minotaur_a_mirror_cannot_sail_either() -> None:
    state = hero(showing(ready_for("minotaur"), DAVID, "ship", "ship"), STEFFI, gold=5)
    state = throw(apply(state, Feat(DAVID, "minotaur")), STEFFI, "mirror", "gold-1")
    assert stock(state, STEFFI)[0] == 4
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


def test_exchanged_gains_are_those_of_one_face_each() -> None:
    """Sentinel: each face that gives shards is a decision of its own."""
    state = hero(opening(2), DAVID, gold=0)
    state = doing(state, great_blessing(DAVID, "shards"), Acting(DAVID))
    state = throw(state, DAVID, "gold-1+sun-1+moon-1+glory-1", "sun-2")
    state = apply(state, Exchange(DAVID, True), Exchange(DAVID, False))
    assert stock(state) == (1, 2, 0, 1 + 4)
