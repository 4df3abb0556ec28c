"""Whole dice: six faces by one maker on one body. `sample_design` is what the renderer asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from models.training.art.bodies import Body, sample_body
from models.training.art.colours import Rgb8, distance, ink_for, lab_of_srgb, shifted, srgb_of_linear
from models.training.art.faces import draw, usable_icons
from models.training.art.forge import draw_forge
from models.training.art.forge_style import FORGE_LABELS, sample_forge_style
from models.training.art.style import Style, sample_style
from models.training.render.types import DieDesign, FaceDesign

Rng = np.random.Generator
KINDS: dict[str, float] = {
    "pips": 0.44,
    "numerals": 0.08,
    "wuerfelblitz": 0.1,
    "wuerfelblitz-white": 0.05,
    "wuerfelhelden": 0.11,
    "zwerge": 0.05,
    "dice_forge": 0.08,
    "icons": 0.07,
    "letters": 0.02,
}
BLITZ_COLOURS = ("black", "green", "red", "blue", "yellow", "orange")
HEROES: dict[str, tuple[str, ...]] = {
    "white": ("sword-1", "sword-2", "sword-3", "coin", "coin", "die-yellow"),
    "yellow": ("sword-1", "sword-2", "sword-3", "coin", "die-red", "x"),
    "red": ("sword-1", "sword-2", "sword-3", "coin", "coin", "x"),
}
LETTERS = "ABCDEFGHJKLMNPQRSTUVWYZ"  # without I, O, X: those look like a stroke, a ring and the cross


def sample_design(rng: Rng, kind: str | None = None, held_out: bool = False) -> DieDesign:
    """A die at random; `kind` is one of `KINDS`. `held_out` uses icons and fonts that training never sees."""
    if kind is None:
        kind = str(rng.choice(list(KINDS), p=np.array(list(KINDS.values())) / sum(KINDS.values())))
    return MAKERS[kind](rng, held_out)


def assembled(rng: Rng, kind: str, body: Body, labels: tuple[str, ...], style: Style) -> DieDesign:
    """Draw the faces; labels are in the order +z −z +x −x +y −y."""
    forge = sample_forge_style(rng, style) if kind == "dice_forge" else None
    faces = tuple(
        FaceDesign(label, draw_forge(label, rng, style, forge) if forge else draw(label, rng, style))
        for label in labels
    )
    edge = float(np.clip(rng.gamma(4.0, 0.032), 0.02, 0.22))
    ball = float(rng.uniform(0.15, 1.0)) if rng.random() < 0.35 else 0.0
    if kind == "dice_forge":
        edge, ball = float(rng.uniform(0.04, 0.16)), 0.0
    return DieDesign(kind, body.name, body.colour, body.material, faces, edge, ball, body.skin)  # type: ignore[arg-type]


def style_for(rng: Rng, body: Body, held_out: bool, ink: Rgb8 | None = None, least: float = 34.0) -> Style:
    """A maker for this body; `least` is the contrast of the ink, which thin signs need more of than fat pips."""
    second = srgb_of_linear(body.material.second) if body.material.second else None
    return sample_style(rng, body.srgb, held_out, ink or ink_for(rng, body.srgb, least, second), second)


def shuffled(rng: Rng, labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(labels[i] for i in rng.permutation(len(labels)))


def sevens(rng: Rng, names: tuple[str, ...]) -> tuple[str, ...]:
    """Opposite faces sum to seven, and either hand occurs."""
    pairs = [(names[0], names[5]), (names[1], names[4]), (names[2], names[3])]
    result: list[str] = []
    for i in rng.permutation(3):
        low, high = pairs[i]
        result.extend((low, high) if rng.random() < 0.5 else (high, low))
    return tuple(result)


def pip_die(rng: Rng, held_out: bool) -> DieDesign:
    body = sample_body(rng)
    style = replace(style_for(rng, body, held_out, least=22.0), outline=False)
    if rng.random() < 0.05 and lab_of_srgb(body.srgb)[0] > 30:
        # Drilled and left unpainted: what shows is depth and a little dirt.
        style = replace(style, ink=shifted(body.srgb, float(rng.uniform(-28, -14))), finish="drilled", depth=1.0)
    if rng.random() < 0.7:
        style = replace(style, frame="")
    counts = (1, 2, 3, 4, 5, 6)
    if rng.random() < 0.04:
        counts = ((1, 2, 2, 3, 3, 4), (4, 5, 6, 7, 8, 9), (1, 1, 2, 2, 3, 3))[int(rng.integers(3))]
    return assembled(rng, "pips", body, sevens(rng, tuple(f"pips-{n}" for n in counts)), style)


def numeral_die(rng: Rng, held_out: bool) -> DieDesign:
    body = sample_body(rng)
    numbers = (1, 2, 3, 4, 5, 6)
    if rng.random() < 0.15:
        numbers = ((0, 1, 2, 3, 4, 5), (4, 5, 6, 7, 8, 9), (0, 7, 8, 9, 5, 6))[int(rng.integers(3))]
    labels = sevens(rng, tuple(f"numeral-{n}" for n in numbers))
    return assembled(rng, "numerals", body, labels, style_for(rng, body, held_out))


def blitz_die(rng: Rng, held_out: bool) -> DieDesign:
    """Five pip faces and a large dot in place of one value; white pips on wood as a rule."""
    name = str(rng.choice(BLITZ_COLOURS)) if rng.random() < 0.8 else None
    body = sample_body(rng, name, wooden=rng.random() < 0.5)
    white = (250, 249, 245) if rng.random() < 0.7 else ink_for(rng, body.srgb)
    ink = white if distance(white, body.srgb) > 12 else ink_for(rng, body.srgb)
    style = replace(style_for(rng, body, held_out, ink), outline=False, frame="")
    labels = [f"pips-{n}" for n in range(1, 7)]
    labels[int(rng.integers(6))] = f"dot-{rng.choice(BLITZ_COLOURS)}"
    return assembled(rng, "wuerfelblitz", body, sevens(rng, tuple(labels)), style)


def blitz_white_die(rng: Rng, held_out: bool) -> DieDesign:
    name = "white" if rng.random() < 0.75 else str(rng.choice(("ivory", "grey", "black", "brown")))
    body = sample_body(rng, name, wooden=rng.random() < 0.3)
    colours = list(BLITZ_COLOURS)
    if rng.random() < 0.2:
        colours[int(rng.integers(6))] = str(rng.choice(("white", "purple", "pink", "brown")))
    labels = shuffled(rng, tuple(f"dot-{c}" for c in colours))
    return assembled(rng, "wuerfelblitz-white", body, labels, style_for(rng, body, held_out))


def hero_die(rng: Rng, held_out: bool) -> DieDesign:
    name = str(rng.choice(list(HEROES)))
    labels = HEROES[name]
    body = sample_body(rng, name if rng.random() < 0.85 else None)
    return assembled(rng, "wuerfelhelden", body, shuffled(rng, labels), style_for(rng, body, held_out))


def dwarf_die(rng: Rng, held_out: bool) -> DieDesign:
    body = sample_body(rng)
    labels = (*(f"numeral-{n}" for n in range(1, 6)), "axe")
    return assembled(rng, "zwerge", body, shuffled(rng, labels), style_for(rng, body, held_out))


def forge_die(rng: Rng, held_out: bool) -> DieDesign:
    light = rng.random() < 0.5
    name = str(rng.choice(("white", "ivory", "grey") if light else ("black", "brown", "blue", "grey", "purple")))
    body = sample_body(rng, name)
    labels = tuple(str(label) for label in rng.choice(FORGE_LABELS, 6, replace=False))
    return assembled(rng, "dice_forge", body, labels, replace(style_for(rng, body, held_out), wobble=0.004))


def icon_die(rng: Rng, held_out: bool) -> DieDesign:
    body = sample_body(rng)
    labels = tuple(f"icon-{name}" for name in rng.choice(usable_icons(held_out), 6, replace=False))
    if rng.random() < 0.15:
        labels = (*labels[:5], "blank")
    style = style_for(rng, body, held_out)
    if rng.random() < 0.3:
        # Some makers give every symbol an ink of its own.
        styles = [replace(style, ink=ink_for(rng, body.srgb, 30)) for _ in labels]
        faces = tuple(FaceDesign(label, draw(label, rng, s)) for label, s in zip(labels, styles, strict=True))
        return replace(assembled(rng, "icons", body, labels, style), faces=faces)  # type: ignore[arg-type]
    return assembled(rng, "icons", body, labels, style)


def letter_die(rng: Rng, held_out: bool) -> DieDesign:
    body = sample_body(rng)
    labels = tuple(f"letter-{letter}" for letter in rng.choice(list(LETTERS), 6, replace=False))
    return assembled(rng, "letters", body, labels, style_for(rng, body, held_out))


MAKERS: dict[str, Callable[[Rng, bool], DieDesign]] = {
    "pips": pip_die,
    "numerals": numeral_die,
    "wuerfelblitz": blitz_die,
    "wuerfelblitz-white": blitz_white_die,
    "wuerfelhelden": hero_die,
    "zwerge": dwarf_die,
    "dice_forge": forge_die,
    "icons": icon_die,
    "letters": letter_die,
}
