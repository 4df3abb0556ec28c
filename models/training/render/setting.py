"""All around the dice: table tops, boards, trays, cards, clutter, hands, the room, and shadows from outside."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.training.render import clutter
from models.training.render.lights import Lamp
from models.training.render.placing import about, square
from models.training.render.scene import Body, Decal, Die, Layer, Look
from models.training.render.shading import unit
from models.training.render.shapes import Capsule, RoundedBox, Shape
from models.training.render.stage import Stage, replace_shape
from models.training.render.types import Image, f32


def tray(stage: Stage, reach: float) -> list[Body]:
    """The rims of a dice tray about the middle of the scene; dice then stay within."""
    rng, side = stage.rng, stage.side
    width, depth = reach * rng.uniform(0.5, 1.1), reach * rng.uniform(0.4, 0.9)
    thick, tall = side * rng.uniform(0.15, 0.7), side * rng.uniform(0.4, 2.0)
    yaw = rng.normal(0, 0.1) if rng.random() < 0.7 else rng.uniform(0, 6.28)
    turn = about(np.array([0, 0, 1]), yaw)
    rim = clutter.look(rng)
    rims = []
    for across, along, half in (
        (width, 0, (thick, depth + thick, tall / 2)),
        (-width, 0, (thick, depth + thick, tall / 2)),
        (0, depth, (width + thick, thick, tall / 2)),
        (0, -depth, (width + thick, thick, tall / 2)),
    ):
        centre = turn @ np.array([across, along, 0], np.float32) + np.array([0, 0, tall / 2], np.float32)
        rims.append(Body(RoundedBox(centre.astype(np.float32), turn, np.array(half, np.float32), thick * 0.2), rim))
        x, y = float(centre[0]), float(centre[1])
        stage.floor.take(square(x, y, half[0], yaw, half[1]))
    stage.bounds = square(0, 0, width - thick, yaw, depth - thick)
    return rims


def sample_room(rng: np.random.Generator) -> Image:
    """A blurred room: coloured blotches and a few furniture-like rectangles."""
    image = (rng.uniform(0, 1, (6, 10, 3)) * rng.uniform(20, 160) * 0.3 + rng.uniform(5, 170)).clip(0, 255)
    room = np.asarray(cv2.resize(image.astype(np.uint8), (96, 54), interpolation=cv2.INTER_CUBIC), np.uint8).copy()
    for _ in range(int(rng.integers(0, 8))):
        x, y = (int(v) for v in rng.integers(-20, 90, 2))
        w, h = (int(v) for v in rng.integers(4, 50, 2))
        paint = tuple(int(v) for v in rng.integers(0, 230, 3))
        cv2.rectangle(room, (x, y), (x + w, y + h), paint, -1)
    return np.asarray(cv2.GaussianBlur(room, (0, 0), rng.uniform(0.5, 4)), np.uint8)


def _worn_pale(rng: np.random.Generator, image: Image) -> Image:
    """Many tables are paler and greyer than designers' colours; some are nearly white, a few nearly black."""
    if rng.random() < 0.5:
        return image
    grey = image @ np.array([0.3, 0.59, 0.11], np.float32)
    result = grey[:, :, None] + (image - grey[:, :, None]) * np.float32(rng.uniform(0, 0.7))
    if rng.random() < 0.65:
        keep = np.float32(rng.uniform(0.1, 0.8))
        result = rng.uniform(200, 252) * (1 - keep) + result * keep
    elif rng.random() < 0.4:
        result = result * np.float32(rng.uniform(0.1, 0.5))
    return np.clip(result, 0, 255).astype(np.uint8)


def sample_layers(stage: Stage, reach: float) -> tuple[Layer, ...]:
    rng, side = stage.rng, stage.side
    top = stage.art.table(rng)
    layers = [Layer(0.0, _worn_pale(rng, top.image), top.millimetres, rng.uniform(0, 6.28), top.gloss)]
    if rng.random() < 0.22:  # a board or mat, under the dice or beside them
        board = stage.art.table(rng)
        half = np.exp(rng.uniform(np.log(0.25), np.log(1.0), 2)) * reach
        shift = rng.normal(0, 0.3, 2) * reach
        outline = square(float(shift[0]), float(shift[1]), float(half[0]), rng.uniform(0, 6.28), float(half[1])).T
        thickness = side * rng.uniform(0.02, 0.25)
        layers.append(
            Layer(
                0.0,
                board.image,
                board.millimetres,
                rng.uniform(0, 6.28),
                board.gloss,
                outline.astype(np.float32),
                clutter.colour(rng),
                thickness,
            )
        )
        # The board's top is the height everything lies on; the table is that much lower.
        layers[0] = replace(layers[0], z=-thickness)
        stage.board, stage.table_z = np.ascontiguousarray(outline.T, np.float32), -thickness
    return tuple(layers)


