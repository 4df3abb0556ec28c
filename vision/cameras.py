"""Single pictures from a camera."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np

from vision.crops import Image

STALE = 5
"""Frames a driver may hold back: they are read and dropped before a picture counts as taken now."""


class CameraGone(RuntimeError):
    """A camera that is not there or has stopped answering."""


@contextmanager
def still(source: str) -> Iterator[Callable[[], Image]]:
    """A camera by number or address; what is given takes one picture."""
    camera = cv2.VideoCapture(int(source) if source.isdigit() else source)
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
