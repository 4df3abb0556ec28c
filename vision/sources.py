"""Where frames come from: a camera, a video file, a folder of pictures.

A source is read with `next_frame`. Live sources capture in a thread of their own and give the newest frame; whoever is
slow misses frames, never lags behind. Files give every frame, with the times they were taken at. Whatever is wrong with a
source is a sentence in `trouble`; a camera that vanished is looked for again until the source is closed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.crops import Image
from vision.pictures import BadPicture, read_picture

PICTURE_SECONDS = 1.0
"""How long each picture of a folder is shown."""
FRAMES_A_SECOND = 30.0
RETRY_SECONDS = 1.0
FROZEN_SECONDS = 2.0
BLACK = 6.0
"""Mean brightness below which nothing can be seen: a cap on the lens, a room without light."""


class SourceError(RuntimeError):
    """A source that cannot be used at all; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture (BGR), when it was taken in seconds on the source's own clock, and its number."""

    image: Image
    at: float
    number: int


class Source(Protocol):
    """Something that gives frames until it ends."""

    @property
    def live(self) -> bool:
        """Whether frames go by unless they are taken."""

    @property
    def trouble(self) -> str | None:
        """What is wrong just now, for people; None if all is well."""

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        """The next frame not yet given; None if there is none within the time or the source has ended."""

    @property
    def ended(self) -> bool:
        """Whether there will be no more frames."""

    def close(self) -> None:
        """Let go of the device or file."""


class Capture(Protocol):
    """What is needed of cv2.VideoCapture."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def read(self) -> tuple[bool, Image | None]: ...
    def release(self) -> None: ...
    def get(self, prop: int, /) -> float: ...
    def set(self, prop: int, value: float, /) -> bool: ...


def open_source(name: str) -> Source:
    """A camera by number or address, a video file, or a folder of pictures."""
    path = Path(name)
    if name.isdigit() or "://" in name:
        return Camera(name)
    if path.is_dir():
        return Pictures(path)
    if path.is_file():
        return Video(path)
    raise SourceError(f"{name} is no camera number, address, video file or folder.")


def _open_camera(name: str) -> Capture:
    capture: Capture = cv2.VideoCapture(int(name) if name.isdigit() else name)  # type: ignore[assignment]
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
        self._health = _Health(name)
        self.settings: tuple[str, ...] = ()
        """What the driver did when it was asked to hold exposure and white balance."""
        self._thread = threading.Thread(target=self._watch, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
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
                self.settings = hold_still(capture)
                number = self._run(capture, number)
            else:
                self._health.gone()
            capture.release()
            self._closing.wait(self._retry)

    def _run(self, capture: Capture, number: int) -> int:
        """Take frames until the camera fails or the source is closed."""
        while not self._closing.is_set():
            ok, image = capture.read()
            if not ok or image is None or image.ndim != 3:
                self._health.gone()
                return number
            now = self._clock()
            self._health.look(image, now)
            with self._news:
                self._newest = Frame(image, now, number)
                self._news.notify_all()
            number += 1
        return number


class _Health:
    """Notices a camera that is gone, frozen, black, or has changed its resolution."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last: Image | None = None
        self._size: tuple[int, int] | None = None
        self._changed_at = 0.0
        self.trouble: str | None = f"Looking for camera {name} …"

    def gone(self) -> None:
        self._last = None
        self.trouble = (
            f"Camera {self._name} does not answer; is it plugged in, and not in use elsewhere? The game waits."
        )

    def look(self, image: Image, now: float) -> None:
        size = image.shape[1], image.shape[0]
        thumb = np.asarray(image[:: max(1, size[1] // 40), :: max(1, size[0] // 40)])
        same = self._last is not None and self._last.shape == thumb.shape and np.array_equal(self._last, thumb)
        if not same:
            self._changed_at = now
        self._last = thumb
        resized = self._size is not None and self._size != size
        self._size = size
        if resized:
            self.trouble = (
                f"Camera {self._name} now gives {size[0]} × {size[1]} pixels; a profile made before may not fit."
            )
        elif thumb.mean() < BLACK:
            self.trouble = "The picture is black; is there a cap on the lens, or is it dark?"
        elif now - self._changed_at > FROZEN_SECONDS:  # a real sensor is never quite still
            self.trouble = f"The picture of camera {self._name} is frozen; unplug it and plug it in again."
        elif not (self.trouble or "").startswith(f"Camera {self._name} now gives") or not same:
            self.trouble = None


def hold_still(capture: Capture) -> tuple[str, ...]:
    """Ask the driver to keep exposure and white balance; what it answered, in words."""
    told = []
    for words, prop, wanted in (
        ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),  # 1 is manual for most drivers
        ("white balance", cv2.CAP_PROP_AUTO_WB, 0.0),
        ("focus", cv2.CAP_PROP_AUTOFOCUS, 0.0),
    ):
        held = capture.set(prop, wanted) and abs(capture.get(prop) - wanted) < 1e-6
        told.append(f"{words} held" if held else f"the driver does not let {words} be held")
    return tuple(told)


class _Stored:
    """A source that gives every frame, one after another."""

    live = False

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames
        self.trouble: str | None = None
        self.ended = False

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        frame = next(self._frames, None)
        if frame is None:
            self.ended = True
        return frame

    def close(self) -> None:
        self.ended = True
        self._frames = iter(())


class Video(_Stored):
    """A video file, every frame at the time it was taken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceError(f"{path} is not a video that can be played; its format or codec is not known here.")
        super().__init__(self._read())

    def _read(self) -> Iterator[Frame]:
        rate = self._capture.get(cv2.CAP_PROP_FPS) or FRAMES_A_SECOND
        promised = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        number = 0
        while True:
            ok, image = self._capture.read()
            if not ok or image is None:
                break
            yield Frame(np.asarray(image, np.uint8), number / rate, number)
            number += 1
        if number < promised * 0.9:
            self.trouble = f"{self._path} breaks off after {number} of {promised} frames."
        if number == 0:
            self.trouble = f"{self._path} holds no frame that can be read."
        self._capture.release()


class Pictures(_Stored):
    """The pictures of a folder in the order of their names, each shown for a second."""

    ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})

    def __init__(self, folder: Path) -> None:
        self._paths = sorted(path for path in folder.iterdir() if path.suffix.lower() in self.ENDINGS)
        if not self._paths:
            raise SourceError(f"There are no pictures in {folder}.")
        super().__init__(self._read())

    def _read(self) -> Iterator[Frame]:
        number = 0
        for path in self._paths:
            try:
                image = read_picture(path)
            except BadPicture as error:
                self.trouble = str(error)
                continue
            for _ in range(round(PICTURE_SECONDS * FRAMES_A_SECOND)):
                yield Frame(image, number / FRAMES_A_SECOND, number)
                number += 1
