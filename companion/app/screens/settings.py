"""Settings: a list of sections and the one that is open. What is touched counts at once and is kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.app.screen import Screen
from companion.app.settings.about import AboutSection
from companion.app.settings.buzzer import BuzzerSection
from companion.app.settings.camera import CameraSection
from companion.app.settings.data import DataSection
from companion.app.settings.house import HouseSection
from companion.app.settings.look import LookSection
from companion.app.settings.people import PeopleSection
from companion.app.settings.section import Section
from companion.app.settings.sound import SoundSection
from companion.app.theme import TOUCH, UNIT
from companion.app.widgets.button import Kind, PushButton
from companion.app.widgets.layout import Column, Flow, Row, Scroll, paint_round
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.moments import Glimpse
from companion.rules.text import Text, say

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SECTIONS: tuple[tuple[str, str, Text, type[Section]], ...] = (
    ("look", "language", say("Language and look"), LookSection),
    ("sound", "sound", say("Sound"), SoundSection),
    ("camera", "camera", say("Camera"), CameraSection),
    ("buzzer", "buzzer", say("Buzzer"), BuzzerSection),
    ("house", "gavel", say("House rules"), HouseSection),
    ("people", "players", say("People"), PeopleSection),
    ("data", "folder", say("Data"), DataSection),
    ("about", "info", say("About"), AboutSection),
)
LIST = 300


@dataclass(slots=True)
class SettingsPlace:
    """Which section is open and how far down one is: the screen is made anew by some of its own buttons."""

    section: str = "look"
    scroll: float = 1.0


class SettingsScreen(Screen):
    """The list beside the open section; in portrait above it."""

    def __init__(self, app: WuerfelaugeApp, place: SettingsPlace) -> None:
        super().__init__(app)
        self._opened = place
        self.worker: Worker = Worker()
        self.section: Section | None = None
        self.add_widget(self.head(say("Settings")))
        if not app.settings_kept:
            self.add_widget(self._unkept())
        self._list = Flow(gap=1) if self.portrait else Column(gap=0.5)
        self._content = BoxLayout()
        if self.portrait:
            self.add_widget(self._list)
            self.add_widget(self._content)
        else:
            side = Scroll(self._list, self.ui, size_hint_x=None, width=dp(LIST * max(1.0, self.ui.look.scale)))
            body = BoxLayout(spacing=dp(2 * UNIT))
            body.add_widget(side)
            body.add_widget(self._content)
            self.add_widget(body)
        self._show()

    def open(self, section: str) -> None:
        """Open another section, from its top."""
        self._opened.section, self._opened.scroll = section, 1.0
        self._show()

    def _show(self) -> None:
        ui, chosen = self.ui, self._opened.section
        self._list.clear_widgets()
        for name, icon, title, _ in SECTIONS:
            kind: Kind = "chosen" if name == chosen else "quiet"
            button = PushButton(ui, title, partial(self.open, name), kind=kind, icon=icon, least=TOUCH)
            self._list.add_widget(button.hug() if self.portrait else button)
        if self.section is not None:
            self.section.close()
        made = next(made for name, _, _, made in SECTIONS if name == chosen)
        self.section = made(self.app, self.worker)
        self._scroll = Scroll(self.section, ui)
        self._content.clear_widgets()
        self._content.add_widget(self._scroll)
        where = self._opened.scroll
        Clock.schedule_once(lambda *_: setattr(self._scroll, "scroll_y", where))  # once it knows how high it is

    def _unkept(self) -> Row:
        ui = self.ui
        ink = ui.colours.bad
        words = say("Settings cannot be written here. They hold until the app is closed.")
        row = Row(Icon(ui, "warning", 26, colour=ink), Words(ui, words, "body", bold=True, colour=ink), pad=1)
        paint_round(row, ui.colours.surface, edge=ink)
        return row

    @property
    def busy(self) -> bool:
        return super().busy or (self.section is not None and self.section.busy)

    def seen(self, glimpse: Glimpse) -> None:
        if self.section is not None:
            self.section.seen(glimpse)

    def back(self) -> bool:
        self.app.mind_devices()
        return False

    def left(self) -> None:
        self._opened.scroll = self._scroll.scroll_y
        if self.section is not None:
            self.section.close()
        super().left()
