"""Disk full, folder read-only, file damaged or from the future: a sentence each, and nothing that counted is lost."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.i18n import in_words
from companion.journal import BadSitting, DamagedJournal, DiskFull, Journal, NewerJournal, ReadOnlyJournal, Sitting
from companion.rules import Event
from companion.rules.text import Text
from tests.companion.journal.tables import FIRST, SECOND, journal_at, play, two_heroes


def german(text: Text) -> str:
    return in_words(text, "de")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A journal of three games, the last one unfinished."""
    with journal_at(tmp_path) as journal:
        for seed, events in enumerate((10_000, 10_000, 40)):
            play(journal.begin(two_heroes()), events, seed)
    return tmp_path / "journal.db"


def talk_on(sitting: Sitting) -> None:
    for _ in range(1000):
        sitting.rule("We wait. " * 50)


def damaged_files(path: Path) -> list[Path]:
    return sorted(path.parent.glob("journal-damaged-*.db"))


@pytest.mark.parametrize(
    "rubbish",
    [b"this is not a database at all, but a text that someone saved here" * 40, b"SQLite format 3\0" + b"\xff" * 8000],
    ids=["text", "broken header"],
)
def test_a_file_that_is_no_journal_is_set_aside_whole(rubbish: bytes, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(rubbish)
    with Journal.open(path) as journal:
        (notice,) = journal.notices
        assert "was damaged. It is kept as journal-damaged-" in str(notice)
        assert "war beschädigt" in german(notice)
        journal.begin(two_heroes()).add(Event(FIRST))
    (kept,) = damaged_files(path)
    assert kept.read_bytes() == rubbish
    with Journal.open(path) as journal:
        assert journal.notices == ()
        assert len(journal.resume(1).history.events) == 1


def test_damaged_twice_on_one_day_overwrites_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    for rubbish in (b"one" * 500, b"two" * 500, b"three" * 500):
        path.write_bytes(rubbish)
        Journal.open(path).close()
    assert sorted(kept.read_bytes()[:3] for kept in damaged_files(path)) == [b"one", b"thr", b"two"]


def test_another_programs_database_is_set_aside_unread(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipe (name TEXT)")
    other.commit()
    other.close()
    content = path.read_bytes()
    Journal.open(path).close()
    assert [kept.read_bytes() for kept in damaged_files(path)] == [content]


def test_where_no_new_journal_can_be_begun_the_damaged_one_stays_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"rubbish" * 1000)
    with monkeypatch.context() as patch:
        patch.setattr("companion.journal.store.SCHEMA", "SELECT no_such_function();")
        with pytest.raises(ReadOnlyJournal):
            Journal.open(path)
    assert path.read_bytes() == b"rubbish" * 1000
    assert damaged_files(path) == []
    with Journal.open(path) as journal:
        assert len(journal.notices) == 1, "the next start says so"


def test_one_altered_entry_is_noticed_and_the_other_games_are_taken_over(played: Path) -> None:
    """A flipped bit inside a text is no damage to SQLite; the checksums see it."""
    with Journal.look(played) as journal:
        before = [journal.resume(i).history for i in (1, 2, 3)]
    content = bytearray(played.read_bytes())
    file = sqlite3.connect(played)
    data: str = file.execute("SELECT data FROM entry WHERE sitting = 2 ORDER BY length(data) DESC").fetchone()[0]
    file.close()
    places = [at for at in range(len(content)) if content.startswith(data.encode(), at)]
    for at in places:  # more than one where SQLite has left an old copy behind
        content[at + data.index("player") + 9] ^= 1  # player 0 becomes player 1
    played.write_bytes(content)
    with pytest.raises(DamagedJournal), Journal.look(played):
        pass
    with Journal.open(played) as journal:
        assert "3 of 3 kept games could be taken over" in str(journal.notices[0])
        after = [journal.resume(i).history for i in (1, 2, 3)]
    assert after[0] == before[0]
    assert after[2] == before[2]
    assert after[1].events == before[1].events[: len(after[1].events)], "as far as it is whole"
    assert len(after[1].events) < len(before[1].events)
    assert [kept.read_bytes() for kept in damaged_files(played)] == [bytes(content)]


def test_a_missing_entry_in_the_middle_is_noticed(played: Path) -> None:
    file = sqlite3.connect(played)
    file.execute("DROP TRIGGER entries_are_not_removed")
    file.execute("DELETE FROM entry WHERE seq = 12")
    file.commit()
    file.close()
    with Journal.open(played) as journal:
        assert len(journal.notices) == 1


@pytest.mark.parametrize("part", [0.3, 0.6, 0.95])
def test_a_file_cut_off_is_set_aside_and_a_new_one_begun(part: float, played: Path) -> None:
    content = played.read_bytes()
    played.write_bytes(content[: int(len(content) * part)])
    with Journal.open(played) as journal:
        assert len(journal.notices) == 1
        play(journal.begin(two_heroes()), 5)
    assert len(damaged_files(played)) == 1


def test_zeroed_pages_are_noticed(played: Path) -> None:
    content = bytearray(played.read_bytes())
    for page in range(2, len(content) // 4096, 3):
        content[page * 4096 : (page + 1) * 4096] = bytes(4096)
    played.write_bytes(content)
    with Journal.open(played) as journal:
        assert len(journal.notices) == 1


def test_an_empty_file_is_a_new_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.db").touch()
    with journal_at(tmp_path) as journal:
        assert journal.notices == ()
        assert journal.sittings() == ()


def test_a_journal_of_a_newer_version_is_refused_and_left_alone(played: Path) -> None:
    file = sqlite3.connect(played)
    file.execute("PRAGMA user_version = 2")
    file.close()
    before = hashlib.sha256(played.read_bytes()).digest(), played.stat().st_mtime_ns
    for way in (Journal.open, Journal.look):
        with pytest.raises(NewerJournal, match="was written by a newer Würfelauge") as caught:
            way(played)
        assert "Es wurde nichts verändert" in german(caught.value.text)
    assert (hashlib.sha256(played.read_bytes()).digest(), played.stat().st_mtime_ns) == before
    assert damaged_files(played) == []
    file = sqlite3.connect(played)  # and the refusal let the lock go: the newer program can have it
    file.execute("PRAGMA user_version = 1")
    file.close()
    Journal.open(played).close()


def test_a_game_the_rules_no_longer_know_is_said_and_the_others_go_on(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        journal.begin(two_heroes())
        journal._store.begin("t", "chess", '["Ann", "Bob"]', "{}", "2026-01-01T00:00:00+00:00")
        journal._store.begin("u", "wuerfelhelden", '["Ann", "Bob"]', '{"gone": 1}', "2026-01-01T00:00:00+00:00")
        assert len(journal.unfinished()) == 3
        for n in (2, 3):
            with pytest.raises(BadSitting, match=f"Game {n} cannot be gone on with"):
                journal.resume(n)
        journal.resume(1).add(Event(FIRST))


def test_a_full_disk_refuses_the_event_and_the_game_goes_on_once_there_is_room(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST))
        connection = journal._store._connection
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DiskFull, match="The disk is full: this was not kept"):
            talk_on(sitting)
        kept = len(sitting.entries())
        assert len(sitting.rulings) == kept - 1
        connection.execute("PRAGMA max_page_count = 100000")
        sitting.add(Event(SECOND))
        history = sitting.history
    with journal_at(tmp_path) as journal:
        resumed = journal.resume(1)
        assert resumed.history == history
        assert len(resumed.rulings) == kept - 1


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ReadOnlyJournal, match=r"Nothing can be kept in .* WUERFELAUGE_DATA"):
        Journal.open(tmp_path / "file" / "journal.db")


@pytest.mark.skipif(not shutil.which("unshare"), reason="needs unshare for a disk of its own")
def test_a_disk_that_is_really_full_and_then_really_read_only(tmp_path: Path) -> None:
    """A file system of 300 kB in a mount namespace of its own, see full_disk.py."""
    script = (
        f"mount -t tmpfs -o size=300k tmpfs {tmp_path} && exec {sys.executable} -m {__package__}.full_disk {tmp_path}"
    )
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script], capture_output=True, text=True, timeout=600, check=False
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip("this system does not let us mount")
    assert done.stderr == ""
    told = json.loads(done.stdout)
    assert told["full"] == "DiskFull"
    assert told["kept while full"] == told["acknowledged"]
    assert told["after making room"] == told["acknowledged"] + 1
    assert told["read-only, opening"] == "ReadOnlyJournal"
    assert told["read-only, looking"] == told["after making room"]
