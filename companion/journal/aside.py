"""A damaged journal is put aside under a dated name, never overwritten, and what can still be read is taken over."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from companion.journal.faults import JournalFault, plainly
from companion.journal.rows import EntryRow, ShotRow, SittingRow, is_entry, is_sitting, link
from companion.journal.store import APPLICATION, LONGEST, Store, has_our_tables

COMPANIONS = ("-wal", "-shm")
"""Files that SQLite keeps beside its own; the first may hold the latest entries."""


def set_aside(path: Path, day: str) -> Path:
    """Rename the journal and what lies beside it; the new name."""
    number = 1
    while (kept := path.with_name(f"{path.stem}-damaged-{day}{f'-{number}' if number > 1 else ''}.db")).exists():
        number += 1
    with plainly(path):
        path.rename(kept)
        for end in COMPANIONS:
            beside = path.with_name(path.name + end)
            if beside.exists():
                beside.rename(kept.with_name(kept.name + end))
    return kept


def put_back(path: Path, kept: Path) -> None:
    """Undo `set_aside` where no new journal could be begun: the next start finds the damage again and says so."""
    with contextlib.suppress(OSError):
        for end in ("", *COMPANIONS):
            beside = path.with_name(path.name + end)
            beside.unlink(missing_ok=True)  # what there is of the new one, empty
            if kept.with_name(kept.name + end).exists():
                kept.with_name(kept.name + end).rename(beside)


def take_over(damaged: Path, into: Store) -> tuple[int, int]:
    """Copy the sittings that can still be read, each as far as it is whole; how many, and how many were there."""
    with contextlib.suppress(sqlite3.Error, UnicodeDecodeError):
        # a copy of the connection's own: reading must not write to what was put aside
        connection = sqlite3.connect(f"{damaged.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        with contextlib.closing(connection):
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
            if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                return 0, 0
            if not has_our_tables(connection):
                return 0, 0
            rows = _sittings(connection)
            return sum(_copy(connection, row, into) for row in rows), len(rows)
    return 0, 0


def _sittings(connection: sqlite3.Connection) -> list[SittingRow]:
    rows = []
    with contextlib.suppress(sqlite3.Error, TypeError):
        columns = "id, token, game, players, options, started"
        for row in connection.execute(f"SELECT {columns} FROM sitting NOT INDEXED ORDER BY id"):
            rows.append(SittingRow(*row))
    return rows


def _copy(connection: sqlite3.Connection, row: SittingRow, into: Store) -> bool:
    """Whether anything of a sitting could be taken over."""
    if not is_sitting(row):
        return False
    entries = _whole(connection, row)
    try:
        fresh = into.begin(row.token, row.game, row.players, row.options, row.started)
        chain = fresh.chain()
        for entry, shots in entries:
            chain = into.add(fresh.id, chain, [(entry.kind, entry.data)], entry.at, shots)[0].chain
    except (JournalFault, sqlite3.Error, UnicodeError):
        return False
    return bool(entries)


def _whole(connection: sqlite3.Connection, row: SittingRow) -> list[tuple[EntryRow, list[ShotRow]]]:
    """The entries of a sitting up to the first one that is not as it was written."""
    found: list[tuple[EntryRow, list[ShotRow]]] = []
    chain = row.chain()
    with contextlib.suppress(sqlite3.Error, TypeError, UnicodeError):
        entries = connection.execute(
            "SELECT seq, kind, data, at, chain FROM entry NOT INDEXED WHERE sitting = ? ORDER BY seq", (row.id,)
        ).fetchall()
        for entry in (EntryRow(*columns) for columns in entries):
            chain = link(chain, entry.kind, entry.data)
            if chain != entry.chain or not is_entry(row, entry):
                break
            found.append((entry, _shots(connection, entry.seq)))
    return found


def _shots(connection: sqlite3.Connection, seq: int) -> list[ShotRow]:
    with contextlib.suppress(sqlite3.Error, TypeError):
        columns = "body, face, read_as, picture"
        return [ShotRow(*row) for row in connection.execute(f"SELECT {columns} FROM shot WHERE entry = ?", (seq,))]
    return []
