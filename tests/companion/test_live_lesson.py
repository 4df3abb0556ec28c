"""A lesson before a camera, in its own thread: frames and wishes in, a kept lesson out."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from companion import live_lesson
from companion.close_look import Hint
from companion.corrections import corrections_path, learn, load_corrections
from companion.finding import Eyes, Shown
from companion.journal import Shot
from companion.live_lesson import LessonMoment, LiveLesson
from companion.lookout import BLIND, Lookout, Peek
from tests.companion.perfect_eyes import Staged
from vision.crops import Image
from vision.frames import Frame, Source, SourceError, Trouble
from vision.kits import kit
from vision.simulated_table import SimulatedTable
from vision.teaching import Lesson, load_lesson

WAIT = 20.0


class Told:
    """The newest peek, and a way to wait for one."""

    def __init__(self) -> None:
        self.newest: Peek[LessonMoment] | None = None

    def __call__(self, peek: Peek[LessonMoment]) -> None:
        self.newest = peek

    def until(self, wanted: Callable[[Peek[LessonMoment]], bool]) -> Peek[LessonMoment]:
        end = time.monotonic() + WAIT
        while time.monotonic() < end:
            peek = self.newest
            if peek is not None and wanted(peek):
                return peek
            time.sleep(0.005)
        raise AssertionError(f"not within {WAIT} s: {self.newest and self.newest.seen}")


@contextmanager
def lesson(
    path: Path | None, eyes: Callable[[], Eyes], kit_id: str = "tintenherz"
) -> Iterator[tuple[LiveLesson, Told]]:
    told = Told()
    live = LiveLesson(kit(kit_id), path, eyes, told)
    try:
        yield live, told
    finally:
        live.close()


def staged() -> Staged:
    """As quick as the machine: nothing waits for a clock."""
    return Staged(live=True)


@pytest.mark.parametrize("kit_id", ["tintenherz", "wuerfelhelden"])
def test_a_whole_kit_is_taught_and_can_be_read_afterwards(tmp_path: Path, kit_id: str) -> None:
    path, table = tmp_path / "lessons" / f"{kit_id}.npz", staged()
    with lesson(path, table.eyes, kit_id) as (_, told):
        plan = told.until(lambda peek: peek.image is not None).seen.plan
        for done, (body, face) in enumerate(plan.keys):
            assert told.until(lambda p, n=done: p.seen.plan.taught == n).seen.plan.wanted == (body, face)  # type: ignore[misc]
            table.lay((body, face, 0.0, 10.0 * (done % 3)))
        assert told.until(lambda p: p.seen.plan.wanted is None).seen.plan.taught == plan.total
    kept = load_lesson(path, kit(kit_id))
    assert kept.missing(kit(kit_id)) == []
    assert len(kept) == plan.total
    assert len(np.unique(kept.pictures.reshape(len(kept), -1), axis=0)) == plan.total


def test_every_picture_is_kept_at_once(tmp_path: Path) -> None:
    path, table = tmp_path / "a.npz", staged()
    with lesson(path, table.eyes) as (_, told):
        table.lay()
        told.until(lambda p: p.seen.look.hint is Hint.NONE)
        table.lay(("red", "1", 0, 0))
        told.until(lambda p: p.seen.plan.taught == 1)
        assert len(load_lesson(path, kit("tintenherz"))) == 1


def test_faces_are_skipped_chosen_taken_back_and_forgotten(tmp_path: Path) -> None:
    path, table = tmp_path / "a.npz", staged()
    with lesson(path, table.eyes) as (live, told):
        live.skip()
        told.until(lambda p: p.seen.plan.wanted == ("red", "2"))
        live.choose(("red", "5"))
        told.until(lambda p: p.seen.plan.wanted == ("red", "5") and p.seen.look.hint is Hint.NONE)
        table.lay(("red", "5", 0, 0))
        plan = told.until(lambda p: p.seen.plan.taught == 1).seen.plan
        assert plan.shots(("red", "5")) == (0,)
        live.drop(plan, 0)
        back = told.until(lambda p: p.seen.plan.taught == 0).seen.plan
        assert back.wanted == ("red", "5")
        assert len(load_lesson(path, kit("tintenherz"))) == 0
        live.drop(plan, 0)
        live.take()
        assert told.until(lambda p: p.seen.plan.taught == 1)
        live.undo()
        told.until(lambda p: p.seen.plan.taught == 0)
        live.take()
        told.until(lambda p: p.seen.plan.taught == 1)
        live.forget()
        assert told.until(lambda p: p.seen.plan.taught == 0).seen.plan.wanted == ("red", "1")
    assert len(load_lesson(path, kit("tintenherz"))) == 0


def test_a_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    path, table = tmp_path / "a.npz", staged()
    with lesson(path, table.eyes) as (live, told):
        table.lay(("red", "1", 0, 0))
        told.until(lambda p: p.seen.look.only is not None)
        live.take()
        told.until(lambda p: p.seen.plan.taught == 1)
    with lesson(path, staged().eyes) as (_, told):
        assert told.until(lambda p: p.image is not None).seen.plan.wanted == ("red", "2")


@pytest.mark.parametrize("earlier", [0, 1])
def test_a_damaged_lesson_is_set_aside_and_said_so(tmp_path: Path, earlier: int) -> None:
    path = tmp_path / "a.npz"
    for n in range(earlier):
        (tmp_path / f"a.npz.set-aside-{n + 1}").write_bytes(b"an earlier one")
    path.write_bytes(b"no lesson")
    with lesson(path, staged().eyes) as (_, told):
        said = str(told.until(lambda p: p.seen.notice is not None).seen.notice)
    assert f"a.npz.set-aside-{earlier + 1}" in said
    assert (tmp_path / f"a.npz.set-aside-{earlier + 1}").read_bytes() == b"no lesson"
    assert all((tmp_path / f"a.npz.set-aside-{n + 1}").read_bytes() == b"an earlier one" for n in range(earlier))


def test_a_disk_that_is_full_is_said_and_the_lesson_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, lesson: Lesson) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(live_lesson, "save_lesson", full)
    table = staged()
    with lesson(tmp_path / "a.npz", table.eyes) as (live, told):
        table.lay(("red", "1", 0, 0))
        told.until(lambda p: p.seen.look.only is not None)
        live.take()
        seen = told.until(lambda p: p.seen.notice is not None).seen
        assert str(seen.notice) == f"{tmp_path / 'a.npz'} cannot be written: No space left on device."
        monkeypatch.undo()
        table.lay(("red", "2", 0, 10))
        assert told.until(lambda p: p.seen.plan.taught == 2).seen.notice is None
    assert len(load_lesson(tmp_path / "a.npz", kit("tintenherz"))) == 2


def test_a_place_that_cannot_be_written_is_said_and_the_lesson_goes_on(tmp_path: Path) -> None:
    (tmp_path / "lessons").write_text("a file where the folder should be")
    table = staged()
    with lesson(tmp_path / "lessons" / "a.npz", table.eyes) as (live, told):
        table.lay(("red", "1", 0, 0))
        told.until(lambda p: p.seen.look.only is not None)
        live.take()
        seen = told.until(lambda p: p.seen.notice is not None).seen
        assert "cannot be read, and nothing new can be kept" in str(seen.notice)
        assert told.until(lambda p: p.seen.plan.wanted == ("red", "2"))


def test_a_lesson_can_be_taken_to_another_table(tmp_path: Path) -> None:
    table = staged()
    with lesson(tmp_path / "a.npz", table.eyes) as (live, told):
        table.lay(("red", "1", 0, 0))
        told.until(lambda p: p.seen.look.only is not None)
        live.take()
        live.export(tmp_path / "exports" / "tintenherz.npz")
        told.until(lambda p: p.seen.notice is not None)
    assert len(load_lesson(tmp_path / "exports" / "tintenherz.npz", kit("tintenherz"))) == 1


def test_on_the_simulated_table_dice_lay_themselves_down_and_nothing_is_kept(tmp_path: Path) -> None:
    table = Staged()
    simulated: SimulatedTable = table.table
    with lesson(tmp_path / "a.npz", lambda: Eyes(simulated, table.find, rehearsal=True)) as (_, told):
        assert told.until(lambda p: p.seen.plan.taught == 2).seen.rehearsal
    assert not (tmp_path / "a.npz").exists()


def test_without_a_camera_the_lesson_can_still_be_looked_through(tmp_path: Path) -> None:
    def broken() -> Eyes:
        raise SourceError("There is no camera 7.")

    with lesson(tmp_path / "a.npz", broken) as (live, told):
        assert told.until(lambda p: p.trouble is not None).trouble == "There is no camera 7."
        live.skip()
        assert told.until(lambda p: p.seen.plan.wanted == ("red", "2"))


def test_eyes_that_fail_leave_the_picture(tmp_path: Path) -> None:
    def blind(image: Image) -> tuple[Shown, ...]:
        raise RuntimeError("a network of another world")

    with lesson(tmp_path / "a.npz", lambda: Eyes(staged(), blind)) as (_, told):
        assert told.until(lambda p: p.trouble is not None and p.image is not None).trouble == BLIND


# --- the lookout itself ---------------------------------------------------------------------------------------------


def test_a_camera_in_trouble_is_told_without_a_frame_and_again_when_it_is_back() -> None:
    class Lost(Staged):
        def next_frame(self, timeout: float = 1.0) -> Frame | None:
            time.sleep(0.01)
            return None if self.trouble is not None else super().next_frame(timeout)

    source = Lost(live=True)
    peeks: list[Peek[None]] = []
    source.trouble = Trouble("gone", "0")
    lookout: Lookout[None] = Lookout(lambda: source, lambda frame: None, peeks.append)
    try:
        end = time.monotonic() + WAIT
        while not any(p.trouble for p in peeks) and time.monotonic() < end:
            time.sleep(0.005)
        assert "does not answer" in str(peeks[-1].trouble)
        assert "The game waits" not in str(peeks[-1].trouble)
        source.trouble = None
        while peeks[-1].image is None and time.monotonic() < end:
            time.sleep(0.005)
        assert peeks[-1].trouble is None
        assert peeks[-1].image is not None
        assert peeks[-1].image.shape[1] == 960
        assert peeks[-1].scale == 0.75
    finally:
        lookout.close()
    assert source.closed


def test_nothing_is_told_after_it_was_closed() -> None:
    source: Source = Staged(live=True)
    peeks: list[Peek[None]] = []
    lookout: Lookout[None] = Lookout(lambda: source, lambda frame: None, peeks.append)
    lookout.close()
    told = len(peeks)
    time.sleep(0.05)
    assert len(peeks) == told


def test_what_was_learnt_from_corrections_is_told_and_can_be_taken_back(tmp_path: Path) -> None:
    path, dice = tmp_path / "lessons" / "tintenherz.npz", kit("tintenherz")
    learn(
        [Shot("red", str(n), np.full((64, 64, 3), n, np.uint8), "6") for n in (1, 2, 3)], corrections_path(path), dice
    )
    with lesson(path, staged().eyes) as (live, told):
        corrected = told.until(lambda p: len(p.seen.corrected) == 3).seen.corrected
        live.unlearn(corrected, 1)
        live.unlearn(corrected, 1)  # tapped twice before it was gone
        told.until(lambda p: p.seen.corrected.faces == ("1", "3"))
        assert load_corrections(corrections_path(path), dice).faces == ("1", "3")
        live.forget()
        told.until(lambda p: not len(p.seen.corrected))
    assert not len(load_corrections(corrections_path(path), dice))


def test_what_the_camera_does_not_hold_still_is_told_with_its_picture() -> None:
    class Drifting(Staged):
        settings: dict[str, bool]

    source, peeks = Drifting(live=True), list[Peek[None]]()
    source.settings = {"exposure": False, "white balance": True}
    lookout: Lookout[None] = Lookout(lambda: source, lambda frame: None, peeks.append)
    try:
        end = time.monotonic() + WAIT
        while not any(peek.image is not None for peek in peeks) and time.monotonic() < end:
            time.sleep(0.005)
        (sentence,) = peeks[-1].unheld
        assert "exposure" in str(sentence)
    finally:
        lookout.close()
