"""What a section of the settings is: some panels, which may have something to let go of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy.uix.widget import Widget

from companion.app.ui import Say
from companion.app.widgets.layout import Column, Panel
from companion.app.widgets.words import Words
from companion.app.worker import Worker
from companion.moments import Glimpse
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp


class Section(Column):
    """One section. It is made when it is shown; changes go through `change` and are kept at once."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(gap=1.5)
        self.app, self.ui, self.worker = app, app.ui, worker

    @property
    def settings(self) -> Settings:
        return self.app.settings

    def change(self, **changes: Any) -> None:
        self.app.change(**changes)

    def panel(self, title: Say, *content: Widget, about: Say = "") -> Panel:
        """A part of the section under a title of its own."""
        panel = Panel(self.ui, Words(self.ui, title, "lead", bold=True))
        if about:
            panel.add_widget(Words(self.ui, about, "body", colour=self.ui.colours.faint))
        for widget in content:
            panel.add_widget(widget)
        self.add_widget(panel)
        return panel

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""
        return False

    def seen(self, glimpse: Glimpse) -> None:
        """The game that is on has a new picture."""

    def close(self) -> None:
        """Let go of what was opened."""
