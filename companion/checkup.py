"""What `wuerfelauge doctor` looks at: each part of installation and machine, with a remedy for what is wrong."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata, util
from pathlib import Path
from typing import Literal

import cv2

from companion.app.start import lacking_packages
from companion.journal import Journal, JournalFault, NewerJournal, NoJournal, ReadOnlyJournal
from companion.rules.text import Name, Text, count, say
from vision.cameras import BLACK, CameraGone, is_number, still
from vision.networks import BadModel, load, shipped_file, shipped_names
from vision.userdata import data_folder

Health = Literal["good", "lacking", "broken"]
ROOM = 100_000_000
NETWORKS = ("locator", "reader")
ALLOW_WRITING = say("Allow writing there, or name another folder in WUERFELAUGE_DATA.")


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: is it good, is something lacking that games can do without, or is it broken; and what to do."""

    part: Text
    health: Health
    text: Text | Name | str
    remedy: Text | str | None = None


def checkup(camera: str = "0", folder: Path | None = None) -> Iterator[Finding]:
    """Look at everything, one part after another; nothing is changed by it."""
    folder = folder or data_folder()
    checks: tuple[Callable[[], Finding], ...] = (
        versions,
        models,
        engine,
        lambda: room(folder),
        lambda: journal(folder),
        lambda: camera_there(camera),
        display,
        app,
        buzzer,
    )
    for check in checks:
        yield check()


def versions() -> Finding:
    names = (("Würfelauge", "wuerfelauge"), ("NumPy", "numpy"), ("OpenCV", ""))
    told = [f"{name} {_version(package) if package else cv2.__version__}" for name, package in names]
    told.insert(1, f"Python {platform.python_version()}")
    text = ", ".join([*told, f"{platform.system()} {platform.machine()}"])
    return Finding(say("versions"), "good", text)


def models() -> Finding:
    part = say("models")
    if (altered := _altered()) is not None:
        text = say("The model {name} is missing, or is not the one that was shipped.", name=altered)
        return Finding(part, "broken", text, say("Install Würfelauge again: its models belong to the package."))
    for name in NETWORKS:
        try:
            load(name)
        except Exception as error:  # engines raise what they like at a file they cannot run
            text = say("The {name} cannot be run: {reason}", name=name, reason=str(error).splitlines()[0])
            return Finding(
                part, "broken", text, say("Install onnxruntime again: pip install --force-reinstall onnxruntime")
            )
    return Finding(part, "good", say("All models are there, unaltered, and the networks load."))


def _altered() -> str | None:
    """The first file of the manifest that is not as it was shipped, or the manifest itself."""
    name = "manifest"
    try:
        for name in shipped_names():
            shipped_file(name)
    except BadModel:
        return name
    return None


def engine() -> Finding:
    if util.find_spec("onnxruntime"):
        return Finding(say("engine"), "good", f"onnxruntime {_version('onnxruntime')}")
    text = say("onnxruntime is not installed; OpenCV reads the dice instead, more slowly.")
    return Finding(say("engine"), "lacking", text, "pip install onnxruntime")


def room(folder: Path) -> Finding:
    part = say("data folder")
    there = folder
    try:
        while not there.exists() and there != there.parent:
            there = there.parent
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"Can something be kept here?")
            file.flush()
            os.fsync(file.fileno())
        free = shutil.disk_usage(there).free
    except OSError as error:
        text = say("Nothing can be kept in {path}: {reason}", path=str(folder), reason=error.strerror or str(error))
        return Finding(part, "broken", text, ALLOW_WRITING)
    if free < ROOM:
        text = say("In {path} only {n} MB are free.", path=str(folder), n=free // 1_000_000)
        return Finding(
            part, "lacking", text, say("Make room before a long evening; pictures of throws need most of it.")
        )
    return Finding(part, "good", str(folder))


def journal(folder: Path) -> Finding:
    part = say("journal")
    try:
        with Journal.look(folder / "journal.db") as kept:
            games, open_games = len(kept.sittings()), len(kept.unfinished())
    except NoJournal:
        return Finding(part, "good", say("No game has been kept yet."))
    except NewerJournal as fault:
        return Finding(part, "broken", fault.text, say("Update Würfelauge."))
    except ReadOnlyJournal as fault:
        return Finding(part, "broken", fault.text, ALLOW_WRITING)
    except JournalFault as fault:
        return Finding(
            part, "lacking", fault.text, say("What can still be read is taken over then; nothing is thrown away.")
        )
    text = say("{games}, {n} of them unfinished.", games=count(games, "{n} game", "{n} games"), n=open_games)
    return Finding(part, "good", text)


def camera_there(source: str) -> Finding:
    part = say("camera")
    device = Path(f"/dev/video{source}")
    if is_number(source) and device.exists() and not os.access(device, os.R_OK | os.W_OK):
        text = say("Camera {source} may not be used by this user.", source=source)
        return Finding(part, "lacking", text, say("sudo usermod -aG video $USER, then log in again."))
    try:
        with _quiet_opencv(), still(source) as shoot:
            picture = shoot()
    except (CameraGone, cv2.error):
        text = say("Camera {source} does not answer.", source=source)
        remedy = say(
            "Plug it in, close other programs that use it, or name another: --camera 1. Without one: wuerfelauge demo."
        )
        return Finding(part, "lacking", text, remedy)
    height, width = picture.shape[:2]
    if float(picture.mean()) < BLACK:
        text = say("Camera {source} gives a black picture.", source=source)
        return Finding(part, "lacking", text, say("Take the cap off the lens, or switch on a lamp."))
    return Finding(part, "good", say("Camera {source}, {width} × {height}.", source=source, width=width, height=height))


def display() -> Finding:
    part = say("display")
    if sys.platform not in ("linux", "freebsd") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return Finding(part, "good", say("There is one."))
    return Finding(
        part,
        "lacking",
        say("There is none here, so the app cannot open."),
        say("Start it on a screen; in a terminal there are wuerfelauge demo, watch and play."),
    )


def app() -> Finding:
    part = say("app")
    if not util.find_spec("kivy"):
        return Finding(part, "lacking", say("Kivy is not installed, so the app cannot open."), "pip install kivy")
    if packages := lacking_packages():
        text = say("Libraries that its window needs are missing, so the app cannot open.")
        return Finding(part, "lacking", text, f"sudo apt-get install {' '.join(packages)}")
    return Finding(part, "good", f"Kivy {_version('kivy')}")


def buzzer() -> Finding:
    part = say("buzzer")
    if util.find_spec("serial") is None:
        text = say("pyserial is not installed, so no buzzer box can be heard.")
        return Finding(part, "lacking", text, "pip install pyserial")
    from hardware.ports import usb_ports  # noqa: PLC0415 - it needs pyserial

    found = usb_ports()
    if not found:
        text = say("No buzzer box is plugged in.")
        return Finding(part, "lacking", text, say("Plug it into USB; every game can be played without it."))
    locked = [port for port in found if os.path.exists(port) and not os.access(port, os.R_OK | os.W_OK)]
    if locked:
        text = say("{port} may not be used by this user.", port=locked[0])
        return Finding(part, "lacking", text, say("sudo usermod -aG dialout $USER, then log in again."))
    return Finding(part, "good", ", ".join(found))


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "?"


class _quiet_opencv:  # noqa: N801 - used like a function
    """OpenCV prints what it tried; people get the sentence instead."""

    def __enter__(self) -> None:
        self._before = cv2.utils.logging.getLogLevel()
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

    def __exit__(self, *_: object) -> None:
        cv2.utils.logging.setLogLevel(self._before)
