"""What people put right in games is learnt: added to what is known, kept for later games, taken back when wished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

from companion import opening
from companion.corrections import corrections_path, learn, load_corrections, with_corrections
from companion.journal import Shot
from companion.live_table import LiveTable
from companion.opening import open_watching
from companion.referee import Notebook
from companion.rules import Die
from companion.settings import Settings
from companion.sight import Watching
from companion.watcher import NetworkEye
from tests.companion.perfect_eyes import Staged
from tests.companion.test_live_table import Told, start
from vision.crops import SIZE, Image
from vision.gallery import shipped
from vision.kits import Kit, kit
from vision.reading import DiceEye, Reading
from vision.simulated_table import Conditions, SimDie, SimulatedTable
from vision.teaching import TURNS, Lesson, lesson_path

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


# --- who contradicts an eye that was sure -----------------------------------------------------------------------------


def pairs(lesson: Lesson) -> set[tuple[str, str]]:
    return set(zip(lesson.bodies, lesson.faces, strict=True))


def test_a_picture_read_beyond_doubt_and_contradicted_is_learnt_as_both_so_that_it_is_asked_about(
    tmp_path: Path,
) -> None:
    lesson = learn([Shot("red", "5", face(1), "6", sure=True)], tmp_path / "c.npz", TINTENHERZ)
    assert pairs(lesson) == {("red", "5"), ("red", "6")}


@pytest.mark.parametrize(
    ("answer", "settled"),
    [
        (Shot("red", "5", face(2), "6"), {("red", "5")}),
        (Shot("red", "6", face(2), "6"), {("red", "6")}),
        (Shot("red", "5", face(2), "6", sure=True), {("red", "5")}),
        (Shot("red", "3", face(2), "4"), {("red", "3"), ("red", "5"), ("red", "6")}),
    ],
    ids=["said once more", "confirmed as read", "said once more against a sure eye", "another die"],
)
def test_the_next_answer_decides(answer: Shot, settled: set[tuple[str, str]], tmp_path: Path) -> None:
    path = tmp_path / "c.npz"
    learn([Shot("red", "5", face(1), "6", sure=True)], path, TINTENHERZ)
    assert pairs(learn([answer], path, TINTENHERZ)) == settled


def test_a_tap_taken_back_at_once_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "c.npz"
    learn([Shot("red", "5", face(1), "6", sure=True)], path, TINTENHERZ)
    assert pairs(learn([Shot("red", "6", face(1), "5", sure=True)], path, TINTENHERZ)) == set()


def test_a_die_tapped_wrongly_once_is_never_read_wrongly_for_sure() -> None:
    """With the real networks: a coin called a sword is asked about, in this light and in others."""
    helden, networks = kit("wuerfelhelden"), DiceEye()
    eye = NetworkEye(networks, helden, shipped(helden))
    before = [read for read in eye(coins(5)).dice if (read.face, read.sure) == ("coin", True)]
    assert before
    with TemporaryDirectory() as folder:
        wrong = Shot("white", "sword-1", before[0].picture, "coin", sure=True)  # type: ignore[arg-type]
        lesson = learn([wrong], Path(folder) / "c.npz", helden)
    eye.gallery, eye.contested = with_corrections(eye.gallery, lesson, helden, networks.reader)
    for seed in (5, 6, 7):
        assert not any(read.sure and read.face != "coin" for read in eye(coins(seed)).dice)
    assert [(read.face, read.sure) for read in eye(coins(5)).dice if read.box == before[0].box] == [("coin", False)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "c.npz"
        learn([wrong], path, helden)
        lesson = learn([replace(wrong, face="coin")], path, helden)  # asked about, and confirmed
    eye.gallery, eye.contested = with_corrections(shipped(helden), lesson, helden, networks.reader)
    assert all((read.face, read.sure) == ("coin", True) for read in eye(coins(5)).dice)


def coins(seed: int) -> Image:
    table = SimulatedTable(seed, conditions=Conditions(throw=4, reach=2))
    table.throw([SimDie("white", "coin", ("coin", "x"))] * 2)
    while table.busy:
        frame = table.next_frame()
    assert frame is not None
    return frame.image


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
    after, contested = with_corrections(before, lesson, TINTENHERZ, DiceEye().reader)
    assert contested is None
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
