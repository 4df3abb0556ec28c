"""Deck files that cannot be used: whoever begins a game hears of them as of any other wrong setup."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.decks import BadDeck, begun_again, deck_file, keep_deck, read_deck, with_deck
from companion.games import game
from companion.i18n import in_words
from companion.rules import BadSetup, State
from companion.rules.tintenherz.state import Tintenherz, Told
from companion.rules.zwerge.cards import Cost, Damage
from companion.rules.zwerge.moves import Teach
from companion.rules.zwerge.teaching import Lesson

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


# --- what was told is added to what is known --------------------------------------------------------------------------

ZWERGE = game("zwerge")
BOINDIL = Lesson("boindil", Cost(1, 4), 3, 0, Damage((2, 4)))
ANDOKAI = Lesson("andokai", Cost(4), 2, 0, Damage((1, 5)))


def duel(*lessons: Lesson, deck: list[object] | None = None) -> State[Any, Any]:
    state: State[Any, Any] = ZWERGE.start(["Iva", "Phil"], {"deck": deck or []})
    for lesson in lessons:
        state = state.apply(Teach(None, lesson))
    return state


def cards(path: Path) -> list[str]:
    return [card["card"] for card in read_deck(path) or []]  # type: ignore[index]


def test_a_game_once_more_knows_what_was_told_in_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WUERFELAUGE_DATA", str(tmp_path))
    path = deck_file(ZWERGE)
    assert path is not None
    first = duel(BOINDIL)
    keep_deck(first, path)
    again = begun_again(first)
    assert [lesson.card for lesson in again.learned().deck] == ["boindil"]
    assert keep_deck(again.apply(Teach(None, ANDOKAI)), path)
    assert cards(path) == ["boindil", "andokai"]


def test_an_older_game_that_goes_on_loses_nothing_of_what_was_told_since(tmp_path: Path) -> None:
    path = tmp_path / "zwerge.toml"
    keep_deck(duel(BOINDIL), path)
    assert keep_deck(duel(ANDOKAI), path)
    assert cards(path) == ["boindil", "andokai"]
    assert not keep_deck(duel(ANDOKAI), path)  # nothing new


def test_what_was_corrected_in_the_file_stands_and_what_is_told_now_is_newer(tmp_path: Path) -> None:
    path = tmp_path / "zwerge.toml"
    old = duel(BOINDIL)
    keep_deck(old, path)
    path.write_text(path.read_text().replace("health = 3", "health = 5"))
    assert not keep_deck(old, path, since=old)
    assert keep_deck(duel(BOINDIL), path, since=duel())
    assert read_deck(path)[0]["health"] == 3  # type: ignore[index]


def test_where_not_all_can_be_true_the_newest_stands(tmp_path: Path) -> None:
    """Two cards of a deck never cost the same single die."""
    path = tmp_path / "zwerge.toml"
    keep_deck(duel(Lesson("andokai", Cost(1, 4), 2, 0, Damage((1, 5)))), path)
    assert keep_deck(duel(BOINDIL), path)
    assert cards(path) == ["boindil"]


def test_names_of_a_table_outlive_hearts_told_in_an_older_game(tmp_path: Path) -> None:
    path = tmp_path / "tintenherz.toml"
    older = TINTENHERZ.start(["Iva", "Phil"])
    assert isinstance(older, Tintenherz)
    one, other = [card.value for card in older.deck() if card.hearts is None][:2]
    assert keep_deck(replace(older, told=(Told(one, 2),)), path)
    path.write_text(path.read_text().replace('name = "Darius"', 'name = "Meggie"'))
    assert keep_deck(replace(older, told=(Told(other, 1),)), path)
    known: dict[int, Any] = {card["value"]: card for card in read_deck(path) or []}  # type: ignore[index]
    assert known[one] == {"value": one, "name": "Meggie", "hearts": 2}
    assert known[other]["hearts"] == 1


def test_a_damaged_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "zwerge.toml"
    path.write_text("[[card")
    with pytest.raises(BadDeck):
        keep_deck(duel(BOINDIL), path)
    assert path.read_text() == "[[card"
