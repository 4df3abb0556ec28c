"""Special faces in all pairs: ×3, ship, mirror, boar, shield. Numbers of tests refer to the list of worked examples."""

from __future__ import annotations

import pytest

from companion.rules.dice_forge.actions import Buy, Done, Forge, Pass, SailFirst, Take
from companion.rules.dice_forge.blessings import ThrowOne, great_blessing
from companion.rules.dice_forge.forging import Sailing
from companion.rules.dice_forge.state import DiceForge
from companion.rules.dice_forge.turns import Acting
from tests.companion.rules.dice_forge.positions import (
    DAVID,
    MARA,
    STEFFI,
    acting,
    apply,
    blessed,
    choices,
    doing,
    everything_stays,
    hero,
    opening,
    said,
    showing,
    stock,
    throw,
    throw_one,
)

SHIELDS = {"red": (0, 2, 0, 0), "blue": (0, 0, 2, 0), "green": (0, 0, 0, 3), "yellow": (3, 0, 0, 0)}


def alone(face: str) -> DiceForge:
    """A minor blessing that shows this face."""
    state = hero(everything_stays(opening(2)), DAVID, gold=0)
    return throw_one(doing(state, ThrowOne(DAVID, 1), Acting(DAVID)), DAVID, "light", face)


def mirroring(light: str, dark: str, theirs: tuple[str, str], players: int = 2) -> DiceForge:
    """David throws a mirror while Steffi's dice show two faces."""
    state = hero(everything_stays(opening(players)), DAVID, gold=0)
    return blessed(light, dark, showing(state, STEFFI, *theirs))


def test_1_david_throws_one_gold_and_two_glory() -> None:
    """Rule book, phase 1, example."""
    state = throw(hero(opening(2), DAVID, gold=0), DAVID, "gold-1", "glory-2")
    state = throw(state, STEFFI, "gold-1", "gold-1")
    assert stock(state) == (1, 0, 0, 2)
    assert "David gains 1 gold, 2 glory points." in said(state)


# --- ×3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "gain"), [("gold-1", (3, 0, 0, 0)), ("moon-1", (0, 0, 3, 0)), ("sun-1", (0, 3, 0, 0))]
)
def test_5_times_three_with_a_choice_is_chosen_first_and_then_tripled(
    chosen: str, gain: tuple[int, int, int, int]
) -> None:
    state = blessed("times-3", "gold-1/sun-1/moon-1")
    assert choices(state) == {"gold-1", "sun-1", "moon-1"}
    state = apply(state, Take(DAVID, chosen))
    assert stock(state) == gain
    assert "×3 makes it 3" in said(state)


def test_6_times_three_with_times_three_is_nothing() -> None:
    state = blessed("times-3", "times-3")
    assert stock(state) == (0, 0, 0, 0)
    assert "David gets nothing out of this." in said(state)


def test_6_times_three_alone_is_nothing() -> None:
    assert stock(alone("times-3")) == (0, 0, 0, 0)


def test_times_three_triples_every_yield_of_a_plus_face() -> None:
    assert stock(blessed("times-3", "gold-1+sun-1+moon-1+glory-1")) == (3, 3, 3, 3)


def test_7_ship_with_times_three_takes_six_gold_off_one_face() -> None:
    state = blessed("ship", "times-3", hero(everything_stays(opening(2)), DAVID, gold=1))
    offered = {action.face for action in state.legal_actions() if isinstance(action, Buy)}
    assert "moon-2" in offered  # costs 6
    assert "glory-3" not in offered  # costs 8
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert stock(state)[0] == 1  # the price of 2 never falls below nothing
    assert not isinstance(state.agenda[-1], Sailing)  # one face, not three


def test_8_boar_with_times_three_gives_the_bearer_three_and_the_owner_three_separate_bonuses() -> None:
    state = blessed("boar-red", "times-3", hero(opening(3), STEFFI, boars=("red",), gold=0))
    state = apply(state, Take(DAVID, "sun-1"))
    assert stock(state) == (3, 3, 0, 0)
    state = apply(state, Take(STEFFI, "glory-3"), Take(STEFFI, "sun-1"), Take(STEFFI, "moon-1"))
    assert stock(state, STEFFI) == (0, 1, 1, 3)
    assert isinstance(state.agenda[-1], Acting)


def test_a_boar_pays_its_card_owner_also_when_the_bearer_has_no_room_for_the_shard() -> None:
    state = blessed("boar-red", "gold-1", hero(hero(opening(2), DAVID, sun=6, moon=6), STEFFI, boars=("red",), sun=0))
    state = apply(state, Take(DAVID, "sun-1"), Take(STEFFI, "sun-1"))
    assert (stock(state)[1], stock(state, STEFFI)[1]) == (6, 1)


