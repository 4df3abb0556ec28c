"""The cards of Die Zwerge as the project ships them, and the data file they come from."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from companion.games import game
from companion.rules.dice import DieKind
from companion.rules.zwerge import describe
from companion.rules.zwerge.cards import Card, Cost, Damage, ExtraCard, ExtraDie, Reroll, read_cards
from companion.rules.zwerge.teaching import Library

SHEET = (files("companion") / "data" / "zwerge.toml").read_text(encoding="utf-8")
CARDS = game("zwerge").data
LIBRARY = Library.of(CARDS)


def sheet() -> dict[str, Any]:
    return tomllib.loads(SHEET)


def test_each_deck_has_nine_allies_eight_victory_points_seven_supports_six_events_and_five_twists() -> None:
    """Rules, components."""
    for deck in (LIBRARY.good, LIBRARY.evil):
        counts = {"ally": 0, "victory": 0, "support": 0, "event": 0, "twist": 0}
        for card in deck.cards.values():
            counts[card.type] += card.copies
        assert counts == {"ally": 9, "victory": 8, "support": 7, "event": 6, "twist": 5}


def test_the_seven_supports_are_all_identified() -> None:
    supports = {card.id: (card.copies, card.effect) for card in CARDS if card.type == "support"}
    assert supports == {
        "ancient-knowledge": (2, ExtraCard()),
        "reinforcement": (3, ExtraDie()),
        "rodarios-trickery": (2, Reroll()),
    }


def test_only_what_the_rules_show_completely_is_known() -> None:
    """No value ships that nobody has seen."""
    assert {card.id for card in CARDS if card.known} == {"bavragor", "reinforcement", "chain-mail", "andokais-power"}
    assert all(card.source for card in CARDS)


def test_bavragor_costs_a_one_has_two_health_and_hits_with_ones() -> None:
    """Rules, example and pictures."""
    bavragor = LIBRARY.find("bavragor")
    assert bavragor is not None
    assert (bavragor.cost, bavragor.health, bavragor.effect) == (Cost(1, 1), 2, Damage((1,)))


def test_twists_of_fate_cost_nothing() -> None:
    for card in CARDS:
        assert (card.type == "twist") == (card.cost is not None and card.cost.dice == 0)


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("good-ally-2", "unnamed ally 2"),
        ("good-victory-6", "unnamed victory points 6"),
        ("evil-event-4", "unnamed event 4"),
        ("evil-twist-1", "unnamed twist of fate 1"),
    ],
)
def test_cards_that_nobody_has_named_have_a_number(card: str, name: str) -> None:
    found = LIBRARY.find(card)
    assert found is not None
    assert str(found.title(found.sides[0])) == name


def test_an_unnamed_support_has_a_number_too() -> None:
    assert str(Card("good-support-1", "support", "", number=1).known_as) == "unnamed support 1"


def test_the_dice_show_one_to_five_and_an_axe() -> None:
    (die,) = game("zwerge").dice
    assert (die.count, die.faces) == (6, ("1", "2", "3", "4", "5", "axe"))


# --- a data file that is not right ----------------------------------------------------------------------------------


def test_a_missing_data_file_is_said() -> None:
    with pytest.raises(ValueError, match="“type” is missing"):
        describe((DieKind("white", ("1",)),), None)


def test_types_have_to_add_up_to_a_deck() -> None:
    data = sheet()
    data["type"]["ally"]["count"] = 10
    with pytest.raises(ValueError, match="do not add up to 35"):
        read_cards(data)


def test_a_deck_cannot_have_more_cards_of_a_type_than_the_type_has() -> None:
    data = sheet()
    next(card for card in data["card"] if card["id"] == "reinforcement")["copies"] = 4
    with pytest.raises(ValueError, match="more than 7 cards of type support on side good"):
        read_cards(data)


def test_two_cards_cannot_share_an_id() -> None:
    data = sheet()
    data["card"][1]["id"] = "bavragor"
    with pytest.raises(ValueError, match="the same id"):
        read_cards(data)


def test_an_effect_that_does_not_exist_is_said_with_its_place() -> None:
    data = sheet()
    data["card"][0]["effect"] = {"do": "explode"}
    with pytest.raises(ValueError, match=r"card\[0\]\.effect.*explode"):
        read_cards(data)


def test_what_a_card_says_itself_wins_over_its_type() -> None:
    data = sheet()
    data["card"][0]["points"] = 1
    assert read_cards(data)[0].points == 1
