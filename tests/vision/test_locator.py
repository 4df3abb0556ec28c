"""Where dice lie: each found once, its sides not taken for dice of their own, small ones looked at more closely."""

from __future__ import annotations

import json
from importlib.resources import files

import cv2
import numpy as np
import pytest

from vision.locator import Found, Locator
from vision.networks import load
from vision.pictures import decode_picture

BENCH = files("models") / "bench"
HALF = 20


def dice(*described: tuple[tuple[float, float], tuple[float, float, float, float], float]) -> Found:
    """Finds with their centre, their box and how sure they are; top faces 40 pixels wide."""
    n = len(described)
    return Found(
        np.array([centre for centre, _, _ in described], np.float32),
        np.repeat(HALF * np.eye(2, dtype=np.float32)[None], n, axis=0),
        np.array([box for _, box, _ in described], np.float32),
        np.array([score for _, _, score in described], np.float32),
        np.zeros(n, np.float32),
        (1.0, 1.0, 1.0),
    )


TOP = ((100.0, 100.0), (75.0, 78.0, 125.0, 150.0), 0.9)


def test_a_side_below_the_top_face_is_the_same_die() -> None:
    side = ((100.0, 130.0), (76.0, 80.0, 126.0, 152.0), 0.6)
    assert dice(side, TOP).apart().scores.tolist() == pytest.approx([0.9])


def test_two_finds_on_one_top_face_are_one_die() -> None:
    beside = ((108.0, 100.0), (95.0, 90.0, 180.0, 190.0), 0.5)
    assert dice(TOP, beside).apart().scores.tolist() == pytest.approx([0.9])


def test_a_die_close_behind_another_stays_a_die_of_its_own() -> None:
    behind = ((100.0, 65.0), (75.0, 43.0, 125.0, 115.0), 0.6)
    assert len(dice(TOP, behind).apart()) == 2


def test_the_surest_come_first() -> None:
    far = ((300.0, 100.0), (275.0, 78.0, 325.0, 150.0), 0.95)
    assert dice(TOP, far).apart().centres[:, 0].tolist() == [300, 100]


def test_nothing_found_stays_nothing() -> None:
    assert len(dice(TOP).pick([]).apart()) == 0


def test_dice_that_are_small_in_a_large_picture_are_found() -> None:
    labels = {line["image"]: line for line in json.loads((BENCH / "labels.json").read_text("utf-8"))}
    picture = decode_picture((BENCH / "9.jpg").read_bytes(), "9.jpg")
    canvas = np.full((1440, 2560, 3), picture.reshape(-1, 3).mean(axis=0), np.uint8)
    share = 0.5
    canvas[900:1260, 1700:2340] = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    found = Locator(load("locator")).find(canvas)
    near = 0
    for die in labels["9.jpg"]["dice"]:
        top = share * np.array(die["top"]) + [1700, 900]
        away = np.hypot(*(found.centres - top.mean(axis=0)).T)
        near += bool(len(away) and away.min() < 0.3 * np.linalg.norm(top[0] - top[1]))
    assert near >= 8
