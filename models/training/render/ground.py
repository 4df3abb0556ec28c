"""Everything flat: the table, boards and mats on it, cards lying about, and the room behind the table's edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.render.camera import Camera, pixel_grid
from models.training.render.lights import Lamp
from models.training.render.scene import Decal, Layer, Scene
from models.training.render.shading import Light, Points, lamp_terms, reflect, roughness, unit
from models.training.render.shadows import dome, plane_shadow
from models.training.render.shapes import Shape
from models.training.render.skin import linear
from models.training.render.types import Array, Image, f32

_COARSE = 4
"""Light changes slowly over a plane: it is worked out at every fourth pixel."""


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """What stands on a plane: solid and clear shapes, and the tint of the clear ones."""

    solid: Sequence[Shape]
    clear: Sequence[Shape]
    tint: Array


def _fold(values: Array, length: int) -> Array:
    """Mirror repetition of a texture beyond its border."""
    if values.min() >= 0 and values.max() <= length - 1:
        return f32(values)
    span = np.float32(2 * (length - 1))
    return f32(np.abs(values - span * np.round(values / span)))


def textured(layer: Layer, points: Array, depth: Array, camera: Camera) -> Image:
    """The layer's print (sRGB) at points (3, h, w) of its plane, from levels that suit each pixel's footprint."""
    height, width = layer.texture.shape[:2]
    per_mm = width / layer.texture_mm
    c, s = np.cos(layer.angle) * per_mm, np.sin(layer.angle) * per_mm
    xs = c * points[0] + s * points[1] + width * 0.37
    ys = s * points[0] - c * points[1] + height * 0.41
    lean = np.maximum(np.abs(camera.position[2] - layer.z) / np.maximum(depth, 1), 0.05)
    foot = np.log2(np.maximum(np.maximum(depth, 1) / camera.focal * per_mm / np.sqrt(np.minimum(lean, 1)), 1))
    usable = depth > 0
    lowest, highest = (int(foot[usable].min()), int(np.ceil(foot[usable].max()))) if usable.any() else (0, 0)
    highest = min(highest, 6, int(np.log2(min(height, width))) - 3)
    lowest = min(lowest, highest)
    total: Array | None = None
    for level in range(lowest, highest + 1):
        size = (max(width >> level, 8), max(height >> level, 8))
        small = layer.texture if level == 0 else cv2.resize(layer.texture, size, interpolation=cv2.INTER_AREA)
        at_x = _fold((xs + 0.5) * (size[0] / width) - 0.5, size[0])
        at_y = _fold((ys + 0.5) * (size[1] / height) - 0.5, size[1])
        one = cv2.remap(small, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if lowest == highest:
            return np.asarray(one, np.uint8)
        clamped = np.clip(foot, lowest, highest)
        weight = np.maximum(1 - np.abs(clamped - level), 0)[:, :, None]
        total = one * weight if total is None else total + one * weight
    assert total is not None
    return np.asarray(total + 0.5, np.uint8)


def _lay(decal: Decal, colour: Array, points: Array, per_pixel: float) -> Array:
    """Lay a print onto the colours (linear, h × w × 3) of a plane; returns how matt or glossy it makes each pixel."""
    c, s = np.cos(decal.angle), np.sin(decal.angle)
    x, y = points[0] - decal.centre[0], points[1] - decal.centre[1]
    u = (c * x + s * y) / decal.size[0] + 0.5
    v = (s * x - c * y) / decal.size[1] + 0.5
    inside = (u > -0.06) & (u < 1.06) & (v > -0.06) & (v < 1.06)
    rows, columns = np.nonzero(inside.any(axis=1))[0], np.nonzero(inside.any(axis=0))[0]
    if not rows.size or not columns.size:
        return np.zeros(colour.shape[:2], np.float32)
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = decal.image.shape[:2]
    size = (max(2, min(width, int(decal.size[0] / per_pixel))), max(2, min(height, int(decal.size[1] / per_pixel))))
    small = cv2.resize(decal.image, size, interpolation=cv2.INTER_AREA)
    small = cv2.copyMakeBorder(small, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    at_x, at_y = (u[window] * size[0] + 0.5).astype(np.float32), (v[window] * size[1] + 0.5).astype(np.float32)
    print_ = np.asarray(cv2.remap(small, at_x, at_y, cv2.INTER_LINEAR), np.uint8)
    alpha = print_[:, :, 3:].astype(np.float32) / 255
    spread = max(0.8, 1.2 / per_pixel)
    around = cv2.GaussianBlur(alpha, (0, 0), min(spread, 8.0))[:, :, None]
    below = colour[window] * (1 - 0.45 * around)
    colour[window] = below * (1 - alpha) + linear(np.ascontiguousarray(print_[:, :, :3])) * alpha
    matt = np.zeros(colour.shape[:2], np.float32)
    matt[window] = alpha[:, :, 0]
    return matt


def _lamps_on(plane: Layer, scene: Scene, stands: Shade, points: Array, window: tuple[int, int, int, int]) -> Array:
    """Light (h × w × 3) that lamps and surroundings give a white matt plane, shadows included."""
    x0, y0, x1, y1 = window
    camera = scene.camera
    coarse = np.ascontiguousarray(points[:, _COARSE // 2 :: _COARSE, _COARSE // 2 :: _COARSE])
    shape = coarse.shape[1:]
    flat = coarse.reshape(3, -1)
    up = np.zeros_like(flat)
    up[2] = 1
    here = Points(flat, up, up)

    def fine(values: Array) -> Array:
        return np.asarray(
            cv2.resize(values.reshape(shape).astype(np.float32), (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
        )

    per_pixel = float(np.linalg.norm(camera.position)) / camera.focal
    every = [*stands.solid, *stands.clear]
    sky = plane_shadow(camera, every, dome(), plane.z, 1.2 / per_pixel)[y0:y1, x0:x1]
    normal = np.array([[0], [0], [1]], np.float32)
    ambient = scene.surroundings.diffuse(normal, np.zeros((3, 1), np.float32))[:, 0]
    total = ambient * (1 - 0.92 * sky)[:, :, None]
    for lamp in scene.lamps:
        diffuse, _ = lamp_terms(lamp, here, None, 0)
        open_share = _visible(lamp, plane, camera, stands, per_pixel)[y0:y1, x0:x1]
        total += (fine(diffuse)[:, :, None] * open_share) * lamp.colour
    return f32(total)


def _visible(lamp: Lamp, plane: Layer, camera: Camera, stands: Shade, per_pixel: float) -> Array:
    distance = float(np.linalg.norm(lamp.position))
    blur = 8 * lamp.radius / distance / per_pixel / np.sqrt(lamp.samples.shape[1])
    open_share = (1 - plane_shadow(camera, stands.solid, lamp.samples, plane.z, blur))[:, :, None]
    if stands.clear:
        veil = plane_shadow(camera, stands.clear, lamp.samples, plane.z, blur + 0.5 / per_pixel)[:, :, None]
        core = np.asarray(cv2.GaussianBlur(veil[:, :, 0] ** 6, (0, 0), min(max(0.6, 1.0 / per_pixel), 10.0)))[
            :, :, None
        ]
        open_share = open_share * (1 - veil * (1 - 0.30 * stands.tint)) + 0.75 * core * stands.tint
    return np.broadcast_to(open_share, (camera.height, camera.width, 3))


def _glare(plane: Layer, scene: Scene, light: Light, points: Array, size: tuple[int, int]) -> Array:
    """What a glossy table mirrors of lamps and windows (h × w × 3)."""
    coarse = np.ascontiguousarray(points[:, _COARSE // 2 :: _COARSE, _COARSE // 2 :: _COARSE])
    shape = coarse.shape[1:]
    flat = coarse.reshape(3, -1)
    normal = np.zeros_like(flat)
    normal[2] = 1
    here = Points(flat, normal, unit(scene.camera.position[:, None] - flat))
    mirrored, cosine = reflect(here)
    rough = roughness(plane.gloss)
    shiny = light.surroundings.mirrored(mirrored, rough, np.zeros((3, 1), np.float32))
    for lamp in scene.lamps:
        _, spark = lamp_terms(lamp, here, mirrored, rough)
        shiny += lamp.colour[:, None] * np.minimum(spark / np.pi, 60)
    fresnel = (0.04 + 0.96 * (1 - cosine) ** 5 * (1 - 0.6 * rough)) * (0.2 + 0.8 * plane.gloss)
    image = np.ascontiguousarray((shiny * fresnel).T.reshape((*shape, 3)), np.float32)
    return f32(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR))


def _plane(
    scene: Scene, light: Light, layer: Layer, stands: Shade, window: tuple[int, int, int, int]
) -> tuple[Array, Array]:
    """The shaded plane inside a window of the frame, and its points (3, h, w)."""
    x0, y0, x1, y1 = window
    camera = scene.camera
    points, depth = camera.on_plane(*pixel_grid(x0, y0, x1, y1), layer.z)
    far = (depth <= 0) | (depth > 40 * camera.position[2] + 2000)
    points[:, far] = 1e4
    colour = linear(textured(layer, points, np.where(far, 1e4, depth).astype(np.float32), camera))
    per_pixel = float(np.linalg.norm(camera.position)) / camera.focal
    for decal in layer.decals:
        _lay(decal, colour, points, per_pixel)
    lit = colour * _lamps_on(layer, scene, stands, points, window)
    lit += _glare(layer, scene, light, points, (x1 - x0, y1 - y0))
    points[:, far] = np.nan
    return lit, points


def _polygon(camera: Camera, ring: Array, z: float, mask: Image, value: int = 255) -> None:
    closed = np.concatenate([ring, ring[:, :1]], axis=1)
    # Straight edges bend under a distorting lens, so they are walked in small steps.
    steps = np.linspace(0, closed.shape[1] - 1, 12 * (closed.shape[1] - 1) + 1)
    dense = np.stack([np.interp(steps, np.arange(closed.shape[1]), axis) for axis in closed])
    world = np.concatenate([dense, np.full((1, dense.shape[1]), z)]).astype(np.float32)
    pixels, depth = camera.project(world)
    pixels = pixels[:, depth > 1]
    if pixels.shape[1] > 2:
        fixed = np.clip(pixels * 16, -3e5, 3e5).astype(np.int32).T
        cv2.fillPoly(mask, [np.ascontiguousarray(fixed)], (value,), cv2.LINE_AA, 4)


def _room(scene: Scene, points: Array, frame: Array) -> None:
    """Put the room where the table does not reach."""
    camera = scene.camera
    gone = np.isnan(points[0])
    share = gone.astype(np.float32)
    if scene.edge is not None:
        a, b, c = scene.edge
        beyond = np.nan_to_num(points[0] * a + points[1] * b - c, nan=1e4)
        per_pixel = float(np.linalg.norm(camera.position)) / camera.focal
        share = np.maximum(share, np.clip(0.5 + beyond / (1.5 * per_pixel), 0, 1))
    if share.max() <= 0:
        return
    room = linear(scene.room)
    room = np.asarray(cv2.resize(room, (camera.width, camera.height), interpolation=cv2.INTER_CUBIC), np.float32)
    room = np.maximum(room, 0) * (scene.surroundings.above + scene.surroundings.horizon) * 0.6
    frame += (room - frame) * share[:, :, None]


def shaded_ground(scene: Scene, light: Light, stands: Shade) -> Array:
    """The frame (h × w × 3, linear) without anything that stands on the table."""
    camera = scene.camera
    frame, points = _plane(scene, light, scene.layers[0], stands, (0, 0, camera.width, camera.height))
    _room(scene, points, frame)
    for layer in scene.layers[1:]:
        assert layer.outline is not None
        mask = np.zeros((camera.height, camera.width), np.uint8)
        _polygon(camera, layer.outline, layer.z, mask)
        sides = mask.copy()
        if layer.thickness > 0 and layer.side is not None:
            for share in (0.0, 0.5):
                _polygon(camera, layer.outline, layer.z - layer.thickness * (1 - share), sides)
            around = cv2.GaussianBlur(sides, (0, 0), 2.5)
            frame *= (1 - 0.35 * (around.astype(np.float32) / 255))[:, :, None]
            alpha = (sides.astype(np.float32) / 255)[:, :, None]
            frame += (layer.side * light.floor.mean() * 1.5 - frame) * alpha
        x, y, w, h = cv2.boundingRect(mask)
        if w < 4 or h < 4:
            continue
        lit, _ = _plane(scene, light, layer, stands, (x, y, x + w, y + h))
        alpha = (mask[y : y + h, x : x + w].astype(np.float32) / 255)[:, :, None]
        part = frame[y : y + h, x : x + w]
        part += (lit - part) * alpha
    return frame
