"""On or off: a whole row to tap, with a switch at its end that also says it in words."""

from __future__ import annotations

from collections.abc import Callable

from kivy.animation import Animation
from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import TOUCH, UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.button import Touchable
from companion.app.widgets.layout import Column
from companion.app.widgets.words import Icon, Words
from companion.rules.text import say

WIDE, HIGH, INSET = 64, 36, 5


class SwitchRow(Touchable):
    """A sign, what it is about, what it does, and the switch."""

    def __init__(
        self, ui: Ui, icon: str, title: Say, about: Say, *, on: bool, on_change: Callable[[bool], object]
    ) -> None:
        super().__init__(
            ui, self._turn, None, orientation="horizontal", spacing=dp(1.5 * UNIT), padding=(0, dp(UNIT)),
            size_hint_y=None,
        )  # fmt: skip
        self.on, self._on_change = on, on_change
        words = Column(Words(ui, title, "lead", bold=True), gap=0.25)
        if about:
            words.add_widget(Words(ui, about, "body", colour=ui.colours.faint))
        self._state = Words(ui, _word(on), "body", wrap=False, colour=ui.colours.faint)
        self._knob = _Knob(ui, on)
        for part in (Icon(ui, icon, 28, colour=ui.colours.faint), words, self._state, self._knob):
            part.pos_hint = {"center_y": 0.5}
            self.add_widget(part)
        words.bind(height=lambda *_: setattr(self, "height", max(dp(TOUCH), words.height + dp(2 * UNIT))))

    def _turn(self) -> None:
        self.on = not self.on
        self._state.text = self.ui.words(_word(self.on))
        self._knob.turn(self.on)
        self._on_change(self.on)


class _Knob(Widget):
    def __init__(self, ui: Ui, on: bool) -> None:
        super().__init__(size_hint=(None, None), size=(dp(WIDE), dp(HIGH)))
        self._ui, self._at = ui, 1.0 if on else 0.0
        with self.canvas:
            self._paint = Color()
            self._body = SmoothRoundedRectangle(radius=[dp(HIGH / 2)])
            self._edge_paint = Color()
            self._edge = SmoothLine(width=dp(1.2), overdraw_width=dp(0.8))
            self._knob_paint = Color()
            self._knob = SmoothEllipse()
        self._colour(on)
        self.bind(pos=self._follow, size=self._follow)
        self._follow()

    def turn(self, on: bool) -> None:
        self._colour(on)
        motion = Animation(at=1.0 if on else 0.0, duration=0.12, t="out_quad")
        motion.start(self)

    @property
    def at(self) -> float:
        """Where the knob is, from 0 to 1."""
        return self._at

    @at.setter
    def at(self, at: float) -> None:
        self._at = at
        self._follow()

    def _colour(self, on: bool) -> None:
        colours = self._ui.colours
        self._paint.rgba = colours.primary if on else colours.raised
        self._edge_paint.rgba = colours.primary if on else colours.faint
        self._knob_paint.rgba = colours.on_primary if on else colours.faint

    def _follow(self, *_: object) -> None:
        self._body.pos, self._body.size = self.pos, self.size
        self._edge.rounded_rectangle = (*self.pos, *self.size, dp(HIGH / 2))
        side = dp(HIGH - 2 * INSET)
        room = self.width - side - dp(2 * INSET)
        self._knob.size = side, side
        self._knob.pos = self.x + dp(INSET) + room * self._at, self.center_y - side / 2


def _word(on: bool) -> Say:
    return say("On") if on else say("Off")
