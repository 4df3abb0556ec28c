"""Photographed surfaces as tables and as prints that lie about: whatever pictures a folder holds, none with dice.

What is drawn by rule repeats its rules. Real wood, stone, cloth and walls, and pictures of anything at all, do not.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from models.training.art.noise import Rng
from models.training.art.surfaces import TEXTURE_SIZE
from models.training.render.sources import Sheet
from models.training.render.types import Image

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")
LEAST = 120
"""Pixels of the shorter side below which a picture says nothing of a surface."""
NO_COLOURS = ("_nm", "_sm", "_gm", "_rm", "_hm", "_norm", "_local")
"""What names end with that hold no colours but the relief or the gloss of a surface."""


@lru_cache(maxsize=4)
def pictures_in(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder and all folders in it."""
    found = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES)
    return tuple(path for path in found if not path.stem.endswith(NO_COLOURS))


def pictured_table(rng: Rng, folder: Path) -> Sheet:
    """A table top of one of the pictures, or of a part of it."""
    image = recoloured(rng, _part(rng, folder, whole=0.5))
    square = np.asarray(cv2.resize(image, (TEXTURE_SIZE, TEXTURE_SIZE), interpolation=cv2.INTER_CUBIC), np.uint8)
    return Sheet(square, float(np.exp(rng.uniform(np.log(120), np.log(900)))), float(rng.beta(1.2, 2.5)))


def pictured_print(rng: Rng, folder: Path) -> Sheet:
    """One of the pictures as a card, a photograph or a page."""
    image = _part(rng, folder, whole=0.6)
    scale = 400 / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    opaque = np.full((*small.shape[:2], 1), 255, np.uint8)
    print_ = np.ascontiguousarray(np.concatenate([small, opaque], axis=2).astype(np.uint8))
    return Sheet(print_, float(rng.uniform(30, 220)), float(rng.uniform(0, 0.8)), float(rng.choice((0.2, 0.3, 2.0))))


def recoloured(rng: Rng, image: Image) -> Image:
    """In other colours now and then: as many tables as pictures would be few."""
    if rng.random() < 0.35:
        image = np.ascontiguousarray(image[..., rng.permutation(3)])
    if rng.random() < 0.6:
        gain = np.exp(rng.normal(0, 0.3) + rng.normal(0, 0.08, 3))
        image = np.clip(image * gain, 0, 255).astype(np.uint8)
    return image


def _part(rng: Rng, folder: Path, whole: float) -> Image:
    """A picture (RGB) of the folder, or with the other probability a part of it, as it is or mirrored."""
    pictures = pictures_in(folder)
    while True:
        found = cv2.imread(str(pictures[int(rng.integers(len(pictures)))]), cv2.IMREAD_COLOR)
        if found is not None and min(found.shape[:2]) >= LEAST:
            break
    image = np.asarray(found, np.uint8)
    height, width = image.shape[:2]
    if rng.random() > whole:
        side = int(min(height, width) * rng.uniform(0.4, 1.0))
        y, x = (int(rng.integers(n - side + 1)) for n in (height, width))
        image = image[y : y + side, x : x + side]
    if rng.random() < 0.5:
        image = image[:, ::-1]
    return np.ascontiguousarray(image[..., ::-1])
