"""The pinhole camera with radial distortion: pixels to rays and points to pixels, both exact for labels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.training.render.types import Array, f32


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """World is millimetres with z up; the rows of `axes` are the camera's right, down and forward."""

    position: Array
    axes: Array
    focal: float
    width: int
    height: int
    k1: float = 0.0

    @property
    def corner(self) -> float:
        """Squared radius of the frame's corner on the image plane at distance 1."""
        return (self.width**2 + self.height**2) / (4 * self.focal**2)

    def project(self, points: Array) -> tuple[Array, Array]:
        """Pixels (2, …) and depths of world points (3, …)."""
        flat = points.reshape(3, -1)
        local = self.axes @ (flat - self.position[:, None])
        depth = local[2]
        xy = local[:2] / np.maximum(depth, 1e-3)
        # Beyond the frame the polynomial would fold back; freezing it there keeps outlines convex.
        squared = np.minimum((xy * xy).sum(axis=0), 1.6 * self.corner)
        pixels = xy * (self.focal * (1 + self.k1 * squared))
        pixels[0] += self.width / 2
        pixels[1] += self.height / 2
        return (
            pixels.reshape((2, *points.shape[1:])).astype(np.float32),
            depth.reshape(points.shape[1:]).astype(np.float32),
        )

    def rays(self, xs: Array, ys: Array) -> Array:
        """Directions (3, …) of pixels, of unit length along the camera's forward axis, so that t is depth."""
        x = (xs - self.width / 2) / self.focal
        y = (ys - self.height / 2) / self.focal
        if self.k1:
            ux, uy = x, y
            for _ in range(4):
                scale = 1 / (1 + self.k1 * np.minimum(ux * ux + uy * uy, 1.6 * self.corner))
                ux, uy = x * scale, y * scale
            x, y = ux, uy
        right, down, forward = self.axes
        rays = np.empty((3, *x.shape), np.float32)
        for i in range(3):
            rays[i] = right[i] * x + down[i] * y + forward[i]
        return rays

    def on_plane(self, xs: Array, ys: Array, z: float) -> tuple[Array, Array]:
        """Where the rays of pixels meet the plane at height z: points (3, …) and depths, below 0 when they do not."""
        rays = self.rays(xs, ys)
        down = rays[2]
        depth = np.where(down < -1e-4, (z - self.position[2]) / np.minimum(down, -1e-4), -1).astype(np.float32)
        points = rays * depth
        points += self.position.reshape((3,) + (1,) * (points.ndim - 1))
        return points.astype(np.float32), depth


def look_at(
    target: npt.ArrayLike,
    distance: float,
    *,
    elevation: float,
    roll: float,
    focal: float,
    size: tuple[int, int],
    k1: float,
) -> Camera:
    """A camera on the −y side of the target, raised by `elevation` radians, turned by `roll` about its own axis."""
    up, out = np.sin(elevation), np.cos(elevation)
    position = np.asarray(target) + distance * np.array([0, -out, up])
    axes = np.array([[1, 0, 0], [0, -up, -out], [0, out, -up]])
    turn = np.array([[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    return Camera(position.astype(np.float32), (turn @ axes).astype(np.float32), focal, size[0], size[1], k1)


def pixel_grid(x0: int, y0: int, x1: int, y1: int, sub: int = 1) -> tuple[Array, Array]:
    """Centres of the (sub-)pixels of a rectangle, in pixels of the frame."""
    xs = (np.arange(x0, x1, dtype=np.float32) + 0.5) / sub
    ys = (np.arange(y0, y1, dtype=np.float32) + 0.5) / sub
    grid_x, grid_y = np.meshgrid(xs, ys)
    return f32(grid_x), f32(grid_y)


def lookup(image: Array, xs: Array, ys: Array, border: int = cv2.BORDER_REPLICATE) -> Array:
    """Bilinear samples of an image at lists of positions; folded into rows because remap limits its sizes."""
    count = xs.size
    columns = 512
    rows = -(-count // columns)
    maps = np.zeros((2, rows * columns), np.float32)
    maps[0, :count] = xs.ravel()
    maps[1, :count] = ys.ravel()
    out = cv2.remap(
        image, maps[0].reshape(rows, columns), maps[1].reshape(rows, columns), cv2.INTER_LINEAR, borderMode=border
    )
    return f32(out.reshape(rows * columns, -1)[:count])
