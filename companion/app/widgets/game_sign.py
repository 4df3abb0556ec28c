"""A game as a small square: its colour and one of its dice."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout

from companion.app.cards import CARDS
from companion.app.theme import rgb
from companion.app.ui import Ui
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import paint_round
from companion.prints import has_numerals

DIE = 0.68


class GameSign(AnchorLayout):
    """The sign of a game; one that nobody knows any more is grey."""

    def __init__(self, ui: Ui, game_id: str, size: float) -> None:
        super().__init__(anchor_x="center", anchor_y="center", size_hint=(None, None), size=(dp(size), dp(size)))
        colour, dice = CARDS.get(game_id, ("#6A6A6A", (("white", "1"),)))
        paint_round(self, rgb(colour))
        body, face = dice[0]
        self.add_widget(DiePicture(ui, body, face, size * DIE, numerals=has_numerals(game_id)))
