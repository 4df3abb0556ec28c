"""The way through the faces of a kit."""

from __future__ import annotations

import numpy as np

from companion.lesson_plan import LessonPlan
from vision.crops import SIZE, Image
from vision.kits import kit
from vision.teaching import MOST_SHOTS, Lesson


def picture(shade: int = 0) -> Image:
    return np.full((SIZE, SIZE, 3), shade, np.uint8)


def plan(kit_id: str = "wuerfelhelden") -> LessonPlan:
    chosen = kit(kit_id)
    return LessonPlan(chosen, Lesson.empty(chosen))


def through(at: LessonPlan) -> list[tuple[str, str]]:
    """Every face in the order it is asked for, each shown once."""
    asked = []
    while at.wanted is not None:
        asked.append(at.wanted)
        at = at.took(picture())
    return asked


def test_each_face_of_each_body_is_asked_for_once_body_by_body() -> None:
    asked = through(plan())
    assert asked[:5] == [("white", f) for f in ("sword-1", "sword-2", "sword-3", "coin", "die-yellow")]
    assert [body for body, _ in asked] == sorted((b for b, _ in asked), key=["white", "yellow", "red"].index)
    assert len(asked) == len(set(asked)) == plan().total == 16


def test_what_was_taught_before_is_not_asked_for_again() -> None:
    done = plan().took(picture())
    again = LessonPlan(done.kit, done.lesson)
    assert again.wanted == ("white", "sword-2")
    assert again.taught == 1


def test_a_skipped_face_is_left_out_until_it_is_asked_for_again() -> None:
    at = plan("tintenherz").skip()
    assert at.wanted == ("red", "2")
    assert ("red", "1") not in through(at)
    assert at.missing[0] == ("red", "1")
    assert at.ask_again().wanted == ("red", "1")


def test_what_was_left_out_does_not_count_as_something_to_do() -> None:
    at = plan("tintenherz").took(picture()).skip()
    assert (at.taught, at.total) == (1, 5)
    at = at.choose(("red", "2")).took(picture())
    assert (at.taught, at.total) == (2, 6)


def test_a_face_shown_on_one_die_is_known() -> None:
    at = plan()
    for _ in range(5):
        at = at.took(picture())
    assert at.known == 5 / 7
    assert LessonPlan(at.kit, Lesson.empty(at.kit)).known == 0


def test_a_skipped_face_counts_once_it_is_shown_after_all() -> None:
    at = plan("tintenherz").skip().choose(("red", "1")).took(picture())
    assert ("red", "1") not in at.skipped
    assert at.wanted == ("red", "2")


def test_the_next_die_leaves_out_the_rest_of_this_one() -> None:
    at = plan().took(picture()).next_die()
    assert at.wanted == ("yellow", "sword-1")
    assert at.taught == 1


def test_a_die_that_has_shown_six_of_more_possible_faces_is_known() -> None:
    at = plan("wuerfelblitz")
    for _ in range(5):
        at = at.took(picture())
    assert not at.die_is_known
    at = at.skip().took(picture())
    assert at.die_is_known
    assert at.next_die().wanted == ("green", "1")
    assert not plan("tintenherz").die_is_known


def test_a_chosen_face_comes_first_and_then_its_die_goes_on() -> None:
    at = plan().choose(("red", "coin")).took(picture())
    assert at.wanted == ("red", "sword-1")


def test_a_face_can_be_shown_five_times_and_the_newest_pictures_stay() -> None:
    at = plan("tintenherz")
    for shade in range(MOST_SHOTS + 2):
        at = at.choose(("red", "6")).took(picture(shade))
    shots = at.shots(("red", "6"))
    assert [int(at.lesson.pictures[i, 0, 0, 0]) for i in shots] == [2, 3, 4, 5, 6]
    assert at.counts()["red", "6"] == MOST_SHOTS


def test_a_picture_taken_back_is_asked_for_again() -> None:
    at = plan("tintenherz").took(picture()).took(picture())
    back = at.drop(0)
    assert back.wanted == ("red", "1")
    assert back.shots(("red", "2")) == (0,)


def test_undo_takes_back_only_what_was_taken_just_now() -> None:
    before = plan("tintenherz").took(picture())
    at = LessonPlan(before.kit, before.lesson).took(picture())
    at = at.undo()
    assert at.wanted == ("red", "2")
    assert at.undo() is at
    assert at.taught == 1


def test_a_face_taught_for_any_body_is_taught_for_all() -> None:
    heroes = kit("wuerfelhelden")
    at = LessonPlan(heroes, Lesson.empty(heroes).add("", "sword-1", picture()))
    assert at.wanted == ("white", "sword-2")
    assert at.shots(("red", "sword-1")) == (0,)


def test_forgetting_begins_again() -> None:
    at = plan("tintenherz").took(picture()).skip().forget()
    assert (at.taught, at.wanted) == (0, ("red", "1"))
