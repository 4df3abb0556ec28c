"""The virtual camera: where points of the table (millimetres, z up) are in the picture, and the ray of each pixel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.quads import Array


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A pinhole camera beside the table; it looks at the middle of the table from `elevation` degrees above it."""

    width: int = 1280
    height: int = 720
    elevation: float = 60.0
    distance: float = 620.0
    focal: float = 1950.0
    turn: float = 0.0
    """Degrees around the table."""

    @property
    def place(self) -> Array:
        """Where the camera is."""
        return _stands(self)[0]

    @property
    def axes(self) -> Array:
        """Right, down and forward of the camera, as rows."""
        return _stands(self)[1]

    def project(self, points: Array) -> Array:
        """Pixels (…, 2) of points (…, 3)."""
        seen = (np.asarray(points, np.float32) - self.place) @ self.axes.T
        flat = seen[..., :2] * (self.focal / seen[..., 2:])
        return np.asarray(flat + np.array([self.width / 2, self.height / 2]), np.float32)

    def rays(self, x0: float, y0: float, columns: int, rows: int, step: float) -> Array:
        """Directions (rows, columns, 3), not normalised, of pixels from x0, y0 in steps."""
        across = (x0 + step * (np.arange(columns, dtype=np.float32) + 0.5) - self.width / 2) / self.focal
        down = (y0 + step * (np.arange(rows, dtype=np.float32) + 0.5) - self.height / 2) / self.focal
        right, low, forward = self.axes
        return np.asarray(across[None, :, None] * right + down[:, None, None] * low + forward, np.float32)

    def on_table(self, x: float, y: float) -> tuple[float, float]:
        """The point of the table that a pixel shows."""
        ray = self.rays(x - 0.5, y - 0.5, 1, 1, 1.0)[0, 0]
        spot = self.place - ray * (self.place[2] / ray[2])
        return float(spot[0]), float(spot[1])


@lru_cache(maxsize=8)
def _stands(view: View) -> tuple[Array, Array]:
    """Where a camera is and how it is turned; asked for with every die that is drawn."""
    up, around = np.deg2rad(view.elevation), np.deg2rad(view.turn)
    flat = view.distance * np.cos(up)
    place = np.array([flat * np.sin(around), -flat * np.cos(around), view.distance * np.sin(up)], np.float32)
    forward = -place / np.linalg.norm(place)
    right = np.cross(forward, [0, 0, 1])
    right /= np.linalg.norm(right)
    return place, np.stack([right, np.cross(forward, right), forward]).astype(np.float32)
