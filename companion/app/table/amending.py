"""“That is wrong”: a die that was read wrongly is put right by a person."""

from __future__ import annotations

from companion.app.table.face_picker import Ask, FacePicker
from companion.app.table.question_panel import possible
from companion.app.ui import Ui
from companion.live_table import LiveTable
from companion.moments import Moment
from companion.rules import Die


def ask_to_amend(ui: Ui, table: LiveTable, moment: Moment, place: int, *, numerals: bool) -> None:
    """Ask what the die at this place of `moment.amendable` really shows."""
    dice = [Die(die.body, die.face or "?") for die in moment.amendable]

    def done(faces: list[Die]) -> None:
        dice[place] = faces[0]
        table.amend(dice, of=moment.amendable)

    read = moment.amendable[place]
    asked = Ask(possible(moment.amendable_from or moment.state, read), dice[place], read.picture)
    FacePicker(ui, [asked], done, numerals=numerals).open()
