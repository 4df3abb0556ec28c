"""A table for the tests of Die Zwerge: Tungdil (good) and Nod (evil), who taught their cards before.

The values taught here are made up for the tests; the project ships none that nobody has seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games import game
from companion.rules import Action, Die, IllegalAction, Roll
from companion.rules.zwerge.cards import (
    DECK,
    FREE,
    AsAxe,
    Cost,
    Damage,
    ExtraCard,
    Nothing,
    Remove,
    Reroll,
    Strike,
    TakeWildCard,
)
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Options, Stand
from companion.rules.zwerge.position import Duellist
from companion.rules.zwerge.teaching import Lesson

TUNGDIL, NOD = 0, 1
LESSONS = (
    Lesson("boindil", Cost(1, 2), 3, 0, Damage((2, 3))),
    Lesson("andokai", Cost(3), 3, 0, Damage((4, 5))),
    Lesson("dwarf-king", Cost(4), 1, 0, Damage((1, 2, 3, 4, 5))),
    Lesson("keenfire", Cost(4), 4, 4, Nothing()),
    Lesson("alandur", Cost(2), 2, 2, Nothing()),
    Lesson("gefangennahme", Cost(4), 3, 3, Nothing()),
    Lesson("ancient-knowledge", Cost(2), 0, 0, ExtraCard()),
    Lesson("rodarios-trickery", Cost(2), 0, 0, Reroll()),
    Lesson("begone", Cost(2), 0, 0, Remove()),
    Lesson("short-rest", FREE, 0, 0, AsAxe(3)),
    Lesson("throwing-axe", FREE, 0, 0, Strike(1)),
    Lesson("good-ally-1", Cost(1, 5), 2, 0, TakeWildCard((5,))),
    Lesson("good-event-1", FREE, 0, 0, TakeWildCard(), name="Glück"),
    Lesson("good-event-2", FREE, 0, 0, Nothing()),
    Lesson("good-event-3", Cost(2), 0, 0, TakeWildCard()),
    Lesson("good-twist-1", FREE, 0, 0, Strike(2)),
    Lesson("evil-ally-1", Cost(1, 4), 2, 0, Reroll()),
    Lesson("evil-twist-1", FREE, 0, 0, Nothing()),
)


def start(deck: tuple[Lesson, ...] = LESSONS, **options: Any) -> Duel:
    state = game("zwerge").start(["Tungdil", "Nod"], Options(deck=deck, **options))
    assert isinstance(state, Duel)
    return state


def duellist(
    *display: str, hand: int = 4, discard: tuple[str, ...] = (), pile: int | None = None, **rest: Any
) -> Duellist:
    """A player with these cards on the table; what is not accounted for is in the pile, or unnamed if that is given."""
    hidden = DECK - hand - len(display) - len(discard)
    counts = {"pile": hidden} if pile is None else {"pile": pile, "unnamed": hidden - pile}
    wounds = rest.pop("wounds", (0,) * len(display))
    return Duellist(hand=hand, display=display, wounds=wounds, discard=discard, **counts, **rest)


def moment(good: Duellist, evil: Duellist, options: dict[str, Any] | None = None, **changes: Any) -> Duel:
    """Tungdil's card phase, unless `changes` say otherwise."""
    held = good.wild_cards + evil.wild_cards
    rest = {"phase": "cards", "wild_cards": 3 - held, **changes}
    state = replace(start(**(options or {})), duellists=(good, evil), **rest)
    assert state.faults() == ()
    return state


def dice(text: str) -> tuple[str, ...]:
    return tuple(sorted(text.split()))


def roll(state: Duel, thrown: str, kept: str = "") -> Duel:
    white = [tuple(Die("white", face) for face in words.split()) for words in (thrown, kept)]
    return state.apply(Roll(state.turn, *white))


def unarmoured(*display: str, **rest: Any) -> Duellist:
    """Nod without an armour that could still be in the hand, so damage needs no answer."""
    return duellist(*display, discard=("chain-mail",), **rest)


def stood(state: Duel) -> Duel:
    """After the damage that was waiting."""
    assert state.hit is not None
    return state.apply(Stand(1 - state.hit.by))


def refused(state: Duel, action: Action) -> str:
    """The code of the rule that refuses an action; it was not offered either."""
    assert action.as_offered() not in state.legal_actions()
    with pytest.raises(IllegalAction) as error:
        state.apply(action)
    assert "{" not in str(error.value)
    return error.value.code


def said(state: Duel) -> str:
    return " ".join(map(str, state.said))
