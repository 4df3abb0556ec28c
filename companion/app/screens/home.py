"""Home: the five games as cards, the game that can be gone on with, and the way to everything else.

The other screens are loaded when somebody goes there: the first picture does not wait for them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.cards import CARDS
from companion.app.screen import Screen
from companion.app.theme import UNIT, Colour, rgb
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.jpeg import JpegPicture
from companion.app.widgets.layout import Column, Gap, Row, Scroll
from companion.app.widgets.words import Icon, Words
from companion.games import AnyGame, games
from companion.journal import JournalFault, Sitting
from companion.rules.text import say
from companion.statistics.words import whole

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

CARD, TALLEST = 236, 380
"""How high a card is (dp), at least and at most."""


class HomeScreen(Screen):
    """The first thing people see."""

    def __init__(self, app: WuerfelaugeApp) -> None:
        super().__init__(app)
        app.leave_table()
        self.add_widget(self._head())
        sitting = self._unfinished()
        cards: list[Widget] = [] if sitting is None else [ContinueCard(self, sitting)]
        cards += [GameCard(self, games()[game_id]) for game_id in CARDS]
        columns = 2 if self.portrait else 3
        self._rows = [cards[i : i + columns] for i in range(0, len(cards), columns)]
        scroll = Scroll(Column(*(Row(*row, gap=2) for row in self._rows), gap=2), self.ui)
        scroll.bind(height=self._fill)
        self.add_widget(scroll)

    def _fill(self, _: object, height: float) -> None:
        """The cards share the room there is; where there is too little, one scrolls."""
        share = (height - dp(2 * UNIT) * (len(self._rows) - 1)) / len(self._rows)
        for row in self._rows:
            for card in row:
                card.height = max(dp(CARD), min(share, dp(TALLEST)))

    def _head(self) -> Row:
        ui = self.ui
        names = Column(Words(ui, "Würfelauge", "huge"), Words(ui, say("Which game is on the table?"), "lead"), gap=0)
        row = Row(DiePicture(ui, "white", "1", 84), names, gap=2)
        row.padding = (0, 0, 0, dp(UNIT))
        for icon, visit in (("history", self._history), ("teach", self._teach), ("settings", self._settings)):
            button = PushButton(ui, on_tap=visit, kind="plain", icon=icon, least=64)
            button.pos_hint = {"center_y": 0.5}
            row.add_widget(button)
        return row

    def _unfinished(self) -> Sitting | None:
        """The game that can be gone on with, if there is one."""
        journal = self.app.journal
        if journal is None:
            return None
        for summary in journal.unfinished():
            try:
                return journal.resume(summary.id)
            except JournalFault:
                continue
        return None

    def _history(self) -> None:
        from companion.app.screens.history import Bookmark, HistoryScreen  # noqa: PLC0415

        self.app.visit(partial(HistoryScreen, bookmark=Bookmark()))

    def _teach(self) -> None:
        from companion.app.screens.teach import TeachScreen  # noqa: PLC0415

        self.app.visit(TeachScreen)

    def _settings(self) -> None:
        from companion.app.screens.settings import SettingsPlace, SettingsScreen  # noqa: PLC0415

        self.app.visit(partial(SettingsScreen, place=SettingsPlace()))

    def choose(self, game: AnyGame) -> None:
        from companion.app.screens.new_game import NewGameScreen  # noqa: PLC0415

        self.app.visit(partial(NewGameScreen, game=game))

    def go_on(self, sitting: Sitting) -> None:
        from companion.app.screens.at_table import table_screen  # noqa: PLC0415

        self.app.sit_down(sitting)
        self.app.visit(table_screen)


class ContinueCard(Touchable):
    """The game that was left: the picture of its last throw, who plays, how it stands."""

    def __init__(self, home: HomeScreen, sitting: Sitting) -> None:
        ui, state = home.ui, sitting.state
        super().__init__(
            ui,
            lambda: home.go_on(sitting),
            ui.colours.surface,
            orientation="vertical",
            padding=dp(2 * UNIT),
            spacing=dp(UNIT),
            size_hint_y=None,
            height=dp(CARD),
        )
        self.edge(ui.colours.primary)
        picture = last_picture(sitting)
        if picture is not None:
            self.add_widget(JpegPicture(picture, fit_mode="cover"))
        else:
            bodies = [body for body, _ in CARDS[state.table.game.id][1]]
            faces = [face for _, face in CARDS[state.table.game.id][1]]
            numerals = state.table.game.id == "zwerge"
            dice = (DiePicture(ui, b, f, 76, numerals=numerals) for b, f in zip(bodies, faces, strict=True))
            self.add_widget(Row(*dice, gap=1.5))
            self.add_widget(Widget())
        title = say("Go on with {game}", game=state.table.game.name)
        self.add_widget(
            Row(Icon(ui, "play", 26, colour=ui.colours.primary), Words(ui, title, "lead", bold=True), gap=1)
        )
        standing = ", ".join(
            f"{name} {whole(score)}" for name, score in zip(state.table.players, state.scores(), strict=True)
        )
        self.add_widget(Words(ui, standing, "body", colour=ui.colours.faint, lines=1))


def last_picture(sitting: Sitting) -> bytes | None:
    """The newest picture that was kept of a throw."""
    for index in reversed(range(len(sitting.history.events))):
        picture = sitting.picture(index)
        if picture is not None:
            return picture
    return None


class GameCard(Touchable):
    """A game: its dice, its name, for how many."""

    def __init__(self, home: HomeScreen, game: AnyGame) -> None:
        ui = home.ui
        colour, dice = CARDS[game.id]
        fill: Colour = rgb(colour)
        super().__init__(
            ui,
            lambda: home.choose(game),
            fill,
            orientation="vertical",
            padding=dp(2.5 * UNIT),
            spacing=dp(UNIT),
            size_hint_y=None,
            height=dp(CARD),
        )
        white = (1, 1, 1, 1)
        row = Row(*(DiePicture(ui, body, face, 76, numerals=game.id == "zwerge") for body, face in dice), gap=1.5)
        self.add_widget(row)
        self.add_widget(Widget())
        self.add_widget(Words(ui, game.name, "heading", bold=True, colour=white))
        players = say("{least}–{most} players", least=game.least_players, most=game.most_players)
        if game.least_players == game.most_players:
            players = say("{n} players", n=game.most_players)
        self.add_widget(Words(ui, players, "body", colour=(1, 1, 1, 0.85)))
        self.add_widget(Gap(0.25))
