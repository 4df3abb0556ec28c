"""Dice found in a picture, before anyone names them: where they lie, and their faces cut out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.profile import BadProfile, Profile
from vision.crops import Image, cut
from vision.frames import Source
from vision.quads import affine_of
from vision.reading import LEANS, DiceEye
from vision.simulated_table import SimulatedTable

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A die in a frame: the corners of its top face, its box, and the face cut out as the reader wants it."""

    top: tuple[Point, ...]
    box: tuple[float, float, float, float]
    picture: Image
    leaning: bool = False

    @property
    def middle(self) -> Point:
        return sum(x for x, _ in self.top) / len(self.top), sum(y for _, y in self.top) / len(self.top)

    @property
    def side(self) -> float:
        """Pixels, as long as that of a square of the face's area."""
        x, y = zip(*self.top, strict=True)
        area = sum(x[i - 1] * y[i] - x[i] * y[i - 1] for i in range(len(x))) / 2
        return max(1.0, math.sqrt(abs(area)))

    def away(self, other: Shown) -> float:
        """How far from another, in sides."""
        (x0, y0), (x1, y1) = self.middle, other.middle
        return math.hypot(x1 - x0, y1 - y0) / max(self.side, other.side)


Find = Callable[[Image], Sequence[Shown]]
"""Finds the dice in a picture (BGR)."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """What dice are looked for with. On the simulated table it is a rehearsal: dice are laid down by themselves."""

    source: Source
    find: Find
    rehearsal: bool = False


class NetworkFind:
    """Finds dice with the networks that ship; with a profile that fits, those in its tray, in its light."""

    def __init__(self, eye: DiceEye, profile: Profile | None = None) -> None:
        self._eye, self._profile = eye, profile

    def __call__(self, image: Image) -> tuple[Shown, ...]:
        found, looks = self._eye.see(image, self._fitted(image))
        dice = []
        for top, box, leaning, face in zip(found.tops, found.boxes, found.leaning, looks.faces, strict=True):
            x0, y0, x1, y1 = (float(v) for v in box)
            corners = tuple((float(x), float(y)) for x, y in top)
            dice.append(Shown(corners, (x0, y0, x1, y1), face, bool(leaning > LEANS)))
        return tuple(dice)

    def _fitted(self, image: Image) -> Profile | None:
        if self._profile is not None:
            try:
                self._profile = self._profile.fitted((image.shape[1], image.shape[0]))
            except BadProfile:
                self._profile = None
        return self._profile


def true_find(table: SimulatedTable) -> Find:
    """Finds what the simulated table knows to lie there: for pictures of the screens, and for tests."""

    def find(image: Image) -> tuple[Shown, ...]:
        dice = table.truth().dice
        centres, matrices = affine_of([die.top for die in dice]) if dice else (np.zeros((0, 2)), np.zeros((0, 2, 2)))
        faces = cut(image, np.asarray(centres, np.float32), np.asarray(matrices, np.float32))
        return tuple(Shown(die.top, die.box, face) for die, face in zip(dice, faces, strict=True))

    return find
