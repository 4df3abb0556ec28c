"""Files and folders that a person named: read, written or made; a sentence if that is not possible."""

from __future__ import annotations

from pathlib import Path

from calibration.bounded import SMALL, read_bounded_text
from companion.commands.failure import Failure


def read_text(path: Path, most: int = SMALL) -> str:
    """The text of a file."""
    try:
        return read_bounded_text(path, most)
    except OSError as error:
        raise Failure(f"{path} cannot be read: {error.strerror or error}.", 2) from None
    except UnicodeDecodeError:
        raise Failure(f"{path} is not a text file.", 2) from None


def write_text(path: Path, text: str) -> None:
    """Write a text."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.", 1) from None


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file, and its folder if need be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror or error}.", 1) from None


def make_folder(path: Path) -> None:
    """Make a folder to write into, if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"The folder {path} cannot be made: {error.strerror}.", 2) from None
