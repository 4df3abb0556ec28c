"""Text: wrapped to the width it is given, as high as it needs to be."""

from __future__ import annotations

import re
from typing import Any

from kivy.metrics import dp, sp
from kivy.uix.label import Label

from companion.app.icons import GLYPHS
from companion.app.icons import SIGNS as FILLED
from companion.app.theme import BOLD, ICONS, SIGNS, TEXT, TITLE, Colour, Size
from companion.app.ui import Say, Ui

LEADING = 1.15
"""From one line to the next, in heights of the letters: the fonts themselves set them closer than is easy to read."""
SUM = re.compile(r"(?<=[\d)]) ([×=]) (?=[\d(−])")
NUMBERED = re.compile(r"(?<=\d) (?=[^\W\d_])")
TIE = "\N{NO-BREAK SPACE}"


def tied(words: str) -> str:
    """Sums stay on their line, and numbers with what they count."""
    return NUMBERED.sub(TIE, SUM.sub(f"{TIE}\\1{TIE}", words))


class Words(Label):
    """A sentence. With `wrap=False` it stays on one line, as wide as it needs to be; `box` fixes its size (dp)."""

    def __init__(
        self,
        ui: Ui,
        text: Say,
        size: Size = "body",
        *,
        bold: bool = False,
        colour: Colour | None = None,
        align: str = "left",
        wrap: bool = True,
        box: tuple[float, float] | None = None,
        lines: int = 0,
        **more: Any,
    ) -> None:
        title = size in ("title", "huge")
        super().__init__(
            text=tied(ui.words(text)),
            font_name=TITLE if title else BOLD if bold else TEXT,
            font_size=sp(ui.look.sp(size)),
            color=colour or ui.colours.ink,
            halign=align,
            valign="middle",
            max_lines=lines,
            shorten=bool(lines),
            shorten_from="right",
            **more,
        )
        self._wraps = wrap
        if box is not None:
            self.size_hint = (None, None)
            self.size = self.text_size = dp(box[0]), dp(box[1])
        elif wrap:
            self.size_hint_y = None
            self.bind(width=self._wrap, texture_size=self._grow)
            self._wrap()
            self._grow()  # no words take no room
        else:
            self.size_hint = (None, None)
            self.bind(texture_size=self._grow)
            self._grow()

    def fix(self, width: float, align: str) -> None:
        """One line of a width (pixels) that others have too, flush to a side."""
        self.unbind(texture_size=self._grow)
        self.halign, self.width = align, width
        self.text_size = (width, None)

    def _wrap(self, *_: object) -> None:
        self.text_size = (self.width, None)

    def _grow(self, *_: object) -> None:
        """Lines are set apart only where there are several: Kivy puts the gap under the last one too."""
        one_line = self._label.get_extents("A")[1]
        leading: float = LEADING if self.texture_size[1] > 1.5 * one_line else 1.0
        if leading != self.line_height:  # type: ignore[has-type]
            self.line_height = leading
            self.texture_update()
        if self._wraps:
            self.height = self.texture_size[1]
        else:
            self.size = self.texture_size


class Icon(Label):
    """A sign from the icon font."""

    font, glyphs = ICONS, GLYPHS

    def __init__(self, ui: Ui, name: str, size: float = 28, *, colour: Colour | None = None, **more: Any) -> None:
        side = sp(size * ui.look.scale)
        super().__init__(
            text=self.glyphs[name],
            font_name=self.font,
            font_size=side,
            color=colour or ui.colours.ink,
            disabled_color=colour or ui.colours.ink,
            size_hint=(None, None),
            size=(side * 1.15, side * 1.15),
            **more,
        )

    def show(self, name: str, colour: Colour) -> None:
        """Another sign in the same place."""
        self.text, self.color = self.glyphs[name], colour


class Sign(Icon):
    """A filled sign, as on cards."""

    font, glyphs = SIGNS, FILLED
