"""Starts the app: sets Kivy up before it is imported, and says so where there is no display."""

from __future__ import annotations

import ctypes
import logging
import os
import sys
import tempfile

from vision.userdata import data_folder

LIBRARIES = {"libX11.so.6": "libx11-6", "libGL.so.1": "libgl1", "libGLX_mesa.so.0": "libglx-mesa0"}
"""What a window is opened with on Linux and no wheel brings along, and where Debian has it."""


class NoDisplay(RuntimeError):
    """There is no screen to show the app on."""


class NoLibraries(RuntimeError):
    """The system lacks libraries that a window is opened with; `packages` of Debian have them."""

    def __init__(self, packages: tuple[str, ...]) -> None:
        super().__init__(*packages)
        self.packages = packages


def start(language: str = "") -> int:
    """Run the app until it is closed; NoDisplay or NoLibraries if there is nothing to show it on."""
    if sys.platform.startswith("linux"):
        drivers = [name for name, sign in (("x11", "DISPLAY"), ("wayland", "WAYLAND_DISPLAY")) if os.environ.get(sign)]
        if not drivers:
            raise NoDisplay
        os.environ.setdefault("SDL_VIDEODRIVER", ",".join(drivers))  # or it falls back to a screen nobody can see
    prepare()
    from kivy.core.window import Window  # noqa: PLC0415 - Kivy opens its window when it is imported

    if Window is None:  # no library to draw with, or a display that does not answer
        raise NoLibraries(lacking) if (lacking := lacking_packages()) else NoDisplay
    from companion.app.app import WuerfelaugeApp  # noqa: PLC0415

    WuerfelaugeApp(language=language).run()
    return 0


def lacking_packages() -> tuple[str, ...]:
    """The packages without which Linux cannot open a window. Makers of graphics cards bring an OpenGL of their own."""
    if not sys.platform.startswith("linux"):
        return ()
    missing = [name for name in LIBRARIES if not _loads(name)]
    if missing == ["libGLX_mesa.so.0"] and _loads("libGLX_nvidia.so.0"):
        return ()
    return tuple(LIBRARIES[name] for name in missing)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def prepare(width: int = 1280, height: int = 800) -> None:
    """Kivy as it should be here: quiet, its files in our own folder, one touch for a mouse."""
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_WINDOW", "sdl2")  # another one ends the whole program where there is no display
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")  # otherwise Kivy swallows what goes to standard error
    # Kivy calls it critical where a program for the clipboard is missing that few people have; real faults are raised
    logging.getLogger("kivy").addFilter(lambda record: False)
    if "KIVY_HOME" not in os.environ:
        os.environ["KIVY_HOME"] = _folder_for_kivy()
    from kivy.config import Config  # noqa: PLC0415

    Config.set("kivy", "exit_on_escape", "0")
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "minimum_width", "600")
    Config.set("graphics", "minimum_height", "480")
    Config.set("graphics", "multisamples", "0")  # edges are smoothed as they are drawn
    Config.set("input", "mouse", "mouse,disable_multitouch")


def _folder_for_kivy() -> str:
    """Where Kivy keeps its own few files; where nothing can be written, a folder that goes with the session."""
    folder = data_folder() / "kivy"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return tempfile.mkdtemp(prefix="wuerfelauge-")
    return str(folder)
