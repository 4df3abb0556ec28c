"""Paper for charts: shapes and words on a numpy picture, drawn by OpenCV, smooth on any screen.

OpenCV 5 brings a font that knows umlauts; with OpenCV 4 words are drawn in its plain one, ä as ae.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.crops import Image

Rgb = tuple[int, int, int]

PAPER: Rgb = (250, 248, 244)
INK: Rgb = (38, 42, 51)
SOFT: Rgb = (120, 122, 128)
LINE: Rgb = (224, 220, 212)
GOOD: Rgb = (58, 140, 92)
BAD: Rgb = (196, 72, 60)
PLAYERS: tuple[Rgb, ...] = (
    (38, 96, 164),
    (214, 112, 38),
    (46, 134, 98),
    (150, 66, 128),
    (188, 154, 30),
    (90, 104, 120),
    (196, 72, 60),
)
"""A colour a seat, told apart by people who see no red or green too."""
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

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._picture: Image = np.full((height * FINE, width * FINE, 3), PAPER[::-1], np.uint8)
        made: Any = getattr(cv2, "FontFace", None)
        self._font = made("sans") if made else None

    def picture(self) -> Image:
        """The finished chart (BGR)."""
        small = cv2.resize(self._picture, (self.width, self.height), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)

    def box(self, x: float, y: float, width: float, height: float, colour: Rgb, *, radius: float = 0) -> None:
        """A filled box, its corners round."""
        if width <= 0 or height <= 0:
            return
        r = min(radius, width / 2, height / 2)
        steps = np.linspace(0, np.pi / 2, 8)
        turns = [(x + width - r, y + r, -np.pi / 2), (x + width - r, y + height - r, 0.0)]
        turns += [(x + r, y + height - r, np.pi / 2), (x + r, y + r, np.pi)]
        outline = [(cx + r * np.cos(a + s), cy + r * np.sin(a + s)) for cx, cy, a in turns for s in steps]
        cv2.fillPoly(self._picture, [_points(outline)], colour[::-1], cv2.LINE_AA, 4)

    def line(self, points: Sequence[tuple[float, float]], colour: Rgb, thick: float = 1) -> None:
        """A line through points."""
        width = max(1, round(thick * FINE))
        cv2.polylines(self._picture, [_points(points)], False, colour[::-1], width, cv2.LINE_AA, 4)

    def dot(self, x: float, y: float, radius: float, colour: Rgb) -> None:
        centre = (round(x * FINE * 16), round(y * FINE * 16))
        cv2.circle(self._picture, centre, round(radius * FINE * 16), colour[::-1], cv2.FILLED, cv2.LINE_AA, 4)

    def words(self, x: float, y: float, text: str, size: int = 15, colour: Rgb = INK, **how: Any) -> None:  # noqa: ANN401
        """Words on the baseline `y`: `bold=True`, `align="left"`, `"middle"` or `"right"` of `x`."""
        bold, align = bool(how.get("bold")), how.get("align", "left")
        x -= {"left": 0.0, "middle": 0.5, "right": 1.0}[str(align)] * self.measure(text, size, bold=bold)
        place = (round(x * FINE), round(y * FINE))
        if self._font is not None:
            drawn: Any = cv2.putText
            drawn(self._picture, text, place, colour[::-1], self._font, size * FINE, 650 if bold else 400)
        else:
            scale, thick = size * FINE / 30, FINE * (2 if bold else 1)
            plain = text.translate(PLAIN)
            cv2.putText(self._picture, plain, place, cv2.FONT_HERSHEY_SIMPLEX, scale, colour[::-1], thick, cv2.LINE_AA)

    def fit(self, text: str, size: int, width: float) -> str:
        """The words, cut short with an ellipsis where they would be wider than this."""
        if self.measure(text, size) <= width:
            return text
        while text and self.measure(f"{text}…", size) > width:
            text = text[:-1]
        return f"{text.rstrip(' ,')}…"

    def measure(self, text: str, size: int, *, bold: bool = False) -> float:
        """How wide words will be."""
        if self._font is not None:
            measured: Any = cv2.getTextSize
            box = measured((1, 1), text, (0, 0), self._font, size * FINE, 650 if bold else 400)
            return float(box[0] + box[2]) / FINE
        thick = FINE * (2 if bold else 1)
        return cv2.getTextSize(text.translate(PLAIN), cv2.FONT_HERSHEY_SIMPLEX, size * FINE / 30, thick)[0][0] / FINE


def _points(points: Sequence[tuple[float, float]]) -> Any:  # noqa: ANN401
    return np.round(np.array(points, np.float64) * FINE * 16).astype(np.int32).reshape(-1, 1, 2)


def png(picture: Image) -> bytes:
    """A picture as a PNG file."""
    return bytes(cv2.imencode(".png", picture)[1])
