"""Pictures from files, whatever people have: any depth, turned by EXIF, too large, cut off, or no picture at all."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from calibration.bounded import MEGABYTE, read_bounded
from vision.crops import Image
from vision.hush import hush
from vision.picture_size import jpeg_is_whole, promised

LONGEST = 4096
"""Longer sides are halved while they are read: no die needs more."""
SMALLEST = 16
MOST_PIXELS = 120_000_000
"""More would take more memory than a tablet has."""
LARGEST = 128 * MEGABYTE


class BadPicture(ValueError):
    """A picture that cannot be read; the sentence names the file and the reason."""


def read_picture(path: Path) -> Image:
    """The picture as BGR, upright. The first one, if the file holds several."""
    try:
        content = read_bounded(path, LARGEST)
    except IsADirectoryError:
        raise BadPicture(f"{path} is a folder; name the pictures in it.") from None
    except FileNotFoundError:
        raise BadPicture(f"{path} does not exist.") from None
    except OSError as error:
        raise BadPicture(f"{path} cannot be opened: {error.strerror}.") from None
    return decode_picture(content, str(path))


def decode_picture(content: bytes, name: str) -> Image:
    """The picture in the content of a file."""
    if not content:
        raise BadPicture(f"{name} is empty.")
    if not _is_whole(content):
        raise BadPicture(f"{name} breaks off before its end; copy it again.")
    size = promised(content)
    if size is None:
        raise BadPicture(f"{name} is not a picture that can be read.")
    if size[0] * size[1] > MOST_PIXELS:
        limit = MOST_PIXELS // 1_000_000
        raise BadPicture(f"{name} is too large: {size[0]} × {size[1]} pixels; {limit} megapixels are the most.")
    hush()
    data = np.frombuffer(content, np.uint8)
    picture = _decoded(data)
    if picture is None:
        raise BadPicture(f"{name} is not a picture that can be read.")
    while max(picture.shape[:2]) > LONGEST:
        picture = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    if min(picture.shape[:2]) < SMALLEST:
        raise BadPicture(f"{name} is too small to show dice: {picture.shape[1]} × {picture.shape[0]} pixels.")
    return picture


def write_picture(path: Path, picture: Image) -> bool:
    """Keep a picture; the name's ending chooses the format. False if that did not work."""
    try:
        return cv2.imwrite(str(path), picture)
    except cv2.error:
        return False


def _is_whole(content: bytes) -> bool:
    """Whether the picture reaches its end, as far as its kind tells; something else may follow it."""
    if content.startswith(b"\x89PNG"):
        return b"IEND" in content[-4096:]
    if content.startswith(b"\xff\xd8"):  # if its segments are odd, the decoder may know better
        return b"\xff\xd9" in content[-4096:] or jpeg_is_whole(content)
    return True


def _decoded(data: Image) -> Image | None:
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)
