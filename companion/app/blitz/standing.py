"""Where each player stands in a round, for their button: may press, is asked, is next, is out, was right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.calls import Calls
from companion.moments import Moment
from companion.rules import Text
from companion.rules.text import say
from companion.rules.wuerfelblitz import Wuerfelblitz

Kind = Literal["quiet", "open", "asked", "next", "out", "right", "wrong", "won"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a button looks and what it says under the name."""

    kind: Kind
    words: Text | None = None
    icon: str | None = None


def standings(moment: Moment) -> tuple[Standing, ...]:
    """One a player."""
    state = moment.state
    assert isinstance(state, Wuerfelblitz)
    outcome = state.outcome()
    return tuple(
        Standing("won", say("Has won"), "crown")
        if outcome is not None and seat in outcome.winners
        else _standing(seat, moment, moment.calls)
        for seat in range(len(state.table.players))
    )


def _standing(seat: int, moment: Moment, calls: Calls | None) -> Standing:
    if calls is None:
        return Standing("quiet")
    line = [waiting.player for waiting in calls.waiting]
    if seat in calls.floor:
        return Standing("asked", say("Which number?"), "buzzer")
    if seat in line:
        number = calls.waiting[line.index(seat)].number
        return Standing("next", say("Next"), "clock") if number is None else Standing("next", say("Has answered"))
    if seat in calls.early and calls.house.early_sits_out:
        return Standing("out", say("Too early: out"), "lock")
    called = [call for call in moment.verdict.called if call.player == seat] if moment.verdict else []
    if called and called[-1].right:
        return Standing("right", say("{number} is right", number=called[-1].number), "check")
    if seat in calls.out and seat in calls.silent:
        return Standing("out", say("Out: no number"), "lock")
    if called and not calls.unread:
        kind: Kind = "out" if seat in calls.out else "wrong"
        return Standing(kind, say("{number} is wrong", number=called[-1].number), "close")
    if seat in calls.out:
        return Standing("out", say("Out"), "lock")
    if calls.revealed_at is not None:
        return Standing("open", say("Press!"))
    thrower = moment.state.expects().throws
    return Standing("quiet", say("Throws"), "dice") if thrower and thrower[0].player == seat else Standing("quiet")
