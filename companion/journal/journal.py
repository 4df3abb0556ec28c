"""The journal as the program uses it: begin a game, go on with one, look at what was played."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.games import UnknownGame, game
from companion.journal.aside import put_back, set_aside, take_over
from companion.journal.faults import BadSitting, DamagedJournal, JournalFault, NoJournal, plainly
from companion.journal.pictures import PictureLimits, PictureShelf
from companion.journal.replay import Live, replay
from companion.journal.rows import EntryRow, SittingRow
from companion.journal.shots import Shot
from companion.journal.sitting import Sitting
from companion.journal.store import Store, take_lock
from companion.journal.summary import Summary
from companion.rules import BadSetup, History, State, Text
from companion.rules.text import count, say
from vision.userdata import data_folder

FILE = "journal.db"
MOST = 2**63 - 1
"""What SQLite can count to."""
Clock = Callable[[], datetime]


class Journal:
    """Every game that was played here. `notices` are sentences about what was found at opening it."""

    def __init__(self, store: Store, shelf: PictureShelf, clock: Clock, notices: tuple[Text, ...] = ()) -> None:
        self.notices = notices
        self._store = store
        self._shelf = shelf
        self._clock = clock
        self._open: dict[int, Sitting] = {}

    @classmethod
    def open(
        cls,
        path: Path | None = None,
        pictures: PictureLimits | None = PictureLimits(),  # noqa: B008 - a frozen value
        clock: Clock = lambda: datetime.now(UTC),
    ) -> Journal:
        """The journal for playing, made if there is none; with `pictures=None` no pictures are kept.

        A damaged one is set aside and said so in `notices`; NewerJournal, JournalInUse, ReadOnlyJournal or DiskFull
        if nothing can be kept now.
        """
        path = path or data_folder() / FILE
        lock = take_lock(path)
        notices: tuple[Text, ...] = ()
        try:
            try:
                store = Store.write(path, lock)
            except DamagedJournal:
                kept = set_aside(path, clock().strftime("%Y-%m-%d"))
                try:
                    store = Store.write(path, lock)
                except JournalFault:
                    put_back(path, kept)
                    raise
                notices = (_set_aside(kept, *take_over(kept, store)),)
        except BaseException:
            lock.close()
            raise
        return cls(store, PictureShelf(path.parent / "pictures", pictures), clock, notices)

    @classmethod
    def look(cls, path: Path | None = None) -> Journal:
        """The journal for reading only, even while a game is being kept; NoJournal if there is none."""
        path = path or data_folder() / FILE
        with plainly(path):
            there = path.is_file()  # a pipe would be waited for
        if not there:
            raise NoJournal(say("No game has been kept yet: there is no journal {path}.", path=str(path)))
        return cls(Store.look(path), PictureShelf(path.parent / "pictures", None), lambda: datetime.now(UTC))

    def begin(self, state: State[Any, Any]) -> Sitting:
        """A new game from its first state."""
        table = state.table
        if state != table.game.begin(table):
            raise ValueError("a sitting begins where its game begins")
        data = table.to_json()
        players, options = (json.dumps(data[key], ensure_ascii=False) for key in ("players", "options"))
        row = self._store.begin(uuid.uuid4().hex, table.game.id, players, options, self._now())
        return self._sitting(row, Live(History.begin(state)), row.chain())

    def resume(self, sitting: int) -> Sitting:
        """A game as it stood after its last kept event; BadSitting if there is none or it no longer fits the rules."""
        if sitting in self._open:
            return self._open[sitting]
        row = self._row(sitting)
        entries = self._store.entries(sitting)
        live = _played_again(row, entries)
        return self._sitting(row, live, entries[-1].chain if entries else row.chain())

    def past(self, sitting: int) -> Live:
        """How a game went, to look at it: nothing is kept in mind, so hundreds can be read one after another."""
        return _played_again(self._row(sitting), self._store.entries(sitting))

    def unfinished(self) -> tuple[Summary, ...]:
        """The games that can be gone on with, the latest first."""
        return tuple(map(self._summary, self._store.unfinished()))

    def latest(self) -> Sitting | None:
        """The latest game that can be gone on with; games that no longer fit the rules are passed over."""
        for row in self._store.unfinished():
            try:
                return self.resume(row.id)
            except BadSitting:
                continue
        return None

    def sittings(self) -> tuple[Summary, ...]:
        """All games, in the order in which they began."""
        return tuple(map(self._summary, self._store.sittings()))

    def newest(self, start: int, most: int) -> tuple[Summary, ...]:
        """A page of all games, the latest first; only what stands on it is read."""
        return tuple(map(self._summary, self._store.newest(start, most)))

    def summary(self, sitting: int) -> Summary:
        """One game as a line in a list; BadSitting if there is none."""
        return self._summary(self._row(sitting))

    def count(self) -> int:
        """How many games there are."""
        return self._store.count()

    def picture(self, token: str, seq: int) -> bytes | None:
        """The picture (JPEG) that was kept with an entry of a sitting, if it is still there."""
        return self._shelf.get(token, seq)

    def keep_pictures(self, limits: PictureLimits | None) -> None:
        """From now on keep pictures of throws, or none; those that are there stay."""
        self._shelf.limits = limits

    def shots(self, game_id: str) -> tuple[Shot, ...]:
        """The faces that people named in this game, oldest first: `learnt` makes a lesson of them."""
        shots = (Shot.of(row) for row in self._store.shots(game_id))
        return tuple(shot for shot in shots if shot is not None)

    def close(self) -> None:
        """Let the file go; another may write to it now."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _row(self, sitting: int) -> SittingRow:
        row = self._store.sitting(sitting) if 0 < sitting <= MOST else None
        if row is None:
            raise BadSitting(say("There is no game {n} in the journal.", n=sitting))
        return row

    def _summary(self, row: SittingRow) -> Summary:
        return Summary.of(row, self._store.entries(row.id))

    def _sitting(self, row: SittingRow, live: Live, chain: int) -> Sitting:
        self._open[row.id] = Sitting(self._store, self._shelf, row, live, chain=chain, now=self._now)
        return self._open[row.id]

    def _now(self) -> str:
        return self._clock().isoformat(timespec="milliseconds")


def _played_again(row: SittingRow, entries: Sequence[EntryRow]) -> Live:
    """Where a sitting stands; BadSitting if its entries no longer fit the rules."""
    try:
        start = game(row.game).start(json.loads(row.players), json.loads(row.options))
        return replay(History.begin(start), entries)
    except (UnknownGame, BadSetup, ValueError, LookupError, TypeError, RecursionError) as error:
        raise BadSitting(
            say("Game {n} cannot be gone on with: {reason}", n=row.id, reason=getattr(error, "text", str(error)))
        ) from error


def _set_aside(kept: Path, saved: int, found: int) -> Text:
    if not found:
        return say("The journal was damaged. It is kept as {file}; a new one has begun.", file=kept.name)
    return say(
        "The journal was damaged. It is kept as {file}; {saved} of {found} could be taken over into a new one.",
        file=kept.name,
        saved=saved,
        found=count(found, "{n} kept game", "{n} kept games"),
    )
