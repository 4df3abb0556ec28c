"""One game at one table, kept: what `History` does, on disk before it counts. A fault leaves everything as it was."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from typing import Any

from companion.journal.pictures import PictureShelf
from companion.journal.replay import Live, Ruling, reason_to_json
from companion.journal.rows import EntryRow, ShotRow, SittingRow
from companion.journal.shots import Shot
from companion.journal.store import Store
from companion.rules import Action, Correction, Event, History, Roll, State, Text, action_to_json
from vision.crops import Image

Entry = tuple[str, dict[str, object]]


class Sitting:
    """A game being played. Each verb returns once its entry is durable; JournalFault, and nothing happened, if not."""

    def __init__(
        self, store: Store, shelf: PictureShelf, row: SittingRow, live: Live, *, chain: int, now: Callable[[], str]
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._row = row
        self._live = live
        self._chain = chain
        self._now = now
        self._turn = threading.RLock()

    @property
    def id(self) -> int:
        return self._row.id

    @property
    def token(self) -> str:
        """A name for this sitting that no other one anywhere has."""
        return self._row.token

    @property
    def started(self) -> str:
        """When it began, by the clock of that day (ISO, UTC); never used to put things in order."""
        return self._row.started

    @property
    def history(self) -> History:
        """The events that stand, and the state after each."""
        return self._live.history

    @property
    def state(self) -> State[Any, Any]:
        """Where the game stands."""
        return self._live.history.state

    @property
    def unsaid(self) -> tuple[Roll, ...]:
        """The throws that were told and stand no more, of each player the last one."""
        return self._live.unsaid

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """What the table decided, in order; an undo does not unsay it."""
        return self._live.rulings

    @property
    def over(self) -> bool:
        """Whether the game came to its end or was ended."""
        return self._live.over

    def add(self, event: Event, picture: Image | None = None, shots: Sequence[Shot] = ()) -> State[Any, Any]:
        """Something happened; IllegalAction if the rules refuse it. `shots` are faces that a person had to name."""
        self._keep(("event", event.to_json()), shots, picture)
        return self.state

    def add_all(self, events: Sequence[Event]) -> State[Any, Any]:
        """A whole course of events at once, all or none: written as one, since a disk takes its time for each."""
        with self._turn:
            live, entries = self._live, list[tuple[str, str]]()
            for event in events:
                entries.append(("event", _written(event.to_json())))
                live = live.after(EntryRow(0, *entries[-1], "", 0))
            self._write([*entries, *_end(live)], ())
        return self.state

    def undo(self, steps: int = 1) -> State[Any, Any]:
        """Take the last events back; they stay in the journal as taken back."""
        self._keep(("undo", {"steps": steps}))
        return self.state

    def correct(self, index: int, action: Action, shots: Sequence[Shot] = ()) -> Correction:
        """Correct a past event; what no longer fits after it is set aside and returned, as `History.correct` does."""
        with self._turn:
            correction = self.history.correct(index, action)
            self._keep(("correction", {"index": index, "action": action_to_json(action)}), shots)
        return correction

    def rule(self, reason: Text | str, event: Event | None = None, picture: Image | None = None) -> State[Any, Any]:
        """The table decides: `reason` says what about, `event` is what it lets stand, if anything."""
        data: dict[str, object] = {"reason": reason_to_json(reason)}
        if event is not None:
            data["event"] = event.to_json()
        self._keep(("ruling", data), (), picture)
        return self.state

    def end(self) -> None:
        """Stop here: the game is not offered again. A game that is decided ends by itself; an undo opens it again."""
        if not self.over:
            self._keep(("end", {}))

    def picture(self, index: int) -> bytes | None:
        """The picture (JPEG) that was kept with an event of the history, if it is still there."""
        return self._shelf.get(self.token, self._live.seqs[index])

    def entries(self) -> tuple[EntryRow, ...]:
        """Everything that was ever written about this sitting, undone or not."""
        return self._store.entries(self.id)

    def _keep(self, entry: Entry, shots: Sequence[Shot] = (), picture: Image | None = None) -> None:
        kind, data = entry
        with self._turn:
            live = self._live.after(EntryRow(0, kind, _written(data), "", 0))  # by the same steps as a resumed game
            entries = [(kind, _written(data)), *(_end(live) if kind != "end" else ())]
            rows = self._write(entries, [shot.row() for shot in shots])
        if picture is not None:
            self._shelf.put(self.token, rows[0].seq, picture)

    def _write(self, entries: Sequence[tuple[str, str]], shots: Sequence[ShotRow]) -> tuple[EntryRow, ...]:
        rows = self._store.add(self.id, self._chain, entries, self._now(), shots)
        for row in rows:
            self._live = self._live.after(row)
        self._chain = rows[-1].chain
        return rows


def _written(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _end(live: Live) -> tuple[tuple[str, str], ...]:
    """The entry that ends a sitting, if it is over; it names the winners, so that a list need not play it again."""
    outcome = live.history.state.outcome()
    if outcome is not None:
        return (("end", _written({"winners": list(outcome.winners)})),)
    return (("end", "{}"),) if live.over else ()
