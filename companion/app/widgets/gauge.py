"""How far something has come: a bar, filled from the left."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import Colour
from companion.app.ui import Ui

HEIGHT = 12


class Gauge(Widget):
    """`share` is 0 to 1."""

    def __init__(
        self, ui: Ui, share: float = 0.0, *, colour: Colour | None = None, ground: Colour | None = None, **more: Any
    ) -> None:
        super().__init__(size_hint_y=None, height=dp(HEIGHT), **more)
        self._share = share
        with self.canvas:
            Color(*(ground or ui.colours.raised))
            self._ground = SmoothRoundedRectangle(radius=[dp(HEIGHT / 2)])
            Color(*(colour or ui.colours.primary))
            self._bar = SmoothRoundedRectangle(radius=[dp(HEIGHT / 2)])
        self.bind(pos=self._follow, size=self._follow)

    @property
    def share(self) -> float:
        return self._share

    @share.setter
    def share(self, share: float) -> None:
        self._share = share
        self._follow()

    def _follow(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size
        width = max(self.height, self.width * self._share) if self._share else 0.0
        self._bar.pos, self._bar.size = self.pos, (width, self.height if width else 0)
