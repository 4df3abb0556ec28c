"""Dice onto the table: in heaps and rows and far apart, and some of them cocked, stacked or still in the air."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.render import clutter
from models.training.render.camera import Camera
from models.training.render.placing import Floor, about, cube, leaning, resting_turn, slide_to, square
from models.training.render.scene import Body, Die
from models.training.render.shapes import RoundedBox
from models.training.render.sources import Art
from models.training.render.types import Array, DieDesign


@dataclass(slots=True)
class Stage:
    """A scene in the making."""

    rng: np.random.Generator
    art: Art
    camera: Camera
    side: float
    floor: Floor
    board: Array | None = None
    """Corners (4, 2) of the board, mat or tray floor at height 0, if there is one; the table is lower then."""
    table_z: float = 0.0
    bounds: Array | None = None
    """Corners (4, 2) that dice stay within, as in a tray."""

    def height(self, x: float, y: float, half: float) -> float | None:
        """How high a thing of this size lies here; none where it would straddle the board's edge."""
        if self.board is None:
            return 0.0
        inside = cv2.pointPolygonTest(self.board, (x, y), True)
        if abs(inside) < 1.45 * half:
            return None
        return 0.0 if inside > 0 else self.table_z

    def spot(self, margin: float) -> tuple[float, float] | None:
        """A place on the ground that falls into the frame; a negative margin allows places a little outside."""
        camera, rng = self.camera, self.rng
        for _ in range(12):
            x = rng.uniform(margin, 1 - margin) * camera.width
            y = rng.uniform(margin, 1 - margin) * camera.height
            point, depth = camera.on_plane(np.array([x], np.float32), np.array([y], np.float32), 0.0)
            middle = float(np.linalg.norm(camera.position))
            if 0.3 * middle < depth[0] < 1.8 * middle:
                return float(point[0, 0]), float(point[1, 0])
        return None

    def inside(self) -> tuple[float, float] | None:
        """A place within the bounds, if there are any."""
        if self.bounds is None or self.rng.random() < 0.06:
            return None
        u, v = self.rng.uniform(0.06, 0.94, 2)
        a, b, _, d = self.bounds
        x, y = a + (b - a) * u + (d - a) * v
        return float(x), float(y)


def place_dice(stage: Stage, designs: list[DieDesign], sides: list[float]) -> list[Die]:
    """Lay the dice down in one of several ways; those that find no place are left out."""
    rng = stage.rng
    way = rng.choice(["apart", "touching", "clusters", "row", "grid"], p=[0.47, 0.2, 0.19, 0.08, 0.06])
    if way == "grid":
        return _grid(stage, designs, sides)
    common = rng.uniform(0, 6.28)
    dice: list[Die] = []
    heading = np.array([np.cos(common), np.sin(common)])
    place: tuple[float, float] | None = None
    for i, (design, side) in enumerate(zip(designs, sides, strict=True)):
        yaw = common + rng.normal(0, 0.05) if way == "row" or rng.random() < 0.15 else rng.uniform(0, 6.28)
        gap = side * (0.0 if way in ("touching", "row") else float(rng.exponential(0.15)))
        if i == 0 or way == "apart" or (way == "clusters" and rng.random() < 0.3):
            margin = -0.03 if rng.random() < 0.12 else 0.04
            start = stage.inside() or stage.spot(margin)
            angle = rng.uniform(0, 6.28)
        elif way == "row":
            start, angle = place, common
        else:
            anchor = dice[int(rng.integers(len(dice)))] if dice else None
            start = (float(anchor.shape.centre[0]), float(anchor.shape.centre[1])) if anchor else stage.spot(0.05)
            angle = rng.uniform(0, 6.28)
        if start is None:
            continue
        step = heading if way == "row" else np.array([np.cos(angle), np.sin(angle)])
        found = slide_to(stage.floor, np.array(start), step, side / 2, yaw, gap=gap / 2)
        if found is None:
            continue
        height = stage.height(*found, side / 2)
        if height is None:
            continue
        place = found
        stage.floor.take(square(*found, side / 2, yaw))
        centre = np.array([found[0], found[1], height + side / 2], np.float32)
        dice.append(Die(design, cube(design, centre, resting_turn(rng, yaw), side)))
    return dice


