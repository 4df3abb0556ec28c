"""History: every game that was kept, the latest first; a tap opens one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.export_sheet import ExportSheet
from companion.app.screen import Screen
from companion.app.screens.kept_game import KeptGameScreen
from companion.app.screens.statistics import Counted, StatisticsScreen
from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.game_sign import GameSign
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.lazy_rows import LazyRows
from companion.app.widgets.state import Nothing, Waiting
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.dates import when
from companion.journal import Summary
from companion.rules import Text
from companion.rules.text import say
from companion.statistics.plays import plays
from companion.statistics.report import game_name

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

PAGE = 24
"""Games that are read at a time."""
ROW, HIGHER_ROW = 92, 108
"""In portrait the players have a line of their own."""
DISC, MOST = 40, 7


@dataclass(slots=True)
class Bookmark:
    """Where in the list somebody was, for when they come back to it."""

    scroll: float = 1.0


class HistoryScreen(Screen):
    """The list. Pages of it are read in the background when they come into sight."""

    def __init__(self, app: WuerfelaugeApp, bookmark: Bookmark | None = None) -> None:
        super().__init__(app)
        self._bookmark = bookmark or Bookmark()
        self.worker: Worker = Worker()
        self._known: dict[int, Summary] = {}
        self._asked: set[int] = set()
        self.rows: LazyRows | None = None
        self.add_widget(self.head(say("History"), *self._ways()))
        self._place = Waiting(self.ui)
        self.add_widget(self._place)
        self.worker.do(lambda: app.archive().count(), self._counted, self._failed)

    def _ways(self) -> list[PushButton]:
        ui = self.ui
        statistics = PushButton(ui, say("Statistics"), self._statistics, icon="chart").hug()
        export = PushButton(ui, say("Export"), self._export, icon="share").hug()
        for button in (statistics, export):
            button.pos_hint = {"center_y": 0.5}
        return [statistics, export]

    def _show(self, widget: Widget) -> None:
        self.remove_widget(self._place)
        self._place = widget
        self.add_widget(widget)

    def _counted(self, number: int) -> None:
        if number == 0:
            words = say("No game has been played yet.")
            self._show(Nothing(self.ui, "history", words, say("Play one, and it stands here.")))
            return
        height = HIGHER_ROW if self.portrait else ROW
        self.rows = LazyRows(self.ui, number, dp(height * max(1.0, self.ui.look.scale)), self._row)
        self._show(self.rows)
        self.rows.scroll_y = self._bookmark.scroll

    def _failed(self, text: Text) -> None:
        self._show(Nothing(self.ui, "warning", text))

    # --- rows ---------------------------------------------------------------------------------------------------------

    def _row(self, number: int) -> Widget:
        summary = self._known.get(number)
        if summary is None:
            self._ask(number // PAGE)
            return Touchable(self.ui, None, self.ui.colours.surface)
        return GameRow(self, summary)

    def _ask(self, page: int) -> None:
        if page not in self._asked:
            self._asked.add(page)
            archive, start = self.app.archive, page * PAGE
            self.worker.do(lambda: archive().newest(start, PAGE), partial(self._read, start), self._failed)

    def _read(self, start: int, summaries: tuple[Summary, ...]) -> None:
        self._known.update(enumerate(summaries, start))
        if self.rows is not None:
            self.rows.renew(range(start, start + len(summaries)))

    # --- where to -----------------------------------------------------------------------------------------------------

    def open(self, summary: Summary) -> None:
        self.app.visit(partial(KeptGameScreen, number=summary.id))

    def _statistics(self) -> None:
        self.app.visit(partial(StatisticsScreen, counted=Counted()))

    def _export(self) -> None:
        archive = self.app.archive
        ExportSheet(self.ui, say("Export all games"), lambda: plays(archive())).open()

    def left(self) -> None:
        if self.rows is not None:
            self._bookmark.scroll = self.rows.scroll_y
        super().left()


class GameRow(Touchable):
    """One game: which, when, how long, who played, who won."""

    def __init__(self, screen: HistoryScreen, summary: Summary) -> None:
        ui, players = screen.ui, summary.players
        super().__init__(
            ui, partial(screen.open, summary), ui.colours.surface, orientation="horizontal",
            padding=(dp(1.5 * UNIT), dp(UNIT)), spacing=dp(2 * UNIT),
        )  # fmt: skip
        self.summary = summary
        if not summary.over:
            self.edge(ui.colours.primary)
        about = say("{when} · {minutes} min", when=when(summary.started), minutes=summary.minutes)
        words = Column(
            Words(ui, game_name(summary.game), "lead", bold=True, lines=1),
            Words(ui, about, "body", colour=ui.colours.faint, lines=1),
            gap=0.25,
        )
        end = _end(ui, summary)
        parts: list[Widget] = [
            GameSign(ui, summary.game, 60),
            words,
            end,
            Icon(ui, "right", 26, colour=ui.colours.faint),
        ]
        if screen.portrait:
            end.size_hint_x = 0.45
            words.add_widget(Words(ui, ", ".join(players), "body", colour=ui.colours.faint, lines=1))
        else:
            end.size_hint_x = 0.4
            colour = screen.app.settings.colour
            discs = (Avatar(ui, name, colour(name, seat), DISC) for seat, name in enumerate(players))
            parts.insert(2, Row(*discs, Widget(), gap=0.5, size_hint_x=None, width=dp(MOST * (DISC + UNIT / 2))))
        for part in parts:
            part.pos_hint = {"center_y": 0.5}
            self.add_widget(part)


def _end(ui: Ui, summary: Summary) -> Row:
    """How it ended: who won, or that it did not."""
    if summary.winners:
        icon, colour, words = "crown", ui.colours.ink, Words(ui, ", ".join(summary.winners), "body", bold=True, lines=1)
    elif summary.over:
        icon, colour, words = "flag", ui.colours.faint, Words(ui, say("ended early"), "body", lines=1)
    else:
        icon, colour = "play", ui.colours.primary
        words = Words(ui, say("unfinished"), "body", bold=True, colour=colour, lines=1)
    sign = Icon(ui, icon, 24, colour=colour)
    words.pos_hint = sign.pos_hint = {"center_y": 0.5}
    return Row(sign, words, gap=1)
