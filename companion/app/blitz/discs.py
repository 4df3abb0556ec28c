"""Reward discs: a tray with a place for each that can be won, and discs that fly to it or away from it."""

from __future__ import annotations

from collections.abc import Callable

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle, SmoothEllipse
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.blitz.disc_art import disc_texture
from companion.app.theme import UNIT, Colour, rgb
from companion.app.widgets.layout import paint_round
from companion.rules.wuerfelblitz.state import GOAL, Discs

WOOD: Colour = rgb("#D8C49C")
HOLLOW: Colour = rgb("#B79F70")
SMALLER = 0.78
"""A white disc beside a black one: size tells them apart too, and black ones carry a star."""
FLIGHT = 0.75


class Disc(Widget):
    """One disc; with a hollow under it, in which it may lie or not."""

    def __init__(self, kind: str, side: float, *, hollow: bool) -> None:
        super().__init__(size_hint=(None, None), size=(side, side))
        with self.canvas:
            Color(*(HOLLOW if hollow else (0, 0, 0, 0)))
            self._hollow = SmoothEllipse()
            self._paint = Color(1, 1, 1, 1)
            self._body = Rectangle(texture=disc_texture(kind))
        self.bind(pos=self._follow, size=self._follow)
        self._follow()

    def lie(self, there: bool) -> None:
        """A disc lies here, or none."""
        self._paint.a = 1 if there else 0

    def _follow(self, *_: object) -> None:
        self._hollow.pos, self._hollow.size = self.pos, self.size
        self._body.pos, self._body.size = self.pos, self.size


class DiscTray(Widget):
    """The discs of a player: three places for black ones, and those for white ones that buy the next."""

    def __init__(self, price: int, side: float) -> None:
        """`side` is the width of a black disc in pixels."""
        super().__init__(size_hint=(None, None))
        self.side = side
        self._gap = max(dp(3), side * 0.12)
        self._black = [Disc("black", side, hollow=True) for _ in range(GOAL)]
        self._white = [Disc("white", SMALLER * side, hollow=True) for _ in range(price - 1)]
        for disc in (*self._black, *self._white):
            self.add_widget(disc)
        discs = [*self._black, *self._white]
        pad = dp(UNIT)
        between = self._gap * (len(discs) - 1) + (2 * self._gap if self._white else 0)
        self.size = (2 * pad + sum(disc.width for disc in discs) + between, side + 1.25 * pad)
        self._pad = pad
        paint_round(self, WOOD, edge=HOLLOW, radius=self.height / 2 / dp(1))
        self.bind(pos=self._follow, size=self._follow)
        self.discs = Discs()
        self.show(self.discs)

    def show(self, discs: Discs, missing: Discs | None = None) -> None:
        """These lie here, but for those still on their way."""
        self.discs = discs
        away = missing or Discs()
        for places, number in ((self._black, discs.black - away.black), (self._white, discs.white - away.white)):
            for place, disc in enumerate(places):
                disc.lie(place < number)

    def place(self, kind: str, number: int) -> Disc:
        """Where the disc with this number (from 0) of a kind lies."""
        places = self._black if kind == "black" else self._white or self._black
        return places[max(0, min(number, len(places) - 1))]

    def _follow(self, *_: object) -> None:
        x = self.x + self._pad
        for disc in self._black:
            disc.pos = (x, self.y + (self.height - disc.height) / 2)
            x += disc.width + self._gap
        x += 2 * self._gap
        for disc in self._white:
            disc.pos = (x, self.y + (self.height - disc.height) / 2)
            x += disc.width + self._gap


def fly(
    over: Widget,
    disc: Disc,
    start: tuple[float, float],
    end: tuple[float, float],
    *,
    landed: Callable[[], object],
    delay: float = 0.0,
) -> Disc:
    """A disc flies over a widget from one point of the window to another."""
    disc.center = start
    disc.opacity = 0
    over.add_widget(disc)
    target = (end[0] - disc.width / 2, end[1] - disc.height / 2)

    def done(*_: object) -> None:
        if disc.parent is not None:
            disc.parent.remove_widget(disc)
            landed()

    way = Animation(opacity=0, duration=delay) if delay else Animation(opacity=1, duration=0)
    way += Animation(opacity=1, duration=0.12)
    way += Animation(pos=target, duration=FLIGHT, t="in_out_cubic")
    way.bind(on_complete=done)
    way.start(disc)
    return disc
