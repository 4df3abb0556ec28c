"""What the locator should answer for a frame, drawn from its labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.quads import Array, affine_of, encode

CELL = 4
"""The locator answers once for this many pixels of its input."""
BASE_SIZE = 16.0
"""Half side, in pixels of the input, that counts as size 0."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A die in a training frame: its top face, the box of the whole die, whether it leans, how much of it is seen."""

    top: Array
    box: Array
    cocked: bool
    visible: float
    box_known: bool = True
    quad_known: bool = True


@dataclass(slots=True)
class Targets:
    """Maps for one frame: the heat (1 at centres), what to answer there, how much it counts, and where to look away."""

    heat: Array
    answer: Array
    weight: Array
    box_weight: Array
    counted: Array


def draw(dice: Sequence[Seen], height: int, width: int) -> Targets:
    """Maps at a quarter of the frame's size. Dice mostly hidden are neither right nor wrong to find."""
    rows, columns = height // CELL, width // CELL
    heat = np.zeros((rows, columns), np.float32)
    answer = np.zeros((12, rows, columns), np.float32)
    weight = np.zeros((rows, columns), np.float32)
    box_weight = np.zeros((rows, columns), np.float32)
    counted = np.ones((rows, columns), np.float32)
    ys, xs = np.mgrid[:rows, :columns].astype(np.float32)
    for die in dice:
        centres, matrices = affine_of(die.top)
        centre, code = centres[0], encode(matrices)[0]
        half = float(np.exp(code[0]))
        # the centre of a cell lies half a cell in
        cx, cy = (centre + 0.5) / CELL - 0.5
        away = np.hypot(xs - cx, ys - cy)
        if die.visible < 0.45 or not (0 <= cx < columns - 0.5 and 0 <= cy < rows - 0.5) or half < 3.5:
            counted[away < max(1.5, 1.3 * half / CELL)] = 0
            continue
        sigma = max(0.8, 0.22 * half / CELL)
        bump = np.exp(-(away**2) / (2 * sigma**2)).astype(np.float32)
        bump[min(round(float(cy)), rows - 1), min(round(float(cx)), columns - 1)] = 1.0
        mine = bump > heat
        heat = np.maximum(heat, bump)
        taught = mine & (bump > 0.3)
        answer[0][taught] = (cx - xs)[taught]
        answer[1][taught] = (cy - ys)[taught]
        answer[2][taught] = code[0] - np.log(BASE_SIZE)
        for k in range(1, 5):
            answer[2 + k][taught] = code[k]
        x0, y0, x1, y1 = die.box
        for k, side in enumerate((centre[0] - x0, centre[1] - y0, x1 - centre[0], y1 - centre[1])):
            answer[7 + k][taught] = side / half
        answer[11][taught] = float(die.cocked)
        clear = min(1.0, half / 12)  # the shape of a tiny face is mostly a guess
        weight[taught] = bump[taught] * die.quad_known * clear
        box_weight[taught] = bump[taught] * die.box_known * clear
    counted[heat > 0.5] = 1
    return Targets(heat, answer, weight, box_weight, counted)
