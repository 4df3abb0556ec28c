"""The board of Dice Forge under real fingers: nets, temple, islands, choices."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.rules import Die, Roll
from companion.rules.dice_forge.actions import Buy, Feat, Forge
from companion.rules.dice_forge.state import DiceForge
from companion.strategies import sensible_action
from tests.companion.app.forge_table import EXPERIENCED, ForgeTable
from tests.companion.app.window import AppWindow, the_app

pytestmark = pytest.mark.xdist_group("kivy")
NAMES = ("Iva", "Phil", "Mascha", "Opa Karl")


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppWindow]:
    with the_app(tmp_path, monkeypatch) as opened:
        yield opened


def begin(players: int = 3, options: dict[str, str] | None = None) -> DiceForge:
    state = game("dice_forge").start(NAMES[:players], options or {})
    assert isinstance(state, DiceForge)
    return state


def acting(gold: int = 12, sun: int = 0, moon: int = 0, options: dict[str, str] | None = None) -> DiceForge:
    """Iva's first action; all have thrown, and she has this much."""
    state = begin(options=options)
    for player in range(3):
        state = state.apply(Roll(player, (Die("light", "gold-1"), Die("dark", "gold-1"))))
    iva = replace(state.heroes[0], gold=gold, sun=sun, moon=moon)
    return replace(state, heroes=(iva, *state.heroes[1:]))


def until(task: str, players: int = 4, moves: int = 0) -> DiceForge:
    """A game of experienced players, played on until a task of this name waits for somebody."""
    for seed in range(60):
        rng, state = Random(seed), begin(players, EXPERIENCED)
        played = 0
        while state.outcome() is None:
            if played >= moves and type(state.agenda[-1]).__name__ == task:
                return state
            state, played = state.apply(sensible_action(state, rng)), played + 1
    raise AssertionError(f"nobody ever came to {task}")


# --- a game by touch --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (4, 8)])
def test_a_game_goes_on_by_touch_alone(window: AppWindow, players: int, seed: int) -> None:
    rng = Random(seed)
    table = ForgeTable(window, begin(players, EXPERIENCED))
    for _ in range(18):
        state = table.state
        action = sensible_action(state, rng)
        then = sensible_action(state.apply(action), rng) if isinstance(action, Buy) else None
        table.play(action, then)


TASKS = (
    "ThinningPool", "Copying", "Deciding", "Repeating", "Choosing", "Exchanging", "Hammering", "Sailing",
    "ChoosingFace", "Colouring", "Giving", "Reinforcing", "Extending", "Picking",
)  # fmt: skip


def test_each_choice_is_a_button_that_does_it(window: AppWindow) -> None:
    for task in TASKS:
        players = 2 if task == "ThinningPool" else 4
        state = _satyrs_are_watching() if task == "Picking" else until(task, players=players)
        assert type(state.agenda[-1]).__name__ == task
        table = ForgeTable(window, state)
        table.play([action for action in state.legal_actions() if not isinstance(action, Buy | Feat)][-1])


def _satyrs_are_watching() -> DiceForge:
    state = acting(moon=3).apply(Feat(0, "satyrs"))
    state = state.apply(Roll(1, (Die("light", "sun-1"), Die("dark", "gold-1"))))
    return state.apply(Roll(2, (Die("light", "gold-1"), Die("dark", "glory-2"))))


# --- forging ----------------------------------------------------------------------------------------------------------


def test_a_face_is_forged_by_tapping_it_and_then_the_one_it_replaces(window: AppWindow) -> None:
    table = ForgeTable(window, acting(gold=8))
    table.play(Buy(0, "sun-2"), Forge(0, "dark", "moon-1"))
    assert "sun-2" in table.state.heroes[0].dice[1].faces
    assert table.state.heroes[0].gold == 0


