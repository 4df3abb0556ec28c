"""Buttons: large enough for a thumb, in four kinds, with words, a sign, or both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from kivy.animation import Animation
from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.icons import GLYPHS
from companion.app.theme import PRIMARY, ROUND, TOUCH, UNIT, Colour, Size
from companion.app.ui import Say, Ui
from companion.app.widgets.words import TIE, Icon, Words

Kind = Literal["primary", "plain", "quiet", "danger", "accent", "chosen"]
"""`primary` does what matters most here; `chosen` is what was chosen of several, and does nothing more."""


class Touchable(ButtonBehavior, BoxLayout):
    """Anything that does something when it is touched: it answers at once by growing darker."""

    def __init__(self, ui: Ui, on_tap: Callable[[], object] | None, fill: Colour | None, **more: Any) -> None:
        super().__init__(**more)
        self.ui, self.on_tap = ui, on_tap
        with self.canvas.before:
            self.paint = Color(*(fill or (0, 0, 0, 0)))
            self._surface = SmoothRoundedRectangle(radius=[dp(ROUND)])
            self._edge_paint = Color(0, 0, 0, 0)
            self._edge = SmoothLine(width=dp(1.2), overdraw_width=dp(0.8))
        with self.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._shadow = SmoothRoundedRectangle(radius=[dp(ROUND)])
        self.bind(pos=self._follow, size=self._follow, state=self._answer)

    def edge(self, colour: Colour) -> None:
        """Draw a line around it."""
        self._edge_paint.rgba = colour

    def _follow(self, *_: object) -> None:
        for shape in (self._surface, self._shadow):
            shape.pos, shape.size = self.pos, self.size
        self._edge.rounded_rectangle = (*self.pos, *self.size, dp(ROUND))

    def _answer(self, *_: object) -> None:
        Animation.cancel_all(self._shade)
        if self.state == "down":
            self._shade.a = 0.14
        else:
            Animation(a=0, duration=0.25).start(self._shade)

    def on_release(self) -> None:
        if self.on_tap is not None and not self.disabled:
            self.on_tap()


class PushButton(Touchable):
    """Words, a sign, or both."""

    def __init__(
        self,
        ui: Ui,
        text: Say = "",
        on_tap: Callable[[], object] | None = None,
        *,
        kind: Kind = "plain",
        icon: str | None = None,
        size: Size = "body",
        align: str = "center",
        least: float | None = None,
        middle: bool = False,
        **more: Any,
    ) -> None:
        """`least` is the height it has at least (dp), if not that of its kind; `middle` puts sign and words there."""
        fill, ink, edge = _colours(ui, kind)
        lowest = dp(least or (PRIMARY if kind in ("primary", "accent") else TOUCH))
        pad = (dp(2 * UNIT), dp(UNIT)) if text else (dp(UNIT), dp(UNIT))
        super().__init__(
            ui, on_tap, fill, orientation="horizontal", spacing=dp(UNIT), padding=pad, **{"size_hint_y": None, **more}
        )
        self.kind = kind
        if edge is not None:
            self.edge(edge)
        self.height = lowest
        self.label: Words | None = None
        self._sign: Icon | None = None
        if icon:
            self._sign = sign = Icon(ui, icon, 26, colour=ink)
            if not text:
                sign.size_hint_x = 1
            self.add_widget(_middle(sign))
        if text:
            self.label = Words(ui, text, size, bold=True, colour=ink, align="left" if icon else align)
            self.label.bind(height=lambda *_: setattr(self, "height", max(lowest, self.label.height + dp(2 * UNIT))))
            self.add_widget(_middle(self.label))
            if middle:
                self._put_in_the_middle(self.label)
        elif "size_hint_x" not in more:
            self.size_hint_x = None
            self.width = lowest

    def hug(self, least: float = 96) -> PushButton:
        """Be as wide as the words, and at least so wide (dp)."""
        assert self.label is not None
        self.size_hint_x = None
        self.label.text_size = (None, None)
        self.label.texture_update()
        self.width = max(dp(least), self.label.texture_size[0] + self._beside + dp(4.5 * UNIT))
        return self

    @property
    def _beside(self) -> float:
        """The room that the sign takes."""
        return self._sign.width + dp(UNIT) if self._sign is not None else 0.0

    def _put_in_the_middle(self, label: Words) -> None:
        for place in (0, len(self.children) + 1):
            self.add_widget(Widget(), index=place)
        label.size_hint_x = None
        self.padding = (dp(UNIT), dp(UNIT))  # what is empty at both sides keeps its distance as well

        def fit(*_: object) -> None:
            label.text_size = (None, None)
            label.texture_update()
            room = self.width - self._beside - dp(2 * UNIT) - 2 * self.spacing
            label.width = max(1.0, min(label.texture_size[0] + 1, room))
            label.text_size = (label.width, None)

        self.bind(width=fit)
        fit()

    def show_icon(self, icon: str) -> None:
        """Another sign instead of the one it has."""
        if self._sign is not None:
            self._sign.text = GLYPHS[icon]

    @property
    def words(self) -> str:
        """What stands on it."""
        return str(self.label.text).replace(TIE, " ") if self.label else ""


def _middle(child: Widget) -> Widget:
    child.pos_hint = {"center_y": 0.5}
    return child


def _colours(ui: Ui, kind: Kind) -> tuple[Colour | None, Colour, Colour | None]:
    """Surface, ink and edge of a kind of button."""
    c = ui.colours
    return {
        "primary": (c.primary, c.on_primary, None),
        "accent": (c.accent, c.on_accent, None),
        "plain": (c.raised, c.ink, None),
        "quiet": (None, c.ink, None),
        "danger": (None, c.bad, c.bad),
        "chosen": (c.chosen, c.ink, c.primary),
    }[kind]
