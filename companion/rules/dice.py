"""Dice as the rules see them: what lies on the table, what is thrown, and what should be thrown now.

`Expectation` is what a state asks of the table; `check_roll` holds a `Roll` against it. The same check serves a
throw seen by the camera, a simulated one and one typed in by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from companion.rules.action import Action
from companion.rules.errors import rule
from companion.rules.text import Text, say

NOT_EXPECTED = rule("roll.not-expected", "No dice are to be thrown now.")
WRONG_PLAYER = rule("roll.wrong-player", "These dice are not to be thrown by this player now.")
TOO_MANY = rule("roll.too-many-dice", "Too many dice were thrown: {thrown} instead of at most {most}.")
TOO_FEW = rule("roll.too-few-dice", "Too few dice were thrown: {thrown} instead of at least {least}.")
WRONG_DICE = rule("roll.wrong-dice", "A {body} die does not belong to this throw.")
MUST_LIE_STILL = rule("roll.must-lie-still", "A {body} die had to stay where it was and was thrown.")
DIE_MISSING = rule("roll.die-missing", "A {body} die is missing.")
KEPT_TURNED = rule("roll.kept-die-turned", "A {body} die was kept and must still show {face}.")
IMPOSSIBLE_FACE = rule("roll.impossible-face", "A {body} die has no face {face}.")


class Die(NamedTuple):
    """A die on the table: its body and the face on top. `white:coin` in JSON."""

    body: str
    face: str

    def __str__(self) -> str:
        return f"{self.body}:{self.face}"

    def to_json(self) -> str:
        return f"{self.body}:{self.face}"

    @classmethod
    def from_json(cls, data: object) -> Die:
        if isinstance(data, str) and data.count(":") == 1 and not data.startswith(":") and not data.endswith(":"):
            return cls(*data.split(":"))
        raise ValueError('expected a die such as "white:coin"')


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die in the box: body, the faces it can show (a face it has twice stands twice), how many."""

    body: str
    faces: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class LooseDie:
    """A die that may be thrown now; `lying` is the face it shows if it lies on the table."""

    body: str
    faces: tuple[str, ...]
    lying: str | None = None


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice to be thrown for one player: between `least` and `most` of the `loose` ones; `still` must not move.

    An `optional` throw is one the player may decline with an action of `legal_actions()`.
    """

    player: int
    loose: tuple[LooseDie, ...]
    least: int
    most: int
    still: tuple[Die, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the table should do now, in one sentence, and the throws that would be in order."""

    text: Text
    throws: tuple[Throw, ...] = ()

    def of(self, player: int | None) -> Throw | None:
        """The throw expected of a player, if there is one."""
        for throw in self.throws:
            if throw.player == player:
                return throw
        return None


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """The table's own action: the dice of `player` were thrown; `kept` are those that stayed as they lay."""

    thrown: tuple[Die, ...] = ()
    kept: tuple[Die, ...] = ()


def all_of(player: int, loose: tuple[LooseDie, ...], still: tuple[Die, ...] = ()) -> Throw:
    """A throw of all these dice at once."""
    return Throw(player, loose, len(loose), len(loose), still)


def check_roll(expected: Expectation, roll: Roll) -> None:
    """Raise IllegalAction, naming the rule, unless the roll is one of the expected throws."""
    throw = expected.of(roll.player)
    if throw is None:
        raise (WRONG_PLAYER if expected.throws else NOT_EXPECTED).broken()
    thrown = len(roll.thrown)
    loose = _bodies(throw.loose)
    for die in roll.thrown:
        if not loose[die.body]:
            had_to_stay = any(s.body == die.body for s in throw.still)
            raise (MUST_LIE_STILL if had_to_stay else WRONG_DICE).broken(body=body_name(die.body))
        loose[die.body] -= 1
    if thrown > throw.most:
        raise TOO_MANY.broken(thrown=thrown, most=throw.most)
    if thrown < throw.least:
        raise TOO_FEW.broken(thrown=thrown, least=throw.least)
    _check_kept(throw, roll)
    faces = {die.body: die.faces for die in throw.loose}
    for die in roll.thrown:
        if die.face not in faces[die.body]:
            raise IMPOSSIBLE_FACE.broken(body=body_name(die.body), face=die.face)


def _check_kept(throw: Throw, roll: Roll) -> None:
    """Each die that lay on the table was either thrown or still lies as it did."""
    lying = [(die.body, die.lying) for die in throw.loose if die.lying is not None]
    if not lying and not roll.kept:
        return
    thrown = Counter(die.body for die in roll.thrown)
    faces = Counter(lying)
    for die in roll.kept:
        if not faces[die]:
            same = [face for body, face in lying if body == die.body]
            if not same:
                raise WRONG_DICE.broken(body=body_name(die.body))
            raise KEPT_TURNED.broken(body=body_name(die.body), face=" / ".join(dict.fromkeys(same)))
        faces[die] -= 1
    kept = Counter(die.body for die in roll.kept)
    for body, there in Counter(body for body, _ in lying).items():
        if kept[body] + thrown[body] < there:
            raise DIE_MISSING.broken(body=body_name(body))
    loose = _bodies(throw.loose)
    for body, n in kept.items():
        if n + thrown[body] > loose[body]:
            raise WRONG_DICE.broken(body=body_name(body))


def _bodies(dice: Iterable[LooseDie]) -> Counter[str]:
    return Counter([die.body for die in dice])


def body_name(body: str) -> Text | str:
    """The colour of a die in words."""
    return BODY_NAMES.get(body, body)


BODY_NAMES = {
    "white": say("white"),
    "yellow": say("yellow"),
    "red": say("red"),
    "black": say("black"),
    "green": say("green"),
    "blue": say("blue"),
    "orange": say("orange"),
    "light": say("light"),
    "dark": say("dark"),
}
