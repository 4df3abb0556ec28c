"""`render`: a scene to the picture and labels that training uses."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from models.training.render.develop import develop
from models.training.render.render import render_light
from models.training.render.scene import Scene
from models.training.render.types import DieLabel, Image, Picture, f32
from vision.quads import affine_of

_GRID = 24


def _stretched(label: DieLabel, factor: float) -> DieLabel:
    def wider(x: float) -> float:
        return (x + 0.5) * factor - 0.5

    x0, y0, x1, y1 = label.box
    return replace(label, top=tuple((wider(x), y) for x, y in label.top), box=(wider(x0), y0, wider(x1), y1))


def _contrast(image: Image, label: DieLabel) -> float:
    """The spread of colours within the top face, edges left out."""
    (centre,), (axes,) = affine_of(label.top)
    steps = (np.arange(_GRID, dtype=np.float32) + 0.5) * (1.6 / _GRID) - 0.8
    across, along = np.meshgrid(steps, steps)
    xs = centre[0] + axes[0, 0] * across + axes[0, 1] * along
    ys = centre[1] + axes[1, 0] * across + axes[1, 1] * along
    seen = cv2.remap(image, f32(xs), f32(ys), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(-1, 3)
    return round(float(np.sqrt(seen.astype(np.float32).var(axis=0).sum())), 2)


def render(scene: Scene, rng: np.random.Generator) -> Picture:
    """Render, develop, and stretch; labels are in pixels of the picture returned."""
    frame = render_light(scene)
    light, labels = frame.light, frame.dice
    if scene.stretch != 1:
        height, width = light.shape[:2]
        wide = max(16, round(width * scene.stretch))
        light = np.asarray(cv2.resize(light, (wide, height), interpolation=cv2.INTER_AREA), np.float32)
        labels = tuple(_stretched(label, wide / width) for label in labels)
    image, cast = develop(light, frame.illuminant, float(scene.info.get("pixels", 60.0)), rng)
    labels = tuple(replace(label, contrast=_contrast(image, label)) for label in labels)
    red, green, blue = (float(v) for v in cast)
    return Picture(image, labels, (red, green, blue), dict(scene.info))
