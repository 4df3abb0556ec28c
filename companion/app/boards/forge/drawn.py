"""Small things drawn by hand: painted once where the origin is, then moved as a whole.

A board has hundreds of them, and a label each would take longer to lay out than people wait for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Lettering
from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.app.theme import BOLD, Colour


class Drawn(Widget):
    """A widget that `paint` draws, from (0, 0) to its size; it is painted again when its size changes."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._ink = Canvas()
        with self.canvas:
            PushMatrix()
            self._place = Translate(*self.pos)
        self.canvas.add(self._ink)
        with self.canvas:
            PopMatrix()
        self.bind(pos=self._move, size=self.repaint)
        self.repaint()

    def paint(self) -> None:
        """Draw, with the origin in the lower left corner."""

    def repaint(self, *_: object) -> None:
        self._ink.clear()
        with self._ink:
            self.paint()

    def _move(self, *_: object) -> None:
        self._place.x, self._place.y = self.pos


def write(
    text: str, x: float, y: float, size: float, colour: Colour, *, font: str = BOLD, align: float = 0.5, rim: float = 0
) -> float:
    """Letters with their middle line at y; `align` says which part of them is at x. How wide they are comes back."""
    letters = _letters(text, font, round(size), round(rim))
    width, height = letters.size
    Color(*colour)
    Rectangle(texture=letters, size=letters.size, pos=(round(x - align * width), round(y - height / 2)))
    return float(width)


def write_lines(
    text: str, x: float, y: float, size: float, colour: Colour, *, width: float, lines: int, font: str = BOLD
) -> None:
    """Words in the middle of (x, y), wrapped to a width; smaller letters where they would need too many lines."""
    Color(*colour)
    letters = _lines(text, font, round(size), round(width), lines)
    Rectangle(texture=letters, size=letters.size, pos=(round(x - letters.width / 2), round(y - letters.height / 2)))


@lru_cache(maxsize=512)
def _lines(text: str, font: str, size: int, width: int, lines: int) -> Texture:
    for smaller in range(5):
        label = Lettering(
            text=text, font_name=font, font_size=size - smaller, text_size=(width, None), halign="center",
            line_height=0.95,
        )  # fmt: skip
        label.refresh()
        longest = max(label.get_extents(word)[0] for word in text.split())
        if longest <= width and len(label._cached_lines) <= lines:
            break
    return label.texture


@lru_cache(maxsize=1024)
def _letters(text: str, font: str, size: int, rim: int) -> Texture:
    label = Lettering(text=text, font_name=font, font_size=size, outline_width=rim or None)
    if rim:
        label.options["outline_color"] = (0.15, 0.13, 0.17)
    label.refresh()
    return label.texture
