"""Where frames come from: a camera, a video file, a folder of pictures.

Files give every frame, with the times they were taken at; cameras (see vision.cameras) give the newest.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.cameras import Camera, is_number
from vision.frames import Frame, Source, SourceError, Trouble
from vision.hush import hush
from vision.pictures import BadPicture, read_picture

PICTURE_SECONDS = 4.0
"""How long each picture of a folder is shown: long enough for everything in it to count as still."""
PICTURES_A_SECOND = 10.0
FRAMES_A_SECOND = 30.0
WHOLE = 0.9
"""Share of the promised frames below which a video counts as broken off; containers often promise a few too many."""


def is_camera(name: str) -> bool:
    """Whether a source of this name is a camera: a number or an address."""
    return is_number(name) or "://" in name


def open_source(name: str) -> Source:
    """A camera by number or address, a video file, or a folder of pictures."""
    path = Path(name)
    if is_camera(name):
        return Camera(name)
    try:
        if path.is_dir():
            return Pictures(path)
        if path.is_file():
            return Video(path)
    except OSError as error:
        raise SourceError(f"{name} cannot be opened: {error.strerror or error}.") from None
    raise SourceError(f"{name} is no camera number, address, video file or folder.")


class _Stored:
    """A source that gives every frame, one after another."""

    live = False

    def __init__(self, frames: Iterator[Frame]) -> None:
        self._frames = frames
        self.trouble: Trouble | None = None
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
        hush()
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceError(f"{path} is not a video that can be played; its format or codec is not known here.")
        super().__init__(self._read())

    def _read(self) -> Iterator[Frame]:
        rate = self._capture.get(cv2.CAP_PROP_FPS) or FRAMES_A_SECOND
        promised = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        number, last = 0, -1.0
        while True:
            stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            ok, image = self._capture.read()
            if not ok or image is None:
                break
            # some containers keep no times; a clock that stands still or runs back is replaced by the frame rate
            last = stamp if stamp > last else last + 1 / rate if number else 0.0
            yield Frame(np.asarray(image, np.uint8), last, number)
            number += 1
        if number < promised * WHOLE:
            self.trouble = Trouble("breaks-off", str(self._path))
        if number == 0:
            self.trouble = Trouble("no-frames", str(self._path))
        self._capture.release()

    def close(self) -> None:
        super().close()
        self._capture.release()


class Pictures(_Stored):
    """The pictures of a folder in the order of their names, each shown for a while."""

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
            except BadPicture:
                self.trouble = Trouble("unreadable", str(path))
                continue
            for _ in range(round(PICTURE_SECONDS * PICTURES_A_SECOND)):
                yield Frame(image, number / PICTURES_A_SECOND, number)
                number += 1
