"""The journal's file: SQLite in WAL mode, each transaction on the disk before it returns, one writer at a time.

Entries are only ever added. Each carries a checksum over itself and all before it, so that a lost or altered one shows.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from companion.journal.faults import DamagedJournal, NewerJournal, damaged, plainly
from companion.journal.rows import EntryRow, ShotRow, SittingRow, intact, is_sitting, link
from companion.rules.text import say

VERSION = 1
LONGEST = 16_000_000
"""Bytes of anything in the file: a face that somebody named takes some ten thousand."""
APPLICATION = 0x57FE1A06
"""Marks the file as ours among all SQLite files."""
SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE sitting (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    options TEXT NOT NULL,
    started TEXT NOT NULL
);
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    sitting INTEGER NOT NULL REFERENCES sitting,
    kind TEXT NOT NULL CHECK (kind IN ('event', 'undo', 'correction', 'ruling', 'end')),
    data TEXT NOT NULL,
    at TEXT NOT NULL,
    chain INTEGER NOT NULL
);
CREATE INDEX entries_of_a_sitting ON entry (sitting, seq);
CREATE TABLE shot (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entry INTEGER NOT NULL REFERENCES entry,
    body TEXT NOT NULL,
    face TEXT NOT NULL,
    read_as TEXT NOT NULL,
    picture BLOB NOT NULL
);
CREATE TRIGGER entries_are_not_removed BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries stay'); END;
CREATE TRIGGER entries_are_not_changed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entries stay'); END;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""


class Store:
    """An open journal file. Every method either has done its work on the disk or raises a JournalFault."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: sqlite3.Connection | None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._turn = threading.RLock()

    @classmethod
    def write(cls, path: Path, lock: sqlite3.Connection) -> Store:
        """The file for writing, made if it is not there. The lock is the caller's; it is let go with the file."""
        refuse_newer(path)
        with plainly(path):
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            store = cls(path, connection, lock)
            try:
                store._prepare()
                store.check()
            except BaseException:
                connection.close()
                raise
            return store

    @classmethod
    def look(cls, path: Path) -> Store:
        """The file for reading, while another may write to it."""
        refuse_newer(path)
        with plainly(path):
            connection = _read_only(path)
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            store = cls(path, connection, None)
            try:
                store.check()
            except BaseException:
                connection.close()
                raise
            return store

    def _prepare(self) -> None:
        connection = self._connection
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(SCHEMA)
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
            raise DamagedJournal(damaged(self.path))
        if connection.execute("PRAGMA user_version").fetchone()[0] > VERSION:  # said beside the file, not yet in it
            raise newer(self.path)
        connection.execute("PRAGMA journal_mode = WAL")

    def check(self) -> None:
        """DamagedJournal unless the file is whole, is a journal, and every entry is as it was written."""
        with plainly(self.path):
            if _shape(self._connection) != _ours():  # first: a view in place of a table need not ever end
                raise DamagedJournal(damaged(self.path))
            mark = self._connection.execute("PRAGMA application_id").fetchone()[0]
            whole = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if mark != APPLICATION or whole != "ok":
                raise DamagedJournal(damaged(self.path))
            for row in self.sittings():
                if not (is_sitting(row) and intact(row, self.entries(row.id))):
                    raise DamagedJournal(damaged(self.path))

    def sittings(self) -> tuple[SittingRow, ...]:
        """All sittings, in the order in which they began."""
        return self._sittings("ORDER BY id")

    def sitting(self, number: int) -> SittingRow | None:
        """One sitting, if there is such a one."""
        return next(iter(self._sittings("WHERE id = ?", number)), None)

    def newest(self, start: int, most: int) -> tuple[SittingRow, ...]:
        """Some sittings, the latest first, from the one after so many others."""
        return self._sittings("ORDER BY id DESC LIMIT ? OFFSET ?", most, start)

    def unfinished(self) -> tuple[SittingRow, ...]:
        """The sittings whose last entry is not their end, the latest first."""
        last = "(SELECT kind FROM entry WHERE entry.sitting = sitting.id ORDER BY seq DESC LIMIT 1)"
        return self._sittings(f"WHERE coalesce({last}, '') <> 'end' ORDER BY id DESC")

    def count(self) -> int:
        """How many sittings there are."""
        with plainly(self.path), self._turn:
            return int(self._connection.execute("SELECT count(*) FROM sitting").fetchone()[0])

    def _sittings(self, which: str, *values: int) -> tuple[SittingRow, ...]:
        with plainly(self.path), self._turn:
            rows = self._connection.execute(
                f"SELECT id, token, game, players, options, started FROM sitting {which}", values
            )
            return tuple(SittingRow(*row) for row in rows)

    def entries(self, sitting: int) -> tuple[EntryRow, ...]:
        """What happened at a sitting, in order."""
        with plainly(self.path), self._turn:
            rows = self._connection.execute(
                "SELECT seq, kind, data, at, chain FROM entry WHERE sitting = ? ORDER BY seq", (sitting,)
            )
            return tuple(EntryRow(*row) for row in rows)

    def shots(self, game: str) -> tuple[ShotRow, ...]:
        """The faces that people named in a game, oldest first."""
        with plainly(self.path), self._turn:
            rows = self._connection.execute(
                "SELECT body, face, read_as, picture FROM shot JOIN entry ON entry.seq = shot.entry"
                " JOIN sitting ON sitting.id = entry.sitting WHERE sitting.game = ? ORDER BY shot.id",
                (game,),
            )
            return tuple(ShotRow(*row) for row in rows)

    def begin(self, token: str, game: str, players: str, options: str, started: str) -> SittingRow:
        """A new sitting."""
        with self._durably() as connection:
            cursor = connection.execute(
                "INSERT INTO sitting (token, game, players, options, started) VALUES (?, ?, ?, ?, ?)",
                (token, game, players, options, started),
            )
        return SittingRow(cursor.lastrowid or 0, token, game, players, options, started)

    def add(
        self, sitting: int, chain: int, entries: Sequence[tuple[str, str]], at: str, shots: Iterable[ShotRow] = ()
    ) -> tuple[EntryRow, ...]:
        """Add entries (kind, data) after those with this checksum, all or none; shots belong to the first."""
        added = []
        with self._durably() as connection:
            for kind, data in entries:
                chain = link(chain, kind, data)
                cursor = connection.execute(
                    "INSERT INTO entry (sitting, kind, data, at, chain) VALUES (?, ?, ?, ?, ?)",
                    (sitting, kind, data, at, chain),
                )
                added.append(EntryRow(cursor.lastrowid or 0, kind, data, at, chain))
            connection.executemany(
                "INSERT INTO shot (entry, body, face, read_as, picture) VALUES (?, ?, ?, ?, ?)",
                [(added[0].seq, shot.body, shot.face, shot.read_as, shot.picture) for shot in shots],
            )
        return tuple(added)

    def close(self) -> None:
        with self._turn:
            self._connection.close()
            if self._lock is not None:
                self._lock.close()

    @contextmanager
    def _durably(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is on the disk when it is left without an error, and leaves nothing otherwise."""
        with plainly(self.path), self._turn:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # SQLite has already taken back what met a full disk
                    self._connection.execute("ROLLBACK")
                raise


def _shape(connection: sqlite3.Connection) -> set[tuple[object, ...]]:
    """All that a file consists of, as it was made."""
    return set(connection.execute("SELECT type, name, sql FROM sqlite_schema"))


@cache
def _ours() -> set[tuple[object, ...]]:
    """What a journal consists of."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(SCHEMA)
        return _shape(connection)


def has_our_tables(connection: sqlite3.Connection) -> bool:
    """Whether a damaged file can be read without surprises: its tables are ours, whatever became of the rest."""
    tables = {item for item in _ours() if item[0] == "table"}
    return tables <= _shape(connection)


def take_lock(path: Path) -> sqlite3.Connection:
    """Be the one writer of a journal; JournalInUse if another is. The lock goes with its process, killed or not."""
    with plainly(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(path.with_suffix(".lock"), isolation_level=None, check_same_thread=False, timeout=0)
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")  # nothing is ever written: no file beside it either
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            lock.close()
            raise
        return lock


def refuse_newer(path: Path) -> None:
    """NewerJournal if the file says so. Its first bytes are read, no more: SQLite would touch it by opening it."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError:
        return
    ours = header[:6] == b"SQLite" and int.from_bytes(header[68:72], "big") == APPLICATION
    if ours and int.from_bytes(header[60:64], "big") > VERSION:
        raise newer(path)


def newer(path: Path) -> NewerJournal:
    return NewerJournal(
        say(
            "The journal {path} was written by a newer Würfelauge; update this one. Nothing was changed.",
            path=str(path),
        )
    )


def _read_only(path: Path) -> sqlite3.Connection:
    address = path.absolute().as_uri()
    connection = sqlite3.connect(f"{address}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.OperationalError:  # a folder that cannot be written to, with nobody writing either
        connection.close()
        connection = sqlite3.connect(f"{address}?immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    return connection
