"""Which face a die shows: the picture that the camera has of it, and the faces it can have, to be tapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kivy.metrics import dp

from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.cut_out import face_texture
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column, Flow, Row
from companion.app.widgets.rounded import RoundedPicture
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Words
from companion.referee.words import face_name
from companion.rules import Die
from companion.rules.dice import body_name
from companion.rules.text import say
from vision.crops import Image

FACE = 84


@dataclass(frozen=True, slots=True)
class Ask:
    """One die to be named: what it may be, what it was taken for, and its picture if there is one."""

    choices: tuple[Die, ...]
    taken_for: Die | None = None
    picture: Image | None = None


class FacePicker(Sheet):
    """Asks die after die and goes on by itself; `done` gets them all. Going away early changes nothing."""

    def __init__(self, ui: Ui, asks: Sequence[Ask], done: Callable[[list[Die]], object], *, numerals: bool) -> None:
        super().__init__(ui, say("What does it show?"))
        self._asks, self._done, self._numerals = list(asks), done, numerals
        self._named: list[Die] = []
        self._next()

    def _next(self) -> None:
        ask = self._asks[len(self._named)]
        self._body.clear_widgets()
        head = Row(gap=2)
        if ask.picture is not None:
            head.add_widget(_cut_out(ask.picture))
        elif ask.taken_for is None:
            head.add_widget(DiePicture(self.ui, ask.choices[0].body, None, FACE, numerals=self._numerals))
        words = Column(gap=0.5)
        if len(self._asks) > 1:
            count = say("Die {n} of {all}", n=len(self._named) + 1, all=len(self._asks))
            words.add_widget(Words(self.ui, count, "lead", bold=True))
        if ask.picture is not None and ask.taken_for is not None:
            read = say("Read as: {face}", face=face_name(ask.taken_for.face))
            words.add_widget(Words(self.ui, read, "lead", bold=True))
            words.add_widget(Words(self.ui, say("Tap what it really shows."), "body", colour=self.ui.colours.faint))
        bodies = list(dict.fromkeys(die.body for die in ask.choices))
        if len(bodies) == 1 and bodies[0] != "any":
            words.add_widget(Words(self.ui, say("A {body} die", body=body_name(bodies[0])), "lead"))
        if len(words.children):
            words.pos_hint = {"center_y": 0.5}
            head.add_widget(words)
        if len(head.children):
            self._body.add_widget(head)
        for body in bodies:
            faces = [die for die in ask.choices if die.body == body]
            self._body.add_widget(Flow(*(self._face(die, ask) for die in faces), gap=1.5))

    def _face(self, die: Die, ask: Ask) -> DiePicture:
        ring = self.ui.colours.accent if die == ask.taken_for else None
        return DiePicture(
            self.ui, die.body, die.face, FACE, numerals=self._numerals, ring=ring, on_tap=lambda: self._pick(die)
        )

    def _pick(self, die: Die) -> None:
        self._named.append(die)
        if len(self._named) < len(self._asks):
            self._next()
            return
        self.dismiss()
        self._done(self._named)


def _cut_out(picture: Image) -> RoundedPicture:
    """The face as the camera saw it."""
    side = dp(FACE + 4 * UNIT)
    return RoundedPicture(face_texture(picture), size_hint=(None, None), size=(side, side))
