"""Faces as training disturbs them: what is said of where a face lies must be true of the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.training.faces import EXACT, REACH, ROOM, UNKNOWN
from models.training.wear import aged, lit, missed, place_of
from vision.crops import MARGIN, SIZE
from vision.quads import UNIT, Array, decode

CORNERS = (UNIT / REACH + 1) * ROOM / 2 - 0.5
"""Where the corners of a stored face lie in its picture."""


def cut_off(loose: float, seed: int) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    linear, shift = missed(rng, loose)
    return linear, shift, place_of(EXACT, linear, shift)


@pytest.mark.parametrize("loose", [1.0, 3.0, 6.0])
@pytest.mark.parametrize("seed", range(8))
def test_a_place_that_is_told_carries_the_unit_square_onto_the_face(loose: float, seed: int) -> None:
    linear, shift, place = cut_off(loose, seed)
    stored = (CORNERS + 0.5) * 2 / ROOM - 1
    in_crop = (stored - shift) @ np.linalg.inv(linear).T
    told = (UNIT @ decode(place[None, 2:])[0].T + place[:2]) / MARGIN
    # a square looks the same after a quarter turn
    assert min(np.abs(np.roll(told, k, axis=0) - in_crop).max() for k in range(4)) < 1e-3


def test_a_face_nobody_outlined_has_no_place() -> None:
    linear, shift = missed(np.random.default_rng(1), 1.0)
    assert np.isnan(place_of(UNKNOWN, linear, shift)).all()


def test_most_crops_miss_by_little_and_loose_ones_by_more() -> None:
    near, far = ([np.abs(cut_off(loose, seed)[2][:2]).max() for seed in range(60)] for loose in (1.0, 6.0))
    assert np.median(near) < 0.12 < np.median(far)


def test_light_is_taken_out_and_colours_that_are_known_stay() -> None:
    warm = np.full((SIZE, SIZE, 3), (60, 120, 200), np.uint8)
    rng = np.random.default_rng(4)
    light = np.array([2.2 * np.log(200 / 120), 2.2 * np.log(60 / 120)], np.float32)
    done = np.array([lit(warm, light, rng, free=False).mean(axis=(0, 1)) for _ in range(40)])
    blue, green, red = np.median(done, axis=0)
    assert 0.8 < blue / green < 1.25
    assert 0.8 < red / green < 1.25


def test_aged_faces_are_still_pictures_of_the_same_size() -> None:
    rng = np.random.default_rng(2)
    face = np.asarray(cv2.circle(np.full((SIZE, SIZE, 3), 230, np.uint8), (32, 32), 8, (20, 20, 20), -1), np.uint8)
    many = [aged(face.copy(), rng) for _ in range(50)]
    assert all(one.shape == face.shape and one.dtype == np.uint8 for one in many)
    darker = [float(one[0:8, 0:8].mean()) - float(one[28:36, 28:36].mean()) for one in many]
    assert np.mean(np.array(darker) > 40) > 0.8, "the pip can still be seen on most"
