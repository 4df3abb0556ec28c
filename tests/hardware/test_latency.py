"""Press to callback: the firmware with its line on a pty, the link with its thread; by the wall's clock and the box's.

`pytest tests/hardware/test_latency.py --study -s` presses 500 times and prints the distribution.
"""

from __future__ import annotations

import time
from queue import Queue
from random import Random

import pytest

from hardware.link import Link, News, State, Status
from hardware.session import Answered, Press
from tests.hardware.boxes import Chip, FirmwareBox
from tests.hardware.conversation import Connection, presses

PATIENCE = 60.0
AFTER = 0.03  # seconds from the script's line to the press


def test_every_press_reaches_the_callback(request: pytest.FixtureRequest) -> None:
    study = request.config.getoption("--study")
    inbox: Queue[tuple[float, News]] = Queue()
    chip, rng, took = Chip(live=True), Random(4), list[float]()
    now = time.monotonic if study else lambda: time.monotonic() / 10  # a busy machine is no box that is gone
    with Link(lambda news: inbox.put((time.monotonic(), news)), chip.port, now=now) as link:
        while not _is(State.CONNECTED, inbox.get(timeout=PATIENCE)[1]):
            pass
        for number in range(1, 501 if study else 6):
            link.open(number % 255 + 1)
            while not isinstance(inbox.get(timeout=PATIENCE)[1], Answered):
                pass
            player = rng.randrange(7)
            began = time.monotonic()
            chip.move(presses([(AFTER, player)], held=0.02, rng=rng))
            while not isinstance((heard := inbox.get(timeout=PATIENCE))[1], Press):
                pass
            assert isinstance(heard[1], Press)
            assert heard[1].players == (player,)
            took.append(1000 * (heard[0] - began - AFTER))
            time.sleep(0.06 if study else 0.0)
    chip.close()
    _report("press to callback by the clock on the wall", took)


def test_a_press_is_told_within_20_milliseconds_of_the_boxs_own_time(
    firmware: FirmwareBox, request: pytest.FixtureRequest
) -> None:
    """The same without the machine: chip, line and session, read every millisecond."""
    connection, rng, took = Connection(firmware, step=0.001), Random(4), list[float]()
    connection.run(0.5)
    for number in range(1, 501 if request.config.getoption("--study") else 21):
        connection.order(f"GO {number % 255 + 1:02X}")
        connection.run(0.04)
        after = rng.uniform(0.001, 0.02)
        firmware.move(presses([(after, rng.randrange(7))], held=0.01, rng=rng))
        made = firmware.now + after
        connection.run(0.06)
        told = [when for when, notice in connection.notices if isinstance(notice, Press)]
        assert len(told) == number
        took.append(1000 * (told[-1] - made))
    _report("press to notice, the box's own time", took)
    assert max(took) < 20


def _report(what: str, took: list[float]) -> None:
    took.sort()
    shares = ", ".join(f"{share} % {took[len(took) * share // 100]:.1f} ms" for share in (50, 95, 99))
    print(f"\n{what}, {len(took)} presses: {shares}, longest {took[-1]:.1f} ms")


def _is(state: State, news: News) -> bool:
    return isinstance(news, Status) and news.state is state
