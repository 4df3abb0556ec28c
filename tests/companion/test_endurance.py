"""The counts that the endurance runs make, on runs short enough for every day."""

from __future__ import annotations

from companion.endurance import quiet


def test_hands_shadows_and_bumps_over_lying_dice_are_taken_for_no_throw() -> None:
    found = quiet(0.12, 7)
    assert found.throws == 0
    assert found.questions <= 1  # the first throw may end in a question after the two seconds that it is given
