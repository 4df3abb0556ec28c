"""Solids that rays can meet: rounded boxes (dice, blocks, rims), capsules (fingers, cables) and turned pieces (pawns).

Each shape answers three questions: where a bundle of rays from one point meets it, which points span its outline
(for shadows thrown onto planes), and whether it stands between points and a lamp.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from models.training.render.types import Array, f32

Mask = npt.NDArray[np.bool_]
Index = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """Rays that met a shape: which of them, how deep, and position and normal in the shape's own axes."""

    ray: Index
    depth: Array
    local: Array
    normal: Array


class Shape(Protocol):
    @property
    def centre(self) -> Array: ...
    @property
    def turn(self) -> Array: ...
    @property
    def bound(self) -> float: ...
    def trace(self, origin: Array, rays: Array) -> Hits: ...
    def outline(self) -> Array: ...
    def blocks(self, points: Array, towards: Array) -> Mask: ...


def dot(a: Array, b: Array) -> Array:
    """Scalar products of columns; spelled out because a sum over a short first axis is slow."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _march(
    distance: Callable[[Array], Array],
    origin: Array,
    rays: Array,
    start: Array,
    end: Array,
    *,
    tolerance: float,
    steps: int,
) -> tuple[Mask, Array]:
    """Sphere tracing of the rays that are not yet on the surface; returns which arrived and their depths."""
    speed = np.sqrt(dot(rays, rays))
    t = start.copy()
    gap = distance(origin[:, None] + rays * t)
    arrived: Mask = gap < tolerance
    active = np.nonzero(~arrived)[0]
    gap = gap[active]
    for _ in range(steps):
        if not active.size:
            break
        t[active] += gap / speed[active]
        gap = distance(origin[:, None] + rays[:, active] * t[active])
        done = gap < tolerance
        arrived[active[done]] = True
        keep = ~done & (t[active] < end[active])
        active, gap = active[keep], gap[keep]
    # Grazing rays creep along the edge; those that came close belong to the outline.
    arrived[active[gap < 3 * tolerance]] = True
    return arrived, t


def _slabs(origin: Array, rays: Array, half: Array) -> tuple[Array, Array]:
    near, far = None, None
    for axis in range(3):
        inverse = 1 / np.where(np.abs(rays[axis]) < 1e-7, np.float32(1e-7), rays[axis])
        middle, reach = -origin[axis] * inverse, np.abs(half[axis] * inverse)
        near = middle - reach if near is None else np.maximum(near, middle - reach)
        far = middle + reach if far is None else np.minimum(far, middle + reach)
    assert near is not None
    assert far is not None
    return near, far


@dataclass(frozen=True, slots=True, eq=False)
class RoundedBox:
    """A box with rounded edges; `ball` is the radius of a sphere that cuts its corners, 0 for none."""

    centre: Array
    turn: Array
    half: Array
    radius: float
    ball: float = 0.0

    @property
    def bound(self) -> float:
        return float(np.linalg.norm(self.half))

    def distance(self, p: Array) -> Array:
        inner = np.abs(p) - (self.half - self.radius)[:, None]
        outside = np.maximum(inner, 0)
        gap = (
            np.sqrt(dot(outside, outside))
            + np.minimum(np.maximum(np.maximum(inner[0], inner[1]), inner[2]), 0)
            - self.radius
        )
        if self.ball:
            gap = np.maximum(gap, np.sqrt(dot(p, p)) - self.ball)
        return f32(gap)

    def trace(self, origin: Array, rays: Array) -> Hits:
        eye = self.turn.T @ (origin - self.centre)
        local = self.turn.T @ rays
        start, end = _slabs(eye, local, self.half)
        hit = (start < end) & (end > 0)
        if self.ball:
            a = dot(local, local)
            b = eye @ local
            root = b * b - a * (eye @ eye - self.ball**2)
            hit &= root > 0
            start = np.maximum(start, (-b - np.sqrt(np.maximum(root, 0))) / a)
        ray = np.nonzero(hit)[0]
        local = local[:, ray]
        arrived, t = _march(
            self.distance,
            eye,
            local,
            np.maximum(start[ray], 0),
            end[ray],
            tolerance=float(self.half.min()) * 4e-3,
            steps=14,
        )
        t = t[arrived]
        points = eye[:, None] + local[:, arrived] * t
        return Hits(ray[arrived], t, points.astype(np.float32), self.normal(points))

    def normal(self, p: Array) -> Array:
        flat = self.half - self.radius
        q = np.abs(p) - flat[:, None]
        outside = np.maximum(q, 0)
        # Inside the flat part of a face only one axis sticks out; a tiny floor keeps sharp boxes well defined.
        highest = np.maximum(np.maximum(q[0], q[1]), q[2])
        n = np.sign(p) * np.where(q == highest, np.maximum(outside, 1e-4), outside)
        n /= np.sqrt(dot(n, n)) + 1e-9
        if self.ball:
            length = np.sqrt(dot(p, p))
            box_gap = np.sqrt(dot(outside, outside)) + np.minimum(highest, 0) - self.radius
            width = 0.03 * self.ball
            share = np.clip(0.5 + (length - self.ball - box_gap) / (2 * width), 0, 1)
            n = n * (1 - share) + p / length * share
            n /= np.sqrt(dot(n, n)) + 1e-9
        return f32(n)

    def corners(self) -> Array:
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32).T
        return f32(self.turn @ (signs * self.half[:, None]) + self.centre[:, None])

    def outline(self) -> Array:
        if self.radius < 0.04 * self.half.min() and not self.ball:
            return self.corners()
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32).T
        ways = np.array(
            [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.71, 0.71, 0], [0.71, 0, 0.71], [0, 0.71, 0.71], [0.58, 0.58, 0.58]]
        ).T
        points = (
            signs[:, :, None] * ((self.half - self.radius)[:, None, None] + self.radius * ways[:, None, :])
        ).reshape(3, -1)
        if self.ball:
            length = np.sqrt((points * points).sum(axis=0))
            points = points * np.minimum(1, self.ball / length)
        return f32(self.turn @ points + self.centre[:, None])

    def blocks(self, points: Array, towards: Array) -> Mask:
        shrink = 1 - 0.3 * self.radius / float(self.half.min()) - (0.05 if self.ball else 0)
        eyes = self.turn.T @ (points - self.centre[:, None])
        ways = self.turn.T @ towards
        start, end = _slabs(eyes, ways, self.half * np.float32(shrink))
        blocked: Mask = (start < end) & (end > 1e-3) & (start < 1)
        return blocked


@dataclass(frozen=True, slots=True, eq=False)
class Capsule:
    """A rod with round ends from `start` to `end`."""

    start: Array
    end: Array
    radius: float
    centre: Array = field(init=False)
    turn: Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "centre", ((self.start + self.end) / 2).astype(np.float32))
        object.__setattr__(self, "turn", np.eye(3, dtype=np.float32))

    @property
    def bound(self) -> float:
        return float(np.linalg.norm(self.end - self.start)) / 2 + self.radius

    def trace(self, origin: Array, rays: Array) -> Hits:
        axis = self.end - self.start
        offset = origin - self.start
        length2 = float(axis @ axis)
        along, from_start = axis @ rays, float(axis @ offset)
        rays2, across = dot(rays, rays), offset @ rays
        a = length2 * rays2 - along * along
        b = length2 * across - from_start * along
        c = length2 * float(offset @ offset) - from_start**2 - self.radius**2 * length2
        root = b * b - a * c
        # The round ends lie within the endless cylinder's outline, so rays that miss the one miss all.
        near = np.nonzero(root > 0)[0]
        rays, rays2, along = rays[:, near], rays2[near], along[near]
        t = (-b[near] - np.sqrt(root[near])) / np.maximum(a[near], 1e-9)
        share = (from_start + t * along) / length2
        side = (share >= 0) & (share <= 1)
        best = np.where(side, t, np.inf)
        for point in (self.start, self.end):
            to_end = origin - point
            b_end = to_end @ rays
            root_end = b_end * b_end - rays2 * (float(to_end @ to_end) - self.radius**2)
            t_end = (-b_end - np.sqrt(np.maximum(root_end, 0))) / rays2
            best = np.where((root_end > 0) & (t_end < best) & ~side, t_end, best)
        ray = np.nonzero(np.isfinite(best) & (best > 0))[0]
        depth = best[ray].astype(np.float32)
        points = origin[:, None] + rays[:, ray] * depth
        share = np.clip((axis @ (points - self.start[:, None])) / length2, 0, 1)
        normal = f32(points - (self.start[:, None] + axis[:, None] * share))
        normal /= np.sqrt(dot(normal, normal)) + 1e-9
        local = points - self.centre[:, None]
        return Hits(near[ray], depth, local.astype(np.float32), normal.astype(np.float32))

    def outline(self) -> Array:
        ways = np.random.default_rng(3).normal(size=(3, 40))
        ways *= self.radius / np.linalg.norm(ways, axis=0)
        return f32(np.concatenate([self.start[:, None] + ways, self.end[:, None] + ways], axis=1))

    def blocks(self, points: Array, towards: Array) -> Mask:
        axis = self.end - self.start
        offset = points - self.start[:, None]
        d2, ad = dot(towards, towards), axis @ towards
        a2, od, oa = float(axis @ axis), dot(offset, towards), axis @ offset
        bottom = np.maximum(d2 * a2 - ad * ad, 1e-6)
        t = np.clip((ad * oa - a2 * od) / bottom, 0, 1)
        s = np.clip((oa + t * ad) / a2, 0, 1)
        t = np.clip((s * ad - od) / d2, 0, 1)
        gap = f32(offset + towards * t - axis[:, None] * s)
        blocked: Mask = dot(gap, gap) < self.radius**2
        return blocked


@dataclass(frozen=True, slots=True, eq=False)
class Turned:
    """A piece of revolution about its own z axis, given by its profile: radii at heights, from the bottom up."""

    centre: Array
    turn: Array
    heights: Array
    radii: Array
    hollow: float = 0.0
    """Wall thickness of a cup; 0 for a solid piece."""

    @property
    def bound(self) -> float:
        return float(np.sqrt(np.abs(self.heights).max() ** 2 + self.radii.max() ** 2))

    def distance(self, p: Array) -> Array:
        across = np.sqrt(p[0] * p[0] + p[1] * p[1])
        low, high = float(self.heights[0]), float(self.heights[-1])
        radius = np.interp(p[2], self.heights, self.radii)
        steepest = float(np.abs(np.diff(self.radii) / np.maximum(np.diff(self.heights), 1e-3)).max())
        side = (across - radius) / np.sqrt(1 + min(steepest, 3.0) ** 2)
        gap = np.maximum(side, np.maximum(low - p[2], p[2] - high))
        if self.hollow:
            inside = np.minimum(radius - self.hollow - across, p[2] - low - self.hollow)
            gap = np.maximum(gap, inside)
        return f32(gap)

    def trace(self, origin: Array, rays: Array) -> Hits:
        eye = self.turn.T @ (origin - self.centre)
        local = self.turn.T @ rays
        reach = float(self.radii.max())
        middle = np.array([0, 0, (self.heights[0] + self.heights[-1]) / 2], np.float32)
        half = np.array([reach, reach, (self.heights[-1] - self.heights[0]) / 2 + 0.01], np.float32)
        start, end = _slabs((eye - middle).astype(np.float32), local, half)
        ray = np.nonzero((start < end) & (end > 0))[0]
        local = local[:, ray]
        tolerance = reach * 8e-3
        arrived, t = _march(
            self.distance, eye, local, np.maximum(start[ray], 0), end[ray], tolerance=tolerance, steps=40
        )
        t = t[arrived]
        points = (eye[:, None] + local[:, arrived] * t).astype(np.float32)
        step = reach * 0.03
        normal = np.stack(
            [
                self.distance(points + step * np.eye(3, dtype=np.float32)[:, i : i + 1])
                - self.distance(points - step * np.eye(3, dtype=np.float32)[:, i : i + 1])
                for i in range(3)
            ]
        )
        normal /= np.sqrt(dot(normal, normal)) + 1e-9
        return Hits(ray[arrived], t, points, normal.astype(np.float32))

    def outline(self) -> Array:
        angles = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        rings = [
            np.stack([r * np.cos(angles), r * np.sin(angles), np.full_like(angles, z)])
            for z, r in zip(self.heights, self.radii, strict=True)
        ]
        return f32(self.turn @ np.concatenate(rings, axis=1) + self.centre[:, None])

    def blocks(self, points: Array, towards: Array) -> Mask:
        low = self.centre + self.turn[:, 2] * self.heights[0]
        high = self.centre + self.turn[:, 2] * self.heights[-1]
        core = Capsule(low.astype(np.float32), high.astype(np.float32), 0.8 * float(self.radii.mean()))
        return core.blocks(points, towards)
