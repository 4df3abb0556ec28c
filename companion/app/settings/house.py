"""What the rule book of Würfelblitz leaves to the table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.settings.section import Section
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.stepper import Stepper
from companion.app.widgets.switch import SwitchRow
from companion.app.widgets.words import Icon, Words
from companion.app.worker import Worker
from companion.calls import HouseRules
from companion.rules.game import Option, options_of
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

STEPPER = 220


class HouseSection(Section):
    """The house rules, from their own description."""

    def __init__(self, app: WuerfelaugeApp, worker: Worker) -> None:
        super().__init__(app, worker)
        self._rules = Column(gap=1.5)
        usual = PushButton(self.ui, say("As usual"), self._usual, icon="again").hug()
        self.panel("Würfelblitz", self._rules, usual, about=say("What the rule book leaves to the table."))
        self._show()

    def _show(self) -> None:
        self._rules.clear_widgets()
        for option in options_of(HouseRules):
            self._rules.add_widget(self._rule(option, getattr(self.settings.house, option.id)))

    def _rule(self, option: Option, value: Any) -> Widget:
        ui, set_to = self.ui, partial(self._set, option.id)
        if isinstance(value, bool):
            return SwitchRow(ui, "gavel", option.label, "", on=value, on_change=set_to)
        stepper = Stepper(ui, replace(option, default=value), set_to)
        stepper.size_hint_x, stepper.width = None, dp(STEPPER)
        sign, words = Icon(ui, "clock", 28, colour=ui.colours.faint), Words(ui, option.label, "lead", bold=True)
        sign.pos_hint = words.pos_hint = stepper.pos_hint = {"center_y": 0.5}
        return Row(sign, words, stepper, gap=1.5)

    def _set(self, name: str, value: object) -> None:
        self.change(house=replace(self.settings.house, **{name: value}))  # type: ignore[arg-type]

    def _usual(self) -> None:
        self.change(house=HouseRules())
        self._show()
