"""Tintenherz: the middle, what this throw allows, and everybody's open row and castle. Cards are used by a touch."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.boards.plain import Board
from companion.app.boards.tintenherz_asks import HowManyHearts, KeepCastle, WhichCard
from companion.app.boards.tintenherz_cards import (
    LARGE,
    MEDIUM,
    SMALL,
    CastleCard,
    CharacterCard,
    SafeCard,
    pile_of,
)
from companion.app.ui import Say
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.card import TALL
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column, Flow, Gap, Level, Panel, Row, paint_round
from companion.app.widgets.words import Sign, Words
from companion.moments import Moment
from companion.rules import Die
from companion.rules.text import count, say
from companion.rules.tintenherz import Castle, Reveal, Secure, Steal, Take, TellHearts, Tintenherz
from companion.rules.tintenherz.state import Holding

Move = Take | Steal | Secure
TAKE, SECURE = say("take"), say("secure")
"""What a touch on a card does, in a word."""
COUNT = ("hearts", "castle", "over")
"""When the cards are counted: open ones and those in the middle are worth nothing."""
DIE = 46
ROOMY = 1200
"""From this width of the window on, cards in the middle are large (dp)."""
WIDEST = 128
"""A card in the middle with its text enlarged (dp): so wide that five lie side by side."""


class GameBoard(Board):
    """The middle above, then what can be done now, the players below."""

    wide = True
    upright = 0.62
    _drawn: Tintenherz | None = None

    def offers(self, action: object) -> bool:
        return isinstance(action, Reveal | Take | Steal | Secure | TellHearts | Castle)

    def show(self, moment: Moment) -> None:
        state = moment.state
        assert isinstance(state, Tintenherz)
        if state is self._drawn:
            return  # a finger may be on a card
        self._drawn = state
        self.clear_widgets()
        moves = {move.card: move for move in state.legal_actions() if isinstance(move, Take | Steal | Secure)}
        parts = [self._middle(state, moves), self._now(state), self._players(state, moves)]
        if state.phase in COUNT:
            parts = parts[1:]  # nothing in the middle counts any more
        for part in filter(None, parts):
            self.add_widget(part)

    # --- the middle ---------------------------------------------------------------------------------------------------

    def _middle(self, state: Tintenherz, moves: dict[int, Move]) -> Panel:
        ui = self.ui
        left = count(len(state.pile), "{n} card is still face down.", "{n} cards are still face down.")
        if not state.pile:
            left = say("The pile is empty: who takes one more card from the middle ends the game.")
        width: float = LARGE if self.seat.portrait or Window.width >= dp(ROOMY) else MEDIUM
        if not self.seat.portrait:
            width = min(width, WIDEST / ui.look.scale)  # all of them side by side, also where text is large
        cards = [self._card(state, card, moves, width) for card in state.centre]
        return Panel(
            ui, Flow(pile_of(ui, len(state.pile), width), *cards, gap=1.25),
            Words(ui, left, "small", colour=ui.colours.faint), gap=1,
        )  # fmt: skip

    def _card(self, state: Tintenherz, card: int, moves: dict[int, Move], width: float) -> CharacterCard:
        """A card that lies open; with a touch it is used, if these dice allow it."""
        move = moves.get(card)
        if move is None:
            return CharacterCard(self.ui, state, card, width)
        return CharacterCard(
            self.ui, state, card, width, on_tap=self._do(move), tag=SECURE if isinstance(move, Secure) else TAKE
        )

    def _do(self, move: Move) -> Callable[[], None]:
        return partial(self.table.tell, move)

    # --- what can be done now -----------------------------------------------------------------------------------------

    def _now(self, state: Tintenherz) -> Widget | None:
        match state.phase:
            case "deal" | "refill":
                return WhichCard(self.ui, state, self.table.tell)
            case "decide" | "act":
                return self._throw(state)
            case "hearts":
                return HowManyHearts(self.ui, state, self.table.tell)
            case "castle":
                return KeepCastle(self.ui, state, self.table.tell)
        return None

    def _throw(self, state: Tintenherz) -> Widget:
        """Each die and both together, and beside them the cards that they allow."""
        one, other = state.dice
        ways: list[tuple[int, tuple[Die, ...]]] = [(int(one.face), (one,))]
        if other.face != one.face:
            ways.append((int(other.face), (other,)))
        ways.append((int(one.face) + int(other.face), (one, other)))
        cells = [self._way(state, value, dice) for value, dice in ways]
        return Level(*cells, gap=1.25, shares=[1.0 + 0.3 * (len(dice) > 1) for _, dice in ways])

    def _way(self, state: Tintenherz, value: int, dice: tuple[Die, ...]) -> Panel:
        ui = self.ui
        pictures = [DiePicture(ui, die.body, die.face, DIE if len(dice) == 1 else 0.86 * DIE) for die in dice]
        head: list[Widget] = [*pictures, Words(ui, str(value), "title", wrap=False)]
        for part in head:
            part.pos_hint = {"center_y": 0.5}
        shown = Row(*(head if len(dice) > 1 else head[:1]), gap=0.5, fill=True, size_hint=(None, None))
        shown.height = dp(SMALL * TALL * ui.look.scale)
        shown.bind(minimum_width=shown.setter("width"))
        fitting = [move for move in state.fitting() if abs(move.card) == value]
        if not fitting:
            words = Words(ui, say("nothing"), "body", colour=ui.colours.faint)
            words.pos_hint = {"center_y": 0.5}
            return Panel(ui, Row(shown, words, gap=1.25), Gap(), pad=1.5, gap=0)
        cards = [
            CharacterCard(ui, state, move.card, on_tap=self._do(move), tag=self._tag(state, move)) for move in fitting
        ]
        return Panel(ui, Flow(shown, *cards, gap=1.25), Gap(), pad=1.5, gap=0)

    def _tag(self, state: Tintenherz, move: Move) -> Say:
        """What a touch does; of cards before other players, whose they are."""
        if isinstance(move, Steal):
            owner = next(seat for seat, own in enumerate(state.holdings) if move.card in own.open)
            return state.name(owner)
        return SECURE if isinstance(move, Secure) else TAKE

    # --- the players --------------------------------------------------------------------------------------------------

    def _players(self, state: Tintenherz, moves: dict[int, Move]) -> Column:
        rows = Column(gap=1)
        for seat, own in enumerate(state.holdings):
            rows.add_widget(self._player(state, seat, own, moves))
        return rows

    def _player(self, state: Tintenherz, seat: int, own: Holding, moves: dict[int, Move]) -> Row:
        ui = self.ui
        avatar = Avatar(ui, state.name(seat), self.seat.colour(seat), 44)
        who = Column(
            Words(ui, state.name(seat), "body", bold=True, lines=1), self._worth(state, seat), gap=0.25,
            size_hint_x=None, width=dp(124 * ui.look.scale),
        )  # fmt: skip
        castle = Row(CastleCard(ui, gone=own.keeps is False), gap=0.25, size_hint_x=None)
        for card in own.safe:
            castle.add_widget(SafeCard(ui, state, card, gone=own.keeps is False and card < 0))
        castle.bind(minimum_width=castle.setter("width"))
        for part in castle.children:
            part.pos_hint = {"center_y": 0.5}
        open_cards = [self._card(state, card, moves, SMALL) for card in own.open]
        if state.phase in COUNT:
            for card in open_cards:
                card.fade()
        row = Row(avatar, who, Flow(castle, *open_cards, gap=1.5), gap=1.25, pad=1.25)
        avatar.pos_hint = who.pos_hint = {"center_y": 0.5}
        outcome = state.outcome()
        if outcome is not None and seat in outcome.winners:
            crown = Sign(ui, "crown", 34, colour=ui.colours.accent)
            crown.pos_hint = {"center_y": 0.5}
            row.add_widget(crown)
        on_turn = seat == state.turn and state.phase not in ("deal", "hearts", "over")
        paint_round(row, ui.colours.surface, edge=ui.colours.primary if on_turn else None)
        return row

    def _worth(self, state: Tintenherz, seat: int) -> Words:
        """At the end how the cards count, until then how many there are."""
        own = state.holdings[seat]
        if own.keeps is not None:
            keep, discard = state.both_worths(seat)
            return Words(self.ui, str(keep if own.keeps else discard), "body", bold=True)
        words = say("{safe} safe, {open} open", safe=len(own.safe), open=len(own.open))
        return Words(self.ui, words, "small", colour=self.ui.colours.faint)
