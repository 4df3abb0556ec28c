"""Colours of bodies, dyes and inks, drawn in CIELAB so that neighbours such as red and orange keep their distance."""

from __future__ import annotations

import math

import numpy as np

from models.training.render.types import Rgb

Rgb8 = tuple[int, int, int]
"""sRGB, 0 to 255."""
Range = tuple[float, float]

# name: lightness, chroma, hue in degrees (CIELAB, D65). Hues of red, orange and yellow stay 14 degrees apart.
BODY_RANGES: dict[str, tuple[Range, Range, Range]] = {
    "white": ((90, 98), (0, 4), (60, 280)),
    "ivory": ((82, 93), (9, 22), (78, 95)),
    "yellow": ((75, 88), (60, 92), (84, 99)),
    "orange": ((58, 71), (62, 92), (54, 68)),
    "red": ((30, 52), (48, 88), (16, 39)),
    "pink": ((58, 80), (26, 60), (-16, 12)),
    "purple": ((22, 50), (30, 66), (304, 328)),
    "blue": ((20, 52), (30, 75), (258, 294)),
    "cyan": ((52, 82), (26, 50), (192, 238)),
    "green": ((30, 68), (32, 76), (132, 166)),
    "black": ((5, 19), (0, 6), (0, 360)),
    "grey": ((38, 74), (0, 6), (0, 360)),
    "brown": ((24, 42), (16, 36), (48, 72)),
}
# Dyes of colour dots: the same names, tighter, because here the colour is the meaning.
DOT_RANGES: dict[str, tuple[Range, Range, Range]] = {
    "black": ((5, 18), (0, 6), (0, 360)),
    "green": ((36, 66), (42, 76), (134, 162)),
    "red": ((36, 50), (62, 88), (20, 37)),
    "blue": ((26, 52), (40, 78), (264, 294)),
    "yellow": ((78, 88), (68, 94), (88, 99)),
    "orange": ((60, 70), (70, 94), (55, 66)),
    "white": ((92, 98), (0, 4), (60, 280)),
    "purple": ((26, 48), (40, 68), (306, 326)),
    "pink": ((62, 78), (36, 60), (-14, 8)),
    "brown": ((26, 40), (20, 36), (50, 68)),
}
METAL_INKS: dict[str, Rgb8] = {"gold": (196, 156, 66), "silver": (188, 190, 194), "copper": (178, 108, 66)}


def linear_of_srgb(colour: Rgb8) -> Rgb:
    r, g, b = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return r, g, b


def srgb_of_linear(colour: tuple[float, float, float]) -> Rgb8:
    clipped = [min(1.0, max(0.0, c)) for c in colour]
    r, g, b = (round(255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055)) for c in clipped)
    return r, g, b


def _linear_of_lab(lightness: float, a: float, b: float) -> tuple[float, float, float]:
    fy = (lightness + 16) / 116
    x, y, z = (f**3 if f > 6 / 29 else 3 * (6 / 29) ** 2 * (f - 4 / 29) for f in (fy + a / 500, fy, fy - b / 200))
    x, z = x * 0.95047, z * 1.08883
    return (
        3.2406 * x - 1.5372 * y - 0.4986 * z,
        -0.9689 * x + 1.8758 * y + 0.0415 * z,
        0.0557 * x - 0.2040 * y + 1.0570 * z,
    )


def srgb_of_lch(lightness: float, chroma: float, hue: float) -> Rgb8:
    """The nearest colour a screen has: chroma gives way, lightness and hue stay."""
    angle = math.radians(hue)
    linear = _linear_of_lab(lightness, chroma * math.cos(angle), chroma * math.sin(angle))
    while chroma > 1 and (min(linear) < -0.002 or max(linear) > 1.002):
        chroma *= 0.95
        linear = _linear_of_lab(lightness, chroma * math.cos(angle), chroma * math.sin(angle))
    return srgb_of_linear(linear)


def lch_of_srgb(colour: Rgb8) -> tuple[float, float, float]:
    lightness, a, b = lab_of_srgb(colour)
    return lightness, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def lab_of_srgb(colour: Rgb8) -> tuple[float, float, float]:
    r, g, b = linear_of_srgb(colour)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    fx, fy, fz = (t ** (1 / 3) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29 for t in xyz)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(first: Rgb8, second: Rgb8) -> float:
    """CIE76 colour difference; 2 is just visible, 100 is black against white."""
    return math.dist(lab_of_srgb(first), lab_of_srgb(second))


def _within(rng: np.random.Generator, ranges: tuple[Range, Range, Range]) -> Rgb8:
    lightness, chroma, hue = (float(rng.uniform(*r)) for r in ranges)
    colour = srgb_of_lch(lightness, chroma, hue)
    # A screen has no strong colours near white or black: there the dye gives way to a nearby lightness of its range.
    steps = sorted(np.arange(*ranges[0], 2.0), key=lambda step: abs(step - lightness))
    for step in steps if lch_of_srgb(colour)[1] < ranges[1][0] - 1 else ():
        colour = srgb_of_lch(float(step), chroma, hue)
        if lch_of_srgb(colour)[1] >= ranges[1][0] - 1:
            break
    return colour


def body_colour(rng: np.random.Generator, name: str) -> Rgb8:
    return _within(rng, BODY_RANGES[name])


def dot_colour(rng: np.random.Generator, name: str) -> Rgb8:
    return _within(rng, DOT_RANGES[name])


def shifted(colour: Rgb8, lightness: float = 0.0, chroma: float = 1.0) -> Rgb8:
    """The same hue, lighter or darker, stronger or paler."""
    base = lch_of_srgb(colour)
    return srgb_of_lch(min(99.0, max(2.0, base[0] + lightness)), base[1] * chroma, base[2])


def any_colour(rng: np.random.Generator) -> Rgb8:
    return srgb_of_lch(float(rng.uniform(8, 96)), float(rng.uniform(0, 80)), float(rng.uniform(0, 360)))


def ink_for(rng: np.random.Generator, body: Rgb8, least: float = 24.0, second: Rgb8 | None = None) -> Rgb8:
    """An ink that a maker could choose for this body: any contrast from faint to full, never invisible.

    `second` is another colour of the body that the ink has to stand out from as well.
    """
    dark = lab_of_srgb(body)[0] < 55
    for _ in range(20):
        pick = rng.random()
        if pick < 0.52:
            plain_white = dark if rng.random() < 0.85 else not dark
            ink = body_colour(rng, "white" if plain_white else "black")
        elif pick < 0.62:
            ink = METAL_INKS[str(rng.choice(list(METAL_INKS)))]
            ink = shifted(ink, float(rng.uniform(-10, 12)), float(rng.uniform(0.7, 1.2)))
        elif pick < 0.72:
            ink = shifted(body, float(rng.uniform(25, 45)) * (1 if dark else -1), float(rng.uniform(0.6, 1.2)))
        elif pick < 0.9:
            ink = dot_colour(rng, str(rng.choice(list(DOT_RANGES))))
        else:
            ink = any_colour(rng)
        if distance(ink, body) >= least and (second is None or distance(ink, second) >= least):
            return ink
    plain: tuple[Rgb8, Rgb8] = ((250, 250, 248), (16, 16, 18))
    return max(plain, key=lambda ink: min(distance(ink, body), distance(ink, second or body)))
