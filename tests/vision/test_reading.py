"""From a picture to dice, with the networks that ship, on pictures that trained nothing."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
import pytest

from vision.crops import Image
from vision.kits import kit
from vision.pictures import decode_picture
from vision.reading import DiceEye, Reading

BENCH = files("models") / "bench"
LABELS: dict[str, Any] = {line["image"]: line for line in json.loads((BENCH / "labels.json").read_text("utf-8"))}
PIPS = kit("pips")


@pytest.fixture(scope="module")
def eye() -> DiceEye:
    return DiceEye()


def picture(name: str) -> Image:
    return decode_picture((BENCH / name).read_bytes(), name)


def compared(reading: Reading, labels: dict[str, Any]) -> list[tuple[str, str | None, bool]]:
    """What lies there, what was read (None: not found), and whether it was sure; each reading used once."""
    rows: list[tuple[str, str | None, bool]] = []
    free = list(reading.dice)
    for die in labels["dice"]:
        middle = np.mean(die["top"], axis=0)
        reach = float(np.abs(np.array(die["top"]) - middle).max())
        away = {k: float(np.hypot(*(np.mean(other.top, axis=0) - middle))) for k, other in enumerate(free)}
        nearest = min(away, key=lambda k: away[k], default=None)
        best = free[nearest] if nearest is not None and away[nearest] < 0.8 * reach else None
        if best is not None:
            free.remove(best)
        rows.append((die["face"].removeprefix("pips-"), best.face if best else None, bool(best and best.sure)))
    return rows


def sure_and_wrong(reading: Reading, labels: dict[str, Any]) -> list[tuple[str, str | None, bool]]:
    return [row for row in compared(reading, labels) if row[2] and row[0] != row[1]]


TOKEN = pytest.mark.xfail(strict=True, reason="not reached: a round token printed with six pips passes for a die")


@pytest.mark.parametrize("name", [pytest.param(n, marks=[TOKEN] if n == "2.jpg" else []) for n in sorted(LABELS)])
def test_dice_on_a_strange_table_are_found_and_read(eye: DiceEye, name: str) -> None:
    reading = eye.read(picture(name), PIPS)
    rows = compared(reading, LABELS[name])
    assert sum(read is None for _, read, _ in rows) <= 1, "not found"
    assert sure_and_wrong(reading, LABELS[name]) == []
    assert sum(die.sure for die in reading.dice) <= len(rows), "sure of dice that are none"
    assert sum(truth == read for truth, read, _ in rows) >= 0.8 * len(rows)


@pytest.mark.parametrize("name", sorted(LABELS))
def test_outlines_lie_on_top_faces(eye: DiceEye, name: str) -> None:
    reading = eye.read(picture(name), PIPS)
    good = 0
    for label in LABELS[name]["dice"]:
        truth = np.array(label["top"])
        side = float(np.mean(np.linalg.norm(truth - np.roll(truth, 1, axis=0), axis=1)))
        tops = [np.array(die.top) for die in reading.dice]
        corners = min(tops, key=lambda top: float(np.hypot(*(top.mean(axis=0) - truth.mean(axis=0)))))
        # a square looks the same after a quarter turn, so any corner may be the first
        off = min(float(np.abs(np.roll(corners, k, axis=0) - truth).max()) for k in range(4))
        good += off < 0.25 * side
    assert good >= 0.8 * len(LABELS[name]["dice"])


@pytest.mark.parametrize("name", sorted(LABELS))
def test_a_smaller_copy_of_the_picture_is_read_as_carefully(eye: DiceEye, name: str) -> None:
    smaller = np.asarray(cv2.resize(picture(name), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA), np.uint8)
    dice = [{**die, "top": (0.6 * np.array(die["top"])).tolist()} for die in LABELS[name]["dice"]]
    assert sure_and_wrong(eye.read(smaller, PIPS), {"dice": dice}) == []


@pytest.mark.parametrize(
    "frame",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.full((480, 640, 3), 255, np.uint8),
        np.random.default_rng(1).integers(0, 255, (480, 640, 3), np.uint8),
        np.tile(np.linspace(30, 220, 640, dtype=np.uint8)[None, :, None], (480, 1, 3)),
        np.zeros((16, 2000, 3), np.uint8),
    ],
    ids=["black", "white", "noise", "gradient", "sliver"],
)
def test_a_frame_without_dice_gives_no_dice(eye: DiceEye, frame: Image) -> None:
    assert [die for die in eye.read(frame, PIPS).dice if die.sure] == []


@pytest.mark.parametrize("kit_id", ["tintenherz", "wuerfelblitz", "wuerfelhelden", "zwerge", "dice_forge"])
def test_only_what_the_kit_can_show_is_read(eye: DiceEye, kit_id: str) -> None:
    chosen = kit(kit_id)
    allowed = {(die.body, face) for die in chosen.dice for face in die.faces}
    for die in eye.read(picture("9.jpg"), chosen).dice:
        assert die.leaning or (die.body, die.face) in allowed


def test_opencv_alone_reads_the_same(eye: DiceEye) -> None:
    other = DiceEye(engine="opencv")
    one, two = eye.read(picture("9.jpg"), PIPS), other.read(picture("9.jpg"), PIPS)
    assert [die.face for die in one.dice] == [die.face for die in two.dice]
    assert np.abs(np.array([a.box for a in one.dice]) - np.array([b.box for b in two.dice])).max() < 0.5
