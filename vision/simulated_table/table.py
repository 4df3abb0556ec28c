"""The simulated table: a camera that was never built, over dice that were never cast. Deterministic by seed.

What is to happen is told by verbs (`throw`, `take`, `reveal`, `reach`, …) and then seen frame by frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.crops import Image
from vision.frames import Frame, Trouble
from vision.quads import Array
from vision.reading import DieRead, Reading
from vision.simulated_table.cube import HALF, Pose, blend, blurred, cast_shadow, draw, resting, top_corners
from vision.simulated_table.faces import SimDie
from vision.simulated_table.gestures import Moment, boxed, reaching, throwing, thrown
from vision.simulated_table.ground import SURFACES, Surface, ground
from vision.simulated_table.hands import Hand, paint_box, paint_hand
from vision.simulated_table.view import View

APART = 1.75
"""Least distance between the middles of two dice, in sides."""
NOISES = 6


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A die at rest on the simulated table."""

    die: SimDie
    x: float
    y: float
    yaw: float

    @property
    def pose(self) -> Pose:
        return resting(self.x, self.y, self.yaw)


@dataclass(frozen=True, slots=True)
class Conditions:
    """The light and the camera of a table, and how long things take (frames)."""

    noise: float = 2.5
    flicker: float = 0.01
    throw: int = 14
    reach: int = 8


