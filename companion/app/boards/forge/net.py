"""A die unfolded: six faces as a cross, the one that lies up in the middle, each to be touched."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle, RoundedRectangle, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.app.boards.forge.drawn import Drawn, write
from companion.app.boards.forge.plates import paint_plate
from companion.app.icons import GLYPHS
from companion.app.theme import ICONS, TEXT, Colour
from companion.app.ui import Ui
from companion.rules.dice import body_name
from companion.rules.dice_forge.hero import GodDie
from vision.simulated_table.faces import body_colour

CELLS = ((1, 1), (1, 2), (0, 1), (2, 1), (3, 1), (1, 0))
"""Column and row of each face, counted from the lower left; the first is the one that lies up."""
WIDE, HIGH = 4, 3
PLATE = 0.84
"""How much of a cell its plate fills."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands out on a net: faces that may be touched now, those that must stay, those already named."""

    live: Collection[str] = ()
    locked: Collection[str] = ()
    named: str | None = None


class Net(Drawn):
    """The net of one die. `on_face` is told the name of a face that is touched."""

    def __init__(
        self,
        ui: Ui,
        die: GodDie,
        cell: float,
        *,
        marks: Marks | None = None,
        on_face: Callable[[str], object] | None = None,
        **more: Any,
    ) -> None:
        self.ui, self.die, self.on_face = ui, die, on_face
        self._marks = marks or Marks()
        self._cell = dp(cell)
        rest = list(die.faces)
        rest.remove(die.up)
        self.faces = (die.up, *rest)
        self._over: int | None = None
        self._glow: list[Color] = []
        super().__init__(size_hint=(None, None), size=(WIDE * self._cell, HIGH * self._cell), **more)
        if self._glow:
            self._beat()

    # --- where things are ---------------------------------------------------------------------------------------------

    def cell_at(self, x: float, y: float) -> int | None:
        """The place of the face at a point of the parent, if there is one."""
        column, row = int((x - self.x) // self._cell), int((y - self.y) // self._cell)
        return CELLS.index((column, row)) if (column, row) in CELLS else None

    def target_at(self, x: float, y: float) -> int | None:
        """The same, but only faces that may be touched now."""
        place = self.cell_at(x, y)
        return place if place is not None and self.faces[place] in self._marks.live else None

    def centre_of(self, place: int) -> tuple[float, float]:
        """The middle of a face, as the parent counts."""
        column, row = CELLS[place]
        return self.x + (column + 0.5) * self._cell, self.y + (row + 0.5) * self._cell

    def hover(self, place: int | None) -> None:
        """Something is held over a face."""
        if place != self._over:
            self._over = place
            self.repaint()

    # --- how it looks -------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        cell, ui = self._cell, self.ui
        body: Colour = (*(value / 255 for value in body_colour(self.die.body)), 1)  # type: ignore[assignment]
        dark = sum(body[:3]) < 1.5
        lip, corner = max(1.5, 0.05 * cell), 0.2 * cell
        edge = _mixed(body, 1.45) if dark else _mixed(body, 0.62)
        for shade, drop, grow in ((edge, lip, dp(0.8)), (body, 0.0, 0.0)):
            Color(*shade)
            for x, y, columns, rows in ((1, 0, 1, 3), (0, 1, 4, 1)):
                box = {
                    "pos": (x * cell - grow, y * cell - drop - grow),
                    "size": (columns * cell + 2 * grow, rows * cell + 2 * grow),
                }
                SmoothRoundedRectangle(**box, radius=[corner])
        Color(*_mixed(body, 1.35 if dark else 0.84))
        fold = max(1.0, dp(1))
        for x, y, wide, high in ((1, 1, 0, 1), (2, 1, 0, 1), (3, 1, 0, 1), (1, 1, 1, 0), (1, 2, 1, 0)):
            Rectangle(pos=(x * cell, y * cell), size=(wide * cell or fold, high * cell or fold))
        self._glow = []
        for place, (face, (column, row)) in enumerate(zip(self.faces, CELLS, strict=True)):
            self._paint_face(place, face, column * cell, row * cell)
        if cell >= dp(40):
            name = ui.words(body_name(self.die.body))
            write(name, 2.2 * cell, 2.62 * cell, dp(15), ui.colours.faint, font=TEXT, align=0)

    def _paint_face(self, place: int, face: str, x: float, y: float) -> None:
        cell, marks, colours = self._cell, self._marks, self.ui.colours
        side, gap = PLATE * cell, (1 - PLATE) / 2 * cell
        locked = face in marks.locked
        if place == self._over:
            Color(*colours.accent)
            RoundedRectangle(pos=(x, y), size=(cell, cell), radius=[0.2 * cell])
        paint_plate(face, x + gap, y + gap, side, 0.4 if locked else 1)
        if locked:
            write(GLYPHS["lock"], x + cell / 2, y + cell / 2, 0.5 * cell, colours.ink, font=ICONS)
        ring = (x + gap / 2, y + gap / 2, cell - gap, cell - gap, 0.18 * cell)
        if face in marks.live:
            self._glow.append(Color(*colours.accent))
            SmoothLine(rounded_rectangle=ring, width=dp(2.2), overdraw_width=dp(1))
        elif place == 0 and cell >= dp(20):
            Color(*colours.primary)
            SmoothLine(rounded_rectangle=ring, width=max(dp(1), 0.035 * cell), overdraw_width=dp(0.8))
        if face == marks.named and face not in self.faces[:place]:
            Color(*colours.primary)
            SmoothRoundedRectangle(pos=(x + 0.55 * cell, y + 0.55 * cell), size=(0.4 * cell,) * 2, radius=[0.2 * cell])
            write(GLYPHS["check"], x + 0.75 * cell, y + 0.75 * cell, 0.3 * cell, colours.on_primary, font=ICONS)

    def _beat(self) -> None:
        """Faces that wait for a touch say so once, then keep still."""
        for glow in self._glow:
            beat = Animation(a=0.25, duration=0.25) + Animation(a=1, duration=0.25)
            (beat + beat).start(glow)

    # --- touch --------------------------------------------------------------------------------------------------------

    def on_touch_down(self, touch: Any) -> bool:
        if self.on_face is None or self.cell_at(*touch.pos) is None:
            return False
        touch.grab(self)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        place = self.cell_at(*touch.pos)
        if place is not None and self.on_face is not None:
            self.on_face(self.faces[place])
        return True


def _mixed(colour: Colour, light: float) -> Colour:
    """A colour made lighter or darker."""
    red, green, blue = (min(1.0, value * light) for value in colour[:3])
    return red, green, blue, 1
