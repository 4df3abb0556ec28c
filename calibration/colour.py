"""What the light and the camera do to colours, learnt from the mat: how brightly each place is lit, and a way back.

The bare paper tells the light's colour: it is not printed, and home printers are not true to colour. The patches tell
only what printers get right on the whole: how the camera spreads dark and bright, and how far it mutes colours. Spots
that a hand, a die or a shine covers disagree with the rest and are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.difference import delta_e, linear
from calibration.drawing import Image
from calibration.mat import Floats, Mat
from calibration.pdf import Box
from calibration.plane import Plane, Row

Mask = npt.NDArray[np.bool_]

CLIPPED = 252 / 255
"""From here on a sensor may have been blinded."""
DARK = 6 / 255
FEWEST_PATCHES = 8
MOST_ERROR = 15.0
"""CIEDE2000 beyond which a patch is covered or shines rather than badly printed."""
GAMMAS, BLACKS, SATURATIONS = (1.4, 3.2), (-0.04, 0.08), (0.7, 1.8)
"""Between which they are sought."""
GRID, FINER = 7, 4
SHADES = 5
"""How many numbers describe how brightly each place is lit."""
READER_GAMMA = 2.2
"""The exponent by which the face reader takes out the light's colour."""
BRIGHTNESS = np.array([0.2126, 0.7152, 0.0722])


@dataclass(frozen=True, slots=True)
class Colour:
    """From values v to light: (v / shade / white) ** gamma, black taken off, and as far from grey as it was."""

    white: Row
    """The values of bare paper in the middle of the mat."""
    gamma: float
    black: float
    saturation: float
    shade: tuple[float, ...]
    """Of the logarithm of values: x, y, x², xy, y², with the paper from −1 to 1."""

    @property
    def light(self) -> Row:
        """The colour of the light, red green blue, green 1: as vision.locator.Found has it."""
        red, green, blue = self.white
        return (red / green) ** READER_GAMMA, 1.0, (blue / green) ** READER_GAMMA

    def corrected(self, values: Floats, places: Floats) -> Floats:
        """The light (n, 3) that values (n, 3; red green blue, 0…1) at places (n, 2; see `on_sheet`) stand for."""
        shade = np.exp(_terms(places) @ np.array(self.shade))[:, None]
        return _light(values / shade / np.array(self.white), self.gamma, self.black, self.saturation)


@dataclass(frozen=True, slots=True)
class ColourFit:
    colour: Colour
    patches: int
    """How many of the mat's patches could be used."""
    before: float
    """Mean CIEDE2000 of those patches, as the camera shows them."""
    after: float
    """The same corrected."""


@dataclass(frozen=True, slots=True)
class _Spots:
    values: Floats
    places: Floats
    truth: Floats
    """Light."""
    patch: Mask
    """Or bare paper."""

    def only(self, which: Mask) -> _Spots:
        return _Spots(self.values[which], self.places[which], self.truth[which], self.patch[which])


def on_sheet(points: Floats, sheet: Mat) -> Floats:
    """Millimetres on the mat with the paper from −1 to 1."""
    places: Floats = np.asarray(points) / np.array(sheet.size) * 2 - 1
    return places


def values_at(frame: Image, plane: Plane, box: Box) -> Floats | None:
    """Red, green and blue (0…1) within a box on the mat; None where the frame does not show it."""
    x, y, width, height = box
    steps = np.linspace(0.2, 0.8, 7)
    grid = np.stack(np.meshgrid(x + width * steps, y + height * steps), axis=-1).reshape(-1, 2)
    pixels = plane.to_frame(grid)
    columns, rows = plane.size
    if (pixels < 1).any() or (pixels > np.array([columns, rows]) - 2).any():
        return None
    at = pixels.astype(np.float32)
    seen = np.asarray(cv2.remap(frame, at[:, :1], at[:, 1:], cv2.INTER_LINEAR), np.float64).reshape(-1, 3)
    middle: Floats = np.median(seen, axis=0)[::-1] / 255
    return middle


