"""Cards and faces in words: each has some, and the figures are those of the box."""

from __future__ import annotations

import pytest

from companion.games import game
from companion.rules.dice_forge.box import Box, Card
from companion.rules.dice_forge.explained import KIND_WORDS, card_words, face_effect

BOX: Box = game("dice_forge").data


@pytest.mark.parametrize("card", BOX.cards.values(), ids=lambda card: card.id)
def test_every_card_says_when_and_what(card: Card) -> None:
    words = card_words(card, BOX)
    assert words
    assert card.kind in KIND_WORDS
    assert (str(words[0]) == "No effect, only glory points.") == (card.kind == "glory")


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("blacksmiths-hammer", "15 gold take it round once: 10 glory points. The second round brings 15 glory points."),
        ("blacksmiths-chest", "You have room for more: 4 gold, 3 sun shards, 3 moon shards."),
        ("wild-spirits", "You receive 3 gold, 3 moon shards."),
        ("helmet-of-invisibility", "You forge “×3”. It triples what the other die gives."),
        ("guardians-shield", "You forge one of these: red shield, blue shield, green shield, yellow shield."),
        ("sentinel", "2 times in a row. You may turn the shards you receive into 2 glory points each."),
        ("cyclops", "4 times in a row. You may turn the gold you receive into 1 glory point each."),
        ("silver-hind", "You throw one of your dice."),
        ("elder", "You may pay 3 gold and receive 4 glory points."),
        ("great-bear", "You receive 3 glory points when you oust somebody or are ousted."),
    ],
)
def test_the_figures_are_those_of_the_rule_book(card: str, words: str) -> None:
    assert words in " ".join(map(str, card_words(BOX.cards[card], BOX)))


@pytest.mark.parametrize("name", ["times-3", "ship", "mirror", "boar-red", "shield-yellow"])
def test_a_special_face_is_explained(name: str) -> None:
    assert face_effect(name, BOX)


def test_a_plain_face_explains_itself() -> None:
    assert face_effect("gold-3/glory-2", BOX) == ()


def test_a_shield_names_both_of_its_yields() -> None:
    (words,) = face_effect("shield-yellow", BOX)
    assert str(words) == "3 gold if the other die gives something else, otherwise 5 glory points."
