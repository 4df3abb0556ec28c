"""Whether a die lies flat or leans: told by its outline and box beside those of the other dice, and by its place.

One top face says little: seen from above, a die that leans looks like one that lies elsewhere. But dice that lie flat
on one table are all shortened the same way and show the same sides; one that leans does not go along.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

import numpy as np

from vision.locator import Found
from vision.quads import Array, encode

FEATURES = 13
"""Numbers that describe one die: stretch and turn of its outline, its box, its place in the frame, its size, and what
the locator thinks: is it a die, does it lean."""
COUNTED = 0.5
"""How sure the locator must be of a die for others to be held beside it."""
ENOUGH = 3
"""Others that make a majority."""


@dataclass(frozen=True, slots=True)
class Stance:
    """A network of three small layers, and what the numbers that go in are brought to range with."""

    middle: Array
    spread: Array
    layers: tuple[tuple[Array, Array], ...]
    """Weights and bias of each."""

    @classmethod
    def from_bytes(cls, content: bytes) -> Stance:
        with np.load(io.BytesIO(content), allow_pickle=False) as data:
            count = sum(name.startswith("weights") for name in data.files)
            layers = tuple((data[f"weights{k}"], data[f"bias{k}"]) for k in range(count))
            return cls(data["middle"], data["spread"], layers)

    def leaning(self, found: Found, width: int, height: int) -> Array:
        """How likely each die of a frame leans (n)."""
        if not len(found):
            return np.zeros(0, np.float32)
        x = (described(found, width, height) - self.middle) / self.spread
        for k, (weights, bias) in enumerate(self.layers):
            x = x @ weights + bias
            if k + 1 < len(self.layers):
                x = np.maximum(x, 0)
        likely: Array = (1 / (1 + np.exp(-np.clip(x[:, 0], -15, 15)))).astype(np.float32)
        return likely


def described(found: Found, width: int, height: int) -> Array:
    """What the network is told of each die: itself, the median of the others, and how far it is from that."""
    own = _numbers(found, width, height)
    rows = []
    for i in range(len(found)):
        others = np.flatnonzero((found.scores >= COUNTED) & (np.arange(len(found)) != i))
        usual = np.median(own[others], axis=0) if len(others) else own[i]
        beside = [float(len(others) > 0), float(len(others) >= ENOUGH)]
        rows.append(np.concatenate([own[i], usual, own[i] - usual, beside]))
    return np.array(rows, np.float32)


def _numbers(found: Found, width: int, height: int) -> Array:
    codes = encode(found.matrices)
    half = np.exp(codes[:, :1])
    before, after = (found.centres - found.boxes[:, :2]) / half, (found.boxes[:, 2:] - found.centres) / half
    longest = max(width, height)
    place = (found.centres - np.array([width / 2, height / 2])) / longest
    told = np.clip(np.stack([found.scores, found.leaning], 1), 1e-4, 1 - 1e-4)
    said = np.log(told / (1 - told))
    return np.concatenate([codes[:, 1:5], before, after, place, codes[:, :1] - np.log(longest), said], axis=1)
