"""One edition of Dice Forge's art: colours, forms of the emblems, and how the tiles are laid out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.art.colours import Rgb8, dot_colour, shifted, srgb_of_lch
from models.training.art.fonts import FontFace
from models.training.art.icons import chosen
from models.training.art.style import Style

SINGLE = ("gold-1", "gold-3", "gold-4", "gold-6", "moon-1", "moon-2", "sun-1", "sun-2", "glory-2", "glory-3", "glory-4")
TOGETHER = ("gold-2+moon-1", "glory-1+sun-1", "moon-2+glory-2", "gold-1+sun-1+moon-1+glory-1")
CHOICE = ("gold-1/sun-1/moon-1", "gold-2/sun-2/moon-2", "gold-3/glory-2")
SPECIAL = ("times-3", "ship", "mirror")
BOARS = tuple(f"boar-{c}" for c in ("red", "blue", "green", "yellow"))
SHIELDS = tuple(f"shield-{c}" for c in ("red", "blue", "green", "yellow"))
FORGE_LABELS = (*SINGLE, *TOGETHER, *CHOICE, *SPECIAL, *BOARS, *SHIELDS)
SHIELD_YIELD = {"red": ("sun", 2), "blue": ("moon", 2), "yellow": ("gold", 3), "green": ("glory", 3)}

GOLD_FORMS = ("nugget", "coin", "hexagon", "bar")
SUN_FORMS = ("rays", "crystal", "flames", "icon")
MOON_FORMS = ("crescent", "crystal", "disc", "icon")
GLORY_FORMS = ("laurel", "laurel", "star", "shield", "icon")
SUN_ICONS = ("sun", "heraldic-sun", "barbed-sun", "sunflower", "ubisoft-sun", "boomerang-sun")
MOON_ICONS = ("moon", "moon-claws", "evil-moon", "concentric-crescents")
GLORY_ICONS = ("laurels", "laurel-crown", "trophy-cup", "round-star", "laurels-trophy")
SHIP_ICONS = ("drakkar", "galley", "sailboat", "caravel", "shooner-sailboat", "paper-boat")
BOAR_ICONS = ("boar", "boar-tusks", "boar-ensign", "pig")
FORMS = {"sun": (SUN_FORMS, SUN_ICONS), "moon": (MOON_FORMS, MOON_ICONS), "glory": (GLORY_FORMS, GLORY_ICONS)}


@dataclass(frozen=True, slots=True)
class ForgeStyle:
    """One edition's art."""

    tile: Rgb8
    frame: Rgb8
    frame_width: float
    corner: float
    inks: dict[str, Rgb8]
    forms: dict[str, str]
    icons: dict[str, str]
    font: FontFace
    number: Rgb8
    edge: Rgb8
    """Outline around numbers and emblems."""
    outline: float
    aside: bool
    """Numbers stand beside the emblem and not on it."""
    shaded: bool
    joint: str
    """Sign between the rewards of a choice."""
    relief: float
    simple: bool
    """Boars and shields without the small print of what they yield."""
    radius: float
    pair: int
    """Two rewards on the diagonal, side by side, or one above the other."""
    fan: bool
    """Three rewards in a triangle, not in a row."""
    dyes: dict[str, Rgb8]
    sky: Rgb8
    hull: Rgb8
    sea: Rgb8
    plate: Rgb8
    times: str
    own_ship: bool
    badge: bool
    mirror: str
    boar: str
    boar_tile: bool
    hide: Rgb8
    shield: str


