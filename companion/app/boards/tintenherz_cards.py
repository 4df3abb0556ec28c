"""The cards of Tintenherz as this project draws them: light ones with a quill, dark ones with a flame, castles."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.app.theme import rgb
from companion.app.ui import Ui
from companion.app.widgets.card import CardBack, PaperCard, Stock
from companion.app.widgets.fitted import Fitted
from companion.app.widgets.layout import Row
from companion.app.widgets.words import Icon, Sign
from companion.rules.text import say
from companion.rules.tintenherz.cards import signed
from companion.rules.tintenherz.state import Tintenherz

LARGE, MEDIUM, SMALL = 118, 102, 58
"""Widths of a card in the middle where there is room and where there is less, and of any other (dp)."""
LIGHT = Stock(rgb("#FBF0D9"), rgb("#3B1420"), rgb("#8A2342"), rgb("#FFFFFF"))
DARK = Stock(rgb("#38354A"), rgb("#F6E7CF"), rgb("#121118"), rgb("#FFB45C"))
STONE = Stock(rgb("#DDD8CC"), rgb("#3A3630"), rgb("#6A645A"), rgb("#FFFFFF"))
COVER = Stock(rgb("#4A1526"), rgb("#F3D9B0"), rgb("#4A1526"), rgb("#F3D9B0"))
HEART_ON_LIGHT, HEART_ON_DARK = rgb("#A8203A"), rgb("#FF8A94")


def stock_of(card: int) -> Stock:
    return LIGHT if card > 0 else DARK


def hearts_of(state: Tintenherz, card: int) -> int | None:
    """The hearts on a card as far as the table knows."""
    told = {item.card: item.hearts for item in state.told}
    return told.get(card, next((own.hearts for own in state.deck() if own.value == card), None))


def name_of(state: Tintenherz, card: int) -> str:
    return next((own.name for own in state.deck() if own.value == card and own.name), "")


class CharacterCard(PaperCard):
    """A character: value, hearts and, where there is room, the name, as far as the table knows them."""

    def __init__(self, ui: Ui, state: Tintenherz, card: int, width: float = SMALL, **more: Any) -> None:
        stock = stock_of(card)
        super().__init__(ui, stock, width, name=signed(card), **more)
        self.card = card
        wide, high = self.wide, self.high
        foot = 0.08 if self.tagged else 0.0
        self.put(Sign(ui, "quill" if card > 0 else "flame", width * 0.2, colour=stock.on_band), 0.5, 0.9)
        value = Fitted(ui, signed(card), (wide, high * 0.4), wide * 0.46, title=True, colour=stock.ink)
        self.put(value, 0.5, 0.6 + foot / 2)
        name = name_of(state, card) if width > SMALL else ""
        hearts = hearts_row(ui, hearts_of(state, card), width * 0.19, on_dark=card < 0)
        self.put(hearts, 0.5, (0.34 if name else 0.24) + foot)
        if name:
            label = Fitted(ui, name, (wide * 0.9, high * 0.17), wide * 0.16, colour=stock.ink, lines=1)
            self.put(label, 0.5, 0.15 + foot)


class SafeCard(PaperCard):
    """A card that lies under a castle: only its edge looks out."""

    def __init__(self, ui: Ui, state: Tintenherz, card: int, *, gone: bool = False) -> None:
        stock = stock_of(card)
        super().__init__(ui, stock, SMALL * 0.62, name=signed(card), tall=1.9, band=0.16)
        value = Fitted(ui, signed(card), (self.wide, self.high * 0.4), self.wide * 0.56, title=True, colour=stock.ink)
        self.put(value, 0.5, 0.56)
        known = hearts_of(state, card)
        self.put(hearts_row(ui, known, SMALL * 0.16, on_dark=card < 0), 0.5, 0.2)
        if gone:
            self.fade()


class CastleCard(PaperCard):
    """A castle, heart side up; `gone` if it was discarded for the count."""

    def __init__(self, ui: Ui, *, gone: bool = False) -> None:
        super().__init__(ui, STONE, SMALL, name=say("castle"))
        self.put(Sign(ui, "castle", SMALL * 0.5, colour=STONE.ink), 0.56, 0.52)  # the glyph stands left of its middle
        self.put(hearts_row(ui, 0 if gone else 1, SMALL * 0.2, on_dark=False), 0.5, 0.17)
        if gone:
            self.put(Icon(ui, "close", SMALL * 0.8, colour=STONE.ink), 0.5, 0.5)
            self.fade()


def hearts_row(ui: Ui, hearts: int | None, size: float, *, on_dark: bool) -> Widget:
    """So many hearts; a hollow one with a question mark where nobody has told."""
    colour = HEART_ON_DARK if on_dark else HEART_ON_LIGHT
    row = Row(gap=0.1, size_hint_x=None)
    if hearts is None:
        row.add_widget(Icon(ui, "heart", size, colour=colour))
        side = size * ui.look.scale
        row.add_widget(Fitted(ui, "?", (side * 0.6, side * 1.15), side, colour=colour))
    else:
        for _ in range(hearts):
            row.add_widget(Sign(ui, "heart", size, colour=colour))
    row.bind(minimum_width=row.setter("width"))
    return row


def pile_of(ui: Ui, count: int, width: float) -> CardBack:
    """The cards that nobody has turned up yet."""
    return CardBack(
        ui, COVER, width, count, lambda size: Sign(ui, "book", size, colour=COVER.on_band),
        name=say("pile"),
    )  # fmt: skip
