"""The temple: its pools with prices, each face with how many are left, what is within reach and what is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp

from companion.app.boards.forge.drawn import write
from companion.app.boards.forge.emblems import Emblem
from companion.app.boards.forge.keys import Draggable, Key
from companion.app.boards.forge.offer import Offer
from companion.app.boards.forge.plates import paint_plate
from companion.app.icons import GLYPHS
from companion.app.theme import ICONS, ROUND, TOUCH
from companion.app.ui import Ui
from companion.app.widgets.layout import Column, Flow, Panel, Row
from companion.app.widgets.words import Words
from companion.rules.dice_forge.box import Pool
from companion.rules.dice_forge.faces import face_words
from companion.rules.dice_forge.state import DiceForge
from companion.rules.text import say

PLATE, GARDEN, FAN = 56, 42, 26
GONE = say("gone")

Reach = Literal["free", "buyable", "dear", "gone", "bought"]


@dataclass(frozen=True, slots=True)
class Buying:
    """What the temple tells: a face was tapped, is dragged about, or was let go somewhere on the screen."""

    tapped: Callable[[str], object]
    looked_at: Callable[[int], object]
    """A pool of the garden, by its place."""
    dragged: Callable[[float, float], object]
    dropped: Callable[[str, float, float], object]
    chosen: str | None = None


class Ware(Draggable):
    """A face that lies in the temple, and how many of it."""

    def __init__(self, ui: Ui, face: str, left: int, reach: Reach, *, chosen: bool, **more: Any) -> None:
        self.left, self.reach, self._chosen = left, reach, chosen
        high = PLATE + 8 + 18 * max(1, ui.look.scale)
        super().__init__(
            ui, ui.words(face_words(face)), None, face,
            size_hint=(None, None), size=(dp(PLATE + 8), dp(high)), **more,
        )  # fmt: skip

    def draw(self) -> None:
        colours, side = self.ui.colours, dp(PLATE)
        x, y = (self.width - side) / 2, self.height - side - dp(5)
        if self.reach == "buyable":
            Color(*(colours.accent if self._chosen else colours.surface))
            SmoothRoundedRectangle(size=self.size, radius=[dp(ROUND * 0.7)])
            Color(*colours.primary)
            box = (dp(1), dp(1), self.width - dp(2), self.height - dp(2), dp(ROUND * 0.7))
            SmoothLine(rounded_rectangle=box, width=dp(1.6), overdraw_width=dp(0.8))
        alpha = {"gone": 0.22, "dear": 0.5, "bought": 0.5}.get(self.reach, 1.0)
        paint_plate(self.face, x, y, side, alpha)
        ink = colours.on_accent if self._chosen and self.reach == "buyable" else colours.ink
        sign = {"dear": "lock", "bought": "check"}.get(self.reach)
        middle = (self.height - side - dp(5)) / 2 + dp(1)
        size = dp(self.ui.look.sp("small"))
        if self.reach == "gone":
            write(self.ui.words(GONE), self.width / 2, middle, size, colours.faint)
        elif sign is None:
            write(f"× {self.left}", self.width / 2, middle, size, ink)
        else:
            faint = colours.faint
            write(GLYPHS[sign], self.width / 2 - dp(1), middle, size, faint, font=ICONS, align=1)
            write(f"× {self.left}", self.width / 2 + dp(1), middle, size, faint, align=0)


class Fan(Key):
    """A pool of the garden: what is left of it, spread out like cards."""

    def __init__(self, ui: Ui, faces: tuple[str, ...], **more: Any) -> None:
        self._left = Counter(faces)
        step = dp(FAN)
        wide = max(dp(TOUCH), dp(GARDEN) + step * (len(self._left) - 1) + dp(8))
        high = dp(GARDEN + 8 + 18 * max(1, ui.look.scale))
        words = ", ".join(ui.words(face_words(face)) for face in self._left)
        super().__init__(ui, words, None, size_hint=(None, None), size=(wide, high), **more)

    def draw(self) -> None:
        side, step = dp(GARDEN), dp(FAN)
        x = (self.width - side - step * max(0, len(self._left) - 1)) / 2
        y = self.height - side - dp(4)
        for place, face in enumerate(self._left):
            paint_plate(face, x + place * step, y, side)
        left, size = sum(self._left.values()), dp(self.ui.look.sp("small"))
        words, ink = (f"× {left}", self.ui.colours.ink) if left else (self.ui.words(GONE), self.ui.colours.faint)
        write(words, self.width / 2, y / 2 + dp(1), size, ink)


class Temple(Panel):
    """All pools; those of the garden only if a card of this game leads there."""

    def __init__(self, ui: Ui, state: DiceForge, offer: Offer, buying: Buying) -> None:
        super().__init__(ui, gap=0.5, pad=1)
        self._ui, self._state, self._offer, self._buying = ui, state, offer, buying
        prices: dict[int, list[Ware]] = {}
        for at, pool in enumerate(state.box.pools):
            if pool.price is not None:
                prices.setdefault(pool.price, []).extend(self._wares(at, pool))
        shelves = [self._shelf(price, wares) for price, wares in prices.items() if wares]
        self.add_widget(Flow(*shelves, gap=1))
        garden = [self._fan(at) for at, pool in enumerate(state.box.pools) if self._reached(pool)]
        if garden:
            hint = Words(ui, say("The garden: only with a card"), "small", colour=ui.colours.faint)
            hint.pos_hint = {"center_y": 0.5}
            self.add_widget(Row(*garden, hint, gap=1))

    def _fan(self, at: int) -> Fan:
        fan = Fan(self._ui, self._state.pools[at])
        fan.on_tap = partial(self._buying.looked_at, at)
        return fan

    @property
    def wares(self) -> list[Ware]:
        return [widget for widget in self.walk(restrict=True) if isinstance(widget, Ware)]

    def _shelf(self, price: int, wares: list[Ware]) -> Row:
        """What costs the same, with the price before it."""
        now = max(0, price - self._offer.discount)
        near = any(ware.reach in ("free", "buyable") for ware in wares)
        coin = Emblem("gold", now, 34, dim=not near)
        sign = Column(coin, gap=0.25, size_hint_x=None, width=dp(36))
        if now != price:
            sign.add_widget(Words(self._ui, f"({price})", "small", colour=self._ui.colours.faint, align="center"))
        sign.pos_hint = {"center_y": 0.6}
        shelf = Row(sign, *wares, gap=0.25, size_hint_x=None)
        shelf.bind(minimum_width=shelf.setter("width"))
        return shelf

    def _wares(self, at: int, pool: Pool) -> list[Ware]:
        left, aside = self._state.pools[at], self._state.laid_aside
        made = []
        for face in dict.fromkeys(pool.faces):
            if aside.count(face) == pool.faces.count(face):
                continue
            reach = self._reach(face, left.count(face))
            ware = Ware(self._ui, face, left.count(face), reach, chosen=face == self._buying.chosen)
            ware.on_tap = partial(self._buying.tapped, face)
            if reach == "buyable":
                ware.dragged = self._buying.dragged
                ware.dropped = partial(self._buying.dropped, face)
            made.append(ware)
        return made

    def _reach(self, face: str, left: int) -> Reach:
        if not left:
            return "gone"
        if not self._offer.shopping:
            return "free"
        if face in self._offer.bought:
            return "bought"
        return "buyable" if face in self._offer.buys else "dear"

    def _reached(self, pool: Pool) -> bool:
        cards = self._state.box.cards
        return pool.price is None and any(
            cards[stack.card].effect in ("forge", "boar") and cards[stack.card].pool == pool.number
            for stack in self._state.stacks
        )
