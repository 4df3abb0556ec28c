"""Learning from “That's wrong”: the faces that people put right in games, kept as a lesson beside the one they taught.

It only adds to what a face looks like and replaces nothing: one tap too many must neither unlearn what ships or was
taught, nor make a reading wrong and certain.
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
    """The corrections with these, kept; OSError if they cannot be. What is named once more is as it was named last.

    Who contradicts an eye that was sure may have tapped wrongly: the picture is then learnt as both, so that the next
    such die is asked about; what people say of that one decides. A die named as it was read only says this.
    """
    known = {(die.body, face) for die in kit.dice for face in die.faces}
    before = lesson = load_corrections(path, kit)
    for shot in shots:
        if (shot.body, shot.face) in known:
            lesson = _told(lesson, shot, known)
    if lesson is not before:
        save_lesson(path, lesson)
    return lesson


def _told(lesson: Lesson, shot: Shot, known: set[tuple[str, str]]) -> Lesson:
    if shot.face == shot.read_as:
        return _decided(lesson, shot.body, shot.face)
    same = [i for i, picture in enumerate(lesson.pictures) if np.array_equal(picture, shot.picture)]
    said = {lesson.faces[i] for i in same}
    rival = next(iter(said - {shot.read_as}), None) if said else shot.read_as if shot.sure else None
    for place in reversed(same):
        lesson = lesson.drop(place)
    if shot.face == rival:  # it was read rightly after all
        return lesson
    decided = _decided(lesson, shot.body, shot.face)
    if decided is lesson and rival is not None and (shot.body, rival) in known:
        decided = decided.add(shot.body, rival, shot.picture)
    return learnt(decided, [shot])


def _decided(lesson: Lesson, body: str, face: str) -> Lesson:
    """Pictures that were learnt as this face and as another one are of this face."""
    pairs = [pair for pair in _pairs(lesson) if lesson.bodies[pair[0]] == body]
    others = {i for pair in pairs for i in pair if face in (lesson.faces[j] for j in pair) and lesson.faces[i] != face}
    for place in sorted(others, reverse=True):
        lesson = lesson.drop(place)
    return lesson


def with_corrections(gallery: Gallery, lesson: Lesson, kit: Kit, reader: FaceReader) -> tuple[Gallery, Gallery | None]:
    """The gallery with what was learnt beside all that is in it; and with what is contradicted, if anything is."""
    contested = {j for _, j in _pairs(lesson)}
    doubted = {i for pair in _pairs(lesson) for i in pair}
    learnt_of = _added(gallery, lesson, [i for i in range(len(lesson)) if i not in doubted], kit, reader)
    return learnt_of, _added(learnt_of, lesson, sorted(contested), kit, reader) if contested else None


def _added(gallery: Gallery, lesson: Lesson, places: Sequence[int], kit: Kit, reader: FaceReader) -> Gallery:
    if not places:
        return gallery
    for place in reversed(range(len(lesson))):
        lesson = lesson if place in places else lesson.drop(place)
    looks = lesson.gallery(kit, reader)  # what it taught comes first
    n = len(lesson) * TURNS
    return together([gallery, Gallery(looks.names[:n], looks.bodies[:n], looks.vectors[:n])])


def _pairs(lesson: Lesson) -> list[tuple[int, int]]:
    """Pictures that were read as one face and are said to be another: the places of both."""
    return [
        (i, j)
        for j, picture in enumerate(lesson.pictures)
        for i in range(j)
        if lesson.bodies[i] == lesson.bodies[j] and np.array_equal(picture, lesson.pictures[i])
    ]
