"""Drawn things that can be tapped, and some that can be picked up and dragged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior

from companion.app.boards.forge.drawn import Drawn
from companion.app.boards.forge.plates import paint_plate
from companion.app.theme import ROUND
from companion.app.ui import Ui

START = 14
"""How far a finger has to move before it drags (dp)."""
HELD = 76


class Key(ButtonBehavior, Drawn):
    """Something drawn that does something when it is tapped; `words` say what it is."""

    def __init__(self, ui: Ui, words: str, on_tap: Callable[[], object] | None, **more: Any) -> None:
        self.ui, self.words, self.on_tap = ui, words, on_tap
        super().__init__(**more)
        self.bind(state=self.repaint)

    def paint(self) -> None:
        """Draw the contents, then the shade of a touch."""
        self.draw()
        if self.state == "down":
            Color(0, 0, 0, 0.14)
            SmoothRoundedRectangle(size=self.size, radius=[dp(ROUND * 0.7)])

    def draw(self) -> None:
        """What there is to see."""

    def on_release(self) -> None:
        if self.on_tap is not None:
            self.on_tap()


class Held(Drawn):
    """A plate between the fingers, over everything else."""

    def __init__(self, face: str) -> None:
        self._face = face
        super().__init__(size_hint=(None, None), size=(dp(HELD), dp(HELD)))

    def paint(self) -> None:
        Color(0, 0, 0, 0.28)
        SmoothRoundedRectangle(pos=(dp(3), -dp(5)), size=self.size, radius=[dp(12)])
        paint_plate(self._face, 0, 0, self.width)


def fly(face: str, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A plate goes from one point of the window to another: what was tapped there is forged here."""
    held = Held(face)
    held.center = start
    Window.add_widget(held)
    way = Animation(center=end, duration=0.28, transition="in_out_quad")
    way.bind(on_complete=lambda *_: Window.remove_widget(held))
    way.start(held)


class Draggable(Key):
    """A key with a plate on it that can be dragged: `dragged` hears where it is, `dropped` where it was let go."""

    def __init__(self, ui: Ui, words: str, on_tap: Callable[[], object] | None, face: str, **more: Any) -> None:
        self.face = face
        self.dragged: Callable[[float, float], object] | None = None
        self.dropped: Callable[[float, float], object] | None = None
        self._held: Held | None = None
        super().__init__(ui, words, on_tap, **more)

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self.dropped is None:
            return bool(super().on_touch_move(touch))
        far = abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(START)
        if self._held is None and far:
            self._held = Held(self.face)
            Window.add_widget(self._held)
        if self._held is not None:
            place = self.to_window(*touch.pos)
            # above the finger, which would hide it
            self._held.center = place[0], place[1] + dp(HELD) * 0.35
            if self.dragged is not None:
                self.dragged(*place)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is self and self._held is not None:
            touch.ungrab(self)
            Window.remove_widget(self._held)
            self._held = None
            self.state = "normal"
            assert self.dropped is not None
            self.dropped(*self.to_window(*touch.pos))
            return True
        return bool(super().on_touch_up(touch))
