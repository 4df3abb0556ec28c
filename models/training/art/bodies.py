"""What a die is made of: colour within its name, material, and a skin where the body is not of one colour.

A skin is six square pictures below one another, in the order of the faces (+z −z +x −x +y −y), sampled from a solid
so that veins and grain run on over the edges. On each face the picture's right is `FACE_AXES[i][0]` and its up is
`FACE_AXES[i][1]` in the die's own coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.training.art.colours import BODY_RANGES, METAL_INKS, Rgb8, body_colour, linear_of_srgb, shifted, srgb_of_lch
from models.training.render.types import Array, Image, Material, Rgb

SKIN_SIZE = 48
FACE_AXES: tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...] = (
    ((1, 0, 0), (0, 1, 0)),
    ((1, 0, 0), (0, -1, 0)),
    ((0, 1, 0), (0, 0, 1)),
    ((0, -1, 0), (0, 0, 1)),
    ((-1, 0, 0), (0, 0, 1)),
    ((1, 0, 0), (0, 0, 1)),
)
FACE_NORMALS = ((0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0))
# How often each body colour lies on a table.
BODY_WEIGHTS: dict[str, float] = {
    "white": 0.2, "ivory": 0.09, "red": 0.13, "black": 0.11, "blue": 0.1, "green": 0.09, "yellow": 0.08, "orange": 0.05,
    "purple": 0.05, "pink": 0.03, "grey": 0.03, "cyan": 0.02, "brown": 0.02,
}  # fmt: skip
MATERIAL_WEIGHTS = {
    "opaque": 0.52, "translucent": 0.15, "pearl": 0.1, "speckled": 0.06, "wood": 0.08, "metal": 0.03, "two-tone": 0.06,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    name: str
    srgb: Rgb8
    material: Material
    skin: Image | None = None

    @property
    def colour(self) -> Rgb:
        return linear_of_srgb(self.srgb)


def surface_points() -> Array:
    """Points of the six faces in the die's coordinates, −1 to 1, shaped (6·size, size, 3)."""
    axis = (np.arange(SKIN_SIZE, dtype=np.float32) + 0.5) * (2 / SKIN_SIZE) - 1
    tiles = []
    for (right, up), normal in zip(FACE_AXES, FACE_NORMALS, strict=True):
        across = axis[None, :, None] * np.array(right, np.float32)
        along = -axis[:, None, None] * np.array(up, np.float32)
        tiles.append(across + along + np.array(normal, np.float32))
    return np.concatenate(tiles).astype(np.float32)


_POINTS = surface_points()


def solid_noise(rng: np.random.Generator, frequency: float, waves: int = 5) -> Array:
    """Smooth noise in space, about −1 to 1, as a sum of waves of random direction."""
    directions = rng.normal(0, frequency, (waves, 3)).astype(np.float32)
    phases = rng.uniform(0, 2 * np.pi, waves).astype(np.float32)
    return np.asarray(np.sin(_POINTS @ directions.T + phases).sum(axis=-1) / np.sqrt(waves / 2), np.float32)


def mixed(first: Rgb8, second: Rgb8, share: npt.NDArray[np.float32]) -> Image:
    t = np.clip(share, 0, 1)[..., None]
    return np.asarray(np.asarray(first, np.float32) * (1 - t) + np.asarray(second, np.float32) * t + 0.5, np.uint8)


def wood_skin(rng: np.random.Generator, colour: Rgb8, strength: float) -> Image:
    """Growth rings around an axis far outside the die, and pores along it."""
    axis = int(rng.integers(3))
    along = [i for i in range(3) if i != axis]
    centre = rng.normal(0, 5, 2).astype(np.float32)
    across = np.hypot(_POINTS[..., along[0]] - centre[0], _POINTS[..., along[1]] - centre[1])
    rings = np.sin(across * float(rng.uniform(6, 22)) + solid_noise(rng, 1.0))
    pores = rng.random(_POINTS.shape[:2], dtype=np.float32) - 0.5
    return mixed(colour, shifted(colour, -24 * strength, 1.1), 0.5 + 0.4 * rings.astype(np.float32) + 0.35 * pores)


