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
from vision.exposure import Exposure
from vision.frames import Frame, Trouble
from vision.hush import hush

LONGEST_NUMBER = 3
STALE = 5
"""Frames a driver may hold back: they are read and dropped before a picture counts as taken now."""
WANTED = 1280, 720
"""Width and height that a camera is asked for: unasked, drivers give 640 × 480, too little for small dice."""
RETRY_SECONDS = 1.0
FROZEN_SECONDS = 2.0
SILENT_SECONDS = 5.0
"""How long no frame may come: a driver that hangs, or a network that stalls, does not say that it gives nothing."""
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


def open_camera(name: str) -> Capture:
    """A camera by number or address; one by number is asked for pictures large enough for dice."""
    hush()
    capture: Capture = cv2.VideoCapture(_address(name))  # type: ignore[assignment]
    if is_number(name) and capture.isOpened():
        _ask_for_detail(capture)
        if not capture.read()[0]:  # some promise more than their cable carries
            capture.release()
            capture = cv2.VideoCapture(_address(name))  # type: ignore[assignment]
    return capture


def _ask_for_detail(capture: Capture) -> None:
    """Ask for larger pictures; what comes of it is read back, and never less than there was."""
    before = _size(capture)
    # packed: as they are, no 30 pictures of this size a second come through USB 2
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    _ask_for_size(capture, WANTED)
    got = _size(capture)
    if got[0] * got[1] < before[0] * before[1]:
        _ask_for_size(capture, before)


def _size(capture: Capture) -> tuple[int, int]:
    return round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))


def _ask_for_size(capture: Capture, size: tuple[int, int]) -> None:
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])


@contextmanager
def still(source: str) -> Iterator[Callable[[], Image]]:
    """A camera by number or address; what is given takes one picture."""
    camera = open_camera(source)
    if not camera.isOpened():
        raise CameraGone(f"There is no camera {source}; is it plugged in, and not in use elsewhere?")

    def shoot() -> Image:
        for _ in range(STALE):
            camera.read()
        ok, frame = camera.read()
        if not ok or frame is None:
            raise CameraGone(f"The camera {source} does not answer any more.")
        return np.asarray(frame, np.uint8)

    try:
        yield shoot
    finally:
        camera.release()


class Camera:
    """A camera in a thread of its own: the newest frame wins."""

    live = True

    def __init__(
        self,
        name: str,
        opener: Callable[[str], Capture] = open_camera,
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
        return self._health.at(self._clock())

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
        exposure = Exposure(capture)
        while not self._closing.is_set():
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
            exposure.see(image, now)
            self.settings = exposure.held or self.settings
        return number


class Health:
    """Notices a camera that is gone, frozen, black, or has changed its resolution."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: Image | None = None
        self._size: tuple[int, int] | None = None
        self._changed_at = 0.0
        self._resized_at: float | None = None
        self._seen_at: float | None = None
        self.trouble: Trouble | None = Trouble("looking", name)

    def at(self, now: float) -> Trouble | None:
        """What is wrong now; a camera that has been silent for long is as good as gone."""
        seen = self._seen_at
        silent = seen is not None and now - seen > SILENT_SECONDS
        return Trouble("gone", self._name) if silent else self.trouble

    def gone(self) -> None:
        """The camera gives nothing."""
        self._last = self._seen_at = None
        self.trouble = Trouble("gone", self._name)

    def look(self, image: Image, now: float) -> None:
        """Judge a frame that came."""
        self._seen_at = now
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
