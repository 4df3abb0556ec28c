"""Which die is which between two still tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.laid_out import SIDE, die, row
from vision.follow import Changes, compare, side, twist
from vision.reading import DieRead


def moved(dice: tuple[DieRead, ...], dx: float, dy: float) -> tuple[DieRead, ...]:
    return tuple(replace(d, top=tuple((x + dx, y + dy) for x, y in d.top)) for d in dice)


def test_dice_that_nobody_touched_have_stayed() -> None:
    before = row("white:coin", "white:coin", "red:x")
    assert compare(before, moved(before, 3, -2)) == Changes(stayed=((0, 0), (1, 1), (2, 2)))
    assert compare(before, moved(before, 3, -2)).nothing


def test_equal_dice_are_told_apart_by_where_they_lie() -> None:
    before = row("white:coin", "white:coin")
    after = (die("white:coin", 900), before[1])
    changes = compare(before, after)
    assert changes.stayed == ((1, 1),)
    assert changes.new == (0,)
    assert changes.gone == (0,)


def test_a_die_thrown_again_is_new_even_if_it_shows_the_same() -> None:
    before = row("white:coin", "white:sword-1", "yellow:x")
    changes = compare(before, (before[0], die("white:sword-1", 700, 500), before[2]))
    assert changes.stayed == ((0, 0), (2, 2))
    assert changes.new == (1,)
    assert changes.gone == (1,)


def test_a_die_turned_over_in_its_place_is_turned() -> None:
    before = row("white:coin", "white:sword-1")
    changes = compare(before, (die("white:sword-3", 205), before[1]))
    assert changes.turned == ((0, 0),)
    assert changes.stayed == ((1, 1),)


def test_a_die_that_was_pushed_a_little_is_nudged() -> None:
    before = row("white:coin", "white:sword-1")
    changes = compare(before, (before[0], die("white:sword-1", 320 + 0.8 * SIDE)))
    assert changes.nudged == ((1, 1),)
    assert not changes.nothing


def test_a_die_that_was_pushed_and_shows_something_else_is_new() -> None:
    before = row("white:coin", "white:sword-1")
    changes = compare(before, (before[0], die("white:sword-2", 320 + 0.8 * SIDE)))
    assert changes.new == (1,)
    assert changes.gone == (1,)


def test_a_doubtful_look_does_not_turn_a_die_that_was_known() -> None:
    before = row("white:coin")
    assert compare(before, (die("white:sword-2", 200, sure=False),)).stayed == ((0, 0),)
    assert compare(before, (die("white:sword-2", 200, sure=True),)).turned == ((0, 0),)


def test_dice_taken_up_are_gone() -> None:
    before = row("white:coin", "white:sword-1", "red:x")
    assert compare(before, before[:1]) == Changes(stayed=((0, 0),), gone=(1, 2))


@pytest.mark.parametrize("shift", [(90, 0), (-60, 70), (0, 250)])
def test_a_bump_that_moves_all_dice_alike_changes_nothing(shift: tuple[float, float]) -> None:
    before = row("white:coin", "white:sword-1", "red:x", "yellow:coin")
    assert compare(before, moved(before, *shift)).nothing


def test_a_bump_and_a_die_taken_up_leave_the_others_where_they_are() -> None:
    before = row("white:coin", "white:sword-1", "red:x", "yellow:coin")
    changes = compare(before, moved(before, 90, 20)[:3])
    assert changes == Changes(stayed=((0, 0), (1, 1), (2, 2)), gone=(3,))


def test_a_throw_of_all_dice_is_no_bump() -> None:
    before = row("white:coin", "white:sword-1", "red:x")
    after = (die("white:coin", 250, 500), die("white:sword-1", 800, 200), die("red:x", 500, 120))
    changes = compare(before, after)
    assert changes.new == (0, 1, 2)
    assert changes.gone == (0, 1, 2)


def test_nothing_to_nothing_is_no_change() -> None:
    assert compare((), ()).nothing
    assert compare((), row("white:coin")).new == (0,)


def test_the_side_of_a_die_is_that_of_a_square_of_the_same_area() -> None:
    assert side(die("white:coin", 100)) == pytest.approx(SIDE)


def test_a_die_in_its_place_but_twisted_was_touched() -> None:
    before = row("white:coin")
    x, y = 200.0, 300.0
    slanted = replace(before[0], top=((x, y - 35), (x + 35, y), (x, y + 35), (x - 35, y)))
    assert twist(before[0], slanted) == pytest.approx(45)
    assert compare(before, (slanted,)).nudged == ((0, 0),)


def test_a_quarter_turn_of_the_corners_is_no_twist() -> None:
    before = row("white:coin")
    other_corner_first = replace(before[0], top=(*before[0].top[1:], before[0].top[0]))
    assert compare(before, (other_corner_first,)).nothing


def test_a_die_that_was_seen_to_leave_is_gone_whatever_lies_in_its_place() -> None:
    before = row("white:coin", "white:coin", "red:x")
    same_again, another = before[0], replace(before[1], face="x")
    changes = compare(before, (same_again, another, before[2]), left=before[:2])
    assert changes == Changes(stayed=((2, 2),), new=(0, 1), gone=(0, 1))
    assert compare(before, (same_again, another, before[2])).stayed == ((0, 0), (2, 2))
