"""The look at the mat: what the camera sees of it, how many of its squares, and when to keep still."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.newest import Newest
from companion.app.screen import Screen
from companion.app.screens.calibrate_result import ProfileScreen
from companion.app.teaching.hint_band import HintBand
from companion.app.ui import Ui
from companion.app.widgets.frame_view import SHAPE, SURE
from companion.app.widgets.layout import Row
from companion.app.widgets.live_picture import TroubledView
from companion.app.widgets.words import Words
from companion.live_calibration import ALL, LiveCalibration, Sight, Stage
from companion.lookout import Peek
from companion.rules.text import say
from vision.crops import Image

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SIGNS = {
    Stage.WAIT: "clock",
    Stage.SEARCH: "eye",
    Stage.PARTLY: "tap",
    Stage.HOLD: "clock",
    Stage.SOLVING: "calibrate",
    Stage.SOLVED: "check",
}
SQUARE = 36


class MatLookScreen(Screen):
    """Looks until the mat lies still, measures it, and goes on to the result by itself."""

    def __init__(self, app: WuerfelaugeApp, camera: str, *, on_paper: bool) -> None:
        super().__init__(app)
        self._camera, self._on_paper = camera, on_paper
        self.add_widget(self.head(say("A look at the mat")))
        self.picture = MatView(self.ui)
        self.hint = HintBand(self.ui)
        self._squares = Squares(self.ui)
        self._count = Words(self.ui, "", "lead", bold=True)
        self._count.pos_hint = {"center_y": 0.5}
        self.add_widget(self.picture)
        self.add_widget(Row(self._squares, self._count, gap=2))
        self.add_widget(self.hint)
        if self.portrait:
            self.picture.size_hint_y = None
            self.picture.bind(width=lambda *_: setattr(self.picture, "height", self.picture.width * SHAPE))
            self.add_widget(Widget())
        self.found = 0
        """How many squares the last frame showed."""
        self._newest: Newest[Peek[Sight]] = Newest(self._show)
        self.live = LiveCalibration(
            "table", camera, lambda: app.open_eyes(camera).source, self._newest.put, on_paper=on_paper
        )

    def left(self) -> None:
        self._newest.stop()
        self.live.close()

    def _show(self, peek: Peek[Sight]) -> None:
        sight = peek.seen
        self.picture.see(peek)
        self.found = len(sight.squares)
        self._squares.show(self.found)
        self._count.text = self.ui.words(say("{n} of {all} black squares", n=self.found, all=ALL))
        if peek.trouble is not None:
            self.hint.tell(say("Without a picture nothing can be measured."), "no camera", mood="bad")
        else:
            mood = "good" if sight.stage is Stage.SOLVED else ""
            self.hint.tell(sight.words, SIGNS[sight.stage], mood=mood, share=sight.patience)
        if sight.profile is not None:
            again = partial(MatLookScreen, camera=self._camera, on_paper=self._on_paper)
            self.app.instead(partial(ProfileScreen, profile=sight.profile, picture=self.picture.last, again=again))


class MatView(TroubledView):
    """The live picture with every black square that is found outlined."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._peek: Peek[Sight] | None = None
        self.last: Image | None = None
        self.tell(ui.words(say("One moment …")))

    def see(self, peek: Peek[Sight]) -> None:
        self.tell(self.ui.words(peek.trouble) if peek.trouble is not None else "")
        if peek.image is not None:
            self._peek, self.last = peek, peek.image
            if not self.show_image(peek.image):
                self.mark_again()

    def marks(self) -> None:
        super().marks()
        if self._peek is not None and not self.empty:
            for square in self._peek.seen.squares:
                self.outline([(x * self._peek.scale, y * self._peek.scale) for x, y in square], SURE)


class Squares(BoxLayout):
    """Six small squares, filled as they are seen."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(spacing=dp(8), size_hint=(None, None), size=(ALL * dp(SQUARE + 8), dp(SQUARE)))
        self._ui = ui
        self._paints = []
        for _ in range(ALL):
            square = Widget(size_hint=(None, None), size=(dp(SQUARE), dp(SQUARE)))
            with square.canvas:
                paint = Color(*ui.colours.raised)
                surface = SmoothRoundedRectangle(radius=[dp(6)], size=square.size)
                Color(*ui.colours.line)
                edge = SmoothLine(width=dp(1.2))
            square.bind(pos=partial(_follow, surface, edge))
            self._paints.append(paint)
            self.add_widget(square)

    def show(self, seen: int) -> None:
        for number, paint in enumerate(self._paints):
            paint.rgba = self._ui.colours.ink if number < seen else self._ui.colours.raised


def _follow(surface: SmoothRoundedRectangle, edge: SmoothLine, square: Widget, _: object) -> None:
    surface.pos = square.pos
    edge.rounded_rectangle = (*square.pos, *square.size, dp(6))
