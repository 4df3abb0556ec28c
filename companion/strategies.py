"""How the simulated players play: well enough that a demonstration is worth watching, at random elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.rules import Action, Die, LooseDie, Roll, State
from companion.rules.wuerfelblitz import Call, Wuerfelblitz
from companion.rules.wuerfelblitz.tally import COLOURS
from companion.rules.wuerfelhelden import Stop, Wuerfelhelden, swords
from companion.simulated import any_action


def sensible_action(state: State[Any, Any], rng: Random) -> Action:
    """What the table or a player does next."""
    if isinstance(state, Wuerfelhelden) and state.phase == "decide":
        return _hunt_or_treasure(state, rng)
    if isinstance(state, Wuerfelblitz):
        return _reckon(state, rng)
    return any_action(state, rng)


def _reckon(state: Wuerfelblitz, rng: Random) -> Action:
    """Dice as they are sold, five values and a dot, and players who take their time and are mostly right."""
    if state.phase == "throw":
        loose = state.expects().throws[0].loose
        return Roll(state.thrower, tuple(Die(die.body, rng.choice(_one_dot(die))) for die in loose), ())
    callers = state.callers()
    if not callers or rng.random() < (0.85 if state.right else 0.05):
        return state.legal_actions()[0]
    result = state.tally().total
    number = result if rng.random() < 0.75 else max(0, result + rng.choice((-2, -1, 1, 2)))
    if state.right:
        return Call(rng.choice(callers), number, min(state.now + rng.randrange(40), state.right[0].at + 40))
    return Call(rng.choice(callers), number, state.now + rng.randrange(700, 4000))


def _one_dot(die: LooseDie) -> tuple[str, ...]:
    """One of the possible dice of a colour: the kit lists every face any of them may have."""
    if die.body not in COLOURS:
        return die.faces
    own = COLOURS.index(die.body)
    return (*(face for face in die.faces if face.isdigit() and face != str(own + 1)), f"dot-{COLOURS[own - 1]}")


def _hunt_or_treasure(state: Wuerfelhelden, rng: Random) -> Action:
    """Chase while the swords to beat are within reach, else look for coins and new dice."""
    loose = state.expects().throws[0].loose
    to_beat = swords(state.middle.dice) if state.middle else 0
    hunting = to_beat < 2 * len(loose)
    if hunting:
        again = [die for die in loose if die.lying not in ("sword-3", "sword-2", "die-red", "die-yellow")]
        if swords(state.dice) > to_beat + 2:
            again = []
    else:
        again = [die for die in loose if (die.lying or "").startswith("sword")]
    if not again:
        return Stop(state.turn)
    kept = [Die(die.body, die.lying) for die in _without(loose, again) if die.lying is not None]
    thrown = [Die(die.body, rng.choice(die.faces)) for die in again]
    return Roll(state.turn, tuple(thrown), tuple(kept))


def _without(dice: tuple[LooseDie, ...], gone: list[LooseDie]) -> list[LooseDie]:
    rest = list(dice)
    for die in gone:
        rest.remove(die)
    return rest
