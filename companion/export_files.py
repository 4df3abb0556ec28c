"""Exports as files in the data folder, for people who tap a button and then want to know where it went."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from calibration.shelf import write_whole
from companion.export import to_bgstats, to_csv, to_json
from companion.rules import Told
from companion.statistics.plays import Play
from companion.troubles import unwritten
from vision.userdata import data_folder

Form = Literal["json", "csv", "bgstats"]
ENDINGS: dict[Form, str] = {"json": ".json", "csv": ".csv", "bgstats": "-bgstats.json"}
FOLDER = "exports"


class ExportFault(Told):
    """The file could not be written; `text` says why."""


def write_export(plays: Sequence[Play], form: Form, language: str, folder: Path | None = None) -> Path:
    """Write these games into a file of their own, and tell which. The same games again replace it."""
    path = (folder or data_folder() / FOLDER) / f"{_name(plays)}{ENDINGS[form]}"
    text = to_json(plays) if form == "json" else to_csv(plays) if form == "csv" else to_bgstats(plays, language)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # spreadsheets take a file for UTF-8 only if it begins with this mark
        write_whole(path, text.encode("utf-8-sig" if form == "csv" else "utf-8"))
    except OSError as error:
        raise ExportFault(unwritten(path, error)) from None
    return path


def _name(plays: Sequence[Play]) -> str:
    if len(plays) == 1:
        (play,) = plays
        started = play.started.astimezone()
        return re.sub(r"[^\w-]", "-", f"{play.game}-{started:%Y-%m-%d}-{play.id}")
    return f"wuerfelauge-{datetime.now():%Y-%m-%d}"
