"""Die Zwerge – Das Duell: two decks of 35 cards, three to six dice, and whoever has more points when a pile is empty.

The referee sees dice, displays and discard piles, never a hand. What is printed on a card comes from the data file or
is taught by the table (`teaching`); `position` is the value, `damage`, `playing` and `duel` are what can happen to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.dice import DieKind, Roll
from companion.rules.errors import BadSetup, IllegalAction
from companion.rules.game import Game, Table
from companion.rules.text import Name, say
from companion.rules.zwerge.cards import DECK, Cards, read_cards
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import (
    Aim,
    Attack,
    Collect,
    Draw,
    EndTurn,
    KeepDice,
    NameMilled,
    Options,
    Play,
    Stand,
    Teach,
)
from companion.rules.zwerge.position import Duellist
from companion.rules.zwerge.teaching import Library

START_HAND = 4


def describe(dice: tuple[DieKind, ...], data: Mapping[str, Any] | None) -> Game[Cards, Options]:
    """Die Zwerge for the registry; ValueError if the data file does not describe two whole decks."""
    return Game(
        id="zwerge",
        name=Name(en="The Dwarves: The Duel", de="Die Zwerge – Das Duell"),
        least_players=2,
        most_players=2,
        dice=dice,
        options=Options,
        state=Duel,
        actions=(Roll, Draw, KeepDice, Play, Attack, Collect, Aim, Stand, NameMilled, EndTurn, Teach),
        begin=begin,
        data=read_cards(data),
        check=check,
        choices={"good": say("Forces of good"), "evil": say("Forces of evil")},
    )


def check(table: Table[Cards, Options]) -> None:
    """Cards that were taught at an earlier sitting have to fit together."""
    try:
        Library.of(table.game.data).learn_all(table.options.deck)
    except IllegalAction as error:
        raise BadSetup(error.text) from None


def begin(table: Table[Cards, Options]) -> Duel:
    """Both decks are shuffled, each player has four cards in hand, and the first turn begins."""
    return Duel(
        table,
        duellists=(Duellist(DECK - START_HAND, START_HAND),) * 2,
        said=(
            say("Each player draws {number} cards; wild cards and dice lie in the middle.", number=START_HAND),
            say("The smaller player takes the first seat and begins: {player}.", player=table.players[0]),
        ),
    )
