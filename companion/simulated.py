"""A simulated table: throws the dice a state expects and plays for the players, at random by seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.rules import Action, Die, Roll, State, Throw

AnyState = State[Any, Any]


def throw(expected: Throw, rng: Random) -> Roll:
    """A random roll that fulfils an expectation."""
    loose = expected.loose
    picked = range(len(loose))
    if expected.least < len(loose):
        n = rng.randint(expected.least, expected.most)
        picked = rng.sample(picked, n)  # type: ignore[assignment]
    # int(random() * n) is a good deal faster than choice() and good enough for dice
    thrown = tuple([Die(loose[i].body, loose[i].faces[int(rng.random() * len(loose[i].faces))]) for i in picked])
    rest = set(range(len(loose))).difference(picked) if len(thrown) < len(loose) else ()
    kept = tuple([Die(loose[i].body, face) for i in sorted(rest) if (face := loose[i].lying) is not None])
    return Roll(expected.player, thrown, kept)


def any_action(state: AnyState, rng: Random) -> Action:
    """Something the table or a player may do now, at random."""
    actions = state.legal_actions()
    throws = state.expects().throws
    options = len(actions) + len(throws)
    invented = state.invent(rng.choice)
    if invented is not None and (not options or rng.random() < 0.2):
        return invented
    pick = int(rng.random() * options)
    return actions[pick] if pick < len(actions) else throw(throws[pick - len(actions)], rng)


def random_play(state: AnyState, rng: Random) -> Iterator[tuple[Action, AnyState]]:
    """Play at random to the end: each action and the state after it."""
    while state.outcome() is None:
        action = any_action(state, rng)
        state = state.apply(action)
        yield action, state
