"""What a table tells about its cards: a `Lesson` completes a card, the `Library` is everything known so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from companion.rules.errors import Rule
from companion.rules.text import Value, is_written
from companion.rules.zwerge.cards import (
    COSTS,
    SIDES,
    VALUES,
    AsAxe,
    Cancel,
    Card,
    Cards,
    CardType,
    Cost,
    Damage,
    Effect,
    ExtraCard,
    ExtraDie,
    MoreDice,
    Nothing,
    Remove,
    Reroll,
    Side,
    Strike,
    TakeWildCard,
    figures,
)
from companion.rules.zwerge.rulebook import (
    ALREADY_KNOWN,
    BAD_NAME,
    FREE_EVENTS,
    NO_SUCH_CARD,
    NO_SUCH_COST,
    NO_SUCH_EFFECT,
    NO_SUCH_FIGURE,
    PEACEFUL_ALLY,
    PRINTED_OTHERWISE,
    SINGLE_DIE_TAKEN,
)

MOST = 9  # health and points: one figure in the corner of the card
LONGEST_NAME = 40
_FIGURES = (1, 2, 3, 4, 5)  # health and points that a simulated table finds on its cards
FREE_EVENT_CARDS = PAID_EVENT_CARDS = 3
STRIKING_ALLIES, PEACEFUL_ALLIES = 8, 1

# Every effect a card of a type may have. Only the ninth ally is a riddle: it may do what a support does.
_ONE_VALUE = tuple(Damage((value,)) for value in VALUES)
_TWO_VALUES = tuple(Damage((low, high)) for low in VALUES for high in VALUES if low < high)
_DISPLAYED = (ExtraCard(), ExtraDie(), Reroll())
EFFECTS: dict[CardType, tuple[Effect, ...]] = {
    "ally": (
        *_ONE_VALUE,
        *_TWO_VALUES,
        Damage(VALUES),
        *_DISPLAYED,
        *(TakeWildCard(damage.values) for damage in (*_ONE_VALUE, *_TWO_VALUES, Damage(VALUES))),
        Nothing(),
    ),
    "victory": (Nothing(),),
    "support": _DISPLAYED,
    "event": (Remove(), *(AsAxe(value) for value in VALUES), TakeWildCard(), Nothing()),
    "twist": (*(Strike(points) for points in (1, 2, 3)), Cancel(), MoreDice(), Nothing()),
}


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is printed on a card; a name only for a card that has none yet."""

    card: str
    cost: Cost
    health: int
    points: int
    effect: Effect
    name: str | None = None


