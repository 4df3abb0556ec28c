"""Faces and what each of the 29 gives when it lies beside a plain one or alone."""

from __future__ import annotations

import pytest

from companion.games import game
from companion.rules.dice_forge.actions import Done, Take
from companion.rules.dice_forge.faces import NOTHING, Yield, face, face_words
from tests.companion.rules.dice_forge.positions import DAVID, STEFFI, apply, blessed, choices, hero, opening, stock

SIMPLE = {
    "gold-1": (1, 0, 0, 0),
    "gold-3": (3, 0, 0, 0),
    "gold-4": (4, 0, 0, 0),
    "gold-6": (6, 0, 0, 0),
    "moon-1": (0, 0, 1, 0),
    "moon-2": (0, 0, 2, 0),
    "sun-1": (0, 1, 0, 0),
    "sun-2": (0, 2, 0, 0),
    "glory-2": (0, 0, 0, 2),
    "glory-3": (0, 0, 0, 3),
    "glory-4": (0, 0, 0, 4),
    "gold-2+moon-1": (2, 0, 1, 0),
    "glory-1+sun-1": (0, 1, 0, 1),
    "moon-2+glory-2": (0, 0, 2, 2),
    "gold-1+sun-1+moon-1+glory-1": (1, 1, 1, 1),
}
CHOICE = {
    "gold-1/sun-1/moon-1": {"gold-1": (1, 0, 0, 0), "sun-1": (0, 1, 0, 0), "moon-1": (0, 0, 1, 0)},
    "gold-2/sun-2/moon-2": {"gold-2": (2, 0, 0, 0), "sun-2": (0, 2, 0, 0), "moon-2": (0, 0, 2, 0)},
    "gold-3/glory-2": {"gold-3": (3, 0, 0, 0), "glory-2": (0, 0, 0, 2)},
}
SPECIAL = {"times-3", "ship", "mirror"} | {
    f"{kind}-{colour}" for kind in ("boar", "shield") for colour in ("red", "blue", "green", "yellow")
}


def test_the_29_faces_of_the_kit_are_those_tested_here() -> None:
    for kind in game("dice_forge").dice:
        assert set(kind.faces) == SIMPLE.keys() | CHOICE.keys() | SPECIAL
        assert len(kind.faces) == 29


@pytest.mark.parametrize(("name", "gain"), SIMPLE.items())
def test_a_simple_face_gives_what_it_shows(name: str, gain: tuple[int, int, int, int]) -> None:
    """Reference of faces: simple faces; “+” gives all."""
    state = blessed(name, "times-3")
    assert stock(state) == (min(3 * gain[0], 12), *[3 * amount for amount in gain[1:]])
    beside_gold = blessed(name, "gold-1")
    assert stock(beside_gold) == (gain[0] + 1, *gain[1:])


@pytest.mark.parametrize(
    ("name", "chosen", "gain"),
    [(name, chosen, gain) for name, all_of in CHOICE.items() for chosen, gain in all_of.items()],
)
def test_a_question_mark_gives_one_yield_of_the_players_choice(
    name: str, chosen: str, gain: tuple[int, int, int, int]
) -> None:
    """Reference of faces: “?” gives one."""
    state = blessed(name, "gold-1")
    assert choices(state) == CHOICE[name].keys()
    assert stock(apply(state, Take(DAVID, chosen))) == (gain[0] + 1, *gain[1:])


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
def test_a_boar_gives_its_bearer_a_sun_or_a_moon_and_its_card_owner_a_bonus(colour: str) -> None:
    """Reference of faces: Sturer Eber."""
    state = blessed(f"boar-{colour}", "gold-1", hero(opening(3), STEFFI, boars=(colour,)))
    assert choices(state) == {"sun-1", "moon-1"}
    before = stock(state, STEFFI)
    state = apply(state, Take(DAVID, "moon-1"))
    assert stock(state) == (3 + 1, 0, 1, 0)
    assert choices(state) == {"moon-1", "sun-1", "glory-3"}
    assert all(action.player == STEFFI for action in state.legal_actions())
    state = apply(state, Take(STEFFI, "glory-3"))
    assert stock(state, STEFFI) == (*before[:3], before[3] + 3)


def test_a_ship_beside_gold_offers_a_face_for_two_gold_less() -> None:
    """Test 7: ship -> one face at price - 2."""
    state = blessed("ship", "gold-1")
    offered = {action.face for action in state.legal_actions() if hasattr(action, "face")}
    assert offered == {"gold-3", "moon-1", "gold-4", "sun-1"}  # 1 gold and 2 off: up to 3
    assert Done(DAVID) in state.legal_actions()


def test_yields_are_written_like_faces() -> None:
    assert Yield.parse("gold-2+moon-1") == Yield(gold=2, moon=1)
    assert str(Yield(1, 2, 3, 4)) == "gold-1+sun-2+moon-3+glory-4"
    assert Yield.from_json(Yield(glory=3).to_json()) == Yield(glory=3)
    assert Yield.from_json("") == NOTHING


@pytest.mark.parametrize("data", ["gold", "gold-0", "gold-x", "gold--1", "tin-1", "gold-1+gold-2", "gold-²", 3, None])
def test_what_is_no_yield_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="yield"):
        Yield.from_json(data)


@pytest.mark.parametrize(
    "name", ["", "gold", "boar", "boar-pink", "cat-red", "shield-1", "gold-1/", "times-4", "gold-1//sun-1"]
)
def test_what_is_no_face_is_not_found(name: str) -> None:
    with pytest.raises(KeyError):
        face(name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gold-3", "3 gold"),
        ("sun-1", "1 sun shard"),
        ("gold-2+moon-1", "2 gold + 1 moon shard"),
        ("gold-1+sun-1+moon-1+glory-1", "1 gold, 1 sun shard, 1 moon shard, 1 glory point, all of these"),
        ("gold-3/glory-2", "3 gold or 2 glory points"),
        ("gold-1/sun-1/moon-1", "1 gold, 1 sun shard, 1 moon shard, one of these"),
        ("times-3", "×3"),
        ("boar-red", "red boar"),
        ("shield-yellow", "yellow shield"),
    ],
)
def test_faces_in_words(name: str, words: str) -> None:
    assert str(face_words(name)) == words
