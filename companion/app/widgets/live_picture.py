"""The live picture of a camera that nobody plays before: what it sees, the dice in it, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import cycle, islice
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, RoundedRectangle
from kivy.metrics import dp

from companion.app.newest import Newest
from companion.app.theme import ROUND, UNIT
from companion.app.ui import Ui
from companion.app.widgets.frame_view import SURE, FrameView
from companion.app.widgets.words import Words
from companion.finding import Eyes, Shown
from companion.lookout import Lookout, Peek
from companion.opening import open_eyes
from companion.rules.text import say
from vision.frames import Frame, Source
from vision.kits import Kit
from vision.simulated_table import SimDie, SimulatedTable

LOOK_SECONDS = 0.25
"""Between two looks for dice: enough to see that the camera can, and little work."""
SOME_DICE = 5
"""Thrown on the simulated table, so that there is something to see."""

Sees = Peek[tuple[Shown, ...]]


class TroubledView(FrameView):
    """A picture that says in words why there is none, or what is wrong with it."""

    def __init__(self, ui: Ui, **more: Any) -> None:
        super().__init__(ui, **more)
        self._words = Words(ui, "", "body", bold=True, colour=(1, 1, 1, 1), align="center")
        with self._words.canvas.before:
            self._paint = Color(0, 0, 0, 0.72)
            self._plate = RoundedRectangle(radius=[dp(ROUND / 2)])
        self._words.bind(height=lambda *_: self.marks())
        self.add_widget(self._words)

    def tell(self, words: str) -> None:
        """What is wrong; nothing, if nothing is."""
        if words != self._words.text:
            self._words.text = words
            self.marks()

    def marks(self) -> None:
        """In the middle of an empty picture, at the foot of one that shows something."""
        words, gap = self._words, dp(UNIT)
        words.opacity = 1 if words.text else 0
        self._paint.a = 0 if self.empty else 0.72
        words.width = max(1.0, self.width - 6 * gap)
        words.center_x = self.center_x
        words.y = self.center_y - words.height / 2 if self.empty else self.y + 2 * gap
        self._plate.pos = words.x - 2 * gap, words.y - gap
        self._plate.size = words.width + 4 * gap, words.height + 2 * gap


class LivePicture(TroubledView):
    """Opens a camera by its name and shows it until it is taken off the screen or closed.

    `on_frame` gets every peek, in the thread of the screen; `peek.seen` are the dice in the picture.
    """

    def __init__(
        self,
        ui: Ui,
        source_name: str,
        on_frame: Callable[[Sees], object] | None = None,
        *,
        kit: Kit | None = None,
        eyes: Callable[[str], Eyes] = open_eyes,
        **more: Any,
    ) -> None:
        super().__init__(ui, **more)
        self.on_frame = on_frame
        self._kit = kit
        self._eyes: Eyes | None = None
        self._dice: tuple[Shown, ...] = ()
        self._looked = float("-inf")
        self._outlined: Sees | None = None
        self._shown = False
        self.tell(ui.words(say("One moment …")))
        self._newest: Newest[Sees] = Newest(self._show)
        self._lookout = Lookout(partial(self._open, eyes, source_name), self._see, self._newest.put)
        self._guard = Clock.schedule_interval(self._still_there, 1)

    def close(self) -> None:
        """Let go of the camera."""
        self._guard.cancel()
        self._newest.stop()
        self._lookout.close()

    # --- in the camera's thread ---------------------------------------------------------------------------------------

    def _open(self, eyes: Callable[[str], Eyes], name: str) -> Source:
        self._eyes = eyes(name)
        table = self._eyes.source
        if self._eyes.rehearsal and isinstance(table, SimulatedTable):
            dice = self._kit.dice if self._kit is not None else ()
            some = [SimDie(die.body, face, die.faces) for die in dice for face in die.faces[::3]]
            table.throw(some[:SOME_DICE] or list(islice(cycle([SimDie("white", "5"), SimDie("red", "2")]), SOME_DICE)))
        return table

    def _see(self, frame: Frame | None) -> tuple[Shown, ...]:
        if frame is not None and self._eyes is not None and not 0 <= frame.at - self._looked < LOOK_SECONDS:
            self._looked = frame.at
            self._dice = tuple(self._eyes.find(frame.image))
        return self._dice

    # --- on the screen ------------------------------------------------------------------------------------------------

    def _still_there(self, *_: object) -> None:
        """A screen that forgets to close it must not keep the camera."""
        there = self.get_root_window() is not None
        if self._shown and not there:
            self.close()
        self._shown = self._shown or there

    def _show(self, peek: Sees) -> None:
        if peek.image is not None:
            before, self._outlined = self._outlined, peek
            drawn = self.show_image(peek.image)
            if not drawn and (before is None or before.seen is not peek.seen):
                self.mark_again()
        self.tell(self.ui.words(peek.trouble) if peek.trouble is not None else "")
        if self.on_frame is not None:
            self.on_frame(peek)

    def marks(self) -> None:
        super().marks()
        if self._outlined is not None and not self.empty:
            for die in self._outlined.seen:
                self.outline([(x * self._outlined.scale, y * self._outlined.scale) for x, y in die.top], SURE)
