"""Whole games before the camera: thrown on the simulated table, seen by the app, and touched where players decide.

What is shown and kept in the end is where the rules alone lead with the dice that were thrown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.rules import Die, Roll
from companion.rules.dice_forge.actions import Buy
from companion.rules.wuerfelblitz.state import Discs
from companion.rules.wuerfelhelden import Wuerfelhelden, swords
from companion.rules.zwerge.moves import Teach
from companion.settings import Settings
from companion.simulated import throw
from companion.strategies import sensible_action
from companion.watcher import Eye, NetworkEye
from tests.companion.app import test_tintenherz, test_zwerge
from tests.companion.app.forge_table import ForgeTable
from tests.companion.app.playing import sit_down
from tests.companion.app.test_blitz import SLOW
from tests.companion.app.test_blitz import Table as BlitzTable
from tests.companion.app.watching import PATIENT, STILL, Camera, WatchedGame, say_what_lies_there, set_up
from tests.companion.app.window import AppWindow, the_app
from tests.companion.rehearsed import networks
from tests.companion.rules.zwerge.sitting import start as start_duel
from tests.soak.ledger import same
from vision.gallery import shipped
from vision.kits import kit

pytestmark = pytest.mark.xdist_group("kivy")
NAMES = ("Mascha", "Phil")


@contextmanager
def before_a_camera(
    folder: Path, monkeypatch: pytest.MonkeyPatch, camera: Camera, eye: Eye | None = None, **settings: Any
) -> Iterator[AppWindow]:
    """The app with a camera over the table."""
    with the_app(folder, monkeypatch, camera="0", buzzer="none", sound=False, **settings) as window:
        set_up(window, camera, eye)
        yield window


def begun(window: AppWindow, camera: Camera, state: Any) -> WatchedGame:
    """A game that begins at once."""
    from companion.app.screens.table import TableScreen

    window.app.begin(state)
    window.app.visit(TableScreen)
    return WatchedGame(window, camera, state)


# --- Würfelhelden: the camera alone -----------------------------------------------------------------------------------


@pytest.fixture
def long(request: pytest.FixtureRequest) -> None:
    """A game of many throws, minutes long before a camera: played with `--study`."""
    if not request.config.getoption("--study"):
        pytest.skip("a game of minutes: --study")


def test_wuerfelhelden_by_camera_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From home to the table by touch; from there on nobody touches anything: all throw three times."""
    camera, rng = Camera(), Random(192)  # a short duel
    state = game("wuerfelhelden").start(NAMES)
    played = Settings().played("wuerfelhelden", NAMES)
    with before_a_camera(tmp_path, monkeypatch, camera, people=played.people, last=played.last) as window:
        sit_down(window, state)
        table = WatchedGame(window, camera, state)
        while table.state.outcome() is None:
            table.throw(unhurried(table.state, rng))
        table.check_end()


def unhurried(state: Any, rng: Random) -> Roll:
    """A throw of somebody who hunts while the swords to beat are within reach, and is never content with two throws."""
    assert isinstance(state, Wuerfelhelden)
    due = state.expects().throws[0]
    if state.phase != "decide":
        return throw(due, rng)
    hunting = swords(state.middle.dice if state.middle else ()) < 2 * len(due.loose)
    good = [die for die in due.loose if (die.lying or "").startswith("sword") is hunting]
    again = [die for die in due.loose if die not in good] or [min(due.loose, key=lambda die: str(die.lying))]
    kept = list(due.loose)
    for die in again:
        kept.remove(die)
    thrown = tuple(Die(die.body, rng.choice(die.faces)) for die in again)
    return Roll(state.turn, thrown, tuple(Die(die.body, str(die.lying)) for die in kept))


# --- camera and touch -------------------------------------------------------------------------------------------------


