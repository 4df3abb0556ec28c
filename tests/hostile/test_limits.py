"""What files may not cost: no pipe is waited for, no bomb unpacked, nothing written beside its place."""

from __future__ import annotations

import errno
import io
import os
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from numpy.lib import format as npy

from calibration.bounded import SMALL, is_name, read_bounded
from tests.companion.journal.tables import journal_at, two_heroes
from tests.hostile.attack import promptly
from tests.hostile.test_kits import WHOLE
from tests.hostile.test_lessons import PARTS, packed
from vision.kits import BadKit, load_kit
from vision.naming import share_out
from vision.pictures import MOST_PIXELS, BadPicture, decode_picture
from vision.teaching import BadLesson, Lesson

Command = Callable[..., int]
SIDE = 60_000


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "--kit", "pips", "@"),
        ("read", "--kit", "@.toml", "x.jpg"),
        ("kits", "@.toml"),
        ("replay", "@"),
        ("teach", "--kit", "pips", "--labels", "@"),
        ("teach", "--kit", "pips", "--import", "@"),
        ("read", "--kit", "pips", "--profile", "@.json", "x.jpg"),
        ("stats", "--journal", "@"),
        ("export", "--journal", "@"),
        ("calibrate", "--source", "@"),
        ("watch", "--game", "zwerge", "--source", "@"),
    ],
    ids=" ".join,
)
def test_nobody_waits_for_a_pipe(arguments: tuple[str, ...], tmp_path: Path, command: Command) -> None:
    made = [word.replace("@", str(tmp_path / "pipe")) for word in arguments]
    for path in (word for word in made if "pipe" in word):
        os.mkfifo(path)
    assert command(*made) in (1, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "--kit", "pips", "@/2.jpg"),
        ("watch", "--game", "tintenherz", "--source", "@", "--no-journal"),
        ("watch", "--game", "tintenherz", "--source", "@", "--keep"),
        ("demo", "tintenherz"),
        ("teach", "--kit", "pips", "--list"),
        ("kits",),
        ("calibrate", "--list"),
        ("read", "--kit", "pips", "--profile", "kitchen", "@/2.jpg"),
    ],
    ids=" ".join,
)
def test_a_data_folder_that_nobody_may_look_into_is_one_sentence(
    arguments: tuple[str, ...], data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "2.jpg").write_bytes((files("models") / "bench" / "2.jpg").read_bytes())
    lock(data, monkeypatch)
    assert command(*(word.replace("@", str(tmp_path / "pictures")) for word in arguments)) in (1, 2)


