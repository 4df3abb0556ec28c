"""Dice Forge: the heroes with both dice unfolded and their tracks, the temple, the islands; forging by tap or drag."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, TypeVar

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.boards.forge.choices import choices
from companion.app.boards.forge.heroes import Handling, LargeHero, SmallHero, SmallShape
from companion.app.boards.forge.islands import Islands
from companion.app.boards.forge.keys import fly
from companion.app.boards.forge.net import Net
from companion.app.boards.forge.offer import Offer
from companion.app.boards.forge.sheets import card_sheet, cards_sheet, face_sheet, pool_sheet
from companion.app.boards.forge.temple import Buying, Temple, Ware
from companion.app.boards.forge.workbench import Workbench
from companion.app.boards.plain import Board, Seat
from companion.app.theme import TOUCH, UNIT, Size
from companion.app.widgets.button import Kind, PushButton
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.words import Words
from companion.moments import Moment
from companion.rules import Text
from companion.rules.dice_forge.state import DiceForge
from companion.rules.text import say

ROOMY = 690
"""From this width on (dp) the other heroes stand beside the large one."""
ASIDE = 232
LOW, WIDEST_CELL = 700, 64
"""On a lower screen than this (dp) the nets are as small as fingers allow."""
UNKNOWN = 200
"""A board that has not been laid out yet does not know its width; nothing is ever narrower than this (dp)."""

WIDE_SHARE = 0.6
"""Of the screen, for a wide board beside what is to be done."""

Page = Literal["temple", "islands"]
W = TypeVar("W", bound=Widget)


class GameBoard(Board):
    """Heroes above; below them the temple or the islands."""

    wide = True
    takes_dice = True

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self._page: Page = "temple"
        self._moment: Moment | None = None
        self._offer: Offer | None = None
        self._viewed: int | None = None
        self._bench = Workbench()
        self._nets: list[Net] = []
        self._parts: dict[object, tuple[object, Any]] = {}
        self._drawn_for = 0.0
        self.bind(width=self._refit)

    @property
    def state(self) -> DiceForge:
        assert self._moment is not None
        assert isinstance(self._moment.state, DiceForge)
        return self._moment.state

    @property
    def offer(self) -> Offer:
        assert self._offer is not None
        return self._offer

    @property
    def viewed(self) -> int:
        """Whose dice are large."""
        return self.offer.decider if self._viewed is None else self._viewed

    # --- what happens -------------------------------------------------------------------------------------------------

    def show(self, moment: Moment) -> None:
        before, old = self._offer, self._moment
        self._moment = moment
        if old is None or old.state is not moment.state:
            offer = self._offer = Offer.of(self.state)
            self._bench.clear()
            if before is None or before.decider != offer.decider:
                self._viewed = None
            if bool(offer.buys) != bool(offer.feats):
                self._page = "temple" if offer.buys else "islands"
        self._draw()

    def choices(self, moment: Moment) -> list[Widget]:
        return choices(self.ui, self.state, self.offer, self.table.tell, self.seat.colour)

    def offers(self, action: object) -> bool:
        """Temple, dice and islands are touched on the board, everything else among its `choices`."""
        return True

    # --- how it looks -------------------------------------------------------------------------------------------------

    def _refit(self, *_: object) -> None:
        if self._moment is not None and abs(self.width - self._drawn_for) > 1:
            self._draw()

    def _draw(self) -> None:
        self._drawn_for = self.width
        width = (self.width if self.width > dp(UNKNOWN) else self._room()) / dp(1)
        state, offer = self.state, self.offer
        key: tuple[object, ...]
        self.clear_widgets()
        heroes, below = self._heroes(width)
        self.add_widget(heroes)
        if self._page == "temple":
            chosen = self._bench.chosen
            key = (
                state.pools,
                state.laid_aside,
                tuple(offer.buys),
                offer.shopping,
                offer.discount,
                offer.bought,
                chosen,
            )
            buying = Buying(self.touch_face, self.touch_pool, self._drag, self._drop, chosen)
            self.add_widget(self._part("temple", key, lambda: Temple(self.ui, state, offer, buying)))
        else:
            places = tuple(hero.island for hero in state.heroes)
            key = (state.stacks, tuple(offer.feats), offer.acting, places, state.round, width)
            self.add_widget(
                self._part(
                    "islands", key,
                    lambda: Islands(
                        self.ui, state, offer, width, colour=self.seat.colour, on_card=self.touch_card
                    ),
                )
            )  # fmt: skip
        if below is not None:
            self.add_widget(below)

    def _part(self, name: object, key: object, make: Callable[[], W]) -> W:
        """A part of the board; one that would look as it did before is used again, for making it takes its time."""
        kept = self._parts.get(name)
        if kept is None or kept[0] != key:
            kept = self._parts[name] = (key, make())
        widget: W = kept[1]
        if widget.parent is not None:
            widget.parent.remove_widget(widget)
        return widget

    def _room(self) -> float:
        """How wide it will be laid out."""
        inside = Window.width - dp(4 * UNIT)
        return float(inside if self.seat.portrait else (inside - dp(2 * UNIT)) * WIDE_SHARE)

    def _heroes(self, width: float) -> tuple[Widget, Widget | None]:
        """The large one with the others beside it, or where that is too much, those that stand below everything."""
        ui, state, colour, viewed = self.ui, self.state, self.seat.colour, self.viewed
        assert self._moment is not None
        if not self._moment.watched and not self._moment.simulated:
            self._bench.name_throw_of(self.offer, viewed)
        roomy = width >= ROOMY
        room = width - ASIDE - 1.5 * UNIT if roomy else width
        cell = TOUCH if Window.height < dp(LOW) else WIDEST_CELL
        back = partial(self._choose, None) if self._bench.chosen else None
        work = self._bench.work(self.offer, viewed, state.heroes[viewed].dice)
        hero = self._part(
            "large", (viewed, state.heroes[viewed], viewed == state.turn, work, back is None, room),
            lambda: LargeHero(
                ui, state, viewed, room, colour=colour(viewed), cell=cell, work=work,
                handling=Handling(self.touch_die, self.touch_cards, back),
            ),
        )  # fmt: skip
        self._nets = hero.nets
        others = state.table.clockwise(viewed)[1:]
        n = len(others)
        shape = SmallShape.beside(n, ASIDE) if roomy else SmallShape.below((width - UNIT * (n - 1)) / n)
        small = [self._small(seat, shape) for seat in others]
        if not roomy:
            return Column(hero, self._pages(), gap=1.25), Row(*small, gap=1)
        left = Column(hero, self._pages(), gap=1.25)
        aside = Column(*small, gap=1, size_hint_x=None, width=dp(ASIDE))
        left.pos_hint = aside.pos_hint = {"top": 1}
        return Row(left, aside, gap=1.5), None

    def _small(self, seat: int, shape: SmallShape) -> SmallHero:
        state = self.state
        return self._part(
            seat, (state.heroes[seat], seat == state.turn, shape),
            lambda: SmallHero(
                self.ui, state, seat, colour=self.seat.colour(seat), shape=shape,
                on_tap=partial(self.touch_hero, seat),
            ),
        )  # fmt: skip

    def _pages(self) -> Row:
        """Temple or islands; how many things there are within reach stands on it."""
        ui, state, offer = self.ui, self.state, self.offer
        row = Row(gap=1)
        places: tuple[tuple[Page, Text, int], ...] = (
            ("temple", say("Temple"), len(offer.buys)),
            ("islands", say("Islands"), len(offer.feats)),
        )
        size: Size = "lead" if ui.look.scale <= 1 else "body"
        for page, name, within in places:
            words = f"{ui.words(name)} · {within}" if within else ui.words(name)
            kind: Kind = "chosen" if page == self._page else "plain"
            row.add_widget(PushButton(ui, words, partial(self.touch_page, page), kind=kind, size=size, least=TOUCH))
        last = state.box.rounds[len(state.heroes)]
        now = Words(ui, say("Round {n} of {all}", n=state.round, all=last), "body", bold=True, align="center")
        now.pos_hint = {"center_y": 0.5}
        row.add_widget(now)
        return row

    def touch_page(self, page: Page) -> None:
        self._page = page
        self._draw()

    def touch_hero(self, seat: int) -> None:
        """Make a hero the large one; where several may throw, it is their dice that are looked for next."""
        self._viewed = None if seat == self.offer.decider else seat
        if len(self.offer.throws) > 1 and any(throw.player == seat for throw in self.offer.throws):
            self.table.throwing(seat)
        self._draw()

    # --- touches ------------------------------------------------------------------------------------------------------

    def _choose(self, face: str | None) -> None:
        """Take a face of the temple in hand, or put it back."""
        self._bench.chosen = face
        self._viewed = None
        self._draw()
        if face is not None:
            Clock.schedule_once(self._bring_dice)

    def _bring_dice(self, *_: object) -> None:
        """On a small screen the dice may be out of sight when a face is taken."""
        scroll = next((parent for parent in self.walk_reverse() if isinstance(parent, ScrollView)), None)
        if scroll is not None and self._nets:
            scroll.scroll_to(self._nets[0], padding=dp(10 * UNIT))

    def touch_face(self, face: str) -> None:
        if face in self.offer.buys:
            self._choose(None if face == self._bench.chosen else face)
        else:
            face_sheet(self.ui, self.state, self.offer, face).open()

    def touch_pool(self, at: int) -> None:
        pool_sheet(self.ui, self.state, at).open()

    def touch_die(self, body: str, face: str) -> None:
        chosen = self._bench.chosen
        actions = self._bench.touched(self.offer, self.viewed, body, face)
        if actions is None:
            face_sheet(self.ui, self.state, self.offer, face).open()
        elif not actions:
            self._draw()
        elif chosen is not None:
            self._show_way(chosen, body, face)
        for action in actions or ():
            self.table.tell(action)

    def _show_way(self, chosen: str, body: str, replaced: str) -> None:
        """The plate goes from the temple to the die."""
        net = next(net for net in self._nets if net.die.body == body)
        end = net.to_window(*net.centre_of(net.faces.index(replaced)))
        ware = next((w for w in self.walk(restrict=True) if isinstance(w, Ware) and w.face == chosen), None)
        if ware is not None:
            fly(chosen, ware.to_window(*ware.center), end)

    def touch_card(self, card: str) -> None:
        card_sheet(self.ui, self.state, self.offer, card, self.table.tell).open()

    def touch_cards(self) -> None:
        cards_sheet(self.ui, self.state, self.viewed).open()

    def _drag(self, x: float, y: float) -> None:
        """A plate is held over this point of the window."""
        for net in self._nets:
            net.hover(net.cell_at(*net.to_widget(x, y)))

    def _drop(self, face: str, x: float, y: float) -> None:
        """A plate was let go: on a face of the own dice it is forged there."""
        for net in self._nets:
            net.hover(None)
            place = net.cell_at(*net.to_widget(x, y))
            if place is not None and self.viewed == self.offer.decider:
                self._bench.chosen = face
                actions = self._bench.touched(self.offer, self.viewed, net.die.body, net.faces[place])
                self._bench.chosen = None
                for action in actions or ():
                    self.table.tell(action)
