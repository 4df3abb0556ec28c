"""What is typed at the keyboard of a game (`play --dice typed`): a move, or a sentence and the question again."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import games
from tests.hostile.attack import ODD_JSON, altered, tries
from tests.hostile.test_saved_games import beginning

Command = Callable[..., int]
MOVES = [line for game_id in games() for line in beginning(game_id, 30).splitlines()[1:]]
WORDS = (
    "1", "2", "0", "²", "9" * 5000, "undo", "teach", "Iva", "Iva 17", "Iva " + "9" * 5000, "Phil coin", "red:5 red:6",
    "white:coin white:coin white:coin", "->", "a->b", "coin->", ":", "Iva :", "{", "[" * 3000, '{"a":' * 3000, "",
    "1 1", "\x1b[2J", "\x00", "ß", "İva 3", "\u202e", "x" * 5000, "light:sun-1 dark:gold-1", "gold-1 gold-1",
)  # fmt: skip
typed = st.one_of(
    st.sampled_from(WORDS), st.text(max_size=20), st.sampled_from(MOVES), st.sampled_from(MOVES).flatmap(
        lambda line: altered(line, ODD_JSON)
    ), st.lists(st.sampled_from(WORDS), min_size=2, max_size=3).map(" ".join),
)  # fmt: skip


@tries(150)
@given(st.sampled_from(list(games())), st.lists(typed, max_size=12))
def test_whatever_is_typed_the_game_goes_on(
    command: Command, monkeypatch: pytest.MonkeyPatch, game_id: str, lines: list[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*lines, "quit", "quit", "quit", "quit", "quit", "quit"])))
    assert command("play", game_id, "--dice", "typed", "--players", "Iva,Phil") == 0
