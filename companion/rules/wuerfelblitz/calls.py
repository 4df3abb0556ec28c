"""What can happen in Würfelblitz besides the throw, the options of a table, and the rules a call can break."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.rules.action import Action
from companion.rules.errors import rule
from companion.rules.game import option
from companion.rules.text import say

MOST_CALLED = 99  # a throw gives 36 at most, but people in a hurry call other numbers too

FALSE_START = rule("wuerfelblitz.false-start", "A call counts only once the box is raised and the dice are revealed.")
NOT_A_RESULT = rule("wuerfelblitz.not-a-result", "{number} is no result; a call is a number from 0 to {most}.")
OUT_OF_ORDER = rule(
    "wuerfelblitz.out-of-order", "This call came at {at} ms, before the one at {now} ms that is judged already."
)
TOO_LATE = rule(
    "wuerfelblitz.too-late", "Somebody was right at {first} ms; this call came at {at} ms, too late to be simultaneous."
)
ALREADY_RIGHT = rule("wuerfelblitz.already-right", "{player} has called the right result in this round already.")
LOCKED_OUT = rule("wuerfelblitz.locked-out", "{player} has called a wrong result and sits out the rest of this round.")
NOBODY_RIGHT = rule("wuerfelblitz.nobody-right", "Nobody has called the right result yet.")
SOMEBODY_RIGHT = rule("wuerfelblitz.somebody-right", "Somebody has called the right result; the round is solved.")


@dataclass(frozen=True, slots=True)
class Options:
    """How hard the sums are, how calls are timed, and a handicap for each player."""

    white_dice: int = option(2, say("White dice"), choices=(2, 3))
    brain_teaser: bool = option(False, say("Brain teaser: a dot seen twice turns the sum around"))
    window: int = option(150, say("Calls this close count as simultaneous (milliseconds)"), least=0, most=2000)
    call_again: bool = option(True, say("Players may call again after a wrong call"))
    answers: tuple[int, ...] = option((), say("Right answers a black disc costs, player by player"), least=1, most=5)


@dataclass(frozen=True, slots=True)
class Call(Action):
    """A player calls a result, `at` milliseconds after the reveal; without a time it counts as made right now.

    Open, not listed: anyone may call any of a hundred numbers at any moment, and nearly all of them are wrong.
    """

    open: ClassVar[bool] = True

    number: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class CloseRound(Action):
    """The table: the moment for simultaneous calls is over, the round is decided."""


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """The table: nobody finds the result; the same player throws again."""
