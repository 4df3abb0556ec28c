"""The plane: millimetres to pixels and back, lens and height included; markers that lie are left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.drawing import Image
from calibration.markers import MarkerFinder, Sighting
from calibration.mat import Floats, corners, mat
from calibration.plane import fit_plane
from calibration.profile import Profile
from calibration.views import Lens, lens_over


def seen_by(lens: Lens, *numbers: int, paper: str = "a4") -> Sighting:
    """What a camera without any error would find."""
    sheet = mat(paper)
    return Sighting(paper, {n: lens.to_frame(sheet.marker_corners(n)) for n in numbers or sheet.ids}, lens.size)


@pytest.fixture
def tray() -> Floats:
    return corners(mat("a4").tray)


def test_the_way_to_the_frame_and_back_is_the_same(profile: Profile, tray: Floats) -> None:
    for height in (0.0, 16.0):
        there = profile.plane.to_frame(tray, height)
        assert profile.plane.to_mat(there, height) == pytest.approx(tray, abs=1e-6)


def test_found_corners_lie_within_half_a_pixel(frame: Image, lens: Lens) -> None:
    seen = MarkerFinder().find(frame)
    assert seen is not None
    assert set(seen.corners) == set(mat("a4").ids)
    for number, found in seen.corners.items():
        assert np.linalg.norm(found - lens.to_frame(mat("a4").marker_corners(number)), axis=1).max() < 0.5


def test_the_tray_is_placed_to_a_fifth_of_a_pixel(profile: Profile, lens: Lens, tray: Floats) -> None:
    away = profile.plane.to_frame(tray) - lens.to_frame(tray)
    assert np.linalg.norm(away, axis=1).max() < 0.2


def test_what_stands_above_the_mat_is_placed_too(profile: Profile, lens: Lens, tray: Floats) -> None:
    inner = tray * 0.8 + tray.mean(axis=0) * 0.2
    assert np.linalg.norm(profile.plane.to_frame(inner, 16.0) - lens.to_frame(inner, 16.0), axis=1).max() < 1.0
    flat = np.linalg.norm(profile.plane.to_frame(inner) - lens.to_frame(inner, 16.0), axis=1).min()
    assert flat > 10, "a die's top is far from where its foot is: the test would see a height that does nothing"


def test_the_camera_s_steepness_is_known(profile: Profile) -> None:
    assert profile.plane.steepness == pytest.approx(55, abs=1)


def test_straight_down_height_is_still_sensible(tray: Floats) -> None:
    lens = lens_over(mat("a4"), steepness=90)
    fit = fit_plane(seen_by(lens))
    assert fit is not None
    assert np.linalg.norm(fit.plane.to_frame(tray, 16.0) - lens.to_frame(tray, 16.0), axis=1).max() < 6
    assert fit.plane.steepness == pytest.approx(90, abs=1)


def test_a_marker_that_lies_elsewhere_is_left_out(tray: Floats) -> None:
    lens = lens_over(mat("a4"), steepness=60)
    seen = seen_by(lens)
    crumpled = {**seen.corners, 22: seen.corners[22] + np.array([25.0, -14.0])}
    fit = fit_plane(replace(seen, corners=crumpled))
    assert fit is not None
    assert 22 not in fit.used
    assert np.linalg.norm(fit.plane.to_frame(tray) - lens.to_frame(tray), axis=1).max() < 0.1


def test_one_marker_is_not_enough() -> None:
    lens = lens_over(mat("a4"), steepness=60)
    assert fit_plane(seen_by(lens, 20)) is None


def test_the_fewer_markers_the_greater_the_doubt() -> None:
    lens = lens_over(mat("a4"), steepness=60)
    noise = np.random.default_rng(1)
    sheet = mat("a4")
    shaken = {n: lens.to_frame(sheet.marker_corners(n)) + noise.normal(0, 0.3, (4, 2)) for n in sheet.ids}

    def doubt(*numbers: int) -> float:
        fit = fit_plane(Sighting("a4", {n: shaken[n] for n in numbers}, lens.size))
        assert fit is not None
        return fit.doubt

    assert doubt(*sheet.ids) < doubt(20, 21, 22, 25) < doubt(20, 21) == float("inf")


def test_the_same_view_in_a_smaller_frame(lens: Lens, profile: Profile, tray: Floats) -> None:
    half = profile.plane.scaled((640, 360))
    assert half.to_frame(tray) == pytest.approx((lens.to_frame(tray) + 0.5) / 2 - 0.5, abs=0.2)
