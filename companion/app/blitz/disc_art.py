"""Reward discs as they are drawn: turned wood, the black ones with a star, so that nothing hangs on their colour."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
from kivy.graphics.texture import Texture

from companion.app.theme import rgb

SIDE = 96
WOOD: dict[str, tuple[str, str]] = {"black": ("#26221E", "#F7F0E0"), "white": ("#FDFAF2", "#B7A887")}
"""The colour of a disc and of what is drawn on it."""
POINTS = 5

Floats = npt.NDArray[np.float64]


@cache
def disc_texture(kind: str) -> Texture:
    picture = disc_picture(kind)
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba", mipmap=True)
    texture.blit_buffer(picture[::-1].tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def disc_picture(kind: str) -> npt.NDArray[np.uint8]:
    """A disc from above (SIDE, SIDE, 4), lit from the upper left."""
    base, ink = (np.array(rgb(code)[:3]) for code in WOOD[kind])
    ys, xs = (np.mgrid[:SIDE, :SIDE] + 0.5) / SIDE * 2 - 1
    radius = np.hypot(xs, ys)
    light = 1.06 - 0.1 * (xs + ys)
    rim = np.exp(-(((radius - 0.9) / 0.06) ** 2))
    colour = np.minimum(base * (light - 0.28 * rim)[..., None], 1)
    mark = _ring(radius, 0.7, 0.03)
    if kind == "black":
        mark = np.maximum(mark, _star(xs, ys))
    mark = mark[..., None]
    colour = colour * (1 - mark) + ink * mark
    cover = _within((0.96 - radius) * SIDE / 2)
    return np.clip(255 * np.dstack([colour, cover]) + 0.5, 0, 255).astype(np.uint8)


def _star(xs: Floats, ys: Floats) -> Floats:
    """Five points up: how far each pixel lies inside, from the nearest edge in its sixth of the circle."""
    turn = np.pi / POINTS
    angle = np.abs((np.arctan2(xs, -ys) + turn) % (2 * turn) - turn)
    radius = np.hypot(xs, ys)
    across, along = radius * np.sin(angle), radius * np.cos(angle)
    tip, notch = (0.54, 0.0), (0.22 * np.cos(turn), 0.22 * np.sin(turn))
    edge = np.array([notch[0] - tip[0], notch[1] - tip[1]])
    normal = np.array([-edge[1], edge[0]]) / np.hypot(*edge)
    inside = (along - tip[0]) * normal[0] + (across - tip[1]) * normal[1]
    return _within(inside * SIDE / 2)


def _ring(radius: Floats, at: float, half: float) -> Floats:
    return _within((half - np.abs(radius - at)) * SIDE / 2)


def _within(pixels: Floats) -> Floats:
    covered: Floats = np.clip(pixels + 0.5, 0, 1)
    return covered