def fit_colour(frame: Image, plane: Plane, sheet: Mat) -> ColourFit | None:
    """The way back to true colours; None if too few patches are to be seen."""
    seen = _seen(frame, plane, sheet)
    if seen is None:
        return None
    shade, honest = _shade(seen)
    spots = seen.only(honest)
    flat = spots.values / np.exp(_terms(spots.places) @ shade)[:, None]
    white = _white(flat, spots)
    if white is None:
        return None
    spots, flat = spots.only(spots.patch), (flat / white)[spots.patch]
    found = _tone(flat, spots.truth)
    error = delta_e(_light(flat, *found), spots.truth)
    right = error < MOST_ERROR
    if right.sum() < FEWEST_PATCHES:
        return None
    before = delta_e(linear(spots.values[right]), spots.truth[right]).mean()
    red, green, blue = white.tolist()
    colour = Colour((red, green, blue), *found, tuple(shade.tolist()))
    return ColourFit(colour, int(right.sum()), float(before), float(error[right].mean()))


def _seen(frame: Image, plane: Plane, sheet: Mat) -> _Spots | None:
    boxes = [(patch.box, patch.rgb, True) for patch in sheet.patches]
    boxes += [(box, (255, 255, 255), False) for box in sheet.blank]
    rows = [(values_at(frame, plane, box), box, rgb, patch) for box, rgb, patch in boxes]
    kept = [
        (values, (box[0] + box[2] / 2, box[1] + box[3] / 2), rgb, patch)
        for values, box, rgb, patch in rows
        if values is not None and values.max() < CLIPPED and values.max() > DARK
    ]
    if sum(patch for *_, patch in kept) < FEWEST_PATCHES:
        return None
    values, places, rgb, patches = zip(*kept, strict=True)
    return _Spots(
        np.stack(values), on_sheet(np.array(places), sheet), linear(np.array(rgb) / 255), np.array(patches, np.bool_)
    )


def _shade(spots: _Spots) -> tuple[Floats, Mask]:
    """How brightly each place is lit, told by the greys and the bare paper; and which spots are not covered."""
    neutral = np.ptp(spots.truth, axis=1) < 1e-6
    levels = np.unique(spots.truth[neutral, 0])
    logs = np.log(np.maximum(spots.values[neutral], 1e-3)).mean(axis=1)
    level = (spots.truth[neutral, :1] == levels).astype(np.float64)
    design = np.concatenate([_terms(spots.places[neutral]), level], axis=1)
    hold = np.diag([0.02, 0.02, 0.1, 0.1, 0.1] + [1e-6] * len(levels))
    weights = np.ones(len(logs))
    for _ in range(15):
        heavy = design * weights[:, None]
        answer = np.linalg.solve(heavy.T @ design + hold, heavy.T @ logs)
        gaps = logs - design @ answer
        usual = max(0.02, 1.5 * float(np.median(np.abs(gaps))))
        weights = 1 / (1 + (gaps / usual) ** 2) ** 2
    honest = np.ones(len(spots.values), np.bool_)
    honest[neutral] = np.abs(gaps) < 5 * usual
    shade: Floats = answer[:SHADES]
    return shade, honest


def _white(flat: Floats, spots: _Spots) -> Floats | None:
    """The values of bare paper, or what they would be by the brightest grey if the paper blinds the camera."""
    neutral = np.ptp(spots.truth, axis=1) < 1e-6
    for level in sorted(set(spots.truth[neutral, 0]), reverse=True)[:2]:
        alike = neutral & (spots.truth[:, 0] == level)
        if alike.sum() >= 2:
            white: Floats = np.median(flat[alike], axis=0) / level ** (1 / READER_GAMMA)
            return white
    return None


def _tone(flat: Floats, truth: Floats) -> tuple[float, float, float]:
    """Gamma, black and saturation: tried on a grid that closes in on the best; what is far off counts for little."""
    ranges = [GAMMAS, BLACKS, SATURATIONS]
    best = (READER_GAMMA, 0.0, 1.0)
    for _ in range(FINER):
        steps = [np.linspace(low, high, GRID) for low, high in ranges]
        tried = [(float(g), float(k), float(s)) for g in steps[0] for k in steps[1] for s in steps[2]]
        best = min(tried, key=lambda t: float(np.minimum(delta_e(_light(flat, *t), truth), MOST_ERROR).sum()))
        ranges = [(b - (s[1] - s[0]), b + (s[1] - s[0])) for b, s in zip(best, steps, strict=True)]
    return best


def _light(flat: Floats, gamma: float, black: float, saturation: float) -> Floats:
    bright = (flat**gamma - black) / (1 - black)
    grey = (bright @ BRIGHTNESS)[:, None]
    light: Floats = np.clip(grey + saturation * (bright - grey), 0, 1)
    return light


def _terms(places: Floats) -> Floats:
    x, y = np.asarray(places, np.float64).T
    return np.stack([x, y, x * x, x * y, y * y], axis=1)