def _grid(stage: Stage, designs: list[DieDesign], sides: list[float]) -> list[Die]:
    """Side by side in rows, as dice are laid out to be counted or sold."""
    rng = stage.rng
    origin = stage.inside() or stage.spot(0.1)
    if origin is None or not sides:
        return []
    yaw, across = rng.uniform(0, 6.28), int(rng.integers(2, 7))
    along = np.array([np.cos(yaw), np.sin(yaw)])
    pitch = max(sides) * (1.002 + max(0.0, float(rng.normal(0, 0.08))))
    dice = []
    for i, (design, side) in enumerate(zip(designs, sides, strict=True)):
        row, column = divmod(i, across)
        x, y = np.array(origin) + pitch * (column * along + row * np.array([-along[1], along[0]]))
        height = stage.height(x, y, side / 2)
        place = square(x, y, side / 2, yaw)
        if height is None or not stage.floor.free(place):
            continue
        stage.floor.take(place)
        centre = np.array([x, y, height + side / 2], np.float32)
        dice.append(Die(design, cube(design, centre, resting_turn(rng, yaw), side)))
    return dice


LEANING = 0.07
"""Share of dice that lean, where nothing else is asked for: on real tables they are rare."""


def unsettle(stage: Stage, dice: list[Die], bodies: list[Body], share: float = LEANING) -> list[Die]:
    """Some dice are not settled: leaning on a neighbour or an edge, on top of another die, in the air."""
    rng, result = stage.rng, []
    for die in dice:
        side = 2 * float(die.shape.half[0])
        ground = float(die.shape.centre[2]) - side / 2
        chance = rng.random()
        if chance < share:
            supports = [one.shape for one in dice if one is not die] + [
                b.shape for b in bodies if isinstance(b.shape, RoundedBox) and float(b.shape.half.max()) < 12 * side
            ]
            if supports and rng.random() < 0.7:
                support = supports[int(rng.integers(len(supports)))]
            else:
                half = side * np.array([rng.uniform(0.3, 2), rng.uniform(0.3, 2), rng.uniform(0.04, 0.25)], np.float32)
                where = die.shape.centre * np.array([1, 1, 0], np.float32)
                where[2] = ground + half[2]
                support = RoundedBox(where, about(np.array([0, 0, 1]), rng.uniform(0, 6)), half, float(half[2]) * 0.3)
                bodies.append(Body(support, clutter.look(rng)))
            leaned = leaning(rng, die.design, side, support, ground)
            if leaned is not None and not any(
                _near(leaned, one) for one in dice if one.shape is not support and one is not die
            ):
                result.append(leaned)
            elif support in [b.shape for b in bodies]:
                bodies[:] = [b for b in bodies if b.shape is not support]
                result.append(die)
            else:
                result.append(die)
        elif chance < share + 0.015 and result and not result[-1].cocked:  # on top of another, flat
            below = result[-1].shape
            shift = rng.uniform(-0.25, 0.25, 2) * side
            centre = below.centre + np.array([shift[0], shift[1], below.half[0] + side / 2], np.float32)
            shape = replace_shape(die.shape, centre, resting_turn(rng, rng.uniform(0, 6.28)))
            result.append(replace(die, shape=shape))
        elif chance < share + 0.03:  # tumbling
            turn = about(rng.normal(size=3), rng.uniform(0, 6.28))
            centre = die.shape.centre + np.array([0, 0, side * rng.uniform(0.5, 3)], np.float32)
            travel = rng.normal(size=3) * np.array([1, 1, 0.6]) * side * rng.uniform(0.1, 0.8)
            motion = np.stack([travel, rng.normal(size=3) * rng.uniform(0.05, 0.5)]).astype(np.float32)
            result.append(Die(die.design, replace_shape(die.shape, centre, turn), True, motion))
        else:
            result.append(die)
    return result


def _near(a: Die, b: Die) -> bool:
    offset = a.shape.centre - b.shape.centre
    return float(np.linalg.norm(offset)) < 1.25 * float(a.shape.half[0] + b.shape.half[0])


def replace_shape(shape: RoundedBox, centre: Array, turn: Array) -> RoundedBox:
    return RoundedBox(centre.astype(np.float32), turn.astype(np.float32), shape.half, shape.radius, shape.ball)
