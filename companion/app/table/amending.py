"""“That is wrong”: a die that was read wrongly is put right by a person."""

from __future__ import annotations

from companion.app.table.face_picker import Ask, FacePicker
from companion.app.table.question_panel import possible
from companion.app.ui import Ui
from companion.live_table import LiveTable, Moment
from companion.rules import Die, Roll


def ask_to_amend(ui: Ui, table: LiveTable, moment: Moment, place: int, *, numerals: bool) -> None:
    """Ask what the die at this place of `moment.amendable` really shows."""
    dice = [Die(die.body, die.face or "?") for die in moment.amendable]

    def done(faces: list[Die]) -> None:
        dice[place] = faces[0]
        table.amend(dice)

    read, ruled = moment.amendable[place], moment.ruled
    before = ruled.before if ruled and isinstance(ruled.event.action, Roll) else moment.state
    asked = Ask(possible(before, read), dice[place], read.picture)
    FacePicker(ui, [asked], done, numerals=numerals).open()
