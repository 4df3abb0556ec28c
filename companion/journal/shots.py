"""Faces that people named when the camera was wrong or unsure, kept to teach it the table's own dice with them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2

from companion.journal.rows import ShotRow
from vision.crops import SIZE, Image
from vision.pictures import BadPicture, decode_picture
from vision.teaching import Lesson


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One cut-out face (64 × 64, as `FaceReader.cut` gives it), what a person says it shows and what was read."""

    body: str
    face: str
    picture: Image
    read_as: str = ""
    sure: bool = False
    """Whether it was read so beyond doubt; only of the moment, the file does not say."""

    def __post_init__(self) -> None:
        if self.picture.shape != (SIZE, SIZE, 3):
            raise ValueError(f"a face is cut out as {SIZE} × {SIZE} pixels")

    def row(self) -> ShotRow:
        """For the file: PNG loses nothing."""
        return ShotRow(self.body, self.face, self.read_as, bytes(cv2.imencode(".png", self.picture)[1]))

    @classmethod
    def of(cls, row: ShotRow) -> Shot | None:
        """As the file has it; None if the picture cannot be read."""
        try:
            picture = decode_picture(row.picture, "")
        except BadPicture:
            return None
        if picture.shape != (SIZE, SIZE, 3):
            return None
        return cls(row.body, row.face, picture, row.read_as)


def learnt(lesson: Lesson, shots: Iterable[Shot]) -> Lesson:
    """The lesson with these shots added, the newest counting most."""
    for shot in shots:
        lesson = lesson.add(shot.body, shot.face, shot.picture)
    return lesson
