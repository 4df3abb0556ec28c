"""Set-up: what is in the box, what lies where, and what the data file may say."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from companion.games import game
from companion.rules import BadSetup, DieKind
from companion.rules.dice_forge import describe
from companion.rules.dice_forge.actions import LeaveFaces
from companion.rules.dice_forge.state import DiceForge
from tests.companion.rules.dice_forge.positions import DAVID, NAMES, opening, refused

SECOND_SETS = {
    "m3": "great-bear",
    "m4": "tenacious-boar",
    "m5": "cerberus",
    "m7": "sentinel",
    "m8": "typhon",
    "f3": "celestial-ship",
    "f4": "guardians-shield",
    "f5": "triton",
    "f7": "cyclops",
}


def start(players: int, **options: object) -> DiceForge:
    state = game("dice_forge").start(NAMES[:players], options)
    assert isinstance(state, DiceForge)
    return state


def cards(state: DiceForge) -> list[str]:
    return [stack.card for stack in state.stacks]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_12_the_first_player_has_three_gold_and_each_further_one_less(players: int) -> None:
    assert [hero.gold for hero in start(players).heroes] == [3, 2, 1, 0][:players]


def test_the_youngest_begins_and_all_throw_first() -> None:
    state = start(3)
    assert str(state.said[0]) == "The youngest takes the first seat and begins: David."
    assert (state.turn, state.round) == (DAVID, 1)


def test_12_nine_rounds_with_two_or_four_players_and_ten_with_three() -> None:
    assert start(2).box.rounds == {2: 9, 3: 10, 4: 9}


def test_12_two_players_find_two_faces_in_each_pool_of_the_sanctuary() -> None:
    state = opening(2)
    sizes = [len(left) for left in state.pools]
    assert sizes == [2] * 10 + [4] * 5
    assert len(state.laid_aside) == 20


@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_players_find_the_whole_temple_and_begin_at_once(players: int) -> None:
    state = start(players)
    assert [len(left) for left in state.pools] == [4] * 15
    assert len(state.expects().throws) == players


def test_with_two_players_the_table_says_which_of_the_mixed_faces_stay() -> None:
    state = start(2)
    assert len(state.legal_actions()) == 6
    assert "for 4 gold" in str(state.expects().text)
    state = state.apply(LeaveFaces(None, 5, ("gold-6", "gold-1/sun-1/moon-1")))
    assert state.pools[4] == ("gold-6", "gold-1/sun-1/moon-1")
    assert str(state.said[0]).startswith("For 4 gold there are 6 gold, ")
    assert "for 12 gold" in str(state.expects().text)
    state = state.apply(LeaveFaces(None, 10, ("glory-4", "moon-2+glory-2")))
    assert Counter(state.laid_aside)["gold-2+moon-1"] == 1
    assert len(state.expects().throws) == 2


@pytest.mark.parametrize(
    "faces", [("gold-6",), ("gold-6", "gold-6"), ("gold-6", "nonsense"), (), ("gold-2+moon-1", "gold-6")]
)
def test_exactly_two_faces_of_the_pool_stay(faces: tuple[str, ...]) -> None:
    refused(start(2), LeaveFaces(None, 5, faces), "dice_forge.two-stay")


def test_the_starting_dice() -> None:
    for hero in start(4).heroes:
        light, dark = hero.dice
        assert (light.body, Counter(light.faces)) == ("light", Counter({"gold-1": 5, "sun-1": 1}))
        assert (dark.body, Counter(dark.faces)) == ("dark", Counter({"gold-1": 4, "moon-1": 1, "glory-2": 1}))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_108_faces_and_a_stack_as_high_as_there_are_players(players: int) -> None:
    state = start(players)
    things = state.inventory()
    faces = sum(n for thing, n in things.items() if thing not in state.box.cards)
    assert faces == 108 - 12 * (4 - players)
    assert [stack.left for stack in state.stacks] == [players] * 15


def test_the_beginners_cards_lie_out_unless_others_are_chosen() -> None:
    box = start(2).box
    assert len(box.cards) == 24
    assert sum(card.beginner for card in box.cards.values()) == 15
    assert all(box.cards[card].beginner for card in cards(start(3)))


def test_any_mix_of_sets_with_the_same_cost_can_be_laid_out() -> None:
    mixed = cards(start(3, m4="tenacious-boar", f7="cyclops"))
    assert {"tenacious-boar", "cyclops", "silver-hind", "hydra"} <= set(mixed)
    assert "satyrs" not in mixed
    second = cards(start(3, **SECOND_SETS))
    assert set(SECOND_SETS.values()) <= set(second)
    assert len(second) == 15


def test_a_card_of_another_slot_cannot_be_laid_out() -> None:
    with pytest.raises(BadSetup, match="m3"):
        start(3, m3="satyrs")


# --- the data file --------------------------------------------------------------------------------------------------


def data() -> dict[str, Any]:
    return tomllib.loads((files("companion") / "data" / "dice_forge.toml").read_text(encoding="utf-8"))


def kit() -> tuple[DieKind, ...]:
    return game("dice_forge").dice


def without(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(raw: Any) -> None:
        for step in path[:-1]:
            raw = raw[step]
        del raw[path[-1]]

    return change


def changed(value: Any, *path: Any) -> Callable[[dict[str, Any]], None]:
    def change(raw: Any) -> None:
        for step in path[:-1]:
            raw = raw[step]
        raw[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (without("caps"), "caps"),
        (without("card", 0, "name"), "name"),
        (without("shield", "main", "shield-red"), "shield-red has no main yield"),
        (changed("nonsense", "pool", 0, "faces", 0), "nonsense"),
        (changed("gold-9", "pool", 0, "faces", 0), "no die of the kit shows gold-9"),
        (changed("fly", "card", 0, "effect"), "nobody knows the instant effect “fly”"),
        (changed(1, "card", 8, "pool"), "needs a pool of the garden"),
        (changed("moon-5", "card", 2, "cost"), "slot M3 needs one beginners’ card"),
        (changed(True, "card", 3, "beginner"), "slot M3 needs one beginners’ card"),
        (changed("bear", "card", 3, "id"), "the options do not offer the cards of slot M3"),
        (changed("F9", "card", 0, "slot"), None),
        (changed(2, "pool", 0, "number"), "two pools have the number 2"),
        (changed(["gold-1"], "start_die", 0, "faces"), "the light die has 1 faces"),
        (changed("pink", "start_die", 0, "body"), "the kit has no pink die"),
        (changed("x", "card", 0, "surprise"), "surprise"),
        (changed(5, "caps"), "dice_forge data"),
        (changed("tin-3", "caps"), "tin-3"),
    ],
)
def test_a_data_file_that_does_not_add_up_is_refused_with_the_reason(
    change: Callable[[dict[str, Any]], None], problem: str | None
) -> None:
    raw = data()
    change(raw)
    if problem is None:  # a slot of its own is fine: a table may have more islands
        assert describe(kit(), raw).id == "dice_forge"
        return
    with pytest.raises(ValueError, match=problem):
        describe(kit(), raw)


def test_no_data_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="missing"):
        describe(kit(), None)


def test_the_pawns_start_on_their_own_portals() -> None:
    assert start(2).heroes[DAVID].island == 0
