"""What a hero has, as tracks: a sign, a space for each that there is room for, and the figure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kivy.graphics import Color, RoundedRectangle, SmoothLine
from kivy.metrics import dp

from companion.app.boards.forge.colours import INKS, SHADES
from companion.app.boards.forge.drawn import Drawn, write
from companion.app.boards.forge.emblems import paint_emblem
from companion.app.icons import GLYPHS
from companion.app.theme import ICONS
from companion.app.ui import Ui
from companion.rules.dice_forge.box import Box
from companion.rules.dice_forge.hero import TRACK, Hero

TENS = 10
SIGN = 30
HIGH = 34


@dataclass(frozen=True, slots=True)
class Level:
    """How full a track is: `value` of `spaces`, those after the first `plain` ones on a chest; what to write."""

    kind: str
    value: float
    spaces: int
    plain: int
    figure: str
    room: str = ""


def levels(hero: Hero, box: Box) -> tuple[Level, ...]:
    """The tracks of a hero; a hammer has one while it is at work."""
    room = hero.room(box)
    stock = {"gold": hero.gold, "sun": hero.sun, "moon": hero.moon}
    found = [
        Level(kind, value, getattr(room, kind), getattr(box.caps, kind), str(value), f"/{getattr(room, kind)}")
        for kind, value in stock.items()
    ]
    found.append(Level("glory", hero.track * TENS / TRACK, TENS, TENS, str(hero.glory)))
    if hero.hammers:
        lap, space = divmod(hero.hammered, box.hammer_spaces)
        spaces = box.hammer_spaces
        found.append(Level("hammer", space, spaces, spaces, f"{'I' * (lap + 1)} · {space}", f"/{spaces}"))
    return tuple(found)


class Track(Drawn):
    """One track, as wide as there is room."""

    def __init__(self, ui: Ui, level: Level, **more: Any) -> None:
        self.ui, self.level = ui, level
        super().__init__(size_hint_y=None, height=dp(HIGH) * max(1, ui.look.scale), **more)

    def paint(self) -> None:
        ui, level = self.ui, self.level
        width, middle = self.width, self.height / 2
        sign = dp(SIGN)
        if level.kind == "hammer":
            write(GLYPHS["hammer"], sign / 2, middle, sign * 0.9, ui.colours.ink, font=ICONS)
        else:
            paint_emblem(level.kind, None, 0, middle - sign / 2, sign)
        size = ui.look.sp("lead")
        room = dp(64) * ui.look.scale + (dp(12) if level.kind == "hammer" else 0)
        right = width - room
        self._spaces(sign + dp(6), right - dp(4), middle)
        wide = write(level.figure, right, middle, dp(size), ui.colours.ink, align=0)
        if level.room:
            write(level.room, right + wide, middle - dp(1.5), dp(ui.look.sp("small")), ui.colours.faint, align=0)

    def _spaces(self, left: float, right: float, middle: float) -> None:
        level, colours = self.level, self.ui.colours
        chest = dp(5) if level.spaces > level.plain else 0
        step = (right - left - chest) / level.spaces
        if step < 1:
            return
        gap = min(dp(2), step * 0.2)
        high = dp(14)
        rim = SHADES[self.ui.look.mood].rim
        for place in range(level.spaces):
            x = left + place * step + (chest if place >= level.plain else 0)
            full = max(0.0, min(1.0, level.value - place))
            box = (x, middle - high / 2, step - gap, high)
            Color(*colours.raised)
            RoundedRectangle(pos=box[:2], size=box[2:], radius=[dp(3)])
            if full:
                Color(*INKS[level.kind])
                RoundedRectangle(pos=box[:2], size=(box[2] * full, box[3]), radius=[dp(3)])
            Color(*(rim if full else colours.line))
            SmoothLine(rounded_rectangle=(*box, dp(3)), width=dp(0.9), overdraw_width=dp(0.6))
