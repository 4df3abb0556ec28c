"""Where the dice lie: one network over the whole frame, one answer a die; a closer look at small ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.profile import Profile
from vision.confidence import odds as odds_of
from vision.crops import Image
from vision.networks import Network
from vision.quads import Array, decode, quad_of

FEWEST_PIXELS = 32
"""Frames are brought to a multiple of this in width and height."""
SMALL = 9.0
"""Half side, in pixels as the network sees the frame, of dice that are worth a closer look."""
CLOSER = 2.0
"""How much larger the network sees them then."""
LARGEST = 1280
"""Longer side, in pixels, of what a closer look takes in at most."""
AROUND = 6.0
"""Half sides around small dice that a closer look takes in as well."""
GROWN = 1.3
"""How much larger a die may turn out to be than it was taken for."""
SAME_FACE = 0.8
"""Half sides from the middle of a surer die's top face within which another find is the same die."""
SAME_DIE = 0.5
"""Share of two boxes from which on they are one die's: dice that touch, one behind the other, share less."""
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

    @property
    def halves(self) -> Array:
        """Half the side of each top face, in pixels."""
        sides: Array = np.sqrt(np.abs(np.linalg.det(self.matrices)))
        return sides

    def moved(self, by: npt.ArrayLike) -> Found:
        """The same dice where the frame's corner lies elsewhere."""
        off = np.asarray(by, np.float32)
        return replace(self, centres=self.centres + off, boxes=self.boxes + np.tile(off, 2))

    def joined(self, others: Found) -> Found:
        """These dice and then the others; the light as it was seen here."""
        return Found(
            np.concatenate([self.centres, others.centres]),
            np.concatenate([self.matrices, others.matrices]),
            np.concatenate([self.boxes, others.boxes]),
            np.concatenate([self.scores, others.scores]),
            np.concatenate([self.leaning, others.leaning]),
            self.light,
        )

    def apart(self) -> Found:
        """Each die once, surest first.

        A find whose centre lies on a surer die's top face is that die. So is one with mostly the same box: a side that
        passes for a top face, below the real one, gives itself away by the box of the whole die.
        """
        kept: list[int] = []
        for i in np.argsort(-self.scores, kind="stable").tolist():
            if not any(self._same(i, k) for k in kept):
                kept.append(i)
        return self.pick(kept)

    def _same(self, i: int, k: int) -> bool:
        away = np.linalg.solve(self.matrices[k], self.centres[i] - self.centres[k])
        return bool(np.abs(away).max() < SAME_FACE or _shared(self.boxes[i], self.boxes[k]) > SAME_DIE)

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

    def find(self, frame: Image) -> Found:
        """The dice in a frame (BGR)."""
        scale = min(1.0, self.side / max(frame.shape[:2]))
        found = self._look(frame, scale)
        small = np.flatnonzero(found.halves * scale < SMALL)
        return self._closer(frame, found, small, scale) if len(small) else found

    def _closer(self, frame: Image, found: Found, small: npt.NDArray[np.intp], scale: float) -> Found:
        """With another look at the part of the frame where small dice lie."""
        reach = AROUND * found.halves[small, None]
        low = np.floor(np.maximum((found.centres[small] - reach).min(axis=0), 0)).astype(int)
        high = np.ceil(np.minimum((found.centres[small] + reach).max(axis=0), frame.shape[1::-1])).astype(int)
        part = frame[low[1] : high[1], low[0] : high[0]]
        nearer = min(CLOSER * scale, LARGEST / max(*part.shape[:2], 1))
        if nearer < 1.2 * scale:
            return found
        seen = self._look(part, nearer).moved(low)
        rest = found.pick(np.setdiff1d(np.arange(len(found)), small).tolist())
        as_small = np.flatnonzero(seen.halves * scale < GROWN * SMALL)
        return rest.joined(seen.pick(as_small.tolist())).apart()

    def _look(self, frame: Image, scale: float) -> Found:
        """The dice in a frame that is shown to the network at this scale."""
        height, width = frame.shape[:2]
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
        return Found(centres.astype(np.float32), decode(codes), boxes, scores, leaning, (1.0, 1.0, 1.0)).apart()


def _likely(odds: Array) -> Array:
    return (1 / (1 + np.exp(-odds))).astype(np.float32)


def _resized(frame: Image, columns: int, rows: int) -> Image:
    if frame.shape[:2] == (rows, columns):
        return frame
    # up to about half the size, the four pixels that linear interpolation looks at are all there are
    kind = cv2.INTER_AREA if frame.shape[1] > HALF * columns or frame.shape[0] > HALF * rows else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(frame, (columns, rows), interpolation=kind), np.uint8)


def _shared(one: Array, other: Array) -> float:
    """How much of two boxes lies in both, of what lies in either."""
    sides = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    both = float(np.prod(np.maximum(sides, 0)))
    return both / max(float(np.prod(one[2:] - one[:2]) + np.prod(other[2:] - other[:2])) - both, 1e-6)


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
