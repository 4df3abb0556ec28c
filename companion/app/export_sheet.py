"""Export: in which form, then where the file is. BG Stats is opened itself where it can be on the same device."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from kivy.utils import platform

from companion.app.ui import Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.options import Options, Possible
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.export import bgstats_link
from companion.export_files import Form, write_export
from companion.rules.text import Text, say
from companion.statistics.plays import Play

Plays: TypeAlias = Callable[[], Sequence[Play]]

FORMS: tuple[tuple[Form, str, Text, Text], ...] = (
    ("csv", "list", say("Spreadsheet (CSV)"), say("A line for each player of each game.")),
    ("json", "save", say("Everything (JSON)"), say("Every throw, to be kept or played again.")),
    ("bgstats", "chart", say("BG Stats"), say("Finished games, to be imported there.")),
)


class ExportSheet(Sheet):
    """`plays` gives the games; it is asked in the background, since reading them takes time."""

    def __init__(self, ui: Ui, title: Text, plays: Plays) -> None:
        super().__init__(ui, title)
        self._plays = plays
        self._worker = Worker()
        self.fill(Options(ui, [Possible(*form) for form in FORMS], "", self._write))

    def dismiss(self) -> None:
        self._worker.stop()
        super().dismiss()

    def _write(self, form: Form) -> None:
        self.fill(Words(self.ui, say("One moment …"), "lead"))
        work: Callable[[], Path | str]
        if form == "bgstats" and platform in ("android", "ios"):
            work = partial(self._to_bgstats)
        else:
            work = partial(self._to_file, form)
        self._worker.do(work, self._done, self._failed)

    def _to_file(self, form: Form) -> Path:
        return write_export(self._plays(), form, self.ui.language)

    def _to_bgstats(self) -> Path | str:
        """A link for one finished game; a file for many."""
        plays = self._plays()
        if len(plays) == 1 and plays[0].outcome is not None:
            return bgstats_link(plays[0], self.ui.language)
        return write_export(plays, "bgstats", self.ui.language)

    def _done(self, result: Path | str) -> None:
        if isinstance(result, str):
            self.dismiss()
            webbrowser.open(result)
            return
        ui = self.ui
        done = Row(
            Icon(ui, "check", 32, colour=ui.colours.good), Words(ui, say("Written."), "heading", bold=True), gap=1
        )
        where = Column(
            Words(ui, result.name, "lead", bold=True),
            Words(ui, say("In the folder {path}", path=str(result.parent)), "body", colour=ui.colours.faint),
            gap=0.5,
        )
        self.fill(done, where, PushButton(ui, say("Good"), self.dismiss, kind="primary", icon="check", size="lead"))

    def _failed(self, text: Text) -> None:
        ui = self.ui
        icon = Icon(ui, "warning", 32, colour=ui.colours.bad)
        self.fill(Row(icon, Words(ui, text, "lead", colour=ui.colours.bad), gap=1))
