"""Undo, and correcting what was seen."""

from __future__ import annotations

import pytest

from companion.games import game
from companion.rules import Die, Event, History, IllegalAction, MalformedData, Roll
from companion.rules.wuerfelhelden import Stop, Wuerfelhelden


def roll(player: int, faces: str, kept: str = "") -> Event:
    return Event(Roll(player, _white(faces), _white(kept)), "camera")


def _white(faces: str) -> tuple[Die, ...]:
    return tuple(Die("white", face) for face in faces.split())


@pytest.fixture
def history() -> History:
    """Iva leads with one sword, Phil throws, throws one die again and stops, Iva begins her turn."""
    played = History.begin(game("wuerfelhelden").start(["Iva", "Phil", "Emmitt"]))
    for event in (
        roll(0, "sword-1 coin coin"),
        roll(1, "coin coin coin"),
        roll(2, "coin coin coin"),
        roll(1, "sword-1 coin coin"),
        roll(1, "sword-3", kept="coin coin"),
        Event(Stop(1)),
    ):
        played = played.add(event)
    return played


def test_undo_takes_back_events(history: History) -> None:
    assert history.undo().state == history.states[-2]
    assert history.undo(6).events == ()
    assert history.undo(0) == history
    with pytest.raises(ValueError, match="only 6 events"):
        history.undo(7)
    with pytest.raises(ValueError, match="only 6 events"):
        history.undo(-1)


def test_a_corrected_roll_rederives_the_state(history: History) -> None:
    assert isinstance(history.state, Wuerfelhelden)
    assert history.state.middle is not None
    assert history.state.middle.player == 1
    mended = history.correct(4, roll(1, "coin", kept="coin coin").action)
    assert mended.set_aside == ()
    assert mended.reason is None
    assert isinstance(mended.history.state, Wuerfelhelden)
    assert mended.history.state.middle is not None
    assert mended.history.state.middle.player == 0
    assert mended.history.state.heroes[1].coins == 6
    assert mended.history.events[4].corrected
    assert mended.history.events[4].origin == "camera"


def test_later_events_that_no_longer_fit_are_set_aside_with_the_reason(history: History) -> None:
    mended = history.correct(3, roll(1, "sword-1 sword-1 coin").action)
    assert len(mended.history.events) == 4
    assert mended.set_aside == history.events[4:]
    assert mended.reason is not None
    assert mended.reason.code == "roll.kept-die-turned"


def test_a_correction_must_itself_be_legal(history: History) -> None:
    with pytest.raises(IllegalAction, match=r"roll\.impossible-face"):
        history.correct(3, roll(1, "x coin coin").action)
    with pytest.raises(ValueError, match="no event 6"):
        history.correct(6, Stop(1))


def test_events_survive_json(history: History) -> None:
    for event in (*history.events, Event(Stop(0), "hand", corrected=True)):
        assert Event.read(history.state.table.game, event.to_json()) == event


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"do": "stop", "player": 0, "origin": "dream"},
        {"do": "stop", "player": 0, "corrected": 1},
        {"do": "fly"},
    ],
)
def test_what_is_not_an_event_is_refused(history: History, data: object) -> None:
    with pytest.raises(MalformedData):
        Event.read(history.state.table.game, data)
