"""Games on the simulated table, seen by a camera: every game from rendered frames to the verdict of the rules."""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest

from companion.referee import Question, Ruled
from companion.rules import History, Roll
from tests.companion.rehearsed import GAMES, rehearsal, throws


@pytest.mark.parametrize("game_id", GAMES)
def test_a_perfect_eye_sees_every_throw_and_asks_nothing(game_id: str) -> None:
    played = rehearsal(game_id, 11)
    happened = throws(played, 6)
    assert not any(isinstance(what, Question) for what in happened)
    assert played.tally.throws == 6
    assert played.tally.wrong == played.tally.mistaken == played.tally.typed == 0
    assert max(played.tally.delays) < 0.3


@pytest.mark.parametrize("game_id", GAMES)
def test_the_networks_read_no_throw_wrongly_and_the_game_stands_as_it_was_played(game_id: str) -> None:
    played = rehearsal(game_id, 12, real=True)
    happened = throws(played, 3)
    assert played.tally.throws == 3
    assert played.tally.wrong == 0
    ruled = [what for what in happened if isinstance(what, Ruled)]
    history = History.begin(ruled[0].before)
    for what in ruled:
        history = history.add(what.event)
    assert history.state == played.referee.state


def test_a_camera_that_is_gone_in_the_middle_of_a_throw_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played = rehearsal("tintenherz", 6)
    seen, frames = played.table.next_frame, count()
    monkeypatch.setattr(
        played.table, "next_frame", lambda timeout=1.0: seen(timeout) if next(frames) not in range(12, 20) else None
    )
    happened = throws(played, 3)
    assert next(frames) > 20
    assert not any(isinstance(what, Question) for what in happened)
    assert played.tally.wrong == played.tally.typed == 0


def test_dice_kept_and_dice_thrown_again_are_told_apart_over_a_whole_turn() -> None:
    played = rehearsal("wuerfelhelden", 5)
    happened = throws(played, 9)
    rolls = [what.event.action for what in happened if isinstance(what, Ruled)]
    kept = [roll for roll in rolls if isinstance(roll, Roll) and roll.kept]
    assert kept, "the seed should make a turn with dice that are kept"
    assert played.tally.mistaken == 0


def test_the_same_seed_rehearses_the_same_game() -> None:
    first, second = (throws(rehearsal("tintenherz", 4), 3) for _ in range(2))
    assert [what.event for what in first if isinstance(what, Ruled)] == [
        what.event for what in second if isinstance(what, Ruled)
    ]


def test_events_of_the_simulated_table_are_marked_as_such() -> None:
    happened = throws(rehearsal("zwerge", 2), 1)
    origins = Counter(what.event.origin for what in happened if isinstance(what, Ruled))
    assert set(origins) == {"sim"}


def test_wuerfelblitz_dice_are_known_within_300_ms_of_being_visible_with_hands_in_the_picture() -> None:
    played = rehearsal("wuerfelblitz", 3)
    happened = throws(played, 1)
    settled = next(what.settled for what in happened if isinstance(what, Ruled) and what.settled)
    assert settled.at - settled.since < 0.3
    assert len(settled.dice) == 8
