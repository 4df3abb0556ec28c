"""What can go wrong at a table, each noticed under its own code, with a sentence and something to do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.i18n import in_words
from companion.referee import Question
from companion.rules.wuerfelhelden import Stop
from tests.companion.referee.refereed import Refereed, die, row

W3 = ("white:coin", "white:sword-1", "white:sword-2")


def hunt(first: tuple[str, ...] = W3) -> Refereed:
    """Würfelhelden for two: Mascha leads with five swords in the middle, Phil has thrown `first`."""
    table = Refereed("wuerfelhelden")
    table.throws("white:sword-3", "white:sword-2", "white:coin")
    table.sees()
    table.throws("white:coin", "white:coin", "white:coin")
    table.sees()
    table.throws(*first)
    return table


def too_many_white() -> Question:
    table = Refereed("wuerfelhelden")
    return table.asks(*row(*W3, "white:coin"))


def one_too_few() -> Question:
    table = Refereed("wuerfelhelden")
    return table.asks(*row(*W3[:2]))


def two_too_few() -> Question:
    table = Refereed("wuerfelhelden")
    return table.asks(*row("white:coin"))


def a_colour_not_in_the_party() -> Question:
    table = Refereed("wuerfelhelden")
    return table.asks(*row("white:coin", "white:sword-1", "white:sword-2", "red:coin"))


def kept_die_turned_while_throwing() -> Question:
    table = hunt()
    a, b, c = table.dice  # noqa: RUF059
    return table.asks(die("white:sword-3", *place(a)), b, die("white:sword-3", 900, 500))


def kept_die_turned_by_hand() -> Question:
    table = hunt()
    a, b, c = table.dice
    return table.asks(a, die("white:sword-3", *place(b)), c, rolled=False)


def kept_die_vanished() -> Question:
    table = hunt()
    a, b, c = table.dice  # noqa: RUF059
    return table.asks(a, die("white:sword-3", 900, 500))


def more_thrown_than_there_were() -> Question:
    table = hunt()
    a, b, c = table.dice  # noqa: RUF059
    return table.asks(a, b, die("white:sword-3", 900, 500), die("white:coin", 700, 500))


def fourth_throw_of_one_die() -> Question:
    table = hunt()
    again = place(table.dice[2])
    for x, face in ((800, "sword-1"), (900, "sword-3")):
        table.sees(*table.dice[:2], die(f"white:{face}", x, 500))
    assert table.state.expects().throws[0].player == 0  # Phil’s turn is over: it is Mascha’s
    return table.asks(*table.dice[:2], die("white:coin", *again))


def fourth_throw_of_two_dice() -> Question:
    table = hunt()
    for x in (800, 900):
        table.sees(*table.dice[:1], die("white:sword-3", x, 500), die("white:sword-3", x, 100))
    return table.asks(table.dice[0], die("white:sword-1", 400, 600), die("white:coin", 300, 100))


def throw_after_stopping() -> Question:
    table = hunt()
    table.does(Stop(1))
    a, b, c = table.dice  # noqa: RUF059
    return table.asks(a, b, die("white:sword-3", 900, 500))


def x_die() -> Refereed:
    """Phil’s party has a yellow die; it shows X and leaves."""
    table = Refereed("wuerfelhelden")
    table.throws("white:sword-3", "white:sword-2", "white:coin")
    table.sees()
    table.throws("white:coin", "white:coin", "white:die-yellow")
    table.sees()
    table.throws("white:coin", "white:coin", "white:die-yellow")
    table.does(Stop(1))
    table.sees()
    table.throws("white:coin", "white:coin", "white:coin")
    table.does(Stop(0))
    table.sees()
    table.throws("white:coin", "white:coin", "white:sword-1", "yellow:x")
    return table


def x_die_thrown_again_with_another() -> Question:
    table = x_die()
    a, b, c, _ = table.dice  # noqa: RUF059
    return table.asks(a, b, die("white:sword-3", 900, 500), die("yellow:coin", 700, 500))


def x_die_thrown_again_alone() -> Question:
    table = x_die()
    a, b, c, _ = table.dice
    return table.asks(a, b, c, die("yellow:coin", 700, 500))


def die_in_the_middle_turned() -> Question:
    table = Refereed("wuerfelhelden")
    table.throws("white:sword-3", "white:sword-2", "white:coin", y=100)
    lead = table.dice[:2]
    table.sees(*lead)
    table.sees(*lead, *row("white:coin", "white:coin", "white:coin"))
    turned = die("white:sword-1", *place(lead[0]))
    table.sees(*lead)
    return table.asks(turned, lead[1], *row("white:coin", "white:sword-1", "white:coin", x=210))


def die_of_the_middle_thrown_along() -> Question:
    table = Refereed("wuerfelhelden")
    table.throws("white:sword-3", "white:sword-2", "white:coin", y=100)
    lead = table.dice[:2]
    table.sees(*lead)
    table.sees(*lead, *row("white:coin", "white:coin", "white:coin"))
    table.sees(*lead)
    return table.asks(lead[1], *row("white:coin", "white:sword-1", "white:coin", "white:coin", x=210))


BLITZ = ("black:1", "green:2", "red:3", "blue:4", "yellow:5", "orange:6", "white:dot-red", "white:dot-blue")


def a_blitz_die_missing() -> Question:
    return Refereed("wuerfelblitz").asks(*row(*BLITZ[:2], *BLITZ[3:]))


def a_white_blitz_die_missing() -> Question:
    return Refereed("wuerfelblitz").asks(*row(*BLITZ[:7]))


def two_blitz_dice_missing() -> Question:
    return Refereed("wuerfelblitz").asks(*row(*BLITZ[:6]))


def a_white_blitz_die_too_many() -> Question:
    return Refereed("wuerfelblitz").asks(*row(*BLITZ, "white:dot-red"))


def blitz_dice_thrown_while_people_reckon() -> Question:
    table = Refereed("wuerfelblitz")
    table.throws(*BLITZ)
    table.sees()
    return table.asks(*row("black:2", *BLITZ[1:], x=190, gap=100))


def a_face_not_forged_on_that_die() -> Question:
    return Refereed("dice_forge", 3).asks(*row("light:times-3", "dark:gold-1"))


def both_forge_dice_of_one_kind() -> Question:
    return Refereed("dice_forge", 3).asks(*row("light:gold-1", "light:gold-1"))


def four_forge_dice_at_once() -> Question:
    return Refereed("dice_forge", 3).asks(*row("light:gold-1", "dark:gold-1", "light:gold-1", "dark:gold-1"))


def one_forge_die_forgotten() -> Question:
    return Refereed("dice_forge", 3).asks(*row("dark:gold-1"))


def a_die_leans() -> Question:
    return Refereed("wuerfelhelden").asks(*row("white:coin", "white:sword-1", "white:x/"))


def a_face_in_doubt() -> Question:
    return Refereed("wuerfelhelden").asks(*row("white:coin", "white:sword-1", "white:sword-2?"))


def moved_or_thrown() -> Question:
    table = hunt()
    a, b, c = table.dice  # noqa: RUF059
    return table.asks(a, b, die("white:sword-2", 900, 500), rolled=False)


def place(read: object) -> tuple[float, float]:
    top = read.top  # type: ignore[attr-defined]
    return sum(x for x, _ in top) / 4, sum(y for _, y in top) / 4


EVENTS: list[tuple[Callable[[], Question], str, str]] = [
    (too_many_white, "roll.too-many-dice", "4 instead of at most 3"),
    (one_too_few, "roll.die-missing", "white die is missing"),
    (two_too_few, "roll.too-few-dice", "1 instead of at least 3"),
    (a_colour_not_in_the_party, "roll.wrong-dice", "red die does not belong"),
    (kept_die_turned_while_throwing, "roll.kept-die-turned", "must still show coin"),
    (kept_die_turned_by_hand, "roll.kept-die-turned", "must still show 1 sword"),
    (kept_die_vanished, "roll.die-missing", "white die is missing"),
    (more_thrown_than_there_were, "roll.too-many-dice", "2 instead of at most 1"),
    (fourth_throw_of_one_die, "table.one-throw-too-many", "once too often"),
    (fourth_throw_of_two_dice, "table.one-throw-too-many", "once too often"),
    (throw_after_stopping, "table.one-throw-too-many", "once too often"),
    (x_die_thrown_again_with_another, "table.die-back-in-play", "yellow die has left"),
    (x_die_thrown_again_alone, "table.die-back-in-play", "yellow die has left"),
    (die_in_the_middle_turned, "table.still-die-turned", "it showed 3 swords"),
    (die_of_the_middle_thrown_along, "roll.must-lie-still", "had to stay"),
    (a_blitz_die_missing, "roll.die-missing", "red die is missing"),
    (a_white_blitz_die_missing, "roll.die-missing", "white die is missing"),
    (two_blitz_dice_missing, "roll.too-few-dice", "6 instead of at least 8"),
    (a_white_blitz_die_too_many, "roll.too-many-dice", "9 instead of at most 8"),
    (blitz_dice_thrown_while_people_reckon, "table.one-throw-too-many", "once too often"),
    (a_face_not_forged_on_that_die, "roll.impossible-face", "light die has no face ×3"),
    (both_forge_dice_of_one_kind, "roll.too-many-dice", "2"),
    (four_forge_dice_at_once, "roll.too-many-dice", "4 instead of at most 2"),
    (one_forge_die_forgotten, "roll.die-missing", "light die is missing"),
    (a_die_leans, "table.die-leans", "white die leans"),
    (a_face_in_doubt, "table.unsure", "2 swords (white)"),
    (moved_or_thrown, "table.was-it-thrown", "was that a throw?"),
]


@pytest.mark.parametrize(("event", "code", "words"), EVENTS, ids=[event.__name__ for event, _, _ in EVENTS])
def test_it_is_noticed_with_the_right_message(event: Callable[[], Question], code: str, words: str) -> None:
    question = event()
    assert question.code == code
    assert words in in_words(question.text, "en")
    assert question.remedies
    for language in ("en", "de"):
        assert in_words(question.advice, language)


@pytest.mark.parametrize("event", [event for event, _, _ in EVENTS], ids=lambda event: event.__name__)
def test_it_is_said_in_german_too(event: Callable[[], Question]) -> None:
    question = event()
    assert in_words(question.text, "de") != in_words(question.text, "en")
    assert in_words(question.advice, "de") != in_words(question.advice, "en")
