"""Cameras: single pictures (`still`) and a picture that goes on (`Camera`).

A `Camera` captures in a thread of its own and gives the newest frame: whoever is slow misses frames, never lags behind.
A camera that vanished is looked for again until the source is closed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

import cv2
import numpy as np

from vision.crops import Image
from vision.frames import Frame, Trouble
from vision.hush import hush

LONGEST_NUMBER = 3
STALE = 5
"""Frames a driver may hold back: they are read and dropped before a picture counts as taken now."""
SETTLING = 20
"""Frames that a camera is given to find its exposure before it is held; one held at once may stay dark."""
RETRY_SECONDS = 1.0
FROZEN_SECONDS = 2.0
RESIZED_SECONDS = 10.0
"""How long a change of resolution is told."""
BLACK = 6.0
"""Mean brightness below which nothing can be seen: a cap on the lens, a room without light."""


class CameraGone(RuntimeError):
    """A camera that is not there or has stopped answering."""


class Capture(Protocol):
    """What is needed of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def read(self) -> tuple[bool, Image | None]: ...
    def release(self) -> None: ...
    def get(self, prop: int, /) -> float: ...
    def set(self, prop: int, value: float, /) -> bool: ...


def is_number(name: str) -> bool:
    """Whether this is the number of a camera: of the many signs that are digits, and of any length, few are."""
    return name.isascii() and name.isdecimal() and len(name) <= LONGEST_NUMBER


def _address(name: str) -> int | str:
    return int(name) if is_number(name) else name


@contextmanager
def still(source: str) -> Iterator[Callable[[], Image]]:
    """A camera by number or address; what is given takes one picture."""
    hush()
    camera = cv2.VideoCapture(_address(source))
    if not camera.isOpened():
        raise CameraGone(f"There is no camera {source}; is it plugged in, and not in use elsewhere?")

    def shoot() -> Image:
        for _ in range(STALE):
            camera.grab()
        ok, frame = camera.read()
        if not ok or frame is None:
            raise CameraGone(f"The camera {source} does not answer any more.")
        return np.asarray(frame, np.uint8)

    try:
        yield shoot
    finally:
        camera.release()


def _open_camera(name: str) -> Capture:
    hush()
    capture: Capture = cv2.VideoCapture(_address(name))  # type: ignore[assignment]
    return capture


class Camera:
    """A camera in a thread of its own: the newest frame wins."""

    live = True

    def __init__(
        self,
        name: str,
        opener: Callable[[str], Capture] = _open_camera,
        clock: Callable[[], float] = time.monotonic,
        retry: float = RETRY_SECONDS,
    ) -> None:
        self._name, self._open, self._clock, self._retry = name, opener, clock, retry
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._closing = threading.Event()
        self._health = Health(name)
        self.settings: dict[str, bool] = {}
        """Exposure, white balance, focus: whether the driver holds them still."""
        self._thread = threading.Thread(target=self._watch, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> Trouble | None:
        return self._health.trouble

    @property
    def ended(self) -> bool:
        return self._closing.is_set()

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        with self._news:
            self._news.wait_for(lambda: self._closing.is_set() or self._fresh() is not None, timeout)
            frame = self._fresh()
            if frame is not None:
                self._given = frame.number
            return frame

    def _fresh(self) -> Frame | None:
        return self._newest if self._newest is not None and self._newest.number != self._given else None

    def close(self) -> None:
        self._closing.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout=3)

    def _watch(self) -> None:
        number = 0
        while not self._closing.is_set():
            capture = self._open(self._name)
            if capture.isOpened():
                number = self._run(capture, number)
            if not self._closing.is_set():
                self._health.gone()
            capture.release()
            self._closing.wait(self._retry)

    def _run(self, capture: Capture, number: int) -> int:
        """Take frames until the camera fails or the source is closed; it is held once it has got used to the light."""
        hold_at = number + SETTLING
        while not self._closing.is_set():
            if number == hold_at:
                self.settings = hold_still(capture)
            try:
                ok, image = capture.read()
            except cv2.error:
                return number
            if not ok or image is None or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
                return number
            now = self._clock()
            self._health.look(image, now)
            with self._news:
                self._newest = Frame(image, now, number)
                self._news.notify_all()
            number += 1
        return number


class Health:
    """Notices a camera that is gone, frozen, black, or has changed its resolution."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: Image | None = None
        self._size: tuple[int, int] | None = None
        self._changed_at = 0.0
        self._resized_at: float | None = None
        self.trouble: Trouble | None = Trouble("looking", name)

    def gone(self) -> None:
        """The camera gives nothing."""
        self._last = None
        self.trouble = Trouble("gone", self._name)

    def look(self, image: Image, now: float) -> None:
        """Judge a frame that came."""
        size = image.shape[1], image.shape[0]
        thumb = np.array(image[:: max(1, size[1] // 40), :: max(1, size[0] // 40)])
        if self._last is None or self._last.shape != thumb.shape or not np.array_equal(self._last, thumb):
            self._changed_at = now
        self._last = thumb
        if self._size is not None and self._size != size:
            self._resized_at = now
        self._size = size
        if thumb.mean() < BLACK:
            self.trouble = Trouble("black", self._name)
        elif now - self._changed_at > FROZEN_SECONDS:  # a real sensor is never quite still
            self.trouble = Trouble("frozen", self._name)
        elif self._resized_at is not None and now - self._resized_at < RESIZED_SECONDS:
            self.trouble = Trouble("resized", self._name)
        else:
            self.trouble = None


def hold_still(capture: Capture) -> dict[str, bool]:
    """Ask the driver to keep exposure, white balance and focus as they are; whether it says that it does."""
    held = {}
    for what, automatic, wanted, value in (
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 1.0, cv2.CAP_PROP_EXPOSURE),  # 1 is manual for most drivers
        ("white balance", cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    ):
        found = capture.get(value)
        held[what] = capture.set(automatic, wanted) and abs(capture.get(automatic) - wanted) < 1e-6
        if held[what] and found > 0:  # some drivers fall back to what was set by hand last
            capture.set(value, found)
    return held
