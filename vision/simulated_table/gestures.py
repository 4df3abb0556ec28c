"""What happens at the simulated table, frame by frame: throws, hands that take dice up, the box, someone leaning over.

A gesture is a run of moments; where things are is a function of the time alone, so the same seed gives the same film.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.quads import Array
from vision.simulated_table.cube import HALF, Pose, rolled
from vision.simulated_table.faces import SimDie
from vision.simulated_table.hands import Box, Hand
from vision.simulated_table.view import View

Path = Callable[[float], Pose]
"""Where a die is at a time from 0 (let go) to 1 (at rest)."""


@dataclass(frozen=True, slots=True)
class Flying:
    """A die in the air or rolling: its way and how far along it is, at the beginning and end of the exposure."""

    die: SimDie
    path: Path
    begin: float
    end: float


@dataclass(frozen=True, slots=True)
class Moment:
    """What there is in one frame beside the table and the dice at rest."""

    flying: tuple[Flying, ...] = ()
    hands: tuple[Hand, ...] = ()
    box: Box | None = None
    shade: float = 0.0
    """How much of the lamp somebody who leans over takes away."""
    shift: tuple[float, float] = (0.0, 0.0)
    """How far a bump moves the picture (pixels)."""


def thrown(target: Pose, start: Array, rng: np.random.Generator) -> Path:
    """The way of a die from a hand to where it comes to rest: rolling, slower and slower, with a bounce or two."""
    way = target.place - start
    way[2] = 0
    far = float(np.linalg.norm(way))
    ahead = way / max(far, 1e-6)
    axis = np.cross([0, 0, 1], ahead).astype(np.float32)
    turns = far / HALF * float(rng.uniform(0.55, 0.85))
    spin = float(rng.uniform(-1.5, 1.5))
    high, bounces, drift = float(rng.uniform(14, 34)), float(rng.integers(2, 4)), rng.uniform(-14, 14)
    aside = np.array([-ahead[1], ahead[0], 0], np.float32)

    def at(t: float) -> Pose:
        left = (1 - min(max(t, 0.0), 1.0)) ** 1.7
        angle = -turns * left
        turn = rolled(Pose(target.place, rolled(target, np.array([0, 0, 1.0]), spin * left)), axis, angle)
        lean = np.abs(turn[2]).sum()  # how high the middle of a turned cube is above its lowest corner
        bounce = high * abs(np.sin(bounces * np.pi * (1 - left))) * left if left > 0 else 0.0
        place = target.place - way * left + aside * (drift * np.sin(np.pi * (1 - left)) * left)
        place[2] = HALF * lean + bounce
        return Pose(place.astype(np.float32), turn)

    return at


def throwing(ways: Sequence[tuple[SimDie, Path]], frames: int, hand: Hand | None = None) -> Iterator[Moment]:
    """All dice of a throw, let go at slightly different times; the hand that threw them draws back."""
    n = max(2, frames)
    starts = [0.12 * i / max(1, len(ways)) for i in range(len(ways))]
    for f in range(n + 1):
        flying = []
        for (die, path), start in zip(ways, starts, strict=True):
            t0, t1 = ((f + part) / n * (1 + 0.12) - start for part in (-0.5, 0.0))
            if t1 > 0:
                flying.append(Flying(die, path, t0, t1))
        hands: tuple[Hand, ...] = ()
        if hand is not None and f < n // 2:
            hands = (_between(hand, hand.from_x, hand.from_y, 2 * f / n),)
        yield Moment(tuple(flying), hands)


def reaching(
    hand: Hand, frames: int, at_the_table: Callable[[], None] | None = None, *, stay: int = 0
) -> Iterator[Moment]:
    """A hand comes in, does something, and goes."""
    for f in range(frames):
        yield Moment(hands=(_between(hand, hand.from_x, hand.from_y, 1 - (f + 1) / frames),))
    if at_the_table is not None:
        at_the_table()
    for f in range(stay):
        wobble = 1.5 * np.sin(f * 0.9)
        yield Moment(hands=(Hand(hand.x + wobble, hand.y, hand.from_x, hand.from_y, hand.size, 0.2, hand.skin),))
    for f in range(frames):
        fist = Hand(hand.x, hand.y, hand.from_x, hand.from_y, hand.size, 0.15, hand.skin, hand.sleeve)
        yield Moment(hands=(_between(fist, hand.from_x, hand.from_y, (f + 1) / frames),))


def boxed(
    view: View, spot: tuple[float, float], frames: int, hidden: Callable[[], None], *, stands: int, linger: int
) -> Iterator[Moment]:
    """The box comes down over the dice, stands, and is raised; `linger` frames the hands stay beside the dice."""
    x, y = spot

    def held(lift: float, aside: float = 0.0) -> Moment:
        box = Box(x, y + aside, lift)
        left, right = view.project(
            np.array([(x - 96, y + aside, lift + 35), (x + 96, y + aside, lift + 35)], np.float32)
        )
        hands = (
            Hand(float(left[0]), float(left[1]), float(left[0]) - 330, view.height + 260.0, open=0.7),
            Hand(float(right[0]), float(right[1]), float(right[0]) + 330, view.height + 260.0, open=0.7, sleeve=1),
        )
        return Moment(hands=hands, box=box)

    for f in range(frames):
        away = 1 - (f + 1) / frames
        yield held(200 * away, -330 * away)
    hidden()
    for _ in range(stands):
        yield held(0.0)
    for f in range(frames):
        t = (f + 1) / frames
        yield held(230 * t, -380 * max(0.0, t - 0.25))
    for f in range(linger):
        low = view.height + 30.0
        wobble = 6 * np.sin(f * 0.8)
        yield Moment(
            hands=(Hand(150 + wobble, low - 70, -150, low + 200), Hand(1130 - wobble, low - 70, 1430, low + 200))
        )


def _between(hand: Hand, x: float, y: float, share: float) -> Hand:
    """The hand drawn back along its arm by a share of the way."""
    reach_x, reach_y = x - hand.x, y - hand.y
    grown = 1 + 1.2 * hand.size / max(1.0, float(np.hypot(reach_x, reach_y)))
    new_x, new_y = hand.x + share * grown * reach_x, hand.y + share * grown * reach_y
    return Hand(new_x, new_y, x + reach_x, y + reach_y, hand.size, hand.open, hand.skin, hand.sleeve)
