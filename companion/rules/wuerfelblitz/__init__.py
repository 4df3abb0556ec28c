"""Würfelblitz: add up the dice that no colour dot rules out, and be the first to call the result.

The throw arrives when the box is raised; calls follow with their time since then. No verdict names the result
before somebody has called it: the others are still adding up.
"""

from __future__ import annotations

from companion.rules.dice import DieKind, LooseDie, Roll
from companion.rules.errors import BadSetup
from companion.rules.game import Game, Table
from companion.rules.text import Name, say
from companion.rules.wuerfelblitz.calls import Call, CloseRound, GiveUp, Options
from companion.rules.wuerfelblitz.state import DISCS, Dice, Discs, Wuerfelblitz
from companion.rules.wuerfelblitz.tally import COLOURS

__all__ = ["Call", "CloseRound", "GiveUp", "Options", "Wuerfelblitz", "begin", "check", "describe"]


def describe(dice: tuple[DieKind, ...], data: None) -> Game[Dice, Options]:
    """Würfelblitz for the registry."""
    kinds = {kind.body: kind for kind in dice}
    box = [kinds[body] for body in (*COLOURS, "white")]
    return Game(
        id="wuerfelblitz",
        name=Name(en="Würfelblitz", de="Würfelblitz"),
        least_players=2,
        most_players=7,
        dice=dice,
        options=Options,
        state=Wuerfelblitz,
        actions=(Roll, Call, CloseRound, GiveUp),
        begin=begin,
        data=tuple(LooseDie(kind.body, kind.faces) for kind in box for _ in range(kind.count)),
        check=check,
    )


def check(table: Table[Dice, Options]) -> None:
    """A handicap is one number for each player, or none at all."""
    answers, players = len(table.options.answers), len(table.players)
    if answers not in (0, players):
        raise BadSetup(
            say(
                "Option answers needs one number for each of the {players} players, not {answers}.",
                players=players,
                answers=answers,
            )
        )


def begin(table: Table[Dice, Options]) -> Wuerfelblitz:
    """All discs are in the box; the first player at the table throws."""
    return Wuerfelblitz(
        table,
        discs=(Discs(),) * len(table.players),
        box=Discs(DISCS, DISCS),
        phase="throw",
        thrower=0,
        said=(say("{player} sits first and begins.", player=table.players[0]),),
    )
