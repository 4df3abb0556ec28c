"""Paper for charts: shapes and words on a numpy picture, drawn by OpenCV, smooth on any screen.

OpenCV 5 brings a font that knows umlauts; with OpenCV 4 words are drawn in its plain one, ä as ae.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.crops import Image

Rgb = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Paper:
    """What charts are drawn on: its colours, how wide it is, how fine, and the fonts of plain and of bold words.

    Players' colours are told apart by people who see no red or green too.
    """

    ground: Rgb = (250, 248, 244)
    ink: Rgb = (38, 42, 51)
    soft: Rgb = (102, 104, 110)
    line: Rgb = (224, 220, 212)
    good: Rgb = (46, 120, 78)
    odd: Rgb = (176, 84, 16)
    bad: Rgb = (186, 58, 46)
    bar: Rgb = (38, 96, 164)
    players: tuple[Rgb, ...] = (
        (38, 96, 164),
        (186, 88, 20),
        (38, 118, 84),
        (150, 66, 128),
        (134, 104, 8),
        (90, 104, 120),
        (186, 58, 46),
    )
    width: int = 900
    scale: float = 1.0
    """Pixels of the finished picture for each unit of its coordinates."""
    fonts: tuple[str, str] = ("sans", "sans")
    head: bool = True
    """Whether a chart says itself what it shows, or somebody beside it does."""


FINE = 2
"""Charts are drawn this many times larger and made smaller at the end: every edge comes out smooth."""
PLAIN = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "–": "-",
        "−": "-",
        "·": "-",
        "×": "x",
    }
    | {"“": '"', "”": '"', "„": '"', "’": "'", "χ": "chi", "²": "2", "…": "..."}
)


class Canvas:
    """A picture to draw on, in the coordinates of the finished chart; colours are RGB."""

    def __init__(self, height: float, paper: Paper) -> None:
        self.paper = paper
        self.width, self.height = paper.width, round(height)
        self._fine = FINE * paper.scale
        size = round(self.height * self._fine), round(self.width * self._fine)
        self._picture: Image = np.full((*size, 3), paper.ground[::-1], np.uint8)
        made: Any = getattr(cv2, "FontFace", None)
        self._fonts = tuple(map(made, paper.fonts)) if made else None

    def picture(self) -> Image:
        """The finished chart (BGR)."""
        size = round(self.width * self.paper.scale), round(self.height * self.paper.scale)
        return np.asarray(cv2.resize(self._picture, size, interpolation=cv2.INTER_AREA), np.uint8)

    def box(self, x: float, y: float, width: float, height: float, colour: Rgb, *, radius: float = 0) -> None:
        """A filled box, its corners round."""
        if width <= 0 or height <= 0:
            return
        r = min(radius, width / 2, height / 2)
        steps = np.linspace(0, np.pi / 2, 8)
        turns = [(x + width - r, y + r, -np.pi / 2), (x + width - r, y + height - r, 0.0)]
        turns += [(x + r, y + height - r, np.pi / 2), (x + r, y + r, np.pi)]
        outline = [(cx + r * np.cos(a + s), cy + r * np.sin(a + s)) for cx, cy, a in turns for s in steps]
        cv2.fillPoly(self._picture, [self._points(outline)], colour[::-1], cv2.LINE_AA, 4)

    def line(self, points: Sequence[tuple[float, float]], colour: Rgb, thick: float = 1) -> None:
        """A line through points."""
        width = max(1, round(thick * self._fine))
        cv2.polylines(self._picture, [self._points(points)], False, colour[::-1], width, cv2.LINE_AA, 4)

    def dot(self, x: float, y: float, radius: float, colour: Rgb) -> None:
        fine = self._fine * 16
        centre = (round(x * fine), round(y * fine))
        cv2.circle(self._picture, centre, round(radius * fine), colour[::-1], cv2.FILLED, cv2.LINE_AA, 4)

    def words(self, x: float, y: float, text: str, size: int = 15, colour: Rgb | None = None, **how: Any) -> None:  # noqa: ANN401
        """Words on the baseline `y`: `bold=True`, `align="left"`, `"middle"` or `"right"` of `x`."""
        bold, align = bool(how.get("bold")), how.get("align", "left")
        colour = (colour or self.paper.ink)[::-1]
        x -= {"left": 0.0, "middle": 0.5, "right": 1.0}[str(align)] * self.measure(text, size, bold=bold)
        place = (round(x * self._fine), round(y * self._fine))
        if self._fonts is not None:
            drawn: Any = cv2.putText
            drawn(self._picture, text, place, colour, self._fonts[bold], round(size * self._fine), 650 if bold else 400)
        else:
            scale, thick = size * self._fine / 30, FINE * (2 if bold else 1)
            plain = text.translate(PLAIN)
            cv2.putText(self._picture, plain, place, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)

    def fit(self, text: str, size: int, width: float) -> str:
        """The words, cut short with an ellipsis where they would be wider than this."""
        if self.measure(text, size) <= width:
            return text
        while text and self.measure(f"{text}…", size) > width:
            text = text[:-1]
        return f"{text.rstrip(' ,')}…"

    def measure(self, text: str, size: int, *, bold: bool = False) -> float:
        """How wide words will be."""
        if self._fonts is not None:
            measured: Any = cv2.getTextSize
            high = round(size * self._fine)
            box = measured((1, 1), text, (0, 0), self._fonts[bold], high, 650 if bold else 400)
            return float(box[0] + box[2]) / self._fine
        thick, scale = FINE * (2 if bold else 1), size * self._fine / 30
        width = cv2.getTextSize(text.translate(PLAIN), cv2.FONT_HERSHEY_SIMPLEX, scale, thick)[0][0]
        return width / self._fine

    def _points(self, points: Sequence[tuple[float, float]]) -> Any:  # noqa: ANN401
        return np.round(np.array(points, np.float64) * self._fine * 16).astype(np.int32).reshape(-1, 1, 2)


def png(picture: Image) -> bytes:
    """A picture as a PNG file."""
    return bytes(cv2.imencode(".png", picture)[1])
