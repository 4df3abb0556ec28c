"""One moment of the duel as a value: where cards, dice and wild cards are, and whether that can be."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from companion.rules.codec import UNWRITTEN
from companion.rules.errors import NOT_YOUR_TURN, IllegalAction
from companion.rules.game import Outcome, State
from companion.rules.text import Value, say
from companion.rules.zwerge.cards import DECK, Card, Cards, Side
from companion.rules.zwerge.moves import Options
from companion.rules.zwerge.offers import WILD_CARDS, Target
from companion.rules.zwerge.table import Powers, Twists, hidden_twists, powers
from companion.rules.zwerge.teaching import Deck, Lesson, Library

MOST_DICE = 6
FACES = ("1", "2", "3", "4", "5", "axe")

Phase = Literal["draw", "throw", "reroll", "cards", "over"]
_UNREAD = Library.of(())


@dataclass(frozen=True, slots=True)
class Duellist:
    """A player's cards: how many are hidden in pile and hand, which lie open, and how hurt those in the display are."""

    pile: int
    hand: int
    display: tuple[str, ...] = ()
    wounds: tuple[int, ...] = ()  # damage of this turn, one figure for each card in the display
    discard: tuple[str, ...] = ()
    unnamed: int = 0  # cards in the discard pile that nobody had to name
    wild_cards: int = 0
    more_dice: int = 0  # additional dice in the next dice phase only


@dataclass(frozen=True, slots=True)
class Hit:
    """A point of damage that has been aimed and may still be cancelled."""

    by: int
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Volley:
    """Points of damage of a twist of fate that are still to be aimed."""

    by: int
    points: int


