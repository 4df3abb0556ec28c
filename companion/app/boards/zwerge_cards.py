"""The cards of the duel as this project draws them: price on the band, name, what it does, health, points as a seal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from kivy.graphics import Color, SmoothEllipse
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.theme import Colour, rgb
from companion.app.ui import Say, Ui
from companion.app.widgets.card import CardBack, PaperCard, Stock
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.fitted import Fitted
from companion.app.widgets.layout import Row
from companion.app.widgets.words import Icon, Sign
from companion.rules import Text
from companion.rules.text import say
from companion.rules.zwerge.cards import (
    VALUES,
    AsAxe,
    Cancel,
    Card,
    CardType,
    Cost,
    Damage,
    Effect,
    ExtraCard,
    ExtraDie,
    MoreDice,
    Remove,
    Reroll,
    Side,
    Strike,
    TakeWildCard,
)
from companion.rules.zwerge.moves import WILD_CARD

BODY = "white"
EQUAL = "="
"""In place of a face: any, but the same on all of them."""
LARGE, SMALL = 104, 80
"""Widths of a card where there is room, and where there is less (dp)."""
TALL = 1.32
"""A card is so many times as high as it is wide: a little less than usual, for there are many."""
PAPER, INK = rgb("#F7ECD4"), rgb("#2B2118")
WHITE = rgb("#FFFFFF")
BANDS: dict[CardType, Colour] = {
    "ally": rgb("#8C3A2B"),
    "victory": rgb("#7A5A0C"),
    "support": rgb("#2B5873"),
    "event": rgb("#5A4788"),
    "twist": rgb("#2C6449"),
}
SIGNS: dict[CardType, str] = {
    "ally": "swords",
    "victory": "laurel",
    "support": "shield",
    "event": "bolt",
    "twist": "sparkles",
}
TYPES: dict[CardType, Text] = {
    "ally": say("Ally"),
    "victory": say("Victory points"),
    "support": say("Support"),
    "event": say("Event"),
    "twist": say("Twist of fate"),
}
SIDES: dict[Side, tuple[Text, str, Stock]] = {
    "good": (say("Forces of good"), "mountain", Stock(rgb("#2C4866"), WHITE, rgb("#2C4866"), rgb("#E4EDF6"))),
    "evil": (say("Forces of evil"), "moon", Stock(rgb("#571F33"), WHITE, rgb("#571F33"), rgb("#F8E3EA"))),
}
"""Each side with its sign and the backs of its cards."""
BLOOD, SEAL = rgb("#A31F2B"), rgb("#B9851A")
GOLD = Stock(rgb("#E9BE55"), rgb("#3B2A06"), rgb("#C89526"), rgb("#3B2A06"))


def title_of(card: Card, side: Side) -> Say:
    """What a card is called on one side."""
    return cast("Say", card.title(side))  # a title is a name or a sentence, never a number


class DuelCard(PaperCard):
    """A card of one side. What nobody has told yet is a question mark; `wounds` is the damage of this turn."""

    def __init__(
        self, ui: Ui, card: Card, side: Side, width: float = LARGE, *, wounds: int = 0, **more: Any
    ) -> None:  # fmt: skip
        name = title_of(card, side)
        stock = Stock(PAPER, INK, BANDS[card.type], WHITE)
        super().__init__(ui, stock, width, name=name, tall=TALL, **more)
        self.card = card
        wide, high = self.wide, self.high
        self.put(Sign(ui, SIGNS[card.type], width * 0.17, colour=WHITE), 0.12, 0.9)
        cost = price(ui, card.cost, width * 0.165)
        cost.pos_hint = {"right": 0.95, "center_y": 0.9}
        self.add_widget(cost)
        words = ui.words(name)
        label = Fitted(ui, words[:1].upper() + words[1:], (wide * 0.92, high * 0.31), wide * 0.145, colour=INK)
        self.put(label, 0.5, 0.63)
        if card.effect is None or card.type != "victory":
            self.put(pictogram(ui, card.effect, width * 0.18), 0.5, 0.37)
        else:
            self.put(Sign(ui, "laurel", width * 0.26, colour=SEAL), 0.5, 0.37)
        if card.health != 0:
            heart = _health(ui, card.health, wounds, width)
            heart.pos_hint = {"x": 0.05, "center_y": 0.12}
            self.add_widget(heart)
        if card.points != 0:
            self.put(seal(ui, card.points, width * 0.26), 0.83, 0.13)


def _health(ui: Ui, health: int | None, wounds: int, width: float) -> Row:
    """A heart and how much of it is left."""
    size = width * 0.17
    left = "?" if health is None else str(health - wounds) if not wounds else f"{health - wounds}/{health}"
    scale = ui.look.scale
    number = Fitted(
        ui, left, (size * (1.5 if wounds else 0.8) * scale, size * 1.2 * scale), size * scale, colour=BLOOD, lines=1
    )
    return _row(Sign(ui, "heart", size, colour=BLOOD), number)


def seal(ui: Ui, points: int | None, size: float) -> Widget:
    """Victory points as a seal of wax."""
    side = size * ui.look.scale
    words = "?" if points is None else str(points)
    wax = Fitted(ui, words, (side, side), side * 0.62, colour=rgb("#2A1D02"), lines=1)
    with wax.canvas.before:
        Color(*SEAL)
        disc = SmoothEllipse()

    def follow(*_: object) -> None:
        disc.pos, disc.size = wax.pos, wax.size

    wax.bind(pos=follow, size=follow)
    return wax


def price(ui: Ui, cost: Cost | None, size: float, colour: Colour = WHITE) -> Widget:
    """What a card costs as dice: one of a value, some that are equal, or none."""
    scale = ui.look.scale
    if cost is None:
        return Fitted(ui, "?", (size * scale, size * 1.2 * scale), size * 1.1 * scale, colour=colour)
    if cost.dice == 0:
        return Fitted(
            ui, say("free"), (size * 4.4 * scale, size * 1.3 * scale), size * 0.95 * scale,
            colour=colour, align="right", lines=1,
        )  # fmt: skip
    if cost.value is not None:
        return die(ui, str(cost.value), size * 1.15)
    return _row(*(die(ui, EQUAL, size) for _ in range(cost.dice)), gap=0.25)


def die(ui: Ui, face: str, size: float) -> Widget:
    """A die that shows this face, a wild card that stands for one, or one of several that are to be equal."""
    if face == WILD_CARD:
        return wild_card(ui, size * 0.8)
    picture = DiePicture(ui, BODY, "blank" if face == EQUAL else face, size * ui.look.scale, numerals=True)
    if face == EQUAL:
        side = size * ui.look.scale
        sign = Fitted(ui, EQUAL, (side, side), side * 0.7, colour=INK)
        picture.add_widget(sign)
        picture.bind(pos=lambda _, pos: setattr(sign, "pos", (pos[0], pos[1] + dp(0.04 * side))))
    return picture


def wild_card(ui: Ui, width: float, **more: Any) -> PaperCard:
    """One of the three cards that stand for a die."""
    card = PaperCard(ui, GOLD, width, name=say("wild card"), tall=1.3, **more)
    card.put(Sign(ui, "axe", width * 0.5, colour=GOLD.ink), 0.5, 0.42)
    return card


def pictogram(ui: Ui, effect: Effect | None, size: float) -> Widget:
    """What a card does, without words."""
    scale = ui.look.scale

    def words(text: str, room: float = 1.4) -> Fitted:
        return Fitted(ui, text, (size * room * scale, size * 1.25 * scale), size * scale, colour=INK, lines=1)

    def sign(name: str, colour: Colour = INK) -> Sign:
        return Sign(ui, name, size, colour=colour)

    def icon(name: str) -> Icon:
        return Icon(ui, name, size, colour=INK)

    def dice(values: tuple[int, ...]) -> list[Widget]:
        if values == VALUES:
            return [words("1–5", 1.7)]
        return [words("?", 0.6) if value == 0 else die(ui, str(value), size) for value in values]

    parts: list[Widget]
    match effect:
        case None:
            parts = [words("?")]
        case Damage(values):
            parts = [*dice(values), icon("right"), sign("burst", BLOOD)]
        case TakeWildCard(values):
            parts = [*dice(values), icon("right"), wild_card(ui, size)] if values else [words("+"), wild_card(ui, size)]
        case ExtraCard():
            parts = [words("+1"), sign("cards")]
        case ExtraDie():
            parts = [words("+1"), die(ui, "blank", size)]
        case MoreDice():
            parts = [words("+2"), die(ui, "blank", size)]
        case Reroll():
            parts = [die(ui, "blank", size), icon("again")]
        case Remove():
            parts = [sign("cards"), icon("close")]
        case AsAxe(value):
            parts = [*dice((value,)), icon("right"), die(ui, "axe", size)]
        case Strike(points):
            parts = [words(str(points) if points else "?", 0.8), sign("burst", BLOOD)]
        case Cancel():
            parts = [sign("burst", BLOOD), icon("close")]
        case _:
            parts = [words("–")]
    return _row(*parts)


def _row(*parts: Widget, gap: float = 0.25) -> Row:
    row = Row(*parts, gap=gap, size_hint_x=None)
    for part in parts:
        part.pos_hint = {"center_y": 0.5}
    row.bind(minimum_width=row.setter("width"))
    return row


def draw_pile(ui: Ui, side: Side, count: int, width: float, **more: Any) -> CardBack:
    """Cards of one side that lie face down."""
    _, sign, back = SIDES[side]
    picture: Callable[[float], Widget] = lambda size: Sign(ui, sign, size, colour=back.on_band)  # noqa: E731
    return CardBack(ui, back, width, count, picture, name=say("draw pile"), **more)
