"""What is on every board beside the firmware: flashing through it with avrdude, and the reset when a port is opened.

The bootloaders are those of Debian's package for Uno and Nano.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from queue import Queue

import pytest

from hardware.link import Link, News, State, Status
from hardware.protocol import Kind
from hardware.session import Press
from tests.hardware.boxes import FIRMWARE, Chip, FirmwareBox
from tests.hardware.conversation import Connection, presses

BOARDS = {  # the bootloader, and the baud rate at which it is flashed
    "uno": ("optiboot_atmega328.hex", 115200),
    "old nano": ("ATmegaBOOT_168_atmega328.hex", 57600),
}
PACKAGE = "arduino-core-avr"
PATIENCE = 60.0
FLASHINGS = 5


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def bootloader(board: str) -> Path:
    listed = ""
    if shutil.which("dpkg"):
        listed = subprocess.run(["dpkg", "-L", PACKAGE], capture_output=True, text=True, check=False).stdout
    found = [Path(line) for line in listed.splitlines() if line.endswith("/" + BOARDS[board][0])]
    if not found:
        pytest.skip(f"The bootloaders are missing: apt-get install {PACKAGE}.")
    return found[0]


def flashed(bootloader: Path, baud: int) -> Chip:
    """A chip that was blank. If the machine pauses, avrdude and bootloader may lose each other: once more then."""
    for _ in range(FLASHINGS):
        chip = Chip(live=True, bootloader=bootloader, blank=True)
        flash = ["make", "-C", str(FIRMWARE), "flash", f"PORT={chip.port}", f"BAUD={baud}"]
        made = subprocess.run(flash, capture_output=True, text=True, check=False)
        if made.returncode == 0:
            assert "bytes of flash verified" in made.stderr
            return chip
        chip.close()
    pytest.fail(made.stderr)


def test_make_flash_uploads_the_firmware_and_the_box_is_ready(board: str, bootloader: Path) -> None:
    if not shutil.which("avrdude"):
        pytest.skip("Flashing needs avrdude: apt-get install avrdude.")
    chip, inbox = flashed(bootloader, BOARDS[board][1]), Queue[News]()
    with Link(inbox.put, chip.port):
        while not (isinstance(news := inbox.get(timeout=PATIENCE), Status) and news.state is State.CONNECTED):
            pass
        chip.move(presses([(0.01, 4)]))
        while not isinstance(news := inbox.get(timeout=PATIENCE), Press):
            pass
        assert news.players == (4,)
    chip.close()


def test_the_reset_when_the_port_is_opened_costs_no_press_and_no_round(bootloader: Path) -> None:
    """The bootloader comes first: it hears what the program says, and uses memory of its own."""
    box = FirmwareBox(bootloader)
    connection = Connection(box)
    assert connection.run(4.0, lambda: connection.session.welcome is not None)
    connection.order("GO 05")
    connection.run(0.1)
    connection.unplug()
    box.move(presses([(0.01, 2), (0.02, 5)]))
    made = box.now
    connection.run(0.2)
    box.reset()
    connection.plug()
    assert connection.run(4.0, lambda: len(connection.presses) == 2)
    print(f"\npresses of before the reset told {box.now - made - 0.2:.2f} s after it")
    assert [(press.kind, press.round, press.players) for press in connection.presses] == [
        (Kind.PRESS, 5, (2,)),
        (Kind.PRESS, 5, (5,)),
    ]
    assert [press.at and abs(press.at.at - made - after) <= press.at.error
            for press, after in zip(connection.presses, (0.01, 0.02), strict=True)] == [True, True]  # fmt: skip
    connection.run(0.2)
    box.move(presses([(0.01, 2)]))
    connection.run(0.1)
    assert [(press.kind, press.round, press.players) for press in connection.presses[2:]] == [(Kind.PRESS, 5, (2,))]
    box.close()


def test_the_watchdog_ends_a_hang_whatever_bootloader_comes_first(bootloader: Path) -> None:
    """The older one leaves a watchdog running that has reset the chip: it would bite again every 16 ms, for ever."""
    box = FirmwareBox(bootloader)
    connection = Connection(box)
    assert connection.run(4.0, lambda: connection.session.welcome is not None)
    connection.order("GO 05")
    connection.run(0.1)
    for player in (2, 4):
        box.chip.ask("hang")
        box.move(presses([(0.01, player)]))
        connection.run(0.6)
    assert [answer.command for answer in connection.answers] == ["GO 05"] * 3
    assert [(press.kind, press.round, press.players) for press in connection.presses] == [
        (Kind.PRESS, 5, (2,)),
        (Kind.PRESS, 5, (4,)),
    ]
    box.close()
