"""The people who play here: their names, the colours of their discs, and who is not to be remembered any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.app.settings.section import Section
from companion.app.theme import PLAYER_COLOURS, TOUCH, UNIT
from companion.app.ui import Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.field import Line
from companion.app.widgets.layout import Column, Flow, Row
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.rules.text import Text, say
from companion.settings import NAME_LENGTH, Person, Settings

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SWATCH = 64


class PeopleSection(Section):
    """Everybody who is remembered, the latest first."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        self._list = Column(gap=1)
        about = say("Games played so far keep the name of their day.")
        self.panel(say("Who plays here"), self._list, about=about)
        self._show()

    def _show(self) -> None:
        self._list.clear_widgets()
        for person in self.settings.people:
            self._list.add_widget(self._row(person))
        if not self.settings.people:
            self._list.add_widget(Words(self.ui, say("Nobody yet: people are remembered when they play."), "body"))

    def _row(self, person: Person) -> Row:
        ui = self.ui
        avatar, name = Avatar(ui, person.name, person.colour, TOUCH), Words(ui, person.name, "lead", bold=True, lines=1)
        edit = PushButton(ui, on_tap=partial(self._edit, person), icon="edit")
        forget = PushButton(ui, on_tap=partial(self._forget, person), kind="quiet", icon="delete")
        row = Row(avatar, name, edit, forget, gap=1.5)
        for part in row.children:
            part.pos_hint = {"center_y": 0.5}
        return row

    def _edit(self, person: Person) -> None:
        PersonSheet(self.ui, person, self.settings, self._changed).open()

    def _changed(self, person: Person, name: str, colour: int) -> None:
        settings = self.settings.recoloured(person.name, colour).renamed(person.name, name)
        self.change(people=settings.people, last=settings.last)
        self._show()

    def _forget(self, person: Person) -> None:
        sheet = Sheet(self.ui, say("Forget {player}?", player=person.name))

        def forget() -> None:
            settings = self.settings.forgotten(person.name)
            self.change(people=settings.people, last=settings.last)
            sheet.dismiss()
            self._show()

        words = say("The name is not offered any more. Games that were played stay as they are.")
        sheet.fill(
            Words(self.ui, words, "lead"),
            PushButton(self.ui, say("Forget"), forget, kind="danger", icon="delete", size="lead"),
            PushButton(self.ui, say("Keep"), sheet.dismiss, icon="close", size="lead"),
        )
        sheet.open()


class PersonSheet(Sheet):
    """A name to type and seven discs to choose from."""

    def __init__(self, ui: Ui, person: Person, settings: Settings, done: Callable[[Person, str, int], object]) -> None:
        super().__init__(ui, person.name)
        self._person, self._settings, self._done, self._colour = person, settings, done, person.colour
        self._line = Line(ui, person.name, hint=say("A name …"), longest=NAME_LENGTH, on_enter=self._save)
        self._line.bind(text=lambda *_: self._discs())
        self._swatches = Flow(gap=1.5)
        self._problem = Words(ui, "", "body", bold=True, colour=ui.colours.bad)
        save = PushButton(ui, say("Done"), lambda: self._save(self._line.text), kind="primary", icon="check")
        self.fill(self._line, self._swatches, self._problem, save)
        self._discs()

    def _discs(self) -> None:
        self._swatches.clear_widgets()
        name = self._line.text.strip() or self._person.name
        for colour in range(len(PLAYER_COLOURS)):
            disc = Swatch(self.ui, name, colour, chosen=colour == self._colour, on_tap=partial(self._pick, colour))
            self._swatches.add_widget(disc)

    def _pick(self, colour: int) -> None:
        self._colour = colour
        self._discs()

    def _save(self, text: str) -> None:
        name = text.strip()[:NAME_LENGTH]
        problem = self._wrong_with(name)
        if problem is not None:
            self._problem.text = self.ui.words(problem)
            return
        self.dismiss()
        self._done(self._person, name, self._colour)

    def _wrong_with(self, name: str) -> Text | None:
        if not name:
            return say("A name needs at least one letter.")
        if name != self._person.name and name in {person.name for person in self._settings.people}:
            return say("Somebody is called {player} already.", player=name)
        return None


class Swatch(Touchable):
    """A disc to choose; the chosen one is framed and has a tick under it."""

    def __init__(self, ui: Ui, name: str, colour: int, *, chosen: bool, on_tap: Callable[[], object]) -> None:
        super().__init__(
            ui, on_tap, None, orientation="vertical", padding=dp(UNIT), spacing=dp(0.5 * UNIT),
            size_hint=(None, None), size=(dp(SWATCH + 2 * UNIT), dp(SWATCH + 36 + 2 * UNIT)),
        )  # fmt: skip
        self.colour, self.chosen = colour, chosen
        tick = Icon(ui, "check", 24, colour=ui.colours.ink if chosen else (0, 0, 0, 0))
        tick.pos_hint = {"center_x": 0.5}
        self.add_widget(Avatar(ui, name, colour, SWATCH))
        self.add_widget(tick)
        if chosen:
            self.edge(ui.colours.ink)
