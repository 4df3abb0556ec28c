"""What a die was read as stands beside it: above if it can, and on no other die."""

from __future__ import annotations

from itertools import pairwise

from companion.app.widgets.clear_place import Box, clear_place

PICTURE: Box = (0, 0, 640, 360)
WORDS = (80.0, 18.0)


def beside(die: Box, *others: Box) -> Box:
    return (*clear_place(WORDS, die, others, PICTURE, 4), *WORDS)


def overlap(one: Box, other: Box) -> bool:
    return all(abs(2 * (one[k] - other[k]) + one[k + 2] - other[k + 2]) < one[k + 2] + other[k + 2] for k in (0, 1))


def test_words_stand_above_the_middle_of_a_die_that_lies_alone() -> None:
    assert beside((300, 100, 40, 40)) == (280, 144, *WORDS)


def test_they_stay_in_the_picture() -> None:
    for die in ((300, 330, 30, 30), (0, 100, 30, 30), (610, 100, 30, 30), (0, 330, 30, 30)):
        x, y, wide, high = beside((*die[:2], 30.0, 30.0))
        assert x >= 0
        assert x + wide <= PICTURE[2]
        assert y + high <= PICTURE[3]


def test_they_cover_no_die_and_no_other_words() -> None:
    dice: list[Box] = [(100 + 60.0 * k, 150 + 22.0 * (k % 2), 40, 40) for k in range(6)]
    taken = list(dice)
    for die in dice:
        taken.append(beside(die, *taken))
    words = taken[len(dice) :]
    assert not any(overlap(word, die) for word in words for die in dice)
    assert not any(overlap(one, other) for one, other in pairwise(words))
