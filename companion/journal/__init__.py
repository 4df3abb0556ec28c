"""The journal: every event of every game, on disk before it is shown as done. A killed game goes on where it stood.

`Journal.open()` → `begin(state)` or `resume(id)` → a `Sitting`, which wraps `companion.rules.History` and keeps it.
"""

from companion.journal.faults import (
    BadSitting,
    DamagedJournal,
    DiskFull,
    JournalFault,
    JournalInUse,
    NewerJournal,
    NoJournal,
    ReadOnlyJournal,
)
from companion.journal.journal import Journal
from companion.journal.pictures import PictureLimits
from companion.journal.replay import Ruling
from companion.journal.shots import Shot, learnt
from companion.journal.sitting import Sitting
from companion.journal.summary import Summary

__all__ = [
    "BadSitting", "DamagedJournal", "DiskFull", "Journal", "JournalFault", "JournalInUse", "NewerJournal", "NoJournal",
    "PictureLimits", "ReadOnlyJournal", "Ruling", "Shot", "Sitting", "Summary", "learnt",
]  # fmt: skip
