"""Patterns for the six colours of Würfelblitz, after those that engravers use for the colours of coats of arms.

Who cannot tell red from green can tell upright lines from slanting ones.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from companion.rules.wuerfelblitz.tally import COLOURS

Cover = npt.NDArray[np.float32]

LINES: dict[str, tuple[tuple[float, float], ...]] = {
    "black": ((1, 0), (0, 1)),
    "green": ((1, 1),),
    "red": ((1, 0),),
    "blue": ((0, 1),),
    "orange": ((1, -1),),
}
"""Across which directions the lines of a colour follow each other; yellow has dots."""
assert {*LINES, "yellow"} == set(COLOURS)

THICKNESS = 0.3
"""How much of the way from line to line a line takes."""


@cache
def hatching(colour: str, side: int, lines: float) -> Cover | None:
    """The pattern of a colour (side, side), 1 where it is drawn, with so many lines; None if it has none."""
    period = side / lines
    ys, xs = np.mgrid[:side, :side].astype(np.float32) + 0.5
    if colour == "yellow":
        row = np.floor(ys / period)
        dx = (xs + 0.5 * period * (row % 2)) % period - period / 2
        dy = ys % period - period / 2
        return _smooth(0.27 * period - np.hypot(dx, dy))
    if colour not in LINES:
        return None
    cover = np.zeros((side, side), np.float32)
    for x, y in LINES[colour]:
        across = (xs * x + ys * y) / np.hypot(x, y)
        cover = np.maximum(cover, _smooth(THICKNESS * period / 2 - np.abs(across % period - period / 2)))
    return cover


def _smooth(inside: npt.NDArray[np.float32]) -> Cover:
    """From pixels inside an edge to how much of the pixel is covered."""
    covered: Cover = np.clip(inside + 0.5, 0, 1).astype(np.float32)
    return covered