def sample_forge_style(rng: np.random.Generator, style: Style) -> ForgeStyle:
    def one(names: tuple[str, ...]) -> str:
        return names[int(rng.integers(len(names)))]

    def form(kind: str) -> str:
        forms, icons = FORMS[kind]
        return one(forms if chosen(icons, style.held_out) else tuple(name for name in forms if name != "icon"))

    pale = srgb_of_lch(float(rng.uniform(72, 96)), float(rng.uniform(0, 20)), float(rng.uniform(50, 110)))
    if rng.random() < 0.08:
        pale = srgb_of_lch(float(rng.uniform(30, 60)), float(rng.uniform(0, 15)), float(rng.uniform(0, 360)))
    frames: tuple[Rgb8, ...] = (
        (150, 120, 60),
        (120, 122, 128),
        (70, 46, 30),
        (40, 40, 48),
        shifted(pale, -18),
        (190, 160, 90),
    )
    white_number = rng.random() < 0.7
    sky = (
        srgb_of_lch(float(rng.uniform(18, 40)), float(rng.uniform(15, 45)), float(rng.uniform(285, 325)))
        if rng.random() < 0.75
        else pale
    )
    return ForgeStyle(
        tile=pale,
        frame=shifted(frames[int(rng.integers(len(frames)))], float(rng.uniform(-8, 8))),
        frame_width=float(rng.uniform(0.03, 0.14)) if rng.random() < 0.75 else 0.0,
        corner=float(rng.uniform(0.05, 0.3)),
        inks={
            "gold": srgb_of_lch(float(rng.uniform(62, 77)), float(rng.uniform(55, 85)), float(rng.uniform(76, 90))),
            "sun": srgb_of_lch(float(rng.uniform(42, 62)), float(rng.uniform(60, 90)), float(rng.uniform(28, 54))),
            "moon": srgb_of_lch(float(rng.uniform(32, 66)), float(rng.uniform(28, 60)), float(rng.uniform(268, 312))),
            "glory": srgb_of_lch(float(rng.uniform(34, 60)), float(rng.uniform(35, 65)), float(rng.uniform(128, 165))),
        },
        forms={"gold": one(GOLD_FORMS)} | {kind: form(kind) for kind in FORMS},
        icons={kind: one(chosen(icons, style.held_out) or icons) for kind, (_, icons) in FORMS.items()}
        | {
            "ship": one(chosen(SHIP_ICONS, style.held_out)),
            "boar": one(chosen(BOAR_ICONS, style.held_out)),
        },
        font=style.font,
        number=(252, 252, 250) if white_number else (20, 18, 22),
        edge=(30, 26, 30) if white_number else (250, 248, 240),
        outline=float(rng.uniform(0.035, 0.06)),
        aside=rng.random() < 0.25,
        shaded=rng.random() < 0.6,
        joint="?" if rng.random() < 0.6 else "/",
        relief=float(rng.uniform(0.15, 0.7)) if rng.random() < 0.7 else 0.0,
        simple=rng.random() < 0.35,
        radius=float(rng.uniform(0.58, 0.76)),
        pair=int(rng.integers(3)),
        fan=rng.random() < 0.6,
        dyes={colour: dot_colour(rng, colour) for colour in SHIELD_YIELD},
        sky=sky,
        hull=srgb_of_lch(float(rng.uniform(66, 88)), float(rng.uniform(10, 45)), float(rng.uniform(-20, 90)))
        if sky != pale
        else (70, 44, 90),
        sea=srgb_of_lch(float(rng.uniform(48, 76)), float(rng.uniform(22, 42)), float(rng.uniform(185, 225))),
        plate=srgb_of_lch(float(rng.uniform(42, 72)), float(rng.uniform(3, 22)), float(rng.uniform(280, 330)))
        if rng.random() < 0.75
        else pale,
        times=one(("×3", "×3", "x3", "x3", "X3")),
        own_ship=rng.random() < 0.4,
        badge=rng.random() < 0.75,
        mirror=one(("ring", "plain", "plain", "glass", "glass?")),
        boar=one(("icon", "helmet")),
        boar_tile=rng.random() < 0.4,
        hide=(214, 150, 140) if rng.random() < 0.5 else (112, 82, 64),
        shield=one(("tile", "tile", "tile", "plain", "half", "diagonal")),
    )
