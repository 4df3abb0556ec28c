"""What the simulated dice lie on, as the camera sees it: wood, felt or cloth, made anew from a seed."""

from __future__ import annotations

from typing import Literal

import cv2
import numpy as np

from vision.crops import Image
from vision.quads import Array
from vision.simulated_table.view import View

Surface = Literal["wood", "felt", "cloth"]
SURFACES: tuple[Surface, ...] = ("wood", "felt", "cloth")
SIZE = 1024
ACROSS = 700.0
"""Millimetres of table that the texture covers."""
WOODS = ((92, 128, 168), (70, 96, 132), (120, 160, 198))
FELTS = ((64, 96, 36), (96, 52, 40), (52, 46, 108), (70, 70, 74))
CLOTHS = ((196, 204, 210), (150, 142, 120), (126, 160, 176))


def ground(view: View, surface: Surface, rng: np.random.Generator) -> Image:
    """The bare table in the picture, brighter towards the lamp."""
    texture = {"wood": _wood, "felt": _felt, "cloth": _cloth}[surface](rng)
    half = ACROSS / 2
    spots = np.array([[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]], np.float32)
    corners = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, view.project(spots))
    flat = cv2.warpPerspective(
        np.clip(texture, 0, 255).astype(np.uint8),
        warp,
        (view.width, view.height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    return np.asarray(np.clip(flat * _lamp(view, rng)[..., None], 0, 255), np.uint8)


def _noise(rng: np.random.Generator, rows: int, columns: int) -> Array:
    """Smooth noise of mean 0 and deviation 1, coarser the fewer rows and columns."""
    coarse = rng.standard_normal((rows, columns)).astype(np.float32)
    smooth = cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    return np.asarray(smooth / smooth.std(), np.float32)


def _wood(rng: np.random.Generator) -> Array:
    base = np.array(WOODS[rng.integers(len(WOODS))], np.float32)
    down = np.linspace(0, 1, SIZE, dtype=np.float32)[:, None]
    rings = np.sin(90 * down + 2.2 * _noise(rng, 7, 3) + 0.5 * _noise(rng, 60, 8))
    fibres = _noise(rng, 512, 16)
    boards = np.where(np.abs((down * 6 + rng.random()) % 1 - 0.5) > 0.494, -46.0, 0.0)
    grain = 7 * rings + 5 * fibres + 5 * _noise(rng, 5, 4) + boards
    return np.asarray(base + grain[..., None] * np.array([0.8, 0.95, 1.0]), np.float32)


def _felt(rng: np.random.Generator) -> Array:
    base = np.array(FELTS[rng.integers(len(FELTS))], np.float32)
    fluff = 5 * _noise(rng, 700, 700) + 3 * _noise(rng, 180, 180) + 3 * _noise(rng, 6, 6)
    return np.asarray(base + fluff[..., None], np.float32)


def _cloth(rng: np.random.Generator) -> Array:
    base = np.array(CLOTHS[rng.integers(len(CLOTHS))], np.float32)
    steps = np.arange(SIZE, dtype=np.float32)
    weave = 5 * np.sin(steps * 1.3)[:, None] + 5 * np.sin(steps * 1.3)[None]
    return np.asarray(base + (weave + 4 * _noise(rng, 500, 500) + 5 * _noise(rng, 5, 5))[..., None], np.float32)


def _lamp(view: View, rng: np.random.Generator) -> Array:
    x, y = rng.uniform(0.2, 0.8) * view.width, rng.uniform(0.1, 0.6) * view.height
    across = (np.arange(view.width, dtype=np.float32) - x)[None] / view.width
    down = (np.arange(view.height, dtype=np.float32) - y)[:, None] / view.width
    return np.asarray(1.08 - 0.5 * (across**2 + down**2), np.float32)
