"""Charts on a screen: readable in both moods, in the colours of the players' discs, never two lines alike."""

from __future__ import annotations

import pytest

from companion.app.theme import CHART_COLOURS, PALETTES, PLAYER_COLOURS, Look, Mood, contrast
from companion.app.ui import Ui
from companion.app.widgets.chart import paper_for, unlike


@pytest.mark.parametrize("mood", ["light", "dark"])
def test_names_and_lines_can_be_read_on_a_panel(mood: Mood) -> None:
    surface = PALETTES[mood].surface
    assert len(CHART_COLOURS[mood]) == len(PLAYER_COLOURS)
    assert len(set(CHART_COLOURS[mood])) == len(PLAYER_COLOURS)
    for colour in (*CHART_COLOURS[mood], PALETTES[mood].faint, PALETTES[mood].ink):
        assert contrast(colour, surface) >= 4.5


def test_two_people_with_the_same_disc_have_different_lines() -> None:
    assert unlike([3, 1]) == (3, 1)
    assert unlike([0, 0, 1]) == (0, 1, 2)
    assert len(set(unlike([5] * 7))) == 7


def test_the_paper_is_that_of_the_panel() -> None:
    ui = Ui(Look("dark", 1.2), "de")
    paper = paper_for(ui, 700, [2, 0])
    assert paper.ground == tuple(round(255 * part) for part in PALETTES["dark"].surface[:3])
    assert paper.players[0] == tuple(round(255 * part) for part in CHART_COLOURS["dark"][2][:3])
    assert round(paper.width * paper.scale) == pytest.approx(700, abs=1)
    assert not paper.head


def test_on_a_narrow_place_everything_gets_smaller() -> None:
    paper = paper_for(Ui(Look("light", 1.4), "en"), 300)
    assert paper.width == 440
    assert paper.width * paper.scale == pytest.approx(300)
