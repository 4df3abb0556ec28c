"""Sittings, options, outcomes and restored states, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.games import UnknownGame, game, games
from companion.rules import Action, BadSetup, IllegalAction, MalformedData, Outcome, Roll, options_of
from companion.rules.game import option
from companion.rules.text import say

HELDEN = game("wuerfelhelden")


def test_the_most_points_win_and_equal_points_share_the_place() -> None:
    outcome = Outcome.by_score((3, 9, 9, 1), say("The end."))
    assert outcome.winners == (1, 2)
    assert outcome.places == (3, 1, 1, 4)


@pytest.mark.parametrize(
    ("players", "complaint"),
    [
        (["Iva"], "2 to 4 players, not 1"),
        (["a", "b", "c", "d", "e"], "not 5"),
        (["Iva", "Iva"], "a name of their own"),
        (["Iva", "  "], "a name of their own"),
    ],
)
def test_a_sitting_needs_the_right_players(players: list[str], complaint: str) -> None:
    with pytest.raises(BadSetup, match=complaint):
        HELDEN.start(players)


def test_an_option_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetup, match="“speed” does not belong here"):
        HELDEN.start(["Iva", "Phil"], {"speed": 3})


@dataclass(frozen=True)
class Options:
    rounds: int = option(3, say("Rounds"), least=1, most=9)
    mood: str = option("calm", say("Mood"), choices=("calm", "wild"))
    each: tuple[int, ...] = option((), say("For each player"), least=0, most=2)


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("rounds", 1, True),
        ("rounds", 0, False),
        ("rounds", 10, False),
        ("mood", "wild", True),
        ("mood", "sad", False),
        ("each", (0, 2), True),
        ("each", (0, 3), False),
    ],
)
def test_options_know_their_range(name: str, value: object, fits: bool) -> None:
    found = {item.id: item for item in options_of(Options)}[name]
    if fits:
        found.check(value)
    else:
        with pytest.raises(BadSetup, match=f"Option {name}"):
            found.check(value)


def test_what_can_be_chosen_is_called_by_words_not_by_ids() -> None:
    for known in games().values():
        for item in options_of(known.options):
            for value in item.choices:
                if isinstance(value, str):
                    assert known.choice(value) != value, f"{known.id} has no words for {value}"
    assert str(game("wuerfelblitz").choice(3)) == "3"


def test_a_game_nobody_knows() -> None:
    with pytest.raises(UnknownGame, match="There is no game “chess”"):
        game("chess")


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"game": "wuerfelhelden"},
        {"game": "chess", "players": ["a", "b"], "options": {}},
        {"game": "wuerfelhelden", "players": ["a", "b"], "options": {}},
        {"game": "wuerfelhelden", "players": ["a", 3], "options": {}, "state": {}},
        {"game": "wuerfelhelden", "players": ["a", "b"], "options": {}, "state": {"table": 1}},
    ],
)
def test_what_is_not_a_state_is_refused(data: object) -> None:
    with pytest.raises(MalformedData):
        HELDEN.state_from_json(data)


def test_seats_and_strange_actions() -> None:
    @dataclass(frozen=True)
    class Dance(Action):
        pass

    state = HELDEN.start(["Iva", "Phil", "Emmitt"])
    assert state.table.left_of(2) == 0
    assert state.table.clockwise(1) == (1, 2, 0)
    assert state.invent(lambda options: options[0]) is None
    with pytest.raises(IllegalAction, match=r"game\.not-now"):
        state.apply(Dance(0))
    with pytest.raises(IllegalAction, match=r"game\.no-such-player"):
        state.apply(Dance(3))
    assert not state.is_legal(Dance(0))
    assert not state.is_legal(Roll(9))
