"""A flat printed thing in the making, and what it is when finished."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.art.boards import printed_die
from models.training.art.colours import Rgb8
from models.training.art.fonts import FontFace, text_mask
from models.training.art.icons import Mask, icon_mask
from models.training.art.noise import Rng, paste
from models.training.render.types import Image


@dataclass(frozen=True, slots=True, eq=False)
class FlatPrint:
    """A thin thing: RGBA picture (sRGB, straight alpha) and its size in millimetres."""

    image: Image
    kind: str
    width: float
    height: float
    thickness: float
    gloss: float


class Sheet:
    """A piece of card being printed: RGB with a shape mask, in pixels."""

    def __init__(self, width: int, height: int, colour: Rgb8) -> None:
        self.width, self.height = width, height
        self.image: Image = np.full((height, width, 3), colour, np.uint8)
        self.shape: Mask = np.full((height, width), 255, np.uint8)

    def rounded(self, corner: int) -> None:
        self.shape[:] = 0
        corner = max(1, min(corner, self.width // 2 - 1, self.height // 2 - 1))
        right, bottom = self.width - 1 - corner, self.height - 1 - corner
        cv2.rectangle(self.shape, (corner, 0), (right, self.height - 1), 255, -1)
        cv2.rectangle(self.shape, (0, corner), (self.width - 1, bottom), 255, -1)
        for x in (corner, right):
            for y in (corner, bottom):
                cv2.circle(self.shape, (x, y), corner, 255, -1, cv2.LINE_AA)

    def polygon(self, points: list[tuple[float, float]]) -> None:
        """Cut the sheet along points given from −1 to 1."""
        self.shape[:] = 0
        pixels = (np.array(points) * (0.49 * self.width, 0.49 * self.height) + (self.width / 2, self.height / 2)) * 16
        cv2.fillPoly(self.shape, [np.rint(pixels).astype(np.int32)], 255, cv2.LINE_AA, 4)

    def icon(self, name: str, ink: Rgb8, x: float, y: float, high: float, *, angle: float = 0.0) -> None:
        paste(self.image, icon_mask(name), ink, x * self.width, y * self.height, high=high * self.width, angle=angle)

    def text(
        self, font: FontFace, text: str, ink: Rgb8, x: float, y: float, *, high: float, angle: float = 0.0
    ) -> None:
        mask = text_mask(font, text, 48)
        tall = min(high * self.width, 0.9 * self.width * mask.shape[0] / mask.shape[1])
        paste(self.image, mask, ink, x * self.width, y * self.height, high=tall, angle=angle)

    def disc(self, colour: Rgb8, x: float, y: float, radius: float, width: int = -1) -> None:
        centre = (round(x * self.width), round(y * self.height))
        cv2.circle(self.image, centre, max(1, round(radius * self.width)), colour, width, cv2.LINE_AA)

    def frame(self, colour: Rgb8, inset: float, width: int) -> None:
        gap = round(inset * self.width)
        cv2.rectangle(self.image, (gap, gap), (self.width - 1 - gap, self.height - 1 - gap), colour, width, cv2.LINE_AA)

    def die(self, rng: Rng, x: float, y: float, high: float, angle: float = 0.0) -> None:
        mask, face = printed_die(rng)
        paste(self.image, mask, face, x * self.width, y * self.height, high=high * self.width, angle=angle)

    def finished(self, kind: str, width: float, height: float, thickness: float, gloss: float) -> FlatPrint:
        return FlatPrint(np.dstack([self.image, self.shape]), kind, width, height, thickness, gloss)
