"""Names what is wrong with a throw as the table sees it, from the most telling sign to the least."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.referee.questions import LEANS, LEFT_AND_BACK, ONE_TOO_MANY, STILL_TURNED
from companion.referee.tabletop import Seen, die_of
from companion.referee.words import face_name
from companion.rules import Roll, Throw
from companion.rules.dice import (
    DIE_MISSING,
    IMPOSSIBLE_FACE,
    KEPT_TURNED,
    MUST_LIE_STILL,
    NOT_EXPECTED,
    TOO_FEW,
    TOO_MANY,
    WRONG_DICE,
    body_name,
)
from companion.rules.errors import IllegalAction


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The broken rule, the throw that a ruling of the table could let stand, and the dice it is about."""

    broken: IllegalAction
    roll: Roll | None = None
    dice: tuple[int, ...] = ()


def unexpected(seen: Seen) -> IllegalAction:
    """Dice were thrown although no throw is due."""
    again = seen.stayed_spent or any(role == "spent" for _, role in seen.gone)
    return (ONE_TOO_MANY if again else NOT_EXPECTED).broken()


def diagnose(seen: Seen, throw: Throw, left: Counter[str], last: Roll | None) -> Diagnosis | None:
    """What is wrong, or None if the rules may have a look at it."""
    dice = seen.settled.dice
    for j in seen.thrown:
        if dice[j].leaning:
            return Diagnosis(LEANS.broken(body=body_name(dice[j].body)), dice=(j,))
    roll = seen.roll(throw.player)
    for die, j in seen.still_turned:
        broken = STILL_TURNED.broken(body=body_name(die.body), face=face_name(die.face))
        return Diagnosis(broken, roll, (j,))
    counted = _wrong_number(seen, throw, left, last)
    if counted is not None:
        return counted
    for die, j in seen.turned:
        broken = KEPT_TURNED.broken(body=body_name(die.body), face=face_name(die.face))
        as_it_lies = Roll(throw.player, (*roll.thrown, die_of(dice[j])), roll.kept)
        return Diagnosis(broken, as_it_lies, (j,))
    return _wrong_faces(seen, throw)


def _wrong_number(seen: Seen, throw: Throw, left: Counter[str], last: Roll | None) -> Diagnosis | None:
    """Dice that should not be there, and dice that should."""
    thrown = Counter(die.body for die in seen.dice)
    still_here = Counter(die.body for die in seen.kept) + Counter(die.body for die, _ in seen.turned)
    loose = Counter(die.body for die in throw.loose)
    surplus = thrown + still_here - loose
    lacking = loose - thrown - still_here
    if _once_too_often(seen, throw, last):
        return Diagnosis(ONE_TOO_MANY.broken())
    if surplus:
        return _too_much(seen, throw, left, surplus)
    must_be_there = throw.least == len(throw.loose) or any(die.lying is not None for die in throw.loose)
    if lacking and must_be_there:
        if len(seen.thrown) + len(seen.kept) + len(seen.turned) < len(throw.loose) - 1:
            return Diagnosis(TOO_FEW.broken(thrown=len(seen.thrown), least=_least(seen, throw)))
        (body,) = lacking
        still_lies = _as_if_it_lay(seen, throw, body)
        return Diagnosis(DIE_MISSING.broken(body=body_name(body)), still_lies)
    if len(seen.thrown) < throw.least and not seen.turned:
        return Diagnosis(TOO_FEW.broken(thrown=len(seen.thrown), least=throw.least))
    if len(seen.thrown) > throw.most:
        return Diagnosis(TOO_MANY.broken(thrown=len(seen.thrown), most=throw.most))
    return None


def _least(seen: Seen, throw: Throw) -> int:
    """How many dice the throw would have needed."""
    return max(throw.least, len(throw.loose) - len(seen.kept) - len(seen.turned))


def _too_much(seen: Seen, throw: Throw, left: Counter[str], surplus: Counter[str]) -> Diagnosis:
    body = next(iter(surplus))
    words = body_name(body)
    about = tuple(j for j in seen.thrown if seen.settled.dice[j].body == body)
    if left[body]:
        return Diagnosis(LEFT_AND_BACK.broken(body=words), dice=about)
    for die, role in seen.gone:
        if role == "still" and die.body in surplus:
            return Diagnosis(MUST_LIE_STILL.broken(body=body_name(die.body)), dice=about)
    if not any(die.body == body for die in throw.loose):
        return Diagnosis(WRONG_DICE.broken(body=words), dice=about)
    most = min(throw.most, len(throw.loose) - len(seen.kept))
    return Diagnosis(TOO_MANY.broken(thrown=len(seen.thrown), most=most), dice=about)


def _once_too_often(seen: Seen, throw: Throw, last: Roll | None) -> bool:
    """Some dice of the throw before lie where they lay, the others were thrown anew, and that is no throw due now."""
    if last is None or any(die.lying is not None for die in throw.loose) or not seen.stayed_spent:
        return False
    taken = Counter(die.body for die, _ in seen.gone)
    thrown = Counter(die.body for die in seen.dice)
    return len(seen.thrown) < throw.least and thrown == taken


def _as_if_it_lay(seen: Seen, throw: Throw, body: str) -> Roll | None:
    """The throw with the missing die counted as it last lay."""
    was = next((die for die, role in seen.gone if role == "loose" and die.body == body), None)
    return Roll(throw.player, seen.dice, (*seen.kept, was)) if was else None


def _wrong_faces(seen: Seen, throw: Throw) -> Diagnosis | None:
    """A face that no die of this throw has: misread, or a die that does not belong to it."""
    faces: dict[str, set[str]] = {}
    for loose in throw.loose:
        faces.setdefault(loose.body, set()).update(loose.faces)
    for j in seen.thrown:
        read = seen.settled.dice[j]
        if read.sure and (read.face or "?") not in faces.get(read.body, set()):
            words = face_name(read.face or "?")
            return Diagnosis(IMPOSSIBLE_FACE.broken(body=body_name(read.body), face=words), dice=(j,))
    return None
