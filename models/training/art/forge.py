"""Faces of Dice Forge: pale tiles with gold, sun, moon and glory, and the special tiles.

Strangers' tiles differ in art. What stays, and what the drawings keep, is the kind of emblem, its colour, the number
on it, and how several rewards hang together: a plus for all of them, a question mark or strokes for a choice.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from models.training.art.canvas import Canvas, regular_points, star_points, turned
from models.training.art.colours import Rgb8, shifted
from models.training.art.forge_style import CHOICE, SHIELD_YIELD, TOGETHER, ForgeStyle, sample_forge_style
from models.training.art.icons import Mask
from models.training.art.style import Style, finished
from models.training.render.types import Print


def laurel_mask(canvas: Canvas, x: float, y: float, r: float) -> Mask:
    """Two branches that meet at the bottom and stay open at the top."""
    branch = canvas.ring(x, y, r * 0.78, r * 0.08)
    below = canvas.polygon([(x - r, y - r * 0.5), (x - r, y + r), (x + r, y + r), (x + r, y - r * 0.5)])
    mask = np.minimum(branch, below)
    leaf = [(0, -0.3), (0.14, -0.05), (0.08, 0.2), (0, 0.26), (-0.08, 0.2), (-0.14, -0.05)]
    for side in (-1, 1):
        for i in range(6):
            a = math.radians(62 - i * 25)
            px, py = x + side * 0.82 * r * math.cos(a), y + 0.82 * r * math.sin(a)
            mask |= canvas.polygon(turned(leaf, side * (40 - math.degrees(a) * 0.9), px, py, r))
    return mask


def emblem_mask(canvas: Canvas, kind: str, forge: ForgeStyle, x: float, y: float, *, r: float) -> Mask:
    form = forge.forms[kind]
    if form == "icon":
        return canvas.icon(forge.icons[kind], x, y, r)
    if form == "nugget":
        lumps = [
            (-1, 0.1),
            (-0.75, -0.55),
            (-0.15, -0.85),
            (0.5, -0.75),
            (0.95, -0.2),
            (0.85, 0.5),
            (0.25, 0.85),
            (-0.55, 0.75),
        ]
        return canvas.polygon(turned(lumps, 0, x, y, r))
    if form == "hexagon":
        return canvas.polygon(turned(regular_points(6), 0, x, y, r))
    if form == "bar":
        return canvas.polygon(turned([(-0.7, -0.55), (0.7, -0.55), (1, 0.6), (-1, 0.6)], 0, x, y, r))
    if form == "rays":
        return canvas.polygon(turned(star_points(12, 0.68), 0, x, y, r))
    if form == "flames":
        return canvas.polygon(turned(star_points(8, 0.55), 12, x, y, r))
    if kind == "sun":
        return canvas.polygon(
            turned([(0, -1), (0.62, -0.45), (0.62, 0.45), (0, 1), (-0.62, 0.45), (-0.62, -0.45)], 0, x, y, r)
        )
    if kind == "moon":
        if form == "disc":
            return canvas.disc(x, y, r * 0.9)
        bite = (0.42, 0.72) if form == "crescent" else (0.5, 0.78)
        mask = canvas.disc(x, y, r * 0.95)
        return np.asarray(cv2.subtract(mask, canvas.disc(x + bite[0] * r, y - 0.2 * r, bite[1] * r * 0.8)), np.uint8)
    if form == "laurel":
        return laurel_mask(canvas, x, y, r)
    if form == "star":
        return canvas.polygon(turned(star_points(5, 0.55), 0, x, y, r * 1.05))
    if form == "shield":
        return canvas.polygon(turned([(-0.8, -0.85), (0.8, -0.85), (0.8, 0.1), (0, 1), (-0.8, 0.1)], 0, x, y, r))
    return canvas.disc(x, y, r * 0.9)


def put_number(canvas: Canvas, text: str, forge: ForgeStyle, x: float, y: float, *, high: float) -> None:
    mask = canvas.text(forge.font, text, x, y, high, widest=high * 1.5)
    canvas.paint(canvas.grown(mask, forge.outline), forge.edge)
    canvas.paint(mask, forge.number)


def reward(canvas: Canvas, kind: str, amount: int, forge: ForgeStyle, *, x: float, y: float, r: float) -> None:
    """An emblem with its number, in a circle of radius r."""
    ink = forge.inks[kind]
    aside = forge.aside and r > 0.5
    ex, er = (x - r * 0.25, r * 0.8) if aside else (x, r)
    mask = emblem_mask(canvas, kind, forge, ex, y, r=er)
    canvas.paint(canvas.grown(mask, forge.outline * 0.8), shifted(ink, -32, 0.7) if forge.shaded else forge.edge)
    fill = canvas.gradient(shifted(ink, 14), shifted(ink, -10), 25) if forge.shaded else ink
    canvas.paint(mask, fill, forge.relief)
    if kind == "gold" and forge.forms["gold"] == "coin" and r > 0.3:
        canvas.paint(canvas.ring(ex, y, er * 0.78, er * 0.07), shifted(ink, -22))
    if kind == "moon" and forge.forms["moon"] == "disc":
        canvas.paint(np.minimum(mask, canvas.disc(ex + er * 0.42, y - er * 0.2, er * 0.62)), shifted(ink, 22, 0.6))
    if aside:
        put_number(canvas, str(amount), forge, x + r * 0.68, y + r * 0.3, high=r * 0.95)
    else:
        put_number(canvas, str(amount), forge, x, y, high=r * 0.95)


def put_tile(canvas: Canvas, forge: ForgeStyle, colour: Rgb8 | None = None) -> None:
    face = forge.tile if colour is None else colour
    canvas.paint(canvas.square(0, 0, 0.97, forge.corner), forge.frame if forge.frame_width else face)
    inner = canvas.square(0, 0, 0.97 - forge.frame_width, forge.corner * 0.8)
    canvas.paint(inner, canvas.gradient(shifted(face, 5), shifted(face, -5), 30) if forge.shaded else face)
    if forge.frame_width:
        canvas.carve(np.asarray(255 - inner, np.uint8), 0.35)


def put_together(canvas: Canvas, label: str, forge: ForgeStyle) -> None:
    parts = [(p.split("-")[0], int(p.split("-")[1])) for p in label.split("+")]
    if len(parts) == 4:
        places, r = [(-0.44, -0.44), (0.44, -0.44), (-0.44, 0.44), (0.44, 0.44)], 0.34
    else:
        layouts = ([(-0.4, -0.4), (0.4, 0.4)], [(-0.48, 0.0), (0.48, 0.0)], [(0.0, -0.47), (0.0, 0.47)])
        places, r = layouts[forge.pair], 0.39
    for (kind, amount), (x, y) in zip(parts, places, strict=True):
        reward(canvas, kind, amount, forge, x=x, y=y, r=r)
    put_number(canvas, "+", replace(forge, outline=0.05), 0, 0, high=0.28)


def put_choice(canvas: Canvas, label: str, forge: ForgeStyle) -> None:
    parts = [(p.split("-")[0], int(p.split("-")[1])) for p in label.split("/")]
    joints: list[tuple[float, float]]
    if len(parts) == 3:
        if forge.fan:
            places, r, joints = [(0.0, -0.49), (-0.47, 0.42), (0.47, 0.42)], 0.36, [(0.0, 0.04)]
        else:
            places, r, joints = [(-0.56, -0.5), (0.0, 0.0), (0.56, 0.5)], 0.34, [(-0.36, 0.0), (0.36, 0.0)]
            if forge.joint == "?":
                joints = [(0.56, -0.5)]
    else:
        places, r, joints = [(-0.4, -0.4), (0.4, 0.4)], 0.42, [(0.0, 0.0)]
        if forge.joint == "?":
            joints = [(0.48, -0.46)]
    for (kind, amount), (x, y) in zip(parts, places, strict=True):
        reward(canvas, kind, amount, forge, x=x, y=y, r=r)
    for x, y in joints:
        put_number(canvas, forge.joint, replace(forge, outline=0.05), x, y, high=0.32)


def put_ship(canvas: Canvas, forge: ForgeStyle) -> None:
    put_tile(canvas, forge, forge.sky)
    if forge.own_ship:
        mask = canvas.polygon([(-0.75, 0.2), (0.75, 0.2), (0.48, 0.6), (-0.48, 0.6)])
        mask |= canvas.polygon([(-0.04, -0.78), (0.04, -0.78), (0.04, 0.2), (-0.04, 0.2)])
        mask |= canvas.polygon([(0.1, -0.7), (0.64, 0.1), (0.1, 0.1)])
        mask |= canvas.polygon([(-0.1, -0.55), (-0.1, 0.1), (-0.5, 0.1)])
    else:
        mask = canvas.icon(forge.icons["ship"], -0.05, -0.08, 0.65)
    canvas.paint(mask, forge.hull, forge.relief)
    if forge.badge:
        reward(canvas, "gold", 2, replace(forge, aside=False), x=0.58, y=0.58, r=0.29)


def put_mirror(canvas: Canvas, forge: ForgeStyle) -> None:
    put_tile(canvas, forge, forge.sea)
    if forge.mirror in ("ring", "plain"):
        if forge.mirror == "ring":
            canvas.paint(canvas.ring(0, 0, 0.74, 0.1), shifted(forge.sea, 24, 0.7), forge.relief)
        put_number(canvas, "?", forge, 0, 0, high=0.95)
        return
    canvas.paint(canvas.line([(0, 0.35), (0, 0.82)], 0.18), forge.frame)
    canvas.paint(canvas.disc(0, -0.15, 0.64), forge.frame, forge.relief)
    canvas.paint(canvas.disc(0, -0.15, 0.52), canvas.gradient((235, 250, 252), shifted(forge.sea, 12), 40))
    for o in (-0.12, 0.08):
        canvas.paint(canvas.line([(-0.2 + o, 0.1), (0.15 + o, -0.4)], 0.05), (255, 255, 255), 0, 0.8)
    if forge.mirror == "glass?":
        put_number(canvas, "?", forge, 0, -0.15, high=0.6)


def put_boar(canvas: Canvas, colour: str, forge: ForgeStyle) -> None:
    dye = forge.dyes[colour]
    put_tile(canvas, forge, dye if forge.boar_tile else None)
    y, half = (0.0, 0.68) if forge.simple else (-0.27, 0.54)
    if forge.boar == "icon":
        mask = canvas.icon(forge.icons["boar"], 0, y, half)
        canvas.paint(canvas.grown(mask, 0.05), forge.edge if forge.boar_tile else shifted(dye, -35, 0.6))
        canvas.paint(mask, (248, 246, 240) if forge.boar_tile else dye, forge.relief)
    else:
        put_snout(canvas, dye, forge, y, half)
    if not forge.simple:
        small = replace(forge, aside=False)
        reward(canvas, "sun", 1, small, x=-0.52, y=0.62, r=0.26)
        reward(canvas, "moon", 1, small, x=0.52, y=0.62, r=0.26)
        put_number(canvas, forge.joint, small, 0, 0.64, high=0.3)


def put_snout(canvas: Canvas, dye: Rgb8, forge: ForgeStyle, y: float, half: float) -> None:
    """A boar's snout with tusks under a coloured helmet."""
    hide = forge.hide
    canvas.paint(canvas.disc(0, y + half * 0.15, half * 0.87), shifted(hide, -34), forge.relief)
    canvas.paint(canvas.disc(0, y + half * 0.15, half * 0.8), hide)
    helmet = canvas.disc(0, y, half) & canvas.polygon([(-1, -1.2), (1, -1.2), (1, y), (-1, y)])
    canvas.paint(canvas.grown(helmet, 0.04), shifted(dye, -40, 0.6))
    canvas.paint(helmet, dye, forge.relief)
    canvas.paint(canvas.disc(0, y + half * 0.42, half * 0.38), shifted(hide, 12))
    for side in (-1, 1):
        canvas.paint(canvas.disc(side * half * 0.15, y + half * 0.42, half * 0.09), shifted(hide, -38))
        canvas.paint(canvas.disc(side * half * 0.42, y + half * 0.14, half * 0.07), (24, 20, 20))
        tusk = [
            (side * half * 0.4, y + half * 0.8),
            (side * half * 0.8, y + half * 0.25),
            (side * half * 0.64, y + half * 0.8),
        ]
        canvas.paint(canvas.polygon(tusk), (250, 246, 232))


