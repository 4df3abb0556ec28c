"""Things on a table that are not dice: blocks, pawns, discs, cups, pens, cables, boxes, and hands."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from models.training.render.placing import about
from models.training.render.scene import Body, Look
from models.training.render.shapes import Capsule, RoundedBox, Turned
from models.training.render.types import Array, Image, f32

_UP = np.array([0, 0, 1], np.float32)


def colour(rng: np.random.Generator) -> Array:
    """Any colour that things have: greys and woods as often as bright paint."""
    kind = rng.choice(["grey", "paint", "wood"], p=[0.35, 0.45, 0.2])
    if kind == "grey":
        return np.full(3, np.exp(rng.uniform(np.log(0.015), np.log(0.85))), np.float32) * np.exp(
            rng.normal(0, 0.05, 3)
        ).astype(np.float32)
    if kind == "wood":
        return f32(np.array([0.55, 0.33, 0.16]) * np.exp(rng.normal(0, 0.3) + rng.normal(0, 0.08, 3)))
    hue = rng.uniform(0, 3)
    base = np.clip(1 - np.abs((hue - np.arange(3) + 1.5) % 3 - 1.5), 0, 1) ** 1.3
    paint = rng.uniform(0.01, 0.25) + base * rng.uniform(0.15, 0.85)
    return f32(np.clip(paint, 0.01, 0.9))


def look(rng: np.random.Generator) -> Look:
    metal = 0.9 if rng.random() < 0.08 else 0.0
    return Look(colour(rng), float(rng.beta(1.5, 2.5)), metal)


def block(rng: np.random.Generator, x: float, y: float, z: float, unit: float) -> list[Body]:
    """Plain cubes and wooden blocks, the things most like dice."""
    if rng.random() < 0.55:
        half = np.full(3, unit * rng.uniform(0.25, 0.65))
    else:
        half = unit * np.exp(rng.uniform(np.log(0.2), np.log(1.6), 3))
    radius = float(half.min() * rng.uniform(0.02, 0.4))
    turn = about(_UP, rng.uniform(0, 6.28))
    return [
        Body(RoundedBox(np.array([x, y, z + half[2]], np.float32), turn, half.astype(np.float32), radius), look(rng))
    ]


def pawn(rng: np.random.Generator, x: float, y: float, z: float, unit: float) -> list[Body]:
    """A cone with a ball for a head, or a turned piece with a waist."""
    height, foot = unit * rng.uniform(1.0, 2.2), unit * rng.uniform(0.3, 0.6)
    head = foot * rng.uniform(0.55, 0.85)
    neck = head * rng.uniform(0.4, 0.8)
    angles = np.linspace(-0.9, np.pi / 2, 8)
    ball_z, ball_r = height + head * np.sin(angles), head * np.cos(angles)
    heights = np.concatenate([[0, 0.08 * height, height * 0.8 - head], ball_z])
    radii = np.concatenate([[foot, foot, neck], ball_r])
    order = np.argsort(heights)
    piece = look(rng)
    turn = np.eye(3, dtype=np.float32)
    base = z
    if rng.random() < 0.2:  # fallen over
        turn = about(np.array([np.cos(x), np.sin(y), 0.1]), np.pi / 2 * 1.02)
        base = z + foot * 0.8
    shape = Turned(
        np.array([x, y, base], np.float32),
        turn,
        heights[order].astype(np.float32),
        np.maximum(radii[order], 0.02 * foot).astype(np.float32),
    )
    return [Body(shape, piece)]


def disc(rng: np.random.Generator, x: float, y: float, z: float, unit: float) -> list[Body]:
    """Counters, coins, bottle caps, sometimes in a pile."""
    radius, height = unit * rng.uniform(0.35, 1.1), unit * rng.uniform(0.06, 0.5)
    piece = look(rng)
    bodies, level = [], z
    for _ in range(1 if rng.random() < 0.75 else int(rng.integers(2, 5))):
        bevel = height * rng.uniform(0.05, 0.3)
        heights = np.array([0, bevel, height - bevel, height], np.float32)
        radii = radius * np.array([0.94, 1, 1, 0.94], np.float32)
        shift = rng.normal(0, 0.06 * radius, 2)
        centre = np.array([x + shift[0], y + shift[1], level], np.float32)
        bodies.append(Body(Turned(centre, np.eye(3, dtype=np.float32), heights, radii), piece))
        level += height
    return bodies


def cup(rng: np.random.Generator, x: float, y: float, z: float, unit: float) -> list[Body]:
    """Mugs, glasses and dice cups, standing."""
    height, foot = unit * rng.uniform(3, 6), unit * rng.uniform(1.3, 2.4)
    rim = foot * rng.uniform(0.95, 1.35)
    heights = np.array([0, 0.05 * height, height], np.float32)
    radii = np.array([foot * 0.95, foot, rim], np.float32)
    shape = Turned(np.array([x, y, z], np.float32), np.eye(3, dtype=np.float32), heights, radii, foot * 0.1)
    return [Body(shape, look(rng))]


def _chain(points: Array, radius: float, body: Look) -> list[Body]:
    return [Body(Capsule(a.astype(np.float32), b.astype(np.float32), radius), body) for a, b in pairwise(points)]


def pen(rng: np.random.Generator, x: float, y: float, z: float, unit: float) -> list[Body]:
    radius, length, yaw = unit * rng.uniform(0.18, 0.35), unit * rng.uniform(6, 10), rng.uniform(0, 6.28)
    way = np.array([np.cos(yaw), np.sin(yaw), 0])
    middle = np.array([x, y, z + radius])
    first = Body(
        Capsule(
            (middle - way * length / 2).astype(np.float32), (middle + way * length * 0.3).astype(np.float32), radius
        ),
        look(rng),
    )
    second = Body(
        Capsule(
            (middle + way * length * 0.3).astype(np.float32),
            (middle + way * length / 2).astype(np.float32),
            radius * 0.95,
        ),
        look(rng),
    )
    return [first, second]


def cable(rng: np.random.Generator, x: float, y: float, z: float, unit: float) -> list[Body]:
    radius = unit * rng.uniform(0.08, 0.22)
    heading, bend = rng.uniform(0, 6.28), rng.normal(0, 0.35)
    points = [np.array([x, y, z + radius])]
    for _ in range(int(rng.integers(8, 16))):
        bend = 0.8 * bend + rng.normal(0, 0.18)
        heading += bend
        points.append(points[-1] + unit * 0.8 * np.array([np.cos(heading), np.sin(heading), 0]))
    dark = Look(np.full(3, rng.choice([0.015, 0.02, 0.6]), np.float32), 0.4)
    bodies = _chain(np.array(points), radius, dark)
    if rng.random() < 0.5:  # a ferrite bead or plug
        a, b = points[3], points[5]
        bodies.append(Body(Capsule(a.astype(np.float32), b.astype(np.float32), radius * 2.2), dark))
    return bodies


def slab(
    rng: np.random.Generator, x: float, y: float, z: float, unit: float, *, print_: Image | None = None
) -> list[Body]:
    """A box lid, a laptop, a book, a phone: large, and mostly leaving the frame."""
    half = unit * np.array([rng.uniform(2, 8), rng.uniform(2, 6), rng.uniform(0.15, 1.6)])
    radius = float(half.min() * rng.uniform(0.05, 0.5))
    turn = about(_UP, rng.uniform(0, 6.28))
    piece = look(rng)
    if print_ is not None and rng.random() < 0.5:
        piece = Look(np.ones(3, np.float32), piece.gloss, 0.0, print_, float(unit * rng.uniform(5, 16)))
    return [Body(RoundedBox(np.array([x, y, z + half[2]], np.float32), turn, half.astype(np.float32), radius), piece)]


PIECES: tuple[tuple[Callable[[np.random.Generator, float, float, float, float], list[Body]], float], ...] = (
    (block, 0.3),
    (pawn, 0.2),
    (disc, 0.25),
    (pen, 0.1),
    (cable, 0.08),
    (cup, 0.07),
)


def piece(rng: np.random.Generator, x: float, y: float, z: float, unit: float) -> list[Body]:
    """Any small thing, standing at a place on the table; `unit` is about the side of a die."""
    makers, weights = zip(*PIECES, strict=True)
    return makers[int(rng.choice(len(makers), p=weights))](rng, x, y, z, unit)


def skin_tone(rng: np.random.Generator) -> Array:
    """From very pale to very dark."""
    pale, dark = np.array([0.66, 0.42, 0.31]), np.array([0.075, 0.038, 0.022])
    share = rng.uniform(0, 1)
    return f32(pale ** (1 - share) * dark**share * np.exp(rng.normal(0, 0.06, 3)))


def hand(rng: np.random.Generator, tip: Array, yaw: float, unit: float, *, group: int, spread: float) -> list[Body]:
    """A hand whose middle fingertip is at `tip` and whose arm comes from direction `yaw`; a sleeve now and then."""
    scale = unit / 16 * rng.uniform(0.85, 1.15)
    tone = Look(skin_tone(rng), rng.uniform(0.02, 0.14), skin=True)
    arm = np.array([np.cos(yaw), np.sin(yaw), 0])
    side = np.array([-np.sin(yaw), np.cos(yaw), 0])
    rise = rng.uniform(0.15, 0.6)
    palm = tip + arm * 85 * scale + _UP * 85 * scale * rise
    bodies: list[Body] = []

    def rod(start: npt.ArrayLike, end: npt.ArrayLike, radius: float) -> None:
        a, b = f32(start).copy(), f32(end).copy()
        a[2], b[2] = max(a[2], radius * scale), max(b[2], radius * scale)
        bodies.append(Body(Capsule(a, b, radius * scale), tone, group))

    for i, length in enumerate((0.9, 1.0, 0.94, 0.75)):
        out = (i - 1.5) * 19 * scale
        curl = float(np.clip(rng.normal(0.2, 0.35), 0, 1))
        root = palm + side * out
        end = tip + side * out * (1 + spread) + arm * ((1 - length) * 60 + curl * 45) * scale
        knee = (root + end) / 2 + _UP * (10 + 22 * curl) * scale
        rod(root, knee, 9.0)
        rod(knee, end, 7.5)
    for out in (-24, -8, 8, 24):
        rod(palm + side * out * scale, palm + arm * 70 * scale + side * out * 0.6 * scale + _UP * 8 * scale, 13)
    thumb_side = rng.choice([-1.0, 1.0])
    base = palm + arm * 45 * scale + side * thumb_side * 34 * scale
    knuckle = palm - arm * 5 * scale + side * thumb_side * 52 * scale - _UP * 12 * scale
    rod(base, knuckle, 12)
    rod(knuckle, tip + arm * 38 * scale + side * thumb_side * 34 * scale, 9.5)
    wrist = palm + arm * 75 * scale + _UP * 8 * scale
    far = wrist + arm * 260 * scale + _UP * rng.uniform(0, 90) * scale
    rod(wrist, far, 25)
    if rng.random() < 0.6:
        start = wrist + (far - wrist) * rng.uniform(0.1, 0.5)
        cloth = Look(colour(rng), 0.02)
        bodies.append(Body(Capsule(start.astype(np.float32), far.astype(np.float32), 34 * scale), cloth))
    return bodies
