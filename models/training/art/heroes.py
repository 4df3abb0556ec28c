"""Faces of Würfelhelden and Zwerge: swords by their number, coins, pictures of dice, axes."""

from __future__ import annotations

import math

import cv2
import numpy as np

from models.training.art.canvas import Canvas, turned
from models.training.art.colours import METAL_INKS, Rgb8, dot_colour, ink_for, shifted
from models.training.art.icons import Mask, chosen
from models.training.art.style import Style, blank_face, draw_frame, finished, lay
from models.training.render.types import Print

# Icons that show exactly one blade, point up and to the right or left (the angle that stands them upright).
SWORD_ICONS = (
    "broadsword", "broad-dagger", "croc-sword", "gladius", "katana", "piercing-sword", "plain-dagger", "relic-blade",
    "sacrificial-dagger", "shard-sword", "two-handed-sword", "stiletto", "bowie-knife", "curvy-knife",
)  # fmt: skip
POINT_DOWN = {
    "broad-dagger": 135, "croc-sword": 135, "piercing-sword": 135, "plain-dagger": 135, "sacrificial-dagger": 135,
    "bowie-knife": 135, "curvy-knife": 135, "two-handed-sword": 135,
}  # fmt: skip
AXE_ICONS = (
    "battered-axe", "battle-axe", "fire-axe", "hatchet", "magic-axe", "sharp-axe", "stone-axe", "war-axe", "wood-axe",
    "tomahawk",
)  # fmt: skip
COIN_EMBLEMS = (
    "crown", "queen-crown", "jewel-crown", "round-star", "laurels", "lion", "eagle-emblem", "templar-shield", "castle",
    "fleur-de-lys", "dragon-head", "spartan-helmet", "cut-diamond", "hearts", "barbute", "anvil",
)  # fmt: skip


STEEL: tuple[Rgb8, ...] = ((226, 232, 238), (196, 204, 214), (150, 164, 180), (120, 190, 220), (236, 236, 228))
HILTS: tuple[Rgb8, ...] = ((240, 186, 52), (196, 150, 60), (132, 78, 44), (160, 30, 36), (40, 60, 130), (60, 60, 66))


def sword_shape(rng: np.random.Generator) -> list[list[tuple[float, float]]]:
    """A sword of one's own, upright, from −1 to 1: blade, guard, grip and pommel as polygons."""
    width = float(rng.uniform(0.09, 0.24))
    guard = float(rng.uniform(0.24, 0.5))
    guard_y = float(rng.uniform(0.35, 0.58))
    thick = float(rng.uniform(0.05, 0.11))
    tip = float(rng.uniform(0.12, 0.5))
    taper = float(rng.uniform(0.75, 1.1))
    bend = float(rng.uniform(0.0, 0.12)) if rng.random() < 0.3 else 0.0
    blade = [(-width, guard_y), (-width * taper, -1 + tip), (bend, -1), (width * taper, -1 + tip), (width, guard_y)]
    hang = float(rng.uniform(-0.12, 0.12))
    cross = [
        (-guard, guard_y - thick + hang), (0, guard_y - thick), (guard, guard_y - thick + hang),
        (guard, guard_y + thick + hang), (0, guard_y + thick), (-guard, guard_y + thick + hang),
    ]  # fmt: skip
    grip = width * float(rng.uniform(0.4, 0.7))
    handle = [(-grip, guard_y), (grip, guard_y), (grip, 0.95), (-grip, 0.95)]
    knob = float(rng.uniform(0.07, 0.14))
    pommel = [(knob * math.cos(a), 0.93 + knob * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 14)[:-1]]
    return [blade, cross, handle, pommel]


