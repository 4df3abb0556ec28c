"""What this process takes of the machine: memory, open handles, threads."""

from __future__ import annotations

import ctypes
import gc
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import median

from companion.bench.machine import megabytes


@dataclass(frozen=True, slots=True)
class Footprint:
    megabytes: float
    handles: int
    threads: int

    @classmethod
    def now(cls) -> Footprint:
        gc.collect()
        _give_back()
        return cls(megabytes(), len(os.listdir("/dev/fd")), threading.active_count())


def grown(steps: Sequence[Footprint]) -> Footprint:
    """By how much the last quarter is larger than the first."""
    quarter = max(1, len(steps) // 4)
    first, last = steps[:quarter], steps[-quarter:]

    def by(taken: Callable[[Footprint], float]) -> float:
        return median(map(taken, last)) - median(map(taken, first))

    return Footprint(by(lambda s: s.megabytes), round(by(lambda s: s.handles)), round(by(lambda s: s.threads)))


def _give_back() -> None:
    """What is free but kept for later, and rises and falls with the pictures of the moment, is no memory in use."""
    with suppress(AttributeError, OSError, TypeError):  # a C library that has no such call
        ctypes.CDLL(None).malloc_trim(0)
