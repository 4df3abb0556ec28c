"""A picture of the camera: keeps its shape within whatever room it has, rounded, with outlines and words over it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, RoundedRectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp, sp
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.theme import BOLD, ROUND, Colour, rgb
from companion.app.ui import Ui
from companion.app.widgets.clear_place import Box, clear_place
from vision.crops import Image

NIGHT = rgb("#0E1113")
SURE, UNSURE, LEANING = rgb("#57D28A"), rgb("#F2B33D"), rgb("#E58BF0")
SHAPE = 9 / 16
SMALL = 420
"""Width of a picture (dp) up to which lines are thin."""


class FrameView(Widget):
    """Shows frames. `marks` draws what belongs over them and is called whenever the picture's place changes."""

    def __init__(self, ui: Ui, **more: Any) -> None:
        super().__init__(**more)
        self.ui = ui
        self._texture: Texture | None = None
        self._tags: list[Label] = []
        with self.canvas:
            Color(*NIGHT)
            self._ground = RoundedRectangle(radius=[dp(ROUND)])
            Color(1, 1, 1, 1)
            self._picture = RoundedRectangle(radius=[dp(ROUND)], size=(0, 0))
        self.bind(pos=self._follow, size=self._follow)

    @property
    def picture_box(self) -> Box:
        """Where the picture is."""
        return (*self._picture.pos, *self._picture.size)

    @property
    def empty(self) -> bool:
        """Whether no frame has come yet."""
        return self._texture is None

    def show_image(self, image: Image) -> bool:
        """Show a frame (BGR); whether its marks were drawn anew because it has another size than the last."""
        height, width = image.shape[:2]
        reshaped = self._texture is None or self._texture.size != (width, height)
        if reshaped:
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
            self._picture.texture = self._texture
        assert self._texture is not None
        self._texture.blit_buffer(image.tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        if reshaped:
            self._follow()
        self.canvas.ask_update()
        return reshaped

    def marks(self) -> None:
        """Draw what belongs over the picture."""

    def mark_again(self) -> None:
        """Take all marks away and draw them anew."""
        self.canvas.after.clear()
        for tag in self._tags:
            self.remove_widget(tag)
        self._tags.clear()
        self.marks()

    def outline(self, corners: Sequence[tuple[float, float]], colour: Colour) -> list[tuple[float, float]]:
        """A line around something in the picture; where its corners are on the screen."""
        points = [self._place(x, y) for x, y in corners]
        flat = [value for point in points for value in point]
        wide = dp(1.6) if self.picture_box[2] > dp(SMALL) else dp(1)
        with self.canvas.after:
            Color(*NIGHT)  # whatever is sheer would be seen where the picture is scrolled out of sight
            SmoothLine(points=flat, close=True, width=wide + dp(0.9))
            Color(*colour)
            SmoothLine(points=flat, close=True, width=wide)
        return points

    def tag(self, words: str, die: Box, colour: Colour, others: Sequence[Box]) -> Box:
        """Words on a plate beside a die (its box on the screen), where they cover as little else as they can."""
        label = Label(
            text=words,
            font_name=BOLD,
            font_size=sp((14 if self.picture_box[2] > dp(SMALL) else 12) * self.ui.look.scale),
            color=(0.05, 0.05, 0.05, 1),
            size_hint=(None, None),
        )
        label.texture_update()
        label.size = label.texture_size[0] + dp(10), label.texture_size[1] + dp(4)
        label.pos = clear_place(label.size, die, others, self.picture_box, dp(4))
        with label.canvas.before:
            Color(*colour)
            SmoothRoundedRectangle(pos=label.pos, size=label.size, radius=[dp(6)])
        self._tags.append(label)
        self.add_widget(label)
        return (*label.pos, *label.size)

    def _follow(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size
        if self._texture is not None:
            width, height = self._texture.size
            scale = min(self.width / width, self.height / height)
            size = width * scale, height * scale
            self._picture.size = self._ground.size = size
            self._picture.pos = self._ground.pos = self.center_x - size[0] / 2, self.center_y - size[1] / 2
        self.mark_again()

    def _place(self, px: float, py: float) -> tuple[float, float]:
        """From pixels of the shown picture to the screen."""
        assert self._texture is not None
        x, y, width, height = self.picture_box
        return x + px / self._texture.width * width, y + height - py / self._texture.height * height


class Plate(Label):
    """White words on a dark plate, readable on any picture."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(font_name=BOLD, font_size=sp(16 * ui.look.scale), color=(1, 1, 1, 1), size_hint=(None, None))
        with self.canvas.before:
            Color(0, 0, 0, 0.66)
            self._plate = RoundedRectangle(radius=[dp(10)], size=(0, 0))

    def say(self, words: str, x: float, y: float) -> None:
        """These words, with the lower left corner of the plate here."""
        self.text = words
        self.texture_update()
        self.size = (self.texture_size[0] + dp(20), self.texture_size[1] + dp(12)) if words else (0, 0)
        self.pos = x, y
        self._plate.pos, self._plate.size = self.pos, self.size