def sword_places(count: int, rng: np.random.Generator) -> list[tuple[float, float, float, float]]:
    """Where each sword stands: x, y, half its length, angle."""
    if count == 1:
        return [(0.0, 0.0, float(rng.uniform(0.7, 0.9)), float(rng.choice((0, 45, -45, 30, 180, 15))))]
    kind = rng.random()
    half = float(rng.uniform(0.68, 0.85))
    if kind < 0.4:
        gap = float(rng.uniform(0.5, 0.62)) if count == 3 else float(rng.uniform(0.5, 0.8))
        angle = float(rng.choice((0, 0, 0, 20, 30, 45)))
        offsets = [(i - (count - 1) / 2) * gap for i in range(count)]
        turn = math.radians(angle)
        return [(o * math.cos(turn), o * math.sin(turn), half * (0.78 if angle else 1), angle) for o in offsets]
    if kind < 0.6:
        spread = float(rng.uniform(24, 32)) if count == 3 else float(rng.uniform(36, 52))
        angles = [(i - (count - 1) / 2) * spread for i in range(count)]
        return [
            (0.85 * math.sin(math.radians(a)) * 0.75, 0.25 - 0.3 * math.cos(math.radians(a)), half * 0.9, a)
            for a in angles
        ]
    if kind < 0.85:
        angles = [-40.0, 40.0] if count == 2 else [-52.0, 52.0, 0.0]
        return [(0.0, 0.0, half, a + float(rng.normal(0, 2))) for a in angles]
    if count == 2:
        lean = float(rng.choice((0, -45)))
        return [(-0.4, 0.3, 0.6, lean), (0.4, -0.3, 0.6, lean)]
    return [(0.0, -0.42, 0.42, 0.0), (-0.45, 0.42, 0.42, 0.0), (0.45, 0.42, 0.42, 0.0)]


def draw_swords(count: int, rng: np.random.Generator, style: Style) -> Print:
    canvas = blank_face(rng, style)
    maker = style.maker()
    icons = chosen(SWORD_ICONS, style.held_out)
    icon = str(maker.choice(icons)) if maker.random() < 0.45 else ""
    shape = sword_shape(maker)
    places = sword_places(count, rng)
    if count > 1:
        # Side by side there is room for slim swords only, and three through one point must be slimmer still.
        slim = 0.85 if count == 2 else 0.45 if places[0][:2] == places[1][:2] else 0.68
        shape = [[(px * slim, py) for px, py in part] for part in shape]
    scale = min(style.scale, 1.05)
    gap = float(rng.uniform(0.05, 0.09))
    two_inks = style.rich or maker.random() < 0.2
    hilt = HILTS[int(maker.integers(len(HILTS)))] if style.rich else ink_for(maker, style.body, 25)
    blade = STEEL[int(maker.integers(len(STEEL)))] if style.rich and maker.random() < 0.7 else None
    done = canvas.blank()
    for x, y, half, angle in places:
        at_x, at_y, long = x * scale, y * scale, half * scale
        if icon:
            upright = -POINT_DOWN[icon] if icon in POINT_DOWN else -45
            parts = [canvas.icon(icon, at_x, at_y, long * 0.7, upright + angle)]
        else:
            parts = [canvas.polygon(turned(p, angle, at_x, at_y, long)) for p in shape]
        whole = parts[0].copy()
        for part in parts[1:]:
            whole |= part
        # A gap around the upper sword keeps crossed swords countable.
        done = np.asarray(cv2.subtract(done, canvas.grown(whole, gap)), np.uint8)
        done |= whole
    lay(canvas, done, style, blade)
    if two_inks and not icon:
        handles = canvas.blank()
        for x, y, half, angle in places:
            for piece in shape[1:]:
                handles |= canvas.polygon(turned(piece, angle, x * scale, y * scale, half * scale))
        canvas.paint(np.minimum(handles, done), hilt)
    return finished(canvas, rng, style)


