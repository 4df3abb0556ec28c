"""Scenes at random: camera, light, table, clutter and dice, varied far beyond any one room."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.training.render.camera import Camera, look_at
from models.training.render.lights import sample_lights
from models.training.render.placing import Floor
from models.training.render.scene import Scene
from models.training.render.setting import (
    flat_things,
    sample_hand,
    sample_layers,
    sample_room,
    sample_shades,
    standing_things,
    tray,
)
from models.training.render.sources import Art
from models.training.render.stage import LEANING, Stage, place_dice, unsettle
from models.training.render.types import DieDesign

ASPECTS: tuple[tuple[float, float], ...] = ((16 / 9, 0.42), (4 / 3, 0.28), (1.0, 0.08), (3 / 4, 0.12), (9 / 16, 0.1))
ELEVATIONS, ELEVATION_SHARES = ((74, 90), (30, 76), (22, 34)), (0.33, 0.55, 0.12)
"""Degrees above the table. Lower than a tablet stands, too: there a side looks more like a face than the top does."""
CLOSE = 0.15
"""Share of pictures taken of a die or two from near by."""
_LARGEST_DETAIL = 1_300_000
"""Sub-pixels of bodies beyond which a scene is rendered without supersampling."""


def _frame_size(rng: np.random.Generator, long_side: int | None) -> tuple[int, int]:
    longest = long_side or int(rng.choice([640, 800, 960, 1280], p=[0.35, 0.3, 0.22, 0.13]))
    shapes, weights = zip(*ASPECTS, strict=True)
    aspect = float(rng.choice(shapes, p=weights))
    width, height = (longest, longest / aspect) if aspect >= 1 else (longest * aspect, longest)
    return int(width) // 2 * 2, int(height) // 2 * 2


def sample_camera(rng: np.random.Generator, size: tuple[int, int], side: float, pixels: float) -> Camera:
    """A camera that sees a die of `side` millimetres about `pixels` wide in the frame's middle."""
    lowest, highest = ELEVATIONS[int(rng.choice(len(ELEVATIONS), p=ELEVATION_SHARES))]
    elevation = np.radians(rng.uniform(lowest, highest))
    field_of_view = float(rng.choice([rng.uniform(60, 82), np.exp(rng.uniform(np.log(18), np.log(110)))]))
    focal = max(size) / 2 / np.tan(np.radians(field_of_view) / 2)
    roll = rng.uniform(-np.pi, np.pi) if elevation > np.radians(78) and rng.random() < 0.6 else rng.normal(0, 0.1)
    roll = float(np.clip(roll, -0.26, 0.26)) if elevation < np.radians(78) else float(roll)
    corner = (size[0] ** 2 + size[1] ** 2) / (4 * focal**2)
    k1 = rng.uniform(-0.09, 0.05) / corner if rng.random() < 0.6 else 0.0
    return look_at(
        np.zeros(3), focal * side / pixels, elevation=elevation, roll=roll, focal=float(focal), size=size, k1=float(k1)
    )


def sample_designs(rng: np.random.Generator, art: Art, count: int) -> list[DieDesign]:
    """The designs of a scene's dice, one for each: mostly of one or two families."""
    mode = rng.choice(["one", "two", "kind", "mixed"], p=[0.36, 0.2, 0.29, 0.15])
    number = {"one": 1, "two": 2}.get(str(mode), int(rng.integers(3, 7)))
    first = art.design(rng, None)
    designs = [first]
    while len(designs) < min(number, count):
        designs.append(art.design(rng, first.kind if mode == "kind" else None))
    if mode == "kind" and rng.random() < 0.7:  # one maker's mould for all colours of a set
        designs = [replace(one, edge=first.edge, ball=first.ball) for one in designs]
    return [designs[int(rng.integers(len(designs)))] for _ in range(count)]


def sample_scene(
    rng: np.random.Generator,
    art: Art,
    *,
    count: int | None = None,
    pixels: float | None = None,
    long_side: int | None = None,
    kind: str | None = None,
    leaning: float = LEANING,
) -> Scene:
    """A scene; `count` dice and about `pixels` per side (of a frame 1280 wide) when these are given."""
    size = _frame_size(rng, long_side)
    scale = max(size) / 1280
    smallest, largest = (150, 480) if rng.random() < CLOSE else (14, 220)
    asked = pixels or float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
    shown = max(asked * scale, 12.0)
    side = float(rng.choice([16.0, rng.uniform(8, 25)]))
    camera = sample_camera(rng, size, side, shown)
    reach = float(np.linalg.norm(camera.position)) * max(size) / 2 / camera.focal
    lamps, surroundings = sample_lights(rng, max(reach, 6 * side), camera.position)
    stage = Stage(rng, art, camera, side, Floor())
    layers = sample_layers(stage, reach)
    if count is None:
        room_for = max(1, int(0.25 * size[0] * size[1] / shown**2))
        count = 0 if rng.random() < 0.06 else min(int(np.ceil(rng.gamma(1.7, 4.4))), 20, room_for)
    decals, bodies = flat_things(stage)
    layers = (*layers[:-1], replace(layers[-1], decals=tuple(decals)))
    if rng.random() < 0.14:
        bodies += tray(stage, reach * rng.uniform(0.7, 1.0))
    designs = sample_designs(rng, art, count) if kind is None else [art.design(rng, kind) for _ in range(count)]
    spread = 0.0 if rng.random() < 0.75 else 0.22
    factors: dict[int, float] = {}
    sides = [side * factors.setdefault(id(d), float(np.exp(rng.normal(0, spread)))) for d in designs]
    dice = place_dice(stage, designs, sides)
    busy = 6.0 if count == 0 else float(rng.choice([0.0, 0.6, 2.0, 5.0], p=[0.4, 0.25, 0.2, 0.15]))
    bodies += standing_things(stage, reach, busy)
    dice = unsettle(stage, dice, bodies, leaning)
    if rng.random() < 0.09:
        held, dice = sample_hand(stage, dice)
        bodies += held
    edge = None
    if rng.random() < 0.18:
        angle = rng.normal(np.pi / 2, 0.35)
        edge = (float(np.cos(angle)), float(np.sin(angle)), float(reach * rng.uniform(0.45, 1.3)))
        dice = [d for d in dice if edge[0] * d.shape.centre[0] + edge[1] * d.shape.centre[1] < edge[2] - side]
    stretch = float(np.exp(rng.uniform(-0.4, 0.4))) if rng.random() < 0.2 else 1.0
    if rng.random() < 0.08:
        stretch = float(np.clip(size[1] / size[0], 0.66, 1.5))
    focus = None
    if rng.random() < 0.13:
        depth = float(np.linalg.norm(camera.position)) * rng.uniform(0.8, 1.2)
        focus = (depth, float(rng.uniform(2, 9)) * min(scale, shown / 42))
    area = sum((2.2 * shown) ** 2 for _ in dice) + 40 * shown**2 * (len(bodies) > 14)
    detail = 2 if 4 * area < _LARGEST_DETAIL and size[0] * size[1] < 800_000 else 1
    if shown < 70:
        detail = 2
    return Scene(
        camera,
        lamps,
        surroundings,
        layers,
        sample_room(rng),
        tuple(dice),
        tuple(bodies),
        sample_shades(rng, lamps, reach) if rng.random() < 0.22 else (),
        edge,
        focus,
        detail,
        stretch,
        {
            "pixels": round(shown, 1),
            "elevation": round(float(np.degrees(np.arcsin(camera.position[2] / np.linalg.norm(camera.position)))), 1),
        },
    )
