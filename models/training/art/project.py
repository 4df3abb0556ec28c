"""The project's own art: one clean drawing for each face of the five games, for the gallery and for screens.

`project_art(label, body)` gives the print, `project_face(label, body)` the face as a picture on its body.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.canvas import Canvas, turned
from models.training.art.colours import Rgb8, shifted
from models.training.art.faces import UnknownFace
from models.training.art.fonts import FontFace, find_font
from models.training.art.forge import paint_forge
from models.training.art.forge_style import FORGE_LABELS, ForgeStyle
from models.training.art.pips import LAYOUTS
from models.training.render.types import PRINT_SIZE, Image, Print

DARK: Rgb8 = (38, 34, 44)
PALE: Rgb8 = (250, 248, 242)
STEEL: Rgb8 = (226, 232, 238)
STEEL_SHADE: Rgb8 = (168, 182, 196)
GOLD: Rgb8 = (240, 186, 52)
GOLD_SHADE: Rgb8 = (190, 128, 26)
LEATHER: Rgb8 = (132, 78, 44)
BODIES: dict[str, Rgb8] = {
    "white": (244, 243, 238),
    "ivory": (236, 226, 200),
    "yellow": (246, 200, 44),
    "orange": (240, 128, 36),
    "red": (200, 36, 44),
    "pink": (236, 140, 170),
    "purple": (116, 62, 146),
    "blue": (40, 92, 176),
    "cyan": (66, 176, 196),
    "green": (44, 140, 76),
    "black": (40, 40, 44),
    "grey": (136, 138, 142),
    "brown": (112, 74, 48),
    "light": (236, 230, 214),
    "dark": (62, 56, 66),
}
DYES: dict[str, Rgb8] = {
    "black": (34, 34, 38),
    "green": (36, 146, 72),
    "red": (208, 32, 42),
    "blue": (34, 88, 184),
    "yellow": (248, 206, 36),
    "orange": (242, 126, 26),
    "white": (250, 250, 248),
    "purple": (116, 58, 150),
    "pink": (238, 134, 168),
    "brown": (108, 70, 44),
}
LIGHT_BODIES = ("white", "ivory", "yellow", "orange", "pink", "cyan", "light")
OUTLINE = 0.05


def project_font() -> FontFace:
    return find_font("Lato Black", "Lato", "Open Sans", "DejaVu Sans")


def project_forge_style() -> ForgeStyle:
    return ForgeStyle(
        tile=(240, 232, 214),
        frame=(150, 116, 66),
        frame_width=0.07,
        corner=0.2,
        inks={"gold": (236, 180, 44), "sun": (222, 74, 40), "moon": (112, 110, 206), "glory": (58, 148, 84)},
        forms={"gold": "coin", "sun": "rays", "moon": "crescent", "glory": "laurel"},
        icons={"sun": "sun", "moon": "moon", "glory": "laurels", "ship": "drakkar", "boar": "boar"},
        font=project_font(),
        number=(255, 255, 255),
        edge=DARK,
        outline=OUTLINE,
        aside=False,
        shaded=True,
        joint="?",
        relief=0.0,
        simple=False,
        radius=0.7,
        pair=0,
        fan=True,
        dyes=DYES,
        sky=(66, 44, 98),
        hull=(246, 214, 196),
        sea=(64, 172, 182),
        plate=(128, 120, 148),
        times="×3",
        own_ship=False,
        badge=True,
        mirror="glass?",
        boar="helmet",
        boar_tile=False,
        hide=(206, 146, 128),
        shield="tile",
    )


def put_sword(canvas: Canvas, x: float, y: float, half: float, angle: float, *, reach: float = 0.42) -> None:
    width, guard_y = 0.15, 0.42
    blade = [(-width, guard_y), (-width, -0.72), (0, -1), (width, -0.72), (width, guard_y)]
    shade = [(0, guard_y), (0, -1), (width, -0.72), (width, guard_y)]
    guard = [(-reach, guard_y - 0.07), (reach, guard_y - 0.07), (reach, guard_y + 0.09), (-reach, guard_y + 0.09)]
    grip = [(-0.09, guard_y), (0.09, guard_y), (0.09, 0.9), (-0.09, 0.9)]
    (knob,) = turned([(0, 0.92)], angle, x, y, half)
    masks = [canvas.polygon(turned(part, angle, x, y, half)) for part in (blade, shade, guard, grip)]
    pommel = canvas.disc(*knob, 0.13 * half)
    whole = masks[0] | masks[2] | masks[3] | pommel
    canvas.paint(canvas.grown(whole, OUTLINE), DARK)
    for mask, ink in zip(
        (masks[0], masks[1], masks[3], masks[2], pommel), (STEEL, STEEL_SHADE, LEATHER, GOLD, GOLD), strict=True
    ):
        canvas.paint(mask, ink)


def put_swords(canvas: Canvas, count: int) -> None:
    if count == 1:
        put_sword(canvas, 0, 0, 0.82, 35)
    elif count == 2:
        put_sword(canvas, 0, 0.02, 0.84, -38)
        put_sword(canvas, 0, 0.02, 0.84, 38)
    else:
        for x in (-0.55, 0.0, 0.55):
            put_sword(canvas, x, 0, 0.74, 0, reach=0.28)


def put_coin(canvas: Canvas) -> None:
    canvas.paint(canvas.disc(0, 0, 0.72 + OUTLINE), DARK)
    canvas.paint(canvas.disc(0, 0, 0.72), canvas.gradient(shifted(GOLD, 8), shifted(GOLD, -8), 30))
    canvas.paint(canvas.ring(0, 0, 0.6, 0.07), GOLD_SHADE)
    canvas.paint(canvas.icon("queen-crown", 0, 0, 0.34), GOLD_SHADE)


def put_die(canvas: Canvas, colour: str) -> None:
    """A cube seen from a corner, with a few pips on its top."""
    dye = DYES[colour]
    tall, wide, quarter = 0.74, 0.66, 0.37
    centre = (0.0, -tall + 2 * quarter)
    top = [(0, -tall), (wide, -tall + quarter), centre, (-wide, -tall + quarter)]
    left = [(-wide, -tall + quarter), centre, (0, tall), (-wide, tall - quarter)]
    right = [(wide, -tall + quarter), centre, (0, tall), (wide, tall - quarter)]
    hull = [
        (0, -tall),
        (wide, -tall + quarter),
        (wide, tall - quarter),
        (0, tall),
        (-wide, tall - quarter),
        (-wide, -tall + quarter),
    ]
    canvas.paint(canvas.grown(canvas.polygon(hull), OUTLINE + 0.02), DARK)
    for side, light in ((top, 7), (left, -3), (right, -13)):
        canvas.paint(canvas.polygon(side), shifted(dye, light))
    for end in (top[3], top[1], (0, tall)):
        canvas.paint(canvas.line([centre, end], 0.05), DARK)
    pips: tuple[tuple[float, float], ...] = ((-0.3, 0), (0, 0), (0.3, 0))
    for x, y in pips:
        canvas.paint(canvas.disc(x, y - tall + quarter, 0.075), PALE if colour != "yellow" else DARK)


def put_cross(canvas: Canvas, ink: Rgb8) -> None:
    for angle in (45, -45):
        (a, b) = turned([(-0.66, 0), (0.66, 0)], angle)
        canvas.paint(canvas.line([a, b], 0.3), ink)


def put_axe(canvas: Canvas) -> None:
    """A dwarf's axe with two blades, leaning."""
    edge = [(0.62 + 0.14 * (1 - t * t), -0.42 + 0.46 * t) for t in np.linspace(-1, 1, 13)]
    blade = [(0.06, -0.58), (0.3, -0.62), *edge, (0.3, -0.22), (0.06, -0.26)]
    rim = [*edge, (0.5, 0.04 - 0.06), (0.58, -0.42), (0.5, -0.86)]
    haft = [(-0.08, -0.84), (0.08, -0.84), (0.08, 0.9), (-0.08, 0.9)]
    lean = 28.0
    mirrored = [[(-x, y) for x, y in part] for part in (blade, rim)]
    masks = [
        canvas.polygon(turned(part, lean, -0.1, 0.12, 0.8)) for part in (blade, mirrored[0], haft, rim, mirrored[1])
    ]
    canvas.paint(canvas.grown(masks[0] | masks[1] | masks[2], OUTLINE), DARK)
    for mask, ink in (
        (masks[2], LEATHER),
        (masks[0], STEEL_SHADE),
        (masks[1], STEEL_SHADE),
        (masks[3], STEEL),
        (masks[4], STEEL),
    ):
        canvas.paint(mask, ink)


