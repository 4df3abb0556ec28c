"""How likely a reading is right, from all that is known of it: calibrated on pictures whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

FARTHEST = 10.0
"""Odds beyond e to this power say nothing more."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """A logistic curve over three numbers: how clear the face is, how clear the die is, how large it is."""

    base: float = 0.0
    face: float = 1.0
    die: float = 0.0
    size: float = 0.0
    sure: float = 0.9
    """Confidence from which a face counts as read."""

    def __call__(self, face: float, die: float, half_side: float) -> float:
        """From the probability of the face among all it could be, the locator's score, and half the side in pixels."""
        clear = self.base + self.face * odds(face) + self.die * odds(die) + self.size * float(np.log(half_side / 16))
        return float(1 / (1 + np.exp(-np.clip(clear, -FARTHEST, FARTHEST))))


def odds(probability: float) -> float:
    """The logarithm of the odds, within reason."""
    p = min(max(probability, 1e-9), 1 - 1e-9)
    return float(np.clip(np.log(p / (1 - p)), -FARTHEST, FARTHEST))