class SimulatedTable:
    """A `Source` of rendered frames."""

    live = False

    def __init__(
        self,
        seed: int = 0,
        *,
        surface: Surface | None = None,
        conditions: Conditions = Conditions(),
        numerals: bool = False,
        rate: float = 30.0,
    ) -> None:
        self._rng = np.random.default_rng(seed)
        self.conditions, self.numerals, self._rate = conditions, numerals, rate
        self.view = View(elevation=float(self._rng.uniform(52, 70)), turn=float(self._rng.uniform(-12, 12)))
        self._bare = ground(self.view, surface or SURFACES[seed % len(SURFACES)], self._rng)
        self._noise = self._noises()
        self._base: Image | None = None
        self._script: deque[Iterator[Moment]] = deque()
        self._moment = Moment()
        self._number = 0
        self.lying: tuple[Lying, ...] = ()
        self.trouble: Trouble | None = None
        self.ended = False

    # --- what is to happen ------------------------------------------------------------------------------------------

    def throw(self, dice: Sequence[SimDie], taken: Sequence[Lying] = ()) -> None:
        """A hand takes up the dice `taken`, if any, and these dice are thrown."""
        if taken:
            self.take(taken)
        self._script.append(self._throw(tuple(dice)))

    def take(self, dice: Sequence[Lying]) -> None:
        """A hand takes these dice away."""
        self._script.append(self._take(tuple(dice)))

    def reveal(self, dice: Sequence[SimDie], *, linger: int = 12) -> None:
        """The box comes down, is raised, and these dice lie there; the hands stay in the picture for a while."""
        self._script.append(self._reveal(tuple(dice), linger))

    def reach(self, *, stay: int = 10) -> None:
        """A hand comes, does nothing, and goes."""
        self._script.append(self._reach(None, stay))

    def turn(self, die: Lying, face: str) -> None:
        """A hand turns a die to another face."""
        turned = replace(die, die=replace(die.die, face=face))
        self._script.append(self._reach(lambda: self._replace(die, (turned,)), 2, die))

    def push(self, die: Lying, dx: float, dy: float) -> None:
        """A hand pushes a die (millimetres)."""
        moved = replace(die, x=die.x + dx, y=die.y + dy)
        self._script.append(self._reach(lambda: self._replace(die, (moved,)), 2, die))

    def lean(self, frames: int = 40) -> None:
        """Somebody leans over the table: less light, no hand."""
        self._script.append(Moment(shade=0.35 * float(np.sin(np.pi * (f + 1) / (frames + 1)))) for f in range(frames))

    def bump(self, frames: int = 8) -> None:
        """Somebody bumps against the table; it shakes and comes to rest where it was."""
        ways = self._rng.uniform(-9, 9, (frames, 2)) * np.linspace(1, 0.1, frames)[:, None]
        self._script.append(Moment(shift=(float(dx), float(dy))) for dx, dy in ways)

    def wait(self, frames: int) -> None:
        """Nothing happens for a while."""
        self._script.append(Moment() for _ in range(frames))

    @property
    def busy(self) -> bool:
        """Whether something is still to happen."""
        return bool(self._script)

    # --- frames -----------------------------------------------------------------------------------------------------

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        if self.ended:
            return None
        self._moment = self._next_moment()
        frame = Frame(self._picture(self._moment), self._number / self._rate, self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        self.ended = True
        self._script.clear()

    def truth(self) -> Reading:
        """What a perfect eye reads in the last frame: the dice at rest that nothing covers."""
        if self._moment.box is not None and self._moment.box.lift < 120:
            return Reading((), {})
        seen = [self._seen(lying) for lying in self.lying if not self._covered(lying)]
        return Reading(tuple(sorted(seen, key=lambda die: die.box[0])), {})

    def _seen(self, lying: Lying) -> DieRead:
        outline = self.view.project(lying.pose.corners)
        (x0, y0), (x1, y1) = outline.min(axis=0).tolist(), outline.max(axis=0).tolist()
        top = tuple((float(x), float(y)) for x, y in top_corners(self.view, lying.pose))
        return DieRead(lying.die.body, lying.die.face, 0.99, True, top, (x0, y0, x1, y1))

    def _covered(self, lying: Lying) -> bool:
        x, y = self.view.project(lying.pose.place)
        return any(np.hypot(hand.x - x, hand.y - y) < 1.6 * hand.size for hand in self._moment.hands)

    def _next_moment(self) -> Moment:
        while self._script:
            moment = next(self._script[0], None)
            if moment is not None:
                return moment
            self._script.popleft()
        return Moment()

    def _picture(self, moment: Moment) -> Image:
        if self._base is None:
            self._base = self._still_life()
        picture = self._base.copy()
        poses = [(fly, fly.path(fly.end)) for fly in moment.flying]
        for _, pose in poses:
            cast_shadow(picture, self.view, pose)
        for fly, _ in sorted(poses, key=lambda pair: -float(pair[1].place[1])):
            steps = (fly.begin, fly.end) if fly.begin < 1 else (1.0,)
            patches = [draw(self.view, fly.die, fly.path(t), numerals=self.numerals, fine=0.5) for t in steps]
            if seen := [patch for patch in patches if patch is not None]:
                blend(picture, blurred(seen))
        if moment.box is not None:
            paint_box(picture, self.view, moment.box)
        for hand in moment.hands:
            paint_hand(picture, hand)
        if moment.shift != (0.0, 0.0):
            move = np.array([[1, 0, moment.shift[0]], [0, 1, moment.shift[1]]], np.float32)
            size = (self.view.width, self.view.height)
            picture = np.asarray(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        gain = (1 - moment.shade) * (1 + self.conditions.flicker * float(np.sin(self._number * 2.1)))
        noise = self._noise[int(self._rng.integers(len(self._noise)))]
        return np.asarray(cv2.addWeighted(picture, gain, noise, 1.0, -128.0), np.uint8)

    def _still_life(self) -> Image:
        picture = self._bare.copy()
        for lying in self.lying:
            cast_shadow(picture, self.view, lying.pose)
        for lying in sorted(self.lying, key=lambda lying: -lying.y):
            patch = draw(self.view, lying.die, lying.pose, numerals=self.numerals)
            if patch is not None:
                blend(picture, patch)
        return picture

    def _noises(self) -> list[Image]:
        """A few pictures of nothing but noise, used in turn: drawing noise anew takes longer than all the rest."""
        shape = (self.view.height, self.view.width, 3)
        spread = self.conditions.noise
        return [
            np.clip(128 + spread * self._rng.standard_normal(shape, np.float32) + 0.5, 0, 255).astype(np.uint8)
            for _ in range(NOISES)
        ]

    # --- gestures ---------------------------------------------------------------------------------------------------

    def _lay(self, dice: Sequence[Lying]) -> None:
        self.lying, self._base = (*self.lying, *dice), None

    def _replace(self, old: Lying, new: Sequence[Lying]) -> None:
        self.lying, self._base = (*(lying for lying in self.lying if lying is not old), *new), None

    def _throw(self, dice: tuple[SimDie, ...]) -> Iterator[Moment]:
        spots = self._spots(len(dice), self.lying, (135.0, 72.0))
        from_left = self._rng.random() < 0.5
        side = -1.0 if from_left else 1.0
        hand_x, hand_y = (90.0 if from_left else self.view.width - 90.0), self.view.height * 0.72
        landed = [Lying(die, x, y, float(self._rng.uniform(0, 6.283))) for die, (x, y) in zip(dice, spots, strict=True)]
        ways = []
        for lying in landed:
            start = np.array([side * 190, -60 + self._rng.uniform(-30, 30), 60], np.float32)
            ways.append((lying.die, thrown(lying.pose, start, self._rng)))
        hand = Hand(hand_x, hand_y, hand_x + side * 300, hand_y + 200, open=0.9, skin=int(self._rng.integers(4)))
        yield from throwing(ways, self.conditions.throw, hand)
        self._lay(landed)

    def _take(self, dice: tuple[Lying, ...]) -> Iterator[Moment]:
        """One hand over the middle of the dice; for the eye it is enough that they go with it."""

        def gone() -> None:
            self.lying = tuple(lying for lying in self.lying if lying not in dice)
            self._base = None

        places = [lying.pose.place for lying in dice] or [np.zeros(3, np.float32)]
        spot = self.view.project(np.asarray(np.mean(places, axis=0), np.float32))
        return self._hand_to(spot, gone, stay=3)

    def _reach(self, done: Callable[[], None] | None, stay: int, over: Lying | None = None) -> Iterator[Moment]:
        x, y = self._rng.uniform(-80, 80), self._rng.uniform(-40, 40)
        place = over.pose.place if over is not None else np.array([x, y, HALF], np.float32)
        yield from self._hand_to(self.view.project(place), done, stay=stay)

    def _hand_to(self, spot: Array, done: Callable[[], None] | None, *, stay: int) -> Iterator[Moment]:
        x, y = float(spot[0]), float(spot[1])
        from_x = float(np.clip(x + self._rng.uniform(-350, 350), 50, self.view.width - 50))
        hand = Hand(x, y + 50, from_x, self.view.height + 140.0, skin=int(self._rng.integers(4)))
        return reaching(hand, self.conditions.reach, done, stay=stay)

    def _reveal(self, dice: tuple[SimDie, ...], linger: int) -> Iterator[Moment]:
        spots = self._spots(len(dice), (), (62.0, 42.0), apart=1.3)
        landed = [Lying(die, x, y, float(self._rng.uniform(0, 6.283))) for die, (x, y) in zip(dice, spots, strict=True)]

        def covered() -> None:
            self.lying, self._base = tuple(landed), None

        yield from boxed(self.view, (0.0, 0.0), self.conditions.reach, covered, stands=6, linger=linger)

    def _spots(
        self, count: int, around: Sequence[Lying], reach: tuple[float, float], apart: float = APART
    ) -> list[tuple[float, float]]:
        """Free places, none too near to another; a little nearer if the table is crowded."""
        taken = [(lying.x, lying.y) for lying in around]
        spots: list[tuple[float, float]] = []
        tries = 0
        while len(spots) < count:
            x, y = (float(self._rng.uniform(-r, r)) for r in reach)
            tries += 1
            least = 2 * HALF * apart * (0.97 ** max(0, tries - 60))
            if all(np.hypot(x - a, y - b) > least for a, b in (*taken, *spots)):
                spots.append((x, y))
        return spots
