"""Notices that the camera was bumped or the mat was moved, and solves the profile again once all is still."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

import numpy as np

from calibration.drawing import Image
from calibration.markers import MarkerFinder, Sighting
from calibration.mat import mat
from calibration.profile import Profile
from calibration.solve import STILL, moved, solve

BUMP = 0.003
"""Share of the frame's width from which on a shift is a bump: 4 pixels of 1280."""
FEWEST_TO_TELL = 2
FEWEST_TO_SOLVE = 3


class Noticed(Enum):
    """What a look at the mat tells."""

    STEADY = "the mat is where it was"
    HIDDEN = "too little of the mat is to be seen"
    BUMPED = "it is elsewhere, and not yet still or too much of it covered"
    SOLVED = "it was elsewhere, and the profile has been solved again"


class Watch:
    """Holds the profile that is true now; give it a frame now and then."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self._finder = MarkerFinder()
        self._elsewhere: Sighting | None = None

    def look(self, frame: Image) -> Noticed:
        """Compare the mat in a frame with the profile; after a bump the second still frame solves it again."""
        seen = self._finder.find(frame)
        if seen is None or len(seen) < FEWEST_TO_TELL:
            return Noticed.HIDDEN
        if self.shift(seen) <= BUMP:
            self._elsewhere = None
            return Noticed.STEADY
        before, self._elsewhere = self._elsewhere, seen
        if before is None or len(seen) < FEWEST_TO_SOLVE or moved(before, seen) > STILL:
            return Noticed.BUMPED
        return self._solve(frame)

    def shift(self, seen: Sighting) -> float:
        """How far the mat lies from where the profile has it, in shares of the frame's width."""
        if seen.paper != self.profile.paper or seen.size != self.profile.plane.size:
            return float("inf")
        sheet = mat(seen.paper)
        gaps = [self.profile.plane.to_frame(sheet.marker_corners(n)) - corners for n, corners in seen.corners.items()]
        return float(np.median(np.linalg.norm(np.concatenate(gaps), axis=1))) / seen.size[0]

    def _solve(self, frame: Image) -> Noticed:
        old = self.profile
        fresh = solve([frame], old.name, old.camera, tray=old.tray is not None)
        if fresh is None or fresh.quality.markers < FEWEST_TO_SOLVE:
            return Noticed.BUMPED
        # the light did not move with the camera: what was known of it stays if it cannot be measured now
        self.profile = fresh if fresh.colour else replace(fresh, colour=old.colour)
        self._elsewhere = None
        return Noticed.SOLVED
