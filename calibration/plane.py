"""Where the mat's plane lies in the frame: from millimetres on the mat to pixels and back, lens and height included.

A lens bends straight lines; one number describes it (the division model): a point at distance r from the frame's
centre belongs at r / (1 + bend · r²), with half the frame's diagonal as unit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.markers import Sighting
from calibration.mat import Floats, Mat, corners, mat

Row = tuple[float, float, float]
FEWEST_MARKERS = 2
"""With one alone the far end of the mat would be a guess."""
DISAGREEING = 0.0012
"""Share of the frame's width by which markers lie from their plane when one of them is not where it should be."""
BENDS = (-0.6, 0.3)
"""From a very wide lens to a cushion."""
USUAL_BEND = 0.08
USUAL_ERROR = 0.3
"""How far, in pixels, a corner is usually measured from where it is."""
USUAL_FOCUS = 1.6
"""Focal length of a webcam or tablet, in half diagonals; used where the view is too straight to tell."""
_GOLDEN = (np.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True)
class Plane:
    """The mat as the camera sees it."""

    matrix: tuple[Row, Row, Row]
    """Carries millimetres on the mat to the frame without the lens's bend: centre 0, half the diagonal 1."""
    bend: float
    size: tuple[int, int]
    """Width and height of the frame."""

    def to_frame(self, points: Floats, height: float = 0.0) -> Floats:
        """Pixels (n, 2) of points on the mat (n, 2) in millimetres, or of points so far above it."""
        straight = _carried(self._at_height(height), np.asarray(points, np.float64))
        far = np.linalg.norm(straight, axis=1, keepdims=True)
        root = np.sqrt(np.maximum(1 - 4 * self.bend * far**2, 0))
        pixels: Floats = straight * 2 / (1 + root) * self._unit + centre(self.size)
        return pixels

    def to_mat(self, pixels: Floats, height: float = 0.0) -> Floats:
        """Millimetres on the mat (n, 2) of pixels (n, 2), for what lies `height` above it."""
        back = np.linalg.inv(self._at_height(height)).astype(np.float64)
        return _carried(back, self._straight(pixels))

    def scaled(self, size: tuple[int, int]) -> Plane:
        """The same view in a frame of other size and equal shape."""
        return replace(self, size=size)

    @property
    def steepness(self) -> float:
        """How the camera looks down, in degrees: 90 is straight down."""
        down = np.cross(self._pose[:, 0], self._pose[:, 1])
        return float(np.degrees(np.arcsin(np.clip(down[2] / np.linalg.norm(down), -1, 1))))

    @property
    def _unit(self) -> float:
        return float(np.hypot(*self.size) / 2)

    def _straight(self, pixels: Floats) -> Floats:
        return _straightened((np.asarray(pixels, np.float64) - centre(self.size)) / self._unit, self.bend)

    @property
    def _focus(self) -> float:
        """The focal length: the mat's right angles tell it, unless the camera looks straight down."""
        (a, b, _), (c, d, _), (e, f, _) = self.matrix
        flat = np.array([a * b + c * d, a * a + c * c - b * b - d * d])
        slant = np.array([e * f, e * e - f * f])
        steep = float(np.hypot(e, f) * USUAL_FOCUS / np.hypot(a, c))
        inverse = -float(flat @ slant) / float(flat @ flat) if flat.any() else 0.0
        if steep < 0.1 or inverse <= 0:
            return USUAL_FOCUS
        return float(np.clip(1 / np.sqrt(inverse), 0.5, 6.0))

    @property
    def _pose(self) -> Floats:
        """Columns: the mat's x and y axes as the camera sees them, and where the mat's origin lies; depth 1 there."""
        focus = self._focus
        pose: Floats = np.array(self.matrix) / np.array([[focus], [focus], [1.0]])
        pose /= pose[2, 2]
        return pose

    def _at_height(self, height: float) -> Floats:
        if not height:
            return np.array(self.matrix)
        raised, focus = self._pose, self._focus
        up = -np.cross(raised[:, 0], raised[:, 1]) / np.linalg.norm(raised[:, 0])
        raised[:, 2] += height * up
        raised[:2] *= focus
        return raised


