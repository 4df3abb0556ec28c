"""Numbers that are stepped through: round ones, within their limits, the same way back."""

from __future__ import annotations

import pytest

from companion.app.widgets.stepper import next_value


@pytest.mark.parametrize(
    ("value", "up", "down"), [(5, 6, 4), (10, 15, 9), (60, 70, 55), (120, 130, 110), (200, 250, 190), (117, 120, 110)]
)
def test_larger_numbers_go_in_larger_steps(value: int, up: int, down: int) -> None:
    assert next_value(value, 1, 1, 900) == up
    assert next_value(value, -1, 1, 900) == down


def test_limits_hold() -> None:
    assert next_value(1, -1, 1, 60) == 1
    assert next_value(60, 1, 1, 60) == 60


def test_where_there_are_few_every_number_can_be_reached() -> None:
    assert next_value(12, 1, 2, 20) == 13
    assert next_value(12, -1, 2, 20) == 11


def test_what_goes_up_comes_down_the_same_way() -> None:
    value, steps = 1, [1]
    while (value := next_value(value, 1, 1, 900)) != steps[-1]:
        steps.append(value)
    back = [steps[-1]]
    while (value := next_value(back[-1], -1, 1, 900)) != back[-1]:
        back.append(value)
    assert back[::-1] == steps
