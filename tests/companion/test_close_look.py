"""When a die that is shown can be taken, and what people are told if not."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.close_look import HINTS, CloseLook, Hint, Look
from companion.finding import Shown
from companion.i18n import in_words
from tests.companion.perfect_eyes import Staged
from vision.crops import Image

ONE = ("white", "sword-1", 0.0, 0.0)


def looked(staged: Staged, close: CloseLook, frames: int = 25) -> list[Look]:
    """What so many frames tell; the first that is ready ends it."""
    looks = []
    for _ in range(frames):
        frame = staged.next_frame()
        assert frame is not None
        looks.append(close.see(frame, staged.find(frame.image)))
        if looks[-1].ready is not None:
            break
    return looks


@pytest.fixture
def close() -> CloseLook:
    """One that has been asked for a face, before an empty table."""
    looker, staged = CloseLook(), Staged()
    looked(staged, looker, 1)
    return looker


def hints(looks: list[Look]) -> set[Hint]:
    return {look.hint for look in looks}


def test_a_die_that_lies_still_is_taken_after_a_moment(close: CloseLook) -> None:
    staged = Staged()
    staged.lay(ONE)
    looks = looked(staged, close)
    assert looks[0].hint is Hint.HOLD
    assert [look.patience for look in looks] == sorted(look.patience for look in looks)
    assert looks[-1].ready is not None
    assert looks[-1].ready.picture.shape == (64, 64, 3)
    assert 15 <= len(looks) <= 22, "six tenths of a second at thirty frames"


def spoilt(close: CloseLook, spoil: Callable[[Staged], None]) -> Hint:
    staged = Staged()
    staged.lay(ONE)
    spoil(staged)
    looks = looked(staged, close)
    assert looks[-1].ready is None
    return looks[-1].hint


def test_too_dark(close: CloseLook) -> None:
    assert spoilt(close, lambda staged: setattr(staged, "gain", 0.2)) is Hint.DARK


def test_an_empty_table_in_the_dark_is_too_dark_as_well(close: CloseLook) -> None:
    staged = Staged()
    staged.gain = 0.1
    assert looked(staged, close, 3)[-1].hint is Hint.DARK


def test_too_bright(close: CloseLook) -> None:
    assert spoilt(close, lambda staged: setattr(staged, "gain", 3.0)) is Hint.BRIGHT


def test_no_die(close: CloseLook) -> None:
    assert spoilt(close, lambda staged: staged.lay()) is Hint.NONE


def test_several_dice(close: CloseLook) -> None:
    assert spoilt(close, lambda staged: staged.lay(ONE, ("red", "x", 60.0, 0.0))) is Hint.SEVERAL


def test_blurred(close: CloseLook) -> None:
    def out_of_focus(image: Image) -> Image:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), 4), np.uint8)

    assert spoilt(close, lambda staged: setattr(staged, "spoil", out_of_focus)) is Hint.BLURRED


def test_at_the_edge(close: CloseLook) -> None:
    assert spoilt(close, lambda staged: staged.lay(("white", "sword-1", 0.0, -115.0))) is Hint.EDGE


def shown_with(staged: Staged, change: Callable[[Shown], Shown], close: CloseLook) -> Hint:
    frame = staged.next_frame()
    assert frame is not None
    return close.see(frame, [change(die) for die in staged.find(frame.image)]).hint


def test_too_small(close: CloseLook) -> None:
    staged = Staged()
    staged.lay(ONE)

    def far(die: Shown) -> Shown:
        (x, y), share = die.middle, 0.5
        top = tuple((x + share * (px - x), y + share * (py - y)) for px, py in die.top)
        return Shown(top, die.box, die.picture)

    assert shown_with(staged, far, close) is Hint.SMALL


def test_leaning(close: CloseLook) -> None:
    staged = Staged()
    staged.lay(ONE)
    assert shown_with(staged, lambda die: Shown(die.top, die.box, die.picture, leaning=True), close) is Hint.LEANS


def test_a_die_that_is_moved_about_must_be_held_still(close: CloseLook) -> None:
    staged = Staged()
    for step in range(30):
        staged.lay(("white", "sword-1", 2.0 * step, 0.0))
        assert looked(staged, close, 1)[0].hint is Hint.HOLD


def test_what_lies_there_when_a_face_is_asked_for_does_not_count(close: CloseLook) -> None:
    staged = Staged()
    staged.lay(ONE)
    assert looked(staged, close)[-1].ready is not None
    close.ask()
    assert hints(looked(staged, close, 40)) == {Hint.TURN}


def test_another_face_in_the_same_place_counts(close: CloseLook) -> None:
    staged = Staged()
    staged.lay(ONE)
    looked(staged, close)
    close.ask()
    looked(staged, close, 2)
    staged.lay(("white", "sword-2", 0.0, 0.0))
    assert looked(staged, close)[-1].ready is not None


@pytest.mark.parametrize("away", [(), ("elsewhere",)])
def test_a_die_that_was_taken_up_or_moved_counts(close: CloseLook, away: tuple[str, ...]) -> None:
    staged = Staged()
    staged.lay(ONE)
    looked(staged, close)
    close.ask()
    looked(staged, close, 2)
    staged.lay(("white", "sword-1", 30.0, 0.0)) if away else staged.lay()
    looked(staged, close, 1)
    staged.lay(("white", "sword-1", 30.0, 0.0)) if away else staged.lay(ONE)
    assert looked(staged, close)[-1].ready is not None


def test_a_hand_on_the_die_must_go_first(close: CloseLook) -> None:
    staged = Staged()
    staged.lay(ONE)
    frame = staged.next_frame()
    assert frame is not None
    die = staged.find(frame.image)[0]
    fresh = CloseLook()
    seen = []
    for number in range(8):
        frame = staged.next_frame()
        assert frame is not None
        if number > 3:
            x, y = (int(v) for v in die.middle)
            cv2.rectangle(frame.image, (x - 60, y), (x + 60, 720), (150, 170, 220), cv2.FILLED)
        seen.append(fresh.see(frame, [die]).hint)
    assert seen[-1] is Hint.HAND


def test_the_one_flat_die_may_be_insisted_on(close: CloseLook) -> None:
    staged = Staged()
    staged.lay(ONE)
    staged.gain = 0.2
    assert looked(staged, close, 1)[0].only is not None
    staged.lay(ONE, ("red", "x", 60.0, 0.0))
    assert looked(staged, close, 1)[0].only is None


def test_every_hint_has_its_sentence() -> None:
    assert {in_words(HINTS[hint], "en") for hint in Hint}.isdisjoint({""})