def test_tintenherz_by_camera_and_touch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    camera, rng = Camera(), Random(64)
    state = game("tintenherz").start(NAMES)
    played = Settings().played("tintenherz", NAMES)
    with before_a_camera(tmp_path, monkeypatch, camera, people=played.people, last=played.last) as window:
        sit_down(window, state)
        table = WatchedGame(window, camera, state)
        while table.state.outcome() is None:
            action = test_tintenherz.decide(table.state, rng)
            if isinstance(action, Roll):
                table.throw(action)
            else:
                test_tintenherz.act(window, table.state, action)
                table.made(action)
        table.check_end()


@pytest.mark.usefixtures("long")
def test_die_zwerge_by_camera_and_touch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    camera, rng = Camera(), Random(17)
    with before_a_camera(tmp_path, monkeypatch, camera) as window:
        table, taught = begun(window, camera, start_duel()), 0
        while table.state.outcome() is None:
            action = test_zwerge.decide(table.state, rng, taught)
            if isinstance(action, Roll):
                table.throw(action)
                continue
            test_zwerge.Finger(window, table.state).do(action)
            table.made(action)
            taught += isinstance(action, Teach)
        table.check_end()


@pytest.mark.usefixtures("long")
def test_dice_forge_by_camera_and_touch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    camera, rng = Camera(), Random(7)
    with before_a_camera(tmp_path, monkeypatch, camera) as window:
        table = begun(window, camera, game("dice_forge").start(NAMES))
        fingers = ForgeTable(window)
        while table.state.outcome() is None:
            action = sensible_action(table.state, rng)
            if isinstance(action, Roll):
                table.throw(throw(table.state.expects().throws[0], rng))
            elif isinstance(action, Buy):
                forged = sensible_action(table.state.apply(action), rng)
                fingers.play(action, forged)
                table.made(action, forged)
            else:
                fingers.play(action)
                table.made(action)
        table.check_end()


# --- Würfelblitz, by perfect eyes and by the networks that ship -------------------------------------------------------


def perfect(camera: Camera) -> Eye:
    return camera.read


def trained(camera: Camera) -> Eye:
    dice = kit("wuerfelblitz")
    return NetworkEye(networks(), dice, shipped(dice))


@pytest.mark.parametrize(("eyes", "still"), [(perfect, STILL), (trained, PATIENT)], ids=["perfect eyes", "networks"])
def test_wuerfelblitz_by_camera_and_touch(
    eyes: Callable[[Camera], Eye], still: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three times the box is raised, and Phil is right. The networks may ask, but not be sure of something else."""
    camera, rng = Camera(still=still), Random(5)
    with before_a_camera(tmp_path, monkeypatch, camera, eyes(camera), house=SLOW) as window:
        around, phil, asked = BlitzTable(window), 1, 0
        around.sit_down(NAMES, answers=[1, 1])
        table = WatchedGame(window, camera, around.state)
        for won in range(3):
            roll = sensible_action(around.state, rng)
            assert isinstance(roll, Roll)
            moves = window.app.moment.moves
            table.state = around.state
            table.lay(roll)
            window.wait(lambda: window.app.moment.moves > moves or window.app.moment.question, "the box stays")  # noqa: B023
            if window.app.moment.question is not None:
                asked += 1
                say_what_lies_there(window, camera)
                window.wait(lambda: window.app.moment.moves > moves, "the answer does not count")  # noqa: B023
            assert same(window.app.moment.ruled.event.action, roll)
            around.press(phil)
            around.answers(phil, around.state.tally().total)
            window.wait(lambda: around.state.discs[phil] == Discs(0, won + 1), "no disc was won")  # noqa: B023
            window.wait(lambda: around.state.expects().throws or around.state.outcome(), "the round has no end")
        assert around.words(phil) == "Has won"
        outcome = around.state.outcome()
        assert outcome is not None
        assert outcome.winners == (phil,)
        kept = window.app.archive().past(1).history
        state = kept.states[0]
        for event in kept.events:
            state = state.apply(event.action)
        assert state == kept.state == around.state
        throws = [event for event in kept.events if isinstance(event.action, Roll)]
        assert [event.origin for event in throws] == ["camera"] * 3
        assert sum(event.corrected for event in throws) == asked
        assert window.app.faults.seen == []
