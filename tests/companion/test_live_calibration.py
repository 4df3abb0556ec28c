"""Calibrating before a camera: what people are told of the mat, and the profile at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
import pytest

from calibration.mat import mat
from calibration.views import Scene, lens_over, picture
from companion import live_calibration
from companion.live_calibration import LiveCalibration, Sight, Stage
from companion.lookout import Peek
from companion.profiles import quality_words
from vision.crops import Image
from vision.frames import Frame, Trouble

WAIT = 30.0


class Shows:
    """A source that shows one picture until it is given another."""

    live = False
    ended = False
    trouble: Trouble | None = None

    def __init__(self, image: Image) -> None:
        self.image, self._number = image, 0

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        self._number += 1
        return Frame(self.image, self._number / 100, self._number)

    def close(self) -> None:
        self.ended = True


@pytest.fixture(scope="module")
def whole() -> Image:
    return picture("a4", lens_over(mat("a4"), steepness=60, fills=0.62), Scene(white=0.6))


@pytest.fixture(scope="module")
def covered() -> Image:
    """Two fists on two of the squares."""
    hands = tuple((x + w / 2, y + h / 2, 20.0) for x, y, w, h in mat("a4").markers[:2])
    return picture("a4", lens_over(mat("a4"), steepness=60, fills=0.62), Scene(white=0.6, hands=hands))


@contextmanager
def calibrating(source: Shows, *, on_paper: bool = True) -> Iterator[Callable[[Callable[[Sight], bool]], Sight]]:
    told: list[Peek[Sight]] = []
    live = LiveCalibration("table", "0", lambda: source, told.append, on_paper=on_paper)

    def until(wanted: Callable[[Sight], bool]) -> Sight:
        end, at = time.monotonic() + WAIT, 0
        while time.monotonic() < end:
            while at < len(told):
                at += 1
                if wanted(told[at - 1].seen):
                    return told[at - 1].seen
            time.sleep(0.005)
        raise AssertionError(f"not within {WAIT} s: {told[-1:]}")

    try:
        yield until
    finally:
        live.close()


def test_a_mat_that_lies_still_gives_a_profile(whole: Image) -> None:
    with calibrating(Shows(whole)) as until:
        assert len(until(lambda s: s.stage is Stage.HOLD).squares) == 6
        assert until(lambda s: s.stage is Stage.SOLVING).profile is None
        profile = until(lambda s: s.stage is Stage.SOLVED).profile
    assert profile is not None
    assert profile.quality.markers == 6
    assert str(quality_words(profile)).startswith("Very good")


def test_an_empty_table_is_searched_and_a_mat_laid_there_is_found(whole: Image) -> None:
    source = Shows(np.full_like(whole, 90))
    with calibrating(source) as until:
        assert until(lambda s: s.stage is Stage.SEARCH).squares == ()
        source.image = whole
        assert until(lambda s: s.stage is Stage.SOLVED).profile is not None


def test_covered_squares_are_asked_for_before_they_are_done_without(
    covered: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_calibration, "PATIENCE", 0.3)
    with calibrating(Shows(covered)) as until:
        assert "4 of 6" in str(until(lambda s: s.stage is Stage.PARTLY).words)
        profile = until(lambda s: s.stage is Stage.SOLVED).profile
    assert profile is not None
    assert profile.quality.markers == 4


def test_a_mat_on_a_screen_tells_nothing_of_colours(whole: Image) -> None:
    with calibrating(Shows(whole), on_paper=False) as until:
        profile = until(lambda s: s.stage is Stage.SOLVED).profile
    assert profile is not None
    assert profile.colour is None
    assert "colours could not be measured" in str(quality_words(profile))
