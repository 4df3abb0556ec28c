"""What the locator is taught of a frame."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.targets import BASE_SIZE, CELL, Seen, draw
from vision.quads import decode, quad_of

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def die(x: float, y: float, half: float = 20, *, cocked: bool = False, visible: float = 1.0) -> Seen:
    top = SQUARE * half + [x, y]
    box = np.array([x - half, y - half, x + half, y + 2 * half], np.float32)
    return Seen(top.astype(np.float32), box, cocked, visible)


@pytest.mark.parametrize("x", [100.0, 101.7, 103.9])
@pytest.mark.parametrize("half", [6.0, 20.0, 70.0])
def test_the_answer_at_the_centre_leads_back_to_the_quad(x: float, half: float) -> None:
    label = die(x, 82.3, half)
    targets = draw([label], 160, 240)
    row, column = np.unravel_index(int(targets.heat.argmax()), targets.heat.shape)
    assert targets.heat[row, column] == 1
    answer = targets.answer[:, row, column]
    centre = (np.array([column, row]) + answer[:2] + 0.5) * CELL - 0.5
    np.testing.assert_allclose(centre, [x, 82.3], atol=1e-3)
    code = answer[2:7].copy()
    code[0] += np.log(BASE_SIZE)
    quad = quad_of(centre[None].astype(np.float32), decode(code[None]))[0]
    assert min(np.abs(quad - np.roll(label.top, k, axis=0)).max() for k in range(4)) < 0.01 * half + 0.01
    np.testing.assert_allclose(answer[7:11], [1, 1, 1, 2], atol=1e-3)


def test_each_die_has_one_peak_and_near_ones_keep_their_own_answers() -> None:
    targets = draw([die(60, 60, 12), die(86, 60, 12, cocked=True)], 128, 160)
    assert (targets.heat == 1).sum() == 2
    row = round((60 + 0.5) / CELL - 0.5)
    left, right = round(60 / CELL - 0.5), round(86 / CELL - 0.5)
    assert targets.answer[11, row, left] == 0
    assert targets.answer[11, row, right] == 1


@pytest.mark.parametrize("hidden", [die(60, 60, visible=0.2), die(60, 60, half=2.5), die(-3, 60)])
def test_a_die_nobody_could_find_counts_neither_for_nor_against(hidden: Seen) -> None:
    targets = draw([hidden], 128, 128)
    assert targets.heat.max() == 0
    assert targets.weight.max() == 0
    assert 0 < (targets.counted == 0).sum() < targets.counted.size / 2


def test_a_die_beside_a_hidden_one_still_counts() -> None:
    targets = draw([die(60, 60), die(66, 60, visible=0.1)], 128, 128)
    assert targets.counted[targets.heat == 1].all()


def test_an_empty_frame_teaches_that_nothing_is_there() -> None:
    targets = draw([], 64, 96)
    assert targets.heat.shape == (16, 24)
    assert targets.heat.max() == 0
    assert targets.counted.min() == 1
