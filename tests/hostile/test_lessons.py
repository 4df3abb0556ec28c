"""Lessons of strangers (`teach --import`): no code, no bombs, only the kit's own faces."""

from __future__ import annotations

import io
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile.attack import damaged, promptly, tries
from vision.crops import SIZE
from vision.kits import kit
from vision.teaching import BadLesson, Lesson

Command = Callable[..., int]
HEROES = kit("wuerfelhelden")


def whole() -> Lesson:
    lesson = Lesson.empty(HEROES)
    for shade, body, face in ((3, "red", "x"), (90, "white", "coin"), (200, "yellow", "sword-1")):
        lesson = lesson.add(body, face, np.full((SIZE, SIZE, 3), shade, np.uint8))
    return lesson


def stored(content: bytes) -> bytes:
    """The same file with nothing compressed, so that a flipped byte reaches what it says."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as packed, zipfile.ZipFile(out, "w") as plain:
        for name in packed.namelist():
            plain.writestr(name, packed.read(name))
    return out.getvalue()


PARTS: dict[str, Any] = {
    "format": np.array(1), "kit": np.array("wuerfelhelden"), "bodies": np.array(["red"]), "faces": np.array(["x"]),
    "pictures": np.zeros((1, SIZE, SIZE, 3), np.uint8),
}  # fmt: skip
ODD_PARTS = (
    np.array(2), np.array("x"), np.array(np.nan), np.array(1e308), np.array([]), np.array([[1, 2], [3, 4]]),
    np.array(["x", "coin"]), np.array(["\x1b[2J"]), np.array(["../../x"]), np.array("../../x"), np.array(["coin" * 99]),
    np.array([b"x"]), np.array([3]), np.array([1j]), np.array(True), np.array("2026-01-01", "datetime64[s]"),
    np.zeros((1, SIZE, SIZE, 3)), np.zeros((0, SIZE, SIZE, 3), np.uint8), np.zeros((2, SIZE, SIZE, 3), np.uint8),
    np.zeros((1, SIZE, SIZE), np.uint8), np.zeros(1, [("a", "u1")]), np.array(-1), np.array(10**18),
    np.array(["𐀀" * 20]),
)  # fmt: skip


def packed(parts: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    np.savez(out, **parts)
    return out.getvalue()


@tries(150)
@given(
    st.one_of(
        damaged(whole().to_bytes()),
        damaged(stored(whole().to_bytes())),
        st.tuples(st.sampled_from(list(PARTS)), st.sampled_from(ODD_PARTS)).map(
            lambda odd: packed({**PARTS, odd[0]: odd[1]})
        ),
        st.sampled_from(list(PARTS)).map(lambda lost: packed({k: v for k, v in PARTS.items() if k != lost})),
    )
)
def test_an_altered_lesson_is_learnt_or_refused(tmp_path: Path, data: Path, command: Command, content: bytes) -> None:
    path = tmp_path / "sent.npz"
    path.write_bytes(content)
    (data / "lessons" / "wuerfelhelden.npz").unlink(missing_ok=True)
    with promptly():
        try:
            Lesson.from_bytes(content)
        except BadLesson:
            assert command("teach", "--kit", "wuerfelhelden", "--import", str(path)) == 2
            return
    code = command("teach", "--kit", "wuerfelhelden", "--import", str(path))
    if code == 0:
        assert command("teach", "--kit", "wuerfelhelden", "--list") == 0
        kept = Lesson.from_bytes((data / "lessons" / "wuerfelhelden.npz").read_bytes())
        assert set(zip(kept.bodies, kept.faces, strict=True)) <= {
            (body, face) for die in HEROES.dice for body in (die.body, "") for face in die.faces
        }
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "sent.npz"]


class Trap:
    """What a pickle can do."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (Path.touch, (self._path,))


@pytest.mark.parametrize("how", ["pickle", "object array", "object part"])
def test_no_lesson_runs_code(how: str, tmp_path: Path, command: Command) -> None:
    sprung, path = tmp_path / "sprung", tmp_path / "sent.npz"
    trap = np.array([Trap(sprung)], dtype=object)
    if how == "pickle":
        path.write_bytes(pickle.dumps(Trap(sprung)))
    elif how == "object array":
        with path.open("wb") as file:
            np.save(file, trap, allow_pickle=True)
    else:
        path.write_bytes(packed({**PARTS, "faces": trap}))
    assert command("teach", "--kit", "wuerfelhelden", "--import", str(path)) == 2
    assert not sprung.exists()
