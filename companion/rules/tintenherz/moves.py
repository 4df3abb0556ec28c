"""What can happen in Tintenherz besides a throw, the options of a table, and the rules a move can break."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.action import Action
from companion.rules.errors import rule
from companion.rules.game import option
from companion.rules.text import say
from companion.rules.tintenherz.cards import Card

FILL_CENTRE = rule("tintenherz.fill-centre", "First the middle is filled up to four cards from the pile.")
CENTRE_FULL = rule("tintenherz.centre-full", "Four cards lie in the middle already; no other is turned up.")
NOT_IN_PILE = rule("tintenherz.not-in-pile", "{card} is not among the cards that lie face down.")
ROLL_FIRST = rule("tintenherz.roll-first", "Both dice have to be thrown before anything else is done.")
NO_FIT = rule("tintenherz.no-fit", "{card} needs a {n} on one die or as the sum of both; they show {dice}.")
NOT_IN_CENTRE = rule("tintenherz.not-in-centre", "{card} does not lie in the middle.")
NOT_IN_REACH = rule("tintenherz.not-in-reach", "{card} does not lie open in front of another player.")
SAFE = rule("tintenherz.safe", "{card} is under the castle of {player} and stays there.")
NOT_OPEN = rule("tintenherz.not-open", "{card} does not lie open in front of {player}.")
ONE_CARD = rule("tintenherz.one-card", "Only one card can be taken or made safe in a turn.")
MUST_ACT = rule("tintenherz.must-act", "A card fits, so {player} cannot pass.")
PILE_EMPTY = rule("tintenherz.pile-empty", "The pile is empty: the cards are counted, and none changes its place.")
HEARTS_AT_END = rule("tintenherz.hearts-at-end", "Hearts are asked for when the cards are counted.")
HEARTS_KNOWN = rule("tintenherz.hearts-known", "The hearts on {card} are known or do not count.")
HEARTS_RANGE = rule("tintenherz.hearts-range", "A card has 0 to {most} hearts, not {hearts}.")
CASTLE_AT_END = rule("tintenherz.castle-at-end", "A castle is kept or discarded only when the cards are counted.")


@dataclass(frozen=True, slots=True)
class Options:
    """The cards of the table's own box, if they have been entered; otherwise the deck file that ships."""

    deck: tuple[Card, ...] = option((), say("Names and hearts of the sixteen cards"))


@dataclass(frozen=True, slots=True)
class Reveal(Action):
    """The table: this card was turned up from the pile and lies in the middle."""

    card: int


@dataclass(frozen=True, slots=True)
class Take(Action):
    """The player takes a card from the middle."""

    card: int


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """The player takes a card that lies open in front of an opponent."""

    card: int


@dataclass(frozen=True, slots=True)
class Secure(Action):
    """The player makes an own open card safe under the castle."""

    card: int


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Nothing fits the first throw and the player does without the second."""


@dataclass(frozen=True, slots=True)
class TellHearts(Action):
    """The table: this card shows so many hearts."""

    card: int
    hearts: int


@dataclass(frozen=True, slots=True)
class Castle(Action):
    """The player keeps the castle for the count, or discards it with all dark cards."""

    keep: bool
