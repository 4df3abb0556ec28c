"""Rooms: lamps of 2700 to 6500 K, windows, walls; and what colour of light reaches the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.held_out.noise import Array, cloud

Rng = np.random.Generator
_TO_RGB = np.array([[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]])


def of_kelvin(kelvin: float) -> Array:
    """Linear RGB of a black body at a temperature, its green 1 (Kim et al.'s fit of the Planckian locus)."""
    t = 1000 / kelvin
    if kelvin < 4000:
        x = ((-0.2661239 * t - 0.2343589) * t + 0.8776956) * t + 0.179910
    else:
        x = ((-3.0258469 * t + 2.1070379) * t + 0.2226347) * t + 0.240390
    if kelvin < 2222:
        y = ((-1.1063814 * x - 1.34811020) * x + 2.18555832) * x - 0.20219683
    elif kelvin < 4000:
        y = ((-0.9549476 * x - 1.37418593) * x + 2.09137015) * x - 0.16748867
    else:
        y = ((3.0817580 * x - 5.87338670) * x + 3.75112997) * x - 0.37001483
    rgb = _TO_RGB @ np.array([x / y, 1, (1 - x - y) / y])
    return (np.maximum(rgb, 0.03) / rgb[1]).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """A lit rectangle or disc above the table; sizes and places in dice."""

    place: Array
    radius: float
    radiance: Array
    kelvin: float
    round: bool


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    panorama: Array
    """Latitude and longitude, linear, upper row straight up."""
    lamps: tuple[Lamp, ...]
    illuminant: Array
    """Colour of the light that falls on the table, green 1."""
    kelvin: float


def _panorama(rng: Rng, kelvin: float, daylight: float) -> Array:
    height, width = 64, 128
    up = np.linspace(np.pi / 2, -np.pi / 2, height)[:, None] * np.ones((1, width))
    wall = np.array([1, 1, 1]) * rng.uniform(0.25, 0.7) + rng.normal(0, 0.06, 3)
    ceiling = np.full(3, rng.uniform(0.6, 0.95))
    share = np.clip((np.rad2deg(up) - rng.uniform(20, 45)) / 6, 0, 1)[:, :, None]
    image = (wall * (1 - share) + ceiling * share) * of_kelvin(kelvin) * 0.5
    image = image * (np.clip(0.5 + up / np.pi, 0.12, 1)[:, :, None])
    image *= 0.7 + 0.6 * cv2.resize(cloud(rng, 64, 1.4), (width, height))[:, :, None]
    day = of_kelvin(float(rng.uniform(5200, 7500)))
    if daylight > 0:
        for _ in range(int(rng.integers(1, 4))):
            x, wide = int(rng.integers(0, width - 24)), int(rng.integers(6, 24))
            y, tall = int(rng.integers(8, 22)), int(rng.integers(8, 18))
            image[y : y + tall, x : x + wide] = day * daylight * rng.uniform(2, 6)
            if rng.random() < 0.6:
                image[y : y + tall, x + wide // 2] *= 0.1
    for _ in range(int(rng.integers(0, 4))):  # bright things far away: other lamps, a screen
        x, y, r = int(rng.integers(4, width - 4)), int(rng.integers(4, 28)), int(rng.integers(1, 4))
        image[y - r : y + r, x - r : x + r] += of_kelvin(kelvin) * rng.uniform(1, 8)
    return np.maximum(image, 0.004).astype(np.float32)


def _on_table(panorama: Array) -> Array:
    """The panorama's light on a level white sheet."""
    height, width = panorama.shape[:2]
    up = (0.5 - (np.arange(height) + 0.5) / height) * np.pi
    weight = np.maximum(np.sin(up), 0) * np.cos(up) * (np.pi / height) * (2 * np.pi / width)
    return np.asarray((panorama * weight[:, None, None]).sum(axis=(0, 1)) / np.pi, np.float32)


def sample_room(rng: Rng, least_height: float) -> Room:
    """A room whose lamps hang above `least_height`, where the camera is."""
    kelvin = float(np.exp(rng.uniform(np.log(2700), np.log(6500))))
    by_day = rng.random()
    panorama = _panorama(rng, kelvin, daylight=float(rng.uniform(0.5, 2)) if by_day < 0.55 else 0.0)
    panorama /= max(float(_on_table(panorama).mean()), 1e-3)
    panorama *= float(rng.choice([0.15, 0.4, 1.0], p=[0.35, 0.4, 0.25]))
    lamps = []
    falling = _on_table(panorama)
    for number in range(int(rng.choice([0, 1, 2], p=[0.1, 0.65, 0.25])) if by_day < 0.55 else int(rng.integers(1, 3))):
        turn, lift = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(35, 85))
        away = rng.uniform(25, 90)
        away = max(away, least_height * 1.3 / np.sin(lift))
        place = away * np.array([np.cos(turn) * np.cos(lift), np.sin(turn) * np.cos(lift), np.sin(lift)])
        radius = away * float(np.exp(rng.uniform(np.log(0.03), np.log(0.35))))
        warm = kelvin if number == 0 else float(np.clip(kelvin * np.exp(rng.normal(0, 0.2)), 2500, 7000))
        strength = rng.uniform(0.4, 1.1) * (1 if number == 0 else 0.5)
        # Radiance that gives the wanted light on the table: E = L A cos² / d² for a lamp that faces its middle.
        area = np.pi * radius**2
        radiance = of_kelvin(warm) * strength * np.pi * away**2 / (area * np.sin(lift))
        falling = falling + of_kelvin(warm) * strength
        lamps.append(Lamp(place.astype(np.float32), radius, radiance.astype(np.float32), warm, rng.random() < 0.6))
    return Room(panorama, tuple(lamps), (falling / falling[1]).astype(np.float32), kelvin)
