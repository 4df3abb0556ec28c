"""From a press on the simulated box to the notice of it: bouncing contacts, box, cable, the link's thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from random import Random

from companion.bench.figures import CannotMeasure, Figure, spread
from companion.rules.text import say
from hardware.contact import press
from hardware.link import Link, News, State, Status
from hardware.protocol import PLAYERS
from hardware.session import Answered, Press

GOAL_MS = 50.0
PATIENCE = 20.0
HELD = 0.03
BETWEEN = 0.06
"""Seconds from one press to the next order, so that the contact has come to rest."""


def figures(presses: int) -> Iterator[Figure]:
    """So many presses, one a round."""
    try:
        from hardware.simulator import Simulator  # noqa: PLC0415 - Windows has no pseudo-terminals
    except ImportError:
        raise CannotMeasure(say("A simulated buzzer needs Linux or macOS.")) from None
    inbox: Queue[tuple[float, News]] = Queue()
    rng, took = Random(4), list[float]()
    box = Simulator()
    try:
        with Link(lambda news: inbox.put((time.monotonic(), news)), box.port) as link:
            _heard(inbox, lambda news: isinstance(news, Status) and news.state is State.CONNECTED)
            for number in range(presses):
                link.open(number % 255 + 1)
                _heard(inbox, lambda news: isinstance(news, Answered))
                player = rng.randrange(PLAYERS)
                began = time.monotonic()
                box.move([(when, player, down) for when, down in press(0.0, HELD, rng)])
                took.append(1000 * (_heard(inbox, lambda news: isinstance(news, Press)) - began))
                time.sleep(BETWEEN)
    finally:
        box.close()
    yield from spread("buzzer", "press to notice", took, "ms", GOAL_MS)


def _heard(inbox: Queue[tuple[float, News]], wanted: Callable[[News], bool]) -> float:
    """When the next news of this kind came."""
    try:
        while True:
            at, news = inbox.get(timeout=PATIENCE)
            if wanted(news):
                return at
    except Empty:
        raise CannotMeasure(say("The simulated buzzer does not answer.")) from None
