"""A face of a kit on its die: ticked when taught, framed when wanted, written where nobody has drawn it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp, sp
from kivy.uix.label import Label

from companion.app.icons import GLYPHS
from companion.app.theme import BOLD, ICONS
from companion.app.ui import Ui
from companion.app.widgets.dice import DiePicture
from companion.lesson_plan import Key
from vision.simulated_table.faces import look_of, print_of

ANY = "any"
"""The body of dice of any colour; they are drawn white."""
TICK = 24
INK = (0.12, 0.11, 0.1, 1)


class FaceTile(DiePicture):
    """`shots` are the pictures there are of it; a face that was left out is set back."""

    def __init__(
        self,
        ui: Ui,
        key: Key,
        size: float,
        *,
        numerals: bool = False,
        shots: int = 0,
        wanted: bool = False,
        skipped: bool = False,
        on_tap: Callable[[], object] | None = None,
        **more: Any,
    ) -> None:
        body, face = key[0] if key[0] != ANY else "white", key[1]
        ring = ui.colours.primary if wanted else None
        super().__init__(
            ui, body, face, size, numerals=numerals, ring=ring, dim=skipped and not wanted, on_tap=on_tap, **more
        )
        self.key, self.shots = key, shots
        self._written: Label | None = None
        if print_of(body, look_of(face, numerals=numerals)) is None:
            self._written = Label(
                text=face, font_name=BOLD, font_size=sp(max(11, size * 0.15)), color=INK, halign="center",
                valign="middle", max_lines=3, shorten=True,
            )  # fmt: skip
            self.add_widget(self._written)
        self._tick: Label | None = None
        if shots:
            self._tick = Label(
                text=GLYPHS["check"], font_name=ICONS, font_size=sp(16), color=ui.colours.surface,
                size_hint=(None, None), size=(dp(TICK), dp(TICK)),
            )  # fmt: skip
            with self._tick.canvas.before:
                Color(*ui.colours.surface)
                self._rim = SmoothEllipse(size=(dp(TICK + 4), dp(TICK + 4)))
                Color(*ui.colours.good)
                self._disc = SmoothEllipse(size=(dp(TICK), dp(TICK)))
            self.add_widget(self._tick)
        self._stay()
        self.bind(pos=self._stay, size=self._stay)

    def _stay(self, *_: object) -> None:
        if self._written is not None:
            self._written.pos = self.pos
            self._written.size = self._written.text_size = self.size
        if self._tick is not None:
            self._tick.pos = self.right - 0.72 * self._tick.width, self.y - 0.2 * self._tick.height
            self._disc.pos = self._tick.pos
            self._rim.pos = self._tick.x - dp(2), self._tick.y - dp(2)
