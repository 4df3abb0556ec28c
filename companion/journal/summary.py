"""A sitting as a line in a list, read without playing the game again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from companion.journal.rows import EntryRow, SittingRow

BEGINNING = datetime.fromtimestamp(0, UTC)
LAST_YEAR = 9000
PAUSE = timedelta(minutes=20)
"""Nobody thinks longer than this: the table was at dinner, and that was not play."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Which game, who plays, since when, how much has happened, and whether it is over."""

    id: int
    token: str
    game: str
    players: tuple[str, ...]
    started: datetime
    entries: int
    over: bool
    minutes: int
    winners: tuple[str, ...] = ()
    """Of a game that came to its end; nobody where it was broken off."""

    @classmethod
    def of(cls, row: SittingRow, entries: Sequence[EntryRow]) -> Summary:
        players = tuple(json.loads(row.players))
        over = bool(entries) and entries[-1].kind == "end"
        return cls(
            row.id,
            row.token,
            row.game,
            players,
            moment(row.started),
            len(entries),
            over,
            round(played(row, entries).total_seconds() / 60),
            tuple(players[seat] for seat in _winners(entries[-1])) if over else (),
        )


def _winners(end: EntryRow) -> list[int]:
    """Who won, as the end of a sitting tells; those kept before it did so tell nobody."""
    return list(json.loads(end.data).get("winners", ()))


def played(row: SittingRow, entries: Sequence[EntryRow]) -> timedelta:
    """How long was played: from entry to entry, without long pauses, and no less for a clock that was set back."""
    times = [moment(row.started), *(moment(entry.at) for entry in entries)]
    gaps = (later - before for before, later in pairwise(times))
    return sum((min(max(gap, timedelta()), PAUSE) for gap in gaps), timedelta())


def moment(text: str) -> datetime:
    """A time as the journal writes it; the beginning of time if it makes no sense, since nothing depends on it."""
    try:
        told = datetime.fromisoformat(text)
    except ValueError:
        return BEGINNING
    told = told if told.tzinfo else told.replace(tzinfo=UTC)
    return told if BEGINNING.year <= told.year < LAST_YEAR else BEGINNING
