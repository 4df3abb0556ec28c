"""What this process takes of the machine: memory, open handles, threads."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from companion.endurance import megabytes


@dataclass(frozen=True, slots=True)
class Footprint:
    megabytes: float
    handles: int
    threads: int

    @classmethod
    def now(cls) -> Footprint:
        gc.collect()
        return cls(megabytes(), len(os.listdir("/dev/fd")), threading.active_count())


def grown(steps: Sequence[Footprint]) -> Footprint:
    """By how much the last quarter is larger than the first."""
    quarter = max(1, len(steps) // 4)
    first, last = steps[:quarter], steps[-quarter:]

    def by(taken: Callable[[Footprint], float]) -> float:
        return median(map(taken, last)) - median(map(taken, first))

    return Footprint(by(lambda s: s.megabytes), round(by(lambda s: s.handles)), round(by(lambda s: s.threads)))
