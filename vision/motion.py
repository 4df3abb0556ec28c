"""What stirs over the table: frame differences, deaf to sensor noise, lamp flicker and soft shadows.

Something that reaches in from the edge of the picture is a hand or a sleeve; something small that moves by itself is
rolling.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import Image
from vision.quads import Array

WIDTH = 320
"""Frames are looked at this wide."""
SPOT = 7
"""Pixels that must move together to count."""
CONTRAST = 9.0
"""Least change of brightness that counts, whatever the noise."""
NOISE = 6.0
"""How many times the noise of the picture a change must be."""
STANDS_OUT = 16.0
"""Change of brightness from the bare table that shows something lies over it."""
HAND = 0.012
"""Share of the picture from which something that reaches in from its edge is a hand."""
ROLLS = 0.03
"""Largest share of the picture that something rolling takes."""
TABLE_SECONDS = 2.5
"""What has not moved for so long belongs to the table; what was there before is remembered."""
CUT = 0.5
"""Share of the picture that no hand covers: if more of it is new and still, it is another picture."""
LEARN = 0.15
FLICKER = 0.36
"""Largest change of the light, as a logarithm, from one frame to the next or to the bare table."""
LEVELS = 36
ROWS_DIFFER = 0.1
ROW_KNOWN = 0.15
"""Share of a row that must show the bare table for its own gain to be known."""
SPARSE = 4
"""Every so many pixels are enough for a median."""

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Stir:
    """What stirs in a frame. `busy` marks what moves or reaches in, on a small copy of the frame."""

    moving: bool = False
    hand: bool = False
    rolling: bool = False
    busy: Mask | None = None

    def touches(self, box: tuple[float, float, float, float], width: int) -> bool:
        """Whether something moves or reaches in at a box of a frame that is `width` pixels wide."""
        if self.busy is None:
            return False
        scale = self.busy.shape[1] / width
        x0, y0, x1, y1 = (int(v * scale) for v in box)
        return bool(self.busy[max(0, y0) : y1 + 1, max(0, x0) : x1 + 1].any())


class Motion:
    """Compares each frame with the one before and with the bare table."""

    def __init__(self) -> None:
        self._last: Array | None = None
        self._table: Array | None = None
        self._before: Array | None = None
        self._moved_at: Array | None = None
        self._noise = 1.0

    @property
    def noise(self) -> float:
        """How much the brightness of a pixel varies by itself."""
        return self._noise

    def see(self, image: Image, at: float) -> Stir:
        """What stirs in this frame (BGR), taken at `at` seconds."""
        now = _small(image)
        last = self._last
        self._last = now
        if last is None or self._table is None or last.shape != now.shape:
            self._table, self._before = now.copy(), now.copy()
            self._moved_at = np.full(now.shape, at, np.float32)
            return Stir()
        moved = self._moved(now, last)
        over = self._over(now)
        stir = _told(moved, over)
        self._learn(now, moved, over, stir, at)
        return stir

    def _learn(self, now: Array, moved: Mask, over: Mask, stir: Stir, at: float) -> None:
        """Follow slow changes of the light; take what does not move for the table, but know again what it hides."""
        assert self._table is not None
        assert self._before is not None
        assert self._moved_at is not None
        if stir.moving:
            self._moved_at[cv2.dilate(moved, np.ones((9, 9), np.uint8)) > 0] = at
        cut = not stir.moving and float(over.mean()) > CUT
        rested = (over > 0) & (cut | (at - self._moved_at >= TABLE_SECONDS))
        if rested.any():
            self._before[rested] = self._table[rested]
            self._table[rested] = now[rested]
        bare = over == 0
        self._table[bare] += LEARN * (now[bare] - self._table[bare])

    def _moved(self, now: Array, last: Array) -> Mask:
        """Pixels that changed since the last frame; slow changes over large parts are light, not movement."""
        change = _in_the_light_of(last, now) - last
        change -= cv2.blur(change, (41, 41)).astype(np.float32)
        size = np.abs(change)
        self._noise += 0.1 * (1.4826 * float(np.median(size[::SPARSE, ::SPARSE])) - self._noise)
        moved = (size > max(CONTRAST, NOISE * self._noise)).astype(np.uint8)
        return _without_specks(moved)

    def _over(self, now: Array) -> Mask:
        """Pixels where something lies over the bare table."""
        assert self._table is not None
        assert self._before is not None
        away = np.minimum(*(np.abs(_in_the_light_of(known, now) - known) for known in (self._table, self._before)))
        over = (away > max(STANDS_OUT, NOISE * self._noise)).astype(np.uint8)
        return np.asarray(cv2.morphologyEx(over, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)


def _small(image: Image) -> Array:
    height = round(WIDTH * image.shape[0] / image.shape[1])
    small = cv2.resize(image, (WIDTH, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)


def _in_the_light_of(other: Array, now: Array) -> Array:
    """The frame as bright as the other, row by row: lamps flicker while a sensor is read out.

    What covers most of the picture, a box or two arms, is no light: the gain is that which most of the bare table has.
    """
    there, here = other[:, ::SPARSE], now[:, ::SPARSE]
    ratio = np.asarray(there / np.maximum(here, 1), np.float32)
    level = _level(ratio)
    alike = np.abs(ratio / level - 1) < ROWS_DIFFER
    gain = (there * alike).sum(axis=1, keepdims=True) / np.maximum((here * alike).sum(axis=1, keepdims=True), 1)
    known = alike.mean(axis=1, keepdims=True) > ROW_KNOWN
    return np.asarray(now * np.where(known, gain, level), np.float32)


def _level(ratio: Array) -> float:
    """The gain that most of the picture agrees on; between two that are as common, the one that changes less."""
    logs = np.log(np.maximum(ratio, 1e-3))
    counts, edges = np.histogram(logs, bins=LEVELS, range=(-FLICKER, FLICKER))
    middles = (edges[1:] + edges[:-1]) / 2
    votes = np.convolve(counts, np.ones(5), "same") * (1 - np.abs(middles) / (2 * FLICKER))
    if not votes.any():
        return 1.0
    near = logs[np.abs(logs - middles[int(votes.argmax())]) < 5 * FLICKER / LEVELS]
    return float(np.exp(np.median(near))) if near.size else 1.0


def _without_specks(mask: Mask) -> Mask:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    keep = np.zeros(count, np.uint8)
    keep[1:] = stats[1:, cv2.CC_STAT_AREA] >= SPOT
    return np.asarray(keep[labels], np.uint8)


def _told(moved: Mask, over: Mask) -> Stir:
    """Which of what stirs reaches in from the edge, and which of it rolls by itself."""
    if not moved.any() and not over.any():
        return Stir()
    together = cv2.dilate(moved | over, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(together, connectivity=8)
    height, width = moved.shape
    area = height * width
    rim = np.zeros(count, bool)
    for edge in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        rim[np.unique(edge)] = True
    standing = np.bincount(labels.ravel(), over.ravel(), count)
    moving = np.bincount(labels.ravel(), moved.ravel(), count)
    hands = rim & (standing > HAND * area)
    hands[0] = False
    free = ~rim & (moving >= SPOT) & (stats[:, cv2.CC_STAT_AREA] < ROLLS * area)
    free[0] = False
    busy = np.asarray(hands[labels].astype(np.uint8) | moved, np.uint8)
    return Stir(bool(moved.any()), bool(hands.any()), bool(free.any()), busy)