def kit_label(label: str, numerals: bool = False) -> str:
    """Kits write plain values as `1` to `6`; on most dice they are pips, on Zwerge numerals."""
    return f"{'numeral' if numerals else 'pips'}-{label}" if label.isdigit() else label


def project_art(label: str, body: str = "white", size: int = PRINT_SIZE) -> Print:
    """The canonical print of a face; the ink follows the body it is meant for."""
    canvas = Canvas(size)
    ink = DARK if body in LIGHT_BODIES else PALE
    # The coloured dice of Würfelblitz have white pips, the yellow and the orange one too.
    pip_ink = PALE if body in ("yellow", "orange") else ink
    label = kit_label(label)
    kind, _, rest = label.partition("-")
    if label in FORGE_LABELS:
        paint_forge(canvas, label, project_forge_style())
        return canvas.print()
    match kind:
        case "pips":
            pips = canvas.blank()
            for x, y in LAYOUTS[int(rest)]:
                pips |= canvas.disc(x * 0.52, y * 0.52, 0.19)
            if pip_ink != ink:
                canvas.paint(canvas.grown(pips, 0.03), shifted(BODIES[body], -16))
            canvas.paint(pips, pip_ink, -0.5)
        case "numeral" | "letter":
            canvas.paint(canvas.text(project_font(), rest, 0, 0, 1.2), ink, -0.3)
        case "dot":
            dye = DYES[rest]
            near = max(abs(a - b) for a, b in zip(dye, BODIES[body], strict=True)) < 60
            canvas.paint(
                canvas.disc(0, 0, 0.68), (DARK if body in LIGHT_BODIES else PALE) if near else shifted(dye, -16)
            )
            canvas.paint(canvas.disc(0, 0, 0.63), dye)
        case "sword":
            put_swords(canvas, int(rest))
        case "coin":
            put_coin(canvas)
        case "die":
            put_die(canvas, rest)
        case "x":
            put_cross(canvas, ink)
        case "axe":
            put_axe(canvas)
        case "icon":
            canvas.paint(canvas.icon(rest, 0, 0, 0.72), ink)
        case "blank":
            pass
        case _:
            raise UnknownFace(f"There is no drawing for the face {label!r}.")
    return canvas.print()


def project_face(label: str, body: str = "white", size: int = 256) -> Image:
    """The face as people see it on a screen: RGBA, the print on a softly rounded body."""
    marks = project_art(label, body, size).marks
    base = BODIES[body]
    canvas = Canvas(size)
    shape = canvas.square(0, 0, 0.98, 0.22)
    canvas.paint(shape, shifted(base, -14))
    canvas.paint(canvas.square(0, 0, 0.93, 0.2), canvas.gradient(shifted(base, 3), shifted(base, -3), 20))
    alpha = marks[..., 3:].astype(np.float32) / 255
    inside = cv2.resize(marks, (size, size)).astype(np.float32)
    colour = canvas.colour * (1 - alpha) + inside[..., :3] * alpha
    return np.dstack([np.clip(colour + 0.5, 0, 255).astype(np.uint8), shape])
