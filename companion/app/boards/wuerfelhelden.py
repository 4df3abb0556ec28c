"""Würfelhelden: the villain being hunted, the swords in the middle, and everybody's party, tableau and coins."""

from __future__ import annotations

from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.app.boards.plain import Board
from companion.app.theme import Colour, Size, rgb
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Flow, Panel, Row, paint_round
from companion.app.widgets.words import Icon, Words
from companion.moments import Moment
from companion.rules.text import count, say
from companion.rules.wuerfelhelden import TABLEAU, WHITE_DICE, Bid, Hero, Wuerfelhelden

PARCHMENT, PARCHMENT_INK = rgb("#E8D3A0"), rgb("#4A2F12")
SMALL = 38
ROOMY, LOW, MANY, RICH = 1.3, 700, 6, 2
"""So much larger is everything where no picture of the camera stands above it, in a window of this height (dp)."""


class GameBoard(Board):
    """The hunt above, the heroes below."""

    def show(self, moment: Moment) -> None:
        state = moment.state
        assert isinstance(state, Wuerfelhelden)
        self.clear_widgets()
        roomy = not (self.seat.portrait or moment.watched or moment.simulated)
        self._scale = ROOMY if roomy and Window.height >= dp(LOW) else 1.0
        self.add_widget(self._hunt(state))
        heroes = Panel(self.ui, gap=1.25)
        for seat, hero in enumerate(state.heroes):
            heroes.add_widget(self._hero(state, seat, hero))
        self.add_widget(heroes)

    # --- the hunt -----------------------------------------------------------------------------------------------------

    def _hunt(self, state: Wuerfelhelden) -> Panel:
        ui = self.ui
        heights = (60 * self._scale, 44 * self._scale)
        warrants = Row(*(self._warrant(n, heights[k > 0]) for k, n in enumerate(state.warrants)), gap=1)
        for card in warrants.children:
            card.pos_hint = {"center_y": 0.5}
        if not state.warrants:
            return Panel(ui, Words(ui, say("All villains are captured."), "lead", bold=True))
        left = count(len(state.warrants), "{n} villain is still at large", "{n} villains are still at large")
        parts: list[Widget] = [Words(ui, left, "body", bold=True), warrants]
        if state.middle is not None:
            parts.append(self._middle(state, state.middle))
        elif state.marker is not None:
            marker = say("The duel marker of {player} lies beside the warrants.", player=state.name(state.marker))
            parts.append(Words(ui, marker, "body"))
        elif state.phase != "over":
            parts.append(Words(ui, say("Nobody chases the villain yet."), "body", colour=ui.colours.faint))
        return Panel(ui, *parts, gap=1.25)

    def _middle(self, state: Wuerfelhelden, bid: Bid) -> Row:
        ui = self.ui
        avatar = Avatar(ui, state.name(bid.player), self.seat.colour(bid.player), 48 * self._scale)
        side = (52 if len(bid.dice) <= MANY else 44) * self._scale
        dice = Flow(*(DiePicture(ui, die.body, die.face, side) for die in bid.dice), gap=0.75)
        total = Words(ui, str(bid.swords), "title", wrap=False)
        row = Row(avatar, dice, total, Icon(ui, "sword", 34), gap=1.5)
        for part in row.children:
            part.pos_hint = {"center_y": 0.5}
        return row

    def _warrant(self, value: int, height: float) -> Widget:
        """A wanted poster with what it is worth."""
        size: Size = "lead" if height > 50 else "body"
        label = Words(
            self.ui, str(value), size, bold=True, colour=PARCHMENT_INK, align="center", box=(0.78 * height, height)
        )
        paint_round(label, PARCHMENT, edge=PARCHMENT_INK, radius=5)
        return label

    # --- the heroes ---------------------------------------------------------------------------------------------------

    def _hero(self, state: Wuerfelhelden, seat: int, hero: Hero) -> Row:
        ui = self.ui
        rich = max(len(other.warrants) for other in state.heroes) > RICH
        scale = 1.0 if rich else min(self._scale, 1.15)
        avatar = Avatar(ui, state.name(seat), self.seat.colour(seat), 48 * scale)
        small = SMALL * scale
        party = [DiePicture(ui, "white", "blank", small) for _ in range(WHITE_DICE)]
        for body, own in (("yellow", hero.yellow), ("red", hero.red)):
            party += [DiePicture(ui, body, "blank", small, dim=k >= own) for k in range(TABLEAU)]
        dice = Flow(*party, gap=0.5)
        row = Row(avatar, dice, self._wealth(hero), gap=1.5)
        for part in row.children:
            part.pos_hint = {"center_y": 0.5}
        return row

    def _wealth(self, hero: Hero) -> Row:
        """Coins, and the warrants that were captured."""
        ui = self.ui
        gold: Colour = ui.colours.accent if ui.look.mood == "dark" else rgb("#8A5A00")
        coins = Words(ui, str(hero.coins), "lead", bold=True, wrap=False)
        row = Row(Icon(ui, "coin", 26, colour=gold), coins, gap=0.75, size_hint_x=None)
        for value in hero.warrants:
            row.add_widget(self._warrant(value, 40))
        for part in row.children:
            part.pos_hint = {"center_y": 0.5}
        row.bind(minimum_width=row.setter("width"))
        return row
