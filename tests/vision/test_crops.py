"""Cutting faces out: what is at a corner of the face is at the same corner of the crop."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.crops import MARGIN, SIZE, cut
from vision.quads import affine_of

COLOURS = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)]


@pytest.mark.parametrize("half", [9, 30, 140, 400])
@pytest.mark.parametrize("turn", [0.0, 0.5, 2.0])
def test_each_quarter_of_a_face_comes_out_in_its_place(half: float, turn: float) -> None:
    frame = np.full((1200, 1400, 3), 40, np.uint8)
    c, s = np.cos(turn), np.sin(turn)
    matrix = half * np.array([[c, -0.7 * s], [s, 0.7 * c]])
    centre = np.array([700.0, 600.0])
    for (x, y), colour in zip([(-1, -1), (0, -1), (0, 0), (-1, 0)], COLOURS, strict=True):
        square = np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]) @ matrix.T + centre
        cv2.fillPoly(frame, [np.round(square).astype(np.int32)], colour)
    unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    face = cut(frame, *affine_of(unit @ matrix.T + centre))[0]
    assert face.shape == (SIZE, SIZE, 3)
    quarter = round(SIZE / 2 - SIZE / 4 / MARGIN), round(SIZE / 2 + SIZE / 4 / MARGIN)
    for (row, column), colour in zip([(0, 0), (0, 1), (1, 1), (1, 0)], COLOURS, strict=True):
        seen = face[quarter[row], quarter[column]].astype(int)
        assert np.abs(seen - colour).max() < 30, (row, column)


def test_a_large_face_is_averaged_not_sampled() -> None:
    """A fine chequerboard must turn grey, not into a pattern of its own."""
    frame = (255 * (np.indices((1000, 1000)).sum(axis=0) % 2)).astype(np.uint8)
    frame = cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
    face = cut(np.asarray(frame, np.uint8), np.array([[500, 500]], np.float32), 400 * np.eye(2, dtype=np.float32)[None])
    assert face[0].std() < 3
    assert abs(face[0].mean() - 127) < 3


def test_a_face_at_the_edge_is_continued() -> None:
    frame = np.full((100, 100, 3), 200, np.uint8)
    face = cut(frame, np.array([[2, 2]], np.float32), 20 * np.eye(2, dtype=np.float32)[None])
    assert face.min() == 200
