"""The live history of a sitting, derived from its entries: events as they came, undone, corrected, ruled."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.journal.rows import EntryRow
from companion.rules import Event, History, Roll, Text
from companion.rules.text import is_written


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the table decided against or beside the rule book: after how many events, why, and when."""

    after: int
    reason: Text | str
    at: str


@dataclass(frozen=True, slots=True)
class Live:
    """Where a sitting stands: its history, the entry each event came with, the rulings, and whether it is over."""

    history: History
    seqs: tuple[int, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    over: bool = False
    unsaid: tuple[Roll, ...] = ()
    """The throws that were told and stand no more, of each player the last one."""

    def after(self, entry: EntryRow) -> Live:
        """One entry later. ValueError if the entry does not fit: it was written by other rules, or not at all."""
        data: Mapping[str, Any] = json.loads(entry.data)
        match entry.kind:
            case "event":
                return self._added(data, entry.seq)
            case "undo":
                history = self.history.undo(data["steps"])
                return self._mended(history)
            case "correction":
                game = self.history.state.table.game
                history = self.history.correct(data["index"], game.action_from_json(data["action"])).history
                return self._mended(history)
            case "ruling":
                ruling = Ruling(len(self.history.events), _reason(data["reason"]), entry.at)
                ruled = replace(self, rulings=(*self.rulings, ruling))
                return ruled._added(data["event"], entry.seq) if "event" in data else ruled
            case "end":
                return replace(self, over=True)
        raise ValueError(f"an entry of an unknown kind, {entry.kind}")

    def _added(self, data: object, seq: int) -> Live:
        history = self.history.add(Event.read(self.history.state.table.game, data))
        return Live(history, (*self.seqs, seq), self.rulings, unsaid=unsaid(self.unsaid, self.history, history))

    def _mended(self, history: History) -> Live:
        seqs = self.seqs[: len(history.events)]
        return Live(history, seqs, self.rulings, unsaid=unsaid(self.unsaid, self.history, history))


def replay(start: History, entries: Iterable[EntryRow]) -> Live:
    """Where a sitting stands after all its entries."""
    live = Live(start)
    for entry in entries:
        live = live.after(entry)
    return live


def unsaid(so_far: tuple[Roll, ...], before: History, after: History) -> tuple[Roll, ...]:
    """The throws that were told and stand no more, taken back or corrected; of each player the last one.

    Its dice may still lie there, and be read as they were, until that player is seen to throw again.
    """
    rolls = {roll.player: roll for roll in so_far}
    if len(after.events) > len(before.events):
        event = after.events[-1]
        if isinstance(event.action, Roll) and event.origin != "hand":
            rolls.pop(event.action.player, None)
        return tuple(rolls.values())
    for index, event in enumerate(before.events):
        stands = index < len(after.events) and after.events[index].action == event.action
        if isinstance(event.action, Roll) and not stands:
            rolls[event.action.player] = event.action
    return tuple(rolls.values())


def reason_to_json(reason: Text | str) -> object:
    return reason if isinstance(reason, str) else reason.to_json()


def _reason(data: object) -> Text | str:
    reason = data if isinstance(data, str) else Text.from_json(data)
    if not is_written(str(reason)):
        raise ValueError("a reason that nobody can have written")
    return reason
