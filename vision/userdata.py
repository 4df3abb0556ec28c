"""Where a table keeps what is its own: kits, taught galleries, profiles, games."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The user's data folder; `WUERFELAUGE_DATA` names another. It is not made here."""
    if chosen := os.environ.get("WUERFELAUGE_DATA"):
        return Path(chosen)
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "wuerfelauge"
