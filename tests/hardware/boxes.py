"""The boxes that the tests talk to: the one in Python, and the compiled firmware in a simulated ATmega328P.

Their time stands still but for `exchange`: what a test sees does not depend on how busy the machine is.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Protocol

import pytest
import serial  # type: ignore[import-untyped]

from hardware.device import Box

FIRMWARE = Path(__file__).parents[2] / "hardware" / "firmware"
BUILD = FIRMWARE / "build"
TOOLS = ("make", "gcc", "avr-gcc")
HEADERS = (("avr-gcc", "avr/io.h"), ("gcc", "simavr/sim_avr.h"), ("gcc", "libelf.h"))
PACKAGES = "gcc libc6-dev make gcc-avr avr-libc libsimavr-dev libelf-dev"
CYCLES = 16_000_000  # a second
STEP = 0.001

Moves = Iterable[tuple[float, int, bool]]  # seconds from now, player, contact closed


class AnyBox(Protocol):
    """What a test may do to a box."""

    @property
    def now(self) -> float:
        """The box's own time in seconds: a reset does not set it back."""

    def exchange(self, data: bytes, seconds: float) -> bytes:
        """Send this, let the box live on for so long, and return what it said meanwhile."""

    def move(self, moves: Moves) -> None: ...
    def reset(self) -> None: ...
    def power_cycle(self) -> None: ...
    def lamps(self) -> set[int]:
        """Players whose lamps were lit at all since this was last asked."""

    def sounded(self) -> bool:
        """Whether there was any sound since this was last asked."""

    def close(self) -> None: ...


class PythonBox:
    def __init__(self) -> None:
        self.now = 0.0
        self.box = Box(self.now)
        self._lit: set[int] = set()

    def exchange(self, data: bytes, seconds: float) -> bytes:
        self.box.receive(data)
        said, until = b"", self.now + seconds
        while self.now < until:
            self.now = min(until, self.now + STEP)
            said += self.box.advance(self.now)
            self._lit |= {player for player, mark in enumerate(self.box.lamps) if mark != "."}
        return said

    def move(self, moves: Moves) -> None:
        for after, player, down in moves:
            self.box.move(player, down, self.now + after)

    def reset(self) -> None:
        self.box.reset(self.now)

    def power_cycle(self) -> None:
        self.box.power_cycle(self.now)

    def lamps(self) -> set[int]:
        lit, self._lit = self._lit, set()
        return lit

    def sounded(self) -> bool:
        played, self.box.played = self.box.played, []
        return bool(played)

    def close(self) -> None:
        pass


@cache
def build_firmware() -> None:
    """Compile firmware and simulated chip; skip where that is not possible."""
    if lacking := [tool for tool in TOOLS if not shutil.which(tool)] or [
        header for compiler, header in HEADERS if not _knows(compiler, header)
    ]:
        pytest.skip(f"The firmware needs {', '.join(lacking)}: apt-get install {PACKAGES}.")
    # Test processes run side by side; only one of them may build.
    with (FIRMWARE / "Makefile").open() as makefile:
        _alone(makefile.fileno())
        made = subprocess.run(
            ["make", "-C", str(FIRMWARE), "all", "simulator"], capture_output=True, text=True, check=False
        )
    assert made.returncode == 0, made.stderr


def _knows(compiler: str, header: str) -> bool:
    machine = ["-mmcu=atmega328p"] if compiler == "avr-gcc" else []
    look = [compiler, *machine, "-fsyntax-only", "-include", header, "-x", "c", os.devnull]
    return subprocess.run(look, capture_output=True, check=False).returncode == 0


def _alone(file: int) -> None:
    fcntl.flock(file, fcntl.LOCK_EX)


class Chip:
    """The simulated ATmega328P with the very binary that is flashed; `live` runs it in real time.

    With a bootloader it begins there, as every board does; a blank chip has nothing else.
    """

    def __init__(self, *, live: bool = False, bootloader: Path | None = None, blank: bool = False) -> None:
        build_firmware()
        more = [str(bootloader)] * bool(bootloader) + ["blank"] * blank
        self._process = subprocess.Popen(
            [str(BUILD / "simulator"), str(BUILD / "buzzer.elf"), "live" if live else "step", *more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        line = self._out.readline().strip()
        while not line.startswith("/dev/"):  # simavr tells what it loads
            line = self._out.readline().strip()
        self.port = line

    def ask(self, command: str) -> list[str]:
        self._in.write(f"{command}\n")
        self._in.flush()
        return self._out.readline().split()

    def move(self, moves: Moves) -> float:
        """Set the contacts; returns the time on the chip's clock that the moves count from."""
        lines = [f"{after * 1e6 + 1:.3f} {player} {int(down)}" for after, player, down in sorted(moves)]
        return int(self.ask("\n".join([f"edges {len(lines)}", *lines]))[0]) / CYCLES

    def interrupts(self) -> dict[str, int]:
        words = self.ask("interrupts")
        return {name: int(value) for name, value in zip(words[::2], words[1::2], strict=True)}

    def lamps(self) -> list[float]:
        """Seconds that each was lit since this was last asked."""
        return [int(cycles) / CYCLES for cycles in self.ask("lamps")]

    def sounder(self) -> tuple[int, float, float]:
        """Periods, and seconds of high level, since this was last asked; the pitch of the latest period in hertz."""
        periods, high, period = map(int, self.ask("sounder"))
        return periods, high / CYCLES, CYCLES / period if period else 0.0

    def close(self) -> None:
        self._in.close()
        self._process.wait(timeout=60)
        self._out.close()


class FirmwareBox:
    """The firmware, with pyserial on its line."""

    def __init__(self, bootloader: Path | None = None) -> None:
        self.chip = Chip(bootloader=bootloader)
        self.now = 0.0
        self._serial = serial.Serial(self.chip.port, baudrate=115200, timeout=60)
        self._sent = self._received = 0

    def exchange(self, data: bytes, seconds: float) -> bytes:
        self._serial.write(data)
        self._sent += len(data)
        cycle, said = self.chip.ask(f"run {seconds * 1e6:.3f} {self._sent}")
        self.now = int(cycle) / CYCLES
        answer: bytes = self._serial.read(int(said) - self._received)
        self._received = int(said)
        return answer

    def move(self, moves: Moves) -> None:
        self.chip.move(moves)

    def reset(self) -> None:
        self.chip.ask("reset")

    def power_cycle(self) -> None:
        self.chip.ask("power")

    def lamps(self) -> set[int]:
        return {player for player, seconds in enumerate(self.chip.lamps()) if seconds}

    def sounded(self) -> bool:
        return self.chip.sounder()[0] > 0

    def close(self) -> None:
        self._serial.close()
        self.chip.close()


BOXES: dict[str, Callable[[], AnyBox]] = {"python": PythonBox, "firmware": FirmwareBox}
