"""The face to show now, large, and what else may be done; at the end, what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.teaching.face_tile import ANY, FaceTile
from companion.app.theme import PRIMARY, TOUCH
from companion.app.ui import Ui
from companion.app.widgets.button import Kind, PushButton
from companion.app.widgets.field import as_wide_as_its_words
from companion.app.widgets.layout import Column, Flow, Panel, Row
from companion.app.widgets.words import Icon, Words
from companion.lesson_plan import LessonPlan
from companion.live_lesson import LiveLesson
from companion.referee.words import face_name
from companion.rules.dice import body_name
from companion.rules.text import count, say

LARGE = 112


class WantedPanel(Panel):
    """Made anew with every plan."""

    def __init__(
        self, ui: Ui, plan: LessonPlan, lesson: LiveLesson, done: Callable[[], object], *, numerals: bool
    ) -> None:
        super().__init__(ui, gap=2)
        self._ui, self._plan, self._lesson, self._numerals = ui, plan, lesson, numerals
        if plan.wanted is None:
            self._finish(done)
        else:
            self._ask(*plan.wanted)

    def _ask(self, body: str, face: str) -> None:
        ui, plan, lesson = self._ui, self._plan, self._lesson
        tile = FaceTile(ui, (body, face), LARGE, numerals=self._numerals)
        name = ui.words(face_name(face))
        on_die = say("On any of the dice, this face up") if body == ANY else say("Die: {body}", body=body_name(body))
        words = Column(
            Words(ui, say("Now show"), "body", colour=ui.colours.faint),
            Words(ui, name[:1].upper() + name[1:], "title"),
            Words(ui, on_die, "lead"),
            gap=0.5,
        )
        tile.pos_hint = words.pos_hint = {"center_y": 0.5}
        self.add_widget(Row(tile, words, gap=2.5))
        on = len(plan.bodies) > 1
        kind: Kind = "accent" if on and plan.die_is_known else "plain"
        shape: dict[str, Any] = {"least": PRIMARY if kind == "accent" else TOUCH, "size_hint_x": None}
        buttons = [PushButton(ui, say("Skip"), lesson.skip, icon="right", **shape)]
        if on:
            buttons.append(PushButton(ui, say("Next die"), lesson.next_die, icon="dice", kind=kind, **shape))
        buttons.append(PushButton(ui, say("Take it now"), lesson.take, icon="camera", **shape))
        for button in buttons:
            as_wide_as_its_words(button, 0)
        if plan.die_is_known:
            self.add_widget(Words(ui, say("Six faces of this die are known: that may be all it has."), "body"))
        self.add_widget(Flow(*buttons, gap=1))

    def _finish(self, done: Callable[[], object]) -> None:
        ui, plan = self._ui, self._plan
        left_out = len(plan.missing)
        told = (
            count(left_out, "{n} face was left out; it is read as it ships.",
                  "{n} faces were left out; they are read as they ship.")
            if left_out else say("Würfelauge knows every face of these dice now.")
        )  # fmt: skip
        sign = Icon(ui, "check", 64, colour=ui.colours.good)
        words = Column(Words(ui, say("That is all"), "title"), Words(ui, told, "lead"), gap=0.5)
        sign.pos_hint = words.pos_hint = {"center_y": 0.5}
        self.add_widget(Row(sign, words, gap=2))
        self.add_widget(PushButton(ui, say("Done"), done, kind="primary", icon="check", size="lead"))
        if left_out:
            self.add_widget(PushButton(ui, say("Show what was left out"), self._lesson.ask_again, icon="again"))
