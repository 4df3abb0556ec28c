"""What the commentator adds: the lead, a tie, the last disc; and silence where there is nothing to add."""

from __future__ import annotations

from companion.commentator import doubts, remarks
from companion.i18n import in_words
from companion.referee import Ruled
from companion.rules import Event
from companion.rules.wuerfelhelden import Stop
from tests.companion.referee.refereed import Refereed
from tests.companion.referee.test_illegal_events import a_blitz_die_missing, a_face_in_doubt, hunt


def stops(*faces: str) -> Ruled:
    """Phil throws these and stops; Mascha leads the hunt and has no coins."""
    table = hunt(tuple(f"white:{face}" for face in faces))
    before = table.state
    action = Stop(1)
    table.does(action)
    return Ruled(before, Event(action), table.state)


def test_a_new_leader_is_named_with_the_margin() -> None:
    (remark,) = remarks(stops("coin", "coin", "sword-1"))
    assert in_words(remark, "en") == "Phil takes the lead, 2 points ahead."


def test_nothing_is_said_where_no_points_were_made() -> None:
    assert remarks(stops("sword-1", "sword-1", "sword-2")) == ()


def test_a_throw_alone_is_left_to_the_referee() -> None:
    table = Refereed("wuerfelhelden")
    assert remarks(table.throws("white:coin", "white:coin", "white:coin")) == ()


def test_a_doubt_and_an_intervention_are_told_differently() -> None:
    assert doubts(a_face_in_doubt()) != doubts(a_blitz_die_missing())
