"""A kept game told again, throw by throw: each throw with everything that came of it until the next one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.journal import Ruling
from companion.rules import Die, Event, History, Roll, Text


@dataclass(frozen=True, slots=True)
class Step:
    """One throw: its place among the events, whose it was, the dice, what was said to it, and the points after it."""

    event: int | None
    """None for what happened before the first throw."""
    player: int | None
    thrown: tuple[Die, ...]
    kept: tuple[Die, ...]
    said: tuple[Text, ...]
    scores: tuple[int, ...]
    corrected: bool = False
    """Whether a person had to say what lay there."""
    rulings: tuple[Text | str, ...] = ()


def retell(history: History, rulings: Iterable[Ruling] = ()) -> tuple[Step, ...]:
    """The throws of a game in order; before them, if there was anything, how it began."""
    starts = [i for i, event in enumerate(history.events) if isinstance(event.action, Roll)]
    if not starts or starts[0] > 0 or history.states[0].said:
        starts.insert(0, -1)
    ends = [*starts[1:], len(history.events)]
    decided = tuple(rulings)
    return tuple(_step(history, start, end, decided) for start, end in zip(starts, ends, strict=True))


def step_of(steps: Sequence[Step], event: int) -> int:
    """The place of the step in which an event happened."""
    return max((i for i, step in enumerate(steps) if step.event is None or step.event <= event), default=0)


def _step(history: History, start: int, end: int, rulings: tuple[Ruling, ...]) -> Step:
    events: tuple[Event, ...] = history.events[max(start, 0) : end]
    last = end == len(history.events)
    # `states[i]` is what stood before event i, so a throw's verdict is in the state after it
    said = [sentence for state in history.states[start + 1 : end + 1] for sentence in state.said]
    throw = events[0].action if start >= 0 else None
    return Step(
        start if start >= 0 else None,
        throw.player if throw else None,
        throw.thrown if isinstance(throw, Roll) else (),
        throw.kept if isinstance(throw, Roll) else (),
        tuple(said),
        history.states[end].scores(),
        any(event.corrected for event in events),
        tuple(r.reason for r in rulings if max(start, 0) <= r.after < end or (last and r.after >= end)),
    )
