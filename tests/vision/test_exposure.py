"""A camera is held as it has found the light, and finds it anew when the light has become another."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.crops import Image
from vision.exposure import SETTLING, UNFIT_SECONDS, Exposure, hold_still, unfit

BY_ITSELF, BY_HAND = 3.0, 1.0


class Driver:
    """What a driver was asked for."""

    def __init__(self, holds: bool = True) -> None:
        self.holds = holds
        self.values: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 157.0}

    def get(self, prop: int, /) -> float:
        return self.values.get(prop, -1.0)

    def set(self, prop: int, value: float, /) -> bool:
        if self.holds:
            self.values[prop] = value
        return self.holds

    @property
    def mode(self) -> float:
        return self.values.get(cv2.CAP_PROP_AUTO_EXPOSURE, 0.0)


def shot(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


class Evening:
    """Frames of one brightness after another, thirty a second."""

    def __init__(self, driver: Driver) -> None:
        self.exposure, self.now = Exposure(driver), 0.0

    def shows(self, level: int, seconds: float) -> None:
        for _ in range(round(30 * seconds)):
            self.exposure.see(shot(level), self.now)
            self.now += 1 / 30


def test_exposure_white_balance_and_focus_are_held_where_the_driver_allows_it() -> None:
    assert hold_still(Driver()) == {"exposure": True, "white balance": True, "focus": True}
    assert hold_still(Driver(holds=False)) == {"exposure": False, "white balance": False, "focus": False}


def test_a_camera_is_held_as_it_has_found_the_light_and_not_before() -> None:
    driver = Driver()
    driver.set(cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND)  # drivers remember the last evening
    evening = Evening(driver)
    evening.shows(120, (SETTLING - 1) / 30)
    assert driver.mode == BY_ITSELF
    assert evening.exposure.held == {}
    evening.shows(120, 0.1)
    assert driver.mode == BY_HAND
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == 157.0
    assert evening.exposure.held["exposure"]


@pytest.mark.parametrize(("before", "after"), [(10, 255), (120, 255), (120, 8)])
def test_a_lamp_that_goes_on_or_off_makes_it_look_anew_and_hold_again(before: int, after: int) -> None:
    driver = Driver()
    evening = Evening(driver)
    evening.shows(before, 1)
    evening.shows(after, UNFIT_SECONDS - 0.2)
    assert driver.mode == BY_HAND
    evening.shows(after, 0.4)
    assert driver.mode == BY_ITSELF
    evening.shows(130, 1)
    assert driver.mode == BY_HAND


def test_a_hand_over_the_lens_changes_nothing() -> None:
    driver = Driver()
    evening = Evening(driver)
    evening.shows(120, 1)
    for _ in range(4):
        evening.shows(5, UNFIT_SECONDS * 0.7)
        evening.shows(120, 0.1)
        assert driver.mode == BY_HAND


def test_a_room_that_stays_dark_is_not_looked_at_anew_for_ever() -> None:
    driver = Driver()
    evening = Evening(driver)
    evening.shows(8, 30)
    assert driver.mode == BY_HAND


def test_a_driver_that_holds_nothing_is_left_to_itself() -> None:
    evening = Evening(Driver(holds=False))
    evening.shows(120, 1)
    evening.shows(255, 10)
    assert evening.exposure.held == {"exposure": False, "white balance": False, "focus": False}


def test_a_white_mat_is_not_too_bright_and_a_lamp_in_the_picture_neither() -> None:
    table = np.full((480, 640, 3), 60, np.uint8)
    table[:120] = 255
    assert unfit(table) is None
    assert unfit(shot(220)) is None
    assert unfit(shot(252)) == "bright"
