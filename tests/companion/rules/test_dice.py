"""Rolls held against what was expected."""

from __future__ import annotations

import pytest

from companion.rules import Die, Expectation, IllegalAction, LooseDie, Roll, Throw
from companion.rules.dice import check_roll
from companion.rules.text import say

PIPS = ("1", "2", "3", "4", "5", "6")
LYING = Throw(
    player=0,
    loose=(LooseDie("red", PIPS, "5"), LooseDie("red", PIPS, "2"), LooseDie("blue", PIPS)),
    least=1,
    most=2,
    still=(Die("green", "1"),),
)


def dice(text: str) -> tuple[Die, ...]:
    return tuple(Die.from_json(word) for word in text.split())


def check(thrown: str, kept: str = "", player: int | None = 0) -> str | None:
    try:
        check_roll(Expectation(say("Throw."), (LYING,)), Roll(player, dice(thrown), dice(kept)))
    except IllegalAction as error:
        return error.code
    return None


@pytest.mark.parametrize(
    ("thrown", "kept", "code"),
    [
        ("red:1", "red:5", None),
        ("red:1", "red:2", None),
        ("red:1 red:1", "", None),
        ("blue:6", "red:5 red:2", None),
        ("red:1 blue:6", "red:5", None),
        ("", "red:5 red:2", "roll.too-few-dice"),
        ("red:1 red:1 blue:1", "", "roll.too-many-dice"),
        ("red:1 red:1 red:1", "", "roll.wrong-dice"),
        ("yellow:1", "red:5 red:2", "roll.wrong-dice"),
        ("green:1", "red:5 red:2", "roll.must-lie-still"),
        ("red:7", "red:5", "roll.impossible-face"),
        ("red:1", "red:6", "roll.kept-die-turned"),
        ("red:1", "blue:1", "roll.wrong-dice"),
        ("red:1", "", "roll.die-missing"),
        ("blue:1", "red:5", "roll.die-missing"),
        ("red:1", "red:5 red:2", "roll.wrong-dice"),
    ],
)
def test_a_roll_against_what_was_expected(thrown: str, kept: str, code: str | None) -> None:
    assert check(thrown, kept) == code


def test_another_player_may_not_throw() -> None:
    assert check("red:1", "red:5", player=1) == "roll.wrong-player"
    assert check("red:1", "red:5", player=None) == "roll.wrong-player"


def test_nobody_throws_when_no_dice_are_expected() -> None:
    with pytest.raises(IllegalAction, match=r"roll\.not-expected"):
        check_roll(Expectation(say("Choose.")), Roll(0, dice("red:1")))


def test_the_sentence_names_the_die() -> None:
    with pytest.raises(IllegalAction, match="A red die was kept and must still show 5 / 2"):
        check_roll(Expectation(say("Throw."), (LYING,)), Roll(0, dice("red:1"), dice("red:6")))
