"""Batches of faces for the reader: of every kind as often as it should be seen, turned, shifted and lit anew."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset

from models.training.faces import NOTHING, ROOM, Faces, Image
from models.training.wear import aged, lit, missed, place_of
from vision.crops import SIZE
from vision.quads import Array

BODIES = (
    "white", "ivory", "yellow", "orange", "red", "pink", "purple", "blue", "cyan", "green", "black", "grey", "brown"
)  # fmt: skip
PHOTOGRAPHED = "photographed"
SHARE = {"pips": 0.21, PHOTOGRAPHED: 0.18, "numeral": 0.1, "dot": 0.09, "game": 0.22, "icon": 0.11, NOTHING: 0.09}
"""How often each kind of face is shown."""
LOOSE, LOOSE_SHARE = (1.0, 3.0, 6.0), (0.6, 0.28, 0.12)
"""How badly crops miss their faces, and how often: the worst can only be cut anew."""
UNREADABLE = -1
"""The class of a crop of which only the place of its face is asked."""
Batch = tuple[Tensor, Tensor, Tensor, Tensor]


def kind_of(label: str) -> str:
    """The group a face is drawn from."""
    first = label.partition("-")[0]
    if first in ("pips", "numeral", "dot"):
        return first
    if label == NOTHING:
        return NOTHING
    return "icon" if first in ("icon", "letter", "blank") else "game"


class Feeder(IterableDataset[Batch]):
    """Endless batches: faces (n, 64, 64, 3; BGR), classes, bodies, places (see `place_of`; not a number if unknown)."""

    def __init__(self, faces: Faces, labels: list[str], seed: int, size: int) -> None:
        self.faces, self.seed, self.size = faces, seed, size
        index = {label: i for i, label in enumerate(labels)}
        self.classes = np.array([index[label] for label in faces.labels])
        self.bodies = np.array([BODIES.index(b) if b in BODIES else -1 for b in faces.bodies])
        kinds = np.array([kind_of(label) for label in faces.labels])
        kinds[faces.photographed & (kinds != NOTHING)] = PHOTOGRAPHED
        weights = np.zeros(len(kinds))
        for kind, share in SHARE.items():
            of_kind = kinds == kind
            # within a kind, every class alike, the rare ones a little less
            _, which, count = np.unique(np.array(faces.labels)[of_kind], return_inverse=True, return_counts=True)
            if len(which):
                w = 1 / count[which] ** 0.75
                weights[of_kind] = share * w / w.sum()
        self.odds = np.cumsum(weights / weights.sum())

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)  # the network needs the others
        rng = np.random.default_rng(self.seed)
        while True:
            which = np.minimum(np.searchsorted(self.odds, rng.random(self.size)), len(self.odds) - 1)
            images, places, near = zip(*(self._face(int(i), rng) for i in which), strict=True)
            yield (
                torch.from_numpy(np.stack(images)),
                torch.from_numpy(np.where(near, self.classes[which], UNREADABLE)),
                torch.from_numpy(self.bodies[which]),
                torch.from_numpy(np.stack(places)),
            )

    def _face(self, i: int, rng: np.random.Generator) -> tuple[Image, Array, bool]:
        """A face, where it lies in its crop, and whether enough of it is in there to be read."""
        loose = float(rng.choice(LOOSE, p=LOOSE_SHARE))
        linear, shift = missed(rng, loose)
        steps = linear * (ROOM / SIZE)
        corner = (shift + 1) * ROOM / 2 - 0.5 - steps.sum(axis=1) * (SIZE - 1) / 2
        image = cv2.warpAffine(
            self.faces.images[i],
            np.column_stack([steps, corner]),
            (SIZE, SIZE),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        image = lit(np.asarray(image, np.uint8), self.faces.lights[i], rng, free=self.bodies[i] < 0)
        return aged(image, rng), place_of(self.faces.places[i], linear, shift), loose < LOOSE[-1]
