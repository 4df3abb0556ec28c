"""The plainest art a scene can be made of: needs no fonts, no icons, no Pillow."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.render.sources import Sheet
from models.training.render.types import DieDesign, FaceDesign, Material, Print


def one_spot(level: int) -> Print:
    """A dark spot off the middle, towards the print's upper left: a print whose turn can be seen."""
    marks = np.zeros((128, 128, 4), np.uint8)
    cv2.circle(marks, (36, 36), 16, (level, level, level, 255), -1)
    return Print(marks, -(marks[:, :, 3] / 255).astype(np.float32))


class PlainArt:
    def design(self, rng: np.random.Generator, kind: str | None) -> DieDesign:
        faces = tuple(FaceDesign(f"face-{i}", one_spot(5)) for i in range(6))
        return DieDesign("plain", "white", (0.8, 0.8, 0.8), Material(), faces, edge=0.1)  # type: ignore[arg-type]

    def table(self, rng: np.random.Generator) -> Sheet:
        return Sheet(np.full((64, 64, 3), 120, np.uint8), 300.0, 0.1)

    def flat(self, rng: np.random.Generator) -> Sheet:
        return Sheet(np.full((60, 40, 4), 255, np.uint8), 60.0, 0.1)
