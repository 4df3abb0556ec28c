"""Finds the mat's markers in a frame, their corners to a fraction of a pixel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.drawing import Image
from calibration.mat import CELLS, DICTIONARY, Floats, paper_of

LONGEST = 1600
"""Larger frames are made smaller to look for markers in; corners are always measured in the whole frame."""

_LIGHT: npt.NDArray[np.float32] = ((np.arange(256) / 255) ** 2.2).astype(np.float32)
"""Blur mixes light, not values: in values, an edge lies most of a pixel further inside the black than it is."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """The markers of one mat that a frame shows: by number, corners (4, 2) clockwise from the upper left, in pixels."""

    paper: str
    corners: Mapping[int, Floats]
    size: tuple[int, int]
    """Width and height of the frame."""

    def __len__(self) -> int:
        return len(self.corners)


class MarkerFinder:
    """Looks for the markers of any of our mats."""

    def __init__(self) -> None:
        parameters = cv2.aruco.DetectorParameters()
        parameters.adaptiveThreshWinSizeMax = 43  # a near marker's border is wider than the usual window
        parameters.minMarkerPerimeterRate = 0.02
        # lines along the edges meet near the corner; without them the last step may start out of its reach
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
        self._detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)

    def find(self, frame: Image) -> Sighting | None:
        """The mat of which most is to be seen, if any; a frame is BGR."""
        grey = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
        height, width = grey.shape
        scale = min(1.0, LONGEST / max(height, width))
        small = grey
        if scale < 1:
            small = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        quads, numbers, _ = self._detector.detectMarkers(small)
        papers: dict[str, dict[int, Floats]] = defaultdict(dict)
        for quad, number in zip(quads, np.ravel(numbers) if len(quads) else (), strict=True):
            paper = paper_of(int(number))
            if paper is None:
                continue
            corners = (np.asarray(quad, np.float64).reshape(4, 2) + 0.5) / scale - 0.5
            twin = papers[paper].get(int(number))
            if twin is None or _area(corners) > _area(twin):
                papers[paper][int(number)] = corners
        if not papers:
            return None
        paper, found = max(papers.items(), key=lambda item: len(item[1]))
        light: npt.NDArray[np.float32] = _LIGHT[grey]
        refined = {number: _refined(light, corners) for number, corners in sorted(found.items())}
        return Sighting(paper, refined, (width, height))


def _refined(light: npt.NDArray[np.float32], corners: Floats) -> Floats:
    """Corners where the edges truly meet; the window stays within a cell, whose neighbours have edges of their own."""
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    cell = float(sides.min()) / CELLS
    half = int(np.clip(0.6 * cell, 2, 10))
    points = corners.astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.005)
    found = np.asarray(cv2.cornerSubPix(light, points, (half, half), (-1, -1), stop), np.float64).reshape(4, 2)
    near = np.linalg.norm(found - corners, axis=1) <= max(cell, 2.0)
    return np.where(near[:, None], found, corners)


def _area(corners: Floats) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))
