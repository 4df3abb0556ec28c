"""A line to type into, and a few things to choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp, sp
from kivy.uix.textinput import TextInput

from companion.app.theme import ROUND, TEXT, TOUCH, UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Flow

T = TypeVar("T")


class Line(TextInput):
    """One line of text. `on_enter` gets it when the enter key is pressed."""

    def __init__(
        self, ui: Ui, text: str = "", hint: Say = "", *, longest: int = 24,
        on_enter: Callable[[str], object] | None = None, **more: Any,
    ) -> None:  # fmt: skip
        size = sp(ui.look.sp("lead"))
        height = dp(TOUCH)
        super().__init__(
            text=text,
            multiline=False,
            font_name=TEXT,
            font_size=size,
            size_hint_y=None,
            height=height,
            background_normal="",
            background_active="",
            background_color=ui.colours.surface,
            foreground_color=ui.colours.ink,
            hint_text_color=ui.colours.faint,
            cursor_color=ui.colours.primary,
            selection_color=(*ui.colours.accent[:3], 0.4),
            **more,
        )
        above = max(0.0, (height - self.line_height) / 2)
        self.padding = [dp(2 * UNIT), above, dp(2 * UNIT), above]
        self.hint_text = ui.words(hint)  # only now: it is drawn with the font of the moment it is set
        self._longest = longest
        with self.canvas.after:
            self._paint = Color(*ui.colours.line)
            self._edge = SmoothLine(width=dp(1.2), overdraw_width=dp(0.8))
        self.bind(pos=self._follow, size=self._follow)
        self.bind(focus=lambda _, on: setattr(self._paint, "rgba", ui.colours.primary if on else ui.colours.line))
        if on_enter is not None:
            self.bind(on_text_validate=lambda field: on_enter(field.text.strip()))

    def insert_text(self, substring: str, from_undo: bool = False) -> None:
        room = self._longest - len(self.text)
        super().insert_text(substring[: max(0, room)], from_undo)

    def _follow(self, *_: object) -> None:
        self._edge.rounded_rectangle = (*self.pos, *self.size, dp(ROUND / 2))


class Choice(Flow, Generic[T]):
    """One of a few: the chosen one stands out and carries a tick."""

    def __init__(
        self,
        ui: Ui,
        options: Sequence[tuple[T, Say]],
        chosen: T,
        on_choice: Callable[[T], object],
        *,
        least: float = 96,
    ) -> None:
        super().__init__(gap=1)
        self._ui, self._options, self._chosen, self._on_choice, self._least = ui, options, chosen, on_choice, least
        self._show()

    def _show(self) -> None:
        self.clear_widgets()
        for value, words in self._options:
            picked = value == self._chosen
            button = PushButton(
                self._ui, words, partial(self._pick, value), kind="primary" if picked else "plain",
                icon="check" if picked else None, least=TOUCH,
            )  # fmt: skip
            self.add_widget(button.hug(self._least))

    def _pick(self, value: T) -> None:
        self._chosen = value
        self._show()
        self._on_choice(value)
