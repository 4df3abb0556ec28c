"""Work that takes longer than a frame: done in a thread of its own, what comes of it told in the thread that draws."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

from kivy.clock import Clock

from companion.rules.text import Text, say

log = logging.getLogger(__name__)
T = TypeVar("T")


class Worker:
    """One thread for one screen, begun with the first piece of work. After `stop` nobody is told anything any more."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._pending = 0

    @property
    def busy(self) -> bool:
        """Whether something is still being worked out."""
        return self._pending > 0

    @property
    def stopped(self) -> bool:
        """Long work looks here now and then, and gives up."""
        return self._stopped.is_set()

    def do(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Callable[[Text], object] | None = None
    ) -> None:
        """Do this after what was asked before; `then` gets what comes of it, `failed` the sentence about a fault."""

        def piece() -> None:
            try:
                result = work()
            except Exception as error:  # whatever it is, the screen must not wait for ever
                text = getattr(error, "text", None)
                if not isinstance(text, Text):
                    log.exception("Work in the background failed.")
                    text = say("That did not work: {reason}", reason=str(error))
                self.tell(lambda: self._done(lambda: failed(text) if failed is not None else None))
                return
            self.tell(lambda: self._done(lambda: then(result)))

        self._pending += 1
        self._work.put(piece)
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="worker", daemon=True)
            self._thread.start()

    def tell(self, what: Callable[[], object]) -> None:
        """Have something done in the thread that draws, unless nobody wants it any more."""
        Clock.schedule_once(lambda *_: None if self.stopped else what())

    def _done(self, what: Callable[[], object]) -> None:
        self._pending -= 1
        what()

    def stop(self) -> None:
        """Let the thread end after what it is at; it is not waited for."""
        self._stopped.set()
        self._work.put(None)

    def _run(self) -> None:
        while not self.stopped:
            piece = self._work.get()
            if piece is None:
                return
            piece()
