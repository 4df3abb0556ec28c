"""Plain materials of tables: wood, cloth, felt, leather, stone, paint, carpet."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from models.training.art.colours import Rgb8, any_colour, body_colour, shifted, srgb_of_lch
from models.training.art.icons import icon_mask, icon_names
from models.training.art.noise import Rng, blend, coloured, field, flat, fractal, grained, paste, shaded, stretched
from models.training.render.types import Array, Image


def muted(rng: Rng, low: float = 12, high: float = 94, chroma: float = 45) -> Rgb8:
    """A colour people furnish rooms with."""
    return srgb_of_lch(
        float(rng.uniform(low, high)), float(rng.uniform(0, chroma) * rng.random()), float(rng.uniform(0, 360))
    )


# Lightness, chroma and hue of species from maple to wenge, with grey and painted wood at the end.
WOODS: tuple[tuple[float, float, float], ...] = (
    (82, 20, 82), (76, 26, 78), (70, 30, 74), (64, 34, 70), (58, 36, 64), (50, 34, 58), (42, 30, 54), (34, 24, 52),
    (26, 16, 50), (20, 9, 50), (62, 8, 80), (48, 5, 70), (88, 6, 90), (40, 38, 42),
)  # fmt: skip


def wood_colour(rng: Rng) -> Rgb8:
    lightness, chroma, hue = WOODS[int(rng.integers(len(WOODS)))]
    return srgb_of_lch(
        lightness + float(rng.normal(0, 4)), max(0.0, chroma + float(rng.normal(0, 4))), hue + float(rng.normal(0, 4))
    )


def wood(rng: Rng, size: int) -> Image:
    base = wood_colour(rng)
    contrast = float(rng.beta(1.6, 2.2))
    warp = field(rng, size, float(rng.uniform(3, 9)), float(rng.uniform(1.5, 4)))
    y = np.linspace(0, 1, size, dtype=np.float32)[:, None]
    rings = np.float32(rng.uniform(10, 60)) * (y + np.float32(0.4 * rng.random() ** 2) * warp)
    bands = np.abs((rings % 1) - 0.5) * 2 if rng.random() < 0.5 else 0.5 + 0.5 * np.sin(rings * 6.2832)
    fibres = field(rng, size, size * 0.7, float(rng.uniform(6, 30)))
    pores = np.clip(field(rng, size, size * 0.8, size / 12) - 0.8, 0, 1) * 4
    value = 0.5 + contrast * (0.38 * (bands - 0.5) + 0.3 * (fibres - 0.5)) - np.float32(rng.uniform(0, 0.5)) * pores
    if rng.random() < 0.5:
        value = value + plank_tones(rng, size)
    spread = 10 + 18 * contrast
    image = coloured(value.astype(np.float32), shifted(base, -spread, 1.1), base, shifted(base, spread * 0.7, 0.85))
    return np.ascontiguousarray(np.rot90(image)) if rng.random() < 0.5 else image


def plank_tones(rng: Rng, size: int) -> Array:
    """Planks or parquet differ in tone and leave dark seams."""
    tones = np.zeros((size, size), np.float32)
    high = int(rng.uniform(0.08, 0.4) * size)
    seam = int(rng.integers(1, 5))
    short = rng.random() < 0.5
    for top in range(-int(rng.integers(high)), size, high):
        cuts = [0, size]
        if short:
            cuts = sorted({0, size, *(int(c) for c in rng.integers(0, size, int(rng.integers(1, 4))))})
        rows = slice(max(0, top), max(0, top + high))
        for left, right in pairwise(cuts):
            tones[rows, left:right] = rng.normal(0, 0.12)
            tones[rows, left : left + seam] = -0.6
        tones[max(0, top) : max(0, top + seam)] = -0.6
    return tones


def weave(rng: Rng, size: int) -> Image:
    """Linen, canvas, denim: two sets of threads going over and under."""
    pitch = int(rng.integers(3, 11))
    first, second = muted(rng), muted(rng)
    if rng.random() < 0.7:
        second = shifted(first, float(rng.uniform(-14, 14)))
    steps = np.arange(size)
    thread = (np.sin((steps % pitch + 0.5) / pitch * np.pi) ** 0.6).astype(np.float32)
    slub_rows = rng.normal(1, 0.08, size // pitch + 2).astype(np.float32)[steps // pitch]
    slub_columns = rng.normal(1, 0.08, size // pitch + 2).astype(np.float32)[steps // pitch]
    twill = int(rng.choice((2, 2, 3, 4)))
    over = ((steps[:, None] // pitch + steps[None, :] // pitch) % twill) == 0
    cover = np.where(over, 255, 0).astype(np.uint8)
    image = flat(size, first)
    blend(image, cover, second)
    depth = np.float32(rng.uniform(0.15, 0.6))
    light = np.where(over, thread[:, None] * slub_rows[:, None], thread[None, :] * slub_columns[None, :])
    return shaded(image, (1 - depth + depth * light) * (0.97 + 0.06 * field(rng, size, 12)))


def felt(rng: Rng, size: int) -> Image:
    name = str(rng.choice(("green", "green", "red", "blue", "black", "grey", "purple", "brown", "orange")))
    base = shifted(body_colour(rng, name), float(rng.uniform(-6, 6)), float(rng.uniform(0.4, 1.0)))
    value = (
        0.5 * fractal(rng, size, 6, 3)
        + 0.25 * field(rng, size, size / 2, size / 7)
        + 0.25 * field(rng, size, size / 7, size / 2)
    )
    image = coloured(stretched(value), shifted(base, -9), base, shifted(base, 9))
    return grained(rng, image, float(rng.uniform(3, 12)))


def leather(rng: Rng, size: int) -> Image:
    base = (
        muted(rng, 10, 70, 40) if rng.random() < 0.5 else body_colour(rng, str(rng.choice(("brown", "black", "red"))))
    )
    cells = float(rng.uniform(40, 130))
    ridges = np.abs(field(rng, size, cells) - 0.5) + np.abs(field(rng, size, cells) - 0.5)
    value = np.clip(ridges * 1.6, 0, 1) ** 0.5 * 0.7 + 0.3 * field(rng, size, 5)
    return coloured(value, shifted(base, -16), base, shifted(base, 7))


def marble(rng: Rng, size: int) -> Image:
    base, vein = muted(rng, 60, 96, 12), muted(rng, 15, 60, 25)
    if rng.random() < 0.3:
        base, vein = shifted(vein, -10), base
    veins = 1 - np.abs(fractal(rng, size, float(rng.uniform(2, 6)), 5) - 0.5) * float(rng.uniform(6, 16))
    value = np.clip(veins, 0, 1) ** 2 * 0.8 + 0.35 * fractal(rng, size, 3, 3)
    return coloured(value.astype(np.float32), base, shifted(base, -8), vein)


def granite(rng: Rng, size: int) -> Image:
    """Granite, terrazzo, speckled laminate: grains of a few colours."""
    image = coloured(fractal(rng, size, 8, 3), base := muted(rng, 20, 94, 18), shifted(base, 6))
    for _ in range(int(rng.integers(1, 5))):
        cells = float(np.exp(rng.uniform(np.log(40), np.log(size / 2))))
        share = float(rng.uniform(0.68, 0.9))
        cover = np.clip((field(rng, size, cells) - share) * 2550 * 2, 0, 255).astype(np.uint8)
        blend(image, cover, muted(rng, 5, 98, 30), float(rng.uniform(0.3, 1.0)))
    return image


def paint(rng: Rng, size: int) -> Image:
    """A plain coat: what desks, trays and light tents look like."""
    pick = rng.random()
    base = muted(rng, 70, 98, 12) if pick < 0.5 else muted(rng, 5, 25, 12) if pick < 0.65 else any_colour(rng)
    image = shaded(flat(size, base), 1 + np.float32(rng.uniform(0.0, 0.12)) * (field(rng, size, 4) - 0.5))
    return grained(rng, image, float(rng.uniform(0.5, 7)))


def carpet(rng: Rng, size: int) -> Image:
    first, second = muted(rng, 15, 80), muted(rng, 15, 80)
    tufts = field(rng, size, float(rng.uniform(90, 300)))
    mix = fractal(rng, size, float(rng.uniform(3, 20)), 3)
    image = (
        coloured(stretched(mix), first, second) if rng.random() < 0.5 else coloured(tufts, first, shifted(first, 10))
    )
    return shaded(image, 0.55 + 0.75 * tufts)


def checks(rng: Rng, size: int) -> Image:
    """Gingham, stripes and plaid: each colour lets the one below shine through."""
    image = flat(size, muted(rng, 80, 98, 15) if rng.random() < 0.7 else any_colour(rng))
    both = rng.random() < 0.75
    for _ in range(int(rng.integers(1, 4))):
        pitch = int(rng.uniform(0.02, 0.16) * size)
        share = float(rng.uniform(0.1, 0.6))
        phase = int(rng.integers(pitch))
        stripe = np.where((np.arange(size) + phase) % pitch < pitch * share, 255, 0).astype(np.uint8)
        colour, opacity = any_colour(rng), float(rng.uniform(0.3, 0.9))
        blend(image, np.broadcast_to(stripe[None, :], (size, size)), colour, opacity)
        if both:
            blend(image, np.broadcast_to(stripe[:, None], (size, size)), colour, opacity)
    return shaded(image, 0.94 + 0.12 * field(rng, size, size / 3))


def motifs(rng: Rng, size: int, held_out: bool = False) -> Image:
    """A printed cloth or paper: dots, flowers and other small motifs in rows or strewn."""
    image = flat(size, muted(rng, 20, 97, 40))
    pitch = float(rng.uniform(0.05, 0.18)) * size
    names = icon_names(held_out)
    dotty = rng.random() < 0.4
    disc = np.zeros((64, 64), np.uint8)
    cv2.circle(disc, (32, 32), 30, 255, -1, cv2.LINE_AA)
    choices = [disc if dotty else icon_mask(str(rng.choice(names)), 64) for _ in range(int(rng.integers(1, 4)))]
    inks = [any_colour(rng) for _ in choices]
    strewn = float(rng.choice((0.0, 0.3)))
    high = pitch * float(rng.uniform(0.25, 0.8))
    for row in range(int(size / pitch) + 2):
        for column in range(int(size / pitch) + 2):
            pick = (row + column) % len(choices)
            x = (column + 0.5 * (row % 2) + rng.normal(0, strewn)) * pitch
            y = (row + rng.normal(0, strewn)) * pitch
            paste(
                image,
                choices[pick],
                inks[pick],
                float(x),
                float(y),
                high=high,
                angle=float(rng.uniform(0, 360)) if strewn else 0.0,
            )
    return image


def tiles(rng: Rng, size: int) -> Image:
    """Ceramic tiles or a chequered floor with joints."""
    image = [granite, marble, paint][int(rng.integers(3))](rng, size)
    pitch, joint = int(rng.uniform(0.12, 0.5) * size), int(rng.integers(2, 10))
    steps = (np.arange(size) + int(rng.integers(pitch))) // pitch
    if rng.random() < 0.5:
        dark = np.where((steps[:, None] + steps[None, :]) % 2 == 0, 255, 0).astype(np.uint8)
        blend(image, dark, muted(rng, 10, 90), float(rng.uniform(0.5, 0.95)))
    edge = np.flatnonzero(np.diff(steps))
    grout = muted(rng, 30, 90, 8)
    for at in edge:
        image[max(0, at - joint // 2) : at + joint // 2 + 1] = grout
        image[:, max(0, at - joint // 2) : at + joint // 2 + 1] = grout
    return image


def creased(rng: Rng, image: Image) -> Image:
    """Folds of cloth, paper or plastic film: broad slopes that catch the light."""
    size = image.shape[0]
    height = fractal(rng, 128, float(rng.uniform(2, 7)), 3)
    if rng.random() < 0.5:
        height = np.abs(height - 0.5)
    turn = float(rng.uniform(0, 2 * np.pi))
    down, right = np.gradient(height)
    slope = cv2.resize((np.cos(turn) * right + np.sin(turn) * down).astype(np.float32), (size, size))
    return shaded(image, 1 + np.float32(rng.uniform(0.5, 4)) * np.asarray(slope, np.float32))
