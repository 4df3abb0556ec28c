"""The light on traced things: what neighbours hide of lamps and room, then dice and clutter shaded."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.render.dice import shade_body, shade_die
from models.training.render.scene import Body, Die, Scene
from models.training.render.shading import Light, Points, unit
from models.training.render.shadows import between, lamp_hidden
from models.training.render.shapes import Shape, dot
from models.training.render.tracing import Traced
from models.training.render.types import Array, f32

_SHADOW_POINTS = 2500
"""Points of a body at which shadows of other bodies are tested; the rest lies between them."""


def _hidden(scene: Scene, traced: Traced, place: Array, shapes: list[Shape]) -> list[Array | None]:
    """For each lamp the share that other bodies hide from each point, worked out on a coarser grid."""
    stride = scene.camera.width * scene.detail
    rows, columns = np.divmod(traced.pixel, stride)
    top, left = rows.min(), columns.min()
    cell = max(2, int(np.sqrt(traced.pixel.size / _SHADOW_POINTS)))
    rows, columns = (rows - top) // cell, (columns - left) // cell
    result: list[Array | None] = []
    for lamp in scene.lamps:
        blockers = between(traced.thing.shape, shapes, lamp)
        if not blockers:
            result.append(None)
            continue
        pick = np.zeros((rows.max() + 1, columns.max() + 1), np.int64)
        pick[rows, columns] = np.arange(rows.size)
        full = np.zeros(pick.shape, np.float32)
        full[rows, columns] = 1
        at = np.nonzero(full)
        grid = np.zeros_like(full)
        grid[at] = lamp_hidden(place[:, pick[at]], blockers, lamp, 6)
        smooth = cv2.GaussianBlur(grid, (0, 0), 1.2) / np.maximum(cv2.GaussianBlur(full, (0, 0), 1.2), 1e-3)
        result.append(np.asarray(smooth[rows, columns], np.float32))
    return result


def _open_sky(traced: Traced, points: Points, others: list[Shape]) -> Array:
    """How much of the surroundings each point can see past its neighbours and the table it stands on."""
    shape = traced.thing.shape
    size = shape.bound
    bottom = float(shape.outline()[2].min())
    open_sky = np.clip(0.32 + (points.place[2] - bottom) / (0.7 * size), 0, 1)
    open_sky = 1 - (1 - open_sky) * np.clip(1.1 - points.normal[2], 0, 1)
    for other in others:
        way = other.centre - shape.centre
        if other is shape or float(way @ way) > (2.2 * (size + other.bound)) ** 2:
            continue
        towards = other.centre[:, None] - points.place
        squared = dot(towards, towards)
        facing = dot(points.normal, towards) / np.sqrt(squared)
        reach = min(other.bound, 2 * size) * 0.7
        open_sky = open_sky * (1 - 0.8 * np.clip(facing + 0.1, 0, 1) * np.clip(reach**2 / squared, 0, 1))
    return f32(open_sky)


def _melt(traced: Traced, group: list[Shape]) -> Array:
    """Normals of a body whose parts melt into each other: a blend over the parts, nearest first."""
    place = traced.hits.local + traced.thing.shape.centre[:, None]
    total = np.zeros_like(place)
    for shape in group:
        start, end, radius = getattr(shape, "start", None), getattr(shape, "end", None), getattr(shape, "radius", 1.0)
        if start is None or end is None:
            continue
        axis = end - start
        share = np.clip(axis @ (place - start[:, None]) / float(axis @ axis), 0, 1)
        away = place - (start[:, None] + axis[:, None] * share)
        length = np.sqrt(dot(away, away))
        total += away / (length + 1e-6) * np.exp(-np.clip((length - radius) / (0.22 * radius), -2, 30))
    return unit(total)


def shade_traced(scene: Scene, light: Light, traced: Traced, shapes: list[Shape], mirror: float | None = None) -> Array:
    """Radiance (N, 3) of a traced thing's hits; `mirror` is the height of the table in which it is seen, if it is."""
    camera, thing, hits = scene.camera, traced.thing, traced.hits
    turn = thing.shape.turn
    place = (turn @ hits.local + thing.shape.centre[:, None]).astype(np.float32)
    normal = turn @ hits.normal
    eye = camera.position.copy()
    if mirror is not None:
        eye[2] = 2 * mirror - eye[2]
    if isinstance(thing, Body) and thing.group:
        normal = _melt(traced, [b.shape for b in scene.bodies if b.group == thing.group])
    points = Points(place, normal.astype(np.float32), unit(eye[:, None] - place))
    mates: list[Shape] = shapes
    if isinstance(thing, Body) and thing.group:
        own = {id(b.shape) for b in scene.bodies if b.group == thing.group}
        mates = [shape for shape in shapes if id(shape) not in own]
    hidden = _hidden(scene, traced, place, mates)
    open_sky = _open_sky(traced, points, mates)
    if isinstance(thing, Die):
        per_pixel = max(float(hits.depth.mean()), 1.0) / camera.focal  # a flying die may hit the lens
        pixels = 2 * float(thing.shape.half[0]) / per_pixel * scene.detail
        return shade_die(light, thing, hits, points, hidden=hidden, open_sky=open_sky, pixels=pixels).T
    return shade_body(light, thing, hits, points, hidden=hidden, open_sky=open_sky).T
