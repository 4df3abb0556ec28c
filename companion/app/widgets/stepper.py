"""A number with a minus and a plus."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.ui import Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Row
from companion.app.widgets.words import Words
from companion.rules.game import Option

STEPS = (1, 5, 10, 50)


class Stepper(Row):
    """The number begins as the option's default."""

    def __init__(self, ui: Ui, option: Option, on_change: Callable[[int], object]) -> None:
        super().__init__(gap=1)
        self._ui, self._option, self._on_change = ui, option, on_change
        assert isinstance(option.default, int)
        self._value = option.default
        span = (option.most or 100) - (option.least or 0)
        self._step = next((step for step in STEPS if span / step <= 25), STEPS[-1])
        self._number = Words(self._ui, str(self._value), "heading", bold=True, align="center")
        self._number.pos_hint = {"center_y": 0.5}
        self.add_widget(PushButton(self._ui, on_tap=lambda: self._move(-1), icon="minus"))
        self.add_widget(self._number)
        self.add_widget(PushButton(self._ui, on_tap=lambda: self._move(1), icon="plus"))

    def _move(self, way: int) -> None:
        least, most = self._option.least, self._option.most
        value = self._value + way * self._step
        value = max(value, least) if least is not None else value
        self._value = min(value, most) if most is not None else value
        self._number.text = str(self._value)
        self._on_change(self._value)
