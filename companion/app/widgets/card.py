"""Cards on the screen: paper with a coloured band, framed and labelled when something can be done with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, RoundedRectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.app.theme import Colour, mixed
from companion.app.ui import Say, Ui
from companion.app.widgets.fitted import Fitted
from companion.app.widgets.layout import paint_round
from companion.app.widgets.words import Sign

CORNER = 7
FRAME = 3
BADGE = 28
FADED = 0.6
"""How much of a card is veiled that does not count."""
TALL = 1.4
"""A card is so many times as high as it is wide."""


@dataclass(frozen=True, slots=True)
class Stock:
    """What a card is printed on: paper, ink, and the band across its head with what stands on it."""

    paper: Colour
    ink: Colour
    band: Colour
    on_band: Colour


class PaperCard(ButtonBehavior, FloatLayout):
    """A card. With `on_tap` it is framed and can be touched; `tag` then says what a touch does.

    Its parts are placed as shares of its width and height, so a card looks alike at any size.
    """

    def __init__(
        self,
        ui: Ui,
        stock: Stock,
        width: float,
        *,
        name: Say = "",
        on_tap: Callable[[], object] | None = None,
        tag: Say | None = None,
        danger: bool = False,
        tall: float = TALL,
        band: float = 0.2,
        **more: Any,
    ) -> None:
        """`width` in dp at the usual size of text; `name` is what people call the card; `danger`: a touch hurts it."""
        self.wide, self.high = width * ui.look.scale, width * tall * ui.look.scale
        super().__init__(size_hint=(None, None), size=(dp(self.wide), dp(self.high)), **more)
        self.ui, self.stock, self.on_tap = ui, stock, on_tap
        self.words = ui.words(name)
        self.tagged = tag is not None and on_tap is not None
        self._band = band
        with self.canvas.before:
            Color(0, 0, 0, 0.22)  # sheer, so not smooth: the edge of a sheer smooth shape shows outside a scroll
            self._shadow = RoundedRectangle(radius=[dp(CORNER)])
            Color(*stock.paper)
            self._paper = SmoothRoundedRectangle(radius=[dp(CORNER)])
            Color(*stock.band)
            self._head = SmoothRoundedRectangle(radius=[dp(CORNER), dp(CORNER), 0, 0])
            Color(*mixed(stock.paper, stock.ink, 0.28))
            self._rim = SmoothLine(width=dp(0.8), overdraw_width=dp(0.6))
        with self.canvas.after:
            if on_tap is not None:
                Color(*(ui.colours.bad if danger else ui.colours.primary))
                self._frame = SmoothLine(width=dp(FRAME / 2), overdraw_width=dp(0.8))
            self._shade = Color(0, 0, 0, 0)
            self._cover = RoundedRectangle(radius=[dp(CORNER)])
        self.bind(pos=self._follow, size=self._follow, state=self._answer)
        self._follow()
        if tag is not None and self.tagged:
            self.put(_tag(ui, tag, self.wide), 0.5, 0.0, anchor="y")

    def badge(self, sign: str, colour: Colour, ink: Colour) -> None:
        """A sign on a disc at the upper right corner."""
        mark = Sign(self.ui, sign, BADGE * 0.66, colour=ink)
        mark.size = (dp(BADGE * self.ui.look.scale),) * 2
        with mark.canvas.before:
            Color(*colour)
            disc = SmoothEllipse()

        def follow(*_: object) -> None:
            disc.pos, disc.size = mark.pos, mark.size

        mark.bind(pos=follow, size=follow)
        mark.pos_hint = {"right": 1.05, "top": 1.04}
        self.add_widget(mark)

    def put(self, part: Widget, x: float, y: float, *, anchor: str = "center_y") -> None:
        """Place a part by the middle of its width and, as `anchor` says, its middle, top or foot."""
        part.pos_hint = {"center_x": x, anchor: y}
        self.add_widget(part)

    def fade(self) -> None:
        """Set the card back: it does not count any more."""
        self._shade.rgba = (*self.ui.colours.surface[:3], FADED)

    def _follow(self, *_: object) -> None:
        x, y, (width, height) = self.x, self.y, self.size
        self._shadow.pos, self._shadow.size = (x, y - dp(2.5)), (width, height)
        for shape in (self._paper, self._cover):
            shape.pos, shape.size = self.pos, self.size
        head = height * self._band
        self._head.pos, self._head.size = (x, y + height - head), (width, head)
        self._rim.rounded_rectangle = (x, y, width, height, dp(CORNER))
        if self.on_tap is not None:
            out = dp(FRAME / 2)
            self._frame.rounded_rectangle = (x - out, y - out, width + 2 * out, height + 2 * out, dp(CORNER) + out)

    def _answer(self, *_: object) -> None:
        if self.on_tap is None:
            return
        Animation.cancel_all(self._shade)
        if self.state == "down":
            self._shade.a = 0.18
        else:
            Animation(a=0, duration=0.25).start(self._shade)

    def on_touch_down(self, touch: Any) -> bool:
        """Where a touch does nothing, whatever lies beneath gets it."""
        return self.on_tap is not None and bool(super().on_touch_down(touch))

    def on_release(self) -> None:
        if self.on_tap is not None:
            self.on_tap()


def _tag(ui: Ui, words: Say, wide: float) -> Fitted:
    """What a touch does, on the foot of the card."""
    tag = Fitted(ui, words, (wide, max(18.0, wide * 0.2)), 15 * ui.look.scale, colour=ui.colours.on_primary, lines=1)
    paint_round(tag, ui.colours.primary, radius=5)
    return tag


class CardBack(PaperCard):
    """Cards that lie face down: how many there are."""

    def __init__(
        self, ui: Ui, stock: Stock, width: float, count: int, sign: Callable[[float], Widget], **more: Any
    ) -> None:
        """`sign` makes the picture on the back, as large as it is told (dp)."""
        super().__init__(ui, stock, width, **{"band": 0.0, **more})
        with self.canvas.before:
            Color(*mixed(stock.paper, stock.on_band, 0.5))
            self._inner = SmoothLine(width=dp(1), overdraw_width=dp(0.6))
        self.bind(pos=self._inlay, size=self._inlay)
        self.put(sign(width * 0.44), 0.5, 0.68)
        number = Fitted(
            ui, str(count), (self.wide, self.high * 0.36), self.wide * 0.36, title=True, colour=stock.on_band
        )
        self.put(number, 0.5, 0.36)

    def _inlay(self, *_: object) -> None:
        gap = self.width * 0.07
        self._inner.rounded_rectangle = (
            self.x + gap, self.y + gap, self.width - 2 * gap, self.height - 2 * gap, dp(CORNER - 2),
        )  # fmt: skip