# --- ship -----------------------------------------------------------------------------------------------------------


def test_7_ship_takes_two_gold_off_one_face() -> None:
    state = blessed("ship", "gold-1", hero(everything_stays(opening(2)), DAVID, gold=0))
    state = apply(state, Buy(DAVID, "gold-4"))
    assert stock(state)[0] == 0  # 1 gold of the other die against a price of 3 - 2
    state = apply(state, Forge(DAVID, "dark", "moon-1"))
    assert state.heroes[DAVID].dice[1].up == "gold-4"


def test_two_ships_buy_two_faces_one_after_the_other() -> None:
    state = blessed("ship", "ship", hero(everything_stays(opening(2)), DAVID, gold=0))
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert isinstance(state.agenda[-1], Sailing)
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert isinstance(state.agenda[-1], Acting)
    assert state.heroes[DAVID].dice[0].faces.count("gold-3") == 2


def test_a_ship_may_be_left_unused() -> None:
    state = apply(blessed("ship", "sun-1"), Done(DAVID))
    assert isinstance(state.agenda[-1], Acting)
    assert stock(state) == (0, 1, 0, 0)


def test_a_ship_that_finds_nothing_cheap_enough_asks_nobody() -> None:
    state = hero(opening(2), DAVID, gold=0)
    dear_only = tuple(
        left if (pool.price or 0) > 2 else () for pool, left in zip(state.box.pools, state.pools, strict=True)
    )
    state = doing(state, Sailing(DAVID, 2), Acting(DAVID))
    state = throw(
        doing(DiceForge(state.table, state.heroes, dear_only, state.stacks, ()), great_blessing(DAVID), Acting(DAVID)),
        DAVID,
        "ship",
        "sun-1",
    )
    assert isinstance(state.agenda[-1], Acting)
    assert "no face that is cheap enough" in said(state)


def test_gold_that_would_overflow_lets_the_player_choose_whether_the_ship_comes_first() -> None:
    full = hero(everything_stays(opening(2)), DAVID, gold=11)
    state = blessed("ship", "gold-6", full)
    assert set(state.legal_actions()) == {SailFirst(DAVID, True), SailFirst(DAVID, False)}
    first = apply(state, SailFirst(DAVID, True), Buy(DAVID, "moon-2"), Forge(DAVID, "light", "gold-1"))
    assert stock(first)[0] == 12  # 11 - 4 + 6, one too many
    last = apply(state, SailFirst(DAVID, False), Buy(DAVID, "moon-2"), Forge(DAVID, "light", "gold-1"))
    assert stock(last)[0] == 8  # 12 - 4


def test_ships_in_phase_1_are_used_in_turn_order() -> None:
    state = hero(hero(everything_stays(opening(3)), DAVID, gold=0), STEFFI, gold=0)
    state = throw(state, STEFFI, "ship", "sun-1")
    state = throw(state, MARA, "gold-1", "gold-1")
    state = throw(state, DAVID, "ship", "sun-1")
    assert {action.player for action in state.legal_actions()} == {DAVID}
    state = apply(state, Done(DAVID))
    assert {action.player for action in state.legal_actions()} == {STEFFI}


def test_ships_are_used_in_turn_order_from_the_active_player_on() -> None:
    state = apply(acting(3, gold=0), Pass(DAVID))
    for player in (DAVID, STEFFI, MARA):
        state = throw(hero(state, player, gold=0), player, "ship", "sun-1")
    for player in (STEFFI, MARA, DAVID):
        assert {action.player for action in state.legal_actions()} == {player}
        state = apply(state, Done(player))


def test_a_ship_of_another_player_does_not_wait_for_a_triton_that_cannot_be_used() -> None:
    state = hero(everything_stays(opening(2)), STEFFI, gold=0, triton=1)
    state = DiceForge(state.table, state.heroes, ((), (), (), (), *state.pools[4:]), state.stacks, state.agenda)
    state = throw(throw(state, STEFFI, "ship", "sun-1"), DAVID, "gold-1", "gold-1")
    assert state.expects().throws  # of the second blessing
    assert "no face that is cheap enough" in said(state)


# --- mirror ---------------------------------------------------------------------------------------------------------


