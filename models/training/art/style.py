"""The hand of one maker: what the six faces of a die have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from models.training.art.canvas import Canvas
from models.training.art.colours import Rgb8, distance, ink_for, lab_of_srgb, shifted
from models.training.art.fonts import FontFace, sample_font
from models.training.art.icons import Mask, chosen
from models.training.render.types import Print

Finish = Literal["printed", "drilled", "raised"]
ROOM_INSIDE = 0.25
"""Share of a sign that its outline leaves free, for it to be drawn as an outline: thinner ones would be a mess."""
FINISHES: tuple[Finish, ...] = ("printed", "drilled", "raised")


@dataclass(frozen=True, slots=True)
class PipStyle:
    shape: str = "disc"
    radius: float = 0.19
    spread: float = 0.52
    """Distance of the outer pips from the middle."""
    icon: str = ""
    rim: float = 0.0
    """Width of a darker or lighter rim, as a share of the radius."""
    big_one: float = 1.0
    """How much larger the single pip of a 1 is."""
    one_ink: Rgb8 | None = None
    four_too: bool = False
    """Chinese dice colour the 4 like the 1."""


@dataclass(frozen=True, slots=True)
class Style:
    body: Rgb8
    ink: Rgb8
    accent: Rgb8
    """A second ink for outlines, frames and emblems."""
    font: FontFace
    finish: Finish = "printed"
    depth: float = 0.5
    wear: float = 0.0
    wobble: float = 0.01
    scale: float = 1.0
    frame: str = ""
    outline: bool = False
    rich: bool = False
    """Drawn like an illustration: shaded inks within a contour."""
    hollow: float = 0.0
    """Drawn as its outline only, so wide; the inside is left free or has a colour of its own."""
    swell: float = 0.0
    """Faces that are no plane: above 0 they bulge, below 0 they are dished, so that a lamp's mirror image is bent."""
    lip: float = 0.0
    """How far the edge of a drilled mark stands up around it: it catches the light as a ring."""
    pip: PipStyle = PipStyle()
    held_out: bool = False
    seed: int = 0
    """For choices that all faces of the die share, such as the shape of its swords."""

    def maker(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)

    @property
    def relief(self) -> float:
        return {"printed": 0.0, "drilled": -self.depth, "raised": self.depth}[self.finish]


PIP_SHAPES = ("disc", "square", "ring", "star", "icon", "diamond", "heart", "lens")
PIP_SHAPE_WEIGHTS = (0.8, 0.035, 0.035, 0.025, 0.035, 0.025, 0.02, 0.025)
PIP_ICONS = (
    "skull-crossed-bones", "death-skull", "hearts", "spades", "clubs", "round-star", "plain-arrow",
    "polar-star", "maple-leaf", "clover", "shamrock", "pirate-skull", "cannon-ball", "flower-emblem", "law-star",
)  # fmt: skip


def sample_pip_style(rng: np.random.Generator, body: Rgb8, ink: Rgb8, held_out: bool) -> PipStyle:
    shape = str(rng.choice(PIP_SHAPES, p=PIP_SHAPE_WEIGHTS))
    radius = float(np.clip(rng.normal(0.19, 0.04), 0.09, 0.27))
    spread = float(rng.uniform(0.42, 0.6))
    # Pips of a 6 stand two spreads apart over three rows: they must not run into one another.
    radius = min(radius, spread * (0.41 if shape == "disc" else 0.39), 0.87 - spread)
    big = float(rng.uniform(1.2, 2.0)) if rng.random() < 0.22 else 1.0
    red: Rgb8 = (196, 26, 34)
    other_one = rng.random() < 0.1
    one_ink = red if distance(red, body) > 45 and rng.random() < 0.6 else ink_for(rng, body, 45)
    return PipStyle(
        shape=shape,
        radius=radius,
        spread=spread,
        icon=str(rng.choice(chosen(PIP_ICONS, held_out))),
        rim=float(rng.uniform(0.12, 0.3)) if rng.random() < 0.18 else 0.0,
        big_one=big,
        one_ink=one_ink if other_one else None,
        four_too=rng.random() < 0.5,
    )


