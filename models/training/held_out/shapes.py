"""Meshes: rounded cubes with a print on each side, and bodies of revolution for coins, pawns and cups."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Faces = npt.NDArray[np.uint32]

NORMALS = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], np.float32)
RIGHTS = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0]], np.float32)
"""Where a print's right edge points, seen from outside; its upper edge points to normal × right."""
UPS = np.cross(NORMALS, RIGHTS).astype(np.float32)
_STEPS = 28


@dataclass(frozen=True, slots=True, eq=False)
class Mesh:
    points: Array
    normals: Array
    places: Array
    triangles: Faces


def rounded_cube(edge: float, ball: float) -> Mesh:
    """A die of side 1. The prints lie in an atlas of three by two cells, in the order of `NORMALS`."""
    inner = 0.5 - edge
    # Half of the steps bend around the edges, at equal angles.
    bend = inner + edge * np.tan(np.linspace(0, np.pi / 4, 8)[1:])
    line = np.concatenate([-bend[::-1], np.linspace(-inner, inner, _STEPS - 13), bend])
    count = len(line)
    across, up = np.meshgrid(line, line)
    points, normals, places, triangles = [], [], [], []
    index = np.arange(count * count).reshape(count, count)
    quads = np.stack([index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]], axis=-1).reshape(-1, 4)
    reach = 0.5 * (np.sqrt(3) * (1 - ball) + 1.38 * ball)
    for side in range(6):
        flat = 0.5 * NORMALS[side] + across.reshape(-1, 1) * RIGHTS[side] + up.reshape(-1, 1) * UPS[side]
        core = np.clip(flat, -inner, inner)
        normal = flat - core
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        point = core + edge * normal
        if ball:
            length = np.linalg.norm(point, axis=1, keepdims=True)
            cut = np.clip((length - reach) / 0.02, 0, 1)
            normal = normal * (1 - cut) + point / length * cut
            normal /= np.linalg.norm(normal, axis=1, keepdims=True)
            point *= np.minimum(1, reach / length)
        column, row = side % 3, side // 3
        # A print is drawn on the whole square; v runs up in an atlas whose first row of cells is the upper one.
        u = (column + np.clip(flat @ RIGHTS[side] + 0.5, 0.002, 0.998)) / 3
        v = 1 - (row + 1 - np.clip(flat @ UPS[side] + 0.5, 0.002, 0.998)) / 2
        points.append(point)
        normals.append(normal)
        places.append(np.stack([u, v], axis=1))
        triangles.append(np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]) + side * count * count)
    return Mesh(
        np.concatenate(points).astype(np.float32),
        np.concatenate(normals).astype(np.float32),
        np.concatenate(places).astype(np.float32),
        np.concatenate(triangles).astype(np.uint32),
    )


def turned_profile(profile: list[tuple[float, float]], sides: int = 48) -> Mesh:
    """A body of revolution around z from (radius, height) pairs, flat between them, its top mapped to one print."""
    angles = np.linspace(0, 2 * np.pi, sides + 1)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    widest = max(radius for radius, _ in profile)
    points, normals, places, triangles = [], [], [], []
    start = 0
    for (r0, z0), (r1, z1) in pairwise(profile):
        slope = np.array([z1 - z0, r0 - r1])
        slope = slope / max(float(np.linalg.norm(slope)), 1e-9)
        for radius, height in ((r0, z0), (r1, z1)):
            points.append(np.column_stack([ring * radius, np.full(sides + 1, height)]))
            normals.append(np.column_stack([ring * slope[0], np.full(sides + 1, slope[1])]))
            places.append(ring * radius / widest * 0.5 + 0.5)
        low = start + np.arange(sides)
        high = low + sides + 1
        triangles.append(np.concatenate([np.stack([low, low + 1, high + 1], 1), np.stack([low, high + 1, high], 1)]))
        start += 2 * (sides + 1)
    return Mesh(
        np.concatenate(points).astype(np.float32),
        np.concatenate(normals).astype(np.float32),
        np.concatenate(places).astype(np.float32),
        np.concatenate(triangles).astype(np.uint32),
    )
