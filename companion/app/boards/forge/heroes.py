"""The heroes: one large, with nets to be touched and tracks, the others small enough to be seen at a glance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.boards.forge.drawn import Drawn, write
from companion.app.boards.forge.emblems import Emblem
from companion.app.boards.forge.net import Net
from companion.app.boards.forge.plates import Plate
from companion.app.boards.forge.tracks import Track, levels
from companion.app.boards.forge.workbench import Work
from companion.app.icons import GLYPHS
from companion.app.theme import ICONS, TOUCH, UNIT, Size
from companion.app.ui import Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.layout import Panel, Row
from companion.app.widgets.words import Words
from companion.rules.dice_forge.faces import KINDS
from companion.rules.dice_forge.hero import Hero
from companion.rules.dice_forge.state import DiceForge

PAD, USUAL_TRACKS = 1.25, 4


@dataclass(frozen=True, slots=True)
class Handling:
    """Whom to tell what is touched: a face (body of the die, name), the cards, the way back from a chosen face."""

    face: Callable[[str, str], object]
    cards: Callable[[], object]
    put_back: Callable[[], object] | None = None


@dataclass(frozen=True, slots=True)
class SmallShape:
    """How the small heroes are drawn: the fewer there are, the more room each has."""

    cell: float
    sign: float = 25
    avatar: float = 30
    letters: Size = "small"
    gap: float = 0.5
    tall: bool = False
    """The stock has a line of its own."""
    stacked: bool = False
    """The nets stand one above the other."""

    @classmethod
    def beside(cls, others: int, width: float) -> SmallShape:
        """In a column of this width beside the large one."""
        most = (width - 4 * UNIT) / 8
        if others == 1:
            return cls(min(40, 2 * most), 40, 44, "lead", 1.25, tall=True, stacked=True)
        return cls(most, 36, 38, "body", 1.25, tall=True) if others == 2 else cls(most)

    @classmethod
    def below(cls, width: float) -> SmallShape:
        """In a row below it, each of this width."""
        return cls(min(30, (width - 3 * UNIT) / 8), tall=width < 220)


class LargeHero(Panel):
    """A hero to play with."""

    def __init__(
        self,
        ui: Ui,
        state: DiceForge,
        player: int,
        width: float,
        *,
        colour: int,
        cell: float,
        work: Work,
        handling: Handling,
    ) -> None:
        super().__init__(ui, pad=PAD, gap=1, edge=ui.colours.primary if player == state.turn else None)
        self._ui, self._state, self._player = ui, state, player
        self._work, self._handling = work, handling
        hero = state.heroes[player]
        tracks, tokens = levels(hero, state.box), self._tokens(hero)
        if len(tracks) + bool(tokens) > USUAL_TRACKS:  # a row more has to come from somewhere
            cell = max(TOUCH, cell - 7)
        cell = min(cell, (width - 2 * PAD * UNIT - 2 * UNIT) / 8)
        self.add_widget(self._head(hero, colour))
        self.nets = [
            Net(
                ui, die, cell, marks=work.marks.get(die.body), on_face=partial(handling.face, die.body),
                pos_hint={"center_y": 0.5},
            )
            for die in hero.dice
        ]  # fmt: skip
        nets = Row(Widget(), self.nets[0], Widget(size_hint_x=None, width=dp(2 * UNIT)), self.nets[1], Widget(), gap=0)
        self.add_widget(nets)
        grid = GridLayout(cols=2, spacing=(dp(1.5 * UNIT), 0), size_hint_y=None)
        grid.bind(minimum_height=grid.setter("height"))
        for level in tracks:
            grid.add_widget(Track(ui, level))
        if tokens:
            grid.add_widget(Words(ui, " · ".join(tokens), "small", bold=True))
        self.add_widget(grid)

    def _head(self, hero: Hero, colour: int) -> Row:
        """Who it is, or what to do with the dice below; as high as a button, whatever stands there."""
        ui, work, handling, name = self._ui, self._work, self._handling, self._state.name(self._player)
        row = Row(
            _face_of(ui, self._state, self._player, colour, 48), gap=1.5, fill=True, size_hint_y=None, height=dp(TOUCH)
        )
        if work.prompt is not None:
            if work.held is not None:
                row.add_widget(Plate(work.held, 52))
            row.add_widget(Words(ui, work.prompt, "body", bold=True))
            if handling.put_back is not None:
                row.add_widget(PushButton(ui, on_tap=handling.put_back, kind="plain", icon="close"))
        else:
            row.add_widget(Words(ui, name, "heading", bold=True, lines=1))
            if hero.cards:
                words, tap = str(len(hero.cards)), handling.cards
                cards = PushButton(ui, words, tap, icon="cards", size="lead", size_hint_x=None, width=dp(96))
                row.add_widget(cards)
        for part in row.children:
            part.pos_hint = {"center_y": 0.5}
        return row

    def _tokens(self, hero: Hero) -> list[str]:
        """What can be given up, and hammers that wait."""
        cards = {card.effect: card.name for card in self._state.box.cards.values()}
        owned = {"hammer": hero.hammers - 1, "cerberus": hero.cerberus, "triton": hero.triton}
        return [f"{self._ui.words(cards[effect])} × {n}" for effect, n in owned.items() if n > 0]


class SmallHero(Touchable):
    """A hero at a glance: name, stock, both nets. A tap makes it the large one."""

    def __init__(
        self,
        ui: Ui,
        state: DiceForge,
        player: int,
        *,
        colour: int,
        shape: SmallShape,
        on_tap: Callable[[], object],
    ) -> None:
        super().__init__(
            ui, on_tap, ui.colours.surface, orientation="vertical", padding=dp(UNIT), spacing=dp(0.75 * UNIT),
            size_hint_y=None,
        )  # fmt: skip
        hero, self.player, self.words = state.heroes[player], player, state.name(player)
        if player == state.turn:
            self.edge(ui.colours.primary)
        stock = zip(KINDS, (hero.gold, hero.sun, hero.moon, hero.glory), strict=True)
        emblems = [Emblem(kind, amount, shape.sign) for kind, amount in stock]
        name = Words(ui, self.words, shape.letters, bold=True, lines=1)
        head: list[Widget] = [_face_of(ui, state, player, colour, shape.avatar), name]
        rows = [[*head], _spread(emblems)] if shape.tall else [[*head, *emblems]]
        nets = [Net(ui, die, shape.cell) for die in hero.dice]
        rows += [_spread([net]) for net in nets] if shape.stacked else [_spread(nets)]
        for parts in rows:
            high = max(part.height for part in parts if part.size_hint_y is None and part.size_hint_x is None)
            row = Row(*parts, gap=0 if parts[0].size_hint_x else shape.gap, fill=True, size_hint_y=None, height=high)
            for part in parts:
                part.pos_hint = {"center_y": 0.5}
            self.add_widget(row)
        self.bind(minimum_height=self.setter("height"))


class Flag(Drawn):
    """Whose turn it is: a small flag on the disc."""

    def __init__(self, ui: Ui, size: float) -> None:
        self._ui = ui
        super().__init__(size_hint=(None, None), size=(dp(size), dp(size)))

    def paint(self) -> None:
        side, colours = self.width, self._ui.colours
        Color(*colours.surface)
        SmoothEllipse(pos=(-dp(1.5), -dp(1.5)), size=(side + dp(3), side + dp(3)))
        Color(*colours.primary)
        SmoothEllipse(size=(side, side))
        write(GLYPHS["flag"], side / 2, side / 2, side * 0.7, colours.on_primary, font=ICONS)


def _face_of(ui: Ui, state: DiceForge, player: int, colour: int, size: float) -> Avatar:
    avatar = Avatar(ui, state.name(player), colour, size)
    if player == state.turn:
        flag = Flag(ui, max(15, size * 0.42))
        avatar.add_widget(flag)

        def follow(*_: object) -> None:
            flag.pos = avatar.right - 0.8 * flag.width, avatar.y - 0.1 * flag.height

        avatar.bind(pos=follow)
        follow()
    return avatar


def _spread(parts: Sequence[Widget]) -> list[Widget]:
    """Side by side with the room that is left between them."""
    spread = [Widget(size_hint_y=None, height=0)]
    for part in parts:
        spread += [part, Widget(size_hint_y=None, height=0)]
    return spread
