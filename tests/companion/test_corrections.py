"""What people put right in games is learnt: added to what is known, kept for later games, taken back when wished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import opening
from companion.corrections import corrections_path, learn, load_corrections, with_corrections
from companion.journal import Shot
from companion.live_table import LiveTable, Watching
from companion.opening import open_watching
from companion.referee import Notebook
from companion.rules import Die
from companion.settings import Settings
from companion.watcher import NetworkEye
from tests.companion.perfect_eyes import Staged
from tests.companion.test_live_table import Told, start
from vision.crops import SIZE, Image
from vision.gallery import shipped
from vision.kits import Kit, kit
from vision.reading import DiceEye, Reading
from vision.simulated_table import Conditions, SimulatedTable
from vision.teaching import TURNS, lesson_path

TINTENHERZ = kit("tintenherz")


def face(seed: int) -> Image:
    return np.random.default_rng(seed).integers(0, 255, (SIZE, SIZE, 3)).astype(np.uint8)


def test_a_correction_is_kept_for_later_games(tmp_path: Path) -> None:
    path = corrections_path(lesson_path(tmp_path, TINTENHERZ))
    learn([Shot("red", "5", face(1), "6")], path, TINTENHERZ)
    kept = load_corrections(path, TINTENHERZ)
    assert (kept.bodies, kept.faces) == (("red",), ("5",))
    assert np.array_equal(kept.pictures[0], face(1))


def test_a_die_named_once_more_is_what_it_was_named_last(tmp_path: Path) -> None:
    path = corrections_path(lesson_path(tmp_path, TINTENHERZ))
    learn([Shot("red", "5", face(1), "6")], path, TINTENHERZ)
    lesson = learn([Shot("red", "4", face(1), "5")], path, TINTENHERZ)
    assert lesson.faces == load_corrections(path, TINTENHERZ).faces == ("4",)


def test_what_no_die_of_the_kit_shows_is_not_learnt(tmp_path: Path) -> None:
    path = corrections_path(lesson_path(tmp_path, TINTENHERZ))
    assert len(learn([Shot("red", "axe", face(1), "6")], path, TINTENHERZ)) == 0
    assert not path.exists()


def test_damaged_corrections_teach_nothing(tmp_path: Path) -> None:
    path = corrections_path(lesson_path(tmp_path, TINTENHERZ))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no lesson")
    assert len(load_corrections(path, TINTENHERZ)) == 0


def test_corrections_add_to_what_a_face_looks_like_and_replace_nothing(tmp_path: Path) -> None:
    lesson = learn([Shot("red", "5", face(1), "6")], tmp_path / "c.npz", TINTENHERZ)
    before = shipped(TINTENHERZ)
    after = with_corrections(before, lesson, TINTENHERZ, DiceEye().reader)
    assert len(after) == len(before) + TURNS
    assert after.names[: len(before)] == before.names
    assert np.array_equal(after.vectors[: len(before)], before.vectors)
    assert set(zip(after.names[len(before) :], after.bodies[len(before) :], strict=True)) == {("5", "red")}


def test_the_eye_of_the_table_learns_at_once_and_that_of_the_next_game_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path))
    monkeypatch.setattr(opening, "open_source", lambda name: Staged())
    watching = open_watching(Settings(camera="0"), TINTENHERZ)
    assert watching is not None
    assert watching.learn is not None
    assert isinstance(watching.eye, NetworkEye)
    before = len(watching.eye.gallery)
    assert watching.learn([Shot("red", "5", face(1), "6")]) is None
    assert len(watching.eye.gallery) == before + TURNS
    later = open_watching(Settings(camera="0"), TINTENHERZ)
    assert later is not None
    assert isinstance(later.eye, NetworkEye)
    assert len(later.eye.gallery) == before + TURNS
    without = open_watching(Settings(camera="0", learn=False), TINTENHERZ)
    assert without is not None
    assert without.learn is None
    assert isinstance(without.eye, NetworkEye)
    assert len(without.eye.gallery) == before


def test_what_cannot_be_kept_is_said_and_not_learnt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path))
    monkeypatch.setattr(opening, "open_source", lambda name: Staged())
    watching = open_watching(Settings(camera="0"), TINTENHERZ)
    assert watching is not None
    assert watching.learn is not None
    (tmp_path / "lessons").write_text("no folder")
    assert "cannot be written" in str(watching.learn([Shot("red", "5", face(1), "6")]))


def test_a_die_that_is_put_right_is_shown_to_the_eye_and_no_other() -> None:
    source = SimulatedTable(3, conditions=Conditions(throw=4, reach=2))
    learnt: list[Shot] = []

    def eye(image: Image, likely: Kit | None) -> Reading:
        dice = source.truth().dice
        return Reading(tuple(replace(die, picture=face(i)) for i, die in enumerate(dice)), {})

    def learn_them(shots: Sequence[Shot]) -> None:
        learnt.extend(shots)

    told = Told()
    watching = Watching(source, eye, learn=learn_them)
    table = LiveTable(Notebook(start()), kit("wuerfelhelden"), told, watching=lambda: watching, seed=3)
    try:
        told.until(lambda m: m.simulated)
        table.throw()
        moment = told.until(lambda m: m.moves == 1)
        named = [Die(read.body, read.face or "") for read in moment.amendable]
        others = [name for name in ("sword-1", "sword-3") if name != named[1].face]
        table.amend([named[0], Die("white", others[0]), named[2]])
        told.until(lambda m: m is not moment and m.amendable != moment.amendable)
    finally:
        table.close()
    assert [(shot.body, shot.face, shot.read_as) for shot in learnt] == [("white", others[0], named[1].face)]
    assert np.array_equal(learnt[0].picture, face(1))
