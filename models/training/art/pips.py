"""Faces with pips: layouts, shapes and inks as makers vary them."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.canvas import Canvas, star_points, turned
from models.training.art.colours import Rgb8, lab_of_srgb, shifted
from models.training.art.icons import Mask
from models.training.art.style import PipStyle, Style, blank_face, draw_frame, finished
from models.training.render.types import Print

Place = tuple[float, float]
LAYOUTS: dict[int, tuple[Place, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    7: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1), (0, 0)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}


def layout(count: int, rng: np.random.Generator) -> list[Place]:
    """The classic layout, mirrored or turned as it falls, and now and then another one."""
    places = list(LAYOUTS[count])
    unusual = rng.random()
    if count == 2 and unusual < 0.08:
        places = [(-1, 0), (1, 0)]
    elif count == 3 and unusual < 0.04:
        places = [(-1, 0), (0, 0), (1, 0)]
    elif count == 3 and unusual < 0.08:
        places = [(0, -0.9), (-0.9, 0.7), (0.9, 0.7)]
    elif count == 6 and unusual < 0.12:
        gap = float(rng.uniform(0.55, 0.85))
        places = [(x * gap, y) for x, y in places]
    if rng.random() < 0.5:
        places = [(-x, y) for x, y in places]
    if rng.random() < 0.5:
        places = [(-y, x) for x, y in places]
    return places


def pip_mask(canvas: Canvas, pip: PipStyle, x: float, y: float, radius: float, *, angle: float = 0.0) -> Mask:
    if pip.shape == "square":
        return canvas.square(x, y, radius * 0.88, 0.3, angle)
    if pip.shape == "ring":
        return canvas.ring(x, y, radius, radius * 0.4)
    if pip.shape == "star":
        return canvas.polygon(turned(star_points(5, 0.45), angle, x, y, radius * 1.2))
    if pip.shape == "diamond":
        return canvas.square(x, y, radius * 0.85, 0.05, angle + 45)
    if pip.shape == "heart":
        return canvas.icon("hearts", x, y, radius, angle)
    if pip.shape == "icon":
        return canvas.icon(pip.icon, x, y, radius * 1.15, angle)
    if pip.shape == "lens":
        return np.asarray(cv2.subtract(canvas.disc(x, y, radius), canvas.disc(x, y, radius * 0.3)), np.uint8)
    return canvas.disc(x, y, radius)


def draw_pips(count: int, rng: np.random.Generator, style: Style) -> Print:
    canvas, pip = blank_face(rng, style), style.pip
    ink: Rgb8 = style.ink
    if pip.one_ink is not None and (count == 1 or (count == 4 and pip.four_too)):
        ink = pip.one_ink
    radius = pip.radius * (pip.big_one if count == 1 else 1.0)
    if count > 6:
        radius = min(radius, pip.spread * 0.4)
    # A single pip stays clearly smaller than the colour dots of `signs.draw_dot`.
    radius = min(radius, 0.33)
    angle = float(rng.choice((0, 45, 90, 180))) if pip.shape in ("star", "heart", "icon") else 0.0
    spread_x, spread_y = (pip.spread * float(np.clip(rng.normal(1, 0.02), 0.98, 1.06)) for _ in range(2))
    places = [(x * spread_x, y * spread_y) for x, y in layout(count, rng)]
    everything = canvas.blank()
    for place in places:
        x, y = (p + float(np.clip(rng.normal(0, style.wobble * 0.35), -0.02, 0.02)) for p in place)
        everything |= pip_mask(canvas, pip, x, y, radius * float(np.clip(rng.normal(1, 0.02), 0.95, 1.04)), angle=angle)
    if pip.rim > 0 and pip.shape != "ring":
        rim_ink = shifted(ink, -28 if lab_of_srgb(ink)[0] > 45 else 28, 0.8)
        canvas.paint(everything, rim_ink, style.relief)
        width = max(1, round(radius * pip.rim * canvas.size / 2))
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
        canvas.paint(np.asarray(cv2.erode(everything, kernel), np.uint8), ink)
    else:
        canvas.paint(everything, ink, style.relief)
    if style.finish == "drilled" and pip.shape == "disc":
        bowl(canvas, places, radius, style.depth)
    if style.frame:
        draw_frame(canvas, style)
    return finished(canvas, rng, style)


def bowl(canvas: Canvas, places: list[Place], radius: float, depth: float) -> None:
    """A ball cutter leaves a round hollow: deepest in the middle, so that its walls catch the light unevenly."""
    axis = (np.arange(canvas.size, dtype=np.float32) + 0.5) * (2 / canvas.size) - 1
    for place in places:
        x, y = place[0] + canvas.offset[0], place[1] + canvas.offset[1]
        squared = ((axis[None, :] - np.float32(x)) ** 2 + (axis[:, None] - np.float32(y)) ** 2) / np.float32(radius**2)
        hollow = -np.float32(depth) * np.sqrt(np.clip(1 - squared, 0, None))
        canvas.relief = np.where(squared < 1, hollow, canvas.relief).astype(np.float32)
