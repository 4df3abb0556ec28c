"""Eyes that are never wrong, on a simulated table where a test lays the dice; and other lights on it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.finding import Eyes, true_find
from vision.crops import Image
from vision.frames import Frame, Trouble
from vision.simulated_table import Conditions, Lying, SimDie, SimulatedTable

QUICK = Conditions(throw=3, reach=2)


class Staged:
    """A simulated table that a test may darken, blind or put far away; a `Source`."""

    def __init__(self, seed: int = 3, *, live: bool = False, numerals: bool = False) -> None:
        self.table = SimulatedTable(seed, surface="wood", conditions=QUICK, numerals=numerals)
        self.live = live
        self.gain = 1.0
        self.closed = False
        self.spoil: Callable[[Image], Image] = lambda image: image
        self.trouble: Trouble | None = None
        self.find = true_find(self.table)

    @property
    def ended(self) -> bool:
        return self.closed

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        frame = self.table.next_frame(timeout)
        if frame is None or self.closed:
            return None
        bright = np.clip(frame.image * self.gain, 0, 255).astype(np.uint8) if self.gain != 1 else frame.image
        return Frame(self.spoil(bright), frame.at, frame.number)

    def close(self) -> None:
        self.closed = True
        self.table.close()

    def lay(self, *dice: tuple[str, str, float, float]) -> None:
        """Exactly these dice lie there from now on: body, face, and where (millimetres)."""
        self.table.lying = tuple(Lying(SimDie(body, face, (face,)), x, y, 0.3) for body, face, x, y in dice)
        self.table._base = None

    def eyes(self) -> Eyes:
        return Eyes(self, self.find)
