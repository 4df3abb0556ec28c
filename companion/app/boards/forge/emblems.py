"""The signs of gold, sun, moon and glory as the faces of the dice have them, with or without a number."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.app.boards.forge.drawn import Drawn, write
from companion.app.widgets.layout import Row
from companion.rules.dice_forge.faces import KINDS, Yield

SIDE = 128
FINE = 5
"""Bits after the point in the places that are handed to OpenCV."""
INKS = {"gold": (236, 180, 44), "sun": (222, 74, 40), "moon": (112, 110, 206), "glory": (58, 148, 84)}
"""Red, green, blue; the same inks as on the dice."""
EDGE = 0.5
"""How dark the line around a sign is beside its ink."""

Mask = npt.NDArray[np.uint8]
Points = list[tuple[float, float]]


class Emblem(Drawn):
    """A sign with its number in the middle, or without one."""

    def __init__(
        self, kind: str, amount: int | None = None, size: float = 28, *, dim: bool = False, **more: Any
    ) -> None:
        self.kind, self.amount, self._dim = kind, amount, dim
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)), **more)

    def paint(self) -> None:
        paint_emblem(self.kind, self.amount, 0, 0, self.height, alpha=0.45 if self._dim else 1)


def paint_emblem(kind: str, amount: int | None, x: float, y: float, side: float, *, alpha: float = 1) -> None:
    """A sign with its lower left corner at (x, y)."""
    Color(1, 1, 1, alpha)
    Rectangle(texture=emblem_texture(kind), pos=(x, y), size=(side, side))
    if amount is not None:
        high = side * (0.56 if amount < 10 else 0.5)
        write(str(amount), x + side / 2, y + side / 2, high, (1, 1, 1, alpha), rim=max(1, side * 0.06))


class Amounts(Row):
    """A yield or a cost as signs side by side."""

    def __init__(self, amount: Yield, size: float = 28, *, dim: bool = False) -> None:
        parts = [Emblem(kind, n, size, dim=dim) for kind, n in zip(KINDS, amount, strict=True) if n]
        super().__init__(*parts, gap=0.25, size_hint_x=None)
        self.bind(minimum_width=self.setter("width"))


@cache
def emblem_texture(kind: str) -> Texture:
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba", mipmap=True)
    texture.blit_buffer(emblem(kind)[::-1].tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


@cache
def emblem(kind: str) -> Mask:
    """The sign alone, (SIDE, SIDE, 4)."""
    mask = _MASKS[kind]()
    ink, line = np.array(INKS[kind], np.float32), cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7)))
    slope = np.linspace(1.12, 0.88, SIDE, dtype=np.float32)[:, None, None]
    inside = (mask / 255.0)[..., None]
    colour = ink * EDGE * (1 - inside) + np.clip(ink * slope, 0, 255) * inside
    if kind == "gold":
        rim = (cv2.subtract(_disc(0, 0, 0.72), _disc(0, 0, 0.64)) / 255.0)[..., None]
        colour = colour * (1 - rim) + ink * 0.8 * rim
    return np.dstack([np.clip(colour + 0.5, 0, 255).astype(np.uint8), line])


def _rays() -> Mask:
    """A sun with twelve short rays."""
    angles = [math.radians(15 * i) for i in range(24)]
    return _polygon(
        [(r * math.sin(a), r * math.cos(a)) for i, a in enumerate(angles) for r in [0.66 if i % 2 else 0.93]]
    )


def _crescent() -> Mask:
    bite = _disc(0.4, -0.2, 0.54)
    return np.asarray(cv2.subtract(_disc(0, 0, 0.9), bite), np.uint8)


def _laurel() -> Mask:
    """Two branches that meet at the bottom and stay open at the top."""
    ring = cv2.subtract(_disc(0, 0, 0.72), _disc(0, 0, 0.64))
    ring[: int(0.25 * SIDE)] = 0
    leaf = [(0.0, -0.32), (0.15, -0.05), (0.09, 0.2), (0.0, 0.28), (-0.09, 0.2), (-0.15, -0.05)]
    whole = np.asarray(ring, np.uint8)
    for side in (-1, 1):
        for i in range(6):
            angle = math.radians(62 - i * 25)
            x, y = side * 0.72 * math.cos(angle), 0.72 * math.sin(angle)
            turn = math.radians(side * (40 - math.degrees(angle) * 0.9))
            c, s = math.cos(turn) * 0.92, math.sin(turn) * 0.92
            whole |= _polygon([(x + px * c - py * s, y + px * s + py * c) for px, py in leaf])
    return whole


def _disc(x: float, y: float, radius: float) -> Mask:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    (centre,) = _fixed([(x, y)])
    cv2.circle(mask, (int(centre[0]), int(centre[1])), round(radius * SIDE / 2 * 2**FINE), 255, -1, cv2.LINE_AA, FINE)
    return mask


def _polygon(points: Points) -> Mask:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(mask, [_fixed(points)], 255, cv2.LINE_AA, FINE)
    return mask


def _fixed(points: Iterable[tuple[float, float]]) -> npt.NDArray[np.int32]:
    """From places on a sign, -1 to 1, to pixels as OpenCV wants them."""
    return np.asarray(np.rint(((np.array(list(points)) + 1) * SIDE / 2 - 0.5) * 2**FINE), np.int32)


_MASKS = {"gold": lambda: _disc(0, 0, 0.9), "sun": _rays, "moon": _crescent, "glory": _laurel}
