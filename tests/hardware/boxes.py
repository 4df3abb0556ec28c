"""The boxes that the tests talk to: the one in Python, and the compiled firmware in a simulated ATmega328P."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterable
from ctypes.util import find_library
from pathlib import Path
from typing import Protocol

import pytest
import serial  # type: ignore[import-untyped]

from hardware.simulator import Simulator
from hardware.wire import Noise, Wire

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"
BUILD = FIRMWARE / "build"
TOOLS = ("make", "avr-gcc", "gcc")
CYCLES = 16_000_000  # a second
SOON = 0.005

Moves = Iterable[tuple[float, int, bool]]  # seconds from now, player, contact closed


class AnyBox(Protocol):
    """What a test may do to a box."""

    @property
    def port(self) -> str: ...
    def move(self, moves: Moves) -> None: ...
    def reset(self) -> None: ...
    def power_cycle(self) -> None: ...
    def unplug(self) -> None: ...
    def plug(self) -> None: ...
    def close(self) -> None: ...


class PythonBox:
    def __init__(self, noise: Noise | None = None) -> None:
        self._simulator = Simulator(noise)
        self.reset, self.power_cycle = self._simulator.reset, self._simulator.power_cycle
        self.unplug, self.plug, self.close = self._simulator.unplug, self._simulator.plug, self._simulator.close

    @property
    def port(self) -> str:
        return self._simulator.port

    def move(self, moves: Moves) -> None:
        now = time.monotonic() + SOON
        self._simulator.move([(now + after, player, down) for after, player, down in moves])


def build_firmware() -> None:
    """Compile firmware and simulator; skip where that is not possible."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing or not find_library("simavr"):
        pytest.skip(f"needs {', '.join([*missing, 'libsimavr'])}: apt-get install gcc-avr avr-libc libsimavr-dev gcc")
    made = subprocess.run(
        ["make", "-C", str(FIRMWARE), "all", "simulator"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr


class FirmwareBox:
    """The very binary that is flashed; with `noise` its serial line runs through a bad cable."""

    def __init__(self, noise: Noise | None = None, *, speed: float = 1.0) -> None:
        self._process = subprocess.Popen(
            [str(BUILD / "simulator"), str(BUILD / "buzzer.elf"), str(speed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        self._lock = threading.Lock()
        line = self._out.readline().strip()
        while not line.startswith("/dev/"):  # simavr tells what it loads
            line = self._out.readline().strip()
        self._pty = line
        self._relay = Relay(self._pty, Wire(noise)) if noise else None

    @property
    def port(self) -> str:
        return self._relay.wire.name if self._relay else self._pty

    def ask(self, command: str) -> str:
        with self._lock:
            self._in.write(f"{command}\n")
            self._in.flush()
            return self._out.readline().strip()

    def move(self, moves: Moves) -> None:
        self.move_at(moves)

    def move_at(self, moves: Moves) -> float:
        """Like `move`; returns the time on the simulated chip’s clock that the moves count from."""
        lines = [f"{after * 1e6 + 1:.3f} {player} {int(down)}" for after, player, down in sorted(moves)]
        return int(self.ask("\n".join([f"edges {len(lines)}", *lines]))) / CYCLES

    def interrupts(self) -> dict[str, int]:
        words = self.ask("interrupts").split()
        return {name: int(value) for name, value in zip(words[::2], words[1::2], strict=True)}

    def reset(self) -> None:
        self.ask("reset")

    def power_cycle(self) -> None:
        self.ask("power")

    def unplug(self) -> None:
        assert self._relay
        self._relay.unplug()

    def plug(self) -> None:
        assert self._relay
        self._relay.plug()

    def close(self) -> None:
        if self._relay:
            self._relay.close()
        self._in.close()
        self._process.wait(timeout=10)
        self._out.close()


class Relay:
    """Carries bytes between the simulated chip's pty and a wire that can go wrong."""

    def __init__(self, pty: str, wire: Wire) -> None:
        self.wire = wire
        self._serial = serial.Serial(pty, timeout=0)
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        with self._lock:
            self.wire.unplug()

    def plug(self) -> None:
        with self._lock:
            self.wire.plug()

    def close(self) -> None:
        self._closing.set()
        self._thread.join()
        self._serial.close()
        self.wire.close()

    def _carry(self) -> None:
        while not self._closing.wait(0.001):
            with self._lock:
                if data := self.wire.read():
                    self._serial.write(data)
                self.wire.write(self._serial.read(4096))


def python_box(noise: Noise | None = None) -> AnyBox:
    return PythonBox(noise)


def firmware_box(noise: Noise | None = None) -> AnyBox:
    build_firmware()
    return FirmwareBox(noise)


BOXES: dict[str, Callable[[Noise | None], AnyBox]] = {"python": python_box, "firmware": firmware_box}
