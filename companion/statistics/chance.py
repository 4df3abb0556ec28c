"""The mathematics of chance that the statistics need: how surprising a count is. Own code: nothing large is needed.

Regularised incomplete gamma by its series and its continued fraction (Abramowitz and Stegun 6.5.29 and 6.5.31).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

PRECISION = 1e-14
MOST_STEPS = 10_000


def upper_gamma(a: float, x: float) -> float:
    """Q(a, x), the regularised upper incomplete gamma function."""
    if a <= 0 or x < 0:
        raise ValueError("defined for a > 0 and x ≥ 0")
    if x == 0:
        return 1.0
    return 1 - _series(a, x) if x < a + 1 else _fraction(a, x)


def chi_square(observed: Sequence[float], expected: Sequence[float]) -> float:
    """How far counts lie from what was expected."""
    return sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


def chi_square_chance(statistic: float, freedom: int) -> float:
    """How often fair dice would lie at least that far off: the p-value."""
    return upper_gamma(freedom / 2, statistic / 2)


def below(z: float) -> float:
    """The share of a normal distribution below `z` standard deviations."""
    return (1 + math.erf(z / math.sqrt(2))) / 2


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, MOST_STEPS):
        term *= x / (a + n)
        total += term
        if term < total * PRECISION:
            break
    return total * math.exp(-x + a * math.log(x) - math.lgamma(a))


def _fraction(a: float, x: float) -> float:
    """Lentz's way of working out the continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    value = d
    for n in range(1, MOST_STEPS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or tiny)
        c = b + step / c or tiny
        value *= d * c
        if abs(d * c - 1) < PRECISION:
            break
    return value * math.exp(-x + a * math.log(x) - math.lgamma(a))
