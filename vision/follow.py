"""Which die is which from one still table to the next: what stayed, was nudged, was turned over, is new, is gone.

Dice of one colour look alike, so they are told apart by where they lie. A bump that moves all alike is taken out first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from vision.reading import DieRead

STAYS = 0.3
"""A die within this share of its side of where it lay has not been touched, unless it is turned."""
TWIST = 15.0
"""Degrees by which a die may seem turned that nobody touched."""
NUDGED = 1.0
"""A die that shows what it showed and lies within so many sides may only have been pushed."""
BUMP = 6.0
"""How many sides a bump of the camera or the table moves the picture at most."""
MOST_MOVED_ALIKE = 0.75

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened between two still tables; pairs are (place before, place after), numbers are places in either."""

    stayed: tuple[Pair, ...] = ()
    nudged: tuple[Pair, ...] = ()
    turned: tuple[Pair, ...] = ()
    new: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether the dice lie as they lay."""
        return not (self.nudged or self.turned or self.new or self.gone)


def centre(die: DieRead) -> tuple[float, float]:
    """The middle of the top face."""
    return sum(x for x, _ in die.top) / len(die.top), sum(y for _, y in die.top) / len(die.top)


def side(die: DieRead) -> float:
    """The side of the top face in pixels, as long as that of a square of its area."""
    x, y = zip(*die.top, strict=True)
    area = sum(x[i - 1] * y[i] - x[i] * y[i - 1] for i in range(len(x))) / 2
    return max(1.0, math.sqrt(abs(area)))


def twist(before: DieRead, after: DieRead) -> float:
    """Degrees from the edges of one die to those of the other; a square looks the same after a quarter turn."""
    (x0, y0), (x1, y1) = before.top[:2]
    old = math.degrees(math.atan2(y1 - y0, x1 - x0))
    (x0, y0), (x1, y1) = after.top[:2]
    return abs((math.degrees(math.atan2(y1 - y0, x1 - x0)) - old + 45) % 90 - 45)


def same(before: DieRead, after: DieRead) -> bool:
    """Whether two readings say the same of a die."""
    return before.body == after.body and before.face == after.face


def compare(before: Sequence[DieRead], after: Sequence[DieRead], left: Sequence[DieRead] = ()) -> Changes:
    """What became of the dice that lay there before; those seen to leave are gone, whatever lies there now."""
    shift = _bump(before, after)
    near = _by_distance(before, after, shift)
    taken_before = {i for i, old in enumerate(before) if any(_in_place(old, gone) for gone in left)}
    taken_after: set[int] = set()
    found: dict[str, list[Pair]] = {"stayed": [], "nudged": [], "turned": []}

    def pair(kind: str, i: int, j: int) -> None:
        if i not in taken_before and j not in taken_after:
            taken_before.add(i)
            taken_after.add(j)
            found[kind].append((i, j))

    for distance, i, j in near:
        if distance <= STAYS and (twist(before[i], after[j]) <= TWIST or not same(before[i], after[j])):
            # what is known of a die is not given up for a reading that is itself in doubt
            kept = same(before[i], after[j]) or (before[i].sure and not after[j].sure and not after[j].leaning)
            pair("stayed" if kept else "turned", i, j)
    for distance, i, j in near:
        if distance <= NUDGED and same(before[i], after[j]):
            pair("nudged", i, j)
    return Changes(
        tuple(sorted(found["stayed"])),
        tuple(sorted(found["nudged"])),
        tuple(sorted(found["turned"])),
        tuple(j for j in range(len(after)) if j not in taken_after),
        tuple(i for i in range(len(before)) if i not in {i for pairs in found.values() for i, _ in pairs}),
    )


def _in_place(one: DieRead, other: DieRead) -> bool:
    (x0, y0), (x1, y1) = centre(one), centre(other)
    return math.hypot(x1 - x0, y1 - y0) <= STAYS * side(one)


def _by_distance(
    before: Sequence[DieRead], after: Sequence[DieRead], shift: tuple[float, float]
) -> list[tuple[float, int, int]]:
    """All pairs with their distance in sides, nearest first."""
    pairs = []
    for (i, old), (j, new) in product(enumerate(before), enumerate(after)):
        (x0, y0), (x1, y1) = centre(old), centre(new)
        away = math.hypot(x1 - x0 - shift[0], y1 - y0 - shift[1])
        pairs.append((away / max(side(old), side(new)), i, j))
    return sorted(pairs)


def _bump(before: Sequence[DieRead], after: Sequence[DieRead]) -> tuple[float, float]:
    """How far all dice were moved alike; nothing, unless that explains more of them than that they stayed."""
    shifts = [(0.0, 0.0)]
    for old, new in product(before, after):
        (x0, y0), (x1, y1) = centre(old), centre(new)
        if same(old, new) and math.hypot(x1 - x0, y1 - y0) <= BUMP * side(old):
            shifts.append((x1 - x0, y1 - y0))
    counts = [_explained(before, after, shift) for shift in shifts]
    best = max(range(len(shifts)), key=lambda k: counts[k])
    enough = max(2, MOST_MOVED_ALIKE * len(before))
    return shifts[best] if counts[best] > counts[0] and counts[best] >= enough else shifts[0]


def _explained(before: Sequence[DieRead], after: Sequence[DieRead], shift: tuple[float, float]) -> int:
    near = _by_distance(before, after, shift)
    pairs = [(i, j) for distance, i, j in near if distance <= STAYS and same(before[i], after[j])]
    return min(len({i for i, _ in pairs}), len({j for _, j in pairs}))
