"""Dice and moves typed in by people: a menu of what is legal now, and dice in words."""

from __future__ import annotations

import json
from typing import Any, Literal

from companion.rules import Action, Die, Roll, State, Throw
from companion.terminal import Terminal


def typed_action(state: State[Any, Any], screen: Terminal) -> Action | Literal["undo", "quit"]:
    """Ask for what happens next: a number of the menu, dice such as `white:coin white:sword-2`, or JSON."""
    actions = state.legal_actions()
    print(f"\n{screen.words(state.expects().text)}")
    for number, action in enumerate(actions, 1):
        print(f"  {number:>3}  {screen.describe(state, action)}")
    answer = input("> ").strip()
    if answer == "quit":
        return "quit"
    if answer == "undo":
        return "undo"
    if answer.isdigit() and 1 <= int(answer) <= len(actions):
        return actions[int(answer) - 1]
    if answer.startswith("{"):
        return state.table.game.action_from_json(json.loads(answer))
    throws = state.expects().throws
    if not throws:
        raise ValueError("Type the number of a move, “undo” or “quit”.")
    name, _, dice = answer.partition(" ")
    named = [throw for throw in throws if state.name(throw.player) == name]
    if named:
        return _roll(named[0], dice)
    if len(throws) > 1:
        raise ValueError("Several players throw now: begin with the name, as in “Iva white:coin …”.")
    return _roll(throws[0], answer)


def _roll(expected: Throw, answer: str) -> Roll:
    """The dice that were thrown, in words: `white:coin`, or just `coin` where all dice have the same body.

    Where dice lay on the table, `coin->sword-3` says which of them was thrown again; the others were kept.
    """
    bodies = {die.body for die in expected.loose}
    only = next(iter(bodies)) if len(bodies) == 1 else ""
    kept = [Die(die.body, die.lying) for die in expected.loose if die.lying is not None]
    thrown = []
    for word in answer.replace(",", " ").split():
        before, _, after = word.rpartition("->")
        die = _die(after, _die(before, only).body if before else only)
        thrown.append(die)
        taken = _die(before, only) if before else next((lying for lying in kept if lying.body == die.body), None)
        if taken in kept:
            kept.remove(taken)
    return Roll(expected.player, tuple(thrown), tuple(kept))


def _die(word: str, body: str) -> Die:
    return Die.from_json(word if ":" in word else f"{body}:{word}")
