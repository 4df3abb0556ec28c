"""How much room the data of a table takes, part by part."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.rules.text import Name
from companion.statistics.words import decimal


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes of the journal, of the pictures of throws, of everything else, and how many pictures there are."""

    journal: int = 0
    pictures: int = 0
    rest: int = 0
    number: int = 0

    @property
    def total(self) -> int:
        return self.journal + self.pictures + self.rest


def room_taken(folder: Path) -> Room:
    """Look at everything in the data folder; what cannot be looked at takes no room."""
    journal = pictures = rest = number = 0
    for path, size in _files(folder):
        first = path.relative_to(folder).parts[0]
        if first.startswith("journal"):
            journal += size
        elif first == "pictures":
            pictures += size
            number += 1
        else:
            rest += size
    return Room(journal, pictures, rest, number)


def megabytes(size: int) -> Name:
    """A size in MB, as people say it."""
    return decimal(size / 1_000_000) if 0 < size < 10_000_000 else decimal(size / 1_000_000, 0)


def _files(folder: Path) -> Iterator[tuple[Path, int]]:
    for place, _, names in os.walk(folder):  # it passes over what it may not read
        for name in names:
            path = Path(place) / name
            try:
                yield path, path.stat().st_size
            except OSError:
                continue
