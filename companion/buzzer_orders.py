"""What the buzzer is told of a round: when to listen and to whom, its lamps and tones."""

from __future__ import annotations

from companion.calls import Calls
from hardware.link import Link
from hardware.protocol import PLAYERS, Tone


def show(before: Calls | None, after: Calls, link: Link) -> None:
    """Pass on to the box what a step came to: round, lamps, tone, second chances."""
    if before is None or before.round != after.round:
        link.arm(after.round, _dead(after))
        link.tone(Tone.READY)
    elif before.revealed_at is None and after.revealed_at is not None:
        link.open(after.round, _dead(after))
    elif after.revealed_at is not None and not after.over and _dead(before) != _dead(after):
        # Nothing new for an open round; but a box that is reset now would listen to everybody again.
        link.open(after.round, _dead(after))
    if after.over and before is not None and not before.over:
        link.disarm()
    if after.again:
        link.again(after.again)
    if before is None or _lamps(before) != _lamps(after):
        on, blinking = _lamps(after)
        link.lamps(on, blinking)
    if after.tone:
        link.tone(after.tone)


def _dead(calls: Calls) -> tuple[int, ...]:
    """Buttons without a player, and of players who sit out: no lamp or tone of the box may say that they were first."""
    return (*calls.out, *range(len(calls.state.table.players), PLAYERS))


def _lamps(calls: Calls) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Lit: who is asked, or was right. Blinking: who was too early."""
    right = tuple(call.player for call in calls.state.right) if calls.revealed_at is not None else ()
    return (*calls.floor, *right), calls.early
