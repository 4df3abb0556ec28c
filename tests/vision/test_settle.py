"""From stirring to a table that is told once: moving, hands, doubts, reveals. One character is one frame.

`.` nothing moves, `m` something moves, `r` something rolls, `h` a hand is in the way and does not move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from tests.vision.laid_out import die, reading, row
from vision.motion import Stir
from vision.reading import DieRead, Reading
from vision.settle import AGREE, PATIENCE, Settled, Settler

FRAME = 1 / 30
STIRS = {".": Stir(), "m": Stir(moving=True), "r": Stir(moving=True, rolling=True), "h": Stir(hand=True)}
Dice = Sequence[DieRead]


class Sitting:
    """A settler and the table in front of it."""

    def __init__(self) -> None:
        self.settler = Settler()
        self.at = 0.0
        self.looks = 0

    def run(self, frames: str, dice: Dice | Callable[[int], Dice] = (), reveal: int | None = None) -> list[Settled]:
        told = []
        for i, kind in enumerate(frames):

            def look(i: int = i) -> Reading:
                self.looks += 1
                return reading(*(dice(i) if callable(dice) else dice))

            settled = self.settler.see(self.at, STIRS[kind], look, reveal=reveal)
            self.at += FRAME
            if settled:
                told.append(settled)
        return told


def faces(settled: Settled) -> list[str]:
    return [f"{d.body}:{d.face}" + ("" if d.sure else "?") for d in settled.dice]


THREE = row("white:coin", "white:sword-1", "red:x")


def test_dice_that_lie_still_are_told_once() -> None:
    sitting = Sitting()
    assert sitting.run("......") == []
    told = sitting.run("mmrrrm" + "." * 60, THREE)
    assert [faces(t) for t in told] == [["white:coin", "white:sword-1", "red:x"]]
    assert sitting.settler.phase == "confirmed"


def test_the_verdict_comes_within_300_ms_of_the_dice_lying_still() -> None:
    sitting = Sitting()
    sitting.run("...")
    sitting.run("mrrr", THREE)
    still = sitting.at
    (told,) = sitting.run("." * 9, THREE)
    assert told.at - still < 0.3
    assert told.since - still <= 2 * FRAME


@pytest.mark.parametrize("stir", ["m", "r", "h"])
def test_nothing_is_told_while_something_moves_or_a_hand_is_in_the_way(stir: str) -> None:
    sitting = Sitting()
    assert sitting.run(stir * 120, THREE) == []
    assert sitting.looks == 0


def test_a_short_rest_between_two_rolls_is_not_told() -> None:
    sitting = Sitting()
    sitting.run("...")
    assert sitting.run("rrr...rrr...rr", THREE) == []


def test_the_same_table_is_not_told_again_after_a_hand_passed_over_it() -> None:
    sitting = Sitting()
    assert len(sitting.run("mm" + "." * 20, THREE)) == 1
    assert sitting.run("mmhhhmm" + "." * 20, THREE) == []


def test_a_die_in_doubt_in_one_frame_gets_more_frames() -> None:
    sitting = Sitting()
    doubtful = row("white:coin", "white:sword-1?", "red:x")
    told = sitting.run("mm" + "." * 12, lambda i: doubtful if i < 6 else THREE)
    assert [faces(t) for t in told] == [["white:coin", "white:sword-1", "red:x"]]


def test_a_die_that_stays_in_doubt_is_told_as_such_after_a_while() -> None:
    sitting = Sitting()
    doubtful = row("white:coin", "white:sword-1?")
    told = sitting.run("mm" + "." * 60, doubtful)
    assert [faces(t) for t in told] == [["white:coin", "white:sword-1?"]]
    assert PATIENCE <= told[0].at - told[0].since < PATIENCE + 0.1


def test_frames_that_contradict_each_other_leave_a_doubt() -> None:
    sitting = Sitting()
    one, other = row("white:coin", "red:x"), row("white:coin", "red:sword-1")
    told = sitting.run("mm" + "." * 60, lambda i: one if i % 3 else other)
    assert [faces(t) for t in told] == [["white:coin", "red:x?"]]


def test_a_ghost_of_one_frame_is_no_die() -> None:
    sitting = Sitting()
    ghost = (*THREE, die("white:sword-3", 900))
    told = sitting.run("mm" + "." * 60, lambda i: ghost if i == 4 else THREE)
    assert [len(t.dice) for t in told] == [3]
    assert all(d.sure for d in told[0].dice)


def test_a_die_that_comes_and_goes_is_in_doubt() -> None:
    sitting = Sitting()
    told = sitting.run("mm" + "." * 60, lambda i: THREE if i % 2 else THREE[:2])
    assert [faces(t) for t in told] == [["white:coin", "white:sword-1", "red:x?"]]


def test_a_leaning_die_is_told_without_a_face() -> None:
    sitting = Sitting()
    (told,) = sitting.run("mm" + "." * 60, row("white:coin", "white:x/"))
    assert [d.leaning for d in told.dice] == [False, True]
    assert told.dice[1].face is None


def test_dice_that_creep_between_frames_are_not_told() -> None:
    sitting = Sitting()
    assert sitting.run("mm" + "." * 20, lambda i: [die("white:coin", 200 + 20 * i)]) == []


def test_a_change_nobody_saw_move_is_found_at_the_next_check() -> None:
    sitting = Sitting()
    sitting.run("mm" + "." * 20, THREE)
    told = sitting.run("." * 60, row("white:coin", "white:sword-3", "red:x"))
    assert [faces(t) for t in told] == [["white:coin", "white:sword-3", "red:x"]]


def test_a_still_table_is_looked_at_only_now_and_then() -> None:
    sitting = Sitting()
    sitting.run("mm" + "." * 20, THREE)
    before = sitting.looks
    sitting.run("." * 300, THREE)
    assert sitting.looks - before <= 11


def test_an_empty_table_is_empty() -> None:
    sitting = Sitting()
    sitting.run("mm" + "." * 20, THREE)
    (told,) = sitting.run("mmm" + "." * 20)
    assert told.dice == ()
    assert sitting.settler.phase == "empty"


def test_whether_something_rolled_by_itself_is_told() -> None:
    sitting = Sitting()
    (thrown,) = sitting.run("mrrm" + "." * 20, THREE)
    (laid,) = sitting.run("mhhm" + "." * 20, row("white:coin", "white:sword-1", "red:x", x=260, gap=200))
    assert thrown.rolled
    assert not laid.rolled


def test_the_phases_of_a_throw() -> None:
    sitting = Sitting()
    sitting.run("." * 10)
    seen = []
    for kind, dice in zip("...hmr......", [()] * 5 + [THREE] * 7, strict=True):
        sitting.run(kind, dice)
        seen.append(sitting.settler.phase)
    assert list(dict.fromkeys(seen)) == ["empty", "hand", "moving", "still", "confirmed"]


# --- the box of Würfelblitz -----------------------------------------------------------------------------------------

EIGHT = row(*(f"{body}:3" for body in ("black", "green", "red", "blue", "yellow", "orange", "white", "white")))


def covered_then(dice: Dice, frames: int) -> Callable[[int], Dice]:
    return lambda i: () if i < frames else dice


@pytest.mark.parametrize("around", ["m", "h"])
def test_revealed_dice_are_told_with_hands_still_in_the_picture(around: str) -> None:
    sitting = Sitting()
    (told,) = sitting.run("m" * 10 + around * 20, covered_then(EIGHT, 12), reveal=8)
    assert len(told.dice) == 8
    assert told.since == pytest.approx(12 * FRAME)
    assert told.at - told.since < 0.3


def test_the_moment_of_reveal_is_that_of_the_last_die_to_appear() -> None:
    sitting = Sitting()
    (told,) = sitting.run("m" * 30, lambda i: () if i < 10 else EIGHT[:5] if i < 14 else EIGHT, reveal=8)
    assert told.since == pytest.approx(14 * FRAME)


def test_the_box_may_stand_for_a_while_before_it_is_raised() -> None:
    sitting = Sitting()
    told = sitting.run("m" * 10 + "." * 90 + "m" * 12, covered_then(EIGHT, 101), reveal=8)
    assert [len(t.dice) for t in told] == [8]


def test_dice_that_are_gathered_by_hand_are_not_revealed() -> None:
    sitting = Sitting()
    sitting.run("m" * 10 + "m" * 12, covered_then(EIGHT, 10), reveal=8)
    gathering = row(*(f"{d.body}:3" for d in EIGHT), x=210, gap=100)
    assert sitting.run("m" * 30, gathering, reveal=8) == []


def test_revealed_dice_are_told_once() -> None:
    sitting = Sitting()
    told = sitting.run("m" * 40 + "." * 60, covered_then(EIGHT, 10), reveal=8)
    assert len(told) == 1


def test_a_die_under_a_hand_is_waited_for() -> None:
    sitting = Sitting()
    busy = np.zeros((180, 320), np.uint8)
    busy[60:90, 40:60] = 1  # over the first die
    stir = Stir(moving=True, hand=True, busy=busy)
    assert stir.touches(EIGHT[0].box, 1280)
    assert not stir.touches(EIGHT[1].box, 1280)
    for i in range(20):
        dice = EIGHT if i >= AGREE else ()
        assert sitting.settler.see(i * FRAME, stir, lambda d=dice: reading(*d), reveal=8) is None  # type: ignore[misc]


def test_a_missing_die_is_told_when_the_hands_are_gone() -> None:
    sitting = Sitting()
    told = sitting.run("m" * 30 + "." * 20, covered_then(EIGHT[:7], 10), reveal=8)
    assert [len(t.dice) for t in told] == [7]


def test_at_the_end_of_a_film_nobody_waits_for_more_looks() -> None:
    doubt = row("white:coin", "white:sword-1", "red:x?")
    sitting = Sitting()
    sitting.run("...mrrm")
    assert sitting.run("......", doubt) == []
    told = sitting.settler.end()
    assert told is not None
    assert faces(told) == ["white:coin", "white:sword-1", "red:x?"]
    assert sitting.settler.end() is None
    sitting.run("mm..", THREE)
    assert sitting.settler.end() is None, "one look is none"