def test_a_face_is_forged_by_dragging_it_onto_a_die(window: AppWindow) -> None:
    state = acting(gold=8)
    table = ForgeTable(window, state)
    ware = table.ware("sun-2")
    window._bring_into_view(ware)
    x, y = ware.to_window(*ware.center)
    table.touch_at(x, y, to=table.place("light", "sun-1"))
    table.wait_for(state.apply(Buy(0, "sun-2")).apply(Forge(0, "light", "sun-1")))


def test_a_face_that_is_dropped_beside_the_dice_stays_in_the_temple(window: AppWindow) -> None:
    from companion.app.boards.forge.keys import Held

    state = acting(gold=8)
    table = ForgeTable(window, state)
    ware = table.ware("sun-2")
    window._bring_into_view(ware)
    x, y = ware.to_window(*ware.center)
    table.touch_at(x, y, to=(x + 90, y + 30))
    window.step(5)
    assert table.state == state
    assert not list(window.widgets(Held))


def test_a_face_in_hand_can_be_put_back(window: AppWindow) -> None:
    state = acting(gold=8)
    table = ForgeTable(window, state)
    window.tap(table.ware("gold-3"))
    assert "Tap the face that it replaces." in window.words()
    window.tap(table.ware("gold-3"))
    assert "Tap the face that it replaces." not in window.words()
    assert table.state == state


def test_undo_gives_the_forged_face_back_into_the_hand_and_then_to_the_temple(window: AppWindow) -> None:
    state = acting(gold=12)
    table = ForgeTable(window, state)
    table.play(Buy(0, "gold-3"), Forge(0, "light", "gold-1"))
    window.app.table.undo()
    table.wait_for(state.apply(Buy(0, "gold-3")))
    table.play(Forge(0, "dark", "glory-2"))
    window.app.table.undo()
    window.app.table.undo()
    table.wait_for(state)


def test_a_boar_is_locked_and_stays(window: AppWindow) -> None:
    state = acting(gold=4, options=EXPERIENCED)
    light = state.heroes[0].dice[0]
    faces = tuple(sorted((*light.faces[:-1], "boar-red")))
    iva = replace(state.heroes[0], dice=(replace(light, faces=faces, up="gold-1"), state.heroes[0].dice[1]))
    pools = tuple(tuple(f for f in pool if f != "boar-red") for pool in state.pools)
    state = replace(state, heroes=(iva, *state.heroes[1:]), pools=pools, laid_aside=(light.faces[-1],))
    table = ForgeTable(window, state)
    window.tap(table.ware("gold-4"))
    net = table.net("light")
    assert net.target_at(*net.centre_of(net.faces.index("boar-red"))) is None
    table.touch_face("light", "boar-red")
    assert table.state == state


# --- temple and islands -----------------------------------------------------------------------------------------------


def test_what_is_too_dear_or_gone_says_so_without_colour(window: AppWindow) -> None:
    state = acting(gold=3)
    state = replace(state, pools=((), *state.pools[1:]), laid_aside=state.pools[0])
    table = ForgeTable(window, state)
    assert [table.ware(face).reach for face in ("gold-4", "sun-2", "moon-1")] == ["buyable", "dear", "buyable"]
    window.tap(table.ware("sun-2"))
    assert "“2 sun shards” costs 8 gold, Iva has 3." in window.words()


def test_a_card_tells_what_it_does_and_why_it_cannot_be_had(window: AppWindow) -> None:
    table = ForgeTable(window, acting(gold=0, sun=1))
    window.tap(table.card("sphinx"))
    words = window.words()
    assert "You throw one of your dice, 4 times in a row." in words
    assert any("6 sun shards" in sentence and "cannot pay" in sentence for sentence in words)
    assert "Perform this feat" not in words


def test_a_feat_warns_who_will_be_ousted(window: AppWindow) -> None:
    state = acting(gold=0, sun=1)
    state = replace(state, heroes=(state.heroes[0], replace(state.heroes[1], island=7), state.heroes[2]))
    table = ForgeTable(window, state)
    window.tap(table.card("elder"))
    assert "Phil is ousted and throws both dice." in window.words()
    window.press("Perform this feat")
    table.wait_for(state.apply(Feat(0, "elder")))