def test_9_mirror_copies_a_boar_and_the_card_owner_gets_the_bonus() -> None:
    state = hero(everything_stays(opening(3)), MARA, boars=("blue",))
    state = blessed("mirror", "gold-1", showing(state, STEFFI, "boar-blue", "gold-3"))
    state = apply(state, Take(DAVID, "boar-blue"), Take(DAVID, "moon-1"))
    assert stock(state)[2] == 1
    state = apply(state, Take(MARA, "sun-1"))
    assert stock(state, MARA)[1] == 1
    assert stock(state, STEFFI) == (2, 0, 0, 0)


def test_9_mirror_copies_a_boar_of_the_copiers_own_card() -> None:
    state = hero(everything_stays(opening(2)), DAVID, boars=("blue",))
    state = blessed("mirror", "gold-1", showing(state, STEFFI, "boar-blue", "gold-3"))
    state = apply(state, Take(DAVID, "boar-blue"), Take(DAVID, "moon-1"), Take(DAVID, "glory-3"))
    assert stock(state) == (4, 0, 1, 3)


@pytest.mark.parametrize(
    ("chosen", "gain"), [("gold-2", (6, 0, 0, 0)), ("moon-2", (0, 0, 6, 0)), ("sun-2", (0, 6, 0, 0))]
)
def test_10_mirror_with_times_three_chooses_the_face_and_triples_it(
    chosen: str, gain: tuple[int, int, int, int]
) -> None:
    state = mirroring("mirror", "times-3", ("gold-2/sun-2/moon-2", "gold-1"))
    assert choices(state) == {"gold-2/sun-2/moon-2", "gold-1"}
    state = apply(state, Take(DAVID, "gold-2/sun-2/moon-2"), Take(DAVID, chosen))
    assert stock(state) == gain


def test_mirror_copies_times_three_for_the_other_die() -> None:
    state = apply(mirroring("mirror", "gold-4", ("times-3", "gold-1")), Take(DAVID, "times-3"))
    assert stock(state) == (12, 0, 0, 0)


def test_mirror_copies_a_ship() -> None:
    state = apply(mirroring("mirror", "gold-1", ("ship", "gold-1")), Take(DAVID, "ship"))
    assert isinstance(state.agenda[-1], Sailing)


def test_mirror_copies_a_shield_which_looks_at_the_copiers_other_die() -> None:
    state = apply(mirroring("mirror", "sun-1", ("shield-red", "gold-1")), Take(DAVID, "shield-red"))
    assert stock(state) == (0, 1, 0, 5)


def test_two_mirrors_copy_one_face_each() -> None:
    state = mirroring("mirror", "mirror", ("gold-4", "sun-2"))
    state = apply(state, Take(DAVID, "gold-4"))
    assert stock(apply(state, Take(DAVID, "gold-4"))) == (8, 0, 0, 0)
    assert stock(apply(state, Take(DAVID, "sun-2"))) == (4, 2, 0, 0)


def test_mirror_alone_copies_too() -> None:
    state = showing(hero(everything_stays(opening(2)), DAVID, gold=0), STEFFI, "gold-4", "sun-2")
    state = throw_one(doing(state, ThrowOne(DAVID, 1), Acting(DAVID)), DAVID, "dark", "mirror")
    assert stock(apply(state, Take(DAVID, "sun-2"))) == (0, 2, 0, 0)


def test_a_mirror_with_one_face_to_copy_asks_nobody() -> None:
    state = mirroring("mirror", "gold-1", ("gold-4", "gold-4"))
    assert stock(state) == (5, 0, 0, 0)
    assert "mirror copies 4 gold" in said(state)


def test_a_mirror_never_copies_a_mirror() -> None:
    state = mirroring("mirror", "gold-1", ("mirror", "gold-4"))
    assert stock(state) == (5, 0, 0, 0)


def test_in_phase_1_a_mirror_copies_what_was_thrown_not_what_was_forged_meanwhile() -> None:
    state = hero(everything_stays(opening(2)), DAVID, gold=3)
    state = throw(state, STEFFI, "mirror", "gold-1")
    state = throw(state, DAVID, "ship", "sun-1")
    state = apply(state, Buy(DAVID, "gold-4"), Forge(DAVID, "light", "gold-1"))
    assert state.heroes[DAVID].dice[0].up == "gold-4"
    assert choices(state) == {"ship", "sun-1"}


# --- shields --------------------------------------------------------------------------------------------------------


def test_11_yellow_shield_with_one_sun() -> None:
    assert stock(blessed("shield-yellow", "sun-1")) == (3, 1, 0, 0)


def test_11_yellow_shield_with_four_gold() -> None:
    state = blessed("shield-yellow", "gold-4")
    assert stock(state) == (4, 0, 0, 5)
    assert "Beside “4 gold” the yellow shield gives 5 glory points" in said(state)


