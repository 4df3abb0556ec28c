"""Die Zwerge – Das Duell on the screen: a whole duel by touch alone, cards taught on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.i18n import in_words
from companion.rules import Action, Roll
from companion.rules.zwerge import words
from companion.rules.zwerge.cards import VALUES, AsAxe, Cancel, Card, Damage, Strike, TakeWildCard
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import (
    Aim,
    Attack,
    Collect,
    Draw,
    EndTurn,
    KeepDice,
    NameMilled,
    Play,
    Stand,
    Teach,
)
from companion.rules.zwerge.teaching import Lesson
from companion.simulated import throw
from tests.companion.app.playing import enter, follow
from tests.companion.app.window import AppWindow, the_app
from tests.companion.rules.zwerge.sitting import start

LESSONS_OF_THE_EVENING = 4
EVERYTHING = {Aim, Attack, Collect, Draw, EndTurn, KeepDice, NameMilled, Play, Roll, Stand, Teach}


@pytest.mark.xdist_group("kivy")
def test_a_whole_duel_by_touch_ends_as_the_rules_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with the_app(tmp_path, monkeypatch) as window:
        from companion.app.screens.table import TableScreen

        state = start(name_milled=True)
        window.app.begin(state)
        window.app.visit(TableScreen)
        follow(window, state, 0)
        done: set[type] = set()
        for moves, (action, after) in enumerate(duel(state, SEED), 1):
            listed = {action_words(state, a) for a in state.legal_actions() if isinstance(a, KeepDice | EndTurn)}
            assert listed <= set(window.words())
            Finger(window, state).do(action)
            follow(window, after, moves)
            state = after
            done.add(type(action))
        assert done == EVERYTHING
        assert window.app.moment.state.outcome() == state.outcome() is not None


SEED = 58
"""A short duel in which everything happens that can."""


def duel(state: Duel, seed: int) -> Iterator[tuple[Action, Duel]]:
    """A duel in which the pile is attacked wherever that is possible, so that it ends before bedtime."""
    rng, taught = Random(seed), 0
    while state.outcome() is None:
        action = decide(state, rng, taught)
        taught += isinstance(action, Teach)
        after = state.apply(action)
        assert isinstance(after, Duel)
        yield action, after
        state = after


def decide(state: Duel, rng: Random, taught: int) -> Action:
    actions, throws = state.legal_actions(), state.expects().throws
    if taught < LESSONS_OF_THE_EVENING and state.phase == "cards" and state.hit is None and state.naming is None:
        return Teach(None, lesson(state, rng))
    if throws and (not actions or state.phase == "throw" or rng.random() < 0.5):
        return throw(throws[0], rng)
    if state.hit is not None:
        actions = tuple(a for a in actions if a == Stand(1 - state.hit.by) or is_cancel(state, a)) or actions
    at_pile = [action for action in actions if isinstance(action, Attack | Aim) and action.target is None]
    if at_pile and rng.random() < 0.8:
        return rng.choice(at_pile)
    kinds = sorted({type(action) for action in actions}, key=lambda kind: kind.__name__)
    kind = rng.choice(kinds)
    return rng.choice([action for action in actions if type(action) is kind])


def is_cancel(state: Duel, action: Action) -> bool:
    return (
        isinstance(action, Play)
        and action.player is not None
        and isinstance(state.deck(action.player).cards[action.card].effect, Cancel)
    )


def lesson(state: Duel, rng: Random) -> Lesson:
    """Something that could be printed on a card; of cards without a name the sheet takes the first."""
    library = state.library
    invented = library.invent(rng.choice)
    assert invented is not None
    card = library.find(invented.card)
    assert card is not None
    if not (card.good or card.evil):
        same = (library.find(name) for name in library.unknown)
        card = next(c for c in same if c and (c.type, c.only) == (card.type, card.only) and not (c.good or c.evil))
    name = f"Nr. {len(library.unknown)}" if card.nameless is not None and rng.random() < 0.5 else None
    return Lesson(card.id, invented.cost, invented.health, invented.points, invented.effect, name)


def action_words(state: Duel, action: Action) -> str:
    said = in_words(state.label(action), "en")
    return said[:1].upper() + said[1:]


class Finger:
    """Does on the screen what an action says."""

    def __init__(self, window: AppWindow, state: Duel) -> None:
        self.window, self.state = window, state

    def do(self, action: Action) -> None:
        window, state = self.window, self.state
        match action:
            case Roll():
                enter(window, state.expects().throws[0], action)
            case KeepDice() | EndTurn():
                window.press(action_words(state, action))
            case Stand():
                window.press("No, it stands")
            case Draw(player=int(player)):
                window.tap(self.pile(player))
                if state.powers(player).extra_cards:
                    window.press(action_words(state, action))
            case NameMilled(card=card):
                window.tap(self.free_card(card))
            case Play():
                self.play(action)
            case Attack(player=int(player), target=target) | Aim(player=int(player), target=target):
                window.tap(self.pile(1 - player) if target is None else self.display(1 - player)[target])
                if isinstance(action, Attack):
                    self.pick_die(action.die, {a.die for a in state.legal_actions() if isinstance(a, Attack)})
            case Collect(player=int(player), die=die):
                window.tap(next(card for card in self.display(player) if isinstance(card.card.effect, TakeWildCard)))
                self.pick_die(die, {a.die for a in state.legal_actions() if isinstance(a, Collect)})
            case Teach(lesson=told):
                self.teach(told)

    # --- cards on the table ---------------------------------------------------------------------------------------

    def side(self, player: int) -> Any:
        from companion.app.boards.zwerge_sides import SidePanel

        return list(self.window.widgets(SidePanel))[player]

    def pile(self, player: int) -> Any:
        from companion.app.widgets.card import CardBack

        return next(widget for widget in self.side(player).walk() if isinstance(widget, CardBack))

    def display(self, player: int) -> list[Any]:
        from companion.app.boards.zwerge_cards import DuelCard

        return [widget for widget in self.side(player).walk() if isinstance(widget, DuelCard)]

    def free_card(self, card: str) -> Any:
        """A card that lies on neither side: one that can be paid, or one of a sheet."""
        from companion.app.boards.zwerge_cards import DuelCard
        from companion.app.boards.zwerge_sides import SidePanel

        lying = {id(part) for side in self.window.widgets(SidePanel) for part in side.walk()}
        return self.window.one(DuelCard, lambda own: own.card.id == card and own.on_tap and id(own) not in lying)

    def pick_die(self, die: str, possible: set[str]) -> None:
        from companion.app.boards.zwerge_sheets import DiceButton

        if len(possible) > 1:
            self.window.tap(self.window.one(DiceButton, lambda button: button.dice == (die,)))

    def play(self, action: Play) -> None:
        from companion.app.boards.zwerge_cards import DuelCard
        from companion.app.boards.zwerge_sheets import DiceButton
        from companion.app.widgets.button import Touchable

        window, state, player = self.window, self.state, action.player
        assert player is not None
        card = state.deck(player).cards[action.card]
        if isinstance(card.effect, Cancel):
            window.press(window.app.ui.words(state.title(player, card.id)))
            return
        if card.type == "twist":
            twist = next(
                part for part in self.side(player).walk() if isinstance(part, Touchable) and part.words == "twist"
            )
            window.tap(twist)
            window.tap(self.free_card(card.id))
            return
        window.tap(self.free_card(card.id))
        same = [a for a in state.legal_actions() if isinstance(a, Play) and (a.player, a.card) == (player, card.id)]
        if len({a.dice for a in same}) > 1:
            window.tap(window.one(DiceButton, lambda button: button.dice == action.dice))
        if action.target is not None and len({a.target for a in same}) > 1:
            window.tap(list(window.widgets(DuelCard))[action.target])

    # --- teaching -------------------------------------------------------------------------------------------------

    def teach(self, told: Lesson) -> None:
        from companion.app.boards.zwerge_cards import SIDES, TYPES
        from companion.app.boards.zwerge_teach import TeachCard
        from companion.app.widgets.card import PaperCard
        from companion.app.widgets.field import Line

        window, library = self.window, self.state.library
        card = library.find(told.card)
        assert card is not None
        window.tap(window.one(TeachCard))
        side = card.only or self.state.side(self.state.turn)
        window.press(str(SIDES[side][0]))
        window.press(str(TYPES[card.type]))
        named = in_words(title(card, side), "en") if card.good or card.evil else "another one"
        window.tap(window.one(PaperCard, lambda own: own.words == named and own.on_tap))
        costs, effects = library.possible(card)
        if len(costs) > 1:
            self.tile(in_words(words.price(told.cost), "en"))
        if len(effects) > 1:
            self.tell_effect(told, effects)
        if card.health is None:
            self.tile(str(told.health))
        if card.points is None:
            self.tile(str(told.points))
        if card.nameless is not None:
            window.one(Line).text = told.name or ""
            window.press("Done")

    def tell_effect(self, told: Lesson, effects: tuple[Any, ...]) -> None:
        from companion.app.boards.zwerge_teach import KINDS

        effect = told.effect
        same = [other for other in effects if type(other) is type(effect)]
        if len({type(other) for other in effects}) > 1 or TakeWildCard() in effects:
            several = len(same) > 1 and effect != TakeWildCard()
            said = in_words(KINDS[type(effect).__name__] if several else words.effect(effect), "en")
            self.tile(said[:1].upper() + said[1:])
        if len(same) == 1 or effect == TakeWildCard():
            return
        match effect:
            case Damage(values) | TakeWildCard(values):
                if values == VALUES:
                    self.window.press("Any die")
                    return
                for value in values:
                    self.tile(str(value))
                self.window.press("Done")
            case AsAxe(figure) | Strike(figure):
                self.tile(str(figure))

    def tile(self, said: str) -> None:
        from companion.app.boards.zwerge_teach import Tile

        self.window.tap(self.window.one(Tile, lambda tile: tile.words == said))


def title(card: Card, side: Any) -> Any:
    return card.title(side)
