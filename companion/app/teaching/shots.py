"""What was taken, as small pictures; a tap on one takes it back."""

from __future__ import annotations

from collections.abc import Callable

from kivy.graphics import Color, RoundedRectangle, SmoothEllipse
from kivy.metrics import dp, sp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.icons import GLYPHS
from companion.app.theme import ICONS
from companion.app.ui import Ui
from companion.app.widgets.cut_out import face_texture
from vision.crops import Image

SIDE = 64
CROSS = 22


class ShotPicture(ButtonBehavior, Widget):
    """A face as the camera took it, with a cross: a tap takes it back."""

    def __init__(self, ui: Ui, picture: Image, on_tap: Callable[[], object], size: float = SIDE) -> None:
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)))
        self._on_tap = on_tap
        with self.canvas:
            Color(1, 1, 1, 1)
            self._picture = RoundedRectangle(radius=[dp(8)], texture=face_texture(picture))
            Color(*ui.colours.surface)
            self._rim = SmoothEllipse(size=(dp(CROSS + 4), dp(CROSS + 4)))
            Color(*ui.colours.bad)
            self._disc = SmoothEllipse(size=(dp(CROSS), dp(CROSS)))
        self._cross = Label(
            text=GLYPHS["close"], font_name=ICONS, font_size=sp(15), color=ui.colours.on_bad,
            size_hint=(None, None), size=(dp(CROSS), dp(CROSS)),
        )  # fmt: skip
        self.add_widget(self._cross)
        self.bind(pos=self._follow, size=self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        self._picture.pos, self._picture.size = self.pos, self.size
        self._cross.pos = self._disc.pos = self.right - dp(CROSS + 2), self.top - dp(CROSS + 2)
        self._rim.pos = self._disc.pos[0] - dp(2), self._disc.pos[1] - dp(2)

    def on_release(self) -> None:
        self._on_tap()
