"""The part of the table screen that belongs to one game, and how it is found."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass

from kivy.uix.widget import Widget

from companion.app.ui import Ui
from companion.app.widgets.layout import Column
from companion.live_table import LiveTable
from companion.moments import Moment


@dataclass(frozen=True, slots=True)
class Seat:
    """What a board needs besides the moment: how to look, whom to tell, and the colours of the players."""

    ui: Ui
    table: LiveTable
    colour: Callable[[int], int]
    portrait: bool


class Board(Column):
    """What lies before the players. `show` is called with every moment; touches are told to the table.

    A game's board is the class `GameBoard` of `companion.app.boards.<game id>`. Actions that can be done on the board
    itself are named by `offers`, and the list beside it leaves them out.
    """

    wide = False
    """Whether it needs more room than the camera."""
    upright = 0.5
    """Its share of the height in portrait, where what to do stands below it."""

    takes_dice = False
    """Whether dice are entered by hand on the board itself."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(gap=1.5)
        self.seat, self.ui, self.table = seat, seat.ui, seat.table

    def show(self, moment: Moment) -> None:
        """Draw the state of the game."""

    def choices(self, moment: Moment) -> list[Widget]:
        """Choices that are drawn under the sentence that asks, beside the board; `offers` names them too."""
        return []

    def offers(self, action: object) -> bool:
        """Whether this legal action can be done by touching the board."""
        return False


def board_for(game_id: str, seat: Seat) -> Board:
    """The board of a game; one that shows nothing if it has none."""
    name = f"companion.app.boards.{game_id}"
    if importlib.util.find_spec(name) is None:
        return Board(seat)
    made: Board = importlib.import_module(name).GameBoard(seat)
    return made
