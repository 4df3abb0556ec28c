"""How much room a table takes."""

from __future__ import annotations

from pathlib import Path

from companion.i18n import in_words
from companion.room import Room, megabytes, room_taken


def test_each_part_is_counted(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "1.jpg").write_bytes(b"x" * 300)
    (tmp_path / "pictures" / "2.jpg").write_bytes(b"x" * 200)
    (tmp_path / "journal.db").write_bytes(b"x" * 50)
    (tmp_path / "journal.db-wal").write_bytes(b"x" * 5)
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "pictures.json").write_bytes(b"x" * 7)
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    room = room_taken(tmp_path)
    assert room == Room(journal=55, pictures=500, rest=7, number=2)
    assert room.total == 562


def test_a_folder_that_is_not_there_takes_no_room(tmp_path: Path) -> None:
    assert room_taken(tmp_path / "none").total == 0


def test_sizes_are_said_as_people_say_them() -> None:
    assert in_words(megabytes(1_340_000), "de") == "1,3"
    assert in_words(megabytes(123_400_000), "en") == "123"
    assert in_words(megabytes(0), "en") == "0"
