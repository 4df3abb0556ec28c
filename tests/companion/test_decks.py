"""Deck files that cannot be used: whoever begins a game hears of them as of any other wrong setup."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.decks import deck_file, with_deck
from companion.games import game
from companion.i18n import in_words
from companion.rules import BadSetup

TINTENHERZ = game("tintenherz")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"card = 3", "ist keine Kartensatz-Datei: [[card]] fehlt."),
        (b"card = " + b"[" * 3000, "ist keine Kartensatz-Datei: ihre Klammern sind zu tief geschachtelt."),
        (b"[[card", "ist keine Kartensatz-Datei: "),
        (b"\xff", "ist keine Kartensatz-Datei: "),
        (None, "lässt sich nicht lesen: Is a directory."),
    ],
)
def test_a_game_does_not_begin_with_a_damaged_deck_and_the_table_is_told(
    content: bytes | None, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path))
    path = deck_file(TINTENHERZ)
    assert path is not None
    path.parent.mkdir(parents=True)
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(BadSetup) as caught:
        with_deck(TINTENHERZ, {})
    words = in_words(caught.value.text, "de")
    assert words.startswith(f"{path} {said}")
