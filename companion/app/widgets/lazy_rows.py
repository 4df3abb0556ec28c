"""A list of any length: only the rows that can be seen exist."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.layout import Scroll

BEYOND = 3
"""Rows that are made beyond the edges, so that a finger finds them there."""


class LazyRows(Scroll):
    """`number` rows of one height (pixels), made by `make` when they come near and dropped when they are gone."""

    def __init__(self, ui: Ui, number: int, height: float, make: Callable[[int], Widget]) -> None:
        self._sheet = RelativeLayout(size_hint_y=None)
        super().__init__(self._sheet, ui)
        self._number, self._row, self._make = number, height, make
        self._pitch = height + dp(UNIT)
        self.rows: dict[int, Widget] = {}
        self._sheet.height = max(0.0, number * self._pitch - dp(UNIT))
        self.bind(scroll_y=self._look, size=self._look)
        self._sheet.bind(size=self._look)

    def renew(self, which: range) -> None:
        """More is known about these rows: make them again, if they are there."""
        for number in which:
            row = self.rows.pop(number, None)
            if row is not None:
                self._sheet.remove_widget(row)
        self._look()

    def _above(self) -> float:
        """How much of the list is above the upper edge."""
        return max(0.0, self._sheet.height - self.height) * (1 - min(1.0, max(0.0, self.scroll_y)))

    def _look(self, *_: object) -> None:
        if self._sheet.width <= 1 or self.height <= 1:
            return
        first = max(0, int(self._above() / self._pitch) - BEYOND)
        last = min(self._number, int((self._above() + self.height) / self._pitch) + 1 + BEYOND)
        for number in [number for number in self.rows if not first <= number < last]:
            self._sheet.remove_widget(self.rows.pop(number))
        for number in range(first, last):
            if number not in self.rows:
                self.rows[number] = self._make(number)
                self._sheet.add_widget(self.rows[number])
            row = self.rows[number]
            row.size_hint = (None, None)
            row.size = self._sheet.width, self._row
            row.pos = 0, self._sheet.height - number * self._pitch - self._row