def test_11_yellow_shield_with_times_three() -> None:
    assert stock(blessed("shield-yellow", "times-3")) == (9, 0, 0, 0)


@pytest.mark.parametrize(("colour", "main"), SHIELDS.items())
def test_11_a_shield_alone_gives_its_main_yield(colour: str, main: tuple[int, int, int, int]) -> None:
    state = alone(f"shield-{colour}")
    assert stock(state) == main
    assert "main yield" in said(state)


@pytest.mark.parametrize(("colour", "main"), SHIELDS.items())
@pytest.mark.parametrize(
    ("beside", "gain"),
    [("gold-3", (3, 0, 0, 0)), ("sun-1", (0, 1, 0, 0)), ("moon-1", (0, 0, 1, 0)), ("glory-2", (0, 0, 0, 2))],
)
def test_a_shield_gives_glory_beside_its_own_kind_and_its_main_yield_beside_any_other(
    colour: str, main: tuple[int, int, int, int], beside: str, gain: tuple[int, int, int, int]
) -> None:
    same = [bool(a) for a in main] == [bool(a) for a in gain]
    given = (0, 0, 0, 5) if same else main
    assert stock(blessed(f"shield-{colour}", beside)) == tuple(a + b for a, b in zip(given, gain, strict=True))


@pytest.mark.parametrize(("colour", "main"), SHIELDS.items())
def test_a_shield_is_tripled_in_its_main_yield_never_in_its_glory(colour: str, main: tuple[int, int, int, int]) -> None:
    assert stock(blessed("times-3", f"shield-{colour}")) == tuple(3 * amount for amount in main)


def test_a_choice_is_made_before_the_shield_is_judged() -> None:
    state = blessed("shield-yellow", "gold-1/sun-1/moon-1")
    assert stock(apply(state, Take(DAVID, "gold-1"))) == (1, 0, 0, 5)
    assert stock(apply(state, Take(DAVID, "moon-1"))) == (3, 0, 1, 0)


def test_a_shield_beside_a_boar_is_judged_by_the_shard_that_was_chosen() -> None:
    state = blessed("shield-red", "boar-green", hero(opening(2), STEFFI, boars=("green",)))
    sun = apply(state, Take(DAVID, "sun-1"), Take(STEFFI, "glory-3"))
    assert stock(sun) == (3, 1, 0, 5)
    moon = apply(state, Take(DAVID, "moon-1"), Take(STEFFI, "glory-3"))
    assert stock(moon) == (3, 2, 1, 0)


def test_a_shield_beside_a_ship_gives_glory_by_the_book_and_its_main_yield_by_option() -> None:
    assert stock(apply(blessed("shield-red", "ship"), Done(DAVID))) == (0, 0, 0, 5)
    assert stock(apply(blessed("shield-red", "ship", shield_beside_ship="main"), Done(DAVID))) == (0, 2, 0, 0)


def test_a_yellow_shield_beside_a_ship_can_overflow_by_option() -> None:
    state = hero(everything_stays(opening(2, shield_beside_ship="main")), DAVID, gold=10)
    state = blessed("shield-yellow", "ship", state)
    assert SailFirst(DAVID, True) in state.legal_actions()


def test_a_shield_beside_a_plus_face_with_its_own_kind_gives_glory_or_by_option_its_main_yield() -> None:
    assert stock(blessed("shield-yellow", "gold-2+moon-1")) == (2, 0, 1, 5)
    assert stock(blessed("shield-red", "gold-2+moon-1")) == (2, 2, 1, 0)
    assert stock(blessed("shield-yellow", "gold-2+moon-1", shield_beside_plus="main")) == (5, 0, 1, 0)
    assert stock(blessed("shield-yellow", "gold-4", shield_beside_plus="main")) == (4, 0, 0, 5)


@pytest.mark.parametrize("one", SHIELDS)
@pytest.mark.parametrize("other", SHIELDS)
def test_two_different_shields_give_both_main_yields(one: str, other: str) -> None:
    state = blessed(f"shield-{one}", f"shield-{other}")
    both = tuple(a + b for a, b in zip(SHIELDS[one], SHIELDS[other], strict=True))
    assert stock(state) == (both if one != other else (0, 0, 0, 10))


def test_a_shield_beside_a_mirror_with_nothing_to_copy() -> None:
    """Only the Satyrs can bring this about; the mirror then grants nothing, like a ship."""
    state = showing(acting(2, moon=3), STEFFI, "mirror", "mirror")
    state = blessed("shield-red", "mirror", state)
    assert stock(state)[3] == 5
