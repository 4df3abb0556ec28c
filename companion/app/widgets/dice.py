"""Dice on the screen: drawn as dice, with a mark where a reading is in doubt, and something to tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothEllipse, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.dice_art import die_picture, ink_on
from companion.app.theme import BOLD, Colour
from companion.app.ui import Ui

AIR = 3
"""Nothing around a die (pixels of its picture): its edge is smooth also where it lies askew."""


@cache
def die_texture(body: str, face: str | None, numerals: bool, hatched: bool = False) -> Texture:
    picture = np.pad(
        die_picture(body, face, numerals=numerals, hatched=hatched), ((AIR, AIR), (AIR, AIR), (0, 0)), "edge"
    )
    picture[:AIR, :, 3] = picture[-AIR:, :, 3] = picture[:, :AIR, 3] = picture[:, -AIR:, 3] = 0
    height, width = picture.shape[:2]
    texture = Texture.create(size=(width, height), colorfmt="rgba", mipmap=True)
    texture.blit_buffer(picture[::-1].tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


class DiePicture(ButtonBehavior, Widget):
    """One die. `doubt` puts a question mark on it, `ring` a coloured line around it, `dim` sets it back."""

    def __init__(
        self,
        ui: Ui,
        body: str,
        face: str | None,
        size: float = 72,
        *,
        numerals: bool = False,
        on_tap: Callable[[], object] | None = None,
        doubt: bool = False,
        ring: Colour | None = None,
        dim: bool = False,
        tilt: float = 0,
        **more: Any,
    ) -> None:
        """`tilt`: turned by so many degrees, as dice lie on a table."""
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)), **more)
        self.ui, self.body, self.face, self.on_tap = ui, body, face, on_tap
        with self.canvas:
            PushMatrix()
            self._turned = Rotate(angle=tilt)
            self._paint = Color(1, 1, 1, 0.4 if dim else 1)
            self._picture = Rectangle(texture=die_texture(body, face, numerals))
            PopMatrix()
            if ring is not None:
                Color(*ring)
                self._ring: SmoothLine | None = SmoothLine(width=dp(2.2), overdraw_width=dp(1))
            else:
                self._ring = None
            if doubt:
                Color(*ui.colours.accent)
                self._badge: SmoothEllipse | None = SmoothEllipse()
            else:
                self._badge = None
        self._mark: Label | None = None
        if doubt or face is None:
            self._mark = Label(text="?", font_name=BOLD, font_size=sp(size * (0.28 if doubt else 0.45)))
            self._mark.color = ui.colours.on_accent if doubt else ink_on(body)
            self.add_widget(self._mark)
        self.bind(pos=self._follow, size=self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        self._picture.pos, self._picture.size = self.pos, self.size
        self._turned.origin = self.center
        width, height = self.size
        if self._ring is not None:
            gap = dp(2)
            self._ring.rounded_rectangle = (
                self.x - gap, self.y - gap, width + 2 * gap, height + 2 * gap, 0.22 * width,
            )  # fmt: skip
        if self._badge is not None:
            side = 0.42 * width
            self._badge.size, self._badge.pos = (side, side), (self.right - 0.8 * side, self.top - 0.8 * side)
        if self._mark is not None:
            if self._badge is not None:
                self._mark.size, self._mark.pos = self._badge.size, self._badge.pos
            else:
                self._mark.size, self._mark.pos = self.size, self.pos

    def on_touch_down(self, touch: Any) -> bool:
        """Where a touch does nothing, whatever lies beneath gets it."""
        return self.on_tap is not None and bool(super().on_touch_down(touch))

    def on_release(self) -> None:
        if self.on_tap is not None:
            self.on_tap()
