"""The firmware as a thing of its own: its size, its watchdog, and how long a press takes to the line.

`pytest tests/hardware/test_firmware.py --study -s` prints the figures.
"""

from __future__ import annotations

import re
import subprocess
from random import Random
from statistics import median

import pytest

from hardware.protocol import PLAYERS, Event, Heartbeat, Welcome
from tests.hardware.boxes import CYCLES, FIRMWARE, FirmwareBox, build_firmware
from tests.hardware.conversation import AWAKE, Talk, presses

FLASH, RAM = 32_768 - 2_048, 2_048  # the older bootloader takes 2 kB


def test_it_fits_with_room_for_the_stack() -> None:
    build_firmware()
    made = subprocess.run(["make", "-s", "-C", str(FIRMWARE)], capture_output=True, text=True, check=True)
    flash, ram = (int(n) for n in re.findall(r"(\d+) bytes", made.stdout))
    print(f"\nflash {flash} of {FLASH} bytes, RAM {ram} of {RAM} bytes")
    assert flash < FLASH / 2
    assert ram < RAM * 0.75


def test_ticks_and_the_chip_keep_the_same_time(firmware: FirmwareBox) -> None:
    talk = Talk(firmware)
    firmware.move(presses([(0.3 * k, k % PLAYERS) for k in range(1, 10)], rng=Random(1)))
    first, *_, last = talk.hear(Heartbeat, 5.0)
    assert (last.tick - first.tick) % 10_000 <= 20
    assert last.tick / 20_000 == pytest.approx(firmware.now, abs=0.51)


def test_a_press_is_on_the_line_within_10_milliseconds(firmware: FirmwareBox, request: pytest.FixtureRequest) -> None:
    talk, rng, took = Talk(firmware), Random(2), []
    for _ in range(500 if request.config.getoption("--study") else 30):
        after = rng.uniform(0.001, 0.03)
        began = firmware.chip.move(presses([(after, rng.randrange(PLAYERS))], held=0.02, rng=rng))
        heard = talk.hear(Event, 0.05)[:1]
        took.append((int(firmware.chip.ask("sent")[0]) / CYCLES - began - after) * 1000)
        talk.acknowledge(heard[0])
        talk.hear(Event, 0.06)
    took.sort()
    print(
        f"\npress to the last byte of its line, {len(took)} presses: median {median(took):.2f} ms, "
        f"95 % {took[int(len(took) * 0.95)]:.2f} ms, longest {took[-1]:.2f} ms"
    )
    assert took[0] >= 4.0
    assert took[-1] < 15.0
    assert median(took) < 10.0


def test_the_watchdog_ends_a_hang_and_the_events_survive(firmware: FirmwareBox) -> None:
    talk = Talk(firmware)
    firmware.move(presses([(0.01, 2)]))
    (event,) = set(talk.hear(Event, 0.1))
    firmware.chip.ask("hang")
    heard = talk.send(b"", 1.0)
    (welcome,) = [message for message in heard if isinstance(message, Welcome)]
    assert welcome.boot == event.boot + 1
    assert event in heard
    firmware.move(presses([(0.01, 3)]))
    assert {e.players for e in talk.hear(Event, 0.2)} >= {(3,)}


def test_a_box_that_was_switched_on_finds_noise_in_its_memory_and_is_not_fooled(firmware: FirmwareBox) -> None:
    talk = Talk(firmware)
    for _ in range(20):
        firmware.power_cycle()
        (welcome,) = talk.hear(Welcome, AWAKE)
        assert (welcome.boot & 0xFF, welcome.next_event) == (0, 1)
        assert talk.hear(Event, 0.1) == []


def test_a_silent_box_makes_no_sound_and_a_dark_one_no_light(firmware: FirmwareBox) -> None:
    talk = Talk(firmware)
    for words in ("SOUND 00", "LIGHT 00", "LAMPS #######"):
        assert talk.command(words).done
    talk.send(b"", 0.01)
    firmware.lamps()
    talk.command("TONE WON")
    talk.send(b"", 0.3)
    assert firmware.lamps() == set()
    assert not firmware.sounded()
