"""The mat for people: its words in their language, and the file to print."""

from __future__ import annotations

from pathlib import Path

from calibration.drawing import Words, mat_pdf
from calibration.mat import mat
from calibration.shelf import write_whole
from companion.i18n import in_words
from companion.rules.text import Text, say


def mat_words(*, in_app: bool = False) -> dict[str, Text]:
    """What the mat says, by the fields of calibration.drawing.Words; how to go on, in the app or by command."""
    command = say("Then: wuerfelauge calibrate --source 0")
    return {
        "laying": say("Lay it flat where you throw. Keep squares and colours clear, and lamps from shining on it."),
        "printing": say("Print at actual size (100 %), not fitted to the page, on matt paper."),
        "going_on": say("Then go on in the app, under Calibrate.") if in_app else command,
        "ruler": say("Check with a ruler: exactly 100 mm."),
        "tray": say("Throw here"),
    }


def write_mat(path: Path, paper: str, language: str, *, in_app: bool = False) -> Text:
    """Write the mat as a PDF file, and say where it is; OSError if that is not possible."""
    words = {field: in_words(text, language) for field, text in mat_words(in_app=in_app).items()}
    sheet = mat(paper)
    write_whole(path, mat_pdf(sheet, Words(**words)))
    return say("The mat is in {path}: {paper}, to be printed at 100 %.", path=str(path), paper=sheet.paper.title)
