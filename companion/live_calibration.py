"""Calibrating before a camera, in a thread of its own: looks for the mat, waits until it lies still, solves.

Every frame is told to `listen` as a `Peek` of a `Sight`; the last one carries the profile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from calibration.mat import PLACES
from calibration.profile import Profile
from calibration.solve import ENOUGH, Gatherer, solve
from companion.lookout import Lookout, Peek
from companion.rules import Text
from companion.rules.text import say
from vision.frames import Frame, Source

WARM_UP = 1.0
"""Seconds in which a camera finds its exposure."""
PATIENCE = 5.0
"""Seconds that people are given to uncover all squares before those that are seen have to do."""
ALL = len(PLACES)

Quad = tuple[tuple[float, float], ...]


class Stage(Enum):
    """How far it has come."""

    WAIT = "wait"
    SEARCH = "search"
    PARTLY = "partly"
    HOLD = "hold"
    SOLVING = "solving"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What a frame shows of the mat."""

    stage: Stage = Stage.WAIT
    squares: tuple[Quad, ...] = ()
    """The corners of the black squares that are seen, pixels of the frame."""
    patience: float = 0.0
    profile: Profile | None = None

    @property
    def words(self) -> Text:
        """What to do, or what is being done."""
        match self.stage:
            case Stage.WAIT:
                return say("One moment …")
            case Stage.SEARCH:
                return say("Lay the mat where the camera sees all of it.")
            case Stage.PARTLY:
                return say("{n} of {all} black squares are seen. Uncover the others.", n=len(self.squares), all=ALL)
            case Stage.HOLD:
                return say("All there. Keep it still …")
            case Stage.SOLVING:
                return say("Measuring …")
            case Stage.SOLVED:
                return say("Done.")


class LiveCalibration:
    """One calibration. A mat on a screen gives off its own light, so no colours are learnt from it."""

    def __init__(
        self,
        name: str,
        camera: str,
        open_source: Callable[[], Source],
        listen: Callable[[Peek[Sight]], None],
        *,
        on_paper: bool = True,
    ) -> None:
        self._name, self._camera, self._open_source, self._on_paper = name, camera, open_source, on_paper
        self._gatherer = Gatherer()
        self._live = False
        self._began: float | None = None
        self._found: float | None = None
        self._enough = False
        self._sight = Sight()
        self._lookout: Lookout[Sight] = Lookout(self._open, self._see, listen)

    def close(self) -> None:
        self._lookout.close()

    # --- in the thread ----------------------------------------------------------------------------------------------

    def _open(self) -> Source:
        source = self._open_source()
        self._live = source.live
        return source

    def _see(self, frame: Frame | None) -> Sight:
        if frame is not None and self._sight.profile is None:
            self._sight = self._solve() if self._enough else self._look(frame)
        return self._sight

    def _look(self, frame: Frame) -> Sight:
        self._began = frame.at if self._began is None else self._began
        if self._live and frame.at - self._began < WARM_UP:
            return self._sight
        still = self._gatherer.add(frame.image)
        seen = self._gatherer.seen
        if seen is None:
            self._found = None
            return Sight(Stage.SEARCH)
        self._found = frame.at if self._found is None else self._found
        squares = tuple(tuple((float(x), float(y)) for x, y in corners) for corners in seen.corners.values())
        whole = len(seen) == ALL
        if still and (whole or frame.at - self._found > PATIENCE):
            self._enough = True
            return Sight(Stage.SOLVING, squares, 1.0)
        gathered = len(self._gatherer.frames) / ENOUGH if whole else 0.0
        return Sight(Stage.HOLD if whole else Stage.PARTLY, squares, gathered)

    def _solve(self) -> Sight:
        """A frame after it was said that it is being measured: that takes a moment."""
        profile = solve(self._gatherer.frames, self._name, self._camera)
        if profile is None:
            self._gatherer, self._enough, self._found = Gatherer(), False, None
            return Sight(Stage.SEARCH)
        if not self._on_paper:
            quality = replace(profile.quality, before=None, after=None)
            profile = replace(profile, colour=None, quality=quality)
        return replace(self._sight, stage=Stage.SOLVED, profile=profile)
