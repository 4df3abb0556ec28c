"""Files and folders that a person named: read, written or made; a sentence if that is not possible."""

from __future__ import annotations

from pathlib import Path

from calibration.bounded import SMALL, read_bounded_text
from companion.commands.failure import Failure
from companion.rules.text import say
from companion.troubles import unread, unwritten


def read_text(path: Path, most: int = SMALL) -> str:
    """The text of a file."""
    try:
        return read_bounded_text(path, most)
    except OSError as error:
        raise Failure(unread(path, error), 2) from None
    except UnicodeDecodeError:
        raise Failure(say("{path} is not a text file.", path=str(path)), 2) from None


def write_text(path: Path, text: str) -> None:
    """Write a text."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(unwritten(path, error), 1) from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, and its folder if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise Failure(unwritten(path, error), 1) from None


def make_folder(path: Path) -> None:
    """Make a folder to write into, if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Failure(say("The folder {path} cannot be made: {reason}.", path=str(path), reason=reason), 2) from None
