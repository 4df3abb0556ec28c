"""Profiles: the same after writing and reading; whatever is wrong with a file has its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.mat import mat
from calibration.profile import BadProfile, Fault, Profile, parse, write
from calibration.views import Lens


def test_a_profile_is_the_same_after_writing_and_reading(profile: Profile) -> None:
    assert parse(write(profile), "table") == profile
    plain = replace(profile, colour=None, tray=None, quality=replace(profile.quality, before=None, after=None))
    assert parse(write(plain), "table") == plain


def fault(text: str) -> Fault:
    with pytest.raises(BadProfile) as caught:
        parse(text, "kitchen")
    assert "kitchen" in str(caught.value)
    return caught.value.fault


@pytest.mark.parametrize("text", ["", "{", '{"wuerfelauge": "profile"', "nonsense", "\x00\x00"])
def test_a_file_that_breaks_off_is_damaged(text: str) -> None:
    assert fault(text) is Fault.DAMAGED


@pytest.mark.parametrize("text", ["{}", "[]", "3", "null", '{"wuerfelauge": 1, "game": "zwerge"}', '{"plane": 1}'])
def test_other_people_s_files_are_foreign(text: str) -> None:
    assert fault(text) is Fault.FOREIGN


def test_a_newer_version_is_not_guessed_at(profile: Profile) -> None:
    assert fault(json.dumps({**json.loads(write(profile)), "version": 2, "plane": "new"})) is Fault.TOO_NEW


def _drop(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda data: data.pop(key)


def _put(value: object, *path: str) -> Callable[[dict[str, Any]], object]:
    def change(data: dict[str, Any]) -> object:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value
        return data

    return change


@pytest.mark.parametrize(
    "change",
    [
        *(_drop(key) for key in ("name", "camera", "made", "paper", "plane", "colour", "quality", "tray")),
        _put("a5", "paper"),
        _put(7, "name"),
        _put([[0, 0, 0]] * 3, "plane", "matrix"),
        _put([[1, 0], [0, 1]], "plane", "matrix"),
        _put(float("nan"), "plane", "bend"),
        _put(True, "plane", "bend"),
        _put([0, 720], "plane", "size"),
        _put([1280], "plane", "size"),
        _put([1, 0, 1], "colour", "white"),
        _put([1, 2], "colour", "shade"),
        _put("good", "quality", "place"),
        _put([1, 2, 3], "tray"),
    ],
)
def test_a_changed_profile_is_damaged(profile: Profile, change: Callable[[dict[str, Any]], object]) -> None:
    data = json.loads(write(profile))
    change(data)
    assert fault(json.dumps(data)) is Fault.DAMAGED


def test_a_profile_serves_every_size_of_the_same_shape(profile: Profile) -> None:
    assert profile.fitted((1280, 720)) is profile
    assert profile.fitted((640, 360)).plane.size == (640, 360)


def test_pictures_of_another_shape_or_camera_are_refused(profile: Profile) -> None:
    with pytest.raises(BadProfile) as caught:
        profile.fitted((640, 480))
    assert caught.value.fault is Fault.OTHER_SHAPE
    with pytest.raises(BadProfile) as caught:
        profile.fitted((1280, 720), camera="1")
    assert (caught.value.fault, caught.value.detail) == (Fault.OTHER_CAMERA, "0")
    assert profile.fitted((1280, 720), camera="0") is profile


def test_dice_beside_the_tray_are_told_from_those_in_it(profile: Profile, lens: Lens) -> None:
    x, y, width, height = mat("a4").tray
    inside = np.array([[x + 9, y + 9], [x + width - 9, y + height - 9], [x + width / 2, y + height / 2]])
    beside = np.array([[x - 20, y + 40], [x + width + 20, y + 40], [x + 50, y - 20], [x + 50, y + height + 20]])
    assert profile.on_tray(lens.to_frame(inside, 16.0)).all()
    assert not profile.on_tray(lens.to_frame(beside, 16.0)).any()
    assert profile.on_tray(np.zeros((0, 2))).shape == (0,)


def test_without_a_tray_every_die_counts(profile: Profile) -> None:
    assert replace(profile, tray=None).on_tray(np.array([[0.0, 0.0], [1e4, 1e4]])).all()
