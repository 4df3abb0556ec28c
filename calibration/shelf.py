"""The profiles of a table: a folder with a file each. Files are put in place whole, and none is lost by writing."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from calibration.bounded import is_name, read_bounded_text
from calibration.profile import BadProfile, Fault, Profile, parse, write


class Shelf:
    """Profiles by name in a folder, which need not exist yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """The file of a profile; BadProfile if the name is none."""
        if not is_name(name):
            raise BadProfile(Fault.BAD_NAME, name)
        return self.folder / f"{name}.json"

    def names(self) -> list[str]:
        """Every profile that has a file, readable or not; OSError if nobody may look."""
        return sorted((path.stem for path in self.folder.glob("*.json") if path.is_file()), key=str.casefold)

    def load(self, name: str) -> Profile:
        return load_profile(self.path(name), name)

    def save(self, profile: Profile) -> Path | None:
        """Keep a profile in place of the one of its name; where that was put if it could not be read, else None."""
        path = self.path(profile.name)
        text = write(profile)
        self.folder.mkdir(parents=True, exist_ok=True)
        aside = None
        try:
            load_profile(path, profile.name)
        except BadProfile as error:
            if error.fault is not Fault.MISSING:
                aside = free_name(path)
        write_whole(path, text.encode(), keep=aside)
        return aside

    def remove(self, name: str) -> None:
        try:
            self.path(name).unlink()
        except FileNotFoundError:
            raise BadProfile(Fault.MISSING, name) from None


def load_profile(path: Path, name: str | None = None) -> Profile:
    """The profile in a file; BadProfile names `name`, or the file."""
    called = name or str(path)
    try:
        text = read_bounded_text(path)
    except FileNotFoundError:
        raise BadProfile(Fault.MISSING, called) from None
    except UnicodeDecodeError:
        raise BadProfile(Fault.DAMAGED, called) from None
    except OSError as error:
        raise BadProfile(Fault.UNREADABLE, called, error.strerror or "") from None
    return parse(text, called)


def write_whole(path: Path, content: bytes, keep: Path | None = None, *, sync: bool = True) -> None:
    """Write a file beside its place and then put it there, so that a full disk costs nothing; OSError if it fails.

    What was there before is kept as `keep`, if that is given. Without `sync` nobody waits for the disk, and where the
    power goes just then the file may be lost.
    """
    handle, fresh = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            if sync:
                os.fsync(file.fileno())
        Path(fresh).chmod(0o644)
        if keep is not None:
            path.replace(keep)
        Path(fresh).replace(path)
    except OSError:
        Path(fresh).unlink(missing_ok=True)
        raise


def set_aside(path: Path) -> Path:
    """Put a file that cannot be read beside its place, over none that was put there before; its new name."""
    kept = free_name(path)
    path.replace(kept)
    return kept


def free_name(path: Path) -> Path:
    """A name beside the file that is not taken."""
    number = 1
    while (other := path.with_name(f"{path.name}.set-aside-{number}")).exists():
        number += 1
    return other
