"""The pad on which a number is named: large keys, two digits, and how much time is left."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Row, paint_round
from companion.app.widgets.words import Words
from companion.rules.text import say

DIGITS = 2


class TimeBar(Widget):
    """Time running out, from full to empty."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(size_hint_y=None, height=dp(UNIT))
        with self.canvas:
            Color(*ui.colours.raised)
            self._whole = SmoothRoundedRectangle(radius=[dp(UNIT / 2)])
            Color(*ui.colours.accent)
            self._left = SmoothRoundedRectangle(radius=[dp(UNIT / 2)])
        self._share = 1.0
        self.bind(pos=self._follow, size=self._follow)

    def show(self, share: float) -> None:
        """How much of the time is left, 1 to 0."""
        self._share = max(0.0, min(1.0, share))
        self._follow()

    def _follow(self, *_: object) -> None:
        self._whole.pos, self._whole.size = self.pos, self.size
        self._left.pos, self._left.size = self.pos, (max(self.height, self.width * self._share), self.height)


class NumberPad(BoxLayout):
    """Who is asked, the number so far, ten digits. `named` gets the number."""

    def __init__(self, ui: Ui, name: str, colour: int, named: Callable[[int], object]) -> None:
        super().__init__(orientation="vertical", spacing=dp(UNIT), padding=(dp(UNIT), dp(UNIT / 2)))
        paint_round(self, ui.colours.surface, edge=ui.colours.accent)
        self.ui, self._named = ui, named
        self._digits = ""
        avatar = Avatar(ui, name, colour, 44)
        question = Words(ui, say("{player}: which number?", player=name), "lead", bold=True, lines=2)
        self._shown = Words(ui, "", "title", align="center", box=(84, 48))
        paint_round(self._shown, ui.colours.ground, edge=ui.colours.line, radius=UNIT)
        head = Row(avatar, question, self._shown, gap=1.25)
        for part in head.children:
            part.pos_hint = {"center_y": 0.5}
        self.time = TimeBar(ui)
        keys = GridLayout(cols=3, spacing=(dp(UNIT), dp(UNIT / 2)))
        for digit in "123456789":
            keys.add_widget(self._key(digit))
        keys.add_widget(PushButton(ui, on_tap=self._delete, icon="back", size_hint_x=1, size_hint_y=1))
        keys.add_widget(self._key("0"))
        self.enter = PushButton(ui, on_tap=self._name_it, kind="primary", icon="check", size_hint_x=1, size_hint_y=1)
        keys.add_widget(self.enter)
        for part in (head, self.time, keys):
            self.add_widget(part)
        self._show()

    @property
    def words(self) -> str:
        """The number so far."""
        return self._digits

    def _key(self, digit: str) -> PushButton:
        return PushButton(self.ui, digit, partial(self._type, digit), size="heading", size_hint_y=1)

    def _type(self, digit: str) -> None:
        if len(self._digits) < DIGITS:
            self._digits = digit if self._digits == "0" else self._digits + digit
        self._show()

    def _delete(self) -> None:
        self._digits = self._digits[:-1]
        self._show()

    def _name_it(self) -> None:
        if self._digits:
            self._named(int(self._digits))

    def _show(self) -> None:
        self._shown.text = self._digits or "–"
        self.enter.disabled = not self._digits
        self.enter.opacity = 1 if self._digits else 0.45
