"""What the referee knows to lie on the table, and what a new still table means for the throw that is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from companion.rules import Die, Roll, Throw
from vision.follow import Changes
from vision.reading import DieRead
from vision.settle import Settled

Role = Literal["loose", "still", "spent"]
"""May be thrown now; must not move; belongs to a throw that is over."""


def die_of(read: DieRead) -> Die:
    return Die(read.body, read.face or "?")


def roles(lying: Sequence[DieRead], expected: Throw | None) -> tuple[Role, ...]:
    """What each die that lies there is to the expected throw; of equal dice the latest thrown come first."""
    loose = Counter((d.body, d.lying) for d in expected.loose if d.lying is not None) if expected else Counter()
    still = Counter(expected.still) if expected else Counter()
    found: list[Role] = []
    for read in lying:
        die = die_of(read)
        if loose[die]:
            loose[die] -= 1
            found.append("loose")
        elif still[die]:
            still[die] -= 1
            found.append("still")
        else:
            found.append("spent")
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Seen:
    """A new still table, sorted: numbers are places in `settled.dice`, dice are those that lay there before."""

    settled: Settled
    thrown: tuple[int, ...]
    kept: tuple[Die, ...]
    turned: tuple[tuple[Die, int], ...]
    """Loose dice in whose place another face lies now."""
    still_turned: tuple[tuple[Die, int], ...]
    gone: tuple[tuple[Die, Role], ...]
    stayed_spent: int
    absent: tuple[Die, ...] = ()
    """Dice that must lie still, but have not been seen so far."""

    @property
    def dice(self) -> tuple[Die, ...]:
        return tuple(die_of(self.settled.dice[j]) for j in self.thrown)

    def roll(self, player: int) -> Roll:
        return Roll(player, self.dice, self.kept)


def sort_out(lying: Sequence[DieRead], settled: Settled, changes: Changes, expected: Throw | None) -> Seen:
    """What was thrown, kept, turned or taken away, by what the throw expects of each die."""
    role = roles(lying, expected)
    least, most = (expected.least, expected.most) if expected else (0, 99)
    thrown = list(changes.new)
    kept = [die_of(lying[i]) for i, _ in changes.stayed if role[i] == "loose"]
    turned, still_turned = [], []
    for i, j in changes.turned:
        if role[i] == "loose":
            turned.append((die_of(lying[i]), j))
        elif role[i] == "still":
            still_turned.append((die_of(lying[i]), j))
        else:
            thrown.append(j)
    nudged = [(i, j) for i, j in changes.nudged if role[i] == "loose"]
    if settled.rolled:  # nobody pushes dice that are of no use any more: they were thrown anew
        thrown += [j for i, j in changes.nudged if role[i] == "spent"]
    if (
        settled.rolled and len(thrown) + len(turned) < least
    ):  # what was only pushed, to all appearances, must have been thrown
        thrown += [j for _, j in nudged]
    else:
        kept += [die_of(lying[i]) for i, _ in nudged]
    gone = [(die_of(lying[i]), role[i]) for i in changes.gone]
    for die in [die for die, was in gone if was == "still"]:  # dice of the middle that a hand moved aside
        moved = next((j for j in thrown if die_of(settled.dice[j]) == die), None)
        if moved is not None and len(thrown) > most:
            thrown.remove(moved)
            gone.remove((die, "still"))
    kept += _unseen(lying, settled, (role, thrown, kept, [j for _, j in turned]), expected)
    spent = sum(role[i] == "spent" for i, _ in changes.stayed)
    seen_still = Counter(die_of(lying[i]) for i in range(len(lying)) if role[i] == "still")
    absent = tuple((Counter(expected.still if expected else ()) - seen_still).elements())
    return Seen(settled, tuple(thrown), tuple(kept), tuple(turned), tuple(still_turned), tuple(gone), spent, absent)


def _unseen(
    lying: Sequence[DieRead],
    settled: Settled,
    sorted_so_far: tuple[Sequence[Role], Sequence[int], Sequence[Die], Sequence[int]],
    expected: Throw | None,
) -> list[Die]:
    """Dice that the camera never saw lie there, out of its view or thrown before it looked: they lie as they lay."""
    role, thrown, kept, turned = sorted_so_far
    if expected is None:
        return []
    seen = Counter(die_of(read) for read, was in zip(lying, role, strict=True) if was == "loose")
    unseen = Counter(Die(die.body, die.lying) for die in expected.loose if die.lying is not None) - seen
    accounted = Counter(settled.dice[j].body for j in (*thrown, *turned)) + Counter(die.body for die in kept)
    room = Counter(die.body for die in expected.loose) - accounted
    found = []
    for die in unseen.elements():
        if room[die.body] > 0:
            room[die.body] -= 1
            found.append(die)
    return found


def only_moved(seen: Seen) -> bool:
    """Whether all new dice show what dice showed that were taken up, or that belong into the middle."""
    return not Counter(seen.dice) - Counter(die for die, _ in seen.gone) - Counter(seen.absent)
