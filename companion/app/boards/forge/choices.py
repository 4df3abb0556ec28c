"""Choices as they arise, under the sentence that asks: large buttons with a picture of what one gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.boards.forge.emblems import Amounts, Emblem
from companion.app.boards.forge.offer import Offer
from companion.app.boards.forge.plates import Plate
from companion.app.theme import PRIMARY, TOUCH, UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.layout import Column
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Icon, Words
from companion.rules import Action
from companion.rules.dice_forge.actions import (
    BoarColour,
    Done,
    Exchange,
    ExtraAction,
    GiveBoar,
    LeaveFaces,
    Pass,
    SailFirst,
    Take,
    ToHammer,
    UseCard,
    UseCerberus,
)
from companion.rules.dice_forge.blessings import Repeating
from companion.rules.dice_forge.effects import Deciding, Ordering
from companion.rules.dice_forge.faces import SHIP, Yield
from companion.rules.dice_forge.gains import Choosing, Exchanging
from companion.rules.dice_forge.state import DiceForge
from companion.rules.text import count, say

SIGN, PLATE = 48, 56
MANY = 4
"""More choices than this stand in two columns."""
NUMBERS = 4

Tell = Callable[[Action], object]


class PictureButton(Touchable):
    """What one gets as a picture, and in words; `plain` where the picture says it all."""

    def __init__(
        self, ui: Ui, pictures: Sequence[Widget], words: Say, on_tap: Callable[[], object], *, plain: bool = False
    ) -> None:
        super().__init__(
            ui, on_tap, ui.colours.raised, orientation="horizontal", spacing=dp(1.5 * UNIT), padding=dp(UNIT),
            size_hint_y=None, height=dp(PRIMARY),
        )  # fmt: skip
        text = ui.words(words)
        self.words = text[:1].upper() + text[1:]
        parts: list[Widget] = [*pictures]
        if plain:
            parts = [Widget(), *pictures, Widget()]
        else:
            label = Words(ui, self.words, "body", bold=True)
            label.bind(height=lambda *_: setattr(self, "height", max(dp(PRIMARY), label.height + dp(2 * UNIT))))
            parts.append(label)
        for part in parts:
            part.pos_hint = {"center_y": 0.5}
            self.add_widget(part)


def choices(ui: Ui, state: DiceForge, offer: Offer, tell: Tell, colour: Callable[[int], int]) -> list[Widget]:
    """A button for each choice of the moment that is not made on the board itself."""
    found: list[Widget] = []
    numbers = [action for action in offer.rest if isinstance(action, ToHammer)]
    others = [action for action in offer.rest if not isinstance(action, ToHammer)]
    if numbers:
        grid = _grid(min(NUMBERS, len(numbers)))
        for number in numbers:
            coin = Emblem("gold", number.gold, SIGN)
            grid.add_widget(PictureButton(ui, [coin], state.label(number), partial(tell, number), plain=True))
        found.append(grid)
    buttons = [_button(ui, state, action, partial(tell, action), colour) for action in others]
    if len(buttons) > MANY:
        grid = _grid(2)
        for button in buttons:
            grid.add_widget(button)
        found.append(grid)
    else:
        found += buttons
    if offer.tritons:
        found.append(_triton(ui, state, offer, tell))
    return found


def _grid(columns: int) -> GridLayout:
    grid = GridLayout(cols=columns, spacing=dp(UNIT), size_hint_y=None)
    grid.bind(minimum_height=grid.setter("height"))
    return grid


def _button(
    ui: Ui, state: DiceForge, action: Action, on_tap: Callable[[], object], colour: Callable[[int], int]
) -> Widget:
    words = state.label(action)
    pictures = _pictures(ui, state, action, colour)
    if not pictures:
        text = ui.words(words)
        icon = {Done: "check", Pass: "right"}.get(type(action), "tap")
        return PushButton(ui, text[:1].upper() + text[1:], on_tap, icon=icon, size="body", least=TOUCH)
    return PictureButton(ui, pictures, words, on_tap, plain=isinstance(action, LeaveFaces))


def _pictures(ui: Ui, state: DiceForge, action: Action, colour: Callable[[int], int]) -> list[Widget]:
    task = state.agenda[-1]
    match action:
        case Take(what=what):
            plain = isinstance(task, Deciding | Choosing)
            return [Amounts(Yield.parse(what), SIGN) if plain else Plate(what, PLATE)]
        case LeaveFaces(faces=faces):
            return [Plate(face, PLATE) for face in faces]
        case BoarColour(colour=name):
            return [Plate(f"boar-{name}", PLATE)]
        case GiveBoar(to=to):
            return [Avatar(ui, state.name(to), colour(to), SIGN)]
        case Exchange(accept=accept):
            assert isinstance(task, Exchanging)
            return [Emblem("glory", task.glory, SIGN) if accept else Amounts(task.gain, SIGN)]
        case SailFirst(ship=ship):
            assert isinstance(task, Ordering)
            return [Plate(SHIP, PLATE) if ship else Amounts(task.gain, SIGN)]
        case UseCerberus():
            assert isinstance(task, Repeating)
            return [Plate(face, PLATE) for face in task.effects.faces]
        case UseCard(card=card):
            return [*_gives(ui, state, card)]
        case ExtraAction():
            return [Amounts(state.box.extra_action, SIGN), Icon(ui, "right", 26)]
    return []


def _gives(ui: Ui, state: DiceForge, card_id: str) -> list[Widget]:
    """What a reinforcement costs and brings."""
    card = state.box.cards[card_id]
    if not card.gives:
        return [Icon(ui, "dice", 40)]
    gains: list[Widget] = [Amounts(Yield.parse(part), 36) for part in card.gives.split("/")]
    return [Amounts(card.pays, 36), Icon(ui, "right", 22), *gains] if any(card.pays) else gains


def _triton(ui: Ui, state: DiceForge, offer: Offer, tell: Tell) -> Widget:
    """A token can be used all the time: one button that asks for what, not three that are always there."""

    def ask() -> None:
        sheet = Sheet(ui, say("What does Triton bring?"))

        def take(action: Action) -> None:
            sheet.dismiss()
            tell(action)

        buttons = [
            PictureButton(ui, [Amounts(Yield.parse(one.what), SIGN)], state.label(one), partial(take, one))
            for one in offer.tritons
        ]
        sheet.add(Column(*buttons, gap=1))
        sheet.open()

    tokens = state.heroes[state.turn].triton
    words = count(tokens, "Use the Triton token …", "Use one of {n} Triton tokens …")
    return PushButton(ui, words, ask, icon="wand")
