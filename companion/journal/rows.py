"""What the journal's file consists of, sittings, entries and shots, and whether they are as they were written."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.text import is_written

_TOKEN = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class SittingRow:
    """Who sat down to what: as the file has it."""

    id: int
    token: str
    game: str
    players: str
    options: str
    started: str

    def chain(self) -> int:
        """The checksum that its entries build on."""
        return zlib.crc32("\0".join((self.token, self.game, self.players, self.options)).encode())


@dataclass(frozen=True, slots=True)
class EntryRow:
    """Something that happened at a sitting: as the file has it. `seq` is the order; `at` is only told to people."""

    seq: int
    kind: str
    data: str
    at: str
    chain: int


@dataclass(frozen=True, slots=True)
class ShotRow:
    """A face that a person named, with its picture as PNG."""

    body: str
    face: str
    read_as: str
    picture: bytes


def link(before: int, kind: str, data: str) -> int:
    """The checksum of an entry after the one before it."""
    return zlib.crc32(f"{kind}\0{data}".encode(), before)


def intact(row: SittingRow, entries: Iterable[EntryRow]) -> bool:
    """Whether the entries of a sitting are those that were written, none altered and none missing before another."""
    chain = row.chain()
    for entry in entries:
        chain = link(chain, entry.kind, entry.data)
        if chain != entry.chain or not is_entry(row, entry):
            return False
    return True


def is_sitting(row: SittingRow) -> bool:
    """Whether a row is one that this program writes: checksums tell of accidents, not of people who can reckon."""
    texts = (row.token, row.game, row.players, row.options, row.started)
    if not all(isinstance(text, str) for text in texts) or not _TOKEN.fullmatch(row.token):
        return False
    try:
        players = json.loads(row.players)
    except (ValueError, RecursionError):
        return False
    return isinstance(players, list) and all(isinstance(name, str) and is_written(name) for name in players)


def is_entry(row: SittingRow, entry: EntryRow) -> bool:
    """The same of an entry. Of its data only what a list of games shows is looked at; the rest is left to the rules."""
    if not all(isinstance(text, str) for text in (entry.kind, entry.data, entry.at)):
        return False
    if entry.kind != "end":
        return True
    try:
        end = json.loads(entry.data)
    except (ValueError, RecursionError):
        return False
    winners = end.get("winners", []) if isinstance(end, dict) else None
    seats = range(len(json.loads(row.players)))
    return isinstance(winners, list) and all(type(seat) is int and seat in seats for seat in winners)
