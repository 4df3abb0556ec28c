"""Files that anybody may have made: only files are read, only so far, and their names are checked.

What is refused is an OSError, like everything else that keeps a file from being read.
"""

from __future__ import annotations

import errno
import re
import stat
from pathlib import Path

MEGABYTE = 1_000_000
SMALL = 2 * MEGABYTE
"""For files that people could have typed: kits, decks, profiles, settings, labels."""
_NAME = re.compile(r"[\w-](?:[\w -]{0,38}[\w-])?")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


def is_name(name: str) -> bool:
    """Whether a file may be called so (ending apart) in every system: no path, no device, nothing hidden."""
    return _NAME.fullmatch(name) is not None and _DEVICE.fullmatch(name) is None


def read_bounded(path: Path, most: int = SMALL) -> bytes:
    """The content of a file; OSError if it is none, or larger than `most` bytes.

    A pipe would be waited for until somebody writes to it, and a device may never end.
    """
    try:
        kind = path.stat().st_mode
    except ValueError:
        raise OSError(errno.EINVAL, "no file can have this name", str(path)) from None
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, "Is a directory", str(path))
    if not stat.S_ISREG(kind):
        raise OSError(errno.EINVAL, "it is not a file but a pipe or a device", str(path))
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most / MEGABYTE:g} MB", str(path))
    return content


def read_bounded_text(path: Path, most: int = SMALL) -> str:
    """The same of a text; UnicodeDecodeError if it is none."""
    return read_bounded(path, most).decode().replace("\r\n", "\n")
