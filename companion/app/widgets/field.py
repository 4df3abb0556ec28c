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
SPARE = 2
"""Room that a line of text needs beyond its height (dp): without it Kivy cuts its top off."""


class Line(TextInput):
    """One line of text. `on_enter` gets it when the enter key is pressed."""

    def __init__(
        self, ui: Ui, text: str = "", hint: Say = "", *, longest: int = 24,
        on_enter: Callable[[str], object] | None = None, **more: Any,
    ) -> None:  # fmt: skip
        size = sp(ui.look.sp("lead"))
        super().__init__(
            multiline=False,
            font_name=TEXT,
            font_size=size,
            size_hint_y=None,
            height=dp(TOUCH),
            background_normal="",
            background_active="",
            background_color=ui.colours.surface,
            foreground_color=ui.colours.ink,
            hint_text_color=ui.colours.faint,
            cursor_color=ui.colours.primary,
            selection_color=(*ui.colours.accent[:3], 0.4),
            **more,
        )
        self.bind(line_height=self._centre)
        self._centre()
        # only now: they are drawn with the font of the moment they are set
        self.text, self.hint_text = text, ui.words(hint)
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

    def _centre(self, *_: object) -> None:
        """The height of a line is only known once its font is."""
        above = max(0.0, (self.height - self.line_height) / 2 - dp(SPARE))
        self.padding = [dp(2 * UNIT), above, dp(2 * UNIT), above]

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
                self._ui, words, partial(self._pick, value), kind="chosen" if picked else "plain",
                icon="check" if picked else None, least=TOUCH, size_hint_x=None,
            )  # fmt: skip
            as_wide_as_its_words(button, dp(self._least))
            self.add_widget(button)

    def _pick(self, value: T) -> None:
        self._chosen = value
        self._show()
        self._on_choice(value)


def as_wide_as_its_words(button: PushButton, least: float) -> None:
    """Make a button no wider than what stands on it."""
    label = button.label
    assert label is not None
    label.text_size = (None, None)
    label.texture_update()
    icon = dp(38) * button.ui.look.scale if len(button.children) > 1 else 0
    button.width = max(least, label.texture_size[0] + dp(5 * UNIT) + icon)
