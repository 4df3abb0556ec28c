"""The mat on paper and as a picture: one drawing, two canvases."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from calibration.mat import BORDER, CELLS, CLEAR, DICTIONARY, MARGIN, RULER, Mat
from calibration.pdf import Box, Page, Rgb, width_of, wrapped

Image = npt.NDArray[np.uint8]
INK: Rgb = (0, 0, 0)
SOFT: Rgb = (110, 110, 110)
FAINT: Rgb = (185, 185, 185)
LINE: Rgb = (30, 60, 110)
NOTE = 2.8
"""Height of the notes, in millimetres; small enough for two lines above the patches of the narrowest paper."""
_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ü": "Ue", "ß": "ss", "·": "-", "–": "-"})


@dataclass(frozen=True, slots=True)
class Words:
    """What the mat says to people, in their language."""

    laying: str
    printing: str
    going_on: str
    ruler: str
    tray: str


class Canvas(Protocol):
    """Millimetres from the upper left corner."""

    def box(self, box: Box, rgb: Rgb) -> None: ...

    def outline(self, box: Box, rgb: Rgb, line: float) -> None: ...

    def text(self, at: tuple[float, float], words: str, size: float, rgb: Rgb, *, bold: bool = ...) -> None: ...


def mat_pdf(mat: Mat, words: Words) -> bytes:
    """The mat as a PDF file of exactly its paper's size."""
    page = Page(*mat.size, f"Würfelauge {mat.paper.title}")
    _draw(mat, page, words)
    return page.content()


def mat_picture(mat: Mat, per_mm: int = 6) -> Image:
    """The mat as a picture (BGR) without words, so many pixels a millimetre."""
    picture = Raster(*mat.size, per_mm)
    _draw(mat, picture, None)
    return picture.image


def _draw(mat: Mat, on: Canvas, words: Words | None) -> None:
    for number, box in zip(mat.ids, mat.markers, strict=True):
        _marker(on, number, box)
    for patch in mat.patches:
        on.box(patch.box, patch.rgb)
        if min(patch.rgb) == 255:
            on.outline(patch.box, SOFT, 0.2)
    on.outline(mat.tray, LINE, BORDER)
    _ruler(on, mat)
    if words:
        _say(on, mat, words)


def _marker(on: Canvas, number: int, box: Box) -> None:
    """Black cells side by side are one box, and reach a little into black ones below: no hairline shows between."""
    x, y, side, _ = box
    pattern = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), number, CELLS)
    black = np.asarray(pattern) < 128
    cell = side / CELLS
    for row in range(CELLS):
        for dark, group in groupby(range(CELLS), key=lambda column, row=row: bool(black[row, column])):  # type: ignore[misc]
            columns = list(group)
            if dark:
                below = row + 1 < CELLS and bool(black[row + 1, columns].all())
                start, width = x + columns[0] * cell, len(columns) * cell
                on.box((start, y + row * cell, width, cell * (1.02 if below else 1.0)), INK)


def _ruler(on: Canvas, mat: Mat) -> None:
    x, y = mat.ruler
    thin, size = 0.15, 2.1
    on.box((x - thin / 2, y, RULER + thin, 0.25), INK)
    for step in range(int(RULER) + 1):
        tall = 3.5 if step % 10 == 0 else 2.4 if step % 5 == 0 else 1.4
        on.box((x + step - thin / 2, y, thin, tall), INK)
    for step in range(0, int(RULER) + 1, 10):
        digits = f"{step}"
        # the first would stand out beyond the markers' edge
        left = max(x - thin / 2, x + step - width_of(digits, size) / 2)
        on.text((left, y + 5.5), digits, size, SOFT)


def _say(on: Canvas, mat: Mat, words: Words) -> None:
    side, patch = mat.paper.side, mat.patches[0].box
    left, right = patch[0], mat.patches[5].box[0]
    width = (mat.paper.width - 3 * side) / 2 - MARGIN - 2 * CLEAR
    top, bottom = MARGIN, mat.paper.height - MARGIN
    on.text((left, top + 4.2), "Würfelauge", 5.4, LINE, bold=True)
    on.text((left + 36, top + 4.2), mat.paper.title, 5.4, FAINT)
    _note(on, words.laying, (right, top + 2.3), width)
    under = bottom - side + patch[3] + 4.0
    _note(on, words.printing, (left, under), width)
    _note(on, words.going_on, (right, under), width)
    on.text((mat.ruler[0] + RULER + 6, mat.ruler[1] + 3.0), words.ruler, NOTE, INK)
    x, y, w, h = mat.tray
    on.text((x + (w - width_of(words.tray, 3.4)) / 2, y + h - 4.5), words.tray, 3.4, FAINT)


def _note(on: Canvas, words: str, at: tuple[float, float], width: float) -> None:
    for row, line in enumerate(wrapped(words, NOTE, width)):
        on.text((at[0], at[1] + 1.35 * NOTE * row), line, NOTE, INK)


class Raster:
    """A canvas of pixels; letters are plain ones, good enough for a preview and for tests."""

    def __init__(self, width: float, height: float, per_mm: int) -> None:
        self.per_mm = per_mm
        self.image: Image = np.full((round(height * per_mm), round(width * per_mm), 3), 255, np.uint8)

    def box(self, box: Box, rgb: Rgb) -> None:
        """Edges fall between pixels: they are mixed by how much of a pixel they cover."""
        x, y, width, height = (length * self.per_mm for length in box)
        rows, columns = self.image.shape[:2]
        down, across = _cover(y, y + height, rows), _cover(x, x + width, columns)
        (y0, y1), (x0, x1) = (np.flatnonzero(share)[[0, -1]] for share in (down, across))
        window = (slice(y0, y1 + 1), slice(x0, x1 + 1))
        share = (down[window[0], None] * across[None, window[1]])[:, :, None]
        paint = np.array(rgb[::-1], np.float64)
        self.image[window] = np.round(self.image[window] * (1 - share) + paint * share).astype(np.uint8)

    def outline(self, box: Box, rgb: Rgb, line: float) -> None:
        x, y, width, height = box
        half = line / 2
        self.box((x - half, y - half, width + line, line), rgb)
        self.box((x - half, y + height - half, width + line, line), rgb)
        self.box((x - half, y + half, line, height - line), rgb)
        self.box((x + width - half, y + half, line, height - line), rgb)

    def text(self, at: tuple[float, float], words: str, size: float, rgb: Rgb, *, bold: bool = False) -> None:
        where = (round(at[0] * self.per_mm), round(at[1] * self.per_mm))
        scale = size * self.per_mm / 36
        thick = max(1, round(size * self.per_mm * (0.12 if bold else 0.07)))
        paint = (float(rgb[2]), float(rgb[1]), float(rgb[0]))
        plain = words.translate(_PLAIN)
        cv2.putText(self.image, plain, where, cv2.FONT_HERSHEY_SIMPLEX, scale, paint, thick, cv2.LINE_AA)


def _cover(start: float, end: float, count: int) -> npt.NDArray[np.float64]:
    """How much of each of `count` pixels lies between start and end."""
    edges = np.arange(count, dtype=np.float64)
    share: npt.NDArray[np.float64] = np.clip(np.minimum(edges + 1, end) - np.maximum(edges, start), 0, 1)
    return share