# --- heroes -----------------------------------------------------------------------------------------------------------


def test_a_tap_on_a_hero_makes_it_the_large_one_until_somebody_else_is_waited_for(window: AppWindow) -> None:
    table = ForgeTable(window, acting(gold=2))
    table.view(2)
    assert table.board.viewed == 2
    assert table.net("light").die == table.state.heroes[2].dice[0]
    table.view(0)
    table.play(Buy(0, "gold-3"), Forge(0, "light", "gold-1"))
    assert table.board.viewed == table.board.offer.decider == 1


def test_one_named_die_is_ticked_and_nothing_is_told_before_the_other(window: AppWindow) -> None:
    state = begin()
    table = ForgeTable(window, state)
    table.touch_face("light", "sun-1")
    assert table.state == state
    assert table.board._bench.entry.shown == {0: Die("light", "sun-1")}
    table.touch_face("dark", "moon-1")
    table.wait_for(state.apply(Roll(0, (Die("light", "sun-1"), Die("dark", "moon-1")))))


# --- every action can be touched, and the board is quick --------------------------------------------------------------


def test_every_legal_action_can_be_touched_and_nothing_else(window: AppWindow) -> None:
    table = ForgeTable(window, begin(4, EXPERIENCED))
    board = table.board
    rng, state = Random(2), begin(4, EXPERIENCED)
    while state.outcome() is None:
        board.show(replace(window.app.moment, state=state))
        _check_touchable(board, state)
        state = state.apply(sensible_action(state, rng))


def _check_touchable(board: Any, state: DiceForge) -> None:
    from companion.app.boards.forge.choices import PictureButton
    from companion.app.widgets.button import PushButton

    offer, actions = board.offer, state.legal_actions()
    assert all(board.offers(action) for action in actions)
    drawn = [part for widget in board.choices(board._moment) for part in widget.walk(restrict=True)]
    keys = {part.words for part in drawn if isinstance(part, PictureButton | PushButton)}
    labels = {str(state.label(action)) for action in offer.rest}
    assert {label[:1].upper() + label[1:] for label in labels} <= keys
    assert len(keys) == len(labels) + bool(offer.tritons)
    live = {(net.die.body, face) for net in board._nets for face in net._marks.live}
    assert live >= set(offer.forges)
    assert not offer.forges or live == set(offer.forges)
    assert len(offer.buys) + len(offer.feats) + len(offer.forges) + len(offer.tritons) + len(offer.rest) == len(actions)


def test_the_board_is_built_in_well_under_fifty_milliseconds(window: AppWindow) -> None:
    """Each state is shown three times, of which the quickest counts: a busy machine is not a slow board."""
    board = ForgeTable(window, begin(4, EXPERIENCED)).board
    states, rng = [begin(4, EXPERIENCED)], Random(1)
    while len(states) < 60:
        states.append(states[-1].apply(sensible_action(states[-1], rng)))
    taken = [float("inf")] * len(states)
    for _ in range(3):
        for number, state in enumerate(states):
            moment = replace(window.app.moment, state=state)
            start = time.thread_time()
            board.show(moment)
            taken[number] = min(taken[number], time.thread_time() - start)
        window.step()
    slow = _slowness()
    assert statistics.median(taken) < 0.03 * slow
    assert statistics.quantiles(taken, n=10)[-1] < 0.06 * slow


def _slowness() -> float:
    """How much slower than usual this machine runs plain Python just now; never less than 1."""
    taken = []
    for _ in range(20):
        start = time.thread_time()
        sum(number * number for number in range(100_000))
        taken.append(time.thread_time() - start)
    return max(1.0, statistics.median(taken) / 0.008)
