"""The islands: stacks of cards with cost and glory, the pawns on the portals, and the round."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout

from companion.app.boards.forge.colours import SHADES
from companion.app.boards.forge.drawn import Drawn, write, write_lines
from companion.app.boards.forge.emblems import paint_emblem
from companion.app.boards.forge.keys import Key
from companion.app.boards.forge.offer import Offer
from companion.app.icons import GLYPHS
from companion.app.theme import ICONS, PLAYER_COLOURS, ROUND, UNIT, Colour
from companion.app.ui import Ui
from companion.app.widgets.avatar import initials
from companion.app.widgets.layout import Column, Row, paint_round
from companion.app.widgets.words import Words
from companion.rules.dice_forge.box import Card
from companion.rules.dice_forge.faces import KINDS
from companion.rules.dice_forge.hero import START_PORTAL
from companion.rules.dice_forge.play import Stack
from companion.rules.dice_forge.state import DiceForge
from companion.rules.text import say

END = 4
"""The great island where the journey ends; moon islands come before it, sun islands after it."""
ROWS = {6: ((1, 2, 3), (END, START_PORTAL), (7, 6, 5)), 4: ((1, 2), (3, 5), (END, START_PORTAL), (7, 6))}
"""Islands in rows, by how many cards fit side by side: the moon above, the sun below, as on the printed board."""
WIDER_END = 3.6
"""Its share of a row, counted in cards: one of its stacks costs two kinds of shards."""
HIGH, SIGN, PAWN, SHORE = 74, 28, 30, 9
"""A card, a sign on it, a pawn, and how far the pawn stands out into the sea (dp)."""
LEAST = 104
"""How narrow a card may be (dp)."""


class CardKey(Key):
    """A stack of cards: cost on the left, glory on the right, the name, and how many are left."""

    def __init__(self, ui: Ui, card: Card, stack: Stack, *, payable: bool, acting: bool, **more: Any) -> None:
        self.card, self.left = card, stack.left
        self.payable, self._locked = payable, acting and not payable
        high = dp(HIGH) + dp(44) * (max(1, ui.look.scale) - 1)
        super().__init__(ui, ui.words(card.name), None, size_hint_y=None, height=high, **more)

    def draw(self) -> None:
        colours, look, width = self.ui.colours, self.ui.look, self.width
        gone = not self.left
        Color(*colours.surface[:3], 0.45 if gone else 1)
        SmoothRoundedRectangle(size=self.size, radius=[dp(ROUND * 0.7)])
        if self.payable:
            Color(*colours.primary)
            box = (dp(1), dp(1), width - dp(2), self.height - dp(2), dp(ROUND * 0.7))
            SmoothLine(rounded_rectangle=box, width=dp(1.8), overdraw_width=dp(0.8))
        alpha = 0.35 if gone else 0.7 if self._locked else 1
        side, top = dp(SIGN), self.height - dp(SIGN + 5)
        x = dp(5)
        for kind, amount in zip(KINDS, self.card.cost, strict=True):
            if amount:
                paint_emblem(kind, amount, x, top, side, alpha=alpha)
                x += side * 0.86
        paint_emblem("glory", self.card.glory, width - side - dp(5), top, side, alpha=alpha)
        ink = colours.faint if gone or self._locked else colours.ink
        size = dp(look.sp("small"))
        sign = "close" if gone else "lock" if self._locked else None
        middle, y = (x + width - side - dp(5)) / 2, top + side / 2
        if sign is None:
            write(f"×{self.left}", middle, y, size, ink)
        else:
            write(GLYPHS[sign], middle, y, size, ink, font=ICONS, align=0.9 if gone else 1)
            write(f"×{self.left}", middle + dp(1), y, size, ink, align=0)
        write_lines(self.words, width / 2, (top + dp(2)) / 2, size, ink, width=width - dp(12), lines=2)


class Pawn(Drawn):
    """A hero on a portal."""

    def __init__(self, ui: Ui, name: str, colour: int) -> None:
        self._ui, self._name, self._colour = ui, name, colour
        super().__init__(size_hint=(None, None), size=(dp(PAWN), dp(PAWN)))

    def paint(self) -> None:
        fill, ink = PLAYER_COLOURS[self._colour % len(PLAYER_COLOURS)]
        side, rim = self.width, dp(2)
        Color(*self._ui.colours.surface)
        SmoothEllipse(pos=(-rim, -rim), size=(side + 2 * rim, side + 2 * rim))
        Color(*fill)
        SmoothEllipse(size=(side, side))
        write(initials(self._name), side / 2, side / 2, side * 0.42, ink)


class Island(FloatLayout):
    """Its stacks side by side, and whoever stands on its portal."""

    def __init__(self, tint: Colour, keys: list[CardKey], pawn: Pawn | None) -> None:
        pad = dp(0.5 * UNIT)
        super().__init__(size_hint=(len(keys), None), height=keys[0].height + 2 * pad)
        paint_round(self, tint)
        self.add_widget(Row(*keys, gap=0.5, pad=0.5, pos_hint={"x": 0, "y": 0}))
        if pawn is not None:
            self.bind(pos=lambda *_: self._stand(pawn), size=lambda *_: self._stand(pawn))
            self.add_widget(pawn)

    def _stand(self, pawn: Pawn) -> None:
        """On the shore, between two stacks, where it hides neither cost nor glory."""
        pawn.center = self.x + self.width / 2, self.y + dp(PAWN / 2 - SHORE + 1)


class Rounds(Drawn):
    """The rounds as the spaces of a track; the marker stands on the present one."""

    def __init__(self, ui: Ui, now: int, last: int) -> None:
        self._ui, self._now, self._last = ui, now, last
        super().__init__(size_hint_y=None, height=dp(30) * max(1, ui.look.scale))

    def paint(self) -> None:
        colours = self._ui.colours
        step = self.width / self._last
        side = min(step - dp(3), self.height)
        if side < dp(4):
            return
        for number in range(1, self._last + 1):
            x, here = (number - 0.5) * step, number == self._now
            Color(*(colours.accent if here else colours.surface))
            SmoothEllipse(pos=(x - side / 2, self.height / 2 - side / 2), size=(side, side))
            ink = colours.on_accent if here else colours.faint if number > self._now else colours.ink
            write(str(number), x, self.height / 2, side * 0.5, ink)


class Islands(Column):
    """All islands, three or two in a row."""

    def __init__(
        self,
        ui: Ui,
        state: DiceForge,
        offer: Offer,
        width: float,
        *,
        colour: Callable[[int], int],
        on_card: Callable[[str], object],
    ) -> None:
        super().__init__(gap=0.75)
        self._ui, self._state, self._offer, self._colour, self._on_card = ui, state, offer, colour, on_card
        across = 6 if width >= 6 * LEAST * max(1, ui.look.scale) + 60 else 4
        end = WIDER_END if across == 6 else 3
        for row in ROWS[across]:
            line = Row(gap=1)
            for island in row:
                if island == START_PORTAL:
                    line.add_widget(self._portals(across - end))
                else:
                    line.add_widget(self._island(island))
                    if island == END:
                        line.children[0].size_hint_x = end
            self.add_widget(line)
        self.padding = (0, 0, 0, dp(SHORE))

    @property
    def keys(self) -> list[CardKey]:
        return [widget for widget in self.walk(restrict=True) if isinstance(widget, CardKey)]

    def _island(self, number: int) -> Island:
        ui, state, offer = self._ui, self._state, self._offer
        keys = []
        for stack in state.stacks:
            card = state.box.cards[stack.card]
            if card.island == number:
                key = CardKey(ui, card, stack, payable=card.id in offer.feats, acting=offer.acting)
                key.on_tap = partial(self._on_card, card.id)
                keys.append(key)
        shades = SHADES[ui.look.mood]
        tint = shades.moon if number < END else shades.sun if number > END else shades.end
        return Island(tint, keys, next(iter(self._pawns(number)), None))

    def _pawns(self, place: int) -> list[Pawn]:
        state = self._state
        return [
            Pawn(self._ui, state.name(seat), self._colour(seat))
            for seat, hero in enumerate(state.heroes)
            if hero.island == place
        ]

    def _portals(self, share: float) -> Column:
        """The middle of the board: the round, and who has not set out or was ousted."""
        ui, state = self._ui, self._state
        middle = Column(gap=0.75, pad=0.5, size_hint_x=share, pos_hint={"center_y": 0.5})
        if share > 1:
            middle.add_widget(Rounds(ui, state.round, state.box.rounds[len(state.table.players)]))
        pawns = self._pawns(START_PORTAL)
        if pawns:
            hint = Words(ui, say("At the start"), "small", colour=ui.colours.faint, wrap=False)
            row = Row(*([hint] if share > 1 else []), *pawns, gap=0.75, size_hint_x=None, pos_hint={"center_x": 0.5})
            row.bind(minimum_width=row.setter("width"))
            for part in row.children:
                part.pos_hint = {"center_y": 0.5}
            middle.add_widget(row)
        return middle
