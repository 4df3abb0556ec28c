"""A track to slide along: which of many, with marks where something special was."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kivy.graphics import Color, InstructionGroup, SmoothEllipse, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import PRIMARY
from companion.app.ui import Ui

KNOB, GROOVE, MARK = 30, 8, 12


class Track(Widget):
    """From 0 to `last`. A finger anywhere on it takes the knob there; `on_move` is told each new place once."""

    def __init__(
        self, ui: Ui, last: int, place: int, on_move: Callable[[int], object], marks: Iterable[int] = (), **more: Any
    ) -> None:
        super().__init__(**{"size_hint_y": None, "height": dp(PRIMARY), **more})
        self._last, self._place, self._on_move, self._marks = max(0, last), place, on_move, tuple(marks)
        with self.canvas:
            Color(*ui.colours.raised)
            self._groove = SmoothRoundedRectangle(radius=[dp(GROOVE / 2)])
            Color(*ui.colours.primary)
            self._behind = SmoothRoundedRectangle(radius=[dp(GROOVE / 2)])
            Color(*ui.colours.accent)
            self._signs = InstructionGroup()
            Color(*ui.colours.primary)
            self._knob = SmoothEllipse(size=(dp(KNOB), dp(KNOB)))
            Color(*ui.colours.on_primary)
            self._eye = SmoothEllipse(size=(dp(KNOB / 3), dp(KNOB / 3)))
        self.bind(pos=self._follow, size=self._follow)

    @property
    def place(self) -> int:
        return self._place

    @place.setter
    def place(self, place: int) -> None:
        self._place = max(0, min(self._last, place))
        self._follow()

    def _x(self, place: int) -> float:
        start, end = self.x + dp(KNOB / 2), self.x + self.width - dp(KNOB / 2)
        return start + (end - start) * (place / self._last if self._last else 0.0)

    def _follow(self, *_: object) -> None:
        middle, half = self.center_y, dp(GROOVE / 2)
        left = self._x(0)
        self._groove.pos, self._groove.size = (left, middle - half), (self._x(self._last) - left, 2 * half)
        x = self._x(self._place)
        self._behind.pos, self._behind.size = (left, middle - half), (max(1.0, x - left), 2 * half)
        for shape in (self._knob, self._eye):
            shape.pos = x - shape.size[0] / 2, middle - shape.size[1] / 2
        self._signs.clear()
        for mark in self._marks:
            size = dp(MARK)
            self._signs.add(SmoothEllipse(pos=(self._x(mark) - size / 2, middle - size / 2), size=(size, size)))

    def _go(self, x: float) -> None:
        start, end = self._x(0), self._x(self._last)
        share = (x - start) / (end - start) if end > start else 0.0
        place = round(max(0.0, min(1.0, share)) * self._last)
        if place != self._place:
            self.place = place
            self._on_move(place)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._go(touch.x)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._go(touch.x)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True
