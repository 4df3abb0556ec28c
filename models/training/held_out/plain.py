"""Pips, colour dots, numerals and the axe, as other makers would print them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.training.held_out.assets import Assets, Rgba
from models.training.held_out.marks import Face, Rgb, apart, dyed, mean_colour, of_mask, rgb, tinted

Rng = np.random.Generator
DYES: dict[str, tuple[str, ...]] = {
    "black": ("#141414", "#22201f", "#1a1c24"),
    "green": ("#1f8a3c", "#2fa54a", "#0f6b3a", "#46a63c"),
    "red": ("#c4161c", "#d8232a", "#a81220", "#dd3128"),
    "blue": ("#1c4fa3", "#2a6fc9", "#143d8c", "#1b75bc"),
    "yellow": ("#f7d117", "#f2c500", "#ffe12e", "#f6c61c"),
    "orange": ("#ee7a10", "#f58220", "#e8690b", "#f28a1e"),
}
AXES = (
    "noto:axe",
    "twemoji:axe",
    "openmoji:axe",
    "fluent-emoji-flat:axe",
    "mdi:axe",
    "mdi:axe-battle",
    "ph:axe-fill",
    "tabler:axe",
    "fluent-emoji-high-contrast:axe",
)
_COLOURED = ("noto", "twemoji", "openmoji", "emojione", "fluent-emoji-flat")


def is_coloured(icon: str) -> bool:
    return icon.partition(":")[0] in _COLOURED


@dataclass(frozen=True, slots=True)
class Pips:
    """One maker's way with pips; lengths are shares of half the face."""

    spread: float
    radius: float
    single: float
    shape: str
    narrow: float
    """How much closer the columns of the six stand than its rows."""
    lean: bool
    upright: bool
    red_ace: bool


def sample_pips(rng: Rng) -> Pips:
    spread = float(rng.uniform(0.42, 0.58))
    radius = float(rng.uniform(0.11, min(0.235, spread * 0.44)))
    return Pips(
        spread=spread,
        radius=radius,
        single=radius * float(rng.choice([1.0, 1.0, 1.25, 1.7])),
        shape=str(rng.choice(["disc", "disc", "disc", "disc", "disc", "ring", "square", "diamond"])),
        narrow=float(rng.choice([1.0, 1.0, 0.86])),
        lean=bool(rng.random() < 0.5),
        upright=bool(rng.random() < 0.5),
        red_ace=bool(rng.random() < 0.06),
    )


def places(count: int, pips: Pips) -> list[tuple[float, float]]:
    """Where the pips of a value sit."""
    far, side = pips.spread, -1 if pips.lean else 1
    diagonal = [(-far * side, -far), (far * side, far)]
    corners = [(-far, -far), (far, -far), (far, far), (-far, far)]
    middle = [(0.0, 0.0)]
    six = [(x * far * pips.narrow, y * far) for x in (-1, 1) for y in (-1, 0, 1)]
    if pips.upright:
        six = [(y, x) for x, y in six]
    return {1: middle, 2: diagonal, 3: diagonal + middle, 4: corners, 5: corners + middle, 6: six}[count]


def pip_face(count: int, pips: Pips, ink: Rgb) -> Rgba:
    face = Face()
    radius = pips.single if count == 1 else pips.radius
    colour = rgb("#c8151b") if pips.red_ace and count == 1 else ink
    for x, y in places(count, pips):
        match pips.shape:
            case "ring":
                face.lay(face.disc(x, y, radius * 1.1) - face.disc(x, y, radius * 0.45), colour)
            case "square":
                face.lay(face.square(x, y, radius * 0.92, radius * 0.2), colour)
            case "diamond":
                r = radius * 1.2
                face.lay(face.polygon([(x - r, y), (x, y - r), (x + r, y), (x, y + r)]), colour)
            case _:
                face.lay(face.disc(x, y, radius), colour)
    return face.rgba()


def dot_face(colour: Rgb, radius: float, body: Rgb, ring: Rgb | None) -> Rgba:
    """One large dot; where it would not show on its body, it has a ring around it."""
    face = Face()
    if ring is None and apart(colour, body) < 30:
        ring = rgb("#f4f2ec") if sum(body) < 1.9 else rgb("#222222")
    if ring is not None:
        face.lay(face.disc(0, 0, radius + 0.07), ring)
    face.lay(face.disc(0, 0, radius), colour)
    return face.rgba()


@dataclass(frozen=True, slots=True)
class Numerals:
    font: Path
    height: float
    edge: bool
    framed: bool
    angle: float


def sample_numerals(rng: Rng, assets: Assets) -> Numerals:
    fonts = assets.fonts()
    return Numerals(
        font=fonts[int(rng.integers(len(fonts)))],
        height=float(rng.uniform(0.4, 0.62)),
        edge=bool(rng.random() < 0.15),
        framed=bool(rng.random() < 0.15),
        angle=float(rng.choice([0, 0, 0, 45])),
    )


def numeral_face(assets: Assets, text: str, style: Numerals, ink: Rgb, other: Rgb) -> Rgba:
    face = Face()
    if style.framed:
        face.lay(face.square(0, 0, 0.82, 0.2) - face.square(0, 0, 0.75, 0.15), ink)
    mask = assets.text(style.font, text)
    half = style.height * max(1.0, mask.shape[1] / mask.shape[0])
    image = of_mask(mask, ink)
    face.put_edged(image, 0, 0, min(half, 0.7), angle=style.angle, edge=other if style.edge else None, width=0.05)
    return face.rgba()


def symbol(assets: Assets, icon: str, ink: Rgb, body: Rgb, dye: Rgb | None = None) -> tuple[Rgba, Rgb | None]:
    """An icon fit for a body: coloured ones keep their colours (or get a dye) and an edge where they would vanish."""
    image = assets.icon(icon)
    if not is_coloured(icon):
        return tinted(image, dye or ink), None
    if dye is not None:
        image = dyed(image, dye)
    hidden = apart(mean_colour(image), body) < 32
    return image, (rgb("#fbfaf5") if sum(body) < 1.7 else rgb("#1e1a18")) if hidden else None


def axe_face(assets: Assets, rng: Rng, icon: str, style: Numerals, *, ink: Rgb, body: Rgb) -> Rgba:
    face = Face()
    if style.framed:
        face.lay(face.square(0, 0, 0.82, 0.2) - face.square(0, 0, 0.75, 0.15), ink)
    image, edge = symbol(assets, icon, ink, body)
    turn = float(rng.choice([0, 0, 0, -45, 90])) + style.angle
    face.put_edged(image, 0, 0, float(rng.uniform(0.5, 0.68)), angle=turn, edge=edge)
    return face.rgba()
