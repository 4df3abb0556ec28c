"""Whether the system likes it dark, where that can be known without asking long; light elsewhere."""

from __future__ import annotations

import configparser
import importlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from companion.app.theme import Mood


@cache
def system_mood() -> Mood:
    """Looked up once: who changes it while the app is open can choose here too."""
    try:
        return "dark" if _dark() else "light"
    except Exception:  # whatever a strange system answers, it is no reason not to start
        return "light"


def _dark() -> bool:
    if "ANDROID_ARGUMENT" in os.environ:
        return _android()
    if sys.platform == "win32":
        return _windows()
    if sys.platform == "darwin":
        asked = subprocess.run(
            ["defaults", "read", "-g", "AppleInterfaceStyle"], capture_output=True, text=True, timeout=1, check=False
        )
        return asked.stdout.strip() == "Dark"
    return desktop_is_dark(Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"))


def desktop_is_dark(config: Path) -> bool:
    """What GTK or KDE have written down for their programs."""
    if theme := os.environ.get("GTK_THEME"):
        return theme.endswith(":dark") or theme.lower().endswith("-dark")
    for name in ("gtk-4.0", "gtk-3.0"):
        wish = _value(config / name / "settings.ini", "Settings", "gtk-application-prefer-dark-theme")
        if wish:
            return wish.lower() in ("1", "true")
    return "dark" in _value(config / "kdeglobals", "General", "ColorScheme").lower()


def _value(path: Path, section: str, key: str) -> str:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeError):
        return ""
    return parser.get(section, key, fallback="")


def _windows() -> bool:
    registry: Any = importlib.import_module("winreg")
    place = r"Software\Microsoft\Windows\CurrentVersion\Themes\Personalize"
    with registry.OpenKey(registry.HKEY_CURRENT_USER, place) as key:
        return registry.QueryValueEx(key, "AppsUseLightTheme")[0] == 0


def _android() -> bool:
    java: Any = importlib.import_module("jnius")
    activity = java.autoclass("org.kivy.android.PythonActivity").mActivity
    night_mask, night = 0x30, 0x20  # Configuration.UI_MODE_NIGHT_MASK and UI_MODE_NIGHT_YES
    return bool(activity.getResources().getConfiguration().uiMode & night_mask == night)
