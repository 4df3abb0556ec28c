"""The mathematics against values from tables and closed forms."""

from __future__ import annotations

import math

import pytest

from companion.statistics.chance import below, chi_square, chi_square_chance, upper_gamma


@pytest.mark.parametrize(
    ("freedom", "statistic", "chance"),
    [  # Abramowitz and Stegun, table 26.8: percentage points of the chi-square distribution
        (1, 3.84146, 0.05),
        (2, 5.99147, 0.05),
        (5, 11.0705, 0.05),
        (5, 15.0863, 0.01),
        (5, 20.5150, 0.001),
        (5, 0.554300, 0.99),
        (10, 18.3070, 0.05),
        (30, 43.7729, 0.05),
        (100, 124.342, 0.05),
    ],
)
def test_the_chi_square_table(freedom: int, statistic: float, chance: float) -> None:
    assert chi_square_chance(statistic, freedom) == pytest.approx(chance, rel=2e-4)


@pytest.mark.parametrize("x", [0.0, 0.001, 0.5, 1.0, 2.0, 5.0, 20.0, 100.0])
def test_closed_forms_of_the_incomplete_gamma_function(x: float) -> None:
    assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-11, abs=1e-300)
    assert upper_gamma(2, x) == pytest.approx((1 + x) * math.exp(-x), rel=1e-11, abs=1e-300)
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9, abs=1e-300)


def test_series_and_fraction_meet_without_a_step() -> None:
    for a in (0.5, 2.5, 7.0, 40.0):
        assert upper_gamma(a, a + 1 - 1e-9) == pytest.approx(upper_gamma(a, a + 1 + 1e-9), rel=1e-8)


def test_it_falls_from_one_to_nothing() -> None:
    values = [upper_gamma(2.5, x / 4) for x in range(200)]
    assert values[0] == 1
    assert values == sorted(values, reverse=True)
    assert values[-1] < 1e-15


@pytest.mark.parametrize(("a", "x"), [(0, 1), (-1, 1), (1, -1)])
def test_where_it_is_not_defined(a: float, x: float) -> None:
    with pytest.raises(ValueError, match="defined for"):
        upper_gamma(a, x)


def test_the_distance_of_counts_from_what_was_due() -> None:
    assert chi_square([5, 8, 9, 8, 10, 20], [10] * 6) == pytest.approx(13.4)  # a textbook die, 60 throws
    assert chi_square_chance(13.4, 5) == pytest.approx(0.01991, rel=1e-3)


def test_the_share_of_a_normal_distribution() -> None:
    assert below(0) == 0.5
    assert below(1.959964) == pytest.approx(0.975, abs=1e-6)
