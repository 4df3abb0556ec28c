"""The painted outside of a die: its six prints as one filtered map, looked up where rays arrive."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from models.training.render.camera import lookup
from models.training.render.scene import FACE_NORMAL, FACE_RIGHT, FACE_UP
from models.training.render.shapes import dot
from models.training.render.types import PRINT_SIZE, Array, DieDesign, Image, f32

_PAD = 4
_LEVELS = np.arange(256, dtype=np.float32) / 255
TO_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(np.float32)
_RELIEF_DEPTH = 0.09
"""Depth of a drilled mark as a share of half the side."""


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Six square tiles one below the other, each with a border: colour and ink, slopes and depth."""

    paint: Array
    relief: Array
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """What the surface is at a list of points; (3, N) or (N,)."""

    colour: Array
    ink: Array
    slope: Array
    depth: Array
    face: Array


def linear(image: Image) -> Array:
    return f32(cv2.LUT(image, TO_LINEAR))


def _body_tile(design: DieDesign, face: int, size: int) -> Array:
    if design.skin is None:
        return np.broadcast_to(np.asarray(design.colour, np.float32), (size, size, 3))
    skin = design.skin
    height, width = skin.shape[:2]
    if width == 6 * height:
        tile = skin[:, face * height : (face + 1) * height]
    elif height == 6 * width:
        tile = skin[face * width : (face + 1) * width]
    else:
        tile = np.rot90(skin, face % 4)
    return linear(
        np.asarray(cv2.resize(np.ascontiguousarray(tile), (size, size), interpolation=cv2.INTER_AREA), np.uint8)
    )


def paint_skin(design: DieDesign, pixels: float) -> Skin:
    """The map of a design at the resolution that suits a side of so many (sub-)pixels."""
    return _painted(design, int(2 ** np.clip(np.ceil(np.log2(max(pixels, 1) * 0.85)), 3, np.log2(PRINT_SIZE))))


@lru_cache(maxsize=8)
def _painted(design: DieDesign, size: int) -> Skin:
    """Dice of one design mostly lie together, so the last few maps are kept."""
    tiles, reliefs = [], []
    for i, face in enumerate(design.faces):
        marks, relief = face.print.marks, face.print.relief
        alpha = marks[:, :, 3:].astype(np.float32) / 255
        ink = linear(marks[:, :, :3]) * alpha
        joined = np.concatenate([ink, alpha], axis=2)
        height = relief.astype(np.float32)
        if size != PRINT_SIZE or marks.shape[0] != size:
            joined = np.asarray(cv2.resize(joined, (size, size), interpolation=cv2.INTER_AREA), np.float32)
            height = np.asarray(cv2.resize(height, (size, size), interpolation=cv2.INTER_AREA), np.float32)
        alpha = joined[:, :, 3:]
        # Colour stays premultiplied with ink so that the fall-off onto the rounding can take the ink away again.
        base = _body_tile(design, i, size)
        tile = np.concatenate([base * (1 - alpha) + joined[:, :, :3], alpha], axis=2)
        scale = _RELIEF_DEPTH * size / 2
        slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3, scale=scale / 8)
        slope_y = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3, scale=scale / 8)
        tiles.append(np.pad(tile, ((_PAD, _PAD), (_PAD, _PAD), (0, 0)), mode="edge"))
        reliefs.append(np.pad(np.dstack([slope_x, slope_y, height]), ((_PAD, _PAD), (_PAD, _PAD), (0, 0)), mode="edge"))
    return Skin(
        np.ascontiguousarray(np.concatenate(tiles), np.float32), np.concatenate(reliefs).astype(np.float32), size
    )


def face_of(local: Array) -> tuple[Array, Array, Array]:
    """For points on (or in) a cube: which face, and where on its print, −1 to 1 to the right and down."""
    axis = np.abs(local).argmax(axis=0)
    negative = np.take_along_axis(local, axis[None], axis=0)[0] < 0
    face = np.array([2, 4, 0])[axis] + negative
    right = dot(FACE_RIGHT.T[:, face], local)
    down = -dot(FACE_UP.T[:, face], local)
    return face, right, down


def spot(skin: Skin, design: DieDesign, local: Array, normal: Array, half: float) -> Spot:
    """What a ray sees at points of a die, in the die's own axes."""
    face, right, down = face_of(local)
    scale = skin.size / (2 * half)
    xs = np.clip(right * scale, -skin.size / 2, skin.size / 2) + (skin.size / 2 - 0.5 + _PAD)
    ys = np.clip(down * scale, -skin.size / 2, skin.size / 2) + (skin.size / 2 - 0.5 + _PAD)
    ys = ys + face * (skin.size + 2 * _PAD)
    paint = lookup(skin.paint, xs, ys).T
    relief = lookup(skin.relief, xs, ys).T
    upright = dot(FACE_NORMAL.T[:, face], normal)
    # Prints and drilled spots end where the edge has turned away by about forty degrees.
    fade = np.clip((upright - 0.70) / 0.12, 0, 1)
    colour = paint[:3]
    if fade.min() < 1 and design.skin is None:
        colour = colour * fade + np.asarray(design.colour, np.float32)[:, None] * (1 - fade)
    slope = FACE_RIGHT.T[:, face] * relief[0] - FACE_UP.T[:, face] * relief[1]
    return Spot(
        colour.astype(np.float32),
        (paint[3] * fade).astype(np.float32),
        (slope * fade).astype(np.float32),
        (relief[2] * fade).astype(np.float32),
        face.astype(np.float32),
    )