def draw_coin(rng: np.random.Generator, style: Style) -> Print:
    """A coin in one ink or as a golden disc; rarely a small heap of them."""
    canvas, maker = blank_face(rng, style), style.maker()
    painted = maker.random() < 0.5
    metal = METAL_INKS["gold"] if maker.random() < 0.75 else METAL_INKS["silver" if maker.random() < 0.6 else "copper"]
    face: Rgb8 = shifted(metal, float(maker.uniform(-8, 16)), float(maker.uniform(0.8, 1.5))) if painted else style.ink
    dark: Rgb8 = shifted(face, -float(maker.uniform(25, 45)), 0.8) if painted else style.body
    places = [(0.0, 0.0, float(np.clip(rng.normal(0.66, 0.08) * style.scale, 0.48, 0.85)))]
    if rng.random() < 0.1:
        places = (
            [(-0.3, 0.3, 0.42), (0.28, -0.22, 0.46)]
            if rng.random() < 0.5
            else [(-0.36, 0.3, 0.38), (0.36, 0.3, 0.38), (0, -0.3, 0.4)]
        )
    emblem = maker.random()
    icon = str(maker.choice(chosen(COIN_EMBLEMS, style.held_out)))
    sign = str(maker.choice(("1", "1", "€", "$", "C", "G", "M"))) if emblem < 0.3 else ""
    rim = float(maker.uniform(0.08, 0.2))
    hollow = not painted and maker.random() < 0.35
    for x, y, radius in places:
        if painted or len(places) > 1:
            canvas.paint(canvas.disc(x, y, radius * 1.05), dark if painted else style.body)
        mask = canvas.ring(x, y, radius, radius * rim) if hollow else canvas.disc(x, y, radius)
        canvas.paint(mask, face, style.relief)
        inside = canvas.blank()
        if not hollow:
            inside = canvas.ring(x, y, radius * (1 - rim * 0.7), radius * 0.07)
        if emblem < 0.3:
            inside |= canvas.text(style.font, sign, x, y, radius * 0.95, widest=radius * 0.9)
        elif emblem < 0.8:
            inside |= canvas.icon(icon, x, y, radius * 0.52)
        elif emblem < 0.9:
            inside |= canvas.square(x, y, radius * 0.25, 0.1, 0 if emblem < 0.85 else 45)
        canvas.paint(inside, face if hollow else dark)
    return finished(canvas, rng, style)


def small_die(canvas: Canvas, colour: Rgb8, rng: np.random.Generator, line: Rgb8, half: float) -> None:
    """The picture of a die: flat, or as a cube seen from a corner."""
    marks = rng.random()
    mark_ink = line if rng.random() < 0.6 else (250, 250, 248)
    width = float(rng.uniform(0.05, 0.1))
    if rng.random() < 0.5:
        angle = float(rng.choice((0, 0, 12, -15, 45)))
        corner = float(rng.uniform(0.0, 0.4))
        canvas.paint(canvas.square(0, 0, half + width, corner, angle), line)
        canvas.paint(canvas.square(0, 0, half, corner, angle), colour)
        centre, reach, squash = (0.0, 0.0), half * 0.5, 1.0
    else:
        angle = 0.0
        tall = half * float(rng.uniform(0.95, 1.15))
        wide, quarter = half * 0.95, half * 0.5
        top = [(0, -tall), (wide, -tall + quarter), (0, -tall + 2 * quarter), (-wide, -tall + quarter)]
        left = [(-wide, -tall + quarter), (0, -tall + 2 * quarter), (0, tall), (-wide, tall - quarter)]
        right = [(wide, -tall + quarter), (0, -tall + 2 * quarter), (0, tall), (wide, tall - quarter)]
        canvas.paint(canvas.grown(canvas.polygon([top[0], top[1], right[3], (0, tall), left[3], top[3]]), width), line)
        for side, shade in ((top, 6), (left, -4), (right, -12)):
            canvas.paint(canvas.polygon(side), shifted(colour, shade))
        for side in (top, left, right):
            canvas.paint(canvas.line(side, width * 0.7, True), line)
        centre, reach, squash = (0.0, -tall + quarter), half * 0.4, 0.5
    if marks < 0.45:
        for x, y in [(-1, -1), (1, 1), (0, 0), (-1, 1), (1, -1)][: int(rng.integers(1, 6))]:
            ((px, py),) = turned([(x * reach, y * reach)], angle if squash == 1 else 45)
            canvas.paint(canvas.disc(centre[0] + px * squash**0.3, centre[1] + py * squash, half * 0.11), mark_ink)
    elif marks < 0.7 and squash == 1:
        bar = half * 0.14
        for a in (0, 90):
            points = [(-half * 0.55, -bar), (half * 0.55, -bar), (half * 0.55, bar), (-half * 0.55, bar)]
            canvas.paint(canvas.polygon(turned(points, a + angle)), mark_ink)


