"""The end of a game: who has won and why, and what can be done next."""

from __future__ import annotations

from collections.abc import Callable

from kivy.metrics import dp, sp
from kivy.uix.widget import Widget

from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Panel, paint_round
from companion.app.widgets.words import Icon, Words
from companion.rules import Text
from companion.rules.game import Outcome
from companion.rules.text import say

MEDAL = 108
"""The disc behind the trophy (sp)."""


class EndPanel(Panel):
    """For games on the common table."""

    def __init__(
        self,
        ui: Ui,
        outcome: Outcome,
        names: tuple[str, ...],
        once_more: Callable[[], object],
        home: Callable[[], object],
    ) -> None:
        why = Words(ui, outcome.why, "body", colour=ui.colours.faint, align="center")
        told = end_of_game(ui, winners(outcome, names), once_more, home)
        super().__init__(ui, *told[:2], why, *told[2:])


def winners(outcome: Outcome, names: tuple[str, ...]) -> Text:
    """Who has won."""
    won = tuple(names[seat] for seat in outcome.winners)
    return say("{player} wins!", player=won[0]) if len(won) == 1 else say("{players} share the victory!", players=won)


def end_of_game(ui: Ui, words: Say, once_more: Callable[[], object], home: Callable[[], object]) -> list[Widget]:
    """A trophy, the sentence that says who has it, and the two ways on."""
    trophy = Icon(ui, "trophy", 60, colour=ui.colours.on_accent)
    side = sp(MEDAL * ui.look.scale)
    trophy.size, trophy.pos_hint = (side, side), {"center_x": 0.5}
    paint_round(trophy, ui.colours.accent, radius=side / 2 / dp(1))
    return [
        trophy,
        Words(ui, words, "heading", bold=True, align="center"),
        PushButton(ui, say("Once more"), once_more, kind="primary", icon="again", size="lead"),
        PushButton(ui, say("Home"), home, icon="home"),
    ]