def flat_things(stage: Stage) -> tuple[list[Decal], list[Body]]:
    """Cards, tokens and sheets that lie about; thick ones are solid."""
    rng = stage.rng
    decals: list[Decal] = []
    bodies: list[Body] = []
    count = int(rng.choice([0, 1, 2, 4, 8], p=[0.42, 0.2, 0.16, 0.14, 0.08]))
    for _ in range(count):
        place = stage.spot(0.0)
        if place is None:
            continue
        flat = stage.art.flat(rng)
        size = (flat.millimetres, flat.millimetres * flat.image.shape[0] / flat.image.shape[1])
        angle = rng.uniform(0, 6.28)
        height = stage.height(*place, max(size) / 2)
        footprint = square(*place, size[0] / 2, angle, size[1] / 2)
        square_cut = float(flat.image[:, :, 3].mean()) > 225
        if flat.thickness > 0.9 and square_cut and height is not None and stage.floor.free(footprint):
            stage.floor.take(footprint)
            half = np.array([size[0] / 2, size[1] / 2, flat.thickness / 2], np.float32)
            centre = np.array([place[0], place[1], height + half[2]], np.float32)
            shape = RoundedBox(centre, about(np.array([0, 0, 1], np.float32), angle), half, 0.2 * flat.thickness)
            bodies.append(Body(shape, Look(clutter.colour(rng), flat.gloss, top=flat.image)))
        else:
            decals.append(Decal(flat.image, place, angle, size, flat.gloss))
    return decals, bodies


def standing_things(stage: Stage, reach: float, busy: float) -> list[Body]:
    rng, side = stage.rng, stage.side
    bodies: list[Body] = []
    count = int(rng.poisson(busy))
    for _ in range(min(count, 14)):
        place = stage.spot(-0.05)
        if place is None:
            continue
        height = stage.height(*place, side * 0.7)
        if height is not None:
            bodies += _if_free(stage, clutter.piece(rng, *place, height, side))
    if rng.random() < 0.15:
        angle = rng.uniform(0, 6.28)
        far = reach * rng.uniform(0.7, 1.2)
        print_ = stage.art.table(rng).image
        x, y = far * np.cos(angle), far * np.sin(angle)
        bodies += _if_free(stage, clutter.slab(rng, x, y, stage.table_z, side, print_=print_))
    return bodies


def _if_free(stage: Stage, parts: list[Body]) -> list[Body]:
    """The parts of a thing, or nothing where it would run into what already stands there."""
    prints = []
    for part in parts:
        outline = part.shape.outline()
        prints.append(f32(cv2.boxPoints(cv2.minAreaRect(np.ascontiguousarray(outline[:2].T)))))
    if not all(stage.floor.free(one) for one in prints):
        return []
    for one in prints:
        stage.floor.take(one)
    return parts


def sample_shades(rng: np.random.Generator, lamps: tuple[Lamp, ...], reach: float) -> tuple[Shape, ...]:
    """Shapes between a lamp and the table that the camera does not see: a head, an arm, blinds."""
    lamp = lamps[int(rng.integers(len(lamps)))].position
    target = np.append(rng.normal(0, 0.5, 2) * reach, 0)
    share = rng.uniform(0.15, 0.6)
    middle = target + (lamp - target) * share
    size = reach * (1 - share) * rng.uniform(0.06, 0.4)
    across = unit(f32(rng.normal(size=(3, 1))))[:, 0]
    kind = rng.choice(["head", "arm", "blinds"], p=[0.4, 0.3, 0.3])
    if kind == "blinds":
        width, gap = size * rng.uniform(0.1, 0.5), size * rng.uniform(0.8, 2.0)
        side = unit(np.cross(across, lamp)[:, None].astype(np.float32))[:, 0]
        centres = [middle + side * gap * i for i in range(-3, 4)]
        return tuple(Capsule(f32(c - across * 4 * reach), f32(c + across * 4 * reach), float(width)) for c in centres)
    reach_out = size * (0.6 if kind == "head" else 8)
    return (Capsule(f32(middle), f32(middle + across * reach_out), float(size)),)


def sample_hand(stage: Stage, dice: list[Die]) -> tuple[list[Body], list[Die]]:
    """A hand that reaches in, points, covers, or holds a die."""
    rng, side = stage.rng, stage.side
    place = stage.spot(0.05)
    if place is None:
        return [], dice
    height = side * float(rng.choice([0.5, 1.0, rng.uniform(0.5, 5)]))
    tip = np.array([place[0], place[1], height])
    bodies = clutter.hand(
        rng, tip, rng.uniform(0, 6.28), side * rng.uniform(0.85, 1.2), group=1, spread=rng.uniform(0, 0.7)
    )
    if dice and rng.random() < 0.4:
        die = dice[int(rng.integers(len(dice)))]
        held = tip + np.array([0, 0, -0.15 * side]) + rng.normal(0, 0.2, 3) * side
        held[2] = max(held[2], side * 0.9)
        turn = about(rng.normal(size=3), rng.uniform(0, 6.28))
        shape = replace_shape(die.shape, held, turn)
        dice = [Die(one.design, shape, True) if one is die else one for one in dice]
    return bodies, dice
