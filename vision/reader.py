"""What a top face looks like, as numbers: an embedding of its mark, the colour of its body, where it really lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.confidence import Confidence
from vision.crops import Image, cut
from vision.locator import Found
from vision.networks import Network
from vision.quads import Array, decode

FARTHEST = 0.6
"""How far, in half sides, an outline is moved or stretched at most when it is mended."""
GAMMA = 2.2
"""The usual exponent between light and the values of a picture."""


@dataclass(frozen=True, slots=True)
class Looks:
    """Faces as the network sees them: unit embeddings (n, 128), log probabilities of body colours (n, colours)."""

    embeddings: Array
    colours: Array
    places: Array
    """Where each face lies in its cut (n, 7): shift of its centre in half sides, and the five numbers of its quad."""
    faces: Image

    def __len__(self) -> int:
        return len(self.embeddings)

    def pick(self, which: Sequence[int]) -> Looks:
        """Only some of the faces."""
        return Looks(self.embeddings[which], self.colours[which], self.places[which], self.faces[which])

    def put(self, which: Sequence[int], others: Looks) -> Looks:
        """With other looks of some of the faces."""
        mine = Looks(self.embeddings.copy(), self.colours.copy(), self.places.copy(), self.faces.copy())
        mine.embeddings[which], mine.colours[which] = others.embeddings, others.colours
        mine.places[which], mine.faces[which] = others.places, others.faces
        return mine


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
            none = np.zeros((0, 1), np.float32)
            return Looks(none, np.zeros((0, len(self.colours)), np.float32), none, faces)
        embeddings, colours, places = self.network.look(list(faces))
        top = colours.max(axis=1, keepdims=True)
        likely = colours - top - np.log(np.exp(colours - top).sum(axis=1, keepdims=True))
        return Looks(embeddings, likely, places, faces)

    def nearer(self, found: Found, looks: Looks) -> Found:
        """The same dice, outlined as the faces in the cuts say that they lie."""
        shifts = np.clip(looks.places[:, :2], -FARTHEST, FARTHEST)
        codes = np.clip(looks.places[:, 2:], -FARTHEST, FARTHEST)
        codes[:, 3:] = looks.places[:, 5:]
        return replace(
            found,
            centres=found.centres + np.einsum("nij,nj->ni", found.matrices, shifts),
            matrices=found.matrices @ decode(codes),
        )


def without_light(faces: Image, light: tuple[float, float, float]) -> Image:
    """The faces as they would look under white light, no brighter."""
    gain = np.array(light[::-1], np.float32) ** (-1 / GAMMA)
    if np.abs(gain - 1).max() < 0.01:
        return faces
    table = np.clip(np.arange(256, dtype=np.float32)[:, None] * gain, 0, 255).astype(np.uint8)
    return np.stack([table[faces[..., k], k] for k in range(3)], axis=-1)
