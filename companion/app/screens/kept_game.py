"""One game of the history: how it ended, what was decided and corrected, and what can be done with it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.export_sheet import ExportSheet
from companion.app.screen import Screen
from companion.app.screens.at_table import table_screen
from companion.app.screens.luck import LuckScreen
from companion.app.screens.replay import Position, ReplayScreen
from companion.app.theme import UNIT
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import Kind, PushButton, Touchable
from companion.app.widgets.chart import ChartPicture
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column, Flow, Panel, Row, Scroll
from companion.app.widgets.state import Nothing, Waiting
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.dates import when
from companion.journal import BadSitting, JournalFault
from companion.prints import has_numerals
from companion.retelling import Step, retell, step_of
from companion.rules import Text
from companion.rules.text import count, say
from companion.statistics.charts import score_chart
from companion.statistics.luck import MEASURES
from companion.statistics.plays import Play, play_of
from companion.statistics.report import game_name
from companion.statistics.words import whole

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SMALL_DIE = 40
SHARE = 0.55


class KeptGameScreen(Screen):
    """Read in the background, then shown."""

    def __init__(self, app: WuerfelaugeApp, number: int) -> None:
        super().__init__(app)
        self._number = number
        self.worker: Worker = Worker()
        self._waiting = Waiting(self.ui)
        self.add_widget(self.head(say("A game")))
        self.add_widget(self._waiting)
        self.worker.do(self._read, self._show, self._failed)

    def _read(self) -> Play:
        archive = self.app.archive()
        play = play_of(archive, archive.summary(self._number))
        if play is None:
            raise BadSitting(say("The rules have changed since: this game cannot be told again."))
        return play

    def _failed(self, text: Text) -> None:
        self.remove_widget(self._waiting)
        self.add_widget(Nothing(self.ui, "warning", text))

    # --- what there is to see -----------------------------------------------------------------------------------------

    def _show(self, play: Play) -> None:
        self.play, self._steps = play, retell(play.history, play.rulings)
        self.clear_widgets()
        self.add_widget(self.head(game_name(play.game)))
        first = [self._result(), self._course()]
        second = [self._about(), *self._decided(), *self._corrected()]
        if self.portrait:
            self.add_widget(Scroll(Column(*first[:1], *second, *first[1:], gap=1.5), self.ui))
        else:
            body = BoxLayout(spacing=dp(2 * UNIT))
            for parts, share in ((first, SHARE), (second, 1 - SHARE)):
                body.add_widget(Scroll(Column(*parts, gap=1.5), self.ui, size_hint_x=share))
            self.add_widget(body)
        self.add_widget(self._ways())

    def _result(self) -> Panel:
        """The players by their places; before the end, by how it stands."""
        ui, play = self.ui, self.play
        outcome = play.outcome
        scores = outcome.scores if outcome else play.history.state.scores()
        places = outcome.places if outcome else tuple(1 + sum(o > s for o in scores) for s in scores)
        title: Text = outcome.why if outcome else say("Not finished. This is how it stands.")
        panel = Panel(ui, Words(ui, title, "lead", bold=True))
        for seat in sorted(range(len(scores)), key=lambda seat: places[seat]):
            won = outcome is not None and seat in outcome.winners
            avatar = Avatar(ui, play.players[seat], self._colour(seat), 48)
            place = Words(ui, f"{places[seat]}.", "lead", box=(36, 48), colour=ui.colours.faint)
            name = Words(ui, play.players[seat], "lead", bold=won, lines=1)
            points = Words(ui, whole(scores[seat]), "heading", bold=True, wrap=False)
            row = Row(place, avatar, name, gap=1.5)
            if won:
                row.add_widget(Icon(ui, "crown", 30, colour=ui.colours.accent))
            row.add_widget(points)
            for part in row.children:
                part.pos_hint = {"center_y": 0.5}
            panel.add_widget(row)
        return panel

    def _course(self) -> Panel:
        play, language = self.play, self.ui.language
        chart = ChartPicture(
            self.ui,
            self.worker,
            lambda paper: score_chart(play, game_name(play.game), language, paper),
            [self._colour(seat) for seat in range(len(play.players))],
        )
        return Panel(self.ui, Words(self.ui, say("How the score went"), "lead", bold=True), chart)

    def _about(self) -> Panel:
        ui, play = self.ui, self.play
        throws = sum(step.event is not None for step in self._steps)
        corrected = sum(event.corrected for event in play.history.events)
        lines: list[tuple[str, Text | str]] = [
            ("clock", say("{when} · {minutes} min", when=when(play.started), minutes=play.minutes)),
            ("dice", count(throws, "{n} throw", "{n} throws")),
        ]
        if corrected:
            lines.append(("edit", count(corrected, "{n} reading corrected", "{n} readings corrected")))
        if play.simulated:
            lines.append(("info", say("Played with simulated dice.")))
        rows = [_line(self, icon, text) for icon, text in lines]
        return Panel(ui, *rows, gap=1)

    def _decided(self) -> list[Widget]:
        """What the table let stand against or beside the rule book."""
        if not self.play.rulings:
            return []
        ui = self.ui
        panel = Panel(ui, Words(ui, say("What the table decided"), "lead", bold=True), gap=1)
        for ruling in self.play.rulings:
            step = step_of(self._steps, ruling.after)
            panel.add_widget(self._to(step, "gavel", Words(ui, ruling.reason, "body")))
        return [panel]

    def _corrected(self) -> list[Widget]:
        steps = [(i, step) for i, step in enumerate(self._steps) if step.corrected]
        if not steps:
            return []
        ui = self.ui
        panel = Panel(ui, Words(ui, say("Read wrongly and corrected"), "lead", bold=True), gap=1)
        for place, step in steps:
            panel.add_widget(self._to(place, "edit", self._dice(step)))
        return [panel]

    def _dice(self, step: Step) -> Widget:
        numerals = has_numerals(self.play.game)
        dice = (DiePicture(self.ui, die.body, die.face, SMALL_DIE, numerals=numerals) for die in step.thrown)
        return Flow(*dice, gap=0.5)

    def _to(self, place: int, icon: str, what: Widget) -> Touchable:
        """A line that leads to its place in the replay."""
        ui = self.ui
        row = Touchable(
            ui, partial(self._replay, place), ui.colours.ground, orientation="horizontal", spacing=dp(1.5 * UNIT),
            padding=dp(UNIT), size_hint_y=None,
        )  # fmt: skip
        what.bind(height=lambda *_: setattr(row, "height", max(dp(56), what.height + dp(2 * UNIT))))
        row.height = dp(56)
        number = Words(ui, self._name(place), "small", colour=ui.colours.faint, wrap=False)
        for part in (Icon(ui, icon, 24, colour=ui.colours.faint), what, number):
            part.pos_hint = {"center_y": 0.5}
            row.add_widget(part)
        return row

    def _name(self, place: int) -> Text:
        first = self._steps[0].event is None
        return say("Throw {n}", n=place if first else place + 1)

    def _colour(self, seat: int) -> int:
        return self.app.settings.colour(self.play.players[seat], seat)

    # --- what can be done ---------------------------------------------------------------------------------------------

    def _ways(self) -> GridLayout:
        ui, play = self.ui, self.play
        on = play.outcome is None and not play.over and self.app.journal is not None
        buttons = []
        if on:
            buttons.append(PushButton(ui, say("Go on"), self._go_on, kind="primary", icon="play", middle=True))
        kind: Kind = "plain" if on else "primary"
        buttons.append(PushButton(ui, say("Replay"), self._replay, kind=kind, icon="history", least=72, middle=True))
        if play.game in MEASURES:
            buttons.append(PushButton(ui, say("Luck report"), self._luck, icon="star", least=72, middle=True))
        buttons.append(PushButton(ui, say("Export"), self._export, icon="share", least=72, middle=True))
        grid = GridLayout(
            cols=2 if self.portrait and len(buttons) > 3 else len(buttons), spacing=dp(UNIT), size_hint_y=None
        )
        grid.bind(minimum_height=grid.setter("height"))
        for button in buttons:
            grid.add_widget(button)
        return grid

    def _go_on(self) -> None:
        journal = self.app.journal
        assert journal is not None
        try:
            sitting = journal.resume(self._number)
        except JournalFault as fault:
            self.app.tell(fault.text)
            return
        self.app.sit_down(sitting)
        self.app.visit(table_screen)

    def _replay(self, place: int = 0) -> None:
        self.app.visit(partial(ReplayScreen, play=self.play, position=Position(place)))

    def _luck(self) -> None:
        self.app.visit(partial(LuckScreen, play=self.play))

    def _export(self) -> None:
        ExportSheet(self.ui, say("Export this game"), lambda: (self.play,)).open()


def _line(screen: Screen, icon: str, text: Text | str) -> Row:
    ui = screen.ui
    sign, words = Icon(ui, icon, 24, colour=ui.colours.faint), Words(ui, text, "body")
    sign.pos_hint = words.pos_hint = {"center_y": 0.5}
    return Row(sign, words, gap=1)
