"""Where everything is kept, how much room it takes, pictures of throws, and everything for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.export_sheet import ExportSheet
from companion.app.settings.section import Section
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.switch import SwitchRow
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.room import Room, megabytes, room_taken
from companion.rules import Text
from companion.rules.text import count, say
from companion.statistics.plays import plays
from vision.userdata import data_folder

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp


class DataSection(Section):
    """The data of this table. Room is counted in the background."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        ui = self.ui
        self._room = Column(Words(ui, say("One moment …"), "body", colour=ui.colours.faint), gap=1)
        pictures = SwitchRow(
            ui, "camera", say("Keep a picture of each throw"),
            say("For disputes and for the replay. The oldest go when they take too much room."),
            on=self.settings.pictures, on_change=lambda on: self.change(pictures=on),
        )  # fmt: skip
        place = Words(ui, str(data_folder().absolute()), "body")
        sign = Icon(ui, "folder", 28, colour=ui.colours.faint)
        sign.pos_hint = place.pos_hint = {"center_y": 0.5}
        self.panel(say("Pictures"), pictures)
        self.panel(say("Where everything lies"), Row(sign, place, gap=1.5), self._room)
        export = PushButton(ui, say("Export all games"), self._export, icon="share")
        self.panel(say("For other programs"), export, about=say("Nothing leaves this device unless you take it along."))
        worker.do(lambda: room_taken(data_folder()), self._ready)

    def _ready(self, room: Room) -> None:
        self._room.clear_widgets()
        rows: tuple[tuple[Text, int], ...] = (
            (say("Games"), room.journal),
            (count(room.number, "{n} picture of a throw", "{n} pictures of throws"), room.pictures),
            (say("Dice that were taught, profiles, the rest"), room.rest),
            (say("In all"), room.total),
        )
        ui = self.ui
        for title, size in rows:
            figure = Words(ui, say("{n} MB", n=megabytes(size)), "body", bold=True, wrap=False)
            self._room.add_widget(Row(Words(ui, title, "body", colour=ui.colours.faint), figure, gap=1))

    def _export(self) -> None:
        archive = self.app.archive
        ExportSheet(self.ui, say("Export all games"), lambda: plays(archive())).open()
