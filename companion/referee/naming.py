"""What people say that dice show: readings put right, and the pictures of those faces kept to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.journal.shots import Shot
from companion.referee.tabletop import die_of
from companion.rules import Die
from vision.reading import DieRead


def mend(dice: Sequence[DieRead], faces: Sequence[Die]) -> tuple[DieRead, ...]:
    """The readings as people say they are; a reading that was right stays as it is."""
    if len(faces) != len(dice):
        raise ValueError(f"{len(dice)} dice lie there, not {len(faces)}")
    return tuple(
        replace(read, body=die.body, face=die.face, sure=True, leaning=False, confidence=1.0)
        for read, die in zip(dice, faces, strict=True)
    )


def shots_of(dice: Sequence[DieRead], faces: Sequence[Die] | None = None) -> list[Shot]:
    """The pictures of the dice that were read wrongly or in doubt, with what people say they show."""
    named = faces if faces is not None else [die_of(read) for read in dice]
    return [
        Shot(die.body, die.face, read.picture, read.face or "", read.sure)
        for read, die in zip(dice, named, strict=True)
        if read.picture is not None and not read.leaning and (not read.sure or die != die_of(read))
    ]
