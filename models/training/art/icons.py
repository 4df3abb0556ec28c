"""The icons of game-icons.net as outlines, and which of them training must not see.

The outlines come from the npm package `@iconify-json/game-icons` (CC BY 3.0, credits in ICONS.md); `pack_icons.py`
makes the file. An icon is `held_out` by a stable hash of its name, so the split survives new versions of the set.
"""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

ICON_FILE = Path(__file__).with_name("icons.npz")
ICON_GRID = 512
HELD_OUT_SHARE = 0.15
Mask = npt.NDArray[np.uint8]


def is_held_out(name: str) -> bool:
    """Whether this icon or font is kept away from training."""
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:4], "big") < HELD_OUT_SHARE * 2**32


@cache
def _outlines() -> dict[str, list[npt.NDArray[np.int16]]]:
    with np.load(ICON_FILE) as file:
        names = str(file["names"]).split("\n")
        icon_lengths, line_lengths = file["icon_lengths"], file["line_lengths"].astype(int)
        deltas = (file["high"].astype(np.int16) << 8 | file["low"]).T
    lines = [np.cumsum(d, axis=0, dtype=np.int16) for d in np.split(deltas, np.cumsum(line_lengths)[:-1])]
    starts = np.concatenate([[0], np.cumsum(icon_lengths.astype(int))])
    return {name: lines[starts[i] : starts[i + 1]] for i, name in enumerate(names)}


@cache
def icon_names(held_out: bool = False) -> tuple[str, ...]:
    """All icons of one half of the split."""
    return tuple(name for name in _outlines() if is_held_out(name) == held_out)


@cache
def chosen(names: tuple[str, ...], held_out: bool) -> tuple[str, ...]:
    """Those of a hand-picked list that are in this half; there may be none."""
    return tuple(name for name in names if is_held_out(name) == held_out)


@lru_cache(maxsize=3000)
def icon_mask(name: str, size: int = 128) -> Mask:
    """The icon as a coverage mask, trimmed to a square around its ink so that sizes mean what they say."""
    lines = _outlines()[name]
    low = np.min([line.min(axis=0) for line in lines], axis=0).astype(float)
    high = np.max([line.max(axis=0) for line in lines], axis=0).astype(float)
    fine = size * 2
    scale = (fine - 2) / max(*(high - low), 1.0)
    shift = fine / 2 - (low + high) / 2 * scale
    placed = [np.rint((line * scale + shift) * 16).astype(np.int32) for line in lines]
    if len(placed) > 60:
        canvas = np.zeros((fine, fine), np.uint8)
        cv2.fillPoly(canvas, placed, 255, cv2.LINE_8, 4)
    else:
        # cv2 fills by the even-odd rule, SVG by winding: overlapping outlines of one direction must add up.
        winding = np.zeros((fine, fine), np.int16)
        for line in placed:
            one = np.zeros((fine, fine), np.uint8)
            cv2.fillPoly(one, [line], 1, cv2.LINE_8, 4)
            winding += one if cv2.contourArea(line[:, None], True) > 0 else -one.astype(np.int16)
        canvas = np.where(winding != 0, 255, 0).astype(np.uint8)
    mask = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    mask.setflags(write=False)
    return np.asarray(mask, np.uint8)
