"""Everything a player, or the table, can do in Dice Forge besides throwing dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.rules.action import Action


@dataclass(frozen=True, slots=True)
class LeaveFaces(Action):
    """The table says which faces stay in a pool of mixed faces when two play."""

    pool: int
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Choose one of several yields or faces: an alternative of a face, a face to copy, a shield."""

    what: str


@dataclass(frozen=True, slots=True)
class ToHammer(Action):
    """Spend this much of the gold just received on the hammer; the rest goes to the stock."""

    gold: int


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Turn all that was just received into glory (Sentinel, Cyclops), or keep it."""

    accept: bool


@dataclass(frozen=True, slots=True)
class SailFirst(Action):
    """Whether the ship is used before the gold of the other die arrives."""

    ship: bool


@dataclass(frozen=True, slots=True)
class UseCerberus(Action):
    """Give up a Cerberus token: the effects of the blessing happen once more."""


@dataclass(frozen=True, slots=True)
class UseTriton(Action):
    """Give up a Triton token for one of its yields."""

    what: str


@dataclass(frozen=True, slots=True)
class UseCard(Action):
    """Use a reinforcement."""

    card: str


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Pay for a face of the sanctuary; it is forged at once."""

    face: str


@dataclass(frozen=True, slots=True)
class Forge(Action):
    """Put the new face on a die, in the place of the face that is named."""

    die: str
    removes: str


@dataclass(frozen=True, slots=True)
class Feat(Action):
    """Perform a heroic feat: move to its island, pay, take the card."""

    card: str


@dataclass(frozen=True, slots=True)
class BoarColour(Action):
    """The table says which colour the boar card from the top of the stack has."""

    colour: str


@dataclass(frozen=True, slots=True)
class GiveBoar(Action):
    """Choose who has to forge the boar."""

    to: int


@dataclass(frozen=True, slots=True)
class ExtraAction(Action):
    """Pay for one more action this turn."""


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Do without the action of this turn because nothing is affordable."""


@dataclass(frozen=True, slots=True)
class Done(Action):
    """Leave it at that: no more faces, no more reinforcements, no extra action, no second effect."""


ACTIONS: tuple[type[Action], ...] = (
    LeaveFaces, Take, ToHammer, Exchange, SailFirst, UseCerberus, UseTriton, UseCard, Buy, Forge, Feat,
    BoarColour, GiveBoar, ExtraAction, Pass, Done,
)  # fmt: skip


@cache
def one(kind: type[Action], player: int | None, *values: Any) -> Action:  # noqa: ANN401 - each kind has its own fields
    """An action as one shared object: the same few are listed again and again."""
    return kind(player, *values)


@cache
def one_of_each(kind: type[Action], player: int | None, values: tuple[Any, ...]) -> tuple[Action, ...]:
    """An action for each of the values."""
    make: Callable[..., Action] = kind
    return tuple([make(player, value) for value in values])
