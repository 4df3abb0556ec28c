"""Dice under a profile: only those in the tray, in the light that was measured."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.colour import Colour
from calibration.markers import Sighting
from calibration.mat import mat
from calibration.plane import fit_plane
from calibration.profile import DIE_HEIGHT, Profile, Quality
from calibration.views import lens_over
from vision.locator import Found
from vision.reader import without_light

LENS = lens_over(mat("a4"), steepness=50, fills=0.6)
GUESSED = (1.1, 1.0, 0.9)


@pytest.fixture(scope="module")
def profile() -> Profile:
    sheet = mat("a4")
    fit = fit_plane(Sighting("a4", {n: LENS.to_frame(sheet.marker_corners(n)) for n in sheet.ids}, LENS.size))
    assert fit is not None
    colour = Colour((0.9, 0.75, 0.6), 2.2, 0.0, 1.0, (0.0,) * 5)
    return Profile("table", "0", "2026-01-01", "a4", fit.plane, colour, Quality(0.1, 6, 20, 9.0, 2.0), sheet.tray)


def found() -> Found:
    """A die in the middle of the tray, one on the ruler, one beside the mat."""
    centres = LENS.to_frame(np.array([[148.0, 100.0], [60.0, 185.0], [340.0, 100.0]]), DIE_HEIGHT).astype(np.float32)
    square = np.tile(np.eye(2, dtype=np.float32) * 15, (3, 1, 1))
    boxes = np.concatenate([centres - 20, centres + 20], axis=1)
    scores = np.array([0.9, 0.8, 0.7], np.float32)
    return Found(centres, square, boxes, scores, np.zeros(3, np.float32), GUESSED)


def test_only_the_dice_in_the_tray_are_left(profile: Profile) -> None:
    seen = found().under(profile)
    assert seen.scores.tolist() == pytest.approx([0.9])
    assert len(seen.tops) == len(seen.boxes) == len(seen.leaning) == 1


def test_without_a_tray_all_stay(profile: Profile) -> None:
    assert len(found().under(replace(profile, tray=None))) == 3


def test_measured_light_takes_the_place_of_the_guess(profile: Profile) -> None:
    light = found().under(profile).light
    paper = np.array([[[[153, 191, 230]]]], np.uint8)  # the white that the profile knows, blue green red
    assert np.ptp(without_light(paper, light)) <= 1
    assert np.ptp(without_light(paper, GUESSED)) > 20


def test_a_profile_without_colour_leaves_the_guess(profile: Profile) -> None:
    assert found().under(replace(profile, colour=None)).light == GUESSED
