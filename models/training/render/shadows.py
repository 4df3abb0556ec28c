"""Shadows: outlines thrown from lamp points onto horizontal planes, and rays between bodies."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from models.training.render.camera import Camera
from models.training.render.lights import Lamp
from models.training.render.shapes import Shape
from models.training.render.types import Array, Image, f32

_SHIFT = 4


def dome(count: int = 22) -> Array:
    """Directions over the upper half, more of them upwards as a matt surface weighs light; far away as points."""
    steps = np.arange(count) + 0.5
    radius, angle = np.sqrt(steps / count) * 0.97, steps * 2.399963
    return f32(1e5 * np.stack([radius * np.cos(angle), radius * np.sin(angle), np.sqrt(1 - radius**2)]))


def thrown(camera: Camera, shape: Shape, samples: Array, z: float) -> list[Image] | None:
    """The outlines (fixed-point pixels) of a shape's shadows on the plane at z, one for each lamp point."""
    points = shape.outline()
    points = np.maximum(points, np.array([[-1e9], [-1e9], [z]], np.float32))
    lamp = samples[:, :, None]
    rise = np.maximum(lamp[2] - points[2], 1e-2 * np.abs(lamp[2]) + 1e-3)
    share = (points[2] - z) / rise
    ground = points[:, None, :] - (lamp - points[:, None, :]) * share
    pixels, depth = camera.project(ground.astype(np.float32))
    if depth.min() < 1:
        return None
    fixed = np.clip(pixels * (1 << _SHIFT), -3e5, 3e5).astype(np.int32)
    return [cv2.convexHull(fixed[:, i].T) for i in range(samples.shape[1])]  # type: ignore[misc]


def plane_shadow(camera: Camera, shapes: Sequence[Shape], samples: Array, z: float, blur: float) -> Array:
    """How much of a lamp (given by points) is hidden from each pixel of the plane at z, 0 to 1."""
    total = np.zeros((camera.height, camera.width), np.float32)
    outlines = [one for shape in shapes if (one := thrown(camera, shape, samples, z)) is not None]
    if not outlines:
        return total
    mask = np.zeros((camera.height, camera.width), np.uint8)
    for i in range(samples.shape[1]):
        mask[:] = 0
        for one in outlines:
            cv2.fillConvexPoly(mask, one[i], 255, cv2.LINE_AA, _SHIFT)
        cv2.accumulate(mask, total)
    total *= 1 / (255 * samples.shape[1])
    if blur > 0.3:
        total = np.asarray(cv2.GaussianBlur(total, (0, 0), min(blur, 12.0)), np.float32)
    return total


def between(shape: Shape, others: Sequence[Shape], lamp: Lamp) -> list[Shape]:
    """The shapes that may stand between a shape and a lamp."""
    way = lamp.position - shape.centre
    length = float(np.linalg.norm(way))
    way = way / length
    near = []
    for other in others:
        offset = other.centre - shape.centre
        along = float(offset @ way)
        across = float(np.linalg.norm(offset - way * along))
        reach = shape.bound + other.bound + lamp.radius / length * max(along, 0)
        if other is not shape and along > -shape.bound and across < reach and along < length:
            near.append(other)
    return near


def lamp_hidden(points: Array, blockers: Sequence[Shape], lamp: Lamp, count: int = 4) -> Array:
    """How much of a lamp is hidden from each point (3, N) by the blockers."""
    chosen = lamp.samples[:, np.linspace(0, lamp.samples.shape[1] - 1, min(count, lamp.samples.shape[1])).astype(int)]
    hidden = np.zeros(points.shape[1], np.float32)
    for i in range(chosen.shape[1]):
        towards = chosen[:, i : i + 1] - points
        blocked = np.zeros(points.shape[1], bool)
        for shape in blockers:
            blocked |= shape.blocks(points, towards)
        hidden += blocked
    return hidden / chosen.shape[1]
