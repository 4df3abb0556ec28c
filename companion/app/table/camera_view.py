"""The live picture, each die outlined with its reading beside it, and what the table is doing."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.app.theme import Colour
from companion.app.ui import Ui
from companion.app.widgets.clear_place import Box
from companion.app.widgets.frame_view import LEANING, SURE, UNSURE, FrameView, Plate
from companion.moments import Glimpse
from companion.referee.words import face_name
from companion.rules import Text
from companion.rules.dice import body_name
from companion.rules.text import say
from vision.reading import DieRead
from vision.settle import Phase

PHASES: dict[Phase, Text] = {
    "empty": say("The table is empty"),
    "moving": say("Dice are rolling"),
    "hand": say("A hand is in the way"),
    "still": say("Looking …"),
    "confirmed": say("Read"),
}


class CameraView(FrameView):
    """The newest frame of the table."""

    def __init__(self, ui: Ui, **more: Any) -> None:
        super().__init__(ui, **more)
        self._glimpse: Glimpse | None = None
        self._phase = Plate(ui)
        self.add_widget(self._phase)

    def show(self, glimpse: Glimpse) -> None:
        """The newest frame."""
        before, self._glimpse = self._glimpse, glimpse
        drawn = self.show_image(glimpse.image)
        if not drawn and (before is None or before.dice is not glimpse.dice or before.phase != glimpse.phase):
            self.mark_again()

    @property
    def outlined(self) -> int:
        """How many dice are outlined just now."""
        return len(self._glimpse.dice) if self._glimpse is not None else 0

    def marks(self) -> None:
        glimpse = self._glimpse
        if glimpse is None or self.empty:
            return
        x, y, *_ = self.picture_box
        self._phase.say(self.ui.words(PHASES[glimpse.phase]), x + dp(10), y + dp(10))
        lying = sorted(
            ((self._outlined(die, glimpse.scale), die) for die in glimpse.dice), key=lambda pair: -pair[0][1]
        )
        taken = [box for box, _ in lying] + [(*self._phase.pos, *self._phase.size)]
        for box, die in lying:
            taken.append(self.tag(self._reading(die), box, _colour(die), taken))

    def _outlined(self, die: DieRead, scale: float) -> Box:
        """A line around the face of a die, and the box that it takes on the screen."""
        points = self.outline([(px * scale, py * scale) for px, py in die.top], _colour(die))
        xs, ys = zip(*points, strict=True)
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)

    def _reading(self, die: DieRead) -> str:
        """What a die shows, as short as it can be said: its colour dots are a dot."""
        if die.leaning or die.face is None:
            return "?"
        kind, _, colour = die.face.partition("-")
        words = self.ui.words(body_name(colour)) if kind == "dot" else self.ui.words(face_name(die.face))
        words = f"\N{BULLET} {words}" if kind == "dot" else words
        return words if die.sure else f"{words} ?"


def _colour(die: DieRead) -> Colour:
    return LEANING if die.leaning else SURE if die.sure else UNSURE
