"""Replay: a game throw by throw, with the picture that was kept, the dice, the verdict and the points after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.screen import Screen
from companion.app.theme import PRIMARY, UNIT
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.jpeg import JpegPicture
from companion.app.widgets.layout import Column, Flow, Panel, Row, Scroll, paint_round
from companion.app.widgets.track import Track
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.prints import has_numerals
from companion.retelling import Step, retell
from companion.rules import Die, Text
from companion.rules.text import say
from companion.statistics.plays import Play
from companion.statistics.report import game_name
from companion.statistics.words import whole

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

LARGE_DIE, DIE = 88, 64
PICTURE_SHARE = 9 / 16


@dataclass(slots=True)
class Position:
    """Which throw is looked at; it stays when the screen is made anew."""

    place: int = 0


class ReplayScreen(Screen):
    """The throw at the position; the track and two large buttons move it."""

    def __init__(self, app: WuerfelaugeApp, play: Play, position: Position) -> None:
        super().__init__(app)
        self._play, self._position = play, position
        self.steps = retell(play.history, play.rulings)
        self.worker: Worker = Worker()
        self.add_widget(self.head(game_name(play.game)))
        self._picture, self._told, self._scores = Column(gap=1.5), Column(gap=1.5), Column()
        self._lay_out()
        self._previous = PushButton(self.ui, on_tap=partial(self._by, -1), icon="left", least=PRIMARY)
        self._next = PushButton(self.ui, on_tap=partial(self._by, 1), kind="primary", icon="right")
        marks = [i for i, step in enumerate(self.steps) if step.corrected or step.rulings]
        self._track = Track(self.ui, len(self.steps) - 1, position.place, self._go, marks)
        self._count = Words(self.ui, "", "body", align="center", colour=self.ui.colours.faint)
        self.add_widget(self._count)
        self.add_widget(Row(self._previous, self._track, self._next, gap=2))
        self._show()

    def _lay_out(self) -> None:
        if self.portrait:
            self.add_widget(Scroll(Column(self._picture, self._told, gap=1.5), self.ui))
            self.add_widget(self._scores)
            return
        side = BoxLayout(orientation="vertical", spacing=dp(1.5 * UNIT), size_hint_x=0.48)
        side.add_widget(Scroll(self._told, self.ui))
        side.add_widget(self._scores)
        body = BoxLayout(spacing=dp(2 * UNIT))
        body.add_widget(Scroll(self._picture, self.ui, size_hint_x=0.52))
        body.add_widget(side)
        self.add_widget(body)

    # --- moving -------------------------------------------------------------------------------------------------------

    @property
    def place(self) -> int:
        return self._position.place

    def _by(self, steps: int) -> None:
        place = max(0, min(len(self.steps) - 1, self.place + steps))
        if place != self.place:
            self._track.place = place
            self._go(place)

    def _go(self, place: int) -> None:
        self._position.place = place
        self._show()

    # --- what is seen -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        place, last = self.place, len(self.steps) - 1
        step = self.steps[place]
        _fill(self._told, self._telling(step))
        _fill(self._scores, [self._points(step)])
        begins = self.steps[0].event is None
        number, total = (place, last) if begins else (place + 1, last + 1)
        count = say("Beginning") if step.event is None else say("Throw {n} of {all}", n=number, all=total)
        self._count.text = self.ui.words(count)
        for button, there in ((self._previous, place > 0), (self._next, place < last)):
            button.disabled, button.opacity = not there, 1 if there else 0.35
        self._look(place, step)

    def _look(self, place: int, step: Step) -> None:
        """The picture comes from the disk; until it is there, and where there is none, the dice stand for it."""
        _fill(self._picture, [Panel(self.ui, self._dice(step, LARGE_DIE), pad=3)] if step.thrown or step.kept else [])
        if step.event is None or step.event >= len(self._play.seqs):
            return
        token, seq, archive = self._play.token, self._play.seqs[step.event], self.app.archive

        def read() -> bytes | None:
            return archive().picture(token, seq) if self.place == place else None

        def show(content: bytes | None) -> None:
            if content is not None and self.place == place:
                picture = JpegPicture(content, size_hint_y=None)
                picture.bind(width=lambda *_: setattr(picture, "height", picture.width * PICTURE_SHARE))
                _fill(self._picture, [picture, Panel(self.ui, self._dice(step, DIE))])

        self.worker.do(read, show)

    def _dice(self, step: Step, size: float) -> Widget:
        """What was thrown; smaller, what lay there from before."""
        column = Column(self._flow(step.thrown, size), gap=1.5)
        if step.kept:
            column.add_widget(Words(self.ui, say("Kept from before"), "small", colour=self.ui.colours.faint))
            column.add_widget(self._flow(step.kept, size * 0.7))
        return column

    def _flow(self, dice: Sequence[Die], size: float) -> Flow:
        numerals = has_numerals(self._play.game)
        return Flow(*(DiePicture(self.ui, die.body, die.face, size, numerals=numerals) for die in dice), gap=1.25)

    def _telling(self, step: Step) -> list[Widget]:
        """Who threw, what the referee said, what people said to that."""
        ui = self.ui
        notes: list[Widget] = []
        parts: list[Widget] = []
        if step.player is not None:
            name = self._play.players[step.player]
            avatar, who = Avatar(ui, name, self._colour(step.player), 52), Words(ui, name, "heading", bold=True)
            avatar.pos_hint = who.pos_hint = {"center_y": 0.5}
            parts.append(Row(avatar, who, gap=1.5))
        for number, sentence in enumerate(step.said):
            ink = ui.colours.ink if number == 0 else ui.colours.faint
            parts.append(Words(ui, sentence, "lead" if number == 0 else "body", bold=number == 0, colour=ink))
        if step.corrected:
            notes.append(self._note("edit", say("A person said what lay there.")))
        notes += [self._note("gavel", say("The table let it stand: {reason}", reason=r)) for r in step.rulings]
        return [Panel(ui, *parts), *notes] if parts else notes

    def _note(self, icon: str, text: Text) -> Row:
        ui = self.ui
        sign, words = (
            Icon(ui, icon, 24, colour=ui.colours.on_accent),
            Words(ui, text, "body", colour=ui.colours.on_accent),
        )
        sign.pos_hint = words.pos_hint = {"center_y": 0.5}
        row = Row(sign, words, gap=1, pad=1.25)
        paint_round(row, ui.colours.accent)
        return row

    def _points(self, step: Step) -> GridLayout:
        ui, players = self.ui, self._play.players
        columns = min(len(players), 4 if self.portrait else 2)
        grid = GridLayout(cols=columns, spacing=dp(UNIT), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for seat, (name, score) in enumerate(zip(players, step.scores, strict=True)):
            avatar, words = Avatar(ui, name, self._colour(seat), 36), Words(ui, name, "small", lines=1)
            points = Words(ui, whole(score), "lead", bold=True, wrap=False)
            row = Row(avatar, words, points, gap=1, pad=1)
            for part in (avatar, words, points):
                part.pos_hint = {"center_y": 0.5}
            paint_round(row, ui.colours.surface, edge=ui.colours.primary if seat == step.player else None)
            grid.add_widget(row)
        return grid

    def _colour(self, seat: int) -> int:
        return self.app.settings.colour(self._play.players[seat], seat)


def _fill(place: Column, widgets: list[Widget]) -> None:
    place.clear_widgets()
    for widget in widgets:
        place.add_widget(widget)
