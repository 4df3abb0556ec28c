"""What the referee asks: what is wrong or in doubt, as a stable code and a sentence, and what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules import Roll, Text
from companion.rules.dice import (
    DIE_MISSING,
    IMPOSSIBLE_FACE,
    KEPT_TURNED,
    MUST_LIE_STILL,
    NOT_EXPECTED,
    TOO_FEW,
    TOO_MANY,
    WRONG_DICE,
)
from companion.rules.errors import IllegalAction, rule
from companion.rules.text import say
from vision.settle import Settled

UNSURE = rule("table.unsure", "Not every face can be read with certainty: {dice}.")
LEANS = rule("table.die-leans", "A {body} die leans and shows no face.")
WAS_IT_THROWN = rule("table.was-it-thrown", "The dice were moved and show what they showed before: was that a throw?")
ONE_TOO_MANY = rule("table.one-throw-too-many", "The last throw is counted; these dice were thrown once too often.")
LEFT_AND_BACK = rule("table.die-back-in-play", "A {body} die has left the game with its X and was thrown again.")
STILL_TURNED = rule("table.still-die-turned", "A {body} die that lies in the middle was turned: it showed {face}.")

Remedy = Literal["again", "correct", "accept", "yes", "no"]
"""Throw again; say what lies there; let it stand as a ruling of the table; answer a question."""

ADVICE: dict[str, Text] = {
    UNSURE.code: say("Confirm it, say what is right, or move the dice apart."),
    LEANS.code: say("Throw that die again."),
    WAS_IT_THROWN.code: say("Yes or no?"),
    ONE_TOO_MANY.code: say("Lay them back as they were, or let the table decide."),
    LEFT_AND_BACK.code: say("Put it back on the tableau and throw the others again."),
    STILL_TURNED.code: say("Turn it back, or let the table decide."),
    TOO_MANY.code: say("Take away what does not belong there; the rest counts as it lies."),
    TOO_FEW.code: say("Throw the missing dice as well; the others may lie."),
    WRONG_DICE.code: say("Take it away; the rest counts as it lies."),
    DIE_MISSING.code: say("Has it fallen from the table? Throw it as well, or lay it back as it was."),
    MUST_LIE_STILL.code: say("Lay it back as it was, or let the table decide."),
    KEPT_TURNED.code: say("Turn it back, throw again, or let it stand as it lies."),
    IMPOSSIBLE_FACE.code: say("Say what it shows, or throw again."),
    NOT_EXPECTED.code: say("This throw does not count; lay the dice back, or let the table decide."),
}
PATIENT = frozenset({TOO_FEW.code, DIE_MISSING.code, NOT_EXPECTED.code, TOO_MANY.code, WRONG_DICE.code})
"""Often mended a moment later: a die is still in the hand, dice of the last throw are still to be taken away."""
REMEDIES: dict[str, tuple[Remedy, ...]] = {
    UNSURE.code: ("yes", "correct", "again"),
    WAS_IT_THROWN.code: ("yes", "no"),
    LEANS.code: ("again", "correct"),
}
USUAL: tuple[Remedy, ...] = ("again", "correct", "accept")


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the referee cannot let pass, or does not know; the game waits until it is mended."""

    code: str
    text: Text
    settled: Settled
    roll: Roll | None = None
    """What counts if the table lets it stand; None if the rules have no such throw."""
    doubtful: tuple[int, ...] = ()
    """Which of the settled dice are in doubt."""

    @property
    def advice(self) -> Text:
        """What to do, in a sentence."""
        return ADVICE.get(self.code, say("Throw again, correct it, or let the table decide."))

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        return REMEDIES.get(self.code, USUAL)

    @property
    def patient(self) -> bool:
        """Whether to wait a moment before anyone is bothered with it."""
        return self.code in PATIENT


def ask(broken: IllegalAction, settled: Settled, roll: Roll | None = None, doubtful: tuple[int, ...] = ()) -> Question:
    """The question about a broken rule."""
    return Question(broken.code, broken.text, settled, roll, doubtful)
