"""Which cameras this machine has: by the system's own list where there is one, else by trying the first numbers."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import cv2

LINUX = Path("/sys/class/video4linux")
TRIED = 4
"""Numbers that are tried where the system keeps no list."""


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera by the number that it is opened with, and its name if it has told one."""

    number: int
    name: str = ""


def cameras(listed: Path = LINUX) -> list[CameraInfo]:
    """The cameras there are. Trying them takes seconds: not in the thread that draws."""
    return _listed(listed) if sys.platform.startswith("linux") else _tried()


def _listed(folder: Path) -> list[CameraInfo]:
    found = []
    for entry in folder.glob("video*"):
        number = entry.name.removeprefix("video")
        if not number.isdecimal() or _read(entry / "index") not in ("", "0"):
            continue  # a camera's second entry tells about its pictures, it gives none
        found.append(CameraInfo(int(number), _read(entry / "name").split(":")[0].strip()))
    return sorted(found, key=lambda info: info.number)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _tried() -> list[CameraInfo]:
    found = []
    for number in range(TRIED):
        capture = cv2.VideoCapture(number)
        if capture.isOpened():
            found.append(CameraInfo(number))
        capture.release()
    return found
