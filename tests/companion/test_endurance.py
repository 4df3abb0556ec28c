"""The counts that the endurance runs make, on runs short enough for every day."""

from __future__ import annotations

import pytest

from companion import endurance
from companion.endurance import Quiet, games, quiet
from companion.rehearsal import Tally


@pytest.mark.parametrize(("eyes", "seed"), [("networks", 7), ("perfect", 8)])
def test_hands_shadows_and_bumps_are_taken_for_no_throw_and_nobody_is_asked(eyes: str, seed: int) -> None:
    found = quiet(0.15, seed, eyes=eyes)
    assert found.throws == 0
    assert not found.questions
    assert found.disturbances.total() > 2


def test_a_whole_game_seen_by_a_perfect_eye_is_as_it_was_played() -> None:
    ((game_id, tally),) = games(1, 1001, eyes="perfect", of=("wuerfelblitz",))
    assert game_id == "wuerfelblitz"
    assert tally.throws > 10
    assert (tally.wrong, tally.mistaken, tally.typed, tally.questions) == (0, 0, 0, 0)
    assert max(tally.delays) < 0.3


def test_the_figures_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally(throws=10, asked_throws=1, delays=[0.1, 0.2], work=[0.02])
    tally.asked["table.unsure"] = 2
    endurance._print_games(iter([("zwerge", tally), ("zwerge", Tally(throws=10, wrong=1))]))
    told = capsys.readouterr().out
    assert "| zwerge | 2 | 1 | 20 | 95.0% | 1.0 | 1 | 0 | 0 |" in told
    assert "2 table.unsure" in told
    assert "longest 200; under 300: 100.0%" in told
    found = Quiet(2.0, memory=[200.0, 201.0])
    found.disturbances["hand"] = 3
    endurance._print_quiet(found)
    assert "False throws: 0. Questions: none." in capsys.readouterr().out
    assert found.grown == 1.0
