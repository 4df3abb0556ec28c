"""The Python box on a pty, living in real time in a thread of its own: `wuerfelauge buzzer simulate` and the tests."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from random import Random

from hardware.contact import press
from hardware.device import Box
from hardware.wire import Noise, Wire

STEP = 0.001
HELD = 0.08


class Simulator:
    """Open `port` with a link, then press, reset and unplug."""

    def __init__(self, noise: Noise | None = None, *, bounce: Random | None = None) -> None:
        self.box = Box(time.monotonic())
        self.wire = Wire(noise)
        self._bounce = bounce
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._live, name="simulated buzzer", daemon=True)
        self._thread.start()

    @property
    def port(self) -> str:
        return self.wire.name

    def press(self, players: Iterable[int], held: float = HELD) -> None:
        """These players press at the very same time."""
        self.move([(when, p, down) for p in players for when, down in press(0.0, held, self._bounce)])

    def move(self, moves: Iterable[tuple[float, int, bool]]) -> None:
        """Contacts close and open so many seconds from now."""
        with self._lock:
            now = time.monotonic()
            for after, player, down in moves:
                self.box.move(player, down, now + after)

    def bounce(self, rng: Random | None) -> None:
        """From now on contacts bounce by this chance, or not at all."""
        self._bounce = rng

    def reset(self) -> None:
        with self._lock:
            self.box.reset(time.monotonic())

    def power_cycle(self) -> None:
        with self._lock:
            self.box.power_cycle(time.monotonic())

    def unplug(self) -> None:
        """Only the cable: the box lives on, as one with a power supply of its own does."""
        with self._lock:
            self.wire.unplug()

    def plug(self) -> None:
        with self._lock:
            self.wire.plug()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self.wire.close()

    def _live(self) -> None:
        while not self._closing.wait(STEP):
            with self._lock:
                data = self.wire.read()
                now = time.monotonic()
                said = self.box.advance(now)  # it may have been kept waiting: what it is asked it is asked now
                self.box.receive(data)
                self.wire.write(said + self.box.advance(now))
