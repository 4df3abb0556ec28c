"""One side of the duel: whose it is, its piles and wild cards, and the cards in its display."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.boards import zwerge_sheets as sheets
from companion.app.boards.plain import Seat
from companion.app.boards.zwerge_cards import SIDES, DuelCard, draw_pile, seal, wild_card
from companion.app.boards.zwerge_choices import Choices
from companion.app.theme import TOUCH, UNIT
from companion.app.ui import Say
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import Touchable
from companion.app.widgets.card import PaperCard
from companion.app.widgets.layout import Column, Flow, Gap, Panel, Row, paint_round
from companion.app.widgets.words import Sign, Words
from companion.rules.text import say
from companion.rules.zwerge.cards import TakeWildCard
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Attack, Play

PILE = 58


class SidePanel(Panel):
    """A player's half of the table."""

    def __init__(self, seat: Seat, state: Duel, player: int, offered: Choices, width: float) -> None:
        ui = seat.ui
        on_turn = state.turn == player and state.phase != "over"
        super().__init__(ui, pad=1.5, gap=1.25, edge=ui.colours.primary if on_turn else None)
        self.ui, self._seat, self._state, self._player, self._offered = ui, seat, state, player, offered
        self._own = state.duellists[player]
        self._aimed_at = offered.attacker == 1 - player
        self.add_widget(self._head())
        self.add_widget(self._piles())
        self.add_widget(self._display(width))
        self.add_widget(Gap())

    def _head(self) -> Row:
        ui, state, player = self.ui, self._state, self._player
        words, sign, back = SIDES[state.side(player)]
        avatar = Avatar(ui, state.name(player), self._seat.colour(player), 40)
        names = Column(
            Words(ui, state.name(player), "body", bold=True, colour=back.on_band, lines=1),
            Words(ui, words, "small", colour=back.on_band, lines=1), gap=0,
        )  # fmt: skip
        points = seal(ui, state.scores()[player], 36)
        outcome = state.outcome()
        won = outcome is not None and player in outcome.winners
        row = Row(avatar, names, Sign(ui, "crown" if won else sign, 26, colour=back.on_band), points, gap=1, pad=1)
        for part in row.children:
            part.pos_hint = {"center_y": 0.5}
        paint_round(row, back.paper, radius=10)
        return row

    # --- piles --------------------------------------------------------------------------------------------------------

    def _piles(self) -> Row:
        ui, own = self.ui, self._own
        row = Row(self._pile(), gap=1)
        hand = self._counter(Sign(ui, "cards", 24), own.hand, say("hand"))
        discarded = len(own.discard) + own.unnamed
        show = partial(sheets.discard_pile, ui, self._state, self._player) if discarded else None
        discard = self._counter(Sign(ui, "pile", 24), discarded, say("discard"), show)
        for part in (hand, discard, self._counter(wild_card(ui, 22), own.wild_cards, say("wild"))):
            part.pos_hint = {"center_y": 0.5}
            row.add_widget(part)
        if twists := self._twists():
            play = partial(sheets.twist, ui, self._state, self._player, twists, self._seat.table.tell)
            fate = self._counter(Sign(ui, "sparkles", 24), len(twists), say("twist"), play)
            fate.pos_hint = {"center_y": 0.5}
            row.add_widget(fate)
        return row

    def _pile(self) -> PaperCard:
        """The draw pile: drawn from on the own turn, a target for damage on the other."""
        ui, state, own = self.ui, self._state, self._own
        tell = self._seat.table.tell
        tap: Callable[[], object] | None = None
        tag: Say | None = None
        danger = self._aimed_at and None in self._offered.hits
        if danger:
            tap = self._hit(None)
        elif self._offered.draws and state.turn == self._player:
            tap, tag = partial(sheets.draw, ui, state, self._offered.draws, tell), say("draw")
        pile = draw_pile(ui, state.side(self._player), own.pile, PILE, on_tap=tap, tag=tag, danger=danger)
        self._mark(pile, None, danger)
        return pile

    def _counter(self, sign: Widget, number: int, words: Say, on_tap: Callable[[], object] | None = None) -> Widget:
        """How many there are of something; with `on_tap` a touch shows or plays them."""
        ui = self.ui
        shape = {"orientation": "vertical", "size_hint_y": None, "padding": (dp(2), dp(0.75 * UNIT)), "spacing": dp(2)}
        cell = BoxLayout(**shape) if on_tap is None else Touchable(ui, on_tap, ui.colours.raised, **shape)
        cell.height = dp((TOUCH + UNIT) * max(1.0, ui.look.scale))
        if on_tap is not None:
            cell.size_hint_min_x = dp(TOUCH)
        cell.words = ui.words(words)
        top = Row(sign, Words(ui, str(number), "lead", bold=True, wrap=False), gap=0.5, size_hint_x=None)
        for part in top.children:
            part.pos_hint = {"center_y": 0.5}
        top.bind(minimum_width=top.setter("width"))
        top.pos_hint = {"center_x": 0.5}
        cell.add_widget(top)
        cell.add_widget(Words(ui, words, "small", align="center", lines=1))
        return cell

    def _twists(self) -> list[Play]:
        """Twists of fate that may be in the hand and can be played now."""
        cards = self._state.deck(self._player).cards
        return [
            plays[0]
            for (player, card), plays in self._offered.plays.items()
            if player == self._player and cards[card].type == "twist"
        ]

    # --- the display --------------------------------------------------------------------------------------------------

    def _display(self, width: float) -> Widget:
        ui = self.ui
        if not self._own.display:
            return Words(ui, say("No card in the display yet."), "body", colour=ui.colours.faint)
        return Flow(*(self._card(place, width) for place in range(len(self._own.display))), gap=1)

    def _card(self, place: int, width: float) -> DuelCard:
        state, own = self._state, self._own
        card = state.deck(self._player).cards[own.display[place]]
        tap: Callable[[], object] | None = None
        danger = self._aimed_at and place in self._offered.hits
        collects = self._offered.collects if state.turn == self._player else []
        if danger:
            tap = self._hit(place)
        elif collects and isinstance(card.effect, TakeWildCard):
            tap = partial(sheets.with_die, self.ui, collects, self._seat.table.tell)
        drawn = DuelCard(
            self.ui, card, state.side(self._player), width, wounds=own.wounds[place], on_tap=tap, danger=danger
        )
        self._mark(drawn, place, danger)
        return drawn

    def _mark(self, card: PaperCard, target: int | None, danger: bool) -> None:
        """A burst where damage has been aimed that may still be cancelled, a crosshair where it can be aimed."""
        c, hit = self.ui.colours, self._state.hit
        if hit is not None and hit.by == 1 - self._player and hit.target == target:
            card.badge("burst", c.accent, c.on_accent)
        elif danger:
            card.badge("crosshair", c.bad, c.on_bad)

    def _hit(self, target: int | None) -> Callable[[], None]:
        hits = self._offered.hits[target]
        tell = self._seat.table.tell
        attacks = [hit for hit in hits if isinstance(hit, Attack)]
        if attacks:
            return partial(sheets.with_die, self.ui, attacks, tell)
        return partial(tell, hits[0])
