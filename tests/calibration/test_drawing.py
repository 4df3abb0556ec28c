"""The mat on paper: exact millimetres, and words that fit."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.drawing import Words, mat_pdf, mat_picture
from calibration.markers import MarkerFinder
from calibration.mat import PAPERS, mat
from calibration.pdf import width_of, wrapped

WORDS = Words("Lay it flat (here).", "Print at 100 %.", "Go on \\ then.", "Exactly 100 mm.", "Würfeln")
PER_MM = 10


@pytest.mark.parametrize("paper", PAPERS)
def test_a_printer_puts_every_marker_to_a_twentieth_of_a_millimetre(paper: str, tmp_path: Path) -> None:
    if not shutil.which("pdftoppm"):
        pytest.skip("needs pdftoppm: apt-get install poppler-utils")
    sheet = mat(paper)
    (tmp_path / "mat.pdf").write_bytes(mat_pdf(sheet, WORDS))
    command = ["pdftoppm", "-r", str(25.4 * PER_MM), "-singlefile", "-png", "mat.pdf", "mat"]
    done = subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    assert done.stderr == b""
    page = cv2.imread(str(tmp_path / "mat.png"))
    assert page is not None
    assert page.shape[1] == pytest.approx(sheet.paper.width * PER_MM, abs=1)
    seen = MarkerFinder().find(np.asarray(page, np.uint8))
    assert seen is not None
    assert seen.paper == paper
    assert set(seen.corners) == set(sheet.ids)
    for number, corners in seen.corners.items():
        assert np.abs((corners + 0.5) / PER_MM - sheet.marker_corners(number)).max() < 0.05


def test_patches_are_printed_in_their_colours() -> None:
    sheet = mat("a4")
    picture = mat_picture(sheet, 4)
    for patch in sheet.patches:
        x, y, width, height = patch.box
        middle = picture[round((y + height / 2) * 4), round((x + width / 2) * 4)]
        assert tuple(middle[::-1]) == patch.rgb


def test_a_viewer_is_asked_not_to_scale() -> None:
    assert b"/PrintScaling /None" in mat_pdf(mat("a4"), WORDS)


def test_brackets_and_backslashes_do_not_break_the_page() -> None:
    content = mat_pdf(mat("a4"), WORDS)
    assert b"Lay it flat \\(here\\)." in content
    assert b"Go on \\\\ then." in content
    assert "Würfeln".encode("cp1252") in content


def test_a_letter_no_western_font_has_costs_only_itself() -> None:
    assert b"(Throw )" in mat_pdf(mat("a4"), Words("", "", "", "", "Throw 🎲"))


def test_words_are_wrapped_to_lines_that_fit() -> None:
    lines = wrapped("one two three four five six", 3.0, 20.0)
    assert " ".join(lines) == "one two three four five six"
    assert len(lines) > 1
    assert all(width_of(line, 3.0) <= 20.0 for line in lines)
