"""Solving: what rendered views give, held against the truth; what covers the mat; what people are advised."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.drawing import Image
from calibration.mat import mat
from calibration.profile import Profile
from calibration.solve import ENOUGH, Advice, Gatherer, advice, solve
from calibration.study import measured, report, view
from calibration.views import Lens, Scene, lens_over, picture
from tests.calibration.conftest import LAMP_LIGHT


@pytest.fixture(scope="module")
def elsewhere() -> Image:
    return picture("a4", lens_over(mat("a4"), steepness=50, fills=0.6), LAMP_LIGHT)


def test_light_is_measured_as_it_is(profile: Profile) -> None:
    assert profile.light is not None
    red, green, blue = profile.light
    assert green == 1
    # the sensor mixes a tenth of the channels, which takes as much from the lamp's 1.2 and 0.7
    assert red == pytest.approx(1.2 * 0.9 + 0.1 * 2.9 / 3, abs=0.06)
    assert blue == pytest.approx(0.7 * 0.9 + 0.1 * 2.9 / 3, abs=0.06)


def test_colours_come_closer_to_the_truth(profile: Profile) -> None:
    assert profile.quality.before is not None
    assert profile.quality.after is not None
    assert profile.quality.after < 4 < 8 < profile.quality.before


def test_an_even_white_light_needs_no_correction() -> None:
    solved = solve([picture("a4", lens_over(mat("a4"), steepness=70, fills=0.6), Scene(white=0.9))], "x", "0")
    assert solved is not None
    assert solved.light == pytest.approx((1, 1, 1), abs=0.03)
    assert solved.colour is not None
    assert np.abs(solved.colour.shade).max() < 0.02


@pytest.mark.parametrize("seed", [2, 3, 29])  # a candle's light, a hand on a marker, a hand on patches too
def test_views_of_the_study(seed: int) -> None:
    result = measured(view(seed))
    assert result.profile is not None
    assert np.median(result.corners) < 0.4
    assert result.tray.max() < 1.0
    assert result.place <= result.profile.quality.place
    assert result.after.mean() < 6 < 12 < result.before.mean()
    assert "1 of 1 views solved; 1 with colour; in 1 no place" in report([result])


def test_two_hands_on_the_mat_leave_enough(lens: Lens) -> None:
    sheet = mat("a4")
    hands = tuple((x + w / 2, y + w / 2, 22.0) for x, y, w, _ in (sheet.markers[0], sheet.markers[4]))
    solved = solve([picture("a4", lens, replace(LAMP_LIGHT, hands=hands))], "table", "0")
    assert solved is not None
    assert solved.quality.markers == 4
    assert Advice.UNCOVER_CORNERS in advice(solved)
    assert solved.quality.after is not None
    assert solved.quality.after < 5


def test_a_clear_view_needs_no_advice(profile: Profile) -> None:
    assert advice(profile) == ()


@pytest.mark.parametrize(
    ("steepness", "fills", "hint"), [(24.0, 0.5, Advice.LOOK_STEEPER), (75.0, 0.26, Advice.GO_NEARER)]
)
def test_a_mat_seen_from_the_side_or_far_away(steepness: float, fills: float, hint: Advice) -> None:
    lens = lens_over(mat("a4"), steepness=steepness, fills=fills)
    solved = solve([picture("a4", lens, LAMP_LIGHT)], "far", "0")
    assert solved is not None
    assert hint in advice(solved)


def test_no_mat_no_profile(empty_table: Image) -> None:
    assert solve([empty_table], "x", "0") is None
    assert solve([], "x", "0") is None


def test_frames_are_gathered_while_the_mat_lies_still(frame: Image, elsewhere: Image, empty_table: Image) -> None:
    gatherer = Gatherer()
    assert not gatherer.add(empty_table)
    assert gatherer.most == 0
    for _ in range(ENOUGH - 1):
        assert not gatherer.add(frame)
    assert not gatherer.add(elsewhere), "the mat was moved: begin again"
    assert len(gatherer.frames) == 1
    assert [gatherer.add(elsewhere) for _ in range(ENOUGH - 1)][-1]
    assert gatherer.most == 6
