"""Training samples: what a label says must still be true after the frame was cut, turned and disturbed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from models.training.frames import Frame, disturb, load, moved, sample
from models.training.targets import CELL, Seen


def one_die_frame(folder: Path, *, oblique: bool = False) -> Frame:
    """A grey table with a die whose top face is red and round which nothing else is."""
    image = np.full((360, 640, 3), 128, np.uint8)
    top = np.array(
        [[300, 150], [340, 150], [350, 165], [290, 165]]
        if oblique
        else [[300, 150], [340, 150], [340, 190], [300, 190]]
    )
    cv2.fillPoly(image, [top.astype(np.int32)], (0, 0, 255))
    cv2.imwrite(str(folder / "a.png"), image)
    die = {"top": top.tolist(), "box": [290, 150, 350, 200], "cocked": False, "visible": 1.0, "face": "pips-1"}
    line = {"image": "a.png", "width": 640, "height": 360, "dice": [die], "illuminant": [1.2, 1.0, 0.8]}
    (folder / "shard.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    (frame,) = load(folder)
    return frame


def test_the_heat_is_where_the_face_went(tmp_path: Path) -> None:
    frame = one_die_frame(tmp_path)
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(40):
        cut = sample(frame, rng)
        for row, column in np.argwhere(cut.targets.heat == 1):
            y, x = int((row + 0.5) * CELL), int((column + 0.5) * CELL)
            around = cut.image[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]  # one pixel alone may be a grain
            blue, green, red = np.median(around.reshape(-1, 3), axis=0)
            grey = abs(red - green) < 12 and abs(red - blue) < 12  # a few samples are grey pictures
            assert grey or red > max(blue, green) + 25
            hits += 1
    assert hits > 20


def test_a_die_seen_from_the_side_stays_upright(tmp_path: Path) -> None:
    frame = one_die_frame(tmp_path, oblique=True)
    rng = np.random.default_rng(2)
    for _ in range(40):
        cut = sample(frame, rng)
        for row, column in np.argwhere(cut.targets.heat == 1):
            left, up, right, down = cut.targets.answer[7:11, row, column]
            assert down > up, "the box reaches down from the top face, never up"
            assert left > 0
            assert right > 0


def test_a_die_that_leaves_the_picture_is_seen_less() -> None:
    top = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], np.float32)
    die = Seen(top, np.array([0, 0, 20, 30], np.float32), cocked=False, visible=0.8)
    shift = np.array([[1, 0, -10], [0, 1, 0]], np.float32)
    assert abs(moved(die, shift, 100).visible - 0.4) < 1e-3
    assert moved(die, np.array([[1, 0, -50], [0, 1, 0]], np.float32), 100).visible == 0


def test_the_light_is_kept_track_of_when_the_picture_is_tinted() -> None:
    grey = np.full((64, 64, 3), 120, np.uint8)
    off = []
    for seed in range(60):
        done, (warm, cold) = disturb(grey, (0.0, 0.0), np.random.default_rng(seed))
        blue, green, red = done.reshape(-1, 3).mean(axis=0)
        if red < 250 and blue < 250 and (abs(warm) > 0.1 or abs(cold) > 0.1):
            off.append((np.sign(red - green) == np.sign(warm) or abs(warm) < 0.1) and red > 0)
    assert len(off) > 5
    assert np.mean(off) > 0.9
