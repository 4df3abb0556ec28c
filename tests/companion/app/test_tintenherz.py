"""Tintenherz on the screen: a whole game by touch alone, and what its board offers."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.rules import Action, Roll
from companion.rules.tintenherz import Castle, Pass, Reveal, Secure, Steal, Take, TellHearts
from companion.rules.tintenherz.cards import signed
from companion.settings import Settings
from tests.companion.app.playing import enter, follow, sit_down
from tests.companion.app.window import AppWindow, the_app

NAMES = ("Iva", "Opa Karl", "Phil")
CARDS = (Reveal, Take, Steal, Secure)


@pytest.mark.xdist_group("kivy")
def test_a_whole_game_by_touch_ends_as_the_rules_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    people = Settings().played("tintenherz", NAMES)
    with the_app(tmp_path, monkeypatch, people=people.people, last=people.last) as window:
        state: Any = game("tintenherz").start(NAMES)
        sit_down(window, state)
        rng = Random(289)  # a short game in which everything happens that can
        done: set[type] = set()
        moves = 0
        while state.outcome() is None:
            action = decide(state, rng)
            assert touchable(window) == {signed(a.card) for a in state.legal_actions() if isinstance(a, CARDS)}
            act(window, state, action)
            state = state.apply(action)
            done.add(type(action))
            moves += 1
            follow(window, state, moves)
        assert done == {Roll, Reveal, Take, Steal, Secure, Pass, TellHearts, Castle}
        assert state.outcome().places == window.app.moment.state.outcome().places


def decide(state: Any, rng: Random) -> Action:
    """What the table does: mostly the first thing it may do, now and then something else."""
    from companion.simulated import throw

    actions, throws = state.legal_actions(), state.expects().throws
    if throws and (not actions or rng.random() < 0.3):
        return throw(throws[0], rng)
    action: Action = actions[0] if rng.random() < 0.5 else rng.choice(actions)
    return action


def touchable(window: AppWindow) -> set[str]:
    """The cards on the screen that do something when they are touched."""
    from companion.app.boards.tintenherz_cards import CharacterCard

    return {card.words for card in window.widgets(CharacterCard) if card.on_tap}


def act(window: AppWindow, state: Any, action: Action) -> None:
    from companion.app.boards.tintenherz_asks import CastleChoice, HeartsButton
    from companion.app.boards.tintenherz_cards import CharacterCard

    match action:
        case Roll():
            enter(window, state.expects().throws[0], action)
        case Pass():
            window.press("Pass")
        case TellHearts(card=card, hearts=hearts):
            window.tap(window.one(HeartsButton, lambda button: (button.card, button.hearts) == (card, hearts)))
        case Castle(keep=keep):
            window.tap(window.one(CastleChoice, lambda choice: choice.keep == keep))
        case Reveal(card=card) | Take(card=card) | Steal(card=card) | Secure(card=card):
            window.tap(window.one(CharacterCard, lambda own: own.words == signed(card) and own.on_tap))