def put_shield(canvas: Canvas, colour: str, forge: ForgeStyle) -> None:
    dye = forge.dyes[colour]
    kind, amount = SHIELD_YIELD[colour]
    small = replace(forge, aside=False)
    put_tile(canvas, forge)
    if forge.shield == "tile":
        inside = canvas.square(0, 0, 0.95 - forge.frame_width, forge.corner * 0.8)
        canvas.paint(np.minimum(inside, canvas.polygon([(-1, -1), (1, -1), (1, 1)])), dye)
        canvas.paint(np.minimum(inside, canvas.line([(-1, -1), (1, 1)], 0.05)), forge.edge)
        reward(canvas, kind, amount, small, x=-0.4, y=0.42, r=0.43)
        reward(canvas, "glory", 5, small, x=0.42, y=-0.4, r=0.43)
        return
    outline = [(-0.78, -0.8), (0.78, -0.8), (0.78, 0.15), (0.45, 0.6), (0, 0.9), (-0.45, 0.6), (-0.78, 0.15)]
    body = canvas.polygon(outline)
    canvas.paint(canvas.grown(body, 0.06), forge.frame, forge.relief)
    canvas.paint(body, dye, forge.relief)
    if forge.shield == "half":
        canvas.paint(np.minimum(body, canvas.polygon([(-1, -1), (0, -1), (0, 1), (-1, 1)])), shifted(forge.tile, 4))
    elif forge.shield == "diagonal":
        canvas.paint(np.minimum(body, canvas.polygon([(-1, -1), (-1, 1), (1, 1)])), shifted(dye, -14))
    if not forge.simple:
        reward(canvas, kind, amount, small, x=-0.37, y=-0.12, r=0.34)
        reward(canvas, "glory", 5, small, x=0.39, y=-0.12, r=0.34)


def paint_forge(canvas: Canvas, label: str, forge: ForgeStyle) -> None:
    kind, _, rest = label.partition("-")
    if label in TOGETHER:
        put_tile(canvas, forge)
        put_together(canvas, label, forge)
    elif label in CHOICE:
        put_tile(canvas, forge)
        put_choice(canvas, label, forge)
    elif label == "times-3":
        put_tile(canvas, forge, forge.plate)
        put_number(canvas, forge.times, forge, 0, 0, high=0.85)
    elif label == "ship":
        put_ship(canvas, forge)
    elif label == "mirror":
        put_mirror(canvas, forge)
    elif kind == "boar":
        put_boar(canvas, rest, forge)
    elif kind == "shield":
        put_shield(canvas, rest, forge)
    else:
        put_tile(canvas, forge)
        reward(canvas, kind, int(rest), forge, x=0, y=0, r=forge.radius)


def draw_forge(label: str, rng: np.random.Generator, style: Style, forge: ForgeStyle | None = None) -> Print:
    canvas = Canvas()
    paint_forge(canvas, label, forge or sample_forge_style(rng, style))
    return finished(canvas, rng, style)
