"""A chart of the statistics on a screen: drawn in the background, in the colours, type and width of its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.image import Image as Picture

from companion.app.theme import BOLD, CHART_COLOURS, TEXT, Colour
from companion.app.ui import Ui
from companion.app.worker import Worker
from companion.statistics.canvas import Paper, Rgb
from vision.crops import Image

NARROWEST = 440
"""Units that a chart needs from left to right; where there is less room, everything on it gets smaller."""
UNIT_SIZE = 1.15
"""The smallest words of a chart are 13 units high, and the smallest of ours 15."""
WAITING = 220


class ChartPicture(Picture):
    """As wide as there is room and as high as the chart then is."""

    def __init__(
        self, ui: Ui, worker: Worker, draw: Callable[[Paper], Image], colours: Sequence[int] = (), **more: Any
    ) -> None:
        """`colours` are those of the players' discs, in the order in which the chart has the players."""
        super().__init__(size_hint_y=None, height=dp(WAITING), fit_mode="contain", **more)
        self.opacity = 0
        self._ui, self._worker, self._draw, self._colours = ui, worker, draw, unlike(colours)
        self._drawn_for = 0.0
        self.bind(width=Clock.create_trigger(self._ask, 0.05))

    def _ask(self, *_: object) -> None:
        width = self.width
        if width > 10 and abs(width - self._drawn_for) > 1:
            self._drawn_for = width
            self._worker.do(lambda: self._draw(paper_for(self._ui, width, self._colours)), self._show)

    def _show(self, chart: Image) -> None:
        height, width = chart.shape[:2]
        texture = Texture.create(size=(width, height), colorfmt="bgr")
        texture.blit_buffer(chart[::-1].tobytes(), colorfmt="bgr", bufferfmt="ubyte")
        self.texture, self.height, self.opacity = texture, self.width * height / width, 1


def paper_for(ui: Ui, width: float, players: Sequence[int] = ()) -> Paper:
    """The paper for a chart of so many pixels on one of our panels; players have the colours of their discs."""
    colours, lines = ui.colours, CHART_COLOURS[ui.look.mood]
    unit = min(dp(UNIT_SIZE) * ui.look.scale, width / NARROWEST)
    return Paper(
        ground=_rgb(colours.surface),
        ink=_rgb(colours.ink),
        soft=_rgb(colours.faint),
        line=_rgb(colours.line),
        good=_rgb(colours.good),
        odd=_rgb(colours.accent),
        bad=_rgb(colours.bad),
        bar=_rgb(colours.primary),
        players=tuple(_rgb(lines[colour % len(lines)]) for colour in players or range(len(lines))),
        width=round(width / unit),
        scale=unit,
        fonts=(TEXT, BOLD),
        head=False,
    )


def unlike(colours: Sequence[int]) -> tuple[int, ...]:
    """Where two people have discs of the same colour, one of them gets a line of another."""
    taken: list[int] = []
    for colour in colours:
        free = [c for c in range(len(CHART_COLOURS["light"])) if c not in taken]
        taken.append(colour if colour not in taken or not free else free[0])
    return tuple(taken)


def _rgb(colour: Colour) -> Rgb:
    red, green, blue = (round(255 * part) for part in colour[:3])
    return red, green, blue
