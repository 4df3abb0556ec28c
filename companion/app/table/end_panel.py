"""The end of a game: who has won and why, and what can be done next."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.widget import Widget

from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Panel
from companion.app.widgets.words import Icon, Words
from companion.rules import Text
from companion.rules.game import Outcome
from companion.rules.text import say


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
    trophy = Icon(ui, "trophy", 72, colour=ui.colours.accent if ui.look.mood == "dark" else ui.colours.ink)
    trophy.pos_hint = {"center_x": 0.5}
    return [
        trophy,
        Words(ui, words, "heading", bold=True, align="center"),
        PushButton(ui, say("Once more"), once_more, kind="primary", icon="again", size="lead"),
        PushButton(ui, say("Home"), home, icon="home"),
    ]
