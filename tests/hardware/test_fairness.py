"""Who was first: pairs of presses 50 µs to 5 ms apart on all pins of the real firmware, with bouncing contacts.

`pytest tests/hardware/test_fairness.py --study -s` presses 10,000 pairs and prints the figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from hardware.protocol import PLAYERS, Event
from tests.hardware.boxes import FirmwareBox
from tests.hardware.conversation import Talk, presses

SAMPLE = 50e-6
CERTAIN = 100e-6  # further apart than this, the order must be right
PAIRS_AT_ONCE = PLAYERS // 2


@dataclass(frozen=True)
class Pair:
    """Two players, the second `gap` seconds after the first; what the box made of it."""

    first: int
    second: int
    gap: float
    seen: int | None = None  # ticks between the two; None if not both were reported, once each

    @property
    def wrong(self) -> bool:
        return self.seen is not None and self.seen < 0

    @property
    def tied(self) -> bool:
        return self.seen == 0


def play(talk: Talk, rng: Random, number: int, gaps: list[float]) -> list[Pair]:
    """One round in which as many pairs as fit press within a few milliseconds, each on pins of its own."""
    players = rng.sample(range(PLAYERS), PLAYERS)
    pairs = [Pair(players[2 * k], players[2 * k + 1], gap) for k, gap in enumerate(gaps)]
    starts = [rng.uniform(0.001, 0.006) for _ in pairs]
    when = [(at, p.first) for at, p in zip(starts, pairs, strict=True)]
    when += [(at + p.gap, p.second) for at, p in zip(starts, pairs, strict=True)]
    talk.command(f"GO {number % 255 + 1:02X}")
    talk.box.move(presses(when, held=0.012, rng=rng))
    events = {event.number: event for event in talk.hear(Event, 0.055)}
    talk.acknowledge(max(events.values(), key=lambda event: event.number))
    stamps: dict[int, list[int]] = {player: [] for player in range(PLAYERS)}
    for event in events.values():
        for player in event.players:
            stamps[player].append(event.tick)
    return [_judged(pair, stamps[pair.first], stamps[pair.second]) for pair in pairs]


def _judged(pair: Pair, first: list[int], second: list[int]) -> Pair:
    seen = second[0] - first[0] if len(first) == len(second) == 1 else None
    return Pair(pair.first, pair.second, pair.gap, seen)


def play_all(box: FirmwareBox, gaps: list[float]) -> list[Pair]:
    rng, talk, pairs = Random(7), Talk(box), []
    for number in range(0, len(gaps), PAIRS_AT_ONCE):
        pairs += play(talk, rng, number // PAIRS_AT_ONCE, gaps[number : number + PAIRS_AT_ONCE])
    return pairs


def _report(pairs: list[Pair], near: list[Pair], far: list[Pair]) -> None:
    pins = len({(pair.first, pair.second) for pair in pairs})
    lost = sum(pair.seen is None for pair in pairs)
    off = max(abs(pair.seen * SAMPLE - pair.gap) for pair in pairs if pair.seen is not None)
    print(f"\n{len(pairs)} pairs on {pins} of 42 pairs of pins; lost or doubled: {lost}")
    for name, some in (("50 to 100 µs", near), ("100 µs to 5 ms", far)):
        print(f"{name} apart: {len(some)}, wrong {sum(p.wrong for p in some)}, tied {sum(p.tied for p in some)}")
    print(f"largest error of the distance between two presses: {off * 1e6:.0f} µs")


def test_the_order_of_presses_is_right_beyond_100_microseconds(
    firmware: FirmwareBox, request: pytest.FixtureRequest
) -> None:
    count = 10_000 if request.config.getoption("--study") else 150
    rng = Random(5)
    pairs = play_all(firmware, [50e-6 * 100 ** rng.random() for _ in range(count)])
    near = [pair for pair in pairs if pair.gap <= CERTAIN]
    far = [pair for pair in pairs if pair.gap > CERTAIN]
    _report(pairs, near, far)
    assert not [pair for pair in pairs if pair.seen is None or pair.wrong]
    assert not [pair for pair in far if pair.tied]


def test_presses_closer_than_a_sample_are_in_order_or_tied(
    firmware: FirmwareBox, request: pytest.FixtureRequest
) -> None:
    rng = Random(6)
    count = 3_000 if request.config.getoption("--study") else 60
    pairs = play_all(firmware, [rng.uniform(0.2e-6, SAMPLE) for _ in range(count)])
    tied = sum(pair.tied for pair in pairs)
    print(f"\n{count} pairs less than 50 µs apart: wrong {sum(pair.wrong for pair in pairs)}, tied {tied}")
    assert not [pair for pair in pairs if pair.seen not in (0, 1)]


def test_presses_at_the_same_time_are_ties_on_all_pins(firmware: FirmwareBox, request: pytest.FixtureRequest) -> None:
    pairs = play_all(firmware, [0.0] * (3_000 if request.config.getoption("--study") else 90))
    tied = sum(pair.tied for pair in pairs)
    print(f"\n{len(pairs)} pairs at the very same time: {tied} reported as ties")
    # The seventh button is read 125 ns after the others: once in 400 times a press falls right between.
    assert tied >= len(pairs) * 0.98
    assert all(pair.seen is not None and abs(pair.seen) <= 1 for pair in pairs)
    assert all(pair.tied for pair in pairs if 6 not in (pair.first, pair.second))
