"""A cable that can be bad: a pty under a name that stays, with lost and flipped bytes, delays and unplugging."""

from __future__ import annotations

import contextlib
import os
import pty
import tempfile
import time
import tty
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from random import Random


@dataclass
class Noise:
    """What happens to bytes on the way, in both directions; all of it can be changed while the wire is in use."""

    lost: float = 0.0  # share of bytes
    flipped: float = 0.0  # share of bytes with one bit turned
    delay: float = 0.0  # seconds at most, to the program
    rng: Random = field(default_factory=Random)

    def on(self, data: bytes) -> bytes:
        if not self.lost and not self.flipped:
            return data
        out = bytearray()
        for byte in data:
            chance = self.rng.random()
            if chance >= self.lost + self.flipped:
                out.append(byte)
            elif chance >= self.lost:
                out.append(byte ^ 1 << self.rng.randrange(8))
        return bytes(out)


class Wire:
    """The box's end of a serial cable. The program opens `name`."""

    def __init__(self, noise: Noise | None = None) -> None:
        self.noise = noise or Noise()
        self._folder = tempfile.TemporaryDirectory(prefix="buzzer-")
        self.name = str(Path(self._folder.name) / "port")
        self._ends: tuple[int, int] | None = None
        self._held: deque[tuple[float, bytes]] = deque()
        self.plug()

    def plug(self) -> None:
        if self._ends is None:
            box, program = pty.openpty()
            tty.setraw(program)
            os.set_blocking(box, False)
            os.symlink(os.ttyname(program), self.name)
            self._ends = box, program

    def unplug(self) -> None:
        """The port vanishes, with everything that was on the way."""
        if self._ends is not None:
            os.unlink(self.name)
            for end in self._ends:
                os.close(end)
            self._ends = None
            self._held.clear()

    def read(self) -> bytes:
        """What the program has sent."""
        if self._ends is None:
            return b""
        try:
            return self.noise.on(os.read(self._ends[0], 4096))
        except OSError:  # nothing there
            return b""

    def write(self, data: bytes) -> None:
        """Send to the program, now or when the delay is over; what does not fit is lost as on a real wire."""
        if data:
            late = self.noise.rng.uniform(0, self.noise.delay) if self.noise.delay else 0.0
            due = max(time.monotonic() + late, self._held[-1][0] if self._held else 0.0)
            self._held.append((due, self.noise.on(data)))
        while self._ends and self._held and self._held[0][0] <= time.monotonic():
            with contextlib.suppress(OSError):
                os.write(self._ends[0], self._held.popleft()[1])

    def close(self) -> None:
        self.unplug()
        self._folder.cleanup()