def lock(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the folder lay in one that may not be searched; whoever runs the tests may look everywhere."""

    def locked(name: str) -> None:
        look = getattr(Path, name)

        def looked(path: Path, *how: object, **more: object) -> object:
            if path.is_relative_to(folder):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return look(path, *how, **more)

        monkeypatch.setattr(Path, name, looked)

    for name in ("stat", "open", "mkdir"):
        locked(name)


def test_a_device_without_an_end_is_not_read(command: Command) -> None:
    assert command("replay", "/dev/zero") == 2
    assert command("read", "--kit", "pips", "/dev/zero") == 1


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(bytes(SMALL))
    assert len(read_bounded(path)) == SMALL
    path.write_bytes(bytes(SMALL + 1))
    with pytest.raises(OSError, match="it is larger than 2 MB"):
        read_bounded(path)


@pytest.mark.parametrize(
    "name", ["../x", "a/b", "a\\b", "", ".", "CON", "nul", "Com1", "lpt9", "a.toml", "x" * 41, "a\0b"]
)
def test_names_that_no_file_may_have(name: str, tmp_path: Path, command: Command) -> None:
    assert not is_name(name)
    path = tmp_path / "mine.toml"
    path.write_text(WHOLE.replace('id = "k"', f"id = {name!r}".replace("\0", "")), encoding="utf-8")
    if "\0" not in name:
        with pytest.raises(BadKit, match="the id is letters"):
            load_kit(path)
        assert command("teach", "--kit", str(path), "--list") == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "mine.toml"]


def png(width: int, height: int) -> bytes:
    def part(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(bytes(1000))) + part(b"IEND", b"")


BOMBS = {
    "png": png(SIDE, SIDE),
    "jpg": b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08" + struct.pack(">HH", SIDE, SIDE) + bytes(20) + b"\xff\xd9",
    "second jpg frame": b"\xff\xd8\xff\xc0\0\x0b\x08\0\x20\0\x20\1\0\0\0" + b"\xff\xc2\0\x0b\x08"
    + struct.pack(">HH", SIDE, SIDE) + b"\1\0\0\0\xff\xd9",
    "gif": b"GIF89a" + struct.pack("<HH", SIDE, SIDE) + bytes(9),
    "bmp": b"BM" + bytes(12) + struct.pack("<Iii", 40, SIDE, -SIDE) + bytes(40),
    "tiff": b"II*\0\x08\0\0\0\2\0" + struct.pack("<HHII", 256, 4, 1, SIDE)
    + struct.pack("<HHII", 257, 4, 1, SIDE) + bytes(4),
    "big-endian tiff": b"MM\0*\0\0\0\x08\0\2" + struct.pack(">HHII", 256, 4, 1, SIDE)
    + struct.pack(">HHII", 257, 4, 1, SIDE) + bytes(4),
    "webp": b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + struct.pack("<I", SIDE)[:3] * 2 + bytes(8),
    "avif": b"\0\0\0\x1cftypavif" + bytes(16) + b"\0\0\0\x14ispe\0\0\0\0" + struct.pack(">II", SIDE, SIDE),
}  # fmt: skip


@pytest.mark.parametrize("kind", BOMBS)
def test_a_picture_that_promises_too_much_is_not_unpacked(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.pictures.cv2.imdecode", lambda *_: pytest.fail("it was unpacked"))
    with pytest.raises(BadPicture, match=r"too large: 6000[01] × 6000[01] pixels; 120 megapixels are the most"):
        decode_picture(BOMBS[kind], "bomb")
    assert SIDE * SIDE > MOST_PIXELS


@pytest.mark.parametrize("begin", [b"\x76\x2f\x31\x01", b"P6\n9 9\n255\n", b"#?RADIANCE\n", b"\0\0\0\x0cjP  "])
def test_kinds_of_pictures_that_no_camera_makes_are_not_even_tried(
    begin: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.pictures.cv2.imdecode", lambda *_: pytest.fail("it was tried"))
    with pytest.raises(BadPicture, match="is not a picture that can be read"):
        decode_picture(begin + bytes(1000), "odd")


def bomb(part: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed(PARTS))) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name in whole.namelist():
            made.writestr(name, content if name == f"{part}.npy" else whole.read(name))
    return out.getvalue()


def head(shape: tuple[int, ...], dtype: str) -> bytes:
    out = io.BytesIO()
    npy.write_array_header_1_0(out, {"descr": dtype, "fortran_order": False, "shape": shape})
    return out.getvalue()


def test_a_lesson_that_swells_is_not_unpacked() -> None:
    content = bomb("pictures", head((30_000_000,), "|u1") + bytes(30_000_000))
    assert len(content) < 100_000
    with pytest.raises(BadLesson, match="larger than any lesson"):
        Lesson.from_bytes(content)


@pytest.mark.parametrize("part", ["bodies", "pictures", "kit"])
def test_a_lesson_is_not_believed_what_it_promises(part: str) -> None:
    for dtype in ("|u1", "<U1000000"):
        with pytest.raises(BadLesson, match="damaged"):
            Lesson.from_bytes(bomb(part, head((10**15,), dtype)))


def test_a_kit_of_many_alike_dice_takes_no_longer_than_any() -> None:
    with promptly():
        shares = share_out([{f"b{k}": 0.0 for k in range(40)}] * 20, {f"b{k}": 9 for k in range(40)})
    assert all(sum(share.values()) == pytest.approx(1) for share in shares)


@pytest.mark.parametrize(
    "trick",
    [
        "DROP TABLE shot; CREATE VIEW shot AS SELECT 1 AS body, 2 AS face, 3 AS read_as, 4 AS picture, 5 AS entry",
        "CREATE VIEW more AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "CREATE TRIGGER more AFTER INSERT ON entry BEGIN DELETE FROM shot; END",
        "ALTER TABLE sitting ADD COLUMN more GENERATED ALWAYS AS (zeroblob(900000000))",
    ],
)
def test_a_journal_with_more_in_it_than_a_journal_is_set_aside(trick: str, tmp_path: Path, command: Command) -> None:
    with journal_at(tmp_path) as journal:
        journal.begin(two_heroes())
    file = sqlite3.connect(tmp_path / "journal.db")
    file.executescript(trick)
    file.close()
    assert command("stats", "--list", "--journal", str(tmp_path / "journal.db")) == 1
    with promptly(), journal_at(tmp_path) as journal:
        assert len(journal.notices) == 1


@pytest.mark.parametrize("token", ["../../../x", "", "x" * 32, "A" * 32])
def test_the_token_of_a_sitting_names_files_and_nothing_else(token: str, tmp_path: Path, command: Command) -> None:
    with journal_at(tmp_path) as journal:
        journal.begin(two_heroes())
    file = sqlite3.connect(tmp_path / "journal.db")
    file.execute("UPDATE sitting SET token = ?", (token,))
    file.commit()
    file.close()
    assert command("stats", "--list", "--journal", str(tmp_path / "journal.db")) == 1


def test_a_lesson_of_too_many_pictures_is_refused() -> None:
    n = 1001
    many = {
        "bodies": np.array(["red"] * n),
        "faces": np.array(["x"] * n),
        "pictures": np.zeros((n, 64, 64, 3), np.uint8),
    }
    with pytest.raises(BadLesson, match="1001 pictures; 1000 are the most"):
        Lesson.from_bytes(packed({**PARTS, **many}))
