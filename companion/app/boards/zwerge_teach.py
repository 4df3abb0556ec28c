"""Teaching a card of the duel: question by question, with the card growing beside it as it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.boards.zwerge_cards import (
    BANDS,
    INK,
    LARGE,
    PAPER,
    SIDES,
    TALL,
    TYPES,
    WHITE,
    DuelCard,
    die,
    pictogram,
    price,
)
from companion.app.theme import PRIMARY, UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.card import PaperCard, Stock
from companion.app.widgets.field import Choice, Line
from companion.app.widgets.fitted import Fitted
from companion.app.widgets.layout import Column, Flow, Row
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Icon, Words
from companion.rules import Text
from companion.rules.text import say
from companion.rules.zwerge import words
from companion.rules.zwerge.cards import (
    CARD_TYPES,
    VALUES,
    AsAxe,
    Card,
    CardType,
    Damage,
    Effect,
    Side,
    Strike,
    TakeWildCard,
)
from companion.rules.zwerge.moves import Teach
from companion.rules.zwerge.teaching import LONGEST_NAME, MOST, Lesson, Library

DIE = 60
KINDS: dict[str, Text] = {
    "Damage": say("damage with dice"),
    "TakeWildCard": say("wild cards with dice"),
    "AsAxe": say("one unused die counts as an axe"),
    "Strike": say("damage at any time"),
}
"""Effects of which there are several, before their figures are asked for."""


class TeachCard(PaperCard):
    """An empty card among those that can be played: the one that is not there yet."""

    def __init__(self, ui: Ui, on_tap: Callable[[], object], width: float) -> None:
        stock = Stock(ui.colours.raised, ui.colours.ink, ui.colours.raised, ui.colours.ink)
        super().__init__(ui, stock, width, name=say("Teach a card"), on_tap=on_tap, band=0.0, tall=TALL)
        self.put(Icon(ui, "teach", width * 0.36), 0.5, 0.7)
        label = Fitted(ui, say("Another card? Teach it"), (self.wide * 0.9, self.high * 0.5), 15 * ui.look.scale)
        self.put(label, 0.5, 0.28)


class Tile(Touchable):
    """One answer: a picture, words, or both."""

    def __init__(self, ui: Ui, on_tap: Callable[[], object], picture: Widget | None, text: Say = "") -> None:
        super().__init__(
            ui, on_tap, ui.colours.raised, orientation="horizontal", padding=dp(1.5 * UNIT), spacing=dp(1.25 * UNIT),
            size_hint_y=None, size_hint_x=None if not text else 1,
        )  # fmt: skip
        self.words = _capital(ui.words(text))
        self.height = dp(PRIMARY)
        for part in (picture, Words(ui, self.words, "body", bold=True) if text else None):
            if part is not None:
                part.pos_hint = {"center_y": 0.5}
                self.add_widget(part)
        if text:
            self.bind(minimum_height=lambda _, least: setattr(self, "height", max(dp(PRIMARY), least)))
        else:
            self.bind(minimum_width=lambda _, least: setattr(self, "width", max(dp(PRIMARY), least)))


class TeachSheet(Sheet):
    """Which card, what it costs, what it does, health, points, name: only what is not known yet."""

    def __init__(
        self,
        ui: Ui,
        library: Library,
        side: Side,
        tell: Callable[[Teach], object],
        told: Mapping[str, Any] | None = None,
    ) -> None:
        """`told` is what has been answered already."""
        super().__init__(ui, say("Teach a card"), widest=860)
        self._library, self._tell = library, tell
        self._side, self._type = side, self._first_type(side)
        self._told: dict[str, Any] = dict(told or {})
        self._ask()

    # --- from question to question ------------------------------------------------------------------------------------

    def _ask(self) -> None:
        self._body.clear_widgets()
        card = self._told.get("card")
        if card is None:
            self._ask_card()
            return
        costs, effects = self._library.possible(card)
        told = {
            "cost": costs[0] if len(costs) == 1 else None,
            "effect": effects[0] if len(effects) == 1 else None,
            "health": card.health,
            "points": card.points,
            "name": "" if card.nameless is None else None,
        }
        told.update(self._told)
        questions: dict[str, Callable[[], Widget]] = {
            "cost": lambda: self._prices(costs),
            "effect": lambda: self._effects(effects),
            "health": lambda: self._figures("health", 0),
            "points": lambda: self._figures("points", 1 if card.type == "victory" else 0),
            "name": self._name,
        }
        titles: dict[str, Text] = {
            "cost": say("What does it cost?"),
            "effect": say("What does it do?"),
            "health": say("Health, 0 for none"),
            "points": say("Victory points"),
            "name": say("What is it called?"),
        }
        for topic, question in questions.items():
            if told[topic] is None:
                self._show(titles[topic], question(), told)
                return
        self.dismiss()
        lesson = Lesson(card.id, told["cost"], told["health"], told["points"], told["effect"], told["name"] or None)
        self._tell(Teach(None, lesson))

    def _answer(self, topic: str, value: object) -> None:
        self._told[topic] = value
        self._ask()

    def _back(self) -> None:
        self._told.popitem()
        self._told.pop("kind", None)
        self._ask()

    def _show(self, title: Text, question: Widget, told: dict[str, Any]) -> None:
        """The card as far as it is told, and the next question beside it."""
        ui = self.ui
        card: Card = self._told["card"]
        known = {topic: told[topic] for topic in ("cost", "effect", "health", "points") if told[topic] is not None}
        preview = DuelCard(ui, replace(card, **known), self._side_of(card), 1.25 * LARGE)
        back = PushButton(ui, on_tap=self._back, kind="quiet", icon="back")
        left = Column(preview, back, gap=1.5, size_hint_x=None, width=dp(preview.wide), pos_hint={"top": 1})
        right = Column(Words(ui, title, "lead", bold=True), question, gap=1.5, pos_hint={"top": 1})
        self._body.add_widget(Row(left, right, gap=2.5))

    def _side_of(self, card: Card) -> Side:
        return self._side if self._side in card.sides else card.sides[0]

    # --- which card ---------------------------------------------------------------------------------------------------

    def _unknown(self, side: Side, kind: CardType) -> list[Card]:
        cards = (self._library.find(card) for card in self._library.unknown)
        return [card for card in cards if card is not None and side in card.sides and card.type == kind]

    def _first_type(self, side: Side) -> CardType:
        return next((kind for kind in CARD_TYPES if self._unknown(side, kind)), "ally")

    def _ask_card(self) -> None:
        ui, body = self.ui, self._body
        sides = [(side, words) for side, (words, _, _) in SIDES.items()]
        kinds = [kind for kind in CARD_TYPES if self._unknown(self._side, kind)]
        body.add_widget(Choice(ui, sides, self._side, self._choose_side))
        body.add_widget(Choice(ui, [(kind, TYPES[kind]) for kind in kinds], self._type, self._choose_type, least=72))
        body.add_widget(Words(ui, say("Which card?"), "lead", bold=True))
        unknown = self._unknown(self._side, self._type)
        named = [card for card in unknown if card.good or card.evil]
        nameless = [card for card in unknown if card not in named]
        shown = [self._candidate(card) for card in named]
        if nameless:
            shown.append(self._candidate(nameless[0]))
        body.add_widget(Flow(*shown, gap=1.5))

    def _candidate(self, card: Card) -> PaperCard:
        tap = partial(self._answer, "card", card)
        if card.good or card.evil:
            return DuelCard(self.ui, card, self._side, 1.1 * LARGE, on_tap=tap)
        ui, stock = self.ui, Stock(PAPER, INK, BANDS[card.type], WHITE)
        other = PaperCard(ui, stock, 1.1 * LARGE, name=say("another one"), on_tap=tap, tall=TALL)
        other.put(Icon(ui, "plus", 0.4 * LARGE, colour=INK), 0.5, 0.5)
        other.put(Fitted(ui, say("another one"), (other.wide * 0.9, other.high * 0.3), 17, colour=INK), 0.5, 0.2)
        return other

    def _choose_side(self, side: Side) -> None:
        self._side = side
        if not self._unknown(side, self._type):
            self._type = self._first_type(side)
        self._ask()

    def _choose_type(self, kind: CardType) -> None:
        self._type = kind
        self._ask()

    # --- what is printed on it ----------------------------------------------------------------------------------------

    def _prices(self, costs: Sequence[Any]) -> Widget:
        tiles = []
        for cost in costs:
            picture = price(self.ui, cost, DIE * 0.7, self.ui.colours.ink)
            tile = Tile(self.ui, partial(self._answer, "cost", cost), picture)
            tile.words = self.ui.words(words.price(cost))
            tiles.append(tile)
        return Flow(*tiles, gap=1.25)

    def _effects(self, effects: Sequence[Effect]) -> Widget:
        """First the kind of effect, then, where there are several of it, its figures."""
        kinds: dict[str, list[Effect]] = {}
        for effect in effects:
            kinds.setdefault(_kind(effect), []).append(effect)
        if len(kinds) == 1:
            self._told.setdefault("kind", next(iter(kinds)))
        chosen = kinds.get(self._told.get("kind", ""))
        if chosen is not None:
            return self._variants(chosen)
        tiles = []
        for kind, variants in kinds.items():
            if len(variants) == 1:
                text, tap = words.effect(variants[0]), partial(self._answer, "effect", variants[0])
            else:
                text, tap = KINDS[kind], partial(self._answer, "kind", kind)
            tiles.append(Tile(self.ui, tap, _on_paper(self.ui, variants[0], len(variants) > 1), text))
        return Column(*tiles, gap=1)

    def _variants(self, effects: list[Effect]) -> Widget:
        first, ui = effects[0], self.ui
        if isinstance(first, Damage | TakeWildCard):
            return DicePicker(
                ui, [effect.values for effect in effects if isinstance(effect, type(first))], self._with_dice
            )
        tiles = []
        for effect in effects:
            if isinstance(effect, AsAxe):
                tile = Tile(ui, partial(self._answer, "effect", effect), die(ui, str(effect.value), DIE))
                tile.words = str(effect.value)
            else:
                assert isinstance(effect, Strike)
                number = Words(ui, str(effect.points), "heading", bold=True, wrap=False)
                tile = Tile(ui, partial(self._answer, "effect", effect), number)
                tile.words = str(effect.points)
            tiles.append(tile)
        return Flow(*tiles, gap=1.25)

    def _with_dice(self, values: tuple[int, ...]) -> None:
        kind = self._told.pop("kind")
        self._answer("effect", Damage(values) if kind == "Damage" else TakeWildCard(values))

    def _figures(self, topic: str, least: int) -> Widget:
        tiles = []
        for figure in range(least, MOST + 1):
            number = Words(self.ui, str(figure), "heading", bold=True, align="center")
            tile = Tile(self.ui, partial(self._answer, topic, figure), number)
            tile.words = str(figure)
            tiles.append(tile)
        return Flow(*tiles, gap=1.25)

    def _name(self) -> Widget:
        ui = self.ui
        line = Line(ui, hint=say("A name …"), longest=LONGEST_NAME, on_enter=partial(self._answer, "name"))
        done = PushButton(
            ui, say("Done"), lambda: self._answer("name", line.text.strip()), kind="primary", icon="check", size="lead"
        )
        return Column(
            line, done, Words(ui, say("It may stay without a name."), "body", colour=ui.colours.faint), gap=1.5
        )


class DicePicker(Column):
    """Which values: one die, two, or any, as the cards of the game have it."""

    def __init__(
        self, ui: Ui, possible: Sequence[tuple[int, ...]], done: Callable[[tuple[int, ...]], object]
    ) -> None:  # fmt: skip
        super().__init__(gap=1.5)
        self._ui, self._possible, self._done = ui, possible, done
        self._picked: set[int] = set()
        self._draw()

    def _draw(self) -> None:
        ui = self._ui
        self.clear_widgets()
        self.add_widget(Words(ui, say("With which values? Tap one die or two."), "body"))
        tiles = []
        for value in VALUES:
            tile = Tile(ui, partial(self._pick, value), die(ui, str(value), DIE * 0.8))
            tile.words = str(value)
            if value in self._picked:
                tile.edge(ui.colours.primary)
                tile.add_widget(Icon(ui, "check", 24, colour=ui.colours.primary))
            tiles.append(tile)
        self.add_widget(Flow(*tiles, gap=1.25))
        if VALUES in self._possible:
            self.add_widget(PushButton(ui, say("Any die"), partial(self._done, VALUES), icon="dice", least=PRIMARY))
        picked = tuple(sorted(self._picked))
        if picked in self._possible:
            done = partial(self._done, picked)
            self.add_widget(PushButton(ui, say("Done"), done, kind="primary", icon="check", size="lead"))

    def _pick(self, value: int) -> None:
        self._picked ^= {value}
        self._draw()


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _kind(effect: Effect) -> str:
    """Effects that differ in their figures only are asked for in two steps."""
    if isinstance(effect, TakeWildCard) and not effect.values:
        return "a wild card at once"
    return type(effect).__name__


def _on_paper(ui: Ui, effect: Effect, several: bool) -> Widget:
    """The sign of an effect on a scrap of card."""
    if several:
        blank: dict[type, Effect] = {Damage: Damage((0,)), TakeWildCard: TakeWildCard((0,)), AsAxe: AsAxe(0)}
        effect = blank.get(type(effect), Strike(0))
    scrap = PaperCard(ui, Stock(PAPER, INK, PAPER, INK), 118, tall=0.38, band=0.0)
    scrap.put(pictogram(ui, effect, 26), 0.5, 0.5)
    return scrap
