"""Numbers as people write them."""

from __future__ import annotations

from companion.statistics.words import whole


def test_a_number_below_zero_has_a_minus_as_long_as_a_plus() -> None:
    assert (whole(-22), whole(16)) == ("−22", "16")
