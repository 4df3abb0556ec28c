"""One of several, one under the other: a sign, a name, what it means, and a tick at the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import TOUCH, UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.button import Touchable
from companion.app.widgets.layout import Column
from companion.app.widgets.words import Icon, Words

T = TypeVar("T", bound=str)


@dataclass(frozen=True, slots=True)
class Possible(Generic[T]):
    """Something that can be chosen."""

    value: T
    icon: str
    title: Say
    about: Say = ""


class Options(Column, Generic[T]):
    """The list; a tap chooses."""

    def __init__(self, ui: Ui, options: Sequence[Possible[T]], chosen: str, on_choice: Callable[[T], object]) -> None:
        super().__init__(gap=1)
        self._ui, self._options, self.chosen, self._on_choice = ui, options, chosen, on_choice
        self._show()

    def _show(self) -> None:
        self.clear_widgets()
        for option in self._options:
            self.add_widget(_Line(self._ui, option, option.value == self.chosen, partial(self._pick, option.value)))

    def _pick(self, value: T) -> None:
        self.chosen = value
        self._show()
        self._on_choice(value)


class _Line(Touchable):
    def __init__(self, ui: Ui, option: Possible[Any], chosen: bool, on_tap: Callable[[], object]) -> None:
        colours = ui.colours
        super().__init__(
            ui, on_tap, colours.chosen if chosen else colours.raised, orientation="horizontal",
            spacing=dp(1.5 * UNIT), padding=(dp(1.5 * UNIT), dp(UNIT)), size_hint_y=None, height=dp(TOUCH),
        )  # fmt: skip
        ink = colours.ink
        if chosen:
            self.edge(colours.primary)
        words = Column(Words(ui, option.title, "body", bold=True, colour=ink), gap=0.25)
        if option.about:
            words.add_widget(Words(ui, option.about, "small", colour=ink))
        parts: list[Widget] = [Icon(ui, option.icon, 26, colour=ink), words]
        if chosen:
            parts.append(Icon(ui, "check", 26, colour=ink))
        for part in parts:
            part.pos_hint = {"center_y": 0.5}
            self.add_widget(part)
        words.bind(height=lambda *_: setattr(self, "height", max(dp(TOUCH), words.height + dp(2 * UNIT))))
