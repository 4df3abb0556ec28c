"""How the contact of a real push button moves: it bounces when it closes and when it opens."""

from __future__ import annotations

from random import Random

LONGEST_BOUNCE = 0.003  # seconds; cheap arcade buttons settle within two or three milliseconds
CLOSED, OPEN = 0.0002, 0.0001  # seconds that a bounce takes on average

# After a touch the pin rises only as fast as its pull-up (20 kΩ at least) charges the 1 nF across the button.
STRETCHED = 18e-6

Move = tuple[float, bool]  # when, and whether the contact then is closed


def press(at: float, held: float, rng: Random | None = None, *, stretched: float = STRETCHED) -> list[Move]:
    """When the pin sees the contact close and open: first closed exactly at `at`; no bounce without chance."""
    if rng is None:
        return [(at, True), (at + held, False)]
    return _stretch([*_bounce(at, True, rng), *_bounce(at + held, False, rng)], stretched)


def _bounce(at: float, down: bool, rng: Random) -> list[Move]:
    moves, end = [(at, down)], at + rng.uniform(0, LONGEST_BOUNCE)
    stays, away = (CLOSED, OPEN) if down else (OPEN, CLOSED)
    while True:
        leaves = moves[-1][0] + rng.expovariate(1 / stays)
        returns = leaves + rng.expovariate(1 / away)
        if returns >= end:
            return moves
        moves += [(leaves, not down), (returns, down)]


def _stretch(moves: list[Move], by: float) -> list[Move]:
    """Every opening shows this much later, and not at all if the contact is closed again by then."""
    seen: list[Move] = []
    for when, down in moves:
        if not down:
            seen.append((when + by, False))
        elif seen and seen[-1][0] >= when:
            seen.pop()
        else:
            seen.append((when, True))
    return seen
