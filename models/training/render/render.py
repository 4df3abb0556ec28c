"""A scene to a linear picture: rays meet bodies, the nearest are shaded, and labels are counted from what is seen."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.render.effects import defocused, mirrored_dice, streak
from models.training.render.ground import Shade, shaded_ground
from models.training.render.labels import die_label
from models.training.render.lit import shade_traced
from models.training.render.scene import Body, Die, Scene
from models.training.render.shading import Light
from models.training.render.shapes import Shape
from models.training.render.skin import linear
from models.training.render.tracing import chosen, trace
from models.training.render.types import Array, DieLabel, f32


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A rendered frame in linear light (h × w × 3, RGB) with its labels."""

    light: Array
    dice: tuple[DieLabel, ...]
    illuminant: Array


def render_light(scene: Scene) -> Frame:
    """Render a scene in linear light."""
    camera, detail = scene.camera, scene.detail
    still = [die for die in scene.dice if die.motion is None]
    things: list[Die | Body] = [*still, *scene.bodies]
    clear = [die for die in still if die.design.material.clear > 0.25]
    clear_shapes = {id(die.shape) for die in clear}
    shapes: list[Shape] = [thing.shape for thing in [*things, *(d for d in scene.dice if d.motion is not None)]]
    shapes += scene.shades
    tint = np.mean([die.design.colour for die in clear], axis=0) if clear else np.ones(3)
    illuminant = _white(scene)
    table = linear(np.asarray(cv2.resize(scene.layers[-1].texture, (16, 16), interpolation=cv2.INTER_AREA), np.uint8))
    light = Light(scene.lamps, scene.surroundings, (table.mean(axis=(0, 1)) * illuminant).astype(np.float32))
    stands = Shade(
        [s for s in shapes if id(s) not in clear_shapes], [d.shape for d in clear], np.sqrt(tint).astype(np.float32)
    )
    ground = shaded_ground(scene, light, stands)
    size = (camera.width * detail, camera.height * detail)
    frame = f32(cv2.resize(ground, size, interpolation=cv2.INTER_NEAREST)).reshape(-1, 3)
    mirrored = mirrored_dice(scene, light, still, shapes)
    if mirrored is not None:
        frame += mirrored.reshape(-1, 3)
    depth = np.full(size[0] * size[1], np.inf, np.float32)
    owner = np.full(size[0] * size[1], -1, np.int16)
    traces = [trace(camera, thing, detail) for thing in things]
    for i, traced in enumerate(traces):
        if traced is not None:
            nearer = traced.hits.depth < depth[traced.pixel]
            place = traced.pixel[nearer]
            depth[place] = traced.hits.depth[nearer]
            owner[place] = i
    for i, traced in enumerate(traces):
        if traced is None:
            continue
        seen = chosen(traced, owner[traced.pixel] == i)
        if seen.pixel.size:
            frame[seen.pixel] = shade_traced(scene, light, seen, shapes)
    labels = [die_label(camera, die, traces[i], owner=owner, number=i, detail=detail) for i, die in enumerate(still)]
    picture = frame.reshape(size[1], size[0], 3)
    if detail > 1:
        picture = f32(cv2.resize(picture, (camera.width, camera.height), interpolation=cv2.INTER_AREA))
    # Moving dice are blurred anyway: whole pixels do for them.
    depth = depth.reshape(size[1], size[0])[::detail, ::detail].ravel()
    owner = owner.reshape(size[1], size[0])[::detail, ::detail].ravel()
    plain = replace(scene, detail=1)
    for die in scene.dice:
        if die.motion is not None:
            cover = streak(plain, light, die, shapes, frame=picture.reshape(-1, 3), depth=depth)
            if cover is not None:
                mine = np.where(cover > 0.3, np.int16(-2), owner)
                labels.append(die_label(camera, die, trace(camera, die, 1), owner=mine, number=-2, detail=1))
    if scene.focus is not None:
        picture = defocused(scene, picture, depth)
    return Frame(picture, tuple(label for label in labels if label is not None), illuminant)


def _white(scene: Scene) -> Array:
    """What a white card on the table's middle would send back: the colour of the light."""
    up = np.array([[0], [0], [1]], np.float32)
    total = scene.surroundings.diffuse(up, np.zeros((3, 1), np.float32))[:, 0]
    for lamp in scene.lamps:
        height = lamp.position[2] / float(np.linalg.norm(lamp.position))
        total = total + lamp.colour * height
    return f32(total)