class Limits(NamedTuple):
    """What the known cards of a deck rule out for those that are still to be taught."""

    single_dice: frozenset[int]  # values that a card already costs a single die of
    free_events: bool  # all of them are known, and so on
    paid_events: bool
    striking_allies: bool
    peaceful_allies: bool

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Limits:
        single, free, paid, striking, peaceful = set(), 0, 0, 0, 0
        for card in cards:
            if card.cost is not None:
                if card.cost.value is not None:
                    single.add(card.cost.value)
                if card.type == "event" and card.cost.dice:
                    paid += card.copies
                elif card.type == "event":
                    free += card.copies
            if card.type == "ally" and card.effect is not None:
                if isinstance(card.effect, Damage):
                    striking += card.copies
                else:
                    peaceful += card.copies
        return cls(
            frozenset(single),
            free >= FREE_EVENT_CARDS,
            paid >= PAID_EVENT_CARDS,
            striking >= STRIKING_ALLIES,
            peaceful >= PEACEFUL_ALLIES,
        )

    def both(self, other: Limits) -> Limits:
        """The limits for a card that is in both decks."""
        return Limits(
            self.single_dice | other.single_dice,
            self.free_events or other.free_events,
            self.paid_events or other.paid_events,
            self.striking_allies or other.striking_allies,
            self.peaceful_allies or other.peaceful_allies,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The 35 cards of one side by id."""

    side: Side
    cards: dict[str, Card]
    limits: Limits

    @classmethod
    def of(cls, side: Side, cards: dict[str, Card]) -> Deck:
        return cls(side, cards, Limits.of(cards.values()))

    def title(self, card: str) -> Value:
        return self.cards[card].title(self.side)


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """Both decks, the lessons learned so far, and the cards that still need one."""

    good: Deck
    evil: Deck
    lessons: tuple[Lesson, ...]
    unknown: tuple[str, ...]  # cards of both decks first

    @classmethod
    def of(cls, cards: Cards) -> Library:
        """What the data file knows."""
        good, evil = (Deck.of(side, {card.id: card for card in cards if side in card.sides}) for side in SIDES)
        unknown = [card for card in cards if not card.known]
        unknown.sort(key=lambda card: card.only is not None)
        return cls(good, evil, (), tuple(card.id for card in unknown))

    def find(self, card: str) -> Card | None:
        return self.good.cards.get(card) or self.evil.cards.get(card)

    def learn(self, lesson: Lesson) -> Library:
        """The library with one more card known; IllegalAction if the lesson cannot be true."""
        card = self.find(lesson.card)
        if card is None:
            raise NO_SUCH_CARD.broken(card=lesson.card)
        broken = self._objection(card, lesson)
        if broken is not None:
            raise broken.broken(card=card.known_as, value=str(lesson.cost.value), most=MOST)
        taught = replace(card, cost=lesson.cost, health=lesson.health, points=lesson.points, effect=lesson.effect)
        if lesson.name is not None and card.nameless is not None:
            taught = taught.named(card.nameless, lesson.name)
        return Library(
            _with(self.good, taught),
            _with(self.evil, taught),
            (*self.lessons, lesson),
            tuple([other for other in self.unknown if other != card.id]),
        )

    def learn_all(self, lessons: Iterable[Lesson]) -> Library:
        """The library after several lessons, one after the other."""
        library = self
        for lesson in lessons:
            library = library.learn(lesson)
        return library

    def invent(self, choose: Callable[[Sequence[Any]], Any]) -> Lesson | None:
        """A lesson that could be true, for a simulated table; None if there is none left."""
        if not self.unknown:
            return None
        # Cards of both decks first: what is taught for one deck alone could leave nothing that fits both.
        first = self.find(self.unknown[0])
        card = first if first is not None and first.only is None else self.find(choose(self.unknown))
        assert card is not None
        costs, effects = self.possible(card)
        if not costs or not effects:
            return None
        health = choose(_FIGURES) if card.health is None else card.health
        points = choose(_FIGURES) if card.points is None else card.points
        return Lesson(card.id, choose(costs), health, points, choose(effects))

    def possible(self, card: Card) -> tuple[tuple[Cost, ...], tuple[Effect, ...]]:
        """Every price and every effect that can be printed on a card, as far as the others are known."""
        limits = self._limits(card)
        return (
            _possible_costs(card.type, card.copies, card.cost, limits),
            _possible_effects(card.type, card.effect, limits),
        )

    def _limits(self, card: Card) -> Limits:
        if card.only is None:
            return self.good.limits.both(self.evil.limits)
        return self.good.limits if card.only == "good" else self.evil.limits

    def _objection(self, card: Card, lesson: Lesson) -> Rule | None:
        """The rule that a lesson breaks, if any."""
        if card.id not in self.unknown and (lesson.name is None or card.nameless is None):
            return ALREADY_KNOWN
        if lesson.name is not None:
            if card.nameless is None:
                return PRINTED_OTHERWISE
            if not lesson.name.strip() or len(lesson.name) > LONGEST_NAME or not is_written(lesson.name):
                return BAD_NAME
        if card.health not in (None, lesson.health) or card.points not in (None, lesson.points):
            return PRINTED_OTHERWISE
        least = 1 if card.type == "victory" else 0
        if not 0 <= lesson.health <= MOST or not least <= lesson.points <= MOST:
            return NO_SUCH_FIGURE
        limits = self._limits(card)
        return _cost_objection(card.type, card.copies, card.cost, limits, lesson.cost) or _effect_objection(
            card.type, card.effect, limits, lesson.effect
        )


def _with(deck: Deck, card: Card) -> Deck:
    return Deck.of(deck.side, {**deck.cards, card.id: card}) if card.id in deck.cards else deck


def _cost_objection(kind: CardType, copies: int, printed: Cost | None, limits: Limits, cost: Cost) -> Rule | None:
    if printed is not None:
        return None if cost == printed else PRINTED_OTHERWISE
    if cost not in COSTS or (cost.dice == 0 and kind != "event"):
        return NO_SUCH_COST
    if cost.value is not None and (cost.value in limits.single_dice or copies > 1):
        return SINGLE_DIE_TAKEN
    if kind == "event" and (limits.paid_events if cost.dice else limits.free_events):
        return FREE_EVENTS
    return None


def _effect_objection(kind: CardType, printed: Effect | None, limits: Limits, effect: Effect) -> Rule | None:
    if printed is not None and not _agrees(printed, effect):
        return PRINTED_OTHERWISE
    if effect not in EFFECTS[kind]:
        return NO_SUCH_EFFECT
    if kind == "ally" and printed is None:
        full = limits.striking_allies if isinstance(effect, Damage) else limits.peaceful_allies
        return PEACEFUL_ALLY if full else None
    return None


def _agrees(printed: Effect, taught: Effect) -> bool:
    """Whether an effect is the printed one, its unknown figures filled in."""
    known, told = figures(printed), figures(taught)
    return (
        type(printed) is type(taught)
        and len(known) == len(told)
        and all(figure in (0, other) for figure, other in zip(known, told, strict=True))
    )


@lru_cache(1024)
def _possible_costs(kind: CardType, copies: int, printed: Cost | None, limits: Limits) -> tuple[Cost, ...]:
    return tuple([cost for cost in COSTS if _cost_objection(kind, copies, printed, limits, cost) is None])


@lru_cache(1024)
def _possible_effects(kind: CardType, printed: Effect | None, limits: Limits) -> tuple[Effect, ...]:
    return tuple([effect for effect in EFFECTS[kind] if _effect_objection(kind, printed, limits, effect) is None])
