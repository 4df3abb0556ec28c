"""Faces without a die: the plates that lie in the temple and are forged onto dice."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.app.boards.forge.drawn import Drawn
from vision.simulated_table.faces import print_of

SIDE = 144


@cache
def plate_texture(face: str) -> Texture:
    """The picture of a face alone."""
    marks = print_of("light", face)
    assert marks is not None
    big = cv2.resize(marks, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    texture = Texture.create(size=(SIDE, SIDE), colorfmt="rgba", mipmap=True)
    texture.blit_buffer(big[::-1].tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def paint_plate(face: str, x: float, y: float, side: float, alpha: float = 1) -> None:
    """A plate with its lower left corner at (x, y)."""
    Color(1, 1, 1, alpha)
    Rectangle(texture=plate_texture(face), pos=(x, y), size=(side, side))


class Plate(Drawn):
    """A face alone, to be looked at."""

    def __init__(self, face: str, size: float = 56, **more: Any) -> None:
        self.face = face
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)), **more)

    def paint(self) -> None:
        paint_plate(self.face, 0, 0, self.width)
