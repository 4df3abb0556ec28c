"""The mat: where everything on it lies, in millimetres from the paper's upper left corner, x right and y down.

Markers say where the mat is and on which paper it is printed, patches say which colours the light leaves, and the tray
is where dice are thrown. It is drawn by calibration.drawing and found again by calibration.markers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.pdf import Box, Rgb

Floats = npt.NDArray[np.float64]

DICTIONARY = cv2.aruco.DICT_6X6_50
"""36 bits of which six may be wrong: no other small dictionary forgives as much."""
CELLS = 8
"""Along a marker's side: six bits and the black border."""
MARGIN = 10.0
"""No printer prints up to the edge, and a marker needs white around it."""
CLEAR = 5.0
"""White between a marker and what lies beside it."""
BAND = 12.0
"""Below the tray, for the ruler."""
BORDER = 1.2
"""How thick the tray's outline is."""
RULER = 100.0
PLACES = ("top left", "top middle", "top right", "bottom right", "bottom middle", "bottom left")


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet that lies on its long side; its six markers have the numbers `first` to `first` + 5."""

    name: str
    title: str
    width: float
    height: float
    first: int
    side: float
    """Of a marker."""


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 297.0, 210.0, 20, 28.0),
        Paper("a3", "A3", 420.0, 297.0, 28, 38.0),
        Paper("letter", "Letter", 279.4, 215.9, 36, 28.0),
    )
}


@dataclass(frozen=True, slots=True)
class Patch:
    """A square of one colour; sRGB as it is meant to be printed."""

    name: str
    rgb: Rgb
    box: Box

    @property
    def neutral(self) -> bool:
        return max(self.rgb) - min(self.rgb) < 4


_TOP = (
    ("red", (190, 40, 45)),
    ("orange", (230, 130, 40)),
    ("yellow", (240, 205, 60)),
    ("green", (60, 140, 70)),
    ("turquoise", (50, 150, 160)),
    ("blue", (45, 75, 160)),
    ("purple", (110, 65, 145)),
    ("pink", (205, 85, 140)),
    ("brown", (125, 80, 55)),
    ("skin", (215, 165, 140)),
)
_BOTTOM = (
    ("white", (255, 255, 255)),
    ("light grey", (200, 200, 200)),
    ("grey", (140, 140, 140)),
    ("dark grey", (85, 85, 85)),
    ("black", (40, 40, 40)),
    ("second white", (255, 255, 255)),
    ("second light grey", (200, 200, 200)),
    ("second grey", (140, 140, 140)),
    ("lime", (165, 190, 60)),
    ("sky", (130, 175, 215)),
)


@dataclass(frozen=True)
class Mat:
    paper: Paper
    markers: tuple[Box, ...]
    """In the order of PLACES."""
    patches: tuple[Patch, ...]
    tray: Box
    ruler: tuple[float, float]
    """Where the ruler begins."""
    blank: tuple[Box, ...]
    """Spots where the bare paper shows, as a second opinion on white."""

    @property
    def size(self) -> tuple[float, float]:
        return self.paper.width, self.paper.height

    @property
    def ids(self) -> range:
        return range(self.paper.first, self.paper.first + len(self.markers))

    def marker_corners(self, number: int) -> Floats:
        """The corners (4, 2) of the marker of this number, clockwise from its upper left."""
        return corners(self.markers[number - self.paper.first])


def corners(box: Box) -> Floats:
    """Clockwise from the upper left (4, 2)."""
    x, y, w, h = box
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float64)


@cache
def mat(paper: str) -> Mat:
    """The mat for a paper of PAPERS."""
    sheet = PAPERS[paper]
    width, height, side = sheet.width, sheet.height, sheet.side
    left, middle, right = MARGIN, (width - side) / 2, width - MARGIN - side
    top, bottom = MARGIN, height - MARGIN - side
    spots = ((left, top), (middle, top), (right, top), (right, bottom), (middle, bottom), (left, bottom))
    markers = tuple((x, y, side, side) for x, y in spots)
    pitch = (middle - left - side - 2 * CLEAR) / 5
    patch = min(pitch - 2.0, side - 10.0)
    columns = [first + CLEAR + side + pitch * i + (pitch - patch) / 2 for first in (left, middle) for i in range(5)]
    rows = (top + side - patch, bottom)
    patches = tuple(
        Patch(name, rgb, (x, y, patch, patch))
        for y, row in zip(rows, (_TOP, _BOTTOM), strict=True)
        for x, (name, rgb) in zip(columns, row, strict=True)
    )
    inset = MARGIN + BORDER / 2
    tray = (inset, top + side + 6.0, width - 2 * inset, height - 2 * (MARGIN + side) - 6.0 - BAND)
    blank = (*(spot for box in markers for spot in _beside(box, sheet)), *_within(tray))
    return Mat(sheet, markers, patches, tray, (MARGIN, tray[1] + tray[3] + 4.0), blank)


def _beside(marker: Box, sheet: Paper) -> list[Box]:
    """Bare paper around a marker: towards the paper's edge, and left and right of it."""
    x, y, side, _ = marker
    cell = side / CELLS
    outside = y - 1.5 * cell if y < sheet.height / 2 else y + side + 0.5 * cell
    spots = [(x + share * side - cell / 2, outside, cell, cell) for share in (0.25, 0.75)]
    if x < sheet.width - 2 * side:
        spots.append((x + side + 0.3 * cell, y + side / 2, 0.7 * cell, cell))
    if x > 2 * side:
        spots.append((x - cell, y + side / 2, 0.7 * cell, cell))
    return spots


def _within(tray: Box) -> list[Box]:
    """Bare paper along the inner edge of the tray."""
    x, y, width, height = tray
    along = [(x + width * (i + 0.5) / 6 - 2, y + d, 4.0, 4.0) for i in range(6) for d in (4.0, height - 8.0)]
    return along + [(x + d, y + height * share, 4.0, 4.0) for share in (0.3, 0.5, 0.7) for d in (4.0, width - 8.0)]


def paper_of(number: int) -> str | None:
    """Which paper a marker of this number is printed on."""
    for name, sheet in PAPERS.items():
        if sheet.first <= number < sheet.first + len(PLACES):
            return name
    return None
