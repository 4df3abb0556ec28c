"""A face that was cut a little off is outlined anew by what the reader sees of it: the real network, real outlines."""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np
import pytest

from vision.crops import Image
from vision.locator import Found
from vision.networks import load
from vision.pictures import decode_picture
from vision.quads import Array, affine_of, quad_of
from vision.reader import FaceReader

BENCH = files("models") / "bench"


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader(load("reader"))


@pytest.fixture(scope="module")
def pictures() -> list[tuple[Image, Array]]:
    """Pictures with the corners of their top faces."""
    lines = json.loads((BENCH / "labels.json").read_text("utf-8"))
    return [
        (
            decode_picture((BENCH / line["image"]).read_bytes(), line["image"]),
            np.array([die["top"] for die in line["dice"]], np.float32),
        )
        for line in lines
    ]


def off(found: Found, tops: Array) -> Array:
    """How far each outline is from the true one, in half sides; any corner may be the first."""
    corners = quad_of(found.centres, found.matrices)
    away = [np.linalg.norm(np.roll(corners, k, axis=1) - tops, axis=2).mean(axis=1) for k in range(4)]
    sides = np.sqrt(np.abs(np.linalg.det(affine_of(tops)[1])))
    return np.asarray(np.min(away, axis=0) / sides, np.float32)


@pytest.mark.parametrize(
    ("shift", "change"),
    [
        ((0.3, 0.0), np.eye(2)),
        ((-0.15, 0.2), np.diag([1.15, 0.95])),
        ((0.0, 0.0), np.diag([1.25, 1.25])),
        ((0.1, 0.1), np.array([[1.0, -0.25], [0.25, 1.0]])),
    ],
    ids=["shifted", "shifted and stretched", "too large", "turned"],
)
def test_outlines_that_miss_come_nearer(
    reader: FaceReader, pictures: list[tuple[Image, Array]], shift: tuple[float, float], change: Array
) -> None:
    before, after = [], []
    for image, tops in pictures:
        centres, matrices = affine_of(tops)
        n = len(centres)
        missed = Found(
            centres + np.einsum("nij,j->ni", matrices, np.array(shift, np.float32)),
            (matrices @ change).astype(np.float32),
            np.zeros((n, 4), np.float32),
            np.ones(n, np.float32),
            np.zeros(n, np.float32),
            (1.0, 1.0, 1.0),
        )
        mended = reader.nearer(missed, reader.looks(reader.cut(image, missed)))
        before += off(missed, tops).tolist()
        after += off(mended, tops).tolist()
    assert np.median(after) < 0.75 * np.median(before)


def test_outlines_that_fit_stay_where_they_are(reader: FaceReader, pictures: list[tuple[Image, Array]]) -> None:
    moved = []
    for image, tops in pictures:
        centres, matrices = affine_of(tops)
        n = len(centres)
        exact = Found(
            centres, matrices, np.zeros((n, 4), np.float32), np.ones(n, np.float32), np.zeros(n, np.float32), (1, 1, 1)
        )
        moved += off(reader.nearer(exact, reader.looks(reader.cut(image, exact))), tops).tolist()
    assert np.median(moved) < 0.1
