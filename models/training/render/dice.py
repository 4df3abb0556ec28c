"""What dice and clutter look like where rays meet them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from models.training.render.camera import lookup
from models.training.render.scene import Body, Die
from models.training.render.shading import Light, Points, lamp_terms, refract, shade, unit
from models.training.render.shapes import Hits, RoundedBox, dot
from models.training.render.skin import Skin, linear, paint_skin, spot
from models.training.render.types import Array, Image, f32


def _exit(local: Array, ways: Array, half: float) -> tuple[Array, Array]:
    """Where rays inside a cube leave it, and how far they went."""
    safe = np.where(np.abs(ways) < 1e-6, np.float32(1e-6), ways)
    length = np.maximum(((np.sign(safe) * half - local) / safe).min(axis=0), 0)
    return local + ways * length, length


def _glow(light: Light, die: Die, skin: Skin, hits: Hits, points: Points, *, normal: Array, open_sky: Array) -> Array:
    """What is seen through a translucent body: its far sides with their marks, the table and the room, tinted."""
    turn, half = die.shape.turn, float(die.shape.half[0])
    inside = refract((-turn.T @ points.eye).astype(np.float32), normal)
    leave, length = _exit(hits.local, inside, half)
    back = unit(leave)
    far = spot(skin, die.design, leave, np.sign(leave) * (np.abs(leave) > 0.98 * half), half)
    world = turn @ inside
    below = np.clip(0.5 - world[2] * 1.5, 0, 1)
    sky = light.surroundings.diffuse((turn @ back).astype(np.float32), light.floor[:, None])
    beyond = light.floor[:, None] * 0.8 * below + sky * 0.5 * (1 - below)
    for lamp in light.lamps:
        # Light that enters on the lamp's side gathers at the far one.
        way = unit(turn.T @ (lamp.position - die.shape.centre)[:, None])
        gathered = np.clip(-dot(way, back), 0, 1) ** 2
        beyond = beyond + lamp.colour[:, None] * (0.15 + 0.9 * gathered)
    tint = np.clip(np.asarray(die.design.colour, np.float32), 0.004, 0.97)
    passed = tint[:, None] ** (0.35 + 0.9 * length / (2 * half))
    marks = far.ink * 0.75
    seen = beyond * passed
    return (seen * (1 - marks) + far.colour * passed * sky * 0.6 * marks).astype(np.float32) * (0.5 + 0.5 * open_sky)


def shade_die(
    light: Light,
    die: Die,
    hits: Hits,
    points: Points,
    *,
    hidden: Sequence[Array | None],
    open_sky: Array,
    pixels: float,
) -> Array:
    """Radiance (3, N) of a die's hits; `pixels` is the length of its side on the screen."""
    design, material, half = die.design, die.design.material, float(die.shape.half[0])
    skin = paint_skin(design, pixels)
    here = spot(skin, design, hits.local, hits.normal, half)
    normal = unit(hits.normal - here.slope)
    turned = Points(points.place, (die.shape.turn @ normal).astype(np.float32), points.eye)
    # A drilled mark sees less of the lamps and the room than the face around it.
    hole = np.clip(-here.depth, 0, 1)
    sky = open_sky * (1 - 0.3 * hole)
    albedo = here.colour
    metal = 0.0
    if material.kind == "metal":
        metal = 0.9
    elif material.kind == "pearl":
        facing = dot(turned.normal, turned.eye)
        albedo = np.clip(albedo * (0.82 + 0.5 * np.clip(facing, 0, 1) ** 3), 0, 1)
    matt = np.clip(here.ink * 0.35 + hole * 0.3, 0, 0.8)
    lit = shade(light, turned, albedo, gloss=material.gloss, metal=metal, hidden=hidden, open_sky=sky, matt=matt)
    if material.clear > 0:
        through = _glow(light, die, skin, hits, turned, normal=normal, open_sky=open_sky)
        share = material.clear * 0.85 * (1 - here.ink)
        milky = shade(
            light, turned, np.zeros_like(albedo), gloss=material.gloss, metal=0, hidden=hidden, open_sky=sky, matt=matt
        )
        lit = lit * (1 - share) + (through + milky) * share
    return f32(lit)


def _with_top(print_: Image, shape: RoundedBox, hits: Hits, albedo: Array) -> Array:
    height, width = print_.shape[:2]
    xs = (hits.local[0] / shape.half[0] + 1) / 2 * width - 0.5
    ys = (1 - hits.local[1] / shape.half[1]) / 2 * height - 0.5
    both = np.concatenate(
        [linear(np.ascontiguousarray(print_[:, :, :3])), print_[:, :, 3:].astype(np.float32) / 255], axis=2
    )
    seen = lookup(np.ascontiguousarray(both, np.float32), xs, ys).T
    share = seen[3] * np.clip((hits.normal[2] - 0.7) / 0.2, 0, 1)
    return f32(albedo * (1 - share) + seen[:3] * share)


def shade_body(
    light: Light, body: Body, hits: Hits, points: Points, *, hidden: Sequence[Array | None], open_sky: Array
) -> Array:
    """Radiance (3, N) of clutter."""
    look = body.look
    albedo = np.broadcast_to(look.colour[:, None], points.place.shape)
    if look.texture is not None:
        height, width = look.texture.shape[:2]
        axis = np.abs(hits.normal).argmax(axis=0)
        u = np.where(axis == 0, hits.local[1], hits.local[0])
        v = np.where(axis == 2, hits.local[1], hits.local[2])
        xs = np.mod(u / look.texture_mm * width, width - 1)
        ys = np.mod(v / look.texture_mm * width, height - 1)
        print_ = lookup(linear(look.texture), xs, ys, cv2.BORDER_REFLECT).T
        albedo = albedo * print_
    if look.top is not None and isinstance(body.shape, RoundedBox):
        albedo = _with_top(look.top, body.shape, hits, albedo)
    lit = shade(light, points, f32(albedo), gloss=look.gloss, metal=look.metal, hidden=hidden, open_sky=open_sky)
    if look.skin:
        # Light wanders below the skin: shadows' edges turn red.
        warm = np.array([1.0, 0.35, 0.22], np.float32)[:, None]
        for lamp, shade_of in zip(light.lamps, hidden, strict=True):
            soft, _ = lamp_terms(
                lamp, Points(points.place, (points.normal * 0.4).astype(np.float32), points.eye), None, 0
            )
            share = 1 if shade_of is None else 1 - 0.7 * shade_of
            lit += look.colour[:, None] * lamp.colour[:, None] * warm * 0.18 * soft * share
    return lit
