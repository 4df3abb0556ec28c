"""Journals of strangers: looked at, played again, exported, or called damaged; who forges can reckon checksums."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal import BadSitting, Journal, JournalFault
from companion.journal.rows import EntryRow, SittingRow, link
from companion.rules import Event
from companion.rules.text import say
from tests.companion.journal.tables import FIRST, journal_at, play, two_heroes
from tests.hostile.attack import ODD_JSON, altered, damaged, promptly, tries

Command = Callable[..., int]
FORGED = (
    b"\xff", b"{}", 3, 2.5, "9999-12-31T23:59:59+00:00", "0001-01-01T00:00:00", "undo", "end", "ruling", "event", "[1]",
    '{"winners":[9]}', '{"winners":["x"]}', '{"steps":1.5}', '{"steps":-1}', '{"steps":9}', '{"index":-1,"action":{}}',
    '{"reason":{"say":"{x:>99999999}","with":{"x":"a"}}}', '{"reason":{"say":"{"}}', '{"reason":{"say":"{n}"}}',
    '{"reason":{"say":"a","with":{"n":1},"plural":"{m}"}}', '{"reason":"\x1b[2J"}',
)  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game, one with an undo, a correction and a ruling, and one just begun."""
    folder = tmp_path_factory.mktemp("whole")
    with journal_at(folder) as journal:
        play(journal.begin(two_heroes()), 10_000)
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST))
        sitting.undo()
        sitting.add(Event(FIRST))
        sitting.correct(0, FIRST)
        sitting.rule(say("{who} had to leave.", who="Iva"))
        journal.begin(two_heroes())
    return folder / "journal.db"


def use(path: Path, command: Command) -> None:
    """Everything that is done with a journal that was found."""
    journal = ["--journal", str(path)]
    for arguments in (
        ["stats", "--list", *journal], ["stats", "--simulated", "--luck", *journal], ["stats", "--json", *journal],
        ["export", *journal], ["export", "--simulated", *journal], ["export", "--format", "csv", *journal],
        ["export", "--format", "bgstats", "--simulated", *journal],
        ["export", "--format", "bgstats-link", "--simulated", *journal],
    ):  # fmt: skip
        assert command(*arguments) in (0, 1, 2)
    with promptly():
        try:
            with Journal.open(path) as opened:
                opened.unfinished()
                opened.shots("wuerfelhelden")
                for kept in opened.newest(0, 9):
                    try:
                        sitting = opened.resume(kept.id)
                    except BadSitting:
                        continue
                    assert all(str(ruling.reason).isprintable() for ruling in sitting.rulings)
                    if not sitting.over:
                        sitting.end()
        except JournalFault as fault:
            assert "\n" not in str(fault)


@tries(10)
@given(data=st.data())
def test_a_damaged_journal_is_looked_at_or_set_aside(
    tmp_path: Path, command: Command, whole: Path, data: st.DataObject
) -> None:
    for file in tmp_path.glob("journal*"):
        file.unlink(missing_ok=True)
    path = tmp_path / "journal.db"
    path.write_bytes(data.draw(damaged(whole.read_bytes())))
    use(path, command)


def forge(path: Path, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
    """Change rows as somebody would who knows how the checksums are made."""
    file = sqlite3.connect(path, isolation_level=None)
    triggers = file.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        file.execute(f"DROP TRIGGER {name}")
    table, column = draw(
        st.sampled_from(
            [("sitting", c) for c in ("token", "game", "players", "options", "started")]
            + [("entry", c) for c in ("data", "data", "data", "at", "kind")]
        )
    )
    key = "id" if table == "sitting" else "seq"
    rows = file.execute(f"SELECT {key}, {column} FROM {table} WHERE {key} <> 1").fetchall()
    number, before = draw(st.sampled_from(rows))
    if draw(st.booleans()) and str(before).strip():
        after = draw(altered(str(before), ODD_JSON)) if any(c in str(before) for c in '{["0123456789abc') else "x"
    else:
        after = draw(st.sampled_from((*ODD_JSON, *FORGED)))
    if isinstance(after, str):
        after = after.encode(errors="replace").decode()
    with contextlib.suppress(sqlite3.IntegrityError):  # the file's own rules
        file.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (after, number))
    for row in [SittingRow(*r) for r in file.execute("SELECT id, token, game, players, options, started FROM sitting")]:
        try:
            chain = row.chain()
        except TypeError:
            continue
        for entry in [
            EntryRow(*e)
            for e in file.execute(
                "SELECT seq, kind, data, at, chain FROM entry WHERE sitting = ? ORDER BY seq", (row.id,)
            )
        ]:
            chain = link(chain, entry.kind, entry.data)
            file.execute("UPDATE entry SET chain = ? WHERE seq = ?", (chain, entry.seq))
    for _, made in triggers:
        file.execute(made)
    file.close()


@tries(25)
@given(data=st.data())
def test_a_forged_journal_is_looked_at_or_refused(
    tmp_path: Path, command: Command, whole: Path, data: st.DataObject
) -> None:
    for file in tmp_path.glob("journal*"):
        file.unlink(missing_ok=True)
    path = tmp_path / "journal.db"
    shutil.copy(whole, path)
    forge(path, data.draw)
    use(path, command)
