"""Cards and faces in full, on a sheet: what they cost and do, and whether they can be had now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.boards.forge.emblems import Amounts, Emblem
from companion.app.boards.forge.offer import Offer
from companion.app.boards.forge.plates import Plate
from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Row
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Icon, Words
from companion.rules import Action, IllegalAction, Text
from companion.rules.dice_forge.actions import Buy, Feat
from companion.rules.dice_forge.explained import KIND_WORDS, card_words, face_effect
from companion.rules.dice_forge.faces import face_words, gold_words
from companion.rules.dice_forge.state import DiceForge
from companion.rules.text import count, say

SIGN = 52


def card_sheet(ui: Ui, state: DiceForge, offer: Offer, card_id: str, tell: Callable[[Action], object]) -> Sheet:
    """A card: cost, glory, how many are left, what it does; a button to take it, or why not."""
    card = state.box.cards[card_id]
    left = next(stack.left for stack in state.stacks if stack.card == card_id)
    effect = Column(
        Words(ui, KIND_WORDS[card.kind], "body", bold=True, colour=ui.colours.faint),
        *(Words(ui, sentence, "lead") for sentence in card_words(card, state.box)),
        gap=0.5,
    )
    figures = Row(
        Amounts(card.cost, SIGN), Emblem("glory", card.glory, SIGN),
        Words(ui, count(left, "{n} card left", "{n} cards left"), "lead"), gap=2,
    )  # fmt: skip
    for part in figures.children:
        part.pos_hint = {"center_y": 0.5}
    sheet = Sheet(ui, card.name, figures, effect)
    feat = offer.feats.get(card_id)
    if feat is not None:

        def perform() -> None:
            sheet.dismiss()
            tell(feat)

        for other in _ousted(state, offer.decider, card.island):
            sheet.add(Words(ui, say("{player} is ousted and throws both dice.", player=other), "body"))
        words = say("Perform this feat")
        sheet.add(PushButton(ui, words, perform, kind="primary", icon="check", size="lead"))
    elif offer.acting or not left:
        sheet.add(_why_not(ui, state, Feat(offer.decider, card_id)))
    return sheet


def _ousted(state: DiceForge, player: int, island: int) -> list[str]:
    return [state.name(seat) for seat, hero in enumerate(state.heroes) if seat != player and hero.island == island]


def face_sheet(ui: Ui, state: DiceForge, offer: Offer, name: str) -> Sheet:
    """A face: what it does, what it costs, and why it cannot be bought now."""
    price = state.box.prices.get(name)
    lines: list[Widget] = [Words(ui, sentence, "lead") for sentence in face_effect(name, state.box)]
    if price is not None:
        lines.append(Words(ui, say("In the temple it costs {price}.", price=gold_words(price)), "lead"))
    elif name in state.box.pool_of:
        lines.append(Words(ui, say("It lies in the garden and comes with a card."), "lead"))
    plate, words = Plate(name, 104), Column(*lines, gap=0.75)
    plate.pos_hint = words.pos_hint = {"center_y": 0.5}
    text = ui.words(face_words(name))
    sheet = Sheet(ui, text[:1].upper() + text[1:], Row(plate, words, gap=2))
    if offer.shopping and price is not None and name not in offer.buys:
        sheet.add(_why_not(ui, state, Buy(offer.decider, name)))
    return sheet


def pool_sheet(ui: Ui, state: DiceForge, at: int) -> Sheet:
    """A pool of the garden: its faces, how many of each are left, what they do."""
    sheet = Sheet(ui, say("The garden"))
    for name, n in Counter(state.box.pools[at].faces).items():
        left = state.pools[at].count(name)
        text = ui.words(face_words(name))
        lines = [Words(ui, text[:1].upper() + text[1:], "lead", bold=True)]
        lines += [Words(ui, sentence, "body") for sentence in face_effect(name, state.box)]
        lines.append(Words(ui, say("{left} of {n} left", left=left, n=n), "body", colour=ui.colours.faint))
        plate, words = Plate(name, 72), Column(*lines, gap=0.25)
        plate.pos_hint = words.pos_hint = {"center_y": 0.5}
        sheet.add(Row(plate, words, gap=2))
    return sheet


def _why_not(ui: Ui, state: DiceForge, action: Action) -> Row:
    """The rule that is in the way, as the referee would say it."""
    reason: Text | None = None
    try:
        state.apply(action)
    except IllegalAction as error:
        reason = error.text
    words = Words(ui, reason or "", "body", bold=True)
    return Row(Icon(ui, "lock", 26), words, gap=1)


def cards_sheet(ui: Ui, state: DiceForge, player: int) -> Sheet:
    """The cards of a hero, each with what it does, and the faces that were replaced."""
    hero = state.heroes[player]
    sheet = Sheet(ui, say("Cards of {player}", player=state.name(player)))
    for card_id, n in Counter(hero.cards).items():
        card = state.box.cards[card_id]
        name = ui.words(card.name) if n == 1 else f"{ui.words(card.name)} × {n}"
        lines = [Words(ui, sentence, "body") for sentence in card_words(card, state.box)]
        glory = Emblem("glory", card.glory, 44)
        sheet.add(Row(glory, Column(Words(ui, name, "lead", bold=True), *lines, gap=0.25), gap=1.5))
    if hero.removed:
        forged = count(len(hero.removed), "{n} face forged", "{n} faces forged")
        sheet.add(Words(ui, forged, "body", colour=ui.colours.faint, padding=(0, dp(UNIT))))
    return sheet
