"""CIEDE2000, held against the pairs that Sharma, Wu and Dalal published with it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.difference import ciede2000, delta_e, encoded, lab, linear

PAIRS = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (50.0, 3.1736, 0.5854), 1.0000),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_published_pairs(one: tuple[float, ...], other: tuple[float, ...], expected: float) -> None:
    assert ciede2000(np.array([one]), np.array([other]))[0] == pytest.approx(expected, abs=1e-4)
    assert ciede2000(np.array([other]), np.array([one]))[0] == pytest.approx(expected, abs=1e-4)


def test_white_and_black_are_as_far_apart_as_can_be() -> None:
    white, black = np.ones((1, 3)), np.zeros((1, 3))
    assert lab(white)[0] == pytest.approx([100, 0, 0], abs=1e-6)
    assert delta_e(white, black)[0] == pytest.approx(100, abs=0.1)


def test_values_and_light_go_both_ways() -> None:
    values = np.linspace(0, 1, 256)
    assert encoded(linear(values)) == pytest.approx(values, abs=1e-6)
