"""The box's ticks on the program's clock: whatever the line does to the exchanges, the error bound holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.clock import WRAP, Clock

delays = st.floats(0.0005, 0.2)


@settings(deadline=None)
@given(
    drift=st.floats(-0.0049, 0.0049),
    start=st.integers(0, WRAP - 1),
    delays=st.lists(st.tuples(delays, delays), min_size=1, max_size=80),
    when=st.floats(-20.0, 60.0),
)
def test_the_truth_is_never_further_away_than_the_error_says(
    drift: float, start: int, delays: list[tuple[float, float]], when: float
) -> None:
    def tick(at: float) -> int:
        return (start + int(at * (1 + drift) / 50e-6)) % WRAP

    clock = Clock(50)
    for number, (there, back) in enumerate(delays):
        asked = 100.0 + number * 0.5
        clock.add(asked, asked + there + back, tick(asked + there))
    moment = clock.moment(tick(100.0 + when))
    assert moment
    assert abs(moment.at - (100.0 + when)) <= moment.error + 1e-9


def test_before_the_first_exchange_nothing_is_known() -> None:
    assert Clock(50).moment(5) is None


def test_the_shortest_round_trip_is_the_best() -> None:
    clock = Clock(50)
    clock.add(1.0, 1.1, 1000)
    clock.add(2.0, 2.002, 21_000)
    moment = clock.moment(21_000)
    assert moment
    assert moment.at == pytest.approx(2.001)
    assert moment.error == pytest.approx(0.0011)


def test_an_exchange_grows_worse_with_age() -> None:
    clock = Clock(50)
    clock.add(1.0, 1.002, 1000)
    near, far = clock.moment(1000), clock.moment(1000 + 20_000 * 10)
    assert near
    assert far
    assert far.error == pytest.approx(near.error + 10 * 0.005)


def test_many_good_exchanges_tell_the_rate_of_the_box() -> None:
    clock = Clock(50)
    for second in range(30):
        clock.add(second, second + 0.004, int(1.003 * (second + 0.002) * 20_000))
    later = clock.moment(int(1.003 * 40 * 20_000))
    assert later
    assert later.at == pytest.approx(40, abs=0.003)
    assert later.error < 0.02


def test_the_counter_of_the_box_may_wrap() -> None:
    clock = Clock(50)
    clock.add(1.0, 1.002, WRAP - 100)
    moment = clock.moment(100)
    assert moment
    assert moment.at == pytest.approx(1.001 + 200 * 50e-6)
