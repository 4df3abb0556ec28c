"""The small questions of the duel: how a card is paid, which die strikes, which card is meant, what was discarded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.metrics import dp

from companion.app.boards.zwerge_cards import LARGE, DuelCard, die
from companion.app.boards.zwerge_choices import after_damage
from companion.app.theme import PRIMARY, UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.layout import Flow
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Words
from companion.rules import Action
from companion.rules.text import count, say
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Attack, Collect, Draw, Play

Tell = Callable[[Action], object]
DIE = 56


class DiceButton(Touchable):
    """Dice to be used together, wild cards among them."""

    def __init__(self, ui: Ui, dice: Sequence[str], on_tap: Callable[[], object]) -> None:
        super().__init__(
            ui, on_tap, ui.colours.raised,
            orientation="horizontal", padding=dp(1.5 * UNIT), spacing=dp(UNIT),
            size_hint=(None, None), height=dp(PRIMARY + 2 * UNIT),
        )  # fmt: skip
        self.dice = tuple(dice)
        for face in dice:
            part = die(ui, face, DIE)
            part.pos_hint = {"center_y": 0.5}
            self.add_widget(part)
        self.bind(minimum_width=self.setter("width"))


class _Question(Sheet):
    """A sheet that goes away with its answer."""

    def __init__(self, ui: Ui, title: Say, **more: Any) -> None:
        super().__init__(ui, title, **more)

    def answered(self, then: Callable[[], object]) -> Callable[[], None]:
        def done() -> None:
            self.dismiss()
            then()

        return done


def play(ui: Ui, state: Duel, plays: Sequence[Play], tell: Tell) -> None:
    """Play a card; asked is only what is open: how it is paid, then which card it removes."""
    ways = list(dict.fromkeys(action.dice for action in plays))
    if len(ways) == 1:
        _aim(ui, state, plays, tell)
        return
    sheet = _Question(ui, say("How is it paid?"))
    buttons = []
    for way in ways:
        so = [action for action in plays if action.dice == way]
        buttons.append(DiceButton(ui, way, sheet.answered(partial(_aim, ui, state, so, tell))))
    sheet.add(Flow(*buttons, gap=1.25))
    sheet.open()


def _aim(ui: Ui, state: Duel, plays: Sequence[Play], tell: Tell) -> None:
    if len(plays) == 1:
        tell(plays[0])
        return
    owner = plays[0].player
    assert owner is not None
    victim = 1 - owner
    display = after_damage(state).duellists[victim].display
    sheet = _Question(ui, say("Which card goes to the discard pile?"))
    deck, side = state.deck(victim), state.side(victim)
    cards = [
        DuelCard(ui, deck.cards[display[action.target or 0]], side, on_tap=sheet.answered(partial(tell, action)))
        for action in plays
    ]
    sheet.add(Flow(*cards, gap=1.25))
    sheet.open()


def with_die(ui: Ui, actions: Sequence[Attack | Collect], tell: Tell) -> None:
    """An ally uses a die; which one is asked where there are several."""
    if len(actions) == 1:
        tell(actions[0])
        return
    sheet = _Question(ui, say("With which die?"))
    buttons = [DiceButton(ui, (action.die,), sheet.answered(partial(tell, action))) for action in actions]
    sheet.add(Flow(*buttons, gap=1.25))
    sheet.open()


def draw(ui: Ui, state: Duel, draws: Sequence[Draw], tell: Tell) -> None:
    """One card, or all that the display allows."""
    if len(draws) == 1:
        tell(draws[0])
        return
    sheet = _Question(ui, say("How many cards are drawn?"))
    for action in draws:
        words = ui.words(state.label(action))
        button = PushButton(
            ui, words[:1].upper() + words[1:], sheet.answered(partial(tell, action)), kind="primary", size="lead"
        )
        sheet.add(button)
    sheet.open()


def twist(ui: Ui, state: Duel, player: int, twists: Sequence[Play], tell: Tell) -> None:
    """A twist of fate from the hand."""
    sheet = _Question(ui, say("Which twist of fate does {player} play?", player=state.name(player)))
    deck, side = state.deck(player), state.side(player)
    cards = [
        DuelCard(ui, deck.cards[action.card], side, 1.2 * LARGE, on_tap=sheet.answered(partial(tell, action)))
        for action in twists
    ]
    sheet.add(Flow(*cards, gap=1.5))
    sheet.open()


def discard_pile(ui: Ui, state: Duel, player: int) -> None:
    """Everybody may look through a discard pile; the newest card comes first."""
    own, deck, side = state.duellists[player], state.deck(player), state.side(player)
    sheet = _Question(ui, say("Discard pile of {player}", player=state.name(player)))
    sheet.add(Flow(*(DuelCard(ui, deck.cards[card], side) for card in reversed(own.discard)), gap=1.25))
    if own.unnamed:
        unnamed = count(own.unnamed, "and {n} card that nobody named", "and {n} cards that nobody named")
        sheet.add(Words(ui, unnamed, "body", colour=ui.colours.faint))
    sheet.open()
