"""The mat: nothing overlaps, everything can be printed, and each paper is told by its markers."""

from __future__ import annotations

from itertools import combinations

import pytest

from calibration.mat import CELLS, MARGIN, PAPERS, RULER, mat, paper_of
from calibration.pdf import Box


def apart(one: Box, other: Box, gap: float = 0.0) -> bool:
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    return ax + aw + gap <= bx or bx + bw + gap <= ax or ay + ah + gap <= by or by + bh + gap <= ay


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_on_the_mat_overlaps(paper: str) -> None:
    sheet = mat(paper)
    ruler = (*sheet.ruler, RULER, 5.5)
    printed = [*sheet.markers, *(patch.box for patch in sheet.patches), sheet.tray, ruler]
    for one, other in combinations(printed, 2):
        assert apart(one, other)
    # bare paper within the tray is meant; elsewhere it must be bare
    for spot in sheet.blank:
        assert all(apart(spot, box) for box in printed if box != sheet.tray)


@pytest.mark.parametrize("paper", PAPERS)
def test_markers_have_white_around_them_or_they_are_not_found(paper: str) -> None:
    sheet = mat(paper)
    cell = sheet.paper.side / CELLS
    others = [*(patch.box for patch in sheet.patches), sheet.tray]
    assert all(apart(marker, box, cell) for marker in sheet.markers for box in others)


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_lies_where_any_printer_prints(paper: str) -> None:
    sheet = mat(paper)
    for x, y, width, height in [*sheet.markers, *(patch.box for patch in sheet.patches), sheet.tray]:
        assert min(x, y) >= MARGIN - 1e-9
        assert x + width <= sheet.paper.width - MARGIN + 1e-9
        assert y + height <= sheet.paper.height - MARGIN + 1e-9


def test_a_marker_tells_the_paper() -> None:
    for paper in PAPERS:
        assert {paper_of(number) for number in mat(paper).ids} == {paper}
    assert paper_of(0) is None


def test_the_papers_have_their_standard_sizes() -> None:
    assert {name: mat(name).size for name in PAPERS} == {
        "a4": (297.0, 210.0),
        "a3": (420.0, 297.0),
        "letter": (279.4, 215.9),
    }
