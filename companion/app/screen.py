"""What all screens share: a place in the app, a head line, and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.theme import UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Row
from companion.app.widgets.words import Words
from companion.app.worker import Worker
from companion.moments import Glimpse, Moment

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp


class Screen(BoxLayout):
    """One screen. It is made anew whenever the look, the language or the shape of the window changes."""

    def __init__(self, app: WuerfelaugeApp) -> None:
        super().__init__(orientation="vertical", padding=dp(2 * UNIT), spacing=dp(1.5 * UNIT))
        self.app = app
        self.worker: Worker | None = None
        """What the screen has worked out outside the thread that draws, if it has anything."""

    @property
    def ui(self) -> Ui:
        return self.app.ui

    @property
    def portrait(self) -> bool:
        return self.app.portrait

    def head(self, title: Say, *more: Widget) -> Row:
        """The head line: back, title, and what else belongs there."""
        row = Row(PushButton(self.ui, on_tap=self.app.back, kind="quiet", icon="back"), gap=1)
        label = Words(self.ui, title, "title")
        label.pos_hint = {"center_y": 0.5}
        row.add_widget(label)
        for widget in more:
            row.add_widget(widget)
        return row

    @property
    def busy(self) -> bool:
        """Whether something is still to come that belongs on the screen."""
        return self.worker is not None and self.worker.busy

    def told(self, moment: Moment) -> None:
        """Something happened at the table."""

    def seen(self, glimpse: Glimpse) -> None:
        """There is a new picture."""

    def left(self) -> None:
        """The screen is taken away: let go of what was opened for it."""
        if self.worker is not None:
            self.worker.stop()

    def back(self) -> bool:
        """Somebody wants to go back; True if the screen has dealt with it itself."""
        return False
