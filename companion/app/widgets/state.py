"""What stands where there is nothing to show: not yet, or not at all."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app.ui import Say, Ui
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column
from companion.app.widgets.words import Icon, Words
from companion.rules.text import say

WIDEST = 0.8


class Waiting(AnchorLayout):
    """One moment: a die that breathes, so that people see that something is being done."""

    def __init__(self, ui: Ui, words: Say | None = None) -> None:
        super().__init__(anchor_x="center", anchor_y="center")
        die = DiePicture(ui, "white", "5", 72)
        die.pos_hint = {"center_x": 0.5}
        self.words = Words(ui, words or say("One moment …"), "lead", align="center", colour=ui.colours.faint)
        self.add_widget(Column(die, self.words, gap=2))
        breath = Animation(opacity=0.35, duration=0.7) + Animation(opacity=1, duration=0.7)
        breath.repeat = True
        breath.start(die)
        self._breath, self._die = breath, die
        self.bind(parent=self._gone)

    def _gone(self, _: object, parent: Widget | None) -> None:
        if parent is None:
            self._breath.cancel(self._die)


class Nothing(AnchorLayout):
    """Nothing is here, and what to do about it."""

    def __init__(self, ui: Ui, icon: str, words: Say, more: Say = "") -> None:
        super().__init__(anchor_x="center", anchor_y="center")
        sign = Icon(ui, icon, 64, colour=ui.colours.line)
        sign.pos_hint = {"center_x": 0.5}
        column = Column(sign, Words(ui, words, "heading", bold=True, align="center"), gap=2, size_hint_x=WIDEST)
        if more:
            column.add_widget(Words(ui, more, "lead", align="center", colour=ui.colours.faint))
        self.add_widget(column)
