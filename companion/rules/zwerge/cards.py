"""The cards of the duel: types, costs, the closed list of effects, and the two decks as far as they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.rules.codec import UNWRITTEN, decode
from companion.rules.text import Name, Text, Value, say

CardType = Literal["ally", "victory", "support", "event", "twist"]
Side = Literal["good", "evil"]

CARD_TYPES: tuple[CardType, ...] = ("ally", "victory", "support", "event", "twist")
SIDES: tuple[Side, Side] = ("good", "evil")
DECK = 35
VALUES = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Cost:
    """Dice to return for a card: none, one of a given value, or two to four equal ones."""

    dice: int
    value: int | None = None


FREE = Cost(0)
COSTS = (FREE, *(Cost(1, value) for value in VALUES), Cost(2), Cost(3), Cost(4))


@dataclass(frozen=True, slots=True)
class Damage:
    """Ally: one point of damage for each die that shows one of these values (all five: any die)."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExtraCard:
    """One more card in each draw phase."""


@dataclass(frozen=True, slots=True)
class ExtraDie:
    """One more die in each dice phase."""


@dataclass(frozen=True, slots=True)
class Reroll:
    """One die thrown again in each dice phase."""


@dataclass(frozen=True, slots=True)
class Remove:
    """A card of the opponent's display goes to their discard pile."""


@dataclass(frozen=True, slots=True)
class AsAxe:
    """One unused die that shows this value counts as an axe."""

    value: int


@dataclass(frozen=True, slots=True)
class Strike:
    """Points of damage at any time, each aimed for itself."""

    points: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """One point of damage does not happen."""


@dataclass(frozen=True, slots=True)
class MoreDice:
    """Two more dice in the next dice phase; not on the opponent's turn."""


@dataclass(frozen=True, slots=True)
class TakeWildCard:
    """Take a wild card: an event once, an ally for each die that shows one of these values."""

    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing the referee has to carry out."""


Effect = (
    Damage
    | ExtraCard
    | ExtraDie
    | Reroll
    | Remove
    | AsAxe
    | Strike
    | Cancel
    | MoreDice
    | TakeWildCard
    | Nothing
)  # fmt: skip


def figures(effect: Effect) -> tuple[int, ...]:
    """The numbers printed in an effect; a 0 is one that nobody has told yet."""
    match effect:
        case Damage() | TakeWildCard():
            return effect.values
        case AsAxe():
            return (effect.value,)
        case Strike():
            return (effect.points,)
    return ()


@dataclass(frozen=True, slots=True)
class Card:
    """A card as far as it is known; None is a value that the table has still to teach."""

    id: str
    type: CardType
    source: str
    copies: int = 1
    only: Side | None = None
    good: Name | None = None
    evil: Name | None = None
    cost: Cost | None = None
    health: int | None = None
    points: int | None = None
    effect: Effect | None = None
    number: int = 0  # tells cards that nobody has named apart
    #: whether everything that play needs is known
    known: bool = field(init=False, repr=False, compare=False, metadata=UNWRITTEN)

    def __post_init__(self) -> None:
        told = self.effect is not None and 0 not in figures(self.effect)
        object.__setattr__(self, "known", told and None not in (self.cost, self.health, self.points))

    @property
    def fleeting(self) -> bool:
        """Whether the card takes effect at once and never lies in a display."""
        return self.type in ("event", "twist")

    @property
    def sides(self) -> tuple[Side, ...]:
        return SIDES if self.only is None else (self.only,)

    @property
    def nameless(self) -> Side | None:
        """The side on which this card still has no name of its own."""
        return next((side for side in self.sides if self.own_name(side) is None), None)

    def own_name(self, side: Side) -> Name | None:
        return self.good if side == "good" else self.evil

    def named(self, side: Side, name: str) -> Card:
        """The card with the name that a table gave it."""
        own = Name(en=name, de=name)
        return replace(self, good=own) if side == "good" else replace(self, evil=own)

    @property
    def known_as(self) -> Value:
        """What to call the card where its side does not matter."""
        return self.good or self.evil or _placeholder(self.type, self.number)

    def title(self, side: Side) -> Value:
        """What to call the card of one side."""
        own = self.own_name(side)
        if own is not None:
            return own
        named = self.good or self.evil
        return say("the counterpart of {card}", card=named) if named else self.known_as


def _placeholder(kind: CardType, number: int) -> Text:
    match kind:
        case "ally":
            return say("unnamed ally {number}", number=number)
        case "victory":
            return say("unnamed victory points {number}", number=number)
        case "support":
            return say("unnamed support {number}", number=number)
        case "event":
            return say("unnamed event {number}", number=number)
    return say("unnamed twist of fate {number}", number=number)


@dataclass(frozen=True, slots=True)
class Common:
    """What all cards of a type share, and how many of them a deck has."""

    count: int
    source: str
    cost: Cost | None = None
    health: int | None = None
    points: int | None = None
    effect: Effect | None = None


@dataclass(frozen=True, slots=True)
class _Types:
    ally: Common
    victory: Common
    support: Common
    event: Common
    twist: Common


@dataclass(frozen=True, slots=True)
class _Sheet:
    type: _Types
    card: tuple[Card, ...]


Cards = tuple[Card, ...]


def read_cards(data: Mapping[str, Any] | None) -> Cards:
    """All cards of both decks; ValueError, saying where, if the data file does not describe two whole decks."""
    sheet = decode(_Sheet, dict(data or {}), "cards of Die Zwerge")
    if sum([_common(sheet, kind).count for kind in CARD_TYPES]) != DECK:
        raise ValueError(f"the types of Die Zwerge do not add up to {DECK} cards")
    cards = [_completed(card, _common(sheet, card.type)) for card in sheet.card]
    for side in SIDES:
        for kind in CARD_TYPES:
            cards += _unnamed(side, kind, _common(sheet, kind), cards)
    if len({card.id for card in cards}) < len(cards):
        raise ValueError("two cards of Die Zwerge have the same id")
    return tuple(cards)


def _common(sheet: _Sheet, kind: CardType) -> Common:
    common: Common = getattr(sheet.type, kind)
    return common


def _completed(card: Card, common: Common) -> Card:
    """The card with what all cards of its type have in common."""
    return replace(
        card,
        cost=common.cost if card.cost is None else card.cost,
        health=common.health if card.health is None else card.health,
        points=common.points if card.points is None else card.points,
        effect=common.effect if card.effect is None else card.effect,
    )


def _unnamed(side: Side, kind: CardType, common: Common, named: Iterable[Card]) -> list[Card]:
    """The cards that nobody has named, up to the number of cards of this type."""
    there = sum([card.copies for card in named if card.type == kind and side in card.sides])
    if there > common.count:
        raise ValueError(f"more than {common.count} cards of type {kind} on side {side} of Die Zwerge")
    blanks = [
        Card(f"{side}-{kind}-{number}", kind, common.source, only=side, number=number)
        for number in range(1, common.count - there + 1)
    ]
    return [_completed(card, common) for card in blanks]
