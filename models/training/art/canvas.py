"""A small print shop: shapes as coverage masks, inks laid over one another, and the relief that goes with them.

Places are given on the face: the centre is (0, 0), the edges are at ±1, y points down as in a picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.colours import Rgb8
from models.training.art.fonts import FontFace, text_mask
from models.training.art.icons import Mask, icon_mask
from models.training.render.types import PRINT_SIZE, Array, Print

SHIFT = 5
Points = Sequence[tuple[float, float]]


def turned(
    points: Points, angle: float, x: float = 0.0, y: float = 0.0, scale: float = 1.0
) -> list[tuple[float, float]]:
    """Points turned clockwise by an angle in degrees, then scaled, then moved to (x, y)."""
    c, s = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
    return [(x + px * c - py * s, y + px * s + py * c) for px, py in points]


def star_points(tips: int, inner: float, outer: float = 1.0, start: float = -90.0) -> list[tuple[float, float]]:
    return [
        ((outer if i % 2 == 0 else inner) * math.cos(a), (outer if i % 2 == 0 else inner) * math.sin(a))
        for i in range(2 * tips)
        for a in [math.radians(start + 180 * i / tips)]
    ]


def regular_points(corners: int, start: float = -90.0) -> list[tuple[float, float]]:
    return [
        (math.cos(math.radians(start + 360 * i / corners)), math.sin(math.radians(start + 360 * i / corners)))
        for i in range(corners)
    ]


class Canvas:
    """Marks in the making: straight RGB with alpha in floats, and the relief."""

    def __init__(self, size: int = PRINT_SIZE, offset: tuple[float, float] = (0.0, 0.0)) -> None:
        self.size = size
        self.offset = offset
        self.colour: Array = np.zeros((size, size, 3), np.float32)
        self.alpha: Array = np.zeros((size, size), np.float32)
        self.relief: Array = np.zeros((size, size), np.float32)

    def _fixed(self, points: Points) -> npt.NDArray[np.int32]:
        pixels = (np.asarray(points, np.float64) + self.offset + 1) * (self.size / 2) - 0.5
        return np.asarray(np.rint(pixels * 2**SHIFT), np.int32)

    def _radius(self, radius: float) -> int:
        return max(1, int(radius * self.size / 2 * 2**SHIFT + 0.5))

    def blank(self) -> Mask:
        return np.zeros((self.size, self.size), np.uint8)

    def disc(self, x: float, y: float, radius: float) -> Mask:
        mask, (centre,) = self.blank(), self._fixed([(x, y)])
        cv2.circle(mask, (int(centre[0]), int(centre[1])), self._radius(radius), 255, -1, cv2.LINE_AA, SHIFT)
        return mask

    def ring(self, x: float, y: float, radius: float, width: float) -> Mask:
        return cv2.subtract(self.disc(x, y, radius), self.disc(x, y, radius - width)).astype(np.uint8)

    def polygon(self, points: Points) -> Mask:
        mask = self.blank()
        cv2.fillPoly(mask, [self._fixed(points)], 255, cv2.LINE_AA, SHIFT)
        return mask

    def line(self, points: Points, width: float, closed: bool = False) -> Mask:
        mask = self.blank()
        thick = max(1, round(width * self.size / 2))
        cv2.polylines(mask, [self._fixed(points)], closed, 255, thick, cv2.LINE_AA, SHIFT)
        return mask

    def square(self, x: float, y: float, half: float, corner: float = 0.0, angle: float = 0.0) -> Mask:
        """A square with rounded corners; `corner` is the radius as a share of `half`."""
        inner = 1 - corner
        points = [
            (sx * inner + corner * math.cos(math.radians(a)), sy * inner + corner * math.sin(math.radians(a)))
            for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
            for a in (range(start, start + 91, 15) if corner > 0 else (start,))
        ]
        if corner <= 0:
            points = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
        return self.polygon(turned(points, angle, x, y, half))

    def stamp(self, mask: Mask, x: float, y: float, high: float, angle: float = 0.0) -> Mask:
        """Place a mask so that its height becomes `high` (2 is the whole face)."""
        scale = high * self.size / 2 / mask.shape[0]
        while scale < 0.5 and min(mask.shape) > 3:
            half = (max(1, mask.shape[1] // 2), max(1, mask.shape[0] // 2))
            mask = np.asarray(cv2.resize(mask, half, interpolation=cv2.INTER_AREA), np.uint8)
            scale = high * self.size / 2 / mask.shape[0]
        c, s = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
        middle_x, middle_y = (mask.shape[1] - 1) / 2, (mask.shape[0] - 1) / 2
        px = (x + self.offset[0] + 1) * self.size / 2 - 0.5
        py = (y + self.offset[1] + 1) * self.size / 2 - 0.5
        matrix = np.array([[c, -s, 0], [s, c, 0]], np.float64)
        matrix[:, 2] = np.array([px, py]) - matrix[:, :2] @ np.array([middle_x, middle_y])
        return np.asarray(cv2.warpAffine(mask, matrix, (self.size, self.size), flags=cv2.INTER_LINEAR), np.uint8)

    def icon(self, name: str, x: float, y: float, half: float, angle: float = 0.0) -> Mask:
        return self.stamp(icon_mask(name, 128 if self.size <= 160 else 384), x, y, half * 2, angle)

    def text(
        self, face: FontFace, text: str, x: float, y: float, high: float, *, angle: float = 0.0, widest: float = 9.0
    ) -> Mask:
        """Text by the height of its ink, made smaller where it would be wider than `widest`."""
        mask = text_mask(face, text) if self.size <= 160 else text_mask(face, text, 384)
        high = min(high, widest * mask.shape[0] / mask.shape[1])
        return self.stamp(mask, x, y, high, angle)

    def grown(self, mask: Mask, width: float) -> Mask:
        """The mask with a border around it, for outlines."""
        pixels = max(1, round(width * self.size / 2))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pixels + 1, 2 * pixels + 1))
        return np.asarray(cv2.dilate(mask, kernel), np.uint8)

    def paint(self, mask: Mask, ink: Rgb8 | Array, relief: float = 0.0, opacity: float = 1.0) -> None:
        """Lay an ink (one colour, or a picture of the canvas' size) where the mask is."""
        cover = mask.astype(np.float32) * np.float32(opacity / 255)
        total = cover + self.alpha * (1 - cover)
        share = cover / np.maximum(total, 1e-6)
        colour = np.asarray(ink, np.float32)
        self.colour += (colour - self.colour) * share[..., None]
        self.alpha = total
        if relief:
            full = mask.astype(np.float32) * np.float32(1 / 255)
            self.relief += (np.float32(relief) - self.relief) * full

    def carve(self, mask: Mask, relief: float) -> None:
        """Relief without ink."""
        full = mask.astype(np.float32) * np.float32(1 / 255)
        self.relief += (np.float32(relief) - self.relief) * full

    def gradient(self, top: Rgb8, bottom: Rgb8, angle: float = 0.0) -> Array:
        """A picture that runs from one colour to another, for metal and gems."""
        axis = np.linspace(-1, 1, self.size, dtype=np.float32)
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        t = np.clip(0.5 + 0.5 * (axis[:, None] * c + axis[None, :] * s), 0, 1)[..., None]
        return np.asarray(np.asarray(top, np.float32) * (1 - t) + np.asarray(bottom, np.float32) * t, np.float32)

    def print(self, soften: float = 0.0) -> Print:
        """The finished print; `soften` rounds the edges of the relief, as a drill or a mould does."""
        marks = np.empty((self.size, self.size, 4), np.uint8)
        # Colour reaches beyond the ink, so that a filter across its edge does not draw in black.
        soft = cv2.blur(np.dstack([self.colour * self.alpha[..., None], self.alpha]), (9, 9))
        spread = soft[..., :3] / np.maximum(soft[..., 3:], 1e-4)
        marks[..., :3] = np.clip(np.where(self.alpha[..., None] > 0.05, self.colour, spread) + 0.5, 0, 255)
        marks[..., 3] = np.clip(self.alpha * 255 + 0.5, 0, 255)
        relief = self.relief
        if soften > 0 and relief.any():
            relief = np.asarray(cv2.GaussianBlur(relief, (0, 0), soften * self.size / 128), np.float32)
        return Print(marks, np.clip(relief, -1, 1))
