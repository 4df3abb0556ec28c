"""The players and their points; a crown for who has won."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout

from companion.app.table.turn_panel import whose_turn
from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.layout import Column, Row, paint_round
from companion.app.widgets.words import Icon, Words
from companion.moments import Moment
from companion.statistics.words import whole


def columns_of(players: int, *, portrait: bool, tight: bool = False) -> int:
    """How many cells stand side by side: no hole where three play; where height is short, all in one row."""
    return players if portrait or players == 3 or tight else 2


class Scores(GridLayout):
    """One cell a player; whose turn it is, is framed."""

    def __init__(self, ui: Ui, moment: Moment, colour: Callable[[int], int], *, columns: int, dense: bool) -> None:
        """`dense`: little stands beside the names, for there is little room for them."""
        super().__init__(cols=min(columns, len(moment.state.table.players)), spacing=dp(UNIT), size_hint_y=None)
        self.bind(minimum_height=self.setter("height"))
        outcome = moment.state.outcome()
        turn = whose_turn(moment)
        for seat, (name, score) in enumerate(zip(moment.state.table.players, moment.state.scores(), strict=True)):
            won = outcome is not None and seat in outcome.winners
            avatar = Avatar(ui, name, colour(seat), 36 if dense else 44)
            words = Column(
                Words(ui, name, "small", colour=ui.colours.faint, lines=1),
                Words(ui, whole(score), "heading", bold=True),
                gap=0,
            )
            row = Row(avatar, words, gap=0.75 if dense else 1.25, pad=0.75 if dense else 1.25)
            avatar.pos_hint = words.pos_hint = {"center_y": 0.5}
            if won:
                crown = Icon(ui, "crown", 30, colour=ui.colours.accent)
                crown.pos_hint = {"center_y": 0.5}
                row.add_widget(crown)
            paint_round(row, ui.colours.surface, edge=ui.colours.primary if seat == turn or won else None)
            self.add_widget(row)
