"""Words in a box of fixed size, such as a name on a card: as large as they can be there, never cut off."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Measure
from kivy.metrics import dp, sp
from kivy.uix.label import Label

from companion.app.theme import BOLD, TEXT, TITLE, Colour
from companion.app.ui import Say, Ui

SMALLEST = 10.0
LEADING = 1.22
"""Height of a line for a letter of 1."""


class Fitted(Label):
    """A few words in `box` (dp) and, if so many are given, in `lines`; `largest` is their size where they are short."""

    def __init__(
        self,
        ui: Ui,
        text: Say,
        box: tuple[float, float],
        largest: float,
        *,
        bold: bool = True,
        title: bool = False,
        colour: Colour | None = None,
        align: str = "center",
        valign: str = "middle",
        lines: int = 0,
        **more: Any,
    ) -> None:
        words = ui.words(text)
        font = TITLE if title else BOLD if bold else TEXT
        width, height = dp(box[0]), dp(box[1])
        super().__init__(
            text=words,
            font_name=font,
            font_size=sp(fitting(words, font, (width, height), largest, lines)),
            color=colour or ui.colours.ink,
            halign=align,
            valign=valign,
            size_hint=(None, None),
            size=(width, height),
            text_size=(width, height),
            shorten=False,
            **more,
        )


@lru_cache(4096)
def fitting(words: str, font: str, box: tuple[float, float], largest: float, most_lines: int) -> float:
    """The largest size, in sp, at which words fit a box (pixels) when they are broken between words only."""
    width, height = box
    size = largest
    while size > SMALLEST:
        lines = _lines(words, font, size, width)
        if lines is not None and lines <= (most_lines or lines) and lines * sp(size) * LEADING <= height:
            return size
        size -= 0.5
    return SMALLEST


def _lines(words: str, font: str, size: float, width: float) -> int | None:
    """How many lines it takes; None if a word is wider than the box."""
    measure = Measure(font_name=font, font_size=sp(size)).get_extents
    space = measure(" ")[0]
    lines, used = 1, 0.0
    for word in words.split():
        wide = measure(word)[0]
        if wide > width:
            return None
        if used and used + space + wide > width:
            lines, used = lines + 1, 0.0
        used += wide + (space if used else 0)
    return lines
