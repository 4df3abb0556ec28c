"""Work that would hold up the screen: done in a thread, its result given back on the screen's own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from kivy.clock import Clock

T = TypeVar("T")


def in_background(work: Callable[[], T], then: Callable[[T], object]) -> None:
    """Do this without anyone waiting; `then` gets what came of it. `work` deals with its own troubles."""

    def run() -> None:
        done = work()
        Clock.schedule_once(lambda *_: then(done))

    threading.Thread(target=run, name="background", daemon=True).start()
