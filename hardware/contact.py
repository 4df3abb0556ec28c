"""How the contact of a real push button moves: it bounces when it closes and when it opens."""

from __future__ import annotations

from random import Random

LONGEST_BOUNCE = 0.003  # seconds; cheap arcade buttons settle within two or three milliseconds


def press(at: float, held: float, rng: Random | None = None) -> list[tuple[float, bool]]:
    """Times at which the contact closes (True) and opens: first closed exactly at `at`; no bounce without chance."""
    if rng is None:
        return [(at, True), (at + held, False)]
    return [*_bounce(at, True, rng), *_bounce(at + held, False, rng)]


def _bounce(at: float, down: bool, rng: Random) -> list[tuple[float, bool]]:
    moves, end = [(at, down)], at + rng.uniform(0, LONGEST_BOUNCE)
    while True:
        away = moves[-1][0] + rng.expovariate(1 / 0.0002)
        back = away + rng.expovariate(1 / 0.0001)
        if back >= end:
            return moves
        moves += [(away, not down), (back, down)]
