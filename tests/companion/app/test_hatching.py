"""Colours told by patterns: the six of Würfelblitz, on dots and on dice."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from companion.app.dice_art import die_picture
from companion.app.hatching import hatching
from companion.rules.wuerfelblitz.tally import COLOURS


def grey(body: str, face: str | None, *, hatched: bool) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """A die as somebody sees it who sees no colours at all, and no difference in lightness either."""
    picture = die_picture(body, face, hatched=hatched)[..., :3].mean(axis=2)
    middle = picture[50:126, 50:126]
    return np.asarray((middle - middle.mean()) / middle.std())


def test_any_two_colours_have_patterns_that_cannot_be_taken_for_each_other() -> None:
    patterns = {colour: hatching(colour, 120, 10) for colour in COLOURS}
    for one, other in combinations(COLOURS, 2):
        a, b = patterns[one], patterns[other]
        assert a is not None
        assert b is not None
        assert abs(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < 0.75, (one, other)


def test_dots_and_bodies_differ_without_any_colour() -> None:
    for one, other in combinations(COLOURS, 2):
        dots = [grey("white", f"dot-{colour}", hatched=False) for colour in (one, other)]
        assert np.abs(dots[0] - dots[1]).mean() > 0.3, (one, other)
        bodies = [grey(colour, None, hatched=True) for colour in (one, other)]
        assert np.abs(bodies[0] - bodies[1]).mean() > 0.3, (one, other)


def test_other_dice_have_no_pattern() -> None:
    assert hatching("white", 120, 10) is None
    assert (die_picture("red", "3") != die_picture("red", "3", hatched=True)).any()
