"""The picture of a throw is kept for disputes, within bounds; faces that people named are kept for teaching."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.journal import Journal, PictureLimits, Shot, learnt
from companion.rules import Die, Event, Roll
from tests.companion.journal.tables import FIRST, SECOND, journal_at, play, two_heroes
from vision.crops import Image
from vision.kits import kit
from vision.teaching import Lesson


def picture(shade: int, height: int = 72, width: int = 128) -> Image:
    return np.full((height, width, 3), shade, np.uint8)


def shade(jpeg: bytes | None) -> int:
    assert jpeg is not None
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None
    return round(float(decoded.mean()) / 10) * 10


def face(shade: int) -> Image:
    return np.full((64, 64, 3), shade, np.uint8)


def test_each_throw_has_its_picture_even_after_closing(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera"), picture(50))
        sitting.add(Event(SECOND, "camera"), picture(150))
    with journal_at(tmp_path) as journal:
        resumed = journal.resume(1)
        assert [shade(resumed.picture(i)) for i in range(2)] == [50, 150]


def test_after_undo_the_picture_is_that_of_the_new_throw(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera"), picture(50))
        sitting.undo()
        sitting.add(Event(SECOND, "camera"), picture(150))
        assert shade(sitting.picture(0)) == 150
        sitting.correct(0, Roll(1, (Die("white", "sword-1"), *SECOND.thrown[1:])))
        assert shade(sitting.picture(0)) == 150, "the picture that the correction is about"


def test_a_move_typed_in_has_no_picture(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        play(sitting, 1)
        assert sitting.picture(0) is None


def test_only_the_newest_pictures_are_kept(tmp_path: Path) -> None:
    for reopened in range(3):  # the bounds hold over several evenings
        with Journal.open(tmp_path / "journal.db", PictureLimits(most=5)) as journal:
            sitting = journal.begin(two_heroes())
            for _ in range(4):
                sitting.add(Event(FIRST, "camera"), picture(50 * reopened))
                sitting.undo()
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert [int(name.split("-")[0]) for name in names] == [8, 9, 10, 11, 12]


def test_other_files_on_the_shelf_are_left_alone(tmp_path: Path) -> None:
    shelf = tmp_path / "pictures"
    shelf.mkdir()
    strangers = [shelf / name for name in ("holiday.jpg", "a-b-c-d.jpg", "one-two-three.jpg")]
    for stranger in strangers:
        stranger.write_bytes(b"ours")
    with Journal.open(tmp_path / "journal.db", PictureLimits(most=1)) as journal:
        sitting = journal.begin(two_heroes())
        for _ in range(3):
            sitting.add(Event(FIRST, "camera"), picture(50))
            sitting.undo()
    assert all(stranger.read_bytes() == b"ours" for stranger in strangers)
    assert len(list(shelf.iterdir())) == 4


def test_pictures_take_no_more_room_than_allowed(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (720, 1280, 3), np.uint8)
    with Journal.open(tmp_path / "journal.db", PictureLimits(megabytes=2)) as journal:
        sitting = journal.begin(two_heroes())
        for _ in range(5):
            sitting.add(Event(FIRST, "camera"), noise)
            sitting.undo()
    kept = list((tmp_path / "pictures").iterdir())
    assert 1 <= len(kept) < 5
    assert sum(path.stat().st_size for path in kept) <= 2_000_000


def test_a_large_picture_is_made_smaller(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", PictureLimits(side=320)) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera"), picture(9, 1080, 1920))
        jpeg = sitting.picture(0)
        assert jpeg is not None
        decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert decoded is not None
        assert decoded.shape == (180, 320, 3)


def test_pictures_can_be_off(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db", pictures=None) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera"), picture(50))
        assert sitting.picture(0) is None
    assert not (tmp_path / "pictures").exists()


def test_a_picture_that_cannot_be_kept_does_not_hold_up_the_game(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera"), picture(50))
        assert sitting.picture(0) is None
        assert len(sitting.history.events) == 1


def test_named_faces_are_kept_as_they_were_and_teach_the_next_lesson(tmp_path: Path) -> None:
    detail = np.random.default_rng(2).integers(0, 256, (64, 64, 3), np.uint8)
    with journal_at(tmp_path) as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST, "camera", corrected=True), shots=[Shot("white", "sword-3", detail, read_as="sword-2")])
        sitting.correct(0, Roll(0, SECOND.thrown), shots=[Shot("white", "coin", face(20))])
    with journal_at(tmp_path) as journal:
        shots = journal.shots("wuerfelhelden")
        assert [(shot.body, shot.face, shot.read_as) for shot in shots] == [
            ("white", "sword-3", "sword-2"),
            ("white", "coin", ""),
        ]
        assert np.array_equal(shots[0].picture, detail)
        assert journal.shots("zwerge") == ()
    lesson = learnt(Lesson.empty(kit("wuerfelhelden")), shots)
    assert lesson.faces == ("sword-3", "coin")
    assert np.array_equal(lesson.pictures[0], detail)


def test_a_face_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="64 × 64"):
        Shot("white", "coin", picture(5))
