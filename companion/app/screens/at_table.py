"""Which screen a game is played on: most on the common table, a few on one of their own."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from companion.app.screen import Screen
from companion.app.screens.table import TableScreen

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

OWN = {"wuerfelblitz": ("companion.app.screens.blitz", "BlitzScreen")}
"""Games with a screen of their own: module and class, loaded when the game is."""


def table_screen(app: WuerfelaugeApp) -> Screen:
    """The screen of the game that is on."""
    assert app.table is not None
    game_id = app.table.moment.state.table.game.id
    if game_id not in OWN:
        return TableScreen(app)
    module, name = OWN[game_id]
    made: Screen = getattr(importlib.import_module(module), name)(app)
    return made
