"""Home: the five games as cards, the game that can be gone on with, and the way to everything else.

The other screens are loaded when somebody goes there: the first picture does not wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING, Any

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.cards import CARDS
from companion.app.screen import Screen
from companion.app.theme import PRIMARY, UNIT, Colour, rgb
from companion.app.ui import Ui
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.jpeg import JpegPicture
from companion.app.widgets.layout import Column, Gap, Row, Scroll, paint_round
from companion.app.widgets.words import Icon, Words
from companion.games import AnyGame, games
from companion.journal import JournalFault, Sitting
from companion.prints import has_numerals
from companion.rules import Text
from companion.rules.text import say
from companion.statistics.words import whole

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

CARD, TALLEST = 236, 380
"""How high a card is (dp), at least and at most."""
DIE, SMALLEST_DIE = 116, 56
"""The dice on a card (dp): as large as there is room, and no smaller."""
TILTS = (-7.0, 4.0, -3.0)
"""How the dice on a card lie (degrees)."""
NAMED = 1180
"""From this width on (dp) the ways from here have their names beside the title; upright they stand below the cards."""


class HomeScreen(Screen):
    """The first thing people see."""

    def __init__(self, app: WuerfelaugeApp) -> None:
        super().__init__(app)
        app.leave_table()
        self.add_widget(self._head())
        sitting = self._unfinished()
        self._told = Column(gap=1)
        self._tell()
        cards: list[Widget] = [] if sitting is None else [ContinueCard(self, sitting)]
        cards += [GameCard(self, games()[game_id]) for game_id in CARDS]
        columns = 2 if self.portrait else 3
        self._rows = [cards[i : i + columns] for i in range(0, len(cards), columns)]
        scroll = Scroll(Column(*(Row(*row, gap=2) for row in self._rows), gap=2), self.ui)
        scroll.bind(height=self._fill)
        self.add_widget(scroll)
        if self.portrait:
            self.add_widget(Row(*self._ways(named=True, middle=True, least=PRIMARY), gap=1))

    def _fill(self, _: object, height: float) -> None:
        """The cards share the room there is; where there is too little, one scrolls."""
        share = (height - dp(2 * UNIT) * (len(self._rows) - 1)) / len(self._rows)
        for row in self._rows:
            for card in row:
                card.height = max(dp(CARD), min(share, dp(TALLEST)))

    def _head(self) -> Row:
        ui = self.ui
        names = Column(Words(ui, "Würfelauge", "huge"), Words(ui, say("Which game is on the table?"), "lead"), gap=0)
        row = Row(DiePicture(ui, "white", "1", 84, tilt=-6), names, gap=2)
        row.padding = (dp(0.5 * UNIT), 0, 0, dp(UNIT))
        if not self.portrait:
            named = Window.width >= dp(NAMED) * ui.look.scale
            for button in self._ways(named=named, least=64):
                button.pos_hint = {"center_y": 0.5}
                row.add_widget(button.hug() if named else button)
        return row

    def _ways(self, *, named: bool, **more: Any) -> list[PushButton]:
        """To everything that is no game."""
        ways: tuple[tuple[str, Text, Callable[[], None]], ...] = (
            ("history", say("History"), self._history),
            ("teach", say("Teach my dice"), self._teach),
            ("settings", say("Settings"), self._settings),
        )
        return [PushButton(self.ui, words if named else "", visit, icon=icon, **more) for icon, words, visit in ways]

    def _unfinished(self) -> Sitting | None:
        """The game that can be gone on with, if there is one."""
        journal = self.app.look_for_journal()
        try:
            return journal.latest() if journal is not None else None
        except JournalFault as fault:
            self.app.journal_notices.append(fault.text)
            return None

    # --- what is wrong with the journal -------------------------------------------------------------------------------

    def _tell(self) -> None:
        """That games cannot be kept, as long as it is so; what was found at opening them, until it was read."""
        self._told.clear_widgets()
        if self.app.journal is None:
            self._told.add_widget(self._notice(self.app.journal_fault))
        for notice in dict.fromkeys(self.app.journal_notices):
            close = PushButton(self.ui, on_tap=self._have_read, kind="quiet", icon="close")
            self._told.add_widget(self._notice(notice, close))
        if self._told.children and self._told.parent is None:
            self.add_widget(self._told)
        elif not self._told.children and self._told.parent is not None:
            self.remove_widget(self._told)

    def _notice(self, text: Text, *more: Widget) -> Row:
        ink = self.ui.colours.bad
        words = Words(self.ui, text, "body", bold=True, colour=ink)
        sign = Icon(self.ui, "warning", 26, colour=ink)
        sign.pos_hint = words.pos_hint = {"center_y": 0.5}
        row = Row(sign, words, *more, pad=1)
        paint_round(row, self.ui.colours.surface, edge=ink)
        return row

    def _have_read(self) -> None:
        self.app.journal_notices.clear()
        self._tell()

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


class CardDice(Widget):
    """Some dice of a game, as large as there is room for them, as if they had just been thrown."""

    def __init__(self, ui: Ui, game_id: str) -> None:
        super().__init__()
        numerals, tilts = has_numerals(game_id), cycle(TILTS)
        self._dice = [
            DiePicture(ui, body, face, DIE, numerals=numerals, tilt=next(tilts)) for body, face in CARDS[game_id][1]
        ]
        for die in self._dice:
            self.add_widget(die)
        self.bind(pos=self._lay, size=self._lay)

    def _lay(self, *_: object) -> None:
        gap = dp(2 * UNIT)
        room = (self.width - gap * len(TILTS)) / len(TILTS)  # as on the cards with the most dice
        side = max(dp(SMALLEST_DIE), min(room, self.height - dp(UNIT), dp(DIE)))
        for place, die in enumerate(self._dice):
            die.size = (side, side)
            die.pos = (self.x + dp(0.5 * UNIT) + place * (side + gap), self.top - dp(0.5 * UNIT) - side)


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
            self.add_widget(JpegPicture(picture, fit="cut"))
        else:
            self.add_widget(CardDice(ui, state.table.game.id))
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
        colour, _ = CARDS[game.id]
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
        self.add_widget(CardDice(ui, game.id))
        self.add_widget(Words(ui, game.name, "heading", bold=True, colour=white))
        players = say("{least}–{most} players", least=game.least_players, most=game.most_players)
        if game.least_players == game.most_players:
            players = say("{n} players", n=game.most_players)
        self.add_widget(Words(ui, players, "body", colour=(1, 1, 1, 0.85)))
        self.add_widget(Gap(0.25))
