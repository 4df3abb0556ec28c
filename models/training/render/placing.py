"""Where dice lie: apart, touching, in rows, leaning on something, without running into each other."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from models.training.render.scene import FACE_NORMAL, Die
from models.training.render.shapes import RoundedBox
from models.training.render.types import Array, DieDesign, f32

_BALL_NONE, _BALL_MOST = 1.74, 1.27
"""Radius of the cutting sphere in half sides: just beyond the corners, and as on the roundest cheap dice."""


def about(axis: npt.ArrayLike, angle: float) -> Array:
    return f32(cv2.Rodrigues(np.asarray(axis, np.float64) / np.linalg.norm(axis) * angle)[0])


def resting_turn(rng: np.random.Generator, yaw: float) -> Array:
    """The turn of a die that lies flat with a random face up."""
    face = FACE_NORMAL[rng.integers(6)]
    up = np.array([0, 0, 1], np.float32)
    axis = np.cross(face, up)
    if np.linalg.norm(axis) < 0.1:
        settle = np.eye(3, dtype=np.float32) if face @ up > 0 else about(np.array([1, 0, 0]), np.pi)
    else:
        settle = about(axis, np.pi / 2)
    quarter = about(up, np.pi / 2 * rng.integers(4))
    return f32(about(up, yaw) @ quarter @ settle)


def cube(design: DieDesign, centre: Array, turn: Array, side: float) -> RoundedBox:
    half = side / 2
    ball = half * (_BALL_NONE - (_BALL_NONE - _BALL_MOST) * design.ball) if design.ball > 0.02 else 0.0
    radius = float(np.clip(design.edge, 0.015, 0.42)) * side
    return RoundedBox(np.asarray(centre, np.float32), turn, np.full(3, half, np.float32), radius, ball)


def lifted(shape: RoundedBox, z: float) -> RoundedBox:
    """The same shape moved up or down until its lowest point rests at height z."""
    low = float(shape.outline()[2].min())
    centre = shape.centre + np.array([0, 0, z - low], np.float32)
    return RoundedBox(centre.astype(np.float32), shape.turn, shape.half, shape.radius, shape.ball)


@dataclass(slots=True)
class Floor:
    """What already stands on the table, as turned rectangles seen from above."""

    taken: list[Array] = field(default_factory=list)
    """Corners (4, 2) of each."""

    def free(self, corners: Array) -> bool:
        return not any(_overlap(corners, other) for other in self.taken)

    def take(self, corners: Array) -> None:
        self.taken.append(corners)


def square(x: float, y: float, half: float, yaw: float, other_half: float | None = None) -> Array:
    c, s = np.cos(yaw), np.sin(yaw)
    across = half if other_half is None else other_half
    signs = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]]) * np.array([half, across])
    return f32(signs @ np.array([[c, s], [-s, c]]) + np.array([x, y]))


def _overlap(a: Array, b: Array) -> bool:
    for one in (a, b):
        for i in range(2):
            axis = one[i + 1] - one[i]
            mine, theirs = a @ axis, b @ axis
            if mine.max() <= theirs.min() or theirs.max() <= mine.min():
                return False
    return True


def slide_to(
    floor: Floor, start: Array, way: Array, half: float, yaw: float, *, gap: float
) -> tuple[float, float] | None:
    """The nearest place from `start` along `way` where a square fits."""
    step = half * 0.12
    for i in range(90):
        x, y = start + way * (i * step)
        if floor.free(square(x, y, half + gap, yaw)):
            return float(x), float(y)
    return None


def leaning(rng: np.random.Generator, design: DieDesign, side: float, support: RoundedBox, z: float) -> Die | None:
    """A cocked die: one edge on the table, the rest against `support`, tilted by 12 to 45 degrees."""
    yaw = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(yaw), np.sin(yaw), 0], np.float32)
    tilt = np.radians(rng.uniform(12, 45))
    # The edge that lies on the table is across the way to the support, give or take.
    spin = yaw + rng.choice([0.0, rng.normal(0, 0.3)])
    flat = resting_turn(rng, spin)
    axis = np.cross(way, np.array([0, 0, 1], np.float32))
    turn = (about(axis, tilt) @ flat).astype(np.float32)
    best = None
    for distance in np.linspace(0.35, 1.6, 36) * (side + 2 * float(support.half[:2].max())):
        centre = support.centre + way * distance
        shape = lifted(cube(design, np.array([centre[0], centre[1], 0], np.float32), turn, side), z)
        if _apart(shape, support):
            best = shape
            break
    return None if best is None else Die(design, best, cocked=True)


def _grid() -> Array:
    ticks = np.linspace(-1, 1, 7)
    points = np.array([[x, y, w] for x in ticks for y in ticks for w in ticks]).T
    return points[:, np.abs(points).max(axis=0) > 0.99].astype(np.float32)


def _apart(a: RoundedBox, b: RoundedBox) -> bool:
    points = _grid()
    for one, other in ((a, b), (b, a)):
        on_one = one.turn @ (points * (one.half - 0.5 * one.radius)[:, None] * 0.99) + one.centre[:, None]
        inside = other.distance((other.turn.T @ (on_one - other.centre[:, None])).astype(np.float32))
        if inside.min() < -0.01 * float(other.half.min()):
            return False
    return True
