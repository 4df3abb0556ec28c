"""A game told again: every event in one of its steps, every sentence said once, the points as they stood."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from companion.games import game, games
from companion.journal import Journal, Ruling
from companion.retelling import retell, step_of
from companion.rules import Die, Event, History, Roll
from companion.rules.text import say
from companion.rules.wuerfelhelden import Stop
from companion.strategies import sensible_action
from tests.companion.journal.tables import FIRST, SECOND, two_heroes


def played(game_id: str, events: int = 120) -> History:
    chosen = game(game_id)
    history = History.begin(chosen.start(["Ann", "Bob", "Cem"][: max(2, chosen.least_players)]))
    rng = Random(game_id)
    while history.state.outcome() is None and len(history.events) < events:
        history = history.add(Event(sensible_action(history.state, rng), "sim"))
    return history


@pytest.mark.parametrize("game_id", list(games()))
def test_every_throw_is_a_step_and_nothing_said_is_lost(game_id: str) -> None:
    history = played(game_id)
    steps = retell(history)
    throws = [i for i, event in enumerate(history.events) if isinstance(event.action, Roll)]
    assert [step.event for step in steps if step.event is not None] == throws
    assert [sentence for step in steps for sentence in step.said] == [
        sentence for state in history.states[0 if steps[0].event is None else 1 :] for sentence in state.said
    ]
    assert steps[-1].scores == history.state.scores()
    for step in steps:
        if step.event is not None:
            action = history.events[step.event].action
            assert isinstance(action, Roll)
            assert (step.player, step.thrown, step.kept) == (action.player, action.thrown, action.kept)


def test_a_game_without_a_throw_has_its_beginning() -> None:
    (step,) = retell(History.begin(two_heroes()))
    assert (step.event, step.thrown, step.scores) == (None, (), (0, 0))


def test_what_follows_a_throw_belongs_to_it() -> None:
    history = History.begin(two_heroes())
    for action in (FIRST, SECOND, Roll(1, (Die("white", "coin"),) * 3), Stop(1)):
        history = history.add(Event(action, corrected=action is SECOND))
    steps = retell(history)
    assert [step.event for step in steps if step.event is not None] == [0, 1, 2]
    assert [step.corrected for step in steps if step.event is not None] == [False, True, False]
    assert steps[-1].said[-1:] == history.state.said[-1:]
    assert [steps[step_of(steps, i)].event for i in range(4)] == [0, 1, 2, 2]


def test_what_the_table_decided_stands_where_it_was_decided(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        sitting = journal.begin(two_heroes())
        sitting.add(Event(FIRST))
        sitting.rule(say("The die fell from the table."), Event(SECOND))
        sitting.rule("Pizza.")
        steps = retell(sitting.history, sitting.rulings)
    assert [step.rulings for step in steps if step.event is not None] == [
        (),
        (say("The die fell from the table."), "Pizza."),
    ]


def test_a_ruling_before_the_first_throw_is_told_too() -> None:
    steps = retell(History.begin(two_heroes()), [Ruling(0, "Youngest begins.", "")])
    assert steps[0].rulings == ("Youngest begins.",)
