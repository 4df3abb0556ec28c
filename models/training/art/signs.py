"""Faces with one sign: numerals, letters, icons, colour dots, crosses, and nothing at all."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.canvas import Canvas, turned
from models.training.art.colours import distance, dot_colour, ink_for, lab_of_srgb, shifted
from models.training.art.icons import Mask
from models.training.art.style import Style, blank_face, draw_frame, finished, lay
from models.training.render.types import Print


def draw_text(text: str, rng: np.random.Generator, style: Style) -> Print:
    """A numeral or letter by the style's font, 40 to 85 % of the face high."""
    canvas = blank_face(rng, style)
    high = float(np.clip(1.25 * style.scale * rng.normal(1, 0.03), 0.8, 1.7))
    if style.frame:
        high = min(high, 1.15)
        draw_frame(canvas, style)
    mask = canvas.text(style.font, text, 0, 0, high, widest=1.3 if style.frame else 1.6)
    mark = rng.random()
    if text == "9" or (text == "6" and mark < 0.55):
        # Makers tell 6 from 9 by a stroke or a dot below. Dice lie any way round, so a bare 9 would be a 6.
        foot = high / 2 + 0.13
        if mark < 0.3:
            mask = mask | canvas.line([(-0.28, foot), (0.28, foot)], 0.1)
        else:
            mask = mask | canvas.disc(0.28, high / 2 - 0.04, 0.09)
    if style.outline and style.seed % 2 and distance(style.ink, style.body) > 50:
        inner = np.asarray(cv2.erode(mask, np.ones((5, 5), np.uint8)), np.uint8)
        if float(inner.sum()) > 0.15 * float(mask.sum()):
            mask = np.asarray(cv2.subtract(mask, inner), np.uint8)
            canvas.paint(mask, style.ink, style.relief)
            return finished(canvas, rng, style)
    lay(canvas, mask, style)
    return finished(canvas, rng, style)


def draw_icon(name: str, rng: np.random.Generator, style: Style) -> Print:
    canvas = blank_face(rng, style)
    half = float(np.clip(0.7 * style.scale * rng.normal(1, 0.04), 0.45, 0.9))
    backing = rng.random()
    if style.frame:
        half = min(half, 0.58)
        draw_frame(canvas, style)
    mask = canvas.icon(name, 0, 0, half)
    if backing < 0.1 and not style.frame:
        # A medallion: the icon is left free in a disc of ink.
        medal = canvas.disc(0, 0, 0.88) if backing < 0.06 else canvas.square(0, 0, 0.86, 0.25)
        small = canvas.icon(name, 0, 0, min(half, 0.6))
        lay(canvas, np.asarray(cv2.subtract(medal, small), np.uint8), style)
    elif backing < 0.2:
        canvas.paint(canvas.grown(mask, 0.07), style.accent)
        canvas.paint(mask, ink_for(rng, style.accent, 40), style.relief)
    else:
        lay(canvas, mask, style)
    return finished(canvas, rng, style)


def draw_dot(colour: str, rng: np.random.Generator, style: Style) -> Print:
    """One disc of a dye; a ring saves it where it nearly has the colour of the body."""
    canvas = blank_face(rng, style)
    ink = dot_colour(rng, colour)
    usual = style.maker().normal(0.58, 0.11) * style.scale
    radius = float(np.clip(usual * rng.normal(1, 0.03), 0.4, 0.85))
    near = sum((a - b) ** 2 for a, b in zip(lab_of_srgb(ink), lab_of_srgb(style.body), strict=True)) ** 0.5 < 30
    if near or rng.random() < 0.15:
        width = float(rng.uniform(0.04, 0.1))
        light = lab_of_srgb(ink)[0] < 50
        edge = rng.random()
        ring = (245, 245, 242) if light else (22, 22, 24)
        if edge < 0.3 and not near:
            ring = shifted(ink, -22)
        canvas.paint(canvas.disc(0, 0, radius + width), ring, style.relief)
        if near and rng.random() < 0.3:
            # A gap in the colour of the body between ring and disc.
            canvas.paint(canvas.disc(0, 0, radius), style.body)
            radius -= width
    canvas.paint(canvas.disc(0, 0, radius), ink, style.relief)
    return finished(canvas, rng, style)


def cross_mask(canvas: Canvas, rng: np.random.Generator, style: Style) -> Mask:
    kind = rng.random()
    half = float(np.clip(rng.normal(0.6, 0.08) * style.scale, 0.42, 0.8))
    if kind < 0.3:
        return canvas.text(style.font, str(rng.choice(("X", "X", "x", "×"))), 0, 0, half * 2)
    lean = float(rng.uniform(35, 55))
    width = float(rng.uniform(0.1, 0.4))
    mask = canvas.blank()
    for angle in (lean, -lean):
        if kind < 0.6:
            bar = [(-half, -width / 2), (half, -width / 2), (half, width / 2), (-half, width / 2)]
        elif kind < 0.8:
            # Brushed: the stroke swells and thins out, and does not quite run through the middle.
            thin, thick = width * float(rng.uniform(0.15, 0.5)), width * float(rng.uniform(0.8, 1.2))
            bar = [
                (-half, -thin / 2),
                (0, -thick / 2),
                (half, -thin),
                (half * 0.95, thin),
                (0, thick / 2),
                (-half, thin / 2),
            ]
            bar = [(x + float(rng.normal(0, 0.02)), y + float(rng.normal(0, 0.02))) for x, y in bar]
        else:
            flare = width * float(rng.uniform(1.2, 1.8))
            bar = [
                (-half, -flare / 2),
                (0, -width / 3),
                (half, -flare / 2),
                (half, flare / 2),
                (0, width / 3),
                (-half, flare / 2),
            ]
        mask |= canvas.polygon(turned(bar, angle))
    if 0.3 <= kind < 0.45:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.0), np.uint8)
        mask = np.clip((mask.astype(np.int16) - 96) * 4, 0, 255).astype(np.uint8)
    return mask


def draw_cross(rng: np.random.Generator, style: Style) -> Print:
    canvas = blank_face(rng, style)
    mask = cross_mask(canvas, rng, style)
    if rng.random() < 0.12:
        mask = np.asarray(cv2.bitwise_or(mask, canvas.ring(0, 0, 0.88, float(rng.uniform(0.05, 0.14)))), np.uint8)
    lay(canvas, mask, style, ink_for(rng, style.body, 35) if rng.random() < 0.2 else None)
    return finished(canvas, rng, style)


def draw_blank(rng: np.random.Generator, style: Style) -> Print:
    canvas = blank_face(rng, style)
    if style.frame and rng.random() < 0.3:
        draw_frame(canvas, style)
    return finished(canvas, rng, style)
