"""A bumped camera is noticed and the profile solved again; hands and dice on the mat are no bump."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.drawing import Image
from calibration.mat import corners, mat
from calibration.profile import Profile
from calibration.views import Lens, lens_over, picture
from calibration.watch import Noticed, Watch
from tests.calibration.conftest import LAMP_LIGHT

BUMPED = lens_over(mat("a4"), steepness=54, around=17, fills=0.62, bend=(-0.1, 0.01), aside=(6.0, -4.0))


@pytest.fixture(scope="module")
def bumped() -> Image:
    return picture("a4", BUMPED, LAMP_LIGHT)


def test_nothing_happens_while_the_camera_stands(profile: Profile, frame: Image) -> None:
    watch = Watch(profile)
    assert {watch.look(frame) for _ in range(3)} == {Noticed.STEADY}
    assert watch.profile is profile


def test_a_bump_is_noticed_and_solved_once_the_camera_is_still(profile: Profile, frame: Image, bumped: Image) -> None:
    watch = Watch(profile)
    assert [watch.look(f) for f in (frame, bumped, bumped, bumped)] == [
        Noticed.STEADY,
        Noticed.BUMPED,
        Noticed.SOLVED,
        Noticed.STEADY,
    ]
    tray = corners(mat("a4").tray)
    assert np.linalg.norm(watch.profile.plane.to_frame(tray) - BUMPED.to_frame(tray), axis=1).max() < 0.5
    assert (watch.profile.name, watch.profile.camera) == (profile.name, profile.camera)


def test_a_camera_that_still_swings_is_not_solved(profile: Profile, frame: Image, bumped: Image) -> None:
    swinging = np.roll(bumped, 8, axis=1)
    watch = Watch(profile)
    assert [watch.look(f) for f in (bumped, swinging, bumped, swinging)] == [Noticed.BUMPED] * 4
    assert watch.look(frame) is Noticed.STEADY, "it swung back"
    assert watch.profile is profile


def test_hands_over_half_the_mat_are_no_bump(profile: Profile, lens: Lens) -> None:
    hands = tuple((x + w / 2, y + w / 2, 20.0) for x, y, w, _ in mat("a4").markers[:3])
    covered = picture("a4", lens, replace(LAMP_LIGHT, hands=hands, seed=4))
    assert Watch(profile).look(covered) is Noticed.STEADY


def test_without_the_mat_nothing_is_claimed(profile: Profile, empty_table: Image) -> None:
    watch = Watch(profile)
    assert watch.look(empty_table) is Noticed.HIDDEN
    assert watch.profile is profile


def test_the_tray_stays_switched_off_after_a_bump(profile: Profile, bumped: Image) -> None:
    watch = Watch(replace(profile, tray=None))
    watch.look(bumped)
    assert watch.look(bumped) is Noticed.SOLVED
    assert watch.profile.tray is None


def test_another_resolution_is_solved_like_a_bump(profile: Profile, frame: Image) -> None:
    half = np.ascontiguousarray(frame[::2, ::2])
    watch = Watch(profile)
    assert [watch.look(half), watch.look(half)] == [Noticed.BUMPED, Noticed.SOLVED]
    assert watch.profile.plane.size == (640, 360)
