"""What to do now, large, with a sign; a line that fills while the die lies still."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.app.theme import PRIMARY, ROUND
from companion.app.ui import Say, Ui
from companion.app.widgets.layout import Row, paint_round
from companion.app.widgets.words import Icon, Words

STEADY = 0.25
"""Seconds that a hint must hold before it takes the place of another: what flickers cannot be read."""
LINE = 6


class HintBand(Row):
    """A sign and a sentence. What is good news, or bad, has a colour and a sign of its own."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(gap=1.5, pad=1.5)
        self._ui = ui
        self._paint = paint_round(self, ui.colours.surface)
        self._sign = Icon(ui, "clock", 32)
        self._words = Words(ui, "", "heading", bold=True)
        self._sign.pos_hint = self._words.pos_hint = {"center_y": 0.5}
        self.add_widget(self._sign)
        self.add_widget(self._words)
        self.bind(minimum_height=self._fit, pos=self._fill, size=self._fill)
        with self.canvas.after:
            Color(*ui.colours.primary)
            self._line = SmoothRoundedRectangle(radius=[dp(LINE / 2)])
        self._share = 0.0
        self._next: tuple[str, float] = ("", 0.0)
        self._fit()

    @property
    def words(self) -> str:
        return str(self._words.text)

    def tell(self, words: Say, icon: str, *, mood: str = "", share: float = 0.0, at_once: bool = False) -> None:
        """`mood` is good, bad or neither; `share` fills the line."""
        self._share = share
        self._fill()
        text, now = self._ui.words(words), Clock.get_time()
        if text == self._words.text:
            self._next = (text, now)
            return
        if text != self._next[0]:
            self._next = (text, now)
        if not at_once and self._words.text and now - self._next[1] < STEADY:
            return
        colours = self._ui.colours
        ground, ink = {
            "good": (colours.good, colours.surface),
            "bad": (colours.surface, colours.bad),
        }.get(mood, (colours.surface, colours.ink))
        self._paint.rgba = ground
        self._words.text, self._words.color = text, ink
        self._sign.show(icon, ink)

    def _fit(self, *_: object) -> None:
        self.height = max(dp(PRIMARY), self.minimum_height)

    def _fill(self, *_: object) -> None:
        width = max(0.0, self.width - 2 * dp(ROUND)) * self._share
        self._line.pos, self._line.size = (self.x + dp(ROUND), self.y + dp(4)), (width, dp(LINE) if width else 0)
