"""The live picture, each die outlined with its reading beside it, and what the table is doing."""

from __future__ import annotations

from typing import Any

from kivy.graphics import (
    Color,
    Rectangle,
    SmoothLine,
    SmoothRoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.theme import BOLD, ROUND, Colour, rgb
from companion.app.ui import Ui
from companion.live_table import Glimpse
from companion.referee.words import face_name
from companion.rules import Text
from companion.rules.text import say
from vision.reading import DieRead
from vision.settle import Phase

PHASES: dict[Phase, Text] = {
    "empty": say("The table is empty"),
    "moving": say("Dice are rolling"),
    "hand": say("A hand is in the way"),
    "still": say("Looking …"),
    "confirmed": say("Read"),
}
SURE, UNSURE, LEANING = rgb("#57D28A"), rgb("#F2B33D"), rgb("#E58BF0")


class CameraView(Widget):
    """A picture that keeps its shape within whatever room it is given."""

    def __init__(self, ui: Ui, **more: Any) -> None:
        super().__init__(**more)
        self.ui = ui
        self._texture: Texture | None = None
        self._glimpse: Glimpse | None = None
        self._labels: list[Label] = []
        with self.canvas:
            StencilPush()
            self._shape = SmoothRoundedRectangle(radius=[dp(ROUND)])
            StencilUse()
            Color(*rgb("#0E1113"))
            self._ground = Rectangle()
            Color(1, 1, 1, 1)
            self._picture = Rectangle()
            StencilUnUse()
            self._shape_again = SmoothRoundedRectangle(radius=[dp(ROUND)])
            StencilPop()
        self._phase = Label(
            font_name=BOLD, font_size=sp(16 * ui.look.scale), color=(1, 1, 1, 1), size_hint=(None, None)
        )
        with self._phase.canvas.before:
            Color(0, 0, 0, 0.6)
            self._plate = SmoothRoundedRectangle(radius=[dp(10)], size=(0, 0))
        self.add_widget(self._phase)
        self.bind(pos=self._follow, size=self._follow)

    @property
    def picture_box(self) -> tuple[float, float, float, float]:
        """Where the picture is: x, y, width, height."""
        return (*self._picture.pos, *self._picture.size)

    def show(self, glimpse: Glimpse) -> None:
        """The newest frame."""
        height, width = glimpse.image.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
        self._texture.blit_buffer(glimpse.image.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        before, self._glimpse = self._glimpse, glimpse
        if before is None or before.image.shape != glimpse.image.shape:
            self._follow()
        elif before.dice is not glimpse.dice or before.phase != glimpse.phase:
            self._outline()
        self.canvas.ask_update()

    def _follow(self, *_: object) -> None:
        for shape in (self._shape, self._shape_again, self._ground):
            shape.pos, shape.size = self.pos, self.size
        if self._texture is None:
            self._picture.size = (0, 0)
        else:
            width, height = self._texture.size
            scale = min(self.width / width, self.height / height)
            size = width * scale, height * scale
            self._picture.size = size
            self._picture.pos = self.center_x - size[0] / 2, self.center_y - size[1] / 2
        self._outline()

    def _outline(self) -> None:
        self.canvas.after.clear()
        for label in self._labels:
            self.remove_widget(label)
        self._labels.clear()
        glimpse = self._glimpse
        if glimpse is None or self._texture is None:
            return
        self._tell_phase(glimpse.phase)
        for die in glimpse.dice:
            self._draw(die, glimpse.scale)

    def _tell_phase(self, phase: Phase) -> None:
        label = self._phase
        label.text = self.ui.words(PHASES[phase])
        label.texture_update()
        label.size = label.texture_size[0] + dp(20), label.texture_size[1] + dp(12)
        x, y, *_ = self.picture_box
        label.pos = x + dp(10), y + dp(10)
        self._plate.pos, self._plate.size = label.pos, label.size

    def _draw(self, die: DieRead, scale: float) -> None:
        colour: Colour = LEANING if die.leaning else SURE if die.sure else UNSURE
        points = [self._place(px * scale, py * scale) for px, py in die.top]
        flat = [value for point in points for value in point]
        with self.canvas.after:
            Color(0, 0, 0, 0.75)
            SmoothLine(points=flat, close=True, width=dp(2.6))
            Color(*colour)
            SmoothLine(points=flat, close=True, width=dp(1.6))
        words = "?" if die.leaning or die.face is None else self.ui.words(face_name(die.face))
        label = Label(
            text=words if die.sure else f"{words} ?",
            font_name=BOLD,
            font_size=sp(14 * self.ui.look.scale),
            color=(0.05, 0.05, 0.05, 1),
            size_hint=(None, None),
        )
        label.texture_update()
        label.size = label.texture_size[0] + dp(10), label.texture_size[1] + dp(4)
        top = max(points, key=lambda point: point[1])
        label.pos = top[0] - label.width / 2, top[1] + dp(3)
        with label.canvas.before:
            Color(*colour)
            SmoothRoundedRectangle(pos=label.pos, size=label.size, radius=[dp(6)])
        self._labels.append(label)
        self.add_widget(label)

    def _place(self, px: float, py: float) -> tuple[float, float]:
        """From pixels of the shown picture to the screen."""
        assert self._texture is not None
        x, y, width, height = self.picture_box
        return x + px / self._texture.width * width, y + height - py / self._texture.height * height
