"""What a lens and a glossy table add: mirrored dice, streaks of moving ones, blur by distance."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.render.camera import pixel_grid
from models.training.render.lit import shade_traced
from models.training.render.scene import Die, Scene
from models.training.render.shading import Light
from models.training.render.shapes import RoundedBox, Shape
from models.training.render.tracing import Traced, chosen, trace
from models.training.render.types import Array, f32

_MIRROR_GLOSS = 0.5
_FLIP = np.array([1, 1, -1], np.float32)


def mirrored_dice(scene: Scene, light: Light, dice: list[Die], shapes: list[Shape]) -> Array | None:
    """Dice as a glossy table mirrors them: light (h × w × 3) to be added to the table, at sub-pixels."""
    table = scene.layers[-1]
    if table.gloss < _MIRROR_GLOSS:
        return None
    camera, detail = scene.camera, scene.detail
    size = (camera.width * detail, camera.height * detail)
    layer = np.zeros((size[0] * size[1], 3), np.float32)
    nearest = np.full(size[0] * size[1], np.inf, np.float32)
    for die in dice:
        shape = die.shape
        flipped = RoundedBox(
            f32(shape.centre * _FLIP + table.z * (1 - _FLIP)),
            f32(_FLIP[:, None] * shape.turn),
            shape.half,
            shape.radius,
            shape.ball,
        )
        traced = trace(camera, Die(die.design, flipped), detail)
        if traced is None:
            continue
        traced = chosen(traced, traced.hits.depth < nearest[traced.pixel])
        if traced.pixel.size:
            nearest[traced.pixel] = traced.hits.depth
            # The real die's surface is lit, and looked at from below the table.
            layer[traced.pixel] = shade_traced(scene, light, Traced(die, traced.hits, traced.pixel), shapes, table.z)
    image = layer.reshape(size[1], size[0], 3)
    side = float(scene.info.get("pixels", 40.0)) * detail
    blur = max(0.5, side * 0.5 * (1 - table.gloss) * 0.5)
    slope = camera.position[2] / float(np.linalg.norm(camera.position))
    fresnel = 0.04 + 0.96 * (1 - slope) ** 5
    return f32(cv2.GaussianBlur(image, (0, 0), blur) * (fresnel * table.gloss))


def defocused(scene: Scene, picture: Array, depth: Array) -> Array:
    """Blur by distance from the depth in focus, blended from a few evenly blurred copies."""
    assert scene.focus is not None
    camera, (sharp, blur) = scene.camera, scene.focus
    _, ground = camera.on_plane(*pixel_grid(0, 0, camera.width, camera.height), scene.layers[0].z)
    ground = np.where(ground > 0, ground, 1e5)
    body = depth.reshape(camera.height, camera.width)
    away = np.abs(1 - sharp / np.minimum(ground, body)) * 2 * blur
    level = np.clip(np.log2(np.maximum(cv2.GaussianBlur(f32(away), (0, 0), 2), 0.25)) + 2, 0, 5)
    result = picture * np.maximum(1 - level, 0)[:, :, None]
    for i in range(1, 6):
        weight = np.maximum(1 - np.abs(level - i), 0)
        if weight.max() > 0:
            result += cv2.GaussianBlur(picture, (0, 0), 0.25 * 2**i) * weight[:, :, None]
    return f32(result)


def streak(scene: Scene, light: Light, die: Die, shapes: list[Shape], *, frame: Array, depth: Array) -> Array | None:
    """A die that moves while the shutter is open: several poses laid over each other. Returns its coverage."""
    assert die.motion is not None
    pixels, _ = scene.camera.project(np.stack([die.shape.centre, die.shape.centre + die.motion[0]], axis=1))
    swing = (
        float(np.linalg.norm(die.motion[1]))
        * float(die.shape.half[0])
        * 2
        / float(np.linalg.norm(die.motion[0]) + 1e-3)
    )
    length = float(np.linalg.norm(pixels[:, 1] - pixels[:, 0])) * (1 + swing)
    count = int(np.clip(length / 2, 5, 16))
    total, cover = np.zeros_like(frame), np.zeros(frame.shape[0], np.float32)
    for step in np.linspace(-0.5, 0.5, count):
        angle = die.motion[1] * step
        turn = (cv2.Rodrigues(angle.astype(np.float64))[0] @ die.shape.turn).astype(np.float32)
        shape = type(die.shape)(
            (die.shape.centre + die.motion[0] * step).astype(np.float32),
            turn,
            die.shape.half,
            die.shape.radius,
            die.shape.ball,
        )
        traced = trace(scene.camera, Die(die.design, shape, True), scene.detail)
        if traced is None:
            continue
        traced = chosen(traced, traced.hits.depth < depth[traced.pixel])
        if traced.pixel.size:
            total[traced.pixel] += shade_traced(scene, light, traced, shapes)
            cover[traced.pixel] += 1
    if not cover.any():
        return None
    share = (cover / count)[:, None]
    frame *= 1 - share
    frame += total / count
    return f32(cover / count)
