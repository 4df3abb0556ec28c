"""The table: live picture, the throw as dice, whose turn it is, what may be done, what the referee says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.boards.plain import Seat, board_for
from companion.app.screen import Screen
from companion.app.screens.settings import SettingsPlace, SettingsScreen
from companion.app.table.amending import ask_to_amend
from companion.app.table.camera_view import CameraView
from companion.app.table.end_panel import EndPanel
from companion.app.table.hand_entry import HandEntry
from companion.app.table.question_panel import QuestionPanel
from companion.app.table.scores import Scores, columns_of
from companion.app.table.turn_panel import TurnPanel, VerdictPanel
from companion.app.theme import UNIT
from companion.app.widgets.button import PushButton
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column, Flow, Panel, Row, Scroll, paint_round
from companion.app.widgets.words import Icon, Words
from companion.live_table import LiveTable
from companion.moments import Glimpse, Moment
from companion.prints import has_numerals
from companion.referee import Question
from companion.rules import Action, Text, Throw
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

DIE = 64
FEW = 4
"""So many dice leave room for words beside them."""
CAMERA_SHARE = 9 / 16
LEAST_SEEN = 0.22
"""Of the height in portrait, what is left of the table while something is asked."""
MOST_ACTIONS = 40
"""Buttons in the list; games with more to choose from have a board for it."""


class TableScreen(Screen):
    """The main screen. It draws the app's `moment`; the game itself runs in the table's own thread."""

    def __init__(self, app: WuerfelaugeApp) -> None:
        super().__init__(app)
        assert app.table is not None
        self.table: LiveTable = app.table
        self.moment: Moment = app.moment or self.table.moment
        game = self.moment.state.table.game
        self.numerals = has_numerals(game.id)
        self._undo = PushButton(self.ui, on_tap=self.table.undo, kind="plain", icon="undo")
        settings = PushButton(self.ui, on_tap=self._settings, kind="quiet", icon="settings")
        self.add_widget(self.head(game.name, settings, self._undo))
        self._banner = Column()
        self.camera = CameraView(self.ui, size_hint_y=None)
        self.board = board_for(game.id, Seat(self.ui, self.table, self.colour, self.portrait))
        self._eyes = Column(gap=1.5)
        self._now = Column(gap=1.5)
        self._turn = Column()
        self._scores = Column()
        self._asked: Question | None = None
        self._question: QuestionPanel | None = None
        self._entry: tuple[object, HandEntry] | None = None
        self._entering: int | None = None
        """After how many moves somebody wished to enter by hand what the camera did not see."""
        self._arrange()
        self.told(self.moment)

    def _settings(self) -> None:
        """The game goes on behind them."""
        self.app.visit(partial(SettingsScreen, place=SettingsPlace()))

    def _arrange(self) -> None:
        """Two columns, or in portrait one: what lies there on one side, what to do on the other."""
        watched = self.moment.watched or self.moment.simulated or self.app.settings.camera != "none"
        beside = self.board.wide and not self.portrait
        self._told_beside = bool(watched) and not self.board.wide and not self.portrait
        eyes = [self._eyes] if watched else []
        lies = [self.board] if beside else [*eyes, self.board]
        self._beside = eyes if beside else []
        body = BoxLayout(orientation="vertical" if self.portrait else "horizontal", spacing=dp(2 * UNIT))
        contents = [Column(*lies, gap=1.5), Column(gap=1.5)]
        sides = [Scroll(content, self.ui) for content in contents]
        self._todo = contents[1]
        upper = self.board.upright if self.portrait else 0.6 if self.board.wide else 0.55
        for side, share in zip(sides, (upper, 1 - upper), strict=True):
            column = BoxLayout(orientation="vertical", spacing=dp(1.5 * UNIT))
            column.size_hint = (1, share) if self.portrait else (share, 1)
            column.add_widget(side)
            body.add_widget(column)
        column.add_widget(self._scores)
        if self.portrait:
            self._share_height(body, contents, upper)
        self._body = body
        self.add_widget(body)
        self.camera.bind(width=self._shape_camera)

    def _share_height(self, body: BoxLayout, contents: list[Column], least: float) -> None:
        """What lies on the table gets what it needs as far as what is to do leaves room, and `least` at least.

        A question is seen whole, whatever it covers.
        """
        board, todo = contents
        above = body.children[-1]
        above.size_hint_y = None

        def share(*_: object) -> None:
            room = body.height - body.spacing
            share = LEAST_SEEN if self.moment.question is not None else least
            below = min(todo.height + self._scores.height + dp(1.5 * UNIT), (1 - share) * room)
            above.height = min(max(share * room, board.height), room - below)

        body.bind(height=share)
        for part in (board, todo, self._scores):
            part.bind(height=share)

    def _shape_camera(self, *_: object) -> None:
        self.camera.height = self.camera.width * CAMERA_SHARE

    # --- what happens -------------------------------------------------------------------------------------------------

    def seen(self, glimpse: Glimpse) -> None:
        self.camera.show(glimpse)

    def told(self, moment: Moment) -> None:
        asked = moment.question is not None and moment.question is not self._asked
        self.moment, self._asked = moment, moment.question
        self._undo.disabled = moment.moves == 0
        self._undo.opacity = 0.35 if moment.moves == 0 else 1
        self.board.show(replace(moment, watched=False) if self.board.takes_dice and self._by_hand(moment) else moment)
        self._show_notices([text for text in (moment.trouble, moment.notice) if text is not None])
        whose, *what = self._what_now(moment)
        _fill(self._turn, [whose])
        _fill(self._now, what)
        lost = moment.trouble is not None and not moment.watched  # the last picture says nothing any more
        camera = [] if lost else [self.camera]
        _fill(self._eyes, [*camera, *([] if self._told_beside else self._throw(moment))])
        _fill(self._todo, [self._turn, *self._beside, *([self._now] if what else [])])
        if asked:
            self._todo.parent.scroll_y = 1  # nobody has to scroll to answer
        _fill(self._scores, [self._standing(moment)])

    def _standing(self, moment: Moment) -> Scores:
        """What everybody has; beside a picture of the camera there is little height for it."""
        players = len(moment.state.table.players)
        dense = bool(self._beside) and players > 3 and self.ui.look.scale <= 1
        columns = columns_of(players, portrait=self.portrait, tight=dense)
        return Scores(self.ui, moment, self.colour, columns=columns, dense=dense)

    def colour(self, seat: int) -> int:
        """The colour of a player's disc."""
        return self.app.settings.colour(self.moment.state.table.players[seat], seat)

    def _show_notices(self, texts: list[Text]) -> None:
        _fill(self._banner, [self._notice(text) for text in texts])
        if bool(texts) == (self._banner.parent is None):
            if texts:
                self.add_widget(self._banner, index=self.children.index(self._body) + 1)
            else:
                self.remove_widget(self._banner)

    def _notice(self, text: Text) -> Widget:
        """What is wrong with the camera: said, while the game goes on."""
        ink = self.ui.colours.bad
        row = Row(Icon(self.ui, "warning", 26, colour=ink), Words(self.ui, text, "body", bold=True, colour=ink), pad=1)
        paint_round(row, self.ui.colours.surface, edge=ink)
        return row

    def _what_now(self, moment: Moment) -> list[Widget]:
        """First what is expected or asked; it stands above everything else."""
        ui = self.ui
        if moment.question is not None:
            if self._question is None or self._question.question is not moment.question:
                self._question = QuestionPanel(ui, moment.question, moment.state, self.table, numerals=self.numerals)
            told = [VerdictPanel(ui, replace(moment, said=()))] if moment.refused is not None else []
            return [self._question, *told]
        outcome, players = moment.state.outcome(), moment.state.table.players
        parts: list[Widget] = [
            TurnPanel(ui, moment, self.colour)
            if outcome is None
            else EndPanel(ui, outcome, players, self.app.once_more, self.app.home)
        ]
        if moment.said or moment.refused:
            parts.append(VerdictPanel(ui, moment))
        if self._told_beside:
            parts += self._throw(moment)
        throws = moment.state.expects().throws
        if throws and moment.simulated:
            throw = self.table.throw
            parts.append(PushButton(ui, say("Throw the dice"), throw, kind="primary", icon="dice", size="lead"))
        elif throws and self._by_hand(moment) and not self.board.takes_dice:
            parts.append(self._hand_entry(moment, throws[0]))
        parts += self.board.choices(moment)
        offered = [action for action in moment.state.legal_actions() if not self.board.offers(action)]
        parts += [self._action(action) for action in offered[:MOST_ACTIONS]]
        if throws and not moment.simulated and not self._by_hand(moment):
            parts.append(PushButton(ui, say("Enter the dice by hand"), self._enter, kind="quiet", icon="tap"))
        return parts

    # --- dice entered by hand -----------------------------------------------------------------------------------------

    def _by_hand(self, moment: Moment) -> bool:
        """Whether dice are tapped in: no camera looks on, or it did not see them."""
        return not moment.simulated and (not moment.watched or self._entering == moment.moves)

    def _enter(self) -> None:
        self._entering = self.moment.moves
        self.told(self.moment)

    def _hand_entry(self, moment: Moment, throw: Throw) -> HandEntry:
        """What has been entered so far stays while the camera comes and goes."""
        if self._entry is None or self._entry[0] != (moment.moves, throw):
            tell = partial(self.table.tell, after=moment.moves)
            self._entry = (moment.moves, throw), HandEntry(self.ui, throw, tell, numerals=self.numerals)
        return self._entry[1]

    def _action(self, action: Action) -> PushButton:
        words = self.ui.words(self.moment.state.label(action))
        return PushButton(self.ui, words[:1].upper() + words[1:], partial(self.table.tell, action), align="left")

    # --- the throw as drawn dice --------------------------------------------------------------------------------------

    def _throw(self, moment: Moment) -> list[Widget]:
        """The last throw that was seen; a tap says that a die was read wrongly."""
        if not moment.amendable or moment.question is not None:
            return []
        dice = [
            DiePicture(self.ui, die.body, die.face, DIE, numerals=self.numerals, on_tap=partial(self.amend, place))
            for place, die in enumerate(moment.amendable)
        ]
        hint = Words(self.ui, say("Read wrongly? Tap the die."), "small", colour=self.ui.colours.faint)
        if len(dice) > FEW:
            return [Panel(self.ui, Flow(*dice, gap=1), hint, gap=0.75, pad=1.5)]
        row = Row(*dice, hint, gap=1)
        hint.pos_hint = {"center_y": 0.5}
        return [Panel(self.ui, row, pad=1.25)]

    def amend(self, place: int) -> None:
        """“That is wrong”: what does this die really show?"""
        ask_to_amend(self.ui, self.table, self.moment, place, numerals=self.numerals)


def _fill(place: Column, widgets: Sequence[Widget]) -> None:
    """What is there already stays, and nothing has to find its place again."""
    if place.children[::-1] == list(widgets):
        return
    place.clear_widgets()
    for widget in widgets:
        place.add_widget(widget)