@dataclass(frozen=True, slots=True)
class Position(State[Cards, Options]):
    """Where everything is. Hands are hidden from the referee: a card may be in hand if no copy's place is known."""

    duellists: tuple[Duellist, ...]
    turn: int = 0
    phase: Phase = "draw"
    wild_cards: int = WILD_CARDS  # in the middle of the table
    dice: tuple[str, ...] = ()  # faces of the dice rolled and not used yet
    rerolls: int = 0
    used: bool = False  # whether a die was used in this turn
    hit: Hit | None = None
    volley: Volley | None = None
    naming: int | None = None  # whose card was turned up from the pile and has to be named
    taught: tuple[Lesson, ...] = ()
    #: everything known about the cards; follows from the table and `taught`
    library: Library = field(default=_UNREAD, repr=False, compare=False, metadata=UNWRITTEN)

    def __post_init__(self) -> None:
        if self.library is _UNREAD:
            library = _taught_before(self.table.game.data, self.table.options.deck)
            with suppress(IllegalAction):  # only in a damaged file, and `faults` tells
                library = library.learn_all(self.taught)
            object.__setattr__(self, "library", library)

    # --- looking at the table ---------------------------------------------------------------------------------------

    def side(self, player: int) -> Side:
        return "good" if (player == 0) == (self.table.options.first_side == "good") else "evil"

    def deck(self, player: int) -> Deck:
        good = (player == 0) == (self.table.options.first_side == "good")
        return self.library.good if good else self.library.evil

    def title(self, player: int, card: str) -> Value:
        return self.deck(player).title(card)

    def powers(self, player: int) -> Powers:
        return powers(self.deck(player), self.duellists[player].display)

    def twists(self, player: int) -> Twists:
        return hidden_twists(self.deck(player), self.duellists[player].discard)

    def targets(self, attacker: int) -> tuple[Target, ...]:
        """What damage can be aimed at: the pile (None), and cards with health by their place in the display."""
        vulnerable = self.powers(1 - attacker).vulnerable
        return (None, *vulnerable) if self.duellists[1 - attacker].pile else vulnerable

    def unseen(self, player: int, card: Card) -> bool:
        """Whether not every copy of a card lies open."""
        own = self.duellists[player]
        return own.display.count(card.id) + own.discard.count(card.id) < card.copies

    def learned(self) -> Options:
        """All lessons, those of earlier sittings first."""
        return replace(self.table.options, deck=self.library.lessons)

    def seat(self, player: int | None) -> int:
        """The place of the player who acts; an action of the table is no player's."""
        if player is None:
            raise NOT_YOUR_TURN.broken()
        return player

    # --- the count --------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        scores = self.scores()
        ranks = [(points, own.pile > 0) for points, own in zip(scores, self.duellists, strict=True)]
        places = tuple([1 + sum([other > rank for other in ranks]) for rank in ranks])
        winners = tuple([player for player, place in enumerate(places) if place == 1])
        if scores[0] != scores[1]:
            why = say(
                "The most victory points in the display win, {most} to {least}.", most=max(scores), least=min(scores)
            )
        elif len(winners) == 1:
            why = say(
                "Both have {points} points; {player} has cards left in the draw pile and wins.",
                points=scores[0],
                player=self.name(winners[0]),
            )
        else:
            why = say("Both have {points} points and no card left in the draw pile.", points=scores[0])
        return Outcome(winners, scores, places, why)

    def scores(self) -> tuple[int, ...]:
        return tuple([self.powers(player).points for player in range(len(self.duellists))])

    def inventory(self) -> Mapping[str, int]:
        counts = {
            f"cards of {self.side(player)}": own.pile + own.hand + len(own.display) + len(own.discard) + own.unnamed
            for player, own in enumerate(self.duellists)
        }
        return {**counts, "wild cards": self.wild_cards + sum([own.wild_cards for own in self.duellists])}

    def faults(self) -> tuple[str, ...]:
        if len(self.duellists) != 2 or self.turn not in (0, 1):
            return ("a player is missing or not there",)
        if self.library.lessons != self.table.options.deck + self.taught:
            return ("a card was taught that cannot be like that",)
        faults = [fault for player in (0, 1) for fault in self._faults_of(player)]
        if any(n != (WILD_CARDS if what == "wild cards" else DECK) for what, n in self.inventory().items()):
            faults.append("cards are missing or there are too many")
        if self.wild_cards < 0:
            faults.append("there are fewer than no wild cards in the middle")
        faults += self._faults_of_dice()
        faults += self._faults_of_damage()
        return tuple(faults)

    def _faults_of(self, player: int) -> list[str]:
        own, cards = self.duellists[player], self.deck(player).cards
        faults = []
        if min(own.pile, own.hand, own.unnamed, own.wild_cards) < 0:
            faults.append("a player has fewer than no cards")
        if own.more_dice < 0 or own.more_dice % 2:
            faults.append("additional dice come in twos")
        lying = own.display + own.discard
        if any(lying.count(card) > cards[card].copies for card in lying):
            faults.append("more copies of a card lie open than there are")
        if not all(cards[card].known and cards[card].type not in ("event", "twist") for card in own.display):
            faults.append("a card lies in a display that cannot be there")
        if len(own.wounds) != len(own.display) or not all(
            0 <= wound < max(1, cards[card].health or 0) for wound, card in zip(own.wounds, own.display, strict=False)
        ):
            faults.append("a card in the display is hurt more than it can be")
        ended = own.pile == 0 and (self.table.options.milling_ends or (self.turn == player and self.phase == "draw"))
        if ended and self.phase != "over":
            faults.append("a draw pile is empty and the game goes on")
        return faults

    def _faults_of_dice(self) -> list[str]:
        faults = []
        if len(self.dice) > MOST_DICE or list(self.dice) != sorted(self.dice) or not set(self.dice) <= set(FACES):
            faults.append("the dice on the table are not a throw of this game")
        if self.phase in ("draw", "throw") and (self.dice or self.used):
            faults.append("dice lie on the table before they were thrown")
        rerolling = self.phase == "reroll"
        if rerolling != (self.rerolls > 0) or self.rerolls > self.powers(self.turn).rerolls:
            faults.append("no support allows these dice to be thrown again")
        if rerolling and (len(self.dice) < 3 or self.used):
            faults.append("dice are missing before the card phase")
        if self.phase == "over" and all(own.pile for own in self.duellists):
            faults.append("the game is over although both draw piles have cards")
        return faults

    def _faults_of_damage(self) -> list[str]:
        faults = []
        if self.hit is not None and (self.hit.by not in (0, 1) or self.hit.target not in self.targets(self.hit.by)):
            faults.append("damage was aimed at something that is not there")
        if self.volley is not None and (self.volley.by not in (0, 1) or self.volley.points < 1):
            faults.append("there is no damage to be aimed")
        elif self.volley is not None and not self.targets(self.volley.by):
            faults.append("there is nothing to aim the damage at")
        if self.naming is not None and (self.naming not in (0, 1) or not self.duellists[self.naming].unnamed):
            faults.append("there is no card to be named")
        if (self.hit, self.volley, self.naming) != (None, None, None) and self.phase == "over":
            faults.append("something is still open although the game is over")
        if self.hit is not None and self.naming is not None:
            faults.append("a card has to be named before more damage is aimed")
        return faults


@lru_cache(16)
def _taught_before(cards: Cards, lessons: tuple[Lesson, ...]) -> Library:
    """The library at the start of a sitting; its lessons were checked when it began."""
    return Library.of(cards).learn_all(lessons)
