"""Tables for the renderer: `table_texture(rng)` for a picture, `sample_surface(rng)` with its size and gloss too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.art import boards, textures
from models.training.art.colours import any_colour
from models.training.art.noise import Rng, blend, field, fractal, shaded
from models.training.render.types import Image

TEXTURE_SIZE = 1024
Maker = Callable[..., Image]
"""Takes the generator and the size; makers of printed surfaces also whether to use held-out art."""
PRINTED = ("motifs", "page", "board", "mat")
SOFT = ("weave", "felt", "leather", "checks", "motifs", "page", "paint", "mat")


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """A table top. The picture may be repeated mirrored: only printed things show where it starts again."""

    image: Image
    """RGB, sRGB."""
    kind: str
    millimetres: float
    """What the picture's width covers on a real table; a usual die is 16 mm."""
    gloss: float


@dataclass(frozen=True, slots=True)
class Kind:
    make: Maker
    weight: float
    millimetres: tuple[float, float]
    gloss: tuple[float, float]


KINDS: dict[str, Kind] = {
    "wood": Kind(textures.wood, 0.24, (250, 700), (0.05, 0.8)),
    "paint": Kind(textures.paint, 0.16, (300, 900), (0.0, 0.7)),
    "weave": Kind(textures.weave, 0.07, (120, 400), (0.0, 0.1)),
    "felt": Kind(textures.felt, 0.08, (150, 500), (0.0, 0.05)),
    "leather": Kind(textures.leather, 0.04, (150, 450), (0.1, 0.6)),
    "marble": Kind(textures.marble, 0.04, (300, 900), (0.2, 0.9)),
    "granite": Kind(textures.granite, 0.07, (200, 700), (0.1, 0.9)),
    "carpet": Kind(textures.carpet, 0.04, (250, 700), (0.0, 0.02)),
    "checks": Kind(textures.checks, 0.05, (200, 600), (0.0, 0.4)),
    "motifs": Kind(textures.motifs, 0.04, (200, 600), (0.0, 0.5)),
    "tiles": Kind(textures.tiles, 0.02, (300, 900), (0.1, 0.9)),
    "page": Kind(boards.page, 0.04, (180, 420), (0.0, 0.3)),
    "board": Kind(boards.game_board, 0.09, (300, 600), (0.0, 0.6)),
    "mat": Kind(boards.printed_mat, 0.05, (300, 700), (0.0, 0.15)),
}


def table_texture(rng: Rng, size: int = TEXTURE_SIZE, held_out: bool = False) -> Image:
    """The picture of a table top, RGB."""
    return sample_surface(rng, size=size, held_out=held_out).image


def sample_surface(rng: Rng, kind: str | None = None, size: int = TEXTURE_SIZE, held_out: bool = False) -> Surface:
    if kind is None:
        weights = np.array([k.weight for k in KINDS.values()])
        kind = str(rng.choice(list(KINDS), p=weights / weights.sum()))
    chosen = KINDS[kind]
    image = chosen.make(rng, size, held_out) if kind in PRINTED else chosen.make(rng, size)
    if kind in SOFT and rng.random() < 0.25:
        image = textures.creased(rng, image)
    if rng.random() < 0.3:
        image = used(rng, image)
    return Surface(image, kind, float(rng.uniform(*chosen.millimetres)), float(rng.uniform(*chosen.gloss)))


def used(rng: Rng, image: Image) -> Image:
    """Scratches, stains, rings of cups and crumbs."""
    size = image.shape[0]
    cover = np.zeros((size, size), np.uint8)
    for _ in range(int(rng.integers(0, 14))):
        x, y = (int(v) for v in rng.integers(0, size, 2))
        reach = rng.normal(0, size / 6, 2)
        cv2.line(cover, (x, y), (int(x + reach[0]), int(y + reach[1])), int(rng.integers(60, 200)), 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 60)) if rng.random() < 0.4 else 0):
        x, y = (int(v) for v in rng.integers(0, size, 2))
        axes = (int(rng.integers(1, 6)), int(rng.integers(1, 6)))
        cv2.ellipse(
            cover, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, int(rng.integers(120, 255)), -1, cv2.LINE_AA
        )
    if rng.random() < 0.3:
        x, y = (int(v) for v in rng.integers(0, size, 2))
        cv2.circle(cover, (x, y), int(rng.uniform(0.06, 0.14) * size), 90, int(rng.integers(2, 8)), cv2.LINE_AA)
    image = image.copy()
    blend(image, cover, any_colour(rng), float(rng.uniform(0.15, 0.8)))
    if rng.random() < 0.4:
        image = shaded(
            image, 1 - np.float32(rng.uniform(0.05, 0.3)) * np.clip(fractal(rng, size, 3, 3) - 0.5, 0, 1) * 3
        )
    if rng.random() < 0.3:
        image = shaded(image, 0.85 + 0.3 * field(rng, size, 2))
    return image
