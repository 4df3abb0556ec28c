"""A player as a coloured disc with initials: told apart by name and letter, not by colour alone."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp, sp
from kivy.uix.label import Label

from companion.app.theme import BOLD, PLAYER_COLOURS
from companion.app.ui import Ui


def initials(name: str) -> str:
    """Two letters that stand for a name."""
    parts = name.split()
    letters = parts[0][:1] + parts[-1][:1] if len(parts) > 1 else name.strip()[:2]
    return letters[:1].upper() + letters[1:]


class Avatar(Label):
    """The disc."""

    def __init__(self, ui: Ui, name: str, colour: int, size: float = 48, **more: Any) -> None:
        fill, ink = PLAYER_COLOURS[colour % len(PLAYER_COLOURS)]
        super().__init__(
            text=initials(name),
            font_name=BOLD,
            font_size=sp(size * 0.4),
            color=ink,
            size_hint=(None, None),
            size=(dp(size), dp(size)),
            **more,
        )
        with self.canvas.before:
            Color(*fill)
            self._disc = SmoothEllipse()
        self.bind(pos=self._follow, size=self._follow)
        self._follow()

    def _follow(self, *_: object) -> None:
        self._disc.pos, self._disc.size = self.pos, self.size