@dataclass(frozen=True, slots=True)
class PlaneFit:
    plane: Plane
    misses: Floats
    """How far, in millimetres on the mat, each corner that was used lies from where the plane puts it."""
    used: tuple[int, ...]
    """Markers; those that do not agree with the rest are left out."""
    doubt: float
    """Millimetres by which places in the tray may be off, by what each marker would change."""


def fit_plane(seen: Sighting) -> PlaneFit | None:
    """The plane that explains the markers best; None with fewer than two."""
    sheet = mat(seen.paper)
    numbers = sorted(seen.corners)
    if len(numbers) < FEWEST_MARKERS:
        return None
    plane, gap = _best(sheet, seen, numbers)
    while gap > DISAGREEING * seen.size[0] and len(numbers) > FEWEST_MARKERS + 1:
        fewer = [[n for n in numbers if n != liar] for liar in numbers]
        (other, less), rest = min(((_best(sheet, seen, f), f) for f in fewer), key=lambda tried: tried[0][1])
        if less > gap / 2:  # no single one is to blame
            break
        plane, gap, numbers = other, less, rest
    places = [plane.to_mat(seen.corners[n]) - sheet.marker_corners(n) for n in numbers]
    misses = np.linalg.norm(np.concatenate(places), axis=1)
    return PlaneFit(plane, misses, tuple(numbers), _doubt(sheet, seen, numbers, plane))


def _doubt(sheet: Mat, seen: Sighting, numbers: list[int], plane: Plane) -> float:
    """The jackknife's deviation at the worst corner of the tray."""
    outline = corners(sheet.tray)
    where = plane.to_frame(outline)
    if len(numbers) <= FEWEST_MARKERS:
        return float("inf")
    others = [_best(sheet, seen, [n for n in numbers if n != left_out])[0] for left_out in numbers]
    places = np.stack([other.to_mat(where) - outline for other in others])
    spread = (places**2).sum(axis=(0, 2)) * (len(numbers) - 1) / len(numbers)
    return float(np.sqrt(spread.max()))


def _best(sheet: Mat, seen: Sighting, numbers: list[int]) -> tuple[Plane, float]:
    """The plane by these markers and how far they lie from it, in pixels.

    The bend is sought by golden section, each bend has its one best plane. Few markers tell little of the bend.
    """
    on_mat = np.concatenate([sheet.marker_corners(n) for n in numbers])
    pixels = np.concatenate([seen.corners[n] for n in numbers])

    def tried(bend: float) -> tuple[float, Plane]:
        plane = _plane(on_mat, pixels, bend, seen.size)
        gaps = (plane.to_frame(on_mat) - pixels) / USUAL_ERROR
        return float((gaps**2).sum() + (bend / USUAL_BEND) ** 2), plane

    low, high = BENDS
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = tried(left), tried(right)
    while high - low > 1e-4:
        if at_left[0] < at_right[0]:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = tried(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = tried(right)
    plane = min(at_left, at_right, key=lambda result: result[0])[1]
    return plane, float(np.sqrt(((plane.to_frame(on_mat) - pixels) ** 2).sum(axis=1).mean()))


def _plane(on_mat: Floats, pixels: Floats, bend: float, size: tuple[int, int]) -> Plane:
    start = Plane(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), bend, size)
    matrix, _ = cv2.findHomography(on_mat, start._straight(pixels), 0)
    (a, b, c), (d, e, f), (g, h, i) = np.asarray(matrix, np.float64).tolist()
    return replace(start, matrix=((a, b, c), (d, e, f), (g, h, i)))


def centre(size: tuple[int, int]) -> Floats:
    """The middle of a frame, in pixels."""
    return (np.array(size, np.float64) - 1) / 2


def _straightened(points: Floats, bend: float) -> Floats:
    straight: Floats = points / (1 + bend * (points**2).sum(axis=1, keepdims=True))
    return straight


def _carried(matrix: Floats, points: Floats) -> Floats:
    moved = points @ matrix[:, :2].T + matrix[:, 2]
    carried: Floats = moved[:, :2] / moved[:, 2:]
    return carried
