"""Noise and stamps for pictures of surfaces. Pictures are RGB, sRGB, uint8."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.training.art.colours import Rgb8
from models.training.art.icons import Mask
from models.training.render.types import Array, Image

Rng = np.random.Generator


def field(rng: Rng, size: int, across: float, along: float | None = None) -> Array:
    """Smooth noise, 0 to 1, with so many lumps from left to right (`along`) and from top to bottom (`across`)."""
    rows, columns = max(2, round(across)), max(2, round(across if along is None else along))
    grid = rng.random((min(rows, size), min(columns, size)), dtype=np.float32)
    smooth = cv2.INTER_CUBIC if max(rows, columns) < size / 3 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grid, (size, size), interpolation=smooth), np.float32)


def fractal(rng: Rng, size: int, cells: float, octaves: int = 4, fade: float = 0.5) -> Array:
    """Noise of several scales, roughly 0 to 1. The coarse scales are made small and enlarged together."""
    total, weight = np.zeros((1, 1), np.float32), 1.0
    amount = 0.0
    for octave in range(octaves):
        step = cells * 2**octave
        grain = min(size, max(32, int(step * 4)))
        if grain > total.shape[0]:
            total = np.asarray(cv2.resize(total, (grain, grain), interpolation=cv2.INTER_LINEAR), np.float32)
        total = total + np.float32(weight) * field(rng, total.shape[0], step)
        amount += weight
        weight *= fade
    full = cv2.resize(total, (size, size), interpolation=cv2.INTER_CUBIC) if total.shape[0] < size else total
    return np.asarray(full / np.float32(amount), np.float32)


def stretched(values: Array) -> Array:
    """Full contrast: 0 to 1."""
    low, high = float(values.min()), float(values.max())
    return np.asarray((values - np.float32(low)) / np.float32(max(high - low, 1e-6)), np.float32)


def coloured(values: Array, *palette: Rgb8) -> Image:
    """Values 0 to 1 to the colours of a palette, blended in between."""
    stops = np.linspace(0, 255, len(palette))
    table = np.stack([np.interp(np.arange(256), stops, [c[i] for c in palette]) for i in range(3)], axis=1)
    index = np.clip(values * np.float32(255), 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([index] * 3), np.rint(table).astype(np.uint8)[None]), np.uint8)


def flat(size: int, colour: Rgb8) -> Image:
    return np.full((size, size, 3), colour, np.uint8)


def shaded(image: Image, factor: Array) -> Image:
    """Multiply the picture by a brightness map around 1."""
    scale = np.clip(factor * np.float32(128), 0, 255).astype(np.uint8)
    return np.asarray(cv2.multiply(image, cv2.merge([scale] * 3), scale=1 / 128), np.uint8)


def grained(rng: Rng, image: Image, strength: float) -> Image:
    """Fine brightness noise, pixel by pixel; the strength is in grey levels."""
    reach = max(1, round(strength))
    tile = rng.integers(-reach, reach + 1, (256, 256), dtype=np.int16)
    height, width = image.shape[:2]
    noise = np.tile(tile, (height // 256 + 1, width // 256 + 1))[:height, :width]
    return np.asarray(np.clip(image.astype(np.int16) + noise[..., None], 0, 255), np.uint8)


def blend(image: Image, cover: Mask, colour: Rgb8 | Image, opacity: float = 1.0) -> None:
    """Lay a colour over the whole picture where the mask covers it, in place."""
    t = (cover.astype(np.float32) * np.float32(opacity / 255))[..., None]
    image[:] = (image + (np.asarray(colour, np.float32) - image) * t + 0.5).astype(np.uint8)


def paste(
    image: Image,
    mask: Mask,
    colour: Rgb8 | Image,
    x: float,
    y: float,
    *,
    high: float,
    angle: float = 0.0,
    opacity: float = 1.0,
) -> None:
    """Stamp a mask, `high` pixels tall and turned, centred at (x, y) of a large picture; no more is touched."""
    scale = high / mask.shape[0]
    picture = np.asarray(colour, np.uint8) if isinstance(colour, np.ndarray) else None
    while scale < 0.5 and min(mask.shape[:2]) > 3:
        half = (max(1, mask.shape[1] // 2), max(1, mask.shape[0] // 2))
        mask = np.asarray(cv2.resize(mask, half, interpolation=cv2.INTER_AREA), np.uint8)
        picture = (
            None if picture is None else np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
        )
        scale = high / mask.shape[0]
    reach = int(math.hypot(*mask.shape[:2]) * scale / 2) + 2
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    right, bottom = min(image.shape[1], int(x) + reach), min(image.shape[0], int(y) + reach)
    if right <= left or bottom <= top:
        return
    c, s = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
    matrix = np.array([[c, -s, 0], [s, c, 0]], np.float64)
    middle = np.array([(mask.shape[1] - 1) / 2, (mask.shape[0] - 1) / 2])
    matrix[:, 2] = np.array([x - left, y - top]) - matrix[:, :2] @ middle
    size = (right - left, bottom - top)
    cover = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_LINEAR)
    ink: Rgb8 | Image
    if picture is None:
        ink = colour
    else:
        turned = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        ink = np.asarray(turned, np.uint8)
    blend(image[top:bottom, left:right], np.asarray(cover, np.uint8), ink, opacity)
