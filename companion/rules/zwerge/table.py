"""What the open cards of a player amount to, and what may still be hidden in the hand. Worked out once a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.zwerge.cards import (
    Cancel,
    Card,
    Damage,
    ExtraCard,
    ExtraDie,
    MoreDice,
    Reroll,
    Strike,
    TakeWildCard,
)
from companion.rules.zwerge.teaching import Deck

REMEMBERED = 4096  # positions: a long game has some hundred


@dataclass(frozen=True, slots=True, eq=False)
class Powers:
    """What a display does: damage and wild cards by dice, additional cards and dice, points, and what can be hurt."""

    strikes: frozenset[str]  # faces that inflict damage
    collects: frozenset[str]  # faces that take a wild card
    extra_cards: int
    extra_dice: int
    rerolls: int
    points: int
    vulnerable: tuple[int, ...]  # places of cards with health


@lru_cache(REMEMBERED)
def powers(deck: Deck, display: tuple[str, ...]) -> Powers:
    """What these cards do together."""
    strikes: set[int] = set()
    collects: set[int] = set()
    cards = dice = rerolls = points = 0
    vulnerable = []
    for place, name in enumerate(display):
        card = deck.cards[name]
        points += card.points or 0
        if card.health:
            vulnerable.append(place)
        match card.effect:
            case Damage(values):
                strikes.update(values)
            case TakeWildCard(values):
                collects.update(values)
            case ExtraCard():
                cards += 1
            case ExtraDie():
                dice += 1
            case Reroll():
                rerolls += 1
    return Powers(
        frozenset(map(str, strikes)),
        frozenset(map(str, collects)),
        cards,
        dice,
        rerolls,
        points,
        tuple(vulnerable),
    )


@lru_cache(REMEMBERED)
def hidden_cards(deck: Deck, display: tuple[str, ...], discard: tuple[str, ...]) -> tuple[Card, ...]:
    """Known cards for the own turn (all but twists of fate) of which a copy may be in the hand."""
    lying = display + discard
    return tuple(
        [
            card
            for card in deck.cards.values()
            if card.known and card.type != "twist" and lying.count(card.id) < card.copies
        ]
    )


@dataclass(frozen=True, slots=True, eq=False)
class Twists:
    """Twists of fate of which a copy may be in the hand, by what they do."""

    strikes: tuple[str, ...]
    more_dice: tuple[str, ...]
    cancels: tuple[str, ...]
    others: tuple[str, ...]
    may_cancel: bool  # also true while a twist of fate is unknown: it may turn out to be an armour


@lru_cache(REMEMBERED)
def hidden_twists(deck: Deck, discard: tuple[str, ...]) -> Twists:
    """The twists of fate that may be hidden; they never lie in a display."""
    kinds: dict[type, list[str]] = {Strike: [], MoreDice: [], Cancel: []}
    others: list[str] = []
    riddle = False
    for card in deck.cards.values():
        if card.type != "twist" or discard.count(card.id) >= card.copies:
            continue
        if not card.known:
            riddle = riddle or card.effect is None
        else:
            kinds.get(type(card.effect), others).append(card.id)
    strikes, more_dice, cancels = map(tuple, kinds.values())
    return Twists(strikes, more_dice, cancels, tuple(others), riddle or bool(cancels))
