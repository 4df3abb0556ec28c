"""The 29 faces of Dice Forge in layouts of our own: emblem and number, sums with +, choices with ? or /."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.training.held_out.assets import Assets, Rgba
from models.training.held_out.marks import Face, Rgb, dyed, jittered, of_mask, rgb, tinted
from models.training.held_out.plain import is_coloured

Rng = np.random.Generator
EMBLEMS: dict[str, tuple[str, ...]] = {
    "gold": ("noto:coin", "twemoji:coin", "fluent-emoji-flat:coin", "noto:rock", "twemoji:rock",
             "tabler:hexagon-filled"),
    "sun": (
        "noto:sun", "twemoji:sun", "openmoji:sun", "fluent-emoji-flat:sun", "mdi:white-balance-sunny", "ph:sun-fill",
        "tabler:sun-filled",
    ),
    "moon": (
        "noto:crescent-moon", "twemoji:crescent-moon", "openmoji:crescent-moon", "fluent-emoji-flat:crescent-moon",
        "ph:moon-fill", "tabler:moon-filled", "mdi:moon-waning-crescent",
    ),
    "glory": ("tabler:laurel-wreath-filled", "tabler:laurel-wreath", "noto:trophy", "ph:star-fill", "ph:trophy-fill"),
}  # fmt: skip
SHIPS = ("noto:sailboat", "twemoji:sailboat", "mdi:sail-boat", "ph:sailboat-fill", "ph:boat-fill", "openmoji:sailboat")
MIRRORS = ("noto:mirror", "twemoji:mirror", "openmoji:mirror", "fluent-emoji-flat:mirror", "mdi:mirror", "own:?")
BOARS = (
    "noto:boar", "twemoji:boar", "openmoji:boar", "fluent-emoji-flat:boar", "emojione:boar", "noto:pig-face", "mdi:pig",
)  # fmt: skip
SHIELDS = (
    "mdi:shield",
    "ph:shield-fill",
    "tabler:shield-filled",
    "twemoji:shield",
    "fluent-emoji-flat:shield",
    "own:tile",
)
HUES = {"gold": "#e8b22c", "sun": "#dd4a24", "moon": "#7d74c8", "glory": "#3c8f4c"}
TEAMS = {"red": "#c8262c", "blue": "#2c63b8", "green": "#2f8f45", "yellow": "#efc31d"}
YIELDS = {"red": ("sun", 2), "blue": ("moon", 2), "yellow": ("gold", 3), "green": ("glory", 3)}
WHITE, DARK = rgb("#ffffff"), rgb("#241c22")


@dataclass(frozen=True, slots=True)
class ForgeArt:
    """One printing of the game."""

    emblems: dict[str, str]
    hues: dict[str, Rgb]
    teams: dict[str, Rgb]
    font: Path
    number: str
    """Where the number stands: `on` the emblem, `beside` it, or `below`."""
    number_ink: Rgb
    tile: Rgb
    frame: Rgb
    corner: float
    choice: str
    times: str
    ship: str
    mirror: str
    boar: str
    shield: str
    sea: Rgb
    glass: Rgb
    plate: Rgb
    badge: bool
    boar_yield: bool


def sample_forge(rng: Rng, assets: Assets) -> ForgeArt:
    def one_of(names: tuple[str, ...]) -> str:
        return names[int(rng.integers(len(names)))]

    fonts = assets.fonts()
    inside = str(rng.choice(["on", "on", "on", "beside", "below"]))
    return ForgeArt(
        emblems={name: one_of(icons) for name, icons in EMBLEMS.items()},
        hues={name: jittered(rng, rgb(code), 4, 7) for name, code in HUES.items()},
        teams={name: jittered(rng, rgb(code), 3, 4) for name, code in TEAMS.items()},
        font=fonts[int(rng.integers(len(fonts)))],
        number=inside,
        number_ink=WHITE if rng.random() < 0.75 else DARK,
        tile=jittered(rng, rgb(one_of(("#e9e2cf", "#d9d6d0", "#f2ead8", "#cfc6b2", "#eeeeea"))), 2, 2),
        frame=jittered(rng, rgb(one_of(("#8a6a3a", "#6d6a66", "#b5924e", "#4d3b2a", "#9a9488"))), 3, 3),
        corner=float(rng.uniform(0.04, 0.3)),
        choice=one_of(("?", "?", "/")),
        times=one_of(("×3", "x3", "3×", "X3")),
        ship=one_of(SHIPS),
        mirror=one_of(MIRRORS),
        boar=one_of(BOARS),
        shield=one_of(SHIELDS),
        sea=jittered(rng, rgb(one_of(("#3a2a5c", "#23305e", "#4a2350"))), 3, 4),
        glass=jittered(rng, rgb(one_of(("#3fb5b8", "#2f9fae", "#62c6c0"))), 3, 4),
        plate=jittered(rng, rgb(one_of(("#7d7890", "#6a6474", "#8b8aa0"))), 3, 4),
        badge=bool(rng.random() < 0.6),
        boar_yield=bool(rng.random() < 0.7),
    )


class _Painter:
    def __init__(self, assets: Assets, art: ForgeArt) -> None:
        self.assets, self.art, self.face = assets, art, Face()

    def ground(self, colour: Rgb) -> None:
        face, art = self.face, self.art
        face.lay(face.square(0, 0, 0.9, art.corner), art.frame)
        shade = 1 + 0.06 * (face.x - face.y)[:, :, None] * 0.5
        face.lay(face.square(0, 0, 0.83, art.corner * 0.8), np.clip(np.array(colour, np.float32) * shade, 0, 1))

    def text(self, text: str, x: float, y: float, half: float, ink: Rgb, *, edge: Rgb | None = None) -> None:
        mask = self.assets.text(self.art.font, text)
        longest = half * max(1.0, mask.shape[1] / mask.shape[0])
        self.face.put_edged(of_mask(mask, ink), x, y, min(longest, 0.75), edge=edge, width=max(0.03, half * 0.16))

    def emblem(self, name: str, x: float, y: float, half: float, *, grey: bool = False) -> None:
        icon = self.art.emblems[name]
        image, hue = self.assets.icon(icon), self.art.hues[name]
        image = dyed(image, hue) if is_coloured(icon) else tinted(image, hue)
        self.face.put_edged(image, x, y, half, edge=DARK, width=0.02 + 0.02 * half)

    def amount(self, name: str, count: int, x: float, y: float, half: float) -> None:
        """An emblem with its number."""
        art = self.art
        ink = art.number_ink
        edge = DARK if ink == WHITE else WHITE
        where = art.number
        if where == "beside" and half > 0.5:
            self.emblem(name, x + half * 0.42, y, half * 0.66)
            self.text(str(count), x - half * 0.62, y, half * 0.5, ink, edge=edge)
        elif where == "below" and half > 0.5:
            self.emblem(name, x, y - half * 0.32, half * 0.68)
            self.text(str(count), x, y + half * 0.62, half * 0.36, ink, edge=edge)
        else:
            self.emblem(name, x, y, half)
            self.text(str(count), x, y, half * (0.46 if half > 0.5 else 0.52), ink, edge=edge)

    def joint(self, sign: str, x: float, y: float, half: float = 0.17) -> None:
        self.text(sign, x, y, half, DARK, edge=WHITE)


def _several(painter: _Painter, parts: list[tuple[str, int]], sign: str) -> None:
    if len(parts) == 2:
        painter.amount(*parts[0], -0.38, -0.36, 0.38)
        painter.amount(*parts[1], 0.38, 0.36, 0.38)
        painter.joint(sign, 0, 0)
    elif len(parts) == 3:
        for part, (x, y) in zip(parts, ((0.0, -0.46), (-0.42, 0.34), (0.42, 0.34)), strict=True):
            painter.amount(*part, x, y, 0.34)
        if sign == "/":
            painter.joint(sign, -0.24, -0.08, 0.13)
            painter.joint(sign, 0.24, -0.08, 0.13)
        else:
            painter.joint(sign, 0, 0.08)
    else:
        for part, (x, y) in zip(parts, ((-0.42, -0.42), (0.42, -0.42), (-0.42, 0.42), (0.42, 0.42)), strict=True):
            painter.amount(*part, x, y, 0.34)
        painter.joint(sign, 0, 0, 0.14)


def _boar(painter: _Painter, team: str) -> None:
    art, face = painter.art, painter.face
    colour = art.teams[team]
    painter.ground(colour if not art.boar_yield else art.tile)
    lift = -0.22 if art.boar_yield else 0.0
    if art.boar_yield:
        face.lay(face.disc(0, lift, 0.58), colour)
    icon = painter.assets.icon(art.boar)
    image = icon if is_coloured(art.boar) else tinted(icon, rgb("#5b3a2c"))
    face.put_edged(image, 0, lift, 0.42 if art.boar_yield else 0.55, edge=WHITE, width=0.03)
    if art.boar_yield:
        painter.amount("sun", 1, -0.46, 0.56, 0.26)
        painter.amount("moon", 1, 0.46, 0.56, 0.26)
        painter.joint(art.choice, 0, 0.58, 0.13)


def _shield(painter: _Painter, team: str) -> None:
    art, face = painter.art, painter.face
    colour, (name, count) = art.teams[team], YIELDS[team]
    painter.ground(art.tile)
    if art.shield == "own:tile":
        half = face.polygon([(-0.83, -0.83), (0.83, -0.83), (0.83, 0.83)]) * face.square(0, 0, 0.83, art.corner * 0.8)
        face.lay(half, colour)
        painter.amount(name, count, -0.36, 0.38, 0.4)
        painter.amount("glory", 5, 0.38, -0.38, 0.38)
        return
    icon = painter.assets.icon(art.shield)
    image = dyed(icon, colour) if is_coloured(art.shield) else tinted(icon, colour)
    face.put_edged(image, 0, 0, 0.76, edge=DARK, width=0.04)
    painter.amount(name, count, 0, -0.26, 0.36)
    painter.amount("glory", 5, 0, 0.36, 0.3)


def _special(painter: _Painter, label: str) -> None:
    art, face = painter.art, painter.face
    if label == "times-3":
        painter.ground(art.plate)
        painter.text(art.times, 0, 0, 0.42, WHITE, edge=DARK)
    elif label == "ship":
        painter.ground(art.sea)
        icon = painter.assets.icon(art.ship)
        image = icon if is_coloured(art.ship) else tinted(icon, rgb("#f0c9d2"))
        face.put_edged(image, -0.05, -0.06, 0.55, edge=WHITE if is_coloured(art.ship) else None, width=0.02)
        if art.badge:
            painter.amount("gold", 2, 0.52, 0.52, 0.24)
    else:
        painter.ground(art.glass)
        if art.mirror == "own:?":
            painter.text("?", 0, 0, 0.5, WHITE, edge=DARK)
            return
        icon = painter.assets.icon(art.mirror)
        image = icon if is_coloured(art.mirror) else tinted(icon, WHITE)
        face.put_edged(image, 0, 0, 0.64, edge=DARK, width=0.02)
        if art.badge:
            painter.text("?", 0, 0, 0.22, WHITE, edge=DARK)


def forge_face(assets: Assets, art: ForgeArt, label: str) -> Rgba:
    painter = _Painter(assets, art)
    kind, _, rest = label.partition("-")
    if label in ("times-3", "ship", "mirror"):
        _special(painter, label)
    elif kind == "boar":
        _boar(painter, rest)
    elif kind == "shield":
        _shield(painter, rest)
    else:
        painter.ground(art.tile)
        sign = "+" if "+" in label else art.choice
        parts = [part.split("-") for part in label.replace("/", "+").split("+")]
        if len(parts) == 1:
            painter.amount(parts[0][0], int(parts[0][1]), 0, 0, 0.66)
        else:
            _several(painter, [(name, int(count)) for name, count in parts], sign)
    image = painter.face.rgba()
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.5), np.float32)