def sample_style(
    rng: np.random.Generator, body: Rgb8, held_out: bool = False, ink: Rgb8 | None = None, second: Rgb8 | None = None
) -> Style:
    """A maker at random; most paint drilled marks, some print, a few cast them raised."""
    chosen_ink = ink or ink_for(rng, body, second=second)
    finish = FINISHES[int(rng.choice(3, p=(0.4, 0.55, 0.05)))]
    return Style(
        body=body,
        ink=chosen_ink,
        accent=ink_for(rng, body, 18) if rng.random() < 0.6 else shifted(chosen_ink, float(rng.uniform(-30, 30))),
        font=sample_font(rng, held_out),
        finish=finish,
        depth=float(rng.uniform(0.25, 1.0)),
        wear=float(rng.uniform(0.1, 0.8)) if rng.random() < 0.18 else 0.0,
        wobble=min(0.05, float(abs(rng.normal(0, 0.02)))),
        scale=float(rng.uniform(0.8, 1.1)),
        frame=str(rng.choice(("", "ring", "square", "corners"), p=(0.84, 0.07, 0.06, 0.03))),
        outline=rng.random() < 0.12,
        rich=rng.random() < 0.15,
        pip=sample_pip_style(rng, body, chosen_ink, held_out),
        held_out=held_out,
        seed=int(rng.integers(2**31)),
        hollow=float(rng.uniform(0.05, 0.1)) if rng.random() < 0.12 else 0.0,
        swell=float(rng.uniform(-0.9, 0.9)) if rng.random() < 0.4 else 0.0,
        lip=float(rng.uniform(0.2, 0.9)) if rng.random() < 0.3 else 0.0,
    )


def blank_face(rng: np.random.Generator, style: Style) -> Canvas:
    """A face to print on, not quite in register."""
    dx, dy = rng.normal(0, style.wobble, 2)
    return Canvas(offset=(float(dx), float(dy)))


def lay(canvas: Canvas, mask: Mask, style: Style, ink: Rgb8 | None = None) -> None:
    """One ink in the style's finish, outlined where the maker does so."""
    colour = style.ink if ink is None else ink
    if style.rich:
        contour: Rgb8 = (24, 22, 28) if lab_of_srgb(colour)[0] > 35 else (246, 244, 238)
        canvas.paint(canvas.grown(mask, 0.045), contour, style.relief)
        canvas.paint(mask, canvas.gradient(shifted(colour, 16), shifted(colour, -14), style.seed % 90))
        return
    if style.outline:
        canvas.paint(canvas.grown(mask, 0.05), style.accent)
    canvas.paint(mask, colour, style.relief)
    if style.hollow:
        width = max(1, round(style.hollow * canvas.size / 2))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
        inside = np.asarray(cv2.erode(mask, kernel), np.uint8)
        if float(inside.sum()) > ROOM_INSIDE * float(mask.sum()):
            tinted = style.seed % 3 == 0 and distance(style.accent, colour) > 35
            canvas.paint(inside, style.accent if tinted else style.body, style.relief if tinted else 0.0)


def draw_frame(canvas: Canvas, style: Style) -> None:
    if style.frame == "ring":
        canvas.paint(canvas.ring(0, 0, 0.9, 0.06), style.ink, style.relief)
    elif style.frame == "square":
        outer = cv2.subtract(canvas.square(0, 0, 0.88, 0.2), canvas.square(0, 0, 0.81, 0.15)).astype(np.uint8)
        canvas.paint(outer, style.ink, style.relief)
    elif style.frame == "corners":
        for x in (-1, 1):
            for y in (-1, 1):
                canvas.paint(
                    canvas.line([(x * 0.55, y * 0.85), (x * 0.85, y * 0.85), (x * 0.85, y * 0.55)], 0.06), style.ink
                )


def finished(canvas: Canvas, rng: np.random.Generator, style: Style) -> Print:
    """The print, worn where the maker's dice are old."""
    if style.wear > 0:
        coarse = rng.random((9, 9), dtype=np.float32)
        fine = rng.random((40, 40), dtype=np.float32)
        size = (canvas.size, canvas.size)
        noise = 0.65 * cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC) + 0.35 * cv2.resize(fine, size)
        canvas.alpha *= np.clip((noise - style.wear * 0.55 + 0.12) / 0.18, 1 - style.wear, 1).astype(np.float32)
    mould(canvas, style)
    return canvas.print(soften=1.2)


def mould(canvas: Canvas, style: Style) -> None:
    """What the maker's mould and drill do to the face around the marks."""
    if style.lip and canvas.relief.any():
        canvas.relief += style.lip * (canvas.relief - cv2.GaussianBlur(canvas.relief, (0, 0), 0.03 * canvas.size))
    if style.swell:
        axis = np.linspace(-1, 1, canvas.size, dtype=np.float32)
        away = np.minimum(axis[None, :] ** 2 + axis[:, None] ** 2, 1.5) / 1.5
        canvas.relief += style.swell * (1 - away) if style.swell > 0 else -style.swell * away
