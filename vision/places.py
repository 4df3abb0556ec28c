"""Which dice have left their places between two still tables: each place is watched while hands come and go.

A die that lay there, was taken up and lies there again after a throw looks as if it had been kept; its place was bare
for a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.crops import Image
from vision.motion import Stir
from vision.quads import Array
from vision.reading import DieRead

WIDTH = 320
"""Frames are looked at this wide, in colour: a sleeve may be as bright as the table."""
BARE = 2
"""Looks at a bare place, one after another, that count."""
CONTRAST = 10.0
"""Difference between a die and the bare place from which one is told from the other."""
NOISE = 4.0
LIKE = 8.0
"""What differs less than this from the bare place is the bare place, and no sleeve of its colour."""
CLEARLY = 2.0
"""How much less it must differ from the bare place than from the die."""
ASIDE = 3
"""Pixels by which a bump may shift the picture."""
SHADE = 0.88
"""A soft shadow takes away so much light at most; in deeper ones nothing is concluded."""
SMALLEST = 4


@dataclass(slots=True, eq=False)
class _Place:
    die: DieRead
    corner: tuple[int, int]
    looks: Array
    """The die, on the small picture."""
    bare: Array
    """The same place without it."""
    seen_bare: int = 0

    @property
    def left(self) -> bool:
        return self.seen_bare >= BARE


class Places:
    """Watches the places of dice that lie still."""

    def __init__(self) -> None:
        self._places: list[_Place] = []
        self._bare: Array | None = None

    @property
    def left(self) -> tuple[DieRead, ...]:
        """The dice whose places have been seen without them."""
        return tuple(place.die for place in self._places if place.left)

    def rest(self, image: Image) -> None:
        """Nothing stirs, and the dice lie as they were told: all around them is the bare table."""
        small = _small(image)
        if self._bare is None or self._bare.shape != small.shape:
            self._bare = small
            return
        around = np.ones(small.shape[:2], bool)
        for place in self._places:
            (x, y), (height, width) = place.corner, place.looks.shape[:2]
            around[max(0, y - ASIDE) : y + height + ASIDE, max(0, x - ASIDE) : x + width + ASIDE] = False
        self._bare[around] = small[around]

    def lay(self, image: Image, dice: Sequence[DieRead]) -> None:
        """From now on these dice lie there."""
        small, width = _small(image), image.shape[1]
        if self._bare is None or self._bare.shape != small.shape:
            self._bare = small.copy()  # what lies there from the beginning cannot be told from the table
        self._places = []
        for die in dice:
            x0, y0, x1, y1 = (max(0, round(v * WIDTH / width)) for v in die.box)
            looks, bare = (picture[y0 : y1 + 1, x0 : x1 + 1].copy() for picture in (small, self._bare))
            if min(looks.shape[:2]) >= SMALLEST:
                self._places.append(_Place(die, (x0, y0), looks, bare))

    def see(self, image: Image, stir: Stir, noise: float) -> None:
        """Look at the places that nothing covers."""
        open_places = [p for p in self._places if not p.left and not stir.touches(p.die.box, image.shape[1])]
        if not open_places:
            return
        small = _small(image)
        for place in open_places:
            from_die = _difference(small, place.corner, place.looks)
            from_bare = _difference(small, place.corner, place.bare)
            gone = from_die > max(CONTRAST, NOISE * noise, CLEARLY * from_bare) and from_bare < max(LIKE, NOISE * noise)
            place.seen_bare = place.seen_bare + 1 if gone else 0


def _small(image: Image) -> Array:
    size = (WIDTH, round(WIDTH * image.shape[0] / image.shape[1]))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)


def _difference(small: Array, corner: tuple[int, int], looks: Array) -> float:
    """How unlike something is what is to be seen there: in the light of now, and shifted as a bump may have done."""
    (x, y), (height, width) = corner, looks.shape[:2]
    seen = small[max(0, y - ASIDE) : y + height + ASIDE, max(0, x - ASIDE) : x + width + ASIDE]
    if seen.shape[0] < height or seen.shape[1] < width:
        return 0.0
    together = cv2.matchTemplate(seen, looks, cv2.TM_CCORR)
    own = cv2.matchTemplate(seen * seen, np.ones_like(looks), cv2.TM_CCORR)
    gain = np.clip(together / np.maximum(own, 1), SHADE, 1 / SHADE)
    rest = float((looks * looks).sum()) - 2 * gain * together + gain * gain * own
    return float(np.sqrt(max(0.0, float(rest.min())) / looks.size))
