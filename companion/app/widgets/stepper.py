"""A number with a minus and a plus."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.ui import Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Row
from companion.app.widgets.words import Words
from companion.rules.game import Option

STEPS = ((10, 1), (60, 5), (200, 10))
"""Up to which number one goes in which steps; above them in fifties."""
FEW = 25


class Stepper(Row):
    """The number begins as the option's default; the larger it is, the larger the steps."""

    def __init__(self, ui: Ui, option: Option, on_change: Callable[[int], object]) -> None:
        super().__init__(gap=1)
        self._option, self._on_change = option, on_change
        assert isinstance(option.default, int)
        self._value = option.default
        self._number = Words(ui, str(self._value), "heading", bold=True, align="center")
        self._number.pos_hint = {"center_y": 0.5}
        self.add_widget(PushButton(ui, on_tap=lambda: self._move(-1), icon="minus"))
        self.add_widget(self._number)
        self.add_widget(PushButton(ui, on_tap=lambda: self._move(1), icon="plus"))

    def _move(self, way: int) -> None:
        value = next_value(self._value, way, self._option.least, self._option.most)
        if value != self._value:
            self._value = value
            self._number.text = str(value)
            self._on_change(value)


def next_value(value: int, way: int, least: int | None, most: int | None) -> int:
    """One step up or down, onto round numbers, within the limits."""
    few = least is not None and most is not None and most - least <= FEW
    lower = value if way > 0 else value - 1  # the step that leads to a number from below leads back from it too
    step = 1 if few else next((step for limit, step in STEPS if lower < limit), 50)
    moved = (value // step + 1) * step if way > 0 else (value - 1) // step * step
    moved = moved if least is None else max(least, moved)
    return moved if most is None else min(most, moved)
