"""How light leaves a surface: lamps, surroundings, gloss, metal and the glow of translucent bodies. Linear light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.training.render.lights import Lamp, Surroundings
from models.training.render.shapes import dot
from models.training.render.types import Array, f32


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """All that lights a scene; `floor` is what the table sends back up."""

    lamps: Sequence[Lamp]
    surroundings: Surroundings
    floor: Array


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """Points to be shaded (3, N): where they are, which way they face, and the unit way to the eye."""

    place: Array
    normal: Array
    eye: Array


def unit(v: Array) -> Array:
    return f32(v / (np.sqrt(dot(v, v)) + 1e-9))


def reflect(points: Points) -> tuple[Array, Array]:
    """Mirrored ways and the cosine between normal and eye."""
    cosine = np.maximum(dot(points.normal, points.eye), 0.02)
    return (2 * cosine * points.normal - points.eye).astype(np.float32), cosine.astype(np.float32)


def lamp_terms(lamp: Lamp, points: Points, mirrored: Array | None, rough: float) -> tuple[Array, Array]:
    """Irradiance over π and the mirrored brightness of a lamp, both without its colour."""
    way = lamp.position[:, None] - points.place
    squared = dot(way, way)
    way = f32(way / np.sqrt(squared))
    home = float(lamp.position @ lamp.position)
    falling = home / squared
    size = lamp.radius**2 / squared
    wrap = np.sqrt(size) * 0.5
    facing = np.clip((dot(points.normal, way) + wrap) / (1 + wrap), 0, None)
    diffuse = falling * facing
    if mirrored is None:
        return diffuse.astype(np.float32), np.zeros_like(diffuse, dtype=np.float32)
    off = 2 - 2 * dot(mirrored, way)
    width = size + (0.7 * rough) ** 2 + 4e-4
    edge = np.clip(1.4 - off / width, 0, 1)
    gloss = falling * (facing > 0) * np.exp(-1.2 * off / width) * (0.4 + 0.6 * edge) / width
    return diffuse.astype(np.float32), gloss.astype(np.float32)


def roughness(gloss: float) -> float:
    return float(0.62 - 0.58 * np.clip(gloss, 0, 1) ** 0.5)


def shade(
    light: Light,
    points: Points,
    albedo: Array,
    *,
    gloss: float,
    metal: float,
    hidden: Sequence[Array | None],
    open_sky: Array,
    matt: Array | None = None,
) -> Array:
    """Radiance (3, N). `hidden` is each lamp's hidden share, `open_sky` the room's open one; `matt` dulls gloss."""
    rough = roughness(gloss)
    mirrored, cosine = reflect(points)
    floor = light.floor[:, None] * open_sky
    diffuse = light.surroundings.diffuse(points.normal, floor) * open_sky
    shiny = light.surroundings.mirrored(mirrored, rough, floor)
    shiny *= 0.35 + 0.65 * open_sky
    for lamp, shade_of in zip(light.lamps, hidden, strict=True):
        flat, spark = lamp_terms(lamp, points, mirrored, rough)
        if shade_of is not None:
            flat = flat * (1 - shade_of)
            spark = spark * (1 - shade_of)
        diffuse += lamp.colour[:, None] * flat
        shiny += lamp.colour[:, None] * np.minimum(spark / np.pi, 60)
    strength = 0.35 + 0.65 * gloss
    fresnel = (0.045 + 0.955 * (1 - cosine) ** 5 * (1 - 0.6 * rough)) * strength
    if matt is not None:
        fresnel = fresnel * (1 - matt)
    if metal > 0:
        tinted = albedo * (1 - fresnel) + fresnel
        return f32(
            albedo * diffuse * (1 - metal) * (1 - fresnel) + shiny * (fresnel * (1 - metal) + tinted * metal * 0.85)
        )
    return f32(albedo * diffuse * (1 - fresnel) + shiny * fresnel)


def refract(way: Array, normal: Array, ratio: float = 1 / 1.5) -> Array:
    """Ways of rays (unit, inwards) after they enter a denser body."""
    cosine = -dot(way, normal)
    root = np.sqrt(np.maximum(1 - ratio**2 * (1 - cosine**2), 0))
    return f32(ratio * way + (ratio * cosine - root) * normal)
