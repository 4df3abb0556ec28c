"""A phone's camera: a pinhole with a little barrel or pincushion distortion. World points to pixels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.held_out.shapes import Array


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """It stands on the −y side of its target; the rows of `axes` are right, down, forward. The unit is a die."""

    position: Array
    axes: Array
    focal: float
    width: int
    height: int
    bend: float = 0.0

    def straight(self, points: Array) -> Array:
        """Places (…, 2) of world points (…, 3) as a perfect lens has them, pixel corners being whole numbers."""
        local = (points - self.position) @ self.axes.T
        depth = np.maximum(local[..., 2:], 1e-3)
        middle = np.array([self.width / 2, self.height / 2])
        return np.asarray(local[..., :2] / depth * self.focal + middle, np.float32)

    def bent(self, places: Array) -> Array:
        """Where the lens really puts them. Never inwards, so that the picture stays filled."""
        middle = np.array([self.width / 2, self.height / 2], np.float32)
        offset = places - middle
        squared = (offset**2).sum(axis=-1, keepdims=True) / float((middle**2).sum())
        scale = 1 + self.bend * np.minimum(squared, 1.5)
        return np.asarray(middle + offset * (scale / min(1.0, 1 + self.bend)), np.float32)

    def project(self, points: Array) -> Array:
        """Places of world points in the picture, pixel middles being whole numbers as in labels."""
        return np.asarray(self.bent(self.straight(points)) - 0.5, np.float32)

    def through_lens(self, image: Array) -> Array:
        """The picture of a perfect lens as this one draws it."""
        if self.bend == 0:
            return image
        xs, ys = np.meshgrid(np.arange(self.width) + 0.5, np.arange(self.height) + 0.5)
        wanted = np.stack([xs, ys], axis=-1).astype(np.float32)
        source = wanted.copy()
        for _ in range(6):  # the bending has no inverse in closed form
            source += wanted - self.bent(source)
        source -= 0.5
        bent = cv2.remap(image, source[..., 0], source[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        return np.maximum(np.asarray(bent, np.float32), 0)  # cubic interpolation undershoots


def stand(
    target: Array,
    die_pixels: float,
    *,
    elevation: float,
    roll: float,
    field: float,
    size: tuple[int, int],
    bend: float,
) -> Camera:
    """A camera that sees a die at the target `die_pixels` wide; angles are in degrees, `field` is the width seen."""
    focal = size[0] / 2 / np.tan(np.deg2rad(field) / 2)
    up, out = np.sin(np.deg2rad(elevation)), np.cos(np.deg2rad(elevation))
    axes = np.array([[1, 0, 0], [0, -up, -out], [0, out, -up]])
    c, s = np.cos(np.deg2rad(roll)), np.sin(np.deg2rad(roll))
    axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]]) @ axes
    position = target - axes[2] * focal / die_pixels
    return Camera(position.astype(np.float32), axes.astype(np.float32), float(focal), size[0], size[1], bend)
