"""A new game: who plays, with which options, and whether the camera sees the table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.screen import Screen
from companion.app.screens.at_table import table_screen
from companion.app.theme import TOUCH, UNIT
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton
from companion.app.widgets.camera_check import CameraCheck
from companion.app.widgets.field import Choice, Line
from companion.app.widgets.layout import Column, Flow, Panel, Row, Scroll
from companion.app.widgets.stepper import Stepper
from companion.app.widgets.words import Words
from companion.decks import with_deck
from companion.finding import Eyes
from companion.games import AnyGame
from companion.prints import has_numerals
from companion.rules import BadSetup, Text
from companion.rules.game import Option, options_of
from companion.rules.text import say
from companion.settings import NAME_LENGTH, Person
from vision.kits import kit as known_kit

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

YES_NO = ((True, say("Yes")), (False, say("No")))


class NewGameScreen(Screen):
    """Players and options, then off to the table."""

    def __init__(self, app: WuerfelaugeApp, game: AnyGame) -> None:
        super().__init__(app)
        self._game = game
        known = {person.name for person in app.settings.people}
        self._names = [name for name in app.settings.last.get(game.id, ()) if name in known][: game.most_players]
        self._options: dict[str, Any] = {}
        self._problem: Text | None = None
        self._players = Column(gap=1)
        self._start = Column(gap=1)
        self.add_widget(self.head(game.name))
        self.check = CameraCheck(
            self.ui, app.settings.camera, self._watch_with, kit=known_kit(game.id), eyes=self._eyes
        )
        who = Panel(self.ui, Words(self.ui, say("Who plays?"), "heading", bold=True), self._players)
        eyes = Panel(self.ui, Words(self.ui, say("Who watches the dice?"), "heading", bold=True), self.check)
        options = [option for option in options_of(game.options) if _settable(option)]
        how = Panel(self.ui, Words(self.ui, say("How do you play?"), "heading", bold=True), *map(self._option, options))
        sides = [who, how, eyes] if options else [who, eyes]
        if options and not self.portrait:
            sides = [Column(who, eyes, gap=2), how]
        body = BoxLayout(
            orientation="vertical" if self.portrait else "horizontal", spacing=dp(2 * UNIT), size_hint_y=None
        )
        for side in sides:
            side.pos_hint = {"top": 1}
            body.add_widget(side)
        heights = max if not self.portrait else sum
        gaps = dp(2 * UNIT) * (len(sides) - 1) if self.portrait else 0

        def fit(*_: object) -> None:
            body.height = heights(side.height for side in sides) + gaps

        for side in sides:
            side.bind(height=fit)
        self.add_widget(Scroll(body, self.ui))
        self.add_widget(self._start)
        self._show()

    # --- who plays ----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        ui, column = self.ui, self._players
        column.clear_widgets()
        for seat, name in enumerate(self._names):
            column.add_widget(self._seated(seat, name))
        if len(self._names) < self._game.most_players:
            others = [p.name for p in self.app.settings.people if p.name not in self._names][:8]
            if others:
                column.add_widget(Flow(*(self._guest(name) for name in others), gap=1))
            hint = say("Another name …") if self._names else say("A name …")
            self._line = Line(ui, hint=hint, longest=NAME_LENGTH, on_enter=self._add)
            add = PushButton(ui, on_tap=lambda: self._add(self._line.text.strip()), icon="add player")
            column.add_widget(Row(self._line, add, gap=1))
        self._start.clear_widgets()
        if self._problem is not None:
            self._start.add_widget(Words(ui, self._problem, "body", bold=True, colour=ui.colours.bad))
        enough = len(self._names) >= self._game.least_players
        words = say("To the table") if enough else say("At least {n} players", n=self._game.least_players)
        start = PushButton(
            ui, words, self._begin if enough else None, kind="primary", icon="play", size="heading", middle=True
        )
        start.opacity = 1 if enough else 0.45
        self._start.add_widget(start)

    def _seated(self, seat: int, name: str) -> Row:
        ui = self.ui
        avatar = Avatar(ui, name, self.app.settings.colour(name, seat), TOUCH)
        words = Words(ui, name, "lead", bold=True, lines=1)
        words.pos_hint = {"center_y": 0.5}
        row = Row(avatar, words, gap=1.5)
        if seat:
            row.add_widget(PushButton(ui, on_tap=partial(self._swap, seat), kind="quiet", icon="up"))
        row.add_widget(PushButton(ui, on_tap=partial(self._remove, name), kind="quiet", icon="close"))
        return row

    def _guest(self, name: str) -> PushButton:
        return PushButton(self.ui, name, partial(self._add, name), icon="plus").hug()

    def _add(self, name: str) -> None:
        name = name.strip()[:NAME_LENGTH]
        if not name or len(self._names) >= self._game.most_players:
            return
        if name in self._names:
            self._problem = say("{player} is at the table already.", player=name)
        else:
            self._problem = None
            self._names.append(name)
            people = self.app.settings.people
            if name not in {person.name for person in people}:
                taken = {self.app.settings.colour(other, seat) for seat, other in enumerate(self._names[:-1])}
                colour = next(c for c in range(7) if c not in taken)
                self.app.settings = replace(self.app.settings, people=(*people, Person(name, colour)))
        self._show()

    def _remove(self, name: str) -> None:
        self._names.remove(name)
        self._problem = None
        self._show()

    def _swap(self, seat: int) -> None:
        names = self._names
        names[seat - 1], names[seat] = names[seat], names[seat - 1]
        self._show()

    # --- who watches --------------------------------------------------------------------------------------------------

    def _eyes(self, name: str) -> Eyes:
        return self.app.open_eyes(name, numerals=has_numerals(self._game.id))

    def _watch_with(self, camera: str) -> None:
        self.app.settings = replace(self.app.settings, camera=camera)
        self.app.keep_settings()

    def left(self) -> None:
        self.check.close()

    # --- how ----------------------------------------------------------------------------------------------------------

    def _option(self, option: Option) -> Widget:
        ui, default = self.ui, option.default
        label = Words(ui, option.label, "body")

        def chosen(value: object) -> None:
            self._options[option.id] = value

        if isinstance(default, bool):
            return Column(label, Choice(ui, YES_NO, default, chosen), gap=0.75)
        if option.choices:
            choices = [(choice, self._game.choice(choice)) for choice in option.choices]
            return Column(label, Choice(ui, choices, default, chosen, least=72), gap=0.75)
        return Column(label, Stepper(ui, option, chosen), gap=0.75)

    def _begin(self) -> None:
        names = tuple(self._names)
        try:
            state = self._game.start(names, with_deck(self._game, self._options))
        except BadSetup as error:
            self._problem = error.text
            self._show()
            return
        self.app.settings = self.app.settings.played(self._game.id, names)
        self.app.keep_settings()
        if self.app.begin(state):
            self.app.instead(table_screen)


def _settable(option: Option) -> bool:
    """Options that are one value; what a table has told about its cards comes from its decks."""
    return isinstance(option.default, bool | int) or bool(option.choices)
