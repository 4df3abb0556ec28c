"""What a top face looks like, as numbers: an embedding of its mark and the colour of its body."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.confidence import Confidence
from vision.crops import Image, cut
from vision.locator import Found
from vision.networks import Network
from vision.quads import Array

GAMMA = 2.2
"""The usual exponent between light and the values of a picture."""


@dataclass(frozen=True, slots=True)
class Looks:
    """Faces as the network sees them: unit embeddings (n, 128), log probabilities of body colours (n, colours)."""

    embeddings: Array
    colours: Array
    faces: Image

    def __len__(self) -> int:
        return len(self.embeddings)

    def pick(self, which: Sequence[int]) -> Looks:
        """Only some of the faces."""
        return Looks(self.embeddings[which], self.colours[which], self.faces[which])


class FaceReader:
    """Turns faces into looks with the network that ships, all faces of a frame in one batch."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.side = int(network.notes["side"])
        self.margin = float(network.notes["margin"])
        self.sharpness = float(network.notes["sharpness"])
        self.colours: tuple[str, ...] = tuple(network.notes["labels"])
        self.version = str(network.notes["version"])
        self.confidence = Confidence(**network.notes["confidence"])

    def cut(self, frame: Image, found: Found) -> Image:
        """The faces of a frame, with the colour of the light taken out."""
        return without_light(cut(frame, found.centres, found.matrices, self.side, self.margin), found.light)

    def looks(self, faces: Image) -> Looks:
        """Faces (n, side, side, 3), BGR."""
        if not len(faces):
            return Looks(np.zeros((0, 1), np.float32), np.zeros((0, len(self.colours)), np.float32), faces)
        embeddings, colours = self.network.look(list(faces))
        top = colours.max(axis=1, keepdims=True)
        return Looks(embeddings, colours - top - np.log(np.exp(colours - top).sum(axis=1, keepdims=True)), faces)


def without_light(faces: Image, light: tuple[float, float, float]) -> Image:
    """The faces as they would look under white light, no brighter."""
    gain = np.array(light[::-1], np.float32) ** (-1 / GAMMA)
    if np.abs(gain - 1).max() < 0.01:
        return faces
    table = np.clip(np.arange(256, dtype=np.float32)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.stack([table[faces[..., k], k] for k in range(3)], axis=-1)