def pearl_skin(rng: np.random.Generator, first: Rgb8, second: Rgb8) -> Image:
    warp = solid_noise(rng, float(rng.uniform(0.8, 2.0)))
    bands = np.sin(solid_noise(rng, float(rng.uniform(0.8, 2.2))) * float(rng.uniform(1.5, 4)) + warp * 2)
    return mixed(first, second, (0.5 + 0.5 * bands).astype(np.float32) ** float(rng.uniform(1.0, 2.5)))


def speckled_skin(rng: np.random.Generator, first: Rgb8, second: Rgb8, third: Rgb8) -> Image:
    skin = mixed(first, first, np.zeros(_POINTS.shape[:2], np.float32))
    for colour in (second, third):
        seeds = rng.random(_POINTS.shape[:2], dtype=np.float32) < float(rng.uniform(0.004, 0.025))
        wide = seeds | np.roll(seeds, 1, 0) if rng.random() < 0.6 else seeds
        skin[wide | np.roll(wide, 1, 1) if rng.random() < 0.5 else wide] = colour
    return skin


def natural_wood(rng: np.random.Generator) -> tuple[str, Rgb8]:
    if rng.random() < 0.65:
        return "ivory", srgb_of_lch(float(rng.uniform(70, 86)), float(rng.uniform(16, 32)), float(rng.uniform(70, 84)))
    return "brown", srgb_of_lch(float(rng.uniform(28, 50)), float(rng.uniform(18, 36)), float(rng.uniform(52, 70)))


def sample_body(rng: np.random.Generator, name: str | None = None, wooden: bool = False) -> Body:
    """A body of this colour name, or of any, in one of the materials."""
    names, weights = list(BODY_WEIGHTS), np.array(list(BODY_WEIGHTS.values()))
    free = name is None
    chosen_name = str(rng.choice(names, p=weights / weights.sum())) if name is None else name
    material = "wood" if wooden else str(rng.choice(list(MATERIAL_WEIGHTS), p=list(MATERIAL_WEIGHTS.values())))
    colour = body_colour(rng, chosen_name)
    gloss = float(np.clip(rng.beta(2.2, 1.8), 0.02, 1))
    if material == "wood":
        natural = free and rng.random() < 0.6
        if natural:
            chosen_name, colour = natural_wood(rng)
        skin = wood_skin(rng, colour, float(rng.uniform(0.2, 1.0)) * (1.0 if natural else 0.35))
        return Body(chosen_name, colour, Material("wood", float(rng.uniform(0.03, 0.5))), skin)
    if material == "metal" and free:
        metals: tuple[tuple[str, Rgb8], ...] = (
            ("grey", METAL_INKS["silver"]),
            ("yellow", METAL_INKS["gold"]),
            ("brown", METAL_INKS["copper"]),
            ("black", (44, 44, 48)),
        )
        chosen_name, colour = metals[int(rng.integers(len(metals)))]
        return Body(
            chosen_name, shifted(colour, float(rng.uniform(-8, 6))), Material("metal", float(rng.uniform(0.4, 0.95)))
        )
    if material == "translucent":
        return Body(chosen_name, colour, Material("translucent", max(gloss, 0.45), float(rng.uniform(0.2, 0.95))))
    if material == "pearl":
        second = shifted(colour, float(rng.uniform(-22, 22)), float(rng.uniform(0.5, 1.2)))
        if rng.random() < 0.25:
            second = body_colour(rng, str(rng.choice(list(BODY_RANGES))))
        skin = pearl_skin(rng, colour, second)
        return Body(chosen_name, colour, Material("pearl", max(gloss, 0.3), second=linear_of_srgb(second)), skin)
    if material == "speckled":
        second, third = (body_colour(rng, str(rng.choice(list(BODY_RANGES)))) for _ in range(2))
        skin = speckled_skin(rng, colour, second, third)
        return Body(chosen_name, colour, Material("speckled", gloss, second=linear_of_srgb(second)), skin)
    if material == "two-tone":
        second = body_colour(rng, str(rng.choice(list(BODY_RANGES))))
        tilt = solid_noise(rng, 0.5, 3) + _POINTS @ rng.normal(0, 0.5, 3).astype(np.float32)
        skin = mixed(colour, second, 0.5 + (tilt - 0.9) * float(rng.uniform(1, 6)))
        return Body(chosen_name, colour, Material("two-tone", gloss, second=linear_of_srgb(second)), skin)
    return Body(chosen_name, colour, Material("opaque", gloss))
