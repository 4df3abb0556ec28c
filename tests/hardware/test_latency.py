"""Press to callback, by the clock on the wall: the firmware in real time, its line on a pty, the link with its thread.

`pytest tests/hardware/test_latency.py --study -s` presses 500 times and prints the distribution.
"""

from __future__ import annotations

import time
from queue import Queue
from random import Random

import pytest

from hardware.link import Link, News, State, Status
from hardware.session import Answered, Press
from tests.hardware.boxes import Chip
from tests.hardware.conversation import presses

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
    took.sort()
    shares = ", ".join(f"{share} % {took[len(took) * share // 100]:.1f} ms" for share in (50, 95, 99))
    print(f"\npress to callback, {len(took)} presses: {shares}, longest {took[-1]:.1f} ms")


def _is(state: State, news: News) -> bool:
    return isinstance(news, Status) and news.state is state
