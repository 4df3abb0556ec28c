"""Decides that dice lie still and what they show: empty → moving → hand in the way → still → confirmed.

A table is told once, when several frames agree on it; a die that is in doubt gets more frames first. The clock is that
of the frames.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from vision.follow import centre, compare, side
from vision.motion import Stir
from vision.reading import DieRead, Reading

QUIET = 2
"""Frames without movement before dice are looked at."""
AGREE = 3
"""Frames that must agree on a die."""
PATIENCE = 1.0
"""Seconds of looking before a die that is in doubt is told as such."""
CHECK = 1.0
"""Seconds between looks at a table on which nothing moved."""
NEAR = 0.3
"""A die seen within this share of its side is the same die."""
MOST = 45
"""Looks that are remembered."""
GHOST = 0.3
"""What is seen in a smaller share of the looks is no die."""
SOLID = 0.75
"""What is seen in a smaller share of the looks is in doubt."""

Phase = Literal["empty", "moving", "hand", "still", "confirmed"]


@dataclass(frozen=True, slots=True)
class Settled:
    """Dice that lie still. `rolled`: something rolled by itself since the table was last told."""

    dice: tuple[DieRead, ...]
    since: float
    """When they were first seen as they lie; for dice revealed under a box, the moment of reveal."""
    at: float
    """When it was certain."""
    rolled: bool = False
    left: tuple[DieRead, ...] = ()
    """Dice of the table told before that had left their places in between, wherever dice lie now."""


@dataclass(frozen=True, slots=True)
class _Look:
    at: float
    dice: tuple[DieRead, ...]


class Settler:
    """Follows what stirs and tells each new still table once."""

    def __init__(self, *, agree: int = AGREE, quiet: int = QUIET, patience: float = PATIENCE) -> None:
        self._agree, self._quiet_frames, self._patience = agree, quiet, patience
        self._looks: deque[_Look] = deque(maxlen=MOST)
        self._quiet = 0
        self._stirred = True
        self._rolled = False
        self._told: tuple[DieRead, ...] = ()
        self._looked_at = float("-inf")
        self._hidden = 0
        self.phase: Phase = "empty"

    def see(
        self, at: float, stir: Stir, look: Callable[[], Reading], *, width: int = 1280, reveal: int | None = None
    ) -> Settled | None:
        """The still table, if this frame makes one certain that was not told before.

        `look` reads the frame's dice and is called only when that is worth it. With `reveal`, that many dice come out
        from under a box: they are told as soon as they are all to be seen, hands in the picture or not.
        """
        self._rolled |= stir.rolling
        if stir.moving or stir.hand:
            self._stirred, self._quiet = True, 0
            self.phase = "hand" if stir.hand else "moving"
            if reveal is None:
                self._looks.clear()
                return None
            return self._revealed(at, stir, look(), width, reveal)
        self._quiet += 1
        if self._quiet < self._quiet_frames:
            return None
        if not self._stirred and at - self._looked_at < CHECK:
            return None
        self._looked_at = at
        self._looks.append(_Look(at, look().dice))
        if not self._stirred and self._as_told():
            return None
        self.phase = "still"
        self._note_hidden(len(self._looks[-1].dice), reveal)
        return self._tell(at, reveal)

    def end(self) -> Settled | None:
        """No frame comes any more: what the last looks say, as good as it is."""
        return self._tell(self._looks[-1].at, None, ended=True) if len(self._looks) >= self._agree else None

    def _as_told(self) -> bool:
        """Nothing moved, so the dice should be as they were told; if not, they are looked at again in earnest."""
        unchanged = compare(self._told, self._looks[-1].dice).nothing
        if unchanged:
            self._looks.clear()
        self._stirred = not unchanged
        return unchanged

    def _note_hidden(self, seen: int, reveal: int | None) -> None:
        if reveal is not None and seen <= reveal // 2:
            self._hidden += 1

    def _revealed(self, at: float, stir: Stir, reading: Reading, width: int, wanted: int) -> Settled | None:
        """All dice to be seen at once, none of them touched, after they had been hidden."""
        dice = tuple(die for die in reading.dice if not stir.touches(die.box, width))
        self._note_hidden(len(reading.dice), wanted)
        if len(dice) < wanted:
            self._looks.clear()
            return None
        self._looks.append(_Look(at, dice))
        return self._tell(at, wanted) if self._hidden >= self._agree else None

    def _tell(self, at: float, reveal: int | None, *, ended: bool = False) -> Settled | None:
        dice = self._agreed()
        if dice is None and (ended or at - self._looks[0].at >= self._patience):
            dice = tuple(_fused(self._looks))
        if dice is None:
            return None
        since = self._looks[0].at
        for earlier in reversed(self._looks):
            if len(earlier.dice) != len(dice):
                break
            since = earlier.at
        settled = Settled(dice, since, at, self._rolled)
        self._looks.clear()
        self._stirred = False
        self._looked_at = at
        if reveal is None or len(dice) > reveal // 2:
            self._hidden = 0
        self.phase = "confirmed" if dice else "empty"
        if compare(self._told, dice).nothing and len(self._told) == len(dice):
            return None
        self._told, self._rolled = dice, False
        return settled

    def _agreed(self) -> tuple[DieRead, ...] | None:
        """The dice, if the last looks found the same ones and each was surely read often enough and never otherwise."""
        if len(self._looks) < self._agree:
            return None
        newest = {len(look.dice) for look in list(self._looks)[-self._agree :]}
        if len(newest) > 1:
            return None
        told = []
        for seen in _each(self._looks):
            if not any(die is seen[-1] for die in self._looks[-1].dice):
                continue
            read = Counter((die.body, die.face) for die in seen if die.sure)
            if len(read) != 1 or read.total() < self._agree:
                return None
            told.append(next(die for die in reversed(seen) if die.sure))
        return tuple(told) if len(told) == newest.pop() else None


def _each(looks: Sequence[_Look]) -> list[list[DieRead]]:
    """What was seen of each die, look by look; dice that moved between looks count as different ones."""
    found: list[list[DieRead]] = []
    for look in looks:
        free = list(found)
        for die in look.dice:
            x, y = centre(die)
            best: list[DieRead] | None = None
            nearest = NEAR * side(die)
            for seen in free:
                x0, y0 = centre(seen[-1])
                away = ((x - x0) ** 2 + (y - y0) ** 2) ** 0.5
                if away <= nearest:
                    best, nearest = seen, away
            if best is None:
                found.append([die])
            else:
                best.append(die)
                free = [seen for seen in free if seen is not best]
    return found


def _fused(looks: Sequence[_Look]) -> list[DieRead]:
    """The likeliest dice of all looks; what they do not agree on is in doubt."""
    told = []
    for seen in _each(looks):
        share = len(seen) / len(looks)
        if share < GHOST:
            continue
        weights: Counter[tuple[str, str | None]] = Counter()
        for die in seen:
            weights[die.body, die.face] += max(1, round(1000 * die.confidence))
        top = weights.most_common(1)[0][0]
        best = max((die for die in seen if (die.body, die.face) == top), key=lambda die: die.confidence)
        sure = [die for die in seen if die.sure]
        agreed = sum((die.body, die.face) == top for die in sure)
        certain = share >= SOLID and agreed >= AGREE and agreed == len(sure) and agreed >= len(seen) / 2
        told.append(best if certain == best.sure else replace(best, sure=certain))
    return sorted(told, key=lambda die: die.box[0])
