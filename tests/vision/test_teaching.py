"""Lessons: what a table has shown of its dice, and what the reader makes of it."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from vision.crops import SIZE, Image
from vision.gallery import shipped
from vision.kits import kit
from vision.reader import FaceReader
from vision.teaching import TURNS, BadLesson, Lesson, load_lesson, save_lesson

HEROES = kit("wuerfelhelden")


def picture(shade: int) -> Image:
    return np.full((SIZE, SIZE, 3), shade, np.uint8)


def reader() -> FaceReader:
    """One that sees the brightness of a face and nothing else."""
    wide = shipped(HEROES).vectors.shape[1]

    def looks(faces: Image) -> SimpleNamespace:
        vectors = np.zeros((len(faces), wide), np.float32)
        vectors[:, 0] = faces[:, 0, 0, 0]
        return SimpleNamespace(embeddings=vectors)

    return cast("FaceReader", SimpleNamespace(looks=looks))


def test_one_picture_of_several_can_be_dropped() -> None:
    lesson = Lesson.empty(HEROES).add("white", "coin", picture(1)).add("white", "coin", picture(2))
    left = lesson.drop(0)
    assert left.shots() == {("white", "coin"): 1}
    assert left.pictures[0, 0, 0, 0] == 2


def test_a_face_shown_on_one_body_only_is_known_on_the_others_too() -> None:
    gallery = Lesson.empty(HEROES).add("white", "sword-1", picture(7)).gallery(HEROES, reader())
    rows = {
        body: [v[0] for name, b, v in zip(gallery.names, gallery.bodies, gallery.vectors, strict=True)
               if name == "sword-1" and b in ("", body)]
        for body in ("white", "yellow", "red")
    }  # fmt: skip
    assert rows["white"] == [7.0] * TURNS, "what was taught takes the place of what ships"
    ships = sum(name == "sword-1" for name in shipped(HEROES).names)
    for body in ("yellow", "red"):
        assert rows[body].count(7.0) == TURNS
        assert len(rows[body]) == TURNS + ships


def test_a_face_taught_for_any_body_takes_the_place_of_what_ships() -> None:
    gallery = Lesson.empty(HEROES).add("", "sword-1", picture(7)).gallery(HEROES, reader())
    assert [b for name, b in zip(gallery.names, gallery.bodies, strict=True) if name == "sword-1"] == [""] * TURNS


def test_a_lesson_is_read_as_it_was_written_and_only_for_its_kit(tmp_path: Path) -> None:
    path = tmp_path / "lessons" / "wuerfelhelden.npz"
    assert len(load_lesson(path, HEROES)) == 0
    save_lesson(path, Lesson.empty(HEROES).add("red", "x", picture(3)))
    again = load_lesson(path, HEROES)
    assert again.shots() == {("red", "x"): 1}
    assert again.pictures[0, 5, 5, 1] == 3
    with pytest.raises(BadLesson, match="not for pips"):
        load_lesson(path, kit("pips"))


def test_a_lesson_is_on_the_disk_before_it_takes_the_place_of_the_last_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "wuerfelhelden.npz"
    lesson = Lesson.empty(HEROES).add("red", "x", picture(3))
    save_lesson(path, lesson)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        save_lesson(path, lesson.add("red", "x", picture(4)))
    assert len(load_lesson(path, HEROES)) == 1
    assert list(tmp_path.iterdir()) == [path]
