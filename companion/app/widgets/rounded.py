"""A picture with round corners: whole, or cut to the shape that it is given."""

from __future__ import annotations

from typing import Any, Literal

from kivy.graphics import Color, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import ROUND

Fit = Literal["whole", "cut"]


class RoundedPicture(Widget):
    """`fit`: the whole picture, as large as there is room, or so much of it as fills the room."""

    def __init__(
        self, texture: Texture | None = None, *, fit: Fit = "whole", radius: float = ROUND, **more: Any
    ) -> None:
        super().__init__(**more)
        self._fit = fit
        with self.canvas:
            self._paint = Color(1, 1, 1, 0)
            self._shape = RoundedRectangle(radius=[dp(radius)])
        self.bind(pos=self._follow, size=self._follow)
        self.texture = texture

    @property
    def texture(self) -> Texture | None:
        return self._texture

    @texture.setter
    def texture(self, texture: Texture | None) -> None:
        self._texture = texture
        self._shape.texture = texture
        self._paint.a = 0 if texture is None else 1
        self._follow()

    def _follow(self, *_: object) -> None:
        if self._texture is None or self.width < 1 or self.height < 1:
            return
        wide, high = self._texture.size
        if self._fit == "whole":
            scale = min(self.width / wide, self.height / high)
            size = wide * scale, high * scale
            self._shape.tex_coords = self._texture.tex_coords
        else:
            scale = max(self.width / wide, self.height / high)
            size = tuple(self.size)
            self._shape.tex_coords = _middle_of(self._texture, self.width / scale / wide, self.height / scale / high)
        self._shape.size = size
        self._shape.pos = self.center_x - size[0] / 2, self.center_y - size[1] / 2


def _middle_of(texture: Texture, across: float, tall: float) -> tuple[float, ...]:
    """Texture coordinates of so much of its middle."""
    u0, v0, u1, _, _, v1 = texture.tex_coords[:6]
    du, dv = (u1 - u0) * (1 - across) / 2, (v1 - v0) * (1 - tall) / 2
    left, right, low, high = u0 + du, u1 - du, v0 + dv, v1 - dv
    return left, low, right, low, right, high, left, high
