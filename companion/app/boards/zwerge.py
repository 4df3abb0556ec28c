"""Die Zwerge – Das Duell: the dice and what they pay for, both sides with their displays, damage aimed by a touch."""

from __future__ import annotations

from functools import partial

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.boards import zwerge_sheets as sheets
from companion.app.boards.plain import Board
from companion.app.boards.zwerge_cards import LARGE, SMALL, DuelCard, die, title_of, wild_card
from companion.app.boards.zwerge_choices import Choices, choices
from companion.app.boards.zwerge_sides import SidePanel
from companion.app.boards.zwerge_teach import TeachCard, TeachSheet
from companion.app.theme import UNIT, rgb
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Flow, Level, Panel, Row
from companion.app.widgets.words import Sign, Words
from companion.moments import Moment
from companion.rules.text import say
from companion.rules.zwerge.cards import CARD_TYPES, Cancel, Card
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Aim, Attack, Collect, Draw, NameMilled, Play, Stand
from companion.rules.zwerge.words import dice as faces

DIE = 54
PAYABLE = 90
ROOMY = 1200
"""From this width of the window on, cards are large (dp)."""


class GameBoard(Board):
    """What has to be answered and what the dice allow above, the two sides below."""

    wide = True
    upright = 0.66
    _drawn: Duel | None = None

    def offers(self, action: object) -> bool:
        return isinstance(action, Draw | Play | Attack | Collect | Aim | Stand | NameMilled)

    def show(self, moment: Moment) -> None:
        state = moment.state
        assert isinstance(state, Duel)
        if state is self._drawn:
            return  # a finger may be on a card
        self._drawn = state
        offered = choices(state)
        roomy = self.seat.portrait or Window.width >= dp(ROOMY)
        self.clear_widgets()
        for part in (self._damage(state, offered), self._milled(state, offered), self._throw(state, offered)):
            if part is not None:
                self.add_widget(part)
        width = LARGE if roomy else SMALL
        self.add_widget(Level(*(SidePanel(self.seat, state, player, offered, width) for player in (0, 1)), gap=1.5))
        if state.library.unknown and state.phase not in ("cards", "over"):
            teach = partial(self._teach, state)
            self.add_widget(PushButton(self.ui, say("Teach a card"), teach, icon="teach"))

    def _teach(self, state: Duel) -> None:
        TeachSheet(self.ui, state.library, state.side(state.turn), self.table.tell).open()

    # --- what has to be answered --------------------------------------------------------------------------------------

    def _damage(self, state: Duel, offered: Choices) -> Widget | None:
        """Damage that waits: it stands, or an armour cancels it."""
        if state.hit is None:
            return None
        ui, victim = self.ui, 1 - state.hit.by
        ink = ui.colours.on_accent
        question = say("Does {player} cancel the damage?", player=state.name(victim))
        words = Words(ui, question, "lead", bold=True, colour=ink)
        sign = Sign(ui, "burst", 34, colour=rgb("#8C1C14"))
        sign.pos_hint = words.pos_hint = {"center_y": 0.5}
        stand = next(action for action in offered.stands if action.player == victim)
        row = Row(gap=1.5)
        button = PushButton(
            ui, say("No, it stands"), partial(self.table.tell, stand), kind="primary", icon="check", size="lead"
        )
        row.add_widget(button)
        deck = state.deck(victim)
        for (player, card), plays in offered.plays.items():
            if player == victim and isinstance(deck.cards[card].effect, Cancel):
                cancel = partial(self.table.tell, plays[0])
                row.add_widget(
                    PushButton(ui, title_of(deck.cards[card], deck.side), cancel, icon="shield", least=72, size="lead")
                )
        return Panel(ui, Row(sign, words, gap=1), row, colour=ui.colours.accent)

    def _milled(self, state: Duel, offered: Choices) -> Widget | None:
        """A card that damage took from a pile, where the table wants to name each of them."""
        if not offered.milled:
            return None
        ui = self.ui
        owner = state.naming if state.naming is not None else 1 - (state.hit.by if state.hit else state.turn)
        deck, side = state.deck(owner), state.side(owner)
        question = say("Which card of {player} was turned up?", player=state.name(owner))
        cards = sorted((deck.cards[action.card] for action in offered.milled), key=_by_type)
        shown = [
            DuelCard(ui, card, side, SMALL, on_tap=partial(self.table.tell, NameMilled(None, card.id)))
            for card in cards
        ]
        return Panel(ui, Words(ui, question, "lead", bold=True), Flow(*shown, gap=1), edge=ui.colours.primary)

    # --- the throw ----------------------------------------------------------------------------------------------------

    def _throw(self, state: Duel, offered: Choices) -> Widget | None:
        """The dice as they lie, and beside them the cards that they pay for."""
        if state.phase not in ("reroll", "cards"):
            return None
        ui, turn = self.ui, state.turn
        dice = [die(ui, face, DIE) for face in state.dice]
        dice += [wild_card(ui, DIE * 0.72) for _ in range(state.duellists[turn].wild_cards)]
        heap = Flow(*dice, gap=1, size_hint_x=None, width=dp((3 * DIE + 3 * UNIT) * ui.look.scale))
        if not dice:
            heap.add_widget(Words(ui, say("No die is left."), "body", colour=ui.colours.faint))
        told = Column(gap=1)
        for widget in self._allowed(state, offered):
            told.add_widget(widget)
        heap.pos_hint = told.pos_hint = {"top": 1}
        return Panel(ui, Row(heap, told, gap=1.5))

    def _allowed(self, state: Duel, offered: Choices) -> list[Widget]:
        """The cards that can be paid, and what the allies can do."""
        ui, turn = self.ui, state.turn
        if state.phase == "reroll":
            return [Words(ui, say("A die may be thrown again before cards are played."), "body")]
        deck = state.deck(turn)
        playable = [deck.cards[card] for player, card in offered.plays if player == turn]
        cards = sorted((card for card in playable if card.type != "twist"), key=_by_type)
        words = say("These cards can be paid, if they are in hand:") if cards else say("No known card can be paid.")
        shown: list[Widget] = [self._payable(state, card, offered.plays[turn, card.id]) for card in cards]
        if state.library.unknown:
            shown.append(TeachCard(ui, partial(self._teach, state), PAYABLE))
        parts: list[Widget] = [Words(ui, words, "body", bold=True), Flow(*shown, gap=1.25)]
        usable = dict.fromkeys(hit.die for hits in offered.hits.values() for hit in hits if isinstance(hit, Attack))
        if usable:
            sign = Sign(ui, "crosshair", 24, colour=ui.colours.bad)
            hint = Words(ui, say("Allies strike with {dice}: tap what is hit.", dice=faces(usable)), "body", bold=True)
            sign.pos_hint = hint.pos_hint = {"center_y": 0.5}
            parts.append(Row(sign, hint, gap=0.75))
        return parts

    def _payable(self, state: Duel, card: Card, plays: list[Play]) -> DuelCard:
        tap = partial(sheets.play, self.ui, state, plays, self.table.tell)
        return DuelCard(self.ui, card, state.side(state.turn), PAYABLE, on_tap=tap)


def _by_type(card: Card) -> tuple[int, int, int]:
    cost = card.cost
    return CARD_TYPES.index(card.type), cost.dice if cost else 9, (cost.value or 0) if cost else 0
