"""Würfelhelden on the screen: a whole hunt by touch alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games import game
from companion.rules import Action, Roll
from companion.rules.wuerfelhelden import Stop, Wuerfelhelden
from companion.settings import Settings
from companion.simulated import throw
from tests.companion.app.playing import enter, follow, sit_down
from tests.companion.app.window import the_app

NAMES = ("Mascha", "Phil")
SEED = 461
"""A short duel in which everything happens that can."""


@pytest.mark.xdist_group("kivy")
def test_a_whole_hunt_by_touch_ends_as_the_rules_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Settings().played("wuerfelhelden", NAMES)
    with the_app(tmp_path, monkeypatch, people=played.people, last=played.last) as window:
        state = game("wuerfelhelden").start(NAMES)
        sit_down(window, state)
        rng, moves, done = Random(SEED), 0, set[str]()
        while state.outcome() is None:
            assert isinstance(state, Wuerfelhelden)
            action = decide(state, rng)
            if isinstance(action, Roll):
                enter(window, state.expects().throws[0], action)
            else:
                window.press("Stop: the dice count as they lie")
            done |= deeds(state, action)
            state = state.apply(action)
            moves += 1
            follow(window, state, moves)
        assert done == EVERYTHING
        outcome = state.outcome()
        assert outcome is not None
        assert f"{NAMES[outcome.winners[0]]} wins!" in window.words()
        assert {str(score) for score in outcome.scores} <= set(window.words())
        assert window.app.archive().past(1).history.state == state


EVERYTHING = {"bid", "throw", "throw again", "lost", "stop", "great treasure", "chase", "outbid", "marker", "captured"}


def decide(state: Wuerfelhelden, rng: Random) -> Action:
    """Mostly content with what lies there, so that the evening does not get long."""
    due = state.expects().throws[0]
    return Stop(state.turn) if state.phase == "decide" and rng.random() < 0.85 else throw(due, rng)


def deeds(state: Wuerfelhelden, action: Action) -> set[str]:
    """What of the game a move shows."""
    after = state.apply(action)
    assert isinstance(after, Wuerfelhelden)
    done = set[str]()
    if isinstance(action, Roll):
        done.add({"bid": "bid", "throw": "throw", "decide": "throw again"}[state.phase])
        done |= {"lost"} if any(die.face == "x" for die in action.thrown) else set()
    else:
        done.add("stop")
    said = " ".join(map(str, after.said))
    signs = {
        "great treasure": "The great treasure", "chase": "chases the villain with", "outbid": "outbids",
        "marker": "duel marker beside", "captured": "captures the villain",
    }  # fmt: skip
    return done | {what for what, words in signs.items() if words in said}
