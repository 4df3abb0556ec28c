"""Dice as the screens draw them: the faces that this project drew, on a body with a little light and thickness."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.app.hatching import hatching
from companion.app.theme import Colour, contrast
from vision.simulated_table.faces import body_colour, look_of, print_of

SIDE = 176
RIM = 0.016
LIP = 0.06
"""How much of the picture the lower edge of the die takes: it makes a square a thing."""
CORNER = 0.19
REACH = 0.86
DOT = "dot-"
BLACK, DARK = 60, 70
"""Below this mean of red, green and blue: fine lines are enough, or lines have to be light ones."""

INKS: tuple[Colour, ...] = ((0.2, 0.18, 0.16, 1), (1, 1, 1, 1))

Rgba = npt.NDArray[np.uint8]


@cache
def die_picture(body: str, face: str | None, *, numerals: bool = False, hatched: bool = False) -> Rgba:
    """A die from above (SIDE, SIDE, 4); without a face, one that nobody has thrown yet.

    Colour dots have the pattern of their colour; `hatched`, the body has that of its own.
    """
    base = np.array(body_colour(body), np.float32)
    lip = round(SIDE * LIP)
    top = SIDE - lip
    picture = np.zeros((SIDE, SIDE, 4), np.float32)
    whole = _rounded(SIDE, SIDE)
    picture[..., :3] = base * 0.62
    picture[..., 3] = whole
    ys, xs = np.mgrid[:top, :SIDE].astype(np.float32)
    light = 1.09 - 0.2 * (0.4 * xs / SIDE + 0.6 * ys / top)
    face_colour = np.clip(base * light[..., None], 0, 255)
    if hatched:
        face_colour = _hatch(face_colour, body, lines=11, strength=0.16)
    if face is not None:
        face_colour = _printed(face_colour, body, look_of(face, numerals=numerals))
    if np.mean(base) < DARK:
        face_colour = _lit_edge(face_colour)
    cover = _rounded(SIDE, top)[..., None] / 255
    picture[:top, :, :3] = picture[:top, :, :3] * (1 - cover) + face_colour * cover
    return np.clip(picture + 0.5, 0, 255).astype(np.uint8)


def ink_on(body: str) -> Colour:
    """The ink in which words can be read on a die of this colour."""
    red, green, blue = (part / 255 for part in body_colour(body))
    return max(INKS, key=lambda ink: contrast(ink, (red, green, blue, 1)))


def _lit_edge(colour: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Light on the edge of a dark die: on a dark ground it would have none."""
    height, width = colour.shape[:2]
    rim = round(SIDE * RIM)
    inner = np.zeros((height, width), np.float32)
    inner[rim:-rim, rim:-rim] = _rounded(width - 2 * rim, height - 2 * rim)
    light = 0.3 * (1 - inner[..., None] / 255)
    return np.asarray(colour * (1 - light) + 255 * light, np.float32)


def _printed(colour: npt.NDArray[np.float32], body: str, look: str) -> npt.NDArray[np.float32]:
    marks = print_of(body, look)
    if marks is None:
        return colour
    height, width = colour.shape[:2]
    side = round(min(height, width) * REACH)
    big = cv2.resize(marks, (side, side), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    y, x = (height - side) // 2, (width - side) // 2
    alpha = big[..., 3:] / 255
    window = colour[y : y + side, x : x + side]
    ink = big[..., :3]
    if look.startswith(DOT):
        ink = _hatch(ink, look.removeprefix(DOT), lines=10, strength=0.45)
    window[:] = window * (1 - alpha) + ink * alpha
    return colour


def _hatch(colour: npt.NDArray[np.float32], name: str, lines: float, strength: float) -> npt.NDArray[np.float32]:
    """Draw the pattern of a colour: darker on light colours, lighter on dark ones."""
    height, width = colour.shape[:2]
    pattern = hatching(name, max(height, width), lines)
    if pattern is None:
        return colour
    light = float(np.mean(body_colour(name)))
    ink = 0.0 if light > DARK else 255.0
    cover = (strength if light > BLACK else 0.5 * strength) * pattern[:height, :width, None]
    hatched: npt.NDArray[np.float32] = colour * (1 - cover) + ink * cover
    return hatched


def _rounded(width: int, height: int) -> npt.NDArray[np.float32]:
    """The cover of a rounded rectangle, 0 to 255, smooth at its edge."""
    radius = CORNER * SIDE
    ys, xs = np.mgrid[:height, :width].astype(np.float32) + 0.5
    dx = np.maximum(np.abs(xs - width / 2) - (width / 2 - radius), 0)
    dy = np.maximum(np.abs(ys - height / 2) - (height / 2 - radius), 0)
    cover: npt.NDArray[np.float32] = 255 * np.clip(radius - np.hypot(dx, dy) + 0.5, 0, 1)
    return cover
