"""Looks at a camera in a thread of its own: every frame is looked at and told, small enough for a screen.

For what is not yet a game: checking a camera, teaching dice, calibrating. Opening, looking and wishes all happen in
the thread, and so does `listen`.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar, runtime_checkable

import cv2
import numpy as np

from companion.reasons import reason_words
from companion.rules import Text
from companion.rules.text import say
from companion.troubles import trouble_words, unheld_words
from vision.crops import Image
from vision.frames import Frame, Source, SourceError
from vision.networks import BadModel

log = logging.getLogger(__name__)

WIDEST = 960
"""Pixels of the pictures given to a screen; more cost time and show nothing."""
WAIT = 0.1
IDLE = 0.05
LETTING_GO = 0.5
"""Seconds that whoever closes it waits, so that the camera is mostly free for what comes next."""
BLIND = say("Dice cannot be found just now: something is wrong with the networks. Install Würfelauge again.")
GONE = say("Something is wrong with this camera. Choose another.")

T = TypeVar("T")


@runtime_checkable
class Holding(Protocol):
    """A source whose exposure, white balance and focus its driver is asked to hold; what came of it."""

    settings: dict[str, bool]


@dataclass(frozen=True, slots=True, eq=False)
class Peek(Generic[T]):
    """A frame for the screen, if there is one, what was made of it, and what is wrong with the camera."""

    image: Image | None
    scale: float
    """Pixels of this picture for a pixel of the frame."""
    seen: T
    trouble: Text | str | None
    unheld: tuple[Text, ...] = ()
    """What the driver of the camera does not keep still."""


class Lookout(Generic[T]):
    """Frames in, peeks out. `look` gets each frame, and None when something was wished or the trouble is another."""

    def __init__(
        self,
        open_source: Callable[[], Source],
        look: Callable[[Frame | None], T],
        listen: Callable[[Peek[T]], None],
    ) -> None:
        self._open, self._look, self._listen = open_source, look, listen
        self._wishes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._source: Source | None = None
        self._fault: Text | str | None = None
        self._blind = False
        self._ahead: float | None = None
        self._thread = threading.Thread(target=self._run, name="lookout", daemon=True)
        self._thread.start()

    def wish(self, wish: Callable[[], None]) -> None:
        """Do this in the thread, between two frames."""
        self._wishes.put(wish)

    def close(self) -> None:
        """Let go of the camera; nothing is told any more."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(LETTING_GO)

    # --- the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self._begin()
            told: Text | str | None = None
            while not self._closing.is_set():
                obeyed = self._obey()
                frame = self._next()
                trouble = self._trouble()
                if frame is not None or obeyed or trouble != told:
                    told = trouble
                    self._tell(frame)
        finally:
            if self._source is not None:
                self._source.close()

    def _begin(self) -> None:
        try:
            self._source = self._open()
        except (SourceError, BadModel) as error:
            self._fault = reason_words(error)
        except Exception:  # drivers raise what they like; people get a sentence
            log.exception("The camera cannot be opened.")
            self._fault = GONE
        self._tell(None)

    def _obey(self) -> bool:
        obeyed = False
        while True:
            try:
                wish = self._wishes.get_nowait() if self._source is not None else self._wishes.get(timeout=IDLE)
            except queue.Empty:
                return obeyed
            wish()
            obeyed = True

    def _next(self) -> Frame | None:
        source = self._source
        if source is None:
            return None
        try:
            frame = source.next_frame(WAIT)
        except Exception:
            log.exception("The camera cannot be read any more.")
            self._fault, frame = GONE, None
        if frame is not None and not source.live:
            self._keep_pace(frame.at)
        if frame is None and (source.ended or self._fault is not None):
            self._fault = self._trouble()
            source.close()
            self._source = None
        return frame

    def _keep_pace(self, at: float) -> None:
        """Files and the simulated table are as quick as the machine; people are not."""
        now = time.monotonic()
        if self._ahead is None or now > self._ahead + at:
            self._ahead = now - at
        self._closing.wait(self._ahead + at - now)

    def _trouble(self) -> Text | str | None:
        if self._source is not None and self._source.trouble is not None:
            return trouble_words(self._source.trouble, playing=False)
        return self._fault or (BLIND if self._blind else None)

    def _tell(self, frame: Frame | None) -> None:
        try:
            seen = self._look(None if self._blind else frame)
        except Exception:  # engines raise what they like at a network they cannot run
            log.exception("Nothing can be found in the pictures.")
            self._blind = True
            seen = self._look(None)
        image, scale = shrunk(frame.image) if frame is not None else (None, 1.0)
        if not self._closing.is_set():
            held: dict[str, bool] = self._source.settings if isinstance(self._source, Holding) else {}
            self._listen(Peek(image, scale, seen, self._trouble(), unheld_words(held)))


def shrunk(image: Image, widest: int = WIDEST) -> tuple[Image, float]:
    """A picture small enough for a screen, and its scale."""
    scale = min(1.0, widest / image.shape[1])
    if scale == 1:
        return image, scale
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8), scale
