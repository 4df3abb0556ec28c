"""Whose turn it is, what is expected now, and what the referee said last."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.ui import Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.layout import Column, Panel, Row
from companion.app.widgets.words import Icon, Words
from companion.moments import Moment

MOST_SAID = 5


def whose_turn(moment: Moment) -> int | None:
    """The one player that everybody waits for, if there is one."""
    throws = moment.state.expects().throws
    players = {throw.player for throw in throws} or {
        action.player for action in moment.state.legal_actions() if action.player is not None
    }
    return players.pop() if len(players) == 1 else None


class TurnPanel(Panel):
    """One sentence, large."""

    def __init__(self, ui: Ui, moment: Moment, colour: Callable[[int], int]) -> None:
        super().__init__(ui)
        words = Words(ui, moment.state.expects().text, "heading", bold=True)
        player = whose_turn(moment)
        if player is None:
            self.add_widget(words)
        else:
            avatar = Avatar(ui, moment.state.name(player), colour(player), 60)
            avatar.pos_hint = words.pos_hint = {"center_y": 0.5}
            self.add_widget(Row(avatar, words, gap=2))


class VerdictPanel(Column):
    """What the referee said last: the verdict, then why."""

    def __init__(self, ui: Ui, moment: Moment) -> None:
        super().__init__(gap=0.5, pad=0)
        for number, sentence in enumerate(moment.said[:MOST_SAID]):
            first = number == 0
            colour = ui.colours.ink if first else ui.colours.faint
            self.add_widget(Words(ui, sentence, "lead" if first else "body", bold=first, colour=colour))
        if moment.refused is not None:
            icon = Icon(ui, "warning", 26, colour=ui.colours.bad)
            self.add_widget(Row(icon, Words(ui, moment.refused, "body", bold=True, colour=ui.colours.bad), gap=1))
