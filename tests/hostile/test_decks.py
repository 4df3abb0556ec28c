"""Deck files of strangers: cards that the game takes, or a sentence."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.decks import keep_deck
from companion.games import game
from companion.simulated import random_play
from tests.hostile.attack import ODD_TOML, altered, damaged, tries

Command = Callable[..., int]
GAMES = ("zwerge", "tintenherz")


@cache
def whole(game_id: str) -> str:
    """A deck file as the program writes it after a game in which much was told."""
    *_, (_, last) = random_play(game(game_id).start(["Iva", "Phil"]), Random(4))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deck.toml"
        assert keep_deck(last, path)
        return path.read_text(encoding="utf-8")


decks = st.sampled_from(GAMES).flatmap(
    lambda game_id: st.tuples(
        st.just(game_id),
        st.one_of(
            altered(whole(game_id), ODD_TOML).map(lambda text: text.encode()),
            damaged(whole(game_id).encode()),
        ),
    )
)


@tries(80)
@given(decks)
def test_an_altered_deck_is_played_with_or_refused(
    data: Path, command: Command, monkeypatch: pytest.MonkeyPatch, deck: tuple[str, bytes]
) -> None:
    game_id, content = deck
    path = data / "decks" / f"{game_id}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\nquit\n"))
    assert command("play", game_id, "--dice", "typed", "--players", "Iva,Phil") in (0, 2)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert command("play", game_id, "--dice", "typed", "--players", "Iva,Phil") in (0, 2)


def test_there_are_decks_to_alter() -> None:
    for game_id in GAMES:
        assert whole(game_id).count("[[card]]") > 10
