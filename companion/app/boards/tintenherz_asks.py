"""What Tintenherz asks of the table: which card was turned up, how many hearts it shows, what becomes of a castle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.app.boards.tintenherz_cards import CastleCard, CharacterCard, SafeCard, hearts_row
from companion.app.theme import TOUCH, UNIT
from companion.app.ui import Ui
from companion.app.widgets.button import Touchable
from companion.app.widgets.layout import Flow, Gap, Level, Panel, Row
from companion.app.widgets.words import Icon, Words
from companion.rules.text import say
from companion.rules.tintenherz.cards import MOST_HEARTS
from companion.rules.tintenherz.moves import Castle, Reveal, TellHearts
from companion.rules.tintenherz.state import Tintenherz

Tell = Callable[[Reveal | TellHearts | Castle], object]


class WhichCard(Panel):
    """All cards that may have been turned up, to be tapped."""

    def __init__(self, ui: Ui, state: Tintenherz, tell: Tell) -> None:
        super().__init__(ui, edge=ui.colours.primary)
        self.add_widget(Words(ui, say("Which card was turned up? Tap it."), "lead", bold=True))
        light = [card for card in state.pile if card > 0]
        dark = sorted((card for card in state.pile if card < 0), reverse=True)
        for cards in filter(None, (light, dark)):
            taps = [partial(tell, Reveal(None, card)) for card in cards]
            row = [CharacterCard(ui, state, card, on_tap=tap) for card, tap in zip(cards, taps, strict=True)]
            self.add_widget(Flow(*row, gap=1))


class HowManyHearts(Panel):
    """A line for each card whose hearts nobody knows: the card, and none to three hearts to be tapped."""

    def __init__(self, ui: Ui, state: Tintenherz, tell: Tell) -> None:
        super().__init__(ui, edge=ui.colours.primary)
        self.add_widget(Words(ui, say("How many hearts do you see on each card?"), "lead", bold=True))
        lines = Flow(gap=1.5)
        for card in state.untold():
            answers = [HeartsButton(ui, card, n, tell) for n in range(MOST_HEARTS + 1)]
            line = Row(CharacterCard(ui, state, card), *answers, gap=0.75, size_hint_x=None)
            for part in line.children:
                part.pos_hint = {"center_y": 0.5}
            line.bind(minimum_width=line.setter("width"))
            lines.add_widget(line)
        self.add_widget(lines)


class HeartsButton(Touchable):
    """One answer: so many hearts."""

    def __init__(self, ui: Ui, card: int, hearts: int, tell: Tell) -> None:
        side = dp(TOUCH * ui.look.scale)
        super().__init__(
            ui, partial(tell, TellHearts(None, card, hearts)), ui.colours.raised,
            orientation="vertical", padding=(0, dp(0.5 * UNIT)), size_hint=(None, None), size=(side, dp(1.3 * TOUCH)),
        )  # fmt: skip
        self.card, self.hearts = card, hearts
        number = Words(ui, str(hearts), "heading", bold=True, align="center")
        self.add_widget(number)
        if hearts:
            row = hearts_row(ui, hearts, 12, on_dark=ui.look.mood == "dark")
        else:
            row = Row(Icon(ui, "minus", 12, colour=ui.colours.faint), size_hint_x=None)
            row.bind(minimum_width=row.setter("width"))
        row.pos_hint = {"center_x": 0.5}
        self.add_widget(row)


class KeepCastle(Panel):
    """The castle is kept with its heart, or goes with all dark cards: both ways to count, side by side."""

    def __init__(self, ui: Ui, state: Tintenherz, tell: Tell) -> None:
        super().__init__(ui, edge=ui.colours.primary)
        question = say("What happens to the castle of {player}?", player=state.name(state.turn))
        self.add_widget(Words(ui, question, "lead", bold=True))
        self.add_widget(Level(*(CastleChoice(ui, state, keep, tell) for keep in (True, False)), gap=1.5))


class CastleChoice(Touchable):
    """One way to count: its cards, what they come to, and whether it is the better one."""

    def __init__(self, ui: Ui, state: Tintenherz, keep: bool, tell: Tell) -> None:
        player = state.turn
        super().__init__(
            ui, partial(tell, Castle(player, keep)), ui.colours.raised,
            orientation="vertical", padding=dp(1.5 * UNIT), spacing=dp(UNIT),
        )  # fmt: skip
        self.keep = keep
        this, other = state.both_worths(player) if keep else reversed(state.both_worths(player))
        safe = state.holdings[player].safe
        counted = safe if keep else tuple(card for card in safe if card > 0)
        title = say("Keep the castle") if keep else say("Discard castle and dark cards")
        self.add_widget(Words(ui, title, "body", bold=True))
        self.add_widget(Flow(CastleCard(ui, gone=not keep), *(SafeCard(ui, state, card) for card in counted), gap=0.5))
        self.add_widget(Words(ui, str(this), "heading", bold=True))
        if this.total > other.total:
            self.edge(ui.colours.primary)
            mark, words = Icon(ui, "check", 22), Words(ui, say("The better choice"), "body", bold=True)
            mark.pos_hint = words.pos_hint = {"center_y": 0.5}
            self.add_widget(Row(mark, words, gap=0.5))
        self.add_widget(Gap())
