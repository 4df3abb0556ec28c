"""Where the dice lie: one network over the whole frame, one answer a die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.profile import Profile
from vision.confidence import odds as odds_of
from vision.crops import Image
from vision.networks import Network
from vision.quads import Array, decode, quad_of

FEWEST_PIXELS = 32
"""Frames are brought to a multiple of this in width and height."""
HALF = 2.1
"""Frames that shrink more than this are averaged, which takes longer than interpolating."""


@dataclass(frozen=True, slots=True)
class Found:
    """The dice of a frame, surest first; pixels of the frame."""

    centres: Array
    """Of the top faces (n, 2)."""
    matrices: Array
    """What carries the unit square onto each top face (n, 2, 2); see vision.quads."""
    boxes: Array
    """Of the whole dice, x0 y0 x1 y1 (n, 4)."""
    scores: Array
    """How sure the network is that a die lies there (n)."""
    leaning: Array
    """How sure it is that the die leans and shows no face (n)."""
    light: tuple[float, float, float]
    """The colour of the light, red green blue, green 1."""

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def tops(self) -> Array:
        """The corners of the top faces (n, 4, 2)."""
        return quad_of(self.centres, self.matrices)

    def under(self, profile: Profile) -> Found:
        """Only the dice in the profile's tray, and the light as it was measured rather than guessed."""
        inside = np.flatnonzero(profile.on_tray(self.centres.astype(np.float64)))
        return replace(self.pick(inside.tolist()), light=profile.light or self.light)

    def pick(self, which: Sequence[int]) -> Found:
        """Only some of the dice."""
        return Found(
            self.centres[which],
            self.matrices[which],
            self.boxes[which],
            self.scores[which],
            self.leaning[which],
            self.light,
        )

    def put(self, which: Sequence[int], others: Found) -> Found:
        """With other outlines of some of the dice."""
        centres, matrices = self.centres.copy(), self.matrices.copy()
        centres[which], matrices[which] = others.centres, others.matrices
        return replace(self, centres=centres, matrices=matrices)


class Locator:
    """Finds dice with the network that ships."""

    def __init__(self, network: Network, threshold: float | None = None) -> None:
        self.network = network
        self.side = int(network.notes["side"])
        self.split = int(network.notes["split"])
        self.cell = int(network.notes["stride"]) / self.split
        self.base = float(network.notes["base_size"])
        self.threshold = float(network.notes["threshold"]) if threshold is None else threshold

    def find(self, frame: Image, side: int | None = None) -> Found:
        """The dice in a frame (BGR). The longer side is brought to `side` pixels first, unless it is smaller."""
        height, width = frame.shape[:2]
        scale = min(1.0, (side or self.side) / max(height, width))
        columns = max(FEWEST_PIXELS, round(width * scale / FEWEST_PIXELS) * FEWEST_PIXELS)
        rows = max(FEWEST_PIXELS, round(height * scale / FEWEST_PIXELS) * FEWEST_PIXELS)
        answers, light = self.network.look([_resized(frame, columns, rows)])
        found = self._peaks(answers[0])
        stretch = np.array([width / columns, height / rows], np.float32)
        return _in_frame(found, stretch, light[0])

    def _peaks(self, answers: Array) -> Found:
        """Where the heat is greatest around, and what the network says there.

        Each cell of the map answers for `split` × `split` parts of itself; their answers to a question lie together.
        """
        parts = answers.reshape(-1, self.split, self.split, *answers.shape[1:])
        rows, columns = (self.split * n for n in answers.shape[1:])
        heat = parts[0].transpose(2, 0, 3, 1).reshape(rows, columns)
        peaks = (heat >= odds_of(self.threshold)) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
        ys, xs = np.nonzero(peaks)
        order = np.argsort(-heat[ys, xs], kind="stable")
        ys, xs = ys[order], xs[order]
        told = parts[:, ys % self.split, xs % self.split, ys // self.split, xs // self.split].T
        centres = (np.stack([xs, ys], 1) + told[:, 1:3] + 0.5) * self.cell - 0.5
        codes = told[:, 3:8].copy()
        codes[:, 0] = np.clip(codes[:, 0], -3, 4) + np.log(self.base)
        codes[:, 1:3] = np.clip(codes[:, 1:3], -1.5, 1.5)
        half = np.exp(codes[:, :1])
        sides = np.maximum(told[:, 8:12], 0.5) * half
        boxes = np.concatenate([centres - sides[:, :2], centres + sides[:, 2:]], axis=1)
        scores, leaning = _likely(told[:, 0]), _likely(told[:, 12])
        found = Found(centres.astype(np.float32), decode(codes), boxes, scores, leaning, (1.0, 1.0, 1.0))
        return found.pick(_apart(found))


def _likely(odds: Array) -> Array:
    return (1 / (1 + np.exp(-odds))).astype(np.float32)


def _resized(frame: Image, columns: int, rows: int) -> Image:
    if frame.shape[:2] == (rows, columns):
        return frame
    # up to about half the size, the four pixels that linear interpolation looks at are all there are
    kind = cv2.INTER_AREA if frame.shape[1] > HALF * columns or frame.shape[0] > HALF * rows else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(frame, (columns, rows), interpolation=kind), np.uint8)


def _apart(found: Found) -> list[int]:
    """Those whose centre lies on no surer die's top face."""
    kept: list[int] = []
    for i, centre in enumerate(found.centres):
        clear = True
        for k in kept:
            away = np.linalg.solve(found.matrices[k], centre - found.centres[k])
            if np.abs(away).max() < 0.8:
                clear = False
                break
        if clear:
            kept.append(i)
    return kept


def _in_frame(found: Found, stretch: Array, light: Array) -> Found:
    """From pixels of the network's input to pixels of the frame."""
    red, blue = np.exp(np.clip(light, -2, 2))
    return Found(
        (found.centres + 0.5) * stretch - 0.5,
        found.matrices * stretch[:, None],
        found.boxes * np.tile(stretch, 2),
        found.scores,
        found.leaning,
        (float(red), 1.0, float(blue)),
    )
