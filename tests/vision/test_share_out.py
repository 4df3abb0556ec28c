"""Which body each die is, all of them together."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.naming import ANY, share_out

RED, ORANGE = {"red": -0.6, "orange": -0.8}, {"red": -0.5, "orange": -0.9}


def test_two_dice_that_both_look_red_are_the_red_and_the_orange_one() -> None:
    alone = share_out([RED], {"red": 1, "orange": 1})
    assert alone[0]["red"] < 0.6
    clear = {"red": -0.01, "orange": -5.0}
    both = share_out([clear, RED], {"red": 1, "orange": 1})
    assert both[0]["red"] > 0.95
    assert both[1]["orange"] > 0.95


def test_more_dice_than_the_kit_has_are_named_one_by_one() -> None:
    shares = share_out([RED, RED, RED], {"red": 1, "orange": 1})
    assert len(shares) == 3
    assert all(share["red"] == pytest.approx(share_out([RED], {"red": 1, "orange": 1})[0]["red"]) for share in shares)


def test_a_body_of_any_colour_is_never_used_up() -> None:
    assert share_out([{ANY: 0.0}] * 20, {ANY: 1}) == [{ANY: 1.0}] * 20


def test_no_dice() -> None:
    assert share_out([], {"red": 1}) == []


@given(st.lists(st.lists(st.floats(-6, 0), min_size=4, max_size=4), min_size=1, max_size=4))
def test_the_shares_are_those_of_all_assignments_weighed(weights: list[list[float]]) -> None:
    """Checked against every way to hand out four bodies, written down one by one."""
    bodies = ("a", "b", "c", "d")
    dice = [dict(zip(bodies, row, strict=True)) for row in weights]
    shares = share_out(dice, dict.fromkeys(bodies, 1))
    total = np.zeros((len(dice), 4))
    for order in permutations(range(4), len(dice)):
        weight = np.exp(sum(weights[i][k] for i, k in enumerate(order)))
        for i, k in enumerate(order):
            total[i, k] += weight
    total /= total.sum(axis=1, keepdims=True)
    for i, share in enumerate(shares):
        np.testing.assert_allclose([share.get(b, 0.0) for b in bodies], total[i], atol=1e-4)
        assert sum(share.values()) == pytest.approx(1)
