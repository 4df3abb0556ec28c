"""The character cards of Tintenherz.

A card is known by its value, for each value is there once. Names and hearts are data a table can fill in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.codec import decode
from companion.rules.text import Text, say

VALUES = (*range(-6, 0), *range(1, 11))
CENTRE = 4  # cards that lie face up in the middle
MOST_HEARTS = 3  # more than any card is known to show


@dataclass(frozen=True, slots=True)
class Card:
    """A character card: its value and, if known, its name and how many hearts it shows."""

    value: int
    name: str | None = None
    hearts: int | None = None


Deck = tuple[Card, ...]


def read_deck(data: Mapping[str, Any] | None) -> Deck:
    """The deck a data file describes; ValueError, saying what is wrong, if it is not a whole deck."""
    rows = (data or {}).get("card")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError("the deck of Tintenherz needs a list of [[card]] entries")
    deck = decode(tuple[Card, ...], [{k: v for k, v in row.items() if k != "source"} for row in rows], "card")
    if (problem := deck_problem(deck)) is not None:
        raise ValueError(str(problem))
    return deck


def deck_problem(deck: Deck) -> Text | None:
    """What is wrong with a deck, if anything."""
    if sorted(card.value for card in deck) != list(VALUES):
        return say("A deck has each of the values −6 to −1 and +1 to +10 exactly once.")
    for card in deck:
        if card.hearts is not None and not 0 <= card.hearts <= MOST_HEARTS:
            return say(
                "{card} has {hearts} hearts in this deck; it can be 0 to {most}.",
                card=signed(card.value),
                hearts=card.hearts,
                most=MOST_HEARTS,
            )
    return None


def signed(value: int) -> str:
    """A card's value as it is printed on the card.

    >>> signed(5), signed(-3)
    ('+5', '−3')
    """
    return f"+{value}" if value > 0 else number(value)


def number(value: int) -> str:
    """A number with a true minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def in_words(deck: Deck, value: int) -> Text | str:
    """A card for people: by its name as well, if the deck knows it."""
    for card in deck:
        if card.value == value and card.name:
            return say("{name} ({value})", name=card.name, value=signed(value))
    return signed(value)
