"""The buzzer box: any that answers, none, or one at a certain port."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.app.settings.section import Section
from companion.app.widgets.button import PushButton
from companion.app.widgets.field import Line
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.options import Options, Possible
from companion.app.worker import Worker
from companion.opening import BY_HAND
from companion.rules.text import say
from hardware.ports import PortInfo, ports

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

ANY = ""
LONGEST_PORT = 200


class BuzzerSection(Section):
    """Which buzzer. The ports are listed in the background."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        self._list = Column(gap=1)
        self._found: list[PortInfo] = []
        self._line = Line(self.ui, hint=say("COM3, /dev/ttyUSB0 …"), longest=LONGEST_PORT, on_enter=self._typed)
        enter = PushButton(self.ui, on_tap=lambda: self._typed(self._line.text.strip()), icon="check")
        about = say("For Würfelblitz. Without a box, players press on the screen.")
        self.panel(say("Which buzzer"), self._list, about=about)
        self.panel(say("Another port"), Row(self._line, enter, gap=1))
        self._show()
        worker.do(ports, self._ready)

    def _ready(self, found: list[PortInfo]) -> None:
        self._found = found
        self._show()

    def _show(self) -> None:
        chosen = self.settings.buzzer
        options = [
            Possible(ANY, "buzzer", say("Any that answers"), say("It is found by itself when it is plugged in.")),
            Possible(BY_HAND, "no buzzer", say("None"), say("No port is looked at.")),
        ]
        for info in self._found:
            options.append(Possible(info.name, "buzzer", info.name, info.description))
        if chosen not in {option.value for option in options}:
            options.append(Possible(chosen, "buzzer", chosen))
        self._list.clear_widgets()
        self._list.add_widget(Options(self.ui, options, chosen, lambda port: self.change(buzzer=port)))

    def _typed(self, port: str) -> None:
        if port:
            self.change(buzzer=port)
            self._line.text = ""
            self._show()
