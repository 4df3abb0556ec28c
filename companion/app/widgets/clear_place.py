"""Where words can stand beside one of several things without covering the others."""

from __future__ import annotations

from collections.abc import Sequence

Box = tuple[float, float, float, float]
"""On the screen: x, y, width, height."""


def clear_place(
    size: tuple[float, float], die: Box, others: Sequence[Box], within: Box, gap: float
) -> tuple[float, float]:
    """Above a die, below it or at its side: the first of these places that is clear, or else the clearest."""
    wide, high = size
    x, y, across, tall = die
    middle, level = x + (across - wide) / 2, y + (tall - high) / 2
    sides, levels = (
        (x - wide - gap, x, middle, x + across - wide, x + across + gap),
        (y - high - gap, level, y + tall + gap),
    )
    places = [(middle, levels[2]), (middle, levels[0]), (sides[4], level), (sides[0], level)]
    places += [(side, far) for far in (levels[2], levels[0]) for side in (sides[3], sides[1], sides[4], sides[0])]
    places += [(middle, levels[2] + high + gap), (middle, levels[0] - high - gap)]
    return min(places, key=lambda place: _covered((*place, wide, high), others, within))


def _covered(box: Box, others: Sequence[Box], within: Box) -> float:
    """How much of other things a box would cover, and how much of it would be cut off."""
    shown = _shared(box, within)
    return sum(_shared(box, other) for other in others) + 4 * max(0.0, box[2] * box[3] - shown - 0.5)


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes have in common."""
    across = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    tall = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0.0, across) * max(0.0, tall)