def draw_die_picture(colour: str, rng: np.random.Generator, style: Style) -> Print:
    canvas = blank_face(rng, style)
    dye = dot_colour(rng, colour)
    line = (24, 22, 26) if rng.random() < 0.75 else (250, 250, 248) if colour == "red" else shifted(dye, -45, 0.7)
    half = float(np.clip(rng.normal(0.55, 0.07) * style.scale, 0.42, 0.7))
    small_die(canvas, dye, rng, line, half)
    if rng.random() < 0.12:
        canvas.paint(canvas.text(style.font, "+", 0.7, -0.7, 0.4), style.ink)
    return finished(canvas, rng, style)


def axe_masks(canvas: Canvas, rng: np.random.Generator) -> tuple[Mask, Mask]:
    """An axe of one's own: the whole of it, with one or two bearded blades, and its haft alone."""
    haft = float(rng.uniform(0.06, 0.12))
    top = float(rng.uniform(-0.9, -0.7))
    reach, edge = float(rng.uniform(0.5, 0.8)), float(rng.uniform(0.35, 0.6))
    neck = float(rng.uniform(0.12, 0.25))
    middle = top + edge * float(rng.uniform(0.6, 0.9)) + 0.1
    beard = float(rng.uniform(0.8, 1.4))
    curve = [(reach + 0.16 * (1 - t * t), middle + t * edge * (beard if t > 0 else 1)) for t in np.linspace(-1, 1, 9)]
    blade = [(haft / 2, middle - neck), *curve, (haft / 2, middle + neck)]
    angle = float(rng.choice((0, 20, 35, 45, -35)))
    shift = -0.0 if rng.random() < 0.4 else -reach / 2
    double = shift == 0
    parts = [[(-haft, top), (haft, top), (haft, 0.95), (-haft, 0.95)], blade]
    if double:
        parts.append([(-x, y) for x, y in blade])
    mirror = 1 if rng.random() < 0.5 else -1
    masks = [canvas.polygon(turned([((x + shift) * mirror, y) for x, y in part], angle, 0, 0, 0.85)) for part in parts]
    return np.bitwise_or.reduce(masks), masks[0]


def draw_axe(rng: np.random.Generator, style: Style) -> Print:
    canvas = blank_face(rng, style)
    if style.frame:
        draw_frame(canvas, style)
    if rng.random() < 0.55:
        icons = chosen(AXE_ICONS, style.held_out)
        half = float(np.clip(0.72 * style.scale, 0.5, 0.85)) * (0.8 if style.frame else 1)
        mask = canvas.icon(str(rng.choice(icons)), 0, 0, half, float(rng.choice((0, -45, 45, 90, 0))))
    else:
        mask, haft = axe_masks(canvas, rng)
        if style.rich:
            lay(canvas, mask, style, STEEL[int(rng.integers(len(STEEL)))])
            canvas.paint(haft, HILTS[int(rng.integers(len(HILTS)))])
            return finished(canvas, rng, style)
    lay(canvas, mask, style)
    return finished(canvas, rng, style)
