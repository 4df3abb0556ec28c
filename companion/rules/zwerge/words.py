"""Dice, costs and counts of the duel in words."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.text import Text, Value, count, say
from companion.rules.zwerge.cards import (
    AsAxe,
    Cancel,
    Card,
    Cost,
    Damage,
    Effect,
    ExtraCard,
    ExtraDie,
    MoreDice,
    Remove,
    Reroll,
    Strike,
    TakeWildCard,
)
from companion.rules.zwerge.moves import WILD_CARD

_AXE, _WILD_CARD = say("axe"), say("wild card")


def die(face: str) -> Value:
    """A face or a wild card."""
    return _AXE if face == "axe" else _WILD_CARD if face == WILD_CARD else face


def dice(faces: Iterable[str]) -> tuple[Value, ...]:
    return tuple([die(face) for face in faces])


def price(cost: Cost) -> Text:
    """What a card costs."""
    if cost.dice == 0:
        return say("nothing")
    if cost.value is not None:
        return say("one die showing {value}", value=cost.value)
    return say("{number} equal dice", number=cost.dice)


def unknown_card(card: Card) -> Text:
    """A card that is still to be taught; unnamed ones are told apart by their side too."""
    match card.only:
        case "good":
            return say("{card}, forces of good", card=card.known_as)
        case "evil":
            return say("{card}, forces of evil", card=card.known_as)
    return say("{card}, both sides", card=card.known_as)


def effect(printed: Effect) -> Text:
    """What a card does."""
    match printed:
        case Damage(values):
            return say("one point of damage for each die showing {values}", values=values)
        case ExtraCard():
            return say("one more card in each draw phase")
        case ExtraDie():
            return say("one more die in each dice phase")
        case Reroll():
            return say("one die thrown again in each dice phase")
        case Remove():
            return say("a card of the opponent’s display goes to the discard pile")
        case AsAxe(value):
            return say("one unused die showing {value} counts as an axe", value=value)
        case Strike(n):
            return say("damage at any time: {points}", points=points(n))
        case Cancel():
            return say("cancels one point of damage")
        case MoreDice():
            return say("two more dice in the next dice phase")
        case TakeWildCard(()):
            return say("take a wild card")
        case TakeWildCard(values):
            return say("a wild card for each die showing {values}", values=values)
    return say("nothing the referee has to carry out")


def cards(n: int) -> Text:
    return count(n, "{n} card", "{n} cards")


def points(n: int) -> Text:
    return count(n, "{n} point", "{n} points")
