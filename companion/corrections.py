"""Learning from “That's wrong”: the faces that people put right in games, kept as a lesson beside the one they taught.

It only adds to what a face looks like and replaces nothing: one tap too many must not unlearn what ships or was taught.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.journal import Shot, learnt
from vision.gallery import Gallery, together
from vision.kits import Kit
from vision.reader import FaceReader
from vision.teaching import TURNS, BadLesson, Lesson, load_lesson, save_lesson


def corrections_path(lesson: Path) -> Path:
    """Where the corrections of a kit lie, by where its lesson does."""
    return lesson.parent / "corrected" / lesson.name


def load_corrections(path: Path, kit: Kit) -> Lesson:
    """What was learnt from corrections; what is damaged or of other dice has taught nothing."""
    try:
        lesson = load_lesson(path, kit)
    except BadLesson:
        return Lesson.empty(kit)
    return lesson if lesson.strange(kit) is None else Lesson.empty(kit)


def learn(shots: Sequence[Shot], path: Path, kit: Kit) -> Lesson:
    """The corrections with these, kept; OSError if they cannot be. What is named once more is as it was named last."""
    known = {(die.body, face) for die in kit.dice for face in die.faces}
    new = [shot for shot in shots if (shot.body, shot.face) in known]
    before = load_corrections(path, kit)
    lesson = before
    for shot in new:
        same = [i for i, picture in enumerate(lesson.pictures) if np.array_equal(picture, shot.picture)]
        for place in reversed(same):
            lesson = lesson.drop(place)
        lesson = learnt(lesson, [shot])
    if lesson is not before:
        save_lesson(path, lesson)
    return lesson


def with_corrections(gallery: Gallery, lesson: Lesson, kit: Kit, reader: FaceReader) -> Gallery:
    """The gallery with what was learnt from corrections beside all that is in it."""
    if not len(lesson):
        return gallery
    looks = lesson.gallery(kit, reader)  # what it taught comes first
    n = len(lesson) * TURNS
    return together([gallery, Gallery(looks.names[:n], looks.bodies[:n], looks.vectors[:n])])
