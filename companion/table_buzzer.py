"""The buzzer of a game at a real table, if it is wanted; presses wait until the thread of the table hears them."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Iterator
from typing import TypeAlias

from companion.rules import Text
from companion.rules.text import say
from hardware.link import Link, News, State, Status
from hardware.session import Press

log = logging.getLogger(__name__)

NO_BUZZER = say("The buzzer cannot be used just now. Press on the screen.")
LOUDEST = 9

OpenLink: TypeAlias = Callable[[Callable[[News], None]], Link | None]


class TableBuzzer:
    """The box on the table, or none. `told` gets its status, None while it is looked for, in the thread of the link."""

    def __init__(self, told: Callable[[Status | None], None]) -> None:
        self._told = told
        self._presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
        self.link: Link | None = None

    def open(self, open_link: OpenLink) -> Text | None:
        """Look for it; why that is not possible, if it is not."""
        try:
            self.link = open_link(self._hear)
        except Exception:
            log.exception("The buzzer cannot be looked for.")
            return NO_BUZZER
        return None

    def presses(self) -> Iterator[Press]:
        """What was pressed and has not been heard yet, one at a time: what is not taken is heard later."""
        while not self._presses.empty():
            yield self._presses.get_nowait()

    def volume(self, loud: bool) -> None:
        """Whether it may be heard."""
        if self.link is not None:
            self.link.volume(LOUDEST if loud else 0)

    def close(self) -> None:
        if self.link is not None:
            self.link.close()

    def _hear(self, news: News) -> None:
        """In the thread of the link."""
        if isinstance(news, Press):
            self._presses.put(news)
        elif isinstance(news, Status):
            self._told(None if news.state in (State.SEARCHING, State.CLOSED) else news)
