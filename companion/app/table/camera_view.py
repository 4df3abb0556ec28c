"""The live picture, each die outlined with its reading beside it, and what the table is doing."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.app.theme import Colour
from companion.app.ui import Ui
from companion.app.widgets.frame_view import LEANING, SURE, UNSURE, FrameView, Plate
from companion.live_table import Glimpse
from companion.referee.words import face_name
from companion.rules import Text
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

    def marks(self) -> None:
        glimpse = self._glimpse
        if glimpse is None or self.empty:
            return
        x, y, *_ = self.picture_box
        self._phase.say(self.ui.words(PHASES[glimpse.phase]), x + dp(10), y + dp(10))
        for die in glimpse.dice:
            self._draw(die, glimpse.scale)

    def _draw(self, die: DieRead, scale: float) -> None:
        colour: Colour = LEANING if die.leaning else SURE if die.sure else UNSURE
        points = self.outline([(px * scale, py * scale) for px, py in die.top], colour)
        words = "?" if die.leaning or die.face is None else self.ui.words(face_name(die.face))
        x, y = max(points, key=lambda point: point[1])
        self.tag(words if die.sure else f"{words} ?", x, y + dp(3), colour)
