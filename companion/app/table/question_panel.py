"""A question of the referee: impossible to miss, answered with one tap."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.animation import Animation

from companion.app.table.face_picker import Ask, FacePicker
from companion.app.ui import Ui
from companion.app.widgets.button import Kind, PushButton
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Flow, Panel, Row
from companion.app.widgets.words import Icon, Words
from companion.live_table import LiveTable
from companion.referee import Question
from companion.referee.questions import Remedy
from companion.rules import Die, State, Text
from companion.rules.text import say
from vision.reading import DieRead

WORDS: dict[Remedy, tuple[Text, str]] = {
    "yes": (say("Yes, that is right"), "check"),
    "no": (say("No, only moved"), "close"),
    "again": (say("Throw again"), "again"),
    "correct": (say("Say what lies there"), "edit"),
    "accept": (say("The table lets it stand"), "gavel"),
}
SIDE = 72


class QuestionPanel(Panel):
    """What is asked, the dice it is about, and a button for each answer."""

    def __init__(self, ui: Ui, question: Question, state: State[Any, Any], table: LiveTable, *, numerals: bool) -> None:
        super().__init__(ui, colour=ui.colours.accent, gap=1.5)
        self._ui, self.question, self._state, self._table, self._numerals = ui, question, state, table, numerals
        ink = ui.colours.on_accent
        title = Words(ui, question.text, "heading", bold=True, colour=ink)
        self.add_widget(Row(Icon(ui, "help", 34, colour=ink), title, gap=1.5))
        if question.settled.dice:
            self.add_widget(Flow(*(self._die(i, die) for i, die in enumerate(question.settled.dice)), gap=1.25))
        self.add_widget(Words(ui, question.advice, "lead", colour=ink))
        remedies = [remedy for remedy in question.remedies if remedy != "yes" or question.roll is not None]
        for number, remedy in enumerate(remedies):
            words, icon = WORDS[remedy]
            kind: Kind = "primary" if number == 0 else "plain"
            self.add_widget(PushButton(ui, words, self._answer(remedy), kind=kind, icon=icon, size="lead"))
        self._beat()

    def _die(self, place: int, die: DieRead) -> DiePicture:
        doubt = place in self.question.doubtful or not die.sure
        return DiePicture(
            self._ui, die.body, die.face, SIDE, numerals=self._numerals, doubt=doubt,
            on_tap=lambda: self._correct((place,)),
        )  # fmt: skip

    def _answer(self, remedy: Remedy) -> Callable[[], None]:
        table = self._table
        plain = {"yes": table.yes, "no": table.no, "again": table.again, "accept": table.accept}
        if remedy not in plain:
            return lambda: self._correct(self.question.doubtful)
        return partial(plain[remedy], self.question)

    def _correct(self, places: tuple[int, ...]) -> None:
        """Ask for these dice, or for all where nobody knows which are meant."""
        dice = self.question.settled.dice
        asked = places or tuple(range(len(dice)))
        named = [Die(die.body, die.face or "?") for die in dice]

        def done(faces: list[Die]) -> None:
            for place, die in zip(asked, faces, strict=True):
                named[place] = die
            self._table.correct(named, self.question)

        asks = [Ask(possible(self._state, dice[i]), named[i], dice[i].picture) for i in asked]
        FacePicker(self._ui, asks, done, numerals=self._numerals).open()

    def _beat(self) -> None:
        """It calls for attention as it comes, then keeps still."""
        self.opacity = 0.2
        beat = Animation(opacity=1, duration=0.18) + Animation(opacity=0.55, duration=0.16)
        (beat + Animation(opacity=1, duration=0.2)).start(self)


def possible(state: State[Any, Any], read: DieRead) -> tuple[Die, ...]:
    """What a die may be: any face of the dice that are due or in the box; those of its colour come first."""
    dice: dict[Die, None] = {}
    for throw in state.expects().throws:
        for loose in throw.loose:
            dice.update(dict.fromkeys(Die(loose.body, face) for face in loose.faces))
    if not dice:
        for kind in state.table.game.dice:
            dice.update(dict.fromkeys(Die(kind.body, face) for face in kind.faces))
    return tuple(sorted(dice, key=lambda die: die.body != read.body))
