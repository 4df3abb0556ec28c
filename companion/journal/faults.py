"""What can go wrong with the journal, each a sentence that says what to do. An event that met one was not kept."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.rules import Told
from companion.rules.text import Text, say

ROOM = 1_000_000
"""With less than this free, a disk that refuses to write is called full."""


class JournalFault(Told):
    """The journal cannot do what was asked; `text` says why and what to do."""


class NoJournal(JournalFault):
    """Nothing has been kept yet."""


class NewerJournal(JournalFault):
    """A newer Würfelauge wrote it; this one leaves it alone."""


class JournalInUse(JournalFault):
    """Another Würfelauge is writing to it."""


class ReadOnlyJournal(JournalFault):
    """The folder or the file may not be written to."""


class DiskFull(JournalFault):
    """There is no room; nothing was kept, and the same may be tried again."""


class DamagedJournal(JournalFault):
    """What is on disk is not what was written."""


class BadSitting(JournalFault):
    """One game of the journal cannot be gone on with."""


@contextmanager
def plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite or the system says about the journal at `path` into a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise _fault(error, path) from error
    except UnicodeDecodeError as error:  # SQLite quotes what it found, and that is no text
        raise DamagedJournal(damaged(path)) from error
    except OSError as error:
        raise ReadOnlyJournal(_unwritable(path.parent, error.strerror or str(error))) from error


def _fault(error: sqlite3.Error, path: Path) -> JournalFault:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            return DiskFull(_full(path))
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return JournalInUse(
                say("Another Würfelauge is already keeping the journal {path}; close it first.", path=str(path))
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_TOOBIG:
            return DamagedJournal(damaged(path))
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return ReadOnlyJournal(_unwritable(path.parent, str(error)))
    if _free(path) < ROOM:
        return DiskFull(_full(path))
    return ReadOnlyJournal(_unwritable(path.parent, str(error)))


def damaged(path: Path) -> Text:
    return say("The journal {path} is damaged; start Würfelauge again and it is set aside.", path=str(path))


def _full(path: Path) -> Text:
    return say(
        "The disk is full: this was not kept. Make room where {path} lies and do it again; the game waits.",
        path=str(path.parent),
    )


def _unwritable(folder: Path, reason: str) -> Text:
    return say(
        "Nothing can be kept in {path} ({reason}). Allow writing there, or name another folder in WUERFELAUGE_DATA.",
        path=str(folder),
        reason=reason,
    )


def _free(path: Path) -> int:
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return ROOM
