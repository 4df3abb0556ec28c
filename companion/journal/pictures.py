"""The pictures of confirmed throws, for disputes: JPEG files beside the journal, the oldest going when it gets full.

A picture is a courtesy, never a condition: where it cannot be kept, the event is kept without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.shelf import write_whole
from vision.crops import Image


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """How many pictures are kept, how much room they may take, and how large and fine each one is."""

    most: int = 2000
    megabytes: int = 300
    side: int = 1280
    quality: int = 82


class PictureShelf:
    """A folder of pictures, `<running number>-<sitting>-<entry>.jpg`; the running number is their age."""

    def __init__(self, folder: Path, limits: PictureLimits | None) -> None:
        self.folder = folder
        self.limits = limits
        self._kept: dict[tuple[str, int], Path] | None = None
        self._bytes = 0
        self._number = 0

    def put(self, token: str, seq: int, picture: Image) -> bool:
        """Keep a picture of an entry; whether that was possible."""
        if self.limits is None:
            return False
        kept = self._index()
        content = _jpeg(picture, self.limits)
        path = self.folder / f"{self._number + 1:08d}-{token}-{seq}.jpg"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, content, sync=False)  # the verdict waits for no picture
        except OSError:
            return False
        self._number += 1
        kept[token, seq] = path
        self._bytes += len(content)
        self._make_room(kept)
        return True

    def get(self, token: str, seq: int) -> bytes | None:
        """The picture of an entry as JPEG, if it is still there."""
        path = self._index().get((token, seq))
        try:
            return path.read_bytes() if path else None
        except OSError:
            return None

    def _index(self) -> dict[tuple[str, int], Path]:
        """What is on the shelf, oldest first; looked up once."""
        if self._kept is None:
            self._kept = {}
            for path in sorted(self.folder.glob("*.jpg")):
                match path.stem.split("-"):
                    case [number, token, seq] if number.isdecimal() and seq.isdecimal():
                        self._kept[token, int(seq)] = path
                        self._number = int(number)
                        self._bytes += _size(path)
        return self._kept

    def _make_room(self, kept: dict[tuple[str, int], Path]) -> None:
        limits = self.limits or PictureLimits()
        while len(kept) > limits.most or (self._bytes > limits.megabytes * 1_000_000 and len(kept) > 1):
            oldest = next(iter(kept))
            path = kept.pop(oldest)
            self._bytes -= _size(path)
            try:
                path.unlink(missing_ok=True)
            except OSError:
                return


def _jpeg(picture: Image, limits: PictureLimits) -> bytes:
    longest = max(picture.shape[:2])
    if longest > limits.side:
        scale = limits.side / longest
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, limits.quality])[1])


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
