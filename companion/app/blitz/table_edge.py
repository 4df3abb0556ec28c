"""Puts the buttons of the players around the middle of the screen, or in rows, and turns what faces one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from kivy.metrics import dp
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion.app.blitz.buzzer import Buzzer
from companion.app.blitz.seating import Place, around, boxes, in_rows
from companion.app.blitz.turned import Turned
from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.layout import Scroll

Seats = Literal["around", "rows"]
SHALLOWEST, DEEPEST, SHARE = 80, 108, 0.13
"""How far a button reaches into the screen: dp at least and at most, and the share of the shorter side."""
ROW = 84


class TableEdge(Widget):
    """The whole screen: `around` for a tablet that lies on the table, `rows` for one that stands beside it."""

    def __init__(self, buzzers: Sequence[Buzzer], middle: Widget, *, portrait: bool, seats: Seats) -> None:
        super().__init__()
        self._portrait, self._seats = portrait, seats
        self._places: tuple[Place, ...] = around(len(buzzers), portrait=portrait)
        self._turned = [Turned(buzzer) for buzzer in buzzers]
        self._middle = middle
        self.add_widget(middle)
        for turned in self._turned:
            self.add_widget(turned)
        self.bind(pos=self._follow, size=self._follow)

    @property
    def seats(self) -> Seats:
        return self._seats

    def angle(self, seat: int) -> int:
        """How far what faces this player is turned."""
        return self._places[seat].angle if self._seats == "around" else 0

    def seat(self, seats: Seats) -> None:
        """Seat everybody so."""
        self._seats = seats
        self._follow()

    def _follow(self, *_: object) -> None:
        if min(self.size) < dp(3 * DEEPEST):  # not laid out yet
            return
        gap = dp(UNIT)
        whole = (self.x, self.y, self.width, self.height)
        if self._seats == "around":
            depth = max(dp(SHALLOWEST), min(dp(DEEPEST), SHARE * min(self.size)))
            found, middle = boxes(self._places, whole, depth, gap)
        else:
            found, middle = in_rows(len(self._turned), whole, dp(ROW), gap, 2 if self._portrait else 4)
        for seat, (turned, box) in enumerate(zip(self._turned, found, strict=True)):
            turned.place(box, self.angle(seat))
        self._middle.pos, self._middle.size = middle[:2], middle[2:]


class Centred(Scroll):
    """A panel in the middle of its place; one that is too high for it scrolls."""

    def __init__(self, panel: Widget, ui: Ui) -> None:
        self._room = AnchorLayout(size_hint_y=None)
        self._room.add_widget(panel)
        super().__init__(self._room, ui)
        panel.bind(height=self._follow)
        self.bind(height=self._follow)
        self._panel = panel
        self._follow()

    def _follow(self, *_: object) -> None:
        self._room.height = max(self.height, self._panel.height)


class Facing(Widget):
    """A place for one widget, which faces whoever it is for."""

    def __init__(self) -> None:
        super().__init__()
        self._turned: Turned | None = None
        self._angle = 0
        self.bind(pos=self._follow, size=self._follow)

    def put(self, content: Widget, angle: int) -> None:
        """Show this instead of what was there."""
        if self._turned is not None:
            self.remove_widget(self._turned)
        self._turned, self._angle = Turned(content), angle
        self.add_widget(self._turned)
        self._follow()

    def turn(self, angle: int) -> None:
        self._angle = angle
        self._follow()

    def _follow(self, *_: object) -> None:
        if self._turned is not None:
            self._turned.place((self.x, self.y, self.width, self.height), self._angle)
