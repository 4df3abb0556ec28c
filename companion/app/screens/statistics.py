"""Statistics: who plays and wins what, and whether the dice are fair; counted in the background, then kept in mind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.screen import Screen
from companion.app.theme import UNIT
from companion.app.ui import Say
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.chart import ChartPicture
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.field import Choice
from companion.app.widgets.layout import Column, Panel, Row, Scroll
from companion.app.widgets.state import Nothing, Waiting
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.prints import has_numerals
from companion.rules import Text
from companion.rules.text import count, say
from companion.statistics.charts import faces_chart, players_chart
from companion.statistics.fairness import DieCount
from companion.statistics.players import Record
from companion.statistics.plays import play_of
from companion.statistics.report import game_name
from companion.statistics.tally import Counting, Tally
from companion.statistics.words import decimal, percent, whole

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

Cell = Text | str
ALL = ""
FINDINGS = {"fair": "check", "odd": "eye", "unfair": "warning"}
SHARES = (0.47, 0.53)
ROOMY = 1000
"""Width (dp) from which players and dice have room beside each other; larger text needs more."""


@dataclass(slots=True)
class Counted:
    """What was counted, and what of it is looked at: it need not be counted again when the screen is made anew."""

    real: Tally | None = None
    simulated: Tally | None = None
    game: str = ALL
    with_real_dice: bool = True

    @property
    def shown(self) -> Tally:
        tally = self.real if self.with_real_dice else self.simulated
        assert tally is not None
        return tally


class StatisticsScreen(Screen):
    """A game to choose, then its players and its dice."""

    def __init__(self, app: WuerfelaugeApp, counted: Counted) -> None:
        super().__init__(app)
        self._counted = counted
        self.worker: Worker = Worker()
        self._place: Widget = Waiting(self.ui)
        self.add_widget(self.head(say("Statistics")))
        self._choices = Column(gap=1)
        self.add_widget(self._choices)
        self.add_widget(self._place)
        if counted.real is None:
            self.worker.do(self._count, self._ready, self._failed)
        else:
            self._show()

    def _replace(self, widget: Widget) -> None:
        self.remove_widget(self._place)
        self._place = widget
        self.add_widget(widget)

    def _failed(self, text: Text) -> None:
        self._replace(Nothing(self.ui, "warning", text))

    # --- counting -----------------------------------------------------------------------------------------------------

    def _count(self) -> tuple[Tally, Tally]:
        """In the background: one game after another, and how far it is."""
        archive = self.app.archive()
        real, simulated = Counting(), Counting()
        summaries = archive.sittings()
        for number, summary in enumerate(summaries, 1):
            if self.worker.stopped:
                break
            play = play_of(archive, summary)
            if play is not None:
                (simulated if play.simulated else real).add(play)
            if number % 10 == 0:
                self._progress(number, len(summaries))
        return real.tally(), simulated.tally()

    def _progress(self, number: int, total: int) -> None:
        text = self.ui.words(say("One moment … {n} of {all} games counted", n=number, all=total))

        def show() -> None:
            if isinstance(self._place, Waiting):
                self._place.words.text = text

        self.worker.tell(show)

    def _ready(self, tallies: tuple[Tally, Tally]) -> None:
        counted = self._counted
        counted.real, counted.simulated = tallies
        counted.with_real_dice = bool(counted.real.games) or not counted.simulated.games
        self._show()

    # --- choosing -----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        ui, counted, tally = self.ui, self._counted, self._counted.shown
        self._choices.clear_widgets()
        if not tally.games:
            words, more = say("There is nothing to count yet."), say("Play a game, and its figures stand here.")
            self._replace(Nothing(ui, "chart", words, more))
            return
        if counted.game not in tally.games:
            counted.game = ALL
        games: list[tuple[str, Say]] = [
            (ALL, say("All games")),
            *((game_id, game_name(game_id)) for game_id in tally.games),
        ]
        self._choices.add_widget(Choice(ui, games, counted.game, self._choose))
        if counted.real and counted.real.games and counted.simulated and counted.simulated.games:
            kinds = ((True, say("Real dice")), (False, say("Simulated dice")))
            self._choices.add_widget(Choice(ui, kinds, counted.with_real_dice, self._choose_dice))
        self._replace(self._overview(tally) if counted.game == ALL else self._of(counted.game, tally))

    def _choose(self, game: str) -> None:
        self._counted.game = game
        self._show()

    def _choose_dice(self, real: bool) -> None:
        self._counted.with_real_dice = real
        self._show()

    # --- figures ------------------------------------------------------------------------------------------------------

    def _overview(self, tally: Tally) -> Widget:
        ui = self.ui
        played = say(
            "{games}, {finished} of them finished.",
            games=count(sum(tally.games.values()), "{n} game", "{n} games"),
            finished=tally.finished,
        )
        games = Panel(ui, Words(ui, played, "lead", bold=True), gap=1)
        for game_id, number in tally.games.items():
            name, times = Words(ui, game_name(game_id), "body"), Words(ui, str(number), "lead", bold=True, wrap=False)
            name.pos_hint = times.pos_hint = {"center_y": 0.5}
            games.add_widget(Row(name, times, gap=1))
        rows: list[tuple[str, Sequence[Cell]]] = [
            (totals.player, (str(totals.plays), str(totals.wins), ui.words(percent(totals.share))))
            for totals in tally.totals()
        ]
        players = Panel(ui, Words(ui, say("Players"), "lead", bold=True), gap=1)
        if rows:
            players.add_widget(self._table((say("played"), say("won"), say("share")), rows))
        else:
            players.add_widget(Words(ui, say("Nobody has finished a game yet."), "body"))
        return self._sides([players], [games])

    def _of(self, game_id: str, tally: Tally) -> Widget:
        """One game: its players on one side, its dice on the other."""
        ui, language = self.ui, self.ui.language
        records = [record for record in tally.records if record.game == game_id]
        dice = [die for die in tally.dice if die.game == game_id]
        first: list[Widget] = []
        if records:
            chart = ChartPicture(
                ui,
                self.worker,
                lambda paper: players_chart(records, game_name(game_id), language, paper),
                [self.app.settings.colour(record.player, seat) for seat, record in enumerate(records)],
            )
            first.append(Panel(ui, Words(ui, say("Games won of those played"), "lead", bold=True), chart))
            first.append(Panel(ui, Words(ui, say("Players"), "lead", bold=True), self._records(records), gap=1))
        else:
            first.append(Panel(ui, Words(ui, say("Nobody has finished a game yet."), "lead")))
        second: list[Widget] = [self._die(die, tally.tests) for die in dice]
        return self._sides(first, second)

    def _sides(self, first: list[Widget], second: list[Widget]) -> Widget:
        if self.portrait or Window.width < dp(ROOMY) * self.ui.look.scale:
            return Scroll(Column(*first, *second, gap=1.5), self.ui)
        body = BoxLayout(spacing=dp(2 * UNIT))
        for widgets, share in zip((first, second), SHARES, strict=True):
            body.add_widget(Scroll(Column(*widgets, gap=1.5), self.ui, size_hint_x=share))
        return body

    def _records(self, records: Sequence[Record]) -> Widget:
        words = self.ui.words
        rows: list[tuple[str, Sequence[Cell]]] = [
            (
                record.player,
                (
                    words(percent(record.share)),
                    words(decimal(record.average)),
                    whole(record.best),
                    words(decimal(record.place)),
                ),
            )
            for record in records
        ]
        return self._table((say("won"), say("average"), say("best"), say("place")), rows)

    def _table(self, heads: Sequence[Text], rows: Sequence[tuple[str, Sequence[Cell]]]) -> Column:
        """A line a player: the disc, the name, and figures under their heads."""
        ui = self.ui
        head, table = Row(Widget(size_hint_y=None, height=0), gap=2), Column(gap=1)
        table.add_widget(head)
        columns = [[Words(ui, title, "small", wrap=False, colour=ui.colours.faint)] for title in heads]
        for title in columns:
            head.add_widget(title[0])
        for player, figures in rows:
            avatar = Avatar(ui, player, self.app.settings.colour(player, 0), 40)
            row = Row(avatar, Words(ui, player, "body", lines=1), gap=2)
            for column, figure in zip(columns, figures, strict=True):
                column.append(Words(ui, figure, "lead", bold=True, wrap=False))
                row.add_widget(column[-1])
            for part in row.children:
                part.pos_hint = {"center_y": 0.5}
            table.add_widget(row)
        for column in columns:
            _as_wide_as_the_widest(column)
        return table

    def _die(self, die: DieCount, tests: int) -> Panel:
        """One kind of die: the finding in words, and a bar for each face."""
        ui, language = self.ui, self.ui.language
        finding = die.finding(tests)
        colour = {"fair": ui.colours.good, "unfair": ui.colours.bad}.get(finding, ui.colours.faint)
        face = max(die.observed, key=lambda face: die.observed[face])
        title = say("{die} · {throws}", die=die.name(), throws=count(die.thrown, "{n} throw", "{n} throws"))
        words = ui.words(title)
        sign, sentence = Icon(ui, FINDINGS.get(finding, "info"), 24, colour=colour), Words(ui, die.words(tests), "body")
        sign.pos_hint = sentence.pos_hint = {"center_y": 0.5}
        verdict = Row(sign, sentence, gap=1)
        text = Column(Words(ui, words[:1].upper() + words[1:], "lead", bold=True), verdict, gap=0.5)
        picture = DiePicture(ui, die.body, face, 56, numerals=has_numerals(die.game))
        picture.pos_hint = text.pos_hint = {"center_y": 0.5}
        chart = ChartPicture(ui, self.worker, lambda paper: faces_chart(die, language, paper))
        hint = Words(ui, say("The mark is what was due."), "small", colour=ui.colours.faint)
        return Panel(ui, Row(picture, text, gap=1.5), chart, hint)


def _as_wide_as_the_widest(column: Sequence[Words]) -> None:
    """One width for all figures under one head, flush right."""
    for words in column:
        words.texture_update()
    width = max(words.texture_size[0] for words in column)
    for words in column:
        words.fix(width, align="right")
