"""The luck report of a game: what the dice gave each player, and what they would have given on average."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.screen import Screen
from companion.app.theme import UNIT
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.chart import ChartPicture
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column, Flow, Panel, Row, Scroll
from companion.app.widgets.state import Nothing, Waiting
from companion.app.widgets.words import Words
from companion.app.worker import Worker
from companion.prints import has_numerals
from companion.rules import Text
from companion.rules.text import say
from companion.statistics.charts import luck_chart
from companion.statistics.luck import NO_LUCK, Luck, LuckReport, luck_report
from companion.statistics.plays import Play, Thrown
from companion.statistics.report import game_name

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

DIE = 44


class LuckScreen(Screen):
    """A chart of all players, then each of them in words with the best and the worst throw."""

    def __init__(self, app: WuerfelaugeApp, play: Play) -> None:
        super().__init__(app)
        self._play = play
        self.worker: Worker = Worker()
        self._waiting = Waiting(self.ui)
        self.add_widget(self.head(say("Luck in {game}", game=game_name(play.game))))
        self.add_widget(self._waiting)
        self.worker.do(lambda: luck_report(play), self._show, self._failed)

    def _failed(self, text: Text) -> None:
        self.remove_widget(self._waiting)
        self.add_widget(Nothing(self.ui, "warning", text))

    def _show(self, report: LuckReport | None) -> None:
        if report is None:
            self._failed(NO_LUCK)
            return
        self.remove_widget(self._waiting)
        ui, play = self.ui, self._play
        chart = ChartPicture(
            ui,
            self.worker,
            lambda paper: luck_chart(play, report, game_name(play.game), ui.language, paper),
            [self.app.settings.colour(name, seat) for seat, name in enumerate(play.players)],
        )
        about = say("{unit} beyond what dice give on average", unit=report.unit)
        words = ui.words(about)
        course = Panel(ui, Words(ui, words[:1].upper() + words[1:], "lead", bold=True), chart)
        people = GridLayout(cols=1 if self.portrait else 2, spacing=dp(1.5 * UNIT), size_hint_y=None)
        people.bind(minimum_height=people.setter("height"))
        for seat, luck in enumerate(report.players):
            people.add_widget(self._player(seat, luck, report.unit))
        self.add_widget(Scroll(Column(course, people, gap=1.5), ui))

    def _player(self, seat: int, luck: Luck, unit: Text) -> Panel:
        ui = self.ui
        avatar = Avatar(ui, luck.player, self.app.settings.colour(luck.player, seat), 48)
        words = Words(ui, luck.words(unit), "body")
        avatar.pos_hint = words.pos_hint = {"center_y": 0.5}
        panel = Panel(ui, Row(avatar, words, gap=1.5))
        for throw, title in ((luck.best, say("Best throw")), (luck.worst, say("Worst throw"))):
            if throw is not None:
                panel.add_widget(self._throw(title, throw))
        return panel

    def _throw(self, title: Text, throw: Thrown) -> Widget:
        numerals = has_numerals(self._play.game)
        dice = (DiePicture(self.ui, die.body, die.face, DIE, numerals=numerals) for die in throw.dice)
        return Column(Words(self.ui, title, "small", colour=self.ui.colours.faint), Flow(*dice, gap=0.75), gap=0.5)
