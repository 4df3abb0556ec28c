"""Teaching dice in a real window, by real touches: the table is simulated, and its eyes are never wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.finding import Eyes, Shown
from tests.companion.app.window import AppWindow, the_app
from tests.companion.perfect_eyes import Staged
from vision.crops import SIZE, Image
from vision.kits import kit
from vision.teaching import Lesson, load_lesson, save_lesson

pytestmark = pytest.mark.xdist_group("kivy")
INK = kit("tintenherz")


class Classroom(AppWindow):
    """The app before a staged table."""

    def __init__(self, window: AppWindow, folder: Path, staged: Staged) -> None:
        super().__init__(window.app)
        self.folder, self.staged = folder, staged
        self.opened: list[str] = []
        self.app.open_eyes = self._eyes

    def _eyes(self, camera: str, profile: str = "", *, numerals: bool = False) -> Eyes:
        self.opened.append(camera)
        return self.staged.eyes()

    def sign(self, name: str) -> Any:
        """The button with a sign on it."""
        from companion.app.icons import GLYPHS
        from companion.app.widgets.button import PushButton
        from companion.app.widgets.words import Icon

        return self.one(
            PushButton,
            lambda button: any(isinstance(child, Icon) and child.text == GLYPHS[name] for child in button.children),
        )

    def go_to(self, kit_id: str = "tintenherz") -> None:
        """From home to the lesson of a kit."""
        from companion.app.screens.teach import KitCard

        self.tap(self.sign("teach"))
        self.tap(self.one(KitCard, lambda card: card.kit.id == kit_id))
        self.wait_for_picture()

    def wait_for_picture(self) -> None:
        """Of the camera that the lesson looks through now."""
        self.wait(
            lambda: self.app.screen.peek is not None and self.app.screen.peek.image is not None, "no picture came"
        )

    @property
    def plan(self) -> Any:
        return self.app.screen.peek.seen.plan

    @property
    def hint(self) -> str:
        return str(self.app.screen.hint.words)

    def kept(self, kit_id: str = "tintenherz") -> Lesson:
        return load_lesson(self.folder / "lessons" / f"{kit_id}.npz", kit(kit_id))

    def show(self, body: str, face: str) -> None:
        """Lay a die down when its face is asked for, and wait until it was taken."""
        self.wait(lambda: self.plan.wanted == (body, face), f"{body} {face} was not asked for")
        before = self.plan.taught
        self.staged.lay()
        self.wait(lambda: not self.app.screen.peek.seen.look.dice, "the die was not taken away")
        self.staged.lay((body, face, 0.0, 0.0))
        self.wait(lambda: self.plan.taught == before + 1, f"{body} {face} was not taken: {self.hint}")


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Classroom]:
    with the_app(tmp_path, monkeypatch, camera="0") as window:
        room = Classroom(window, tmp_path, Staged(live=True))
        yield room
        assert room.app.faults.seen == []


def test_a_whole_kit_is_taught_by_showing_each_face_once(room: Classroom) -> None:
    room.go_to()
    for face in "123456":
        room.show("red", face)
    room.wait(lambda: "That is all" in room.words())
    kept = room.kept()
    assert kept.missing(INK) == []
    assert len(kept) == 6
    room.press("Done")
    assert room.staged.closed, "the camera is let go"
    room.wait(lambda: "6 faces taught" in room.words())


def test_a_picture_that_is_tapped_is_taken_back_and_its_face_asked_for_again(room: Classroom) -> None:
    from companion.app.teaching.shots import ShotPicture

    room.go_to()
    room.show("red", "1")
    room.show("red", "2")
    room.tap(list(room.widgets(ShotPicture))[-1])
    room.wait(lambda: room.plan.taught == 1)
    assert room.plan.wanted == ("red", "1")
    assert room.kept().shots() == {("red", "2"): 1}
    room.tap(room.sign("undo"))
    room.wait(lambda: room.plan.taught == 0)
    assert len(room.kept()) == 0


def test_a_face_can_be_shown_again_and_one_of_its_pictures_dropped(room: Classroom) -> None:
    from companion.app.teaching.face_tile import FaceTile
    from companion.app.teaching.shots import ShotPicture

    def tap_first_face() -> None:
        room.tap(room.one(FaceTile, lambda tile: tile.key == ("red", "1") and tile.on_tap is not None))

    room.go_to()
    room.show("red", "1")
    tap_first_face()
    assert "Pictures of this face" in room.words()
    room.press("Show it once more")
    room.wait(lambda: room.plan.wanted == ("red", "1"))
    room.press("Take it now")
    room.wait(lambda: len(room.plan.shots(("red", "1"))) == 2)
    tap_first_face()
    room.tap(room.one(ShotPicture))
    room.wait(lambda: len(room.plan.shots(("red", "1"))) == 1)
    assert room.kept().shots() == {("red", "1"): 1}


def smaller(staged: Staged) -> None:
    """A camera that is too far away."""
    find = staged.find

    def far(image: Image) -> tuple[Shown, ...]:
        dice = []
        for die in find(image):
            x, y = die.middle
            top = tuple((x + 0.4 * (px - x), y + 0.4 * (py - y)) for px, py in die.top)
            dice.append(Shown(top, die.box, die.picture))
        return tuple(dice)

    staged.find = far


def test_hints_tell_what_is_wrong(room: Classroom) -> None:
    room.go_to()
    room.wait(lambda: room.hint == "Lay the die before the camera.")
    room.staged.gain = 0.15
    room.wait(lambda: room.hint == "Too dark. Switch on a lamp.")
    room.staged.gain = 1.0
    room.staged.lay(("red", "1", -40, 0), ("red", "2", 40, 0))
    room.wait(lambda: room.hint == "Only one die, please.")
    assert room.plan.taught == 0


def test_a_camera_too_far_away_is_told_so(room: Classroom) -> None:
    smaller(room.staged)
    room.go_to()
    room.staged.lay(("red", "1", 0, 0))
    room.wait(lambda: room.hint == "Too small. Go nearer.")
    assert room.plan.taught == 0


def test_faces_and_dice_are_skipped_and_asked_for_again(room: Classroom) -> None:
    room.go_to("wuerfelhelden")
    room.press("Skip")
    room.wait(lambda: room.plan.wanted == ("white", "sword-2"))
    room.press("Next die")
    room.wait(lambda: room.plan.wanted == ("yellow", "sword-1"))
    room.press("Next die")
    room.wait(lambda: room.plan.wanted == ("red", "sword-1"))
    room.press("Next die")
    room.wait(lambda: "That is all" in room.words())
    assert "16 faces were left out; they are read as they ship." in room.words()
    room.press("Show what was left out")
    room.wait(lambda: room.plan.wanted == ("white", "sword-1"))


def test_a_lesson_is_exported_and_forgotten(room: Classroom) -> None:
    room.go_to()
    room.show("red", "1")
    room.tap(room.sign("list"))
    room.press("Export for another table")
    exported = room.folder / "exports" / "lesson-tintenherz.npz"
    room.wait(exported.is_file)
    assert len(load_lesson(exported, INK)) == 1
    room.wait(lambda: any(str(exported) in words for words in room.words()))
    room.tap(room.sign("list"))
    room.press("Forget all that was taught")
    room.press("Forget them")
    room.wait(lambda: room.plan.taught == 0)
    assert len(room.kept()) == 0


def test_a_camera_that_is_not_there_gives_a_sentence_and_another_can_be_chosen(room: Classroom) -> None:
    from companion.app.widgets.button import PushButton
    from companion.opening import open_eyes

    room.app.open_eyes = open_eyes
    room.app.settings = replace(room.app.settings, camera="73")
    room.app.visit(partial(_lesson_screen(), kit=INK))
    room.wait(lambda: any(words.startswith("Camera 73 does not answer") for words in room.words()))
    room.press("Skip")
    room.wait(lambda: room.plan.wanted == ("red", "2"))
    room.app.open_eyes = room._eyes
    room.press("Choose a camera")
    room.tap(room.one(PushButton, lambda button: button.words == "Simulated table"))
    room.wait_for_picture()
    assert room.opened == ["sim"]
    assert room.app.settings.camera == "sim"


def _lesson_screen() -> Any:
    from companion.app.screens.lesson import LessonScreen

    return LessonScreen


def test_without_a_camera_teaching_asks_for_one(room: Classroom) -> None:
    room.app.settings = replace(room.app.settings, camera="none")
    room.app.visit(partial(_lesson_screen(), kit=INK))
    room.wait(lambda: "Teaching needs a camera. Choose one." in room.words())
    assert room.opened == []


def test_kits_of_the_table_are_offered_and_a_broken_one_is_told(room: Classroom) -> None:
    own = room.folder / "kits"
    own.mkdir()
    text = 'id = "moods"\nname = { en = "Moods", de = "Launen" }\n[[die]]\nbody = "blue"\nfaces = ["glad", "sad"]\n'
    (own / "moods.toml").write_text(text, encoding="utf-8")
    (own / "half.toml").write_text('id = "half"\n', encoding="utf-8")
    room.go_to("moods")
    assert room.plan.wanted == ("blue", "glad")
    assert "glad" in room.words(), "a face that nobody drew is written on its die"
    room.app.back()
    room.step(2)
    assert any("half.toml" in words for words in room.words())


def test_what_was_taught_before_goes_on_and_is_shown_on_the_card(room: Classroom) -> None:
    lesson = Lesson.empty(INK).add("red", "1", np.zeros((SIZE, SIZE, 3), np.uint8))
    save_lesson(room.folder / "lessons" / "tintenherz.npz", lesson)
    room.tap(room.sign("teach"))
    room.wait(lambda: "1 face taught" in room.words())
    room.app.back()
    room.go_to()
    room.wait(lambda: room.plan.wanted == ("red", "2"))


def test_switching_the_language_in_the_middle_keeps_what_was_taken(room: Classroom) -> None:
    room.go_to()
    room.show("red", "1")
    room.staged = Staged(live=True)
    before = room.app.screen
    room.app.change(language="de")
    room.wait(lambda: room.app.screen is not before, "the screen was not made anew")
    room.wait_for_picture()
    assert room.plan.wanted == ("red", "2")


def test_what_was_corrected_in_games_is_shown_and_a_tap_takes_it_back(room: Classroom) -> None:
    from companion.app.teaching.shots import ShotPicture
    from companion.corrections import corrections_path, learn, load_corrections
    from companion.journal import Shot

    path = corrections_path(room.folder / "lessons" / "tintenherz.npz")
    learn([Shot("red", "5", np.zeros((SIZE, SIZE, 3), np.uint8), "6")], path, INK)
    room.go_to()
    room.tap(room.one(ShotPicture))
    room.wait(lambda: not any(room.widgets(ShotPicture)))
    assert not len(load_corrections(path, INK))
