"""How likely a reading is right, from all that is known of it: calibrated on pictures whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

FARTHEST = 10.0
"""Odds beyond e to this power say nothing more."""
LARGE = 24.0
"""Half side, in pixels, from which on a die is as clear as it can be."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """A logistic curve over three numbers: how clear the face is, how clear the die is, how large it is.

    Never more than the face itself is clear: a large die that certainly lies there may still show either of two faces.
    """

    base: float = 0.0
    face: float = 1.0
    die: float = 0.0
    size: float = 0.0
    sure: float = 0.9
    """Confidence from which a face counts as read…"""
    clear: float = 0.95
    """…if the face itself is at least so clear: a large die that certainly lies there makes up for no doubt."""

    def __call__(self, face: float, die: float, half_side: float) -> float:
        """From the probability of the face among all it could be, the locator's score, and half the side in pixels."""
        size = float(np.log(min(half_side, LARGE) / 16))
        clear = self.base + self.face * odds(face) + self.die * odds(die) + self.size * size
        return min(face, float(1 / (1 + np.exp(-np.clip(clear, -FARTHEST, FARTHEST)))))

    def enough(self, face: float, confidence: float) -> bool:
        """Whether a face of which this is known counts as read."""
        return confidence >= self.sure and face >= self.clear


def odds(probability: float) -> float:
    """The logarithm of the odds, within reason."""
    p = min(max(probability, 1e-9), 1 - 1e-9)
    return float(np.clip(np.log(p / (1 - p)), -FARTHEST, FARTHEST))
