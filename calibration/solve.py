"""From frames that show the mat to a profile: still frames are gathered, then plane and colour are solved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from enum import Enum

import numpy as np

from calibration.colour import fit_colour
from calibration.drawing import Image
from calibration.markers import MarkerFinder, Sighting
from calibration.mat import corners, mat
from calibration.plane import PlaneFit, fit_plane
from calibration.profile import Profile, Quality

STILL = 0.0015
"""Share of the frame's width that a corner may seem to move while nothing does."""
ENOUGH = 8
"""Frames whose mean is free of noise."""
FLATTEST = 30.0
SMALLEST = 0.3
"""Share of the frame's width that the mat should fill."""
A_GUESS = 5.0
"""Millimetres."""
NOT_FLAT = 2.0
"""Millimetres by which corners disagree when the paper is bent."""


class Advice(Enum):
    """What would make a calibration better."""

    UNCOVER_CORNERS = "uncover corners"
    UNCOVER_PATCHES = "uncover patches"
    LOOK_STEEPER = "look steeper"
    GO_NEARER = "go nearer"
    FLATTEN_PAPER = "flatten paper"


def moved(one: Sighting, other: Sighting) -> float:
    """How far the markers that both show lie apart, in shares of the width; far if they have too little in common."""
    both = sorted(one.corners.keys() & other.corners.keys())
    if one.paper != other.paper or one.size != other.size or not both:
        return float("inf")
    gaps = np.concatenate([one.corners[n] - other.corners[n] for n in both])
    return float(np.median(np.linalg.norm(gaps, axis=1))) / one.size[0]


class Gatherer:
    """Collects frames in which the mat lies still; a frame that shows it elsewhere starts again."""

    def __init__(self) -> None:
        self._finder = MarkerFinder()
        self._frames: list[Image] = []
        self._first: Sighting | None = None
        self.most = 0
        """Markers seen at once so far: tells people what is missing."""
        self.seen: Sighting | None = None
        """What the last frame showed."""

    def add(self, frame: Image) -> bool:
        """Take a frame; whether there are enough."""
        seen = self._finder.find(frame)
        self.seen = seen
        self.most = max(self.most, len(seen) if seen else 0)
        if seen is None or fit_plane(seen) is None:
            return False
        if self._first is None or moved(self._first, seen) > STILL:
            self._first, self._frames = seen, []
        self._frames = [*self._frames, frame][-ENOUGH:]
        return len(self._frames) >= ENOUGH

    @property
    def frames(self) -> Sequence[Image]:
        return tuple(self._frames)


def solve(frames: Sequence[Image], name: str, camera: str, *, tray: bool = True) -> Profile | None:
    """The profile that still frames of one size tell; None if they do not show enough of the mat."""
    if not frames:
        return None
    mean = np.mean(np.stack(frames), axis=0).round().astype(np.uint8) if len(frames) > 1 else frames[0]
    seen = MarkerFinder().find(mean)
    fit = fit_plane(seen) if seen else None
    if seen is None or fit is None:
        return None
    sheet = mat(seen.paper)
    colours = fit_colour(mean, fit.plane, sheet)
    return Profile(
        name,
        camera,
        datetime.now(UTC).isoformat(timespec="seconds"),
        seen.paper,
        fit.plane,
        colours.colour if colours else None,
        Quality(
            round(_place(fit), 2),
            len(fit.used),
            colours.patches if colours else 0,
            round(colours.before, 1) if colours else None,
            round(colours.after, 1) if colours else None,
        ),
        sheet.tray if tray else None,
    )


def _place(fit: PlaneFit) -> float:
    """Two markers say nothing of how far they can be trusted: then the rest of the mat is a guess."""
    within = float(np.quantile(fit.misses, 0.95))
    return within + (fit.doubt if np.isfinite(fit.doubt) else A_GUESS)


def advice(profile: Profile) -> tuple[Advice, ...]:
    """What to do about a calibration that is not as good as it could be, most helpful first."""
    sheet, quality = mat(profile.paper), profile.quality
    page = profile.plane.to_frame(corners((0.0, 0.0, *sheet.size)))
    told = {
        Advice.UNCOVER_CORNERS: quality.markers < len(sheet.markers),
        Advice.FLATTEN_PAPER: quality.markers == len(sheet.markers) and quality.place > NOT_FLAT,
        Advice.UNCOVER_PATCHES: quality.patches < 0.7 * len(sheet.patches),
        Advice.LOOK_STEEPER: profile.plane.steepness < FLATTEST,
        Advice.GO_NEARER: float(np.ptp(page[:, 0])) < SMALLEST * profile.plane.size[0],
    }
    return tuple(hint for hint, needed in told.items() if needed)
