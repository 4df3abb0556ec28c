"""Rays of the camera against one thing at a time: which sub-pixels meet its surface, and where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.render.camera import Camera, pixel_grid
from models.training.render.scene import Body, Die
from models.training.render.shapes import Hits, Index, Mask, Shape


@dataclass(frozen=True, slots=True, eq=False)
class Traced:
    """A thing and the sub-pixels where its own surface is met, whether or not something stands before it."""

    thing: Die | Body
    hits: Hits
    pixel: Index
    """Flat index of each hit's sub-pixel."""


def screen_box(camera: Camera, shape: Shape, detail: int) -> tuple[int, int, int, int] | None:
    pixels, depth = camera.project(shape.outline())
    if depth.min() < 2:
        return (0, 0, camera.width * detail, camera.height * detail) if depth.max() > 2 else None
    low, high = np.floor(pixels.min(axis=1) * detail) - 2, np.ceil(pixels.max(axis=1) * detail) + 2
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(high[0]), camera.width * detail), min(int(high[1]), camera.height * detail)
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def trace(camera: Camera, thing: Die | Body, detail: int) -> Traced | None:
    box = screen_box(camera, thing.shape, detail)
    if box is None:
        return None
    x0, y0, x1, y1 = box
    xs, ys = pixel_grid(x0, y0, x1, y1, detail)
    hits = thing.shape.trace(camera.position, camera.rays(xs.ravel(), ys.ravel()))
    if not hits.ray.size:
        return None
    rows, columns = np.divmod(hits.ray, x1 - x0)
    return Traced(thing, hits, (rows + y0) * (camera.width * detail) + columns + x0)


def chosen(traced: Traced, keep: Mask) -> Traced:
    hits = traced.hits
    return Traced(
        traced.thing,
        Hits(hits.ray[keep], hits.depth[keep], hits.local[:, keep], hits.normal[:, keep]),
        traced.pixel[keep],
    )
