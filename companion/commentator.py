"""What a good commentator adds to the referee's words: who leads, who draws level, how close it is."""

from __future__ import annotations

from typing import Any

from companion.referee import Question, Ruled
from companion.rules import State, Text
from companion.rules.text import count, say
from companion.rules.wuerfelblitz import Wuerfelblitz
from companion.rules.wuerfelblitz.state import GOAL


def remarks(ruled: Ruled) -> tuple[Text, ...]:
    """What there is to say about an event beyond its verdict; mostly nothing."""
    before, after = ruled.before, ruled.after
    if after.outcome() is not None or before.scores() == after.scores():
        return ()
    if isinstance(before, Wuerfelblitz) and isinstance(after, Wuerfelblitz):
        return _match_points(before, after)
    old, new = _leaders(before), _leaders(after)
    scores = after.scores()
    if old == new or max(scores) == 0:
        return ()
    names = tuple(after.name(player) for player in new)
    if len(new) > 1:
        return (say("Level at the top: {players}, {n} each.", players=names, n=max(scores)),)
    second = sorted(scores)[-2]
    ahead = count(max(scores) - second, "{n} point ahead", "{n} points ahead")
    return (say("{player} takes the lead, {ahead}.", player=names[0], ahead=ahead),)


def doubts(question: Question) -> Text:
    """How a question is told when players settle it at the table."""
    if question.code == "table.unsure":
        return say("The eye is in doubt and asks. A look at the table settles it.")
    return say("The referee steps in, and the dice are put right.")


def _leaders(state: State[Any, Any]) -> tuple[int, ...]:
    scores = state.scores()
    return tuple(player for player, score in enumerate(scores) if score == max(scores))


def _match_points(before: Wuerfelblitz, after: Wuerfelblitz) -> tuple[Text, ...]:
    for player, (old, new) in enumerate(zip(before.discs, after.discs, strict=True)):
        if new.black > old.black and new.black == GOAL - 1:
            return (say("{player} needs only one more black disc!", player=after.name(player)),)
    return ()
