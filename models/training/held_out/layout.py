"""Where dice lie: poses on the table that touch at most, and leaning dice on something thin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from models.training.held_out.editions import DieModel
from models.training.held_out.shapes import NORMALS, RIGHTS, UPS, Array

Rng = np.random.Generator
GAP = 0.004


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A die in the world, whose unit is the side of a die; z is up and the table is at 0."""

    die: DieModel
    sides: tuple[str, ...]
    turn: Array
    centre: Array
    cocked: bool = False

    @property
    def top(self) -> int:
        return int(np.argmax(NORMALS @ self.turn[2]))

    def top_corners(self) -> Array:
        """Corners (4, 3) of the top face's square, clockwise from the print's upper left."""
        side = self.top
        square = [NORMALS[side] + u * RIGHTS[side] + v * UPS[side] for u, v in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        return np.asarray(0.5 * np.array(square) @ self.turn.T + self.centre, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Prop:
    """A block on the table: its middle, how it is turned, its length, width and height."""

    centre: Array
    yaw: float
    size: tuple[float, float, float]


def turn_up(side: int, yaw: float) -> Array:
    """The rotation that lays a side upwards, its print's right edge towards `yaw`."""
    c, s = np.cos(yaw), np.sin(yaw)
    world = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    local = np.stack([RIGHTS[side], UPS[side], NORMALS[side]])
    return np.asarray(world.T @ local, np.float32)


def footprint(centre: npt.NDArray[np.floating[Any]], yaw: float, half: float = 0.5) -> Array:
    c, s = np.cos(yaw), np.sin(yaw)
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + centre[:2], np.float32)


def overlap(one: Array, other: Array) -> bool:
    """Whether two convex outlines share more than an edge."""
    for outline in (one, other):
        edges = np.roll(outline, -1, axis=0) - outline
        for normal in np.stack([-edges[:, 1], edges[:, 0]], axis=1):
            a, b = one @ normal, other @ normal
            if a.max() <= b.min() + 1e-6 or b.max() <= a.min() + 1e-6:
                return False
    return True


def sides_of(rng: Rng, die: DieModel) -> tuple[str, ...]:
    if len(die.sides) == 6:
        return die.sides
    return tuple(str(side) for side in rng.choice(list(die.sides), 6, replace=False))


def lay(rng: Rng, dice: list[DieModel], spread: tuple[float, float], cocked: int) -> tuple[list[Pose], list[Prop]]:
    """Dice within ±spread of the middle; some side by side, as pushed together by a hand."""
    poses: list[Pose] = []
    props: list[Prop] = []
    outlines: list[Array] = []
    yaws: list[float] = []
    close = rng.random()
    for number in rng.permutation(len(dice)):
        leaning = len(poses) < cocked
        for attempt in range(300):
            yaw = float(rng.uniform(0, 2 * np.pi))
            if poses and not leaning and close < 0.45 and rng.random() < 0.5:
                mate = int(rng.integers(len(poses)))
                yaw = yaws[mate] + float(rng.integers(4)) * np.pi / 2
                away = np.array([np.cos(yaw), np.sin(yaw)])
                slide = np.array([-away[1], away[0]]) * rng.uniform(-0.4, 0.4) * (rng.random() < 0.6)
                centre = poses[mate].centre[:2] + away * (1 + GAP) + slide
            else:
                reach = np.array(spread) * (1 + 0.02 * attempt)
                centre = rng.normal(0, 0.45, 2) * reach if close < 0.7 else rng.uniform(-1, 1, 2) * reach
                centre = np.clip(centre, -reach, reach)
            outline = footprint(centre, yaw, 0.5 if not leaning else 1.15)
            if not any(overlap(outline, other) for other in outlines):
                break
        else:
            continue
        die = dice[int(number)]
        turn = turn_up(int(rng.integers(6)), yaw)
        height = 0.5
        if leaning:
            tilt = float(np.deg2rad(rng.uniform(13, 36)))
            turn, height = leaning_pose(turn, yaw, tilt, die.edge)
            props.append(prop_under(centre, yaw, tilt))
        poses.append(Pose(die, sides_of(rng, die), turn, np.array([*centre, height], np.float32), cocked=leaning))
        outlines.append(outline)
        yaws.append(yaw)
    return poses, props


def leaning_pose(turn: Array, yaw: float, tilt: float, edge: float) -> tuple[Array, float]:
    """A die tipped about one of its lower edges, and the height of its middle that keeps that edge on the table."""
    x, y = np.cos(yaw), np.sin(yaw)
    cross = np.array([[0, 0, y], [0, 0, -x], [-y, x, 0]])
    tip = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    reach = float(np.sin(tilt) + np.cos(tilt))
    return np.asarray(tip @ turn, np.float32), 0.5 * reach - edge * (reach - 1)


def prop_under(centre: npt.NDArray[np.floating[Any]], yaw: float, tilt: float) -> Prop:
    """A block whose edge the tipped die rests on."""
    along = 0.75
    up_side = np.array([-np.sin(yaw), np.cos(yaw)])
    foot = 0.5 * (np.sin(tilt) - np.cos(tilt))
    length = 0.7
    middle = centre[:2] + up_side * (foot + along * np.cos(tilt) + length / 2)
    return Prop(middle.astype(np.float32), yaw, (1.3, length, float(along * np.sin(tilt))))
