"""Dice, costs and counts of the duel in words."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.text import Text, Value, count, say
from companion.rules.zwerge.cards import Cost
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


def cards(n: int) -> Text:
    return count(n, "{n} card", "{n} cards")


def points(n: int) -> Text:
    return count(n, "{n} point", "{n} points")
