"""Tintenherz – Das Würfelspiel: win characters with two dice, bring them to safety, multiply them by hearts.

The pile is face down, so the table tells each card that is turned up. A turn is a throw, perhaps a second one, and one
card; what lies open at the start of a turn was taken in an earlier one, so every own open card may be made safe.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.dice import DieKind, Roll
from companion.rules.errors import BadSetup
from companion.rules.game import Game, Table
from companion.rules.text import Name, say
from companion.rules.tintenherz.cards import VALUES, Deck, deck_problem, read_deck
from companion.rules.tintenherz.moves import Castle, Options, Pass, Reveal, Secure, Steal, Take, TellHearts
from companion.rules.tintenherz.state import Holding, Tintenherz

__all__ = [
    "Castle", "Options", "Pass", "Reveal", "Secure", "Steal", "Take", "TellHearts", "Tintenherz",
    "begin", "check", "describe",
]  # fmt: skip


def describe(dice: tuple[DieKind, ...], data: Mapping[str, Any] | None) -> Game[Deck, Options]:
    """Tintenherz for the registry; ValueError if the deck file is not a deck."""
    return Game(
        id="tintenherz",
        name=Name(en="Tintenherz – Das Würfelspiel", de="Tintenherz – Das Würfelspiel"),
        least_players=2,
        most_players=4,
        dice=dice,
        options=Options,
        state=Tintenherz,
        actions=(Roll, Reveal, Take, Steal, Secure, Pass, TellHearts, Castle),
        begin=begin,
        data=read_deck(data),
        check=check,
    )


def check(table: Table[Deck, Options]) -> None:
    """A deck entered by the table has to be whole."""
    problem = deck_problem(table.options.deck) if table.options.deck else None
    if problem is not None:
        raise BadSetup(problem)


def begin(table: Table[Deck, Options]) -> Tintenherz:
    """The pile is shuffled, everyone has a castle, and the first four cards are about to be turned up."""
    return Tintenherz(
        table,
        holdings=(Holding(),) * len(table.players),
        pile=VALUES,
        centre=(),
        phase="deal",
        turn=0,
        said=(
            say("Each player has a castle card, heart side up; castles nobody needs go back into the box."),
            say("The youngest takes the first seat and begins: {player}.", player=table.players[0]),
        ),
    )
