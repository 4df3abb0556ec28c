"""Lamps and surroundings: what lights the table, and what glossy bodies mirror."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.render.types import Array, f32


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A lamp as points on its surface; `colour` is what it gives at the scene's centre to a surface that faces it."""

    samples: Array
    colour: Array
    radius: float

    @property
    def position(self) -> Array:
        return self.samples.mean(axis=1).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A bright rectangle far away: window, softbox, ceiling light. Sizes are tangents of half angles."""

    axes: Array
    half: tuple[float, float]
    radiance: Array
    bars: tuple[int, int] = (1, 1)

    def mirrored(self, ways: Array, rough: float) -> Array:
        """What a surface of this roughness mirrors of the panel, as a weight per direction."""
        x, y, z = self.axes @ ways
        ahead = np.maximum(z, 1e-3)
        u, v = np.abs(x / ahead) / self.half[0], np.abs(y / ahead) / self.half[1]
        soft_u, soft_v = 0.05 + 1.6 * rough / self.half[0], 0.05 + 1.6 * rough / self.half[1]
        weight = np.clip((1 + soft_u - u) / (2 * soft_u), 0, 1) * np.clip((1 + soft_v - v) / (2 * soft_v), 0, 1)
        # A rough surface spreads the same light over a wider spot.
        weight *= 1 / ((1 + 0.5 * soft_u) * (1 + 0.5 * soft_v))
        for position, count, soft in (
            (x / ahead / self.half[0], self.bars[0], soft_u),
            (y / ahead / self.half[1], self.bars[1], soft_v),
        ):
            if count > 1:
                near = np.abs((position + 1) * count / 2 - np.round((position + 1) * count / 2)) * 2 / count
                weight *= np.clip(0.35 + near / (0.10 + soft), 0.0, 1)
        return f32(np.where(z > 0.02, weight, 0))


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """Everything that lights besides the lamps: ceiling, walls, the table itself, and bright panels."""

    above: Array
    horizon: Array
    panels: tuple[Panel, ...]

    def mirrored(self, ways: Array, rough: float, floor: Array) -> Array:
        """Radiance (3, N) seen along directions by a surface of this roughness; `floor` is what lies below."""
        height = ways[2]
        up = np.clip(height, 0, 1)
        blur = 0.08 + 0.5 * rough
        below = np.clip(0.5 - height / (2 * blur), 0, 1)
        sky = self.horizon[:, None] + (self.above - self.horizon)[:, None] * np.sqrt(up)
        light = sky * (1 - below) + floor * below
        for panel in self.panels:
            light += panel.radiance[:, None] * panel.mirrored(ways, rough)
        return f32(light)

    def diffuse(self, normals: Array, floor: Array) -> Array:
        """Light a matt surface of albedo 1 sends back, per normal."""
        up = 0.5 + 0.5 * normals[2]
        sky = 0.45 * self.horizon + 0.55 * self.above
        light = sky[:, None] * up + floor * (1 - up)
        for panel in self.panels:
            angle = 4 * panel.half[0] * panel.half[1] / (1 + panel.half[0] ** 2) / (1 + panel.half[1] ** 2)
            facing = np.clip(0.15 + 0.85 * (panel.axes[2] @ normals), 0, 1)
            light += (panel.radiance * (angle / np.pi))[:, None] * facing
        return f32(light)


def black_body(kelvin: float) -> Array:
    """Linear RGB of a glowing body, green 1 (a fit good to a few percent between 1,900 and 10,000 K)."""
    t = kelvin / 100
    if t <= 66:
        red = 255.0
        green = 99.47 * np.log(t) - 161.12
        blue = 0.0 if t <= 19 else 138.52 * np.log(t - 10) - 305.04
    else:
        red = 329.7 * (t - 60) ** -0.1332
        green = 288.12 * (t - 60) ** -0.0755
        blue = 255.0
    linear = np.clip(np.array([red, green, blue]) / 255, 0.02, 1) ** 2.2
    return f32(linear / linear[1])


def light_colour(rng: np.random.Generator, kelvin: float) -> Array:
    tint = np.exp(rng.normal(0, 0.06))
    return f32(black_body(kelvin) * np.array([1, tint, 1]))


def _frame(way: Array, rng: np.random.Generator) -> Array:
    """Rows: two axes across a direction, and the direction."""
    forward = way / np.linalg.norm(way)
    help_axis = np.array([0, 0, 1.0]) if abs(forward[2]) < 0.9 else np.array([1.0, 0, 0])
    across = np.cross(help_axis, forward)
    across /= np.linalg.norm(across)
    other = np.cross(forward, across)
    turn = rng.normal(0, 0.15)
    c, s = np.cos(turn), np.sin(turn)
    return f32(np.stack([c * across + s * other, c * other - s * across, forward]))


def _direction(azimuth: float, elevation: float) -> Array:
    return np.array(
        [np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)], np.float32
    )


def sample_lamp(rng: np.random.Generator, reach: float, kelvin: float, camera: Array) -> Lamp:
    """One lamp about a scene of the given reach (millimetres): side, overhead, ring about the lens, or window."""
    kind = rng.choice(["side", "overhead", "ring", "window", "flash"], p=[0.36, 0.3, 0.07, 0.22, 0.05])
    azimuth = rng.uniform(0, 2 * np.pi)
    distance = reach * float(np.exp(rng.uniform(np.log(1.2), np.log(6))))
    elevation = {"side": rng.uniform(0.35, 1.0), "window": rng.uniform(0.3, 0.9)}.get(str(kind), rng.uniform(1.0, 1.55))
    centre = _direction(azimuth, elevation) * distance
    softness = float(np.exp(rng.uniform(np.log(0.015), np.log(0.25))))
    if kind == "window":
        softness = rng.uniform(0.2, 0.55)
    if kind in ("ring", "flash"):
        centre = camera + rng.normal(0, 0.04, 3) * np.linalg.norm(camera)
        distance = float(np.linalg.norm(centre))
        softness = 0.02 if kind == "flash" else rng.uniform(0.05, 0.2)
    radius = softness * distance
    count = int(np.clip(3 + softness * 80, 4, 18))
    across = _frame(centre, rng)[:2]
    steps = np.arange(count)
    spread = np.sqrt((steps + 0.5) / count) if kind != "ring" else np.full(count, 1.0)
    angles = steps * 2.399963 + rng.uniform(0, 6.28)
    samples = centre[:, None] + radius * (
        across[0][:, None] * (spread * np.cos(angles)) + across[1][:, None] * (spread * np.sin(angles))
    )
    samples[2] = np.maximum(samples[2], 0.12 * distance)
    strength = float(np.exp(rng.uniform(np.log(0.35), np.log(1.6))))
    return Lamp(samples.astype(np.float32), light_colour(rng, kelvin) * np.float32(strength), radius)


def sample_lights(rng: np.random.Generator, reach: float, camera: Array) -> tuple[tuple[Lamp, ...], Surroundings]:
    """Lamps and surroundings that belong together: one mood of light, sometimes mixed with daylight."""
    kelvin = float(np.exp(rng.uniform(np.log(2700), np.log(7500))))
    lamps = []
    for i in range(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15])):
        warmth = kelvin if i == 0 or rng.random() < 0.6 else float(np.exp(rng.uniform(np.log(2700), np.log(7500))))
        lamps.append(sample_lamp(rng, reach, warmth, camera))
    ambient = float(np.exp(rng.uniform(np.log(0.08), np.log(1.0))))
    if rng.random() < 0.12:  # an overcast room: hardly any direct light
        lamps = [Lamp(lamp.samples, lamp.colour * np.float32(0.12), lamp.radius) for lamp in lamps[:1]]
        ambient = rng.uniform(0.6, 1.2)
    base = light_colour(rng, kelvin) * 0.7 + light_colour(rng, rng.uniform(3500, 7000)) * 0.3
    walls = base * np.exp(rng.normal(0, 0.22, 3))
    above = base * ambient * rng.uniform(0.6, 1.3)
    horizon = walls * ambient * rng.uniform(0.3, 1.0)
    panels = []
    for _ in range(rng.choice([0, 1, 2, 3, 4], p=[0.2, 0.3, 0.25, 0.15, 0.1])):
        way = _direction(rng.uniform(0, 6.28), float(rng.choice([rng.uniform(0.1, 0.7), rng.uniform(0.6, 1.5)])))
        half = (
            float(np.exp(rng.uniform(np.log(0.05), np.log(0.6)))),
            float(np.exp(rng.uniform(np.log(0.05), np.log(0.5)))),
        )
        radiance = light_colour(rng, rng.uniform(3000, 7500)) * np.exp(rng.uniform(np.log(0.8), np.log(9)))
        # Small panels are as bright as lamps, large ones no brighter than a window.
        radiance *= min(1.0, 0.12 / (half[0] * half[1]) * 0.6 + 0.15)
        bars = (int(rng.choice([1, 2, 3])), int(rng.choice([1, 1, 2]))) if rng.random() < 0.5 else (1, 1)
        panels.append(Panel(_frame(way, rng), half, radiance.astype(np.float32), bars))
    if rng.random() < 0.28:  # a window or ceiling light that tables and top faces mirror straight into the lens
        way = camera * np.array([-1, -1, 1]) / np.linalg.norm(camera) + rng.normal(0, 0.16, 3)
        half = (float(rng.uniform(0.06, 0.5)), float(rng.uniform(0.06, 0.4)))
        radiance = light_colour(rng, rng.uniform(3000, 7500)) * np.exp(rng.uniform(np.log(1.5), np.log(10)))
        bars = (int(rng.choice([1, 2, 3])), int(rng.choice([1, 1, 2])))
        panels.append(Panel(_frame(way.astype(np.float32), rng), half, radiance.astype(np.float32), bars))
    return tuple(lamps), Surroundings(above.astype(np.float32), horizon.astype(np.float32), tuple(panels))
