"""Positions of Die Zwerge that play cannot reach, as a damaged file might hold them: each is named."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.rules import MalformedData
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.position import Hit, Volley
from tests.companion.rules.zwerge.sitting import NOD, TUNGDIL, dice, duellist, moment, start

SOUND = moment(
    duellist("bavragor", "rodarios-trickery"),
    duellist("alandur", wounds=(1,)),
    dice=dice("1 2 3"),
)


def tungdil(**changes: Any) -> dict[str, Any]:
    good, evil = SOUND.duellists
    return {"duellists": (replace(good, **changes), evil)}


def test_a_sound_position_has_no_faults_and_counts_everything() -> None:
    assert SOUND.faults() == ()
    assert SOUND.inventory() == {"cards of good": 35, "cards of evil": 35, "wild cards": 3}


@pytest.mark.parametrize(
    "changes",
    [
        {"hit": Hit(TUNGDIL, 0)},
        {"hit": Hit(NOD), "volley": Volley(NOD, 1)},
        {"volley": Volley(TUNGDIL, 1)},
        {"naming": TUNGDIL, "volley": Volley(TUNGDIL, 1), **tungdil(pile=28, unnamed=1)},
        {"phase": "reroll", "rerolls": 1},
        {"phase": "draw", "dice": (), **tungdil(more_dice=2)},
    ],
)
def test_a_sound_position_may_wait_for_something(changes: dict[str, Any]) -> None:
    assert replace(SOUND, **changes).faults() == ()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"duellists": SOUND.duellists[:1]}, "a player is missing or not there"),
        ({"turn": 2}, "a player is missing or not there"),
        (tungdil(hand=5), "cards are missing or there are too many"),
        ({"wild_cards": 4}, "cards are missing or there are too many"),
        ({"wild_cards": -1, **tungdil(wild_cards=4)}, "there are fewer than no wild cards in the middle"),
        (tungdil(hand=-1, pile=34), "a player has fewer than no cards"),
        (tungdil(more_dice=1), "additional dice come in twos"),
        (tungdil(discard=("bavragor",), pile=28), "more copies of a card lie open than there are"),
        (tungdil(display=("bavragor", "begone")), "a card lies in a display that cannot be there"),
        (tungdil(display=("bavragor", "good-ally-2")), "a card lies in a display that cannot be there"),
        (tungdil(wounds=(2, 0)), "a card in the display is hurt more than it can be"),
        (tungdil(wounds=(0, 1)), "a card in the display is hurt more than it can be"),
        (tungdil(wounds=(0,)), "a card in the display is hurt more than it can be"),
        (tungdil(pile=0, unnamed=29), "a draw pile is empty and the game goes on"),
        ({"dice": dice("1 1 1 1 1 1 1")}, "the dice on the table are not a throw of this game"),
        ({"dice": ("2", "1", "3")}, "the dice on the table are not a throw of this game"),
        ({"dice": ("1", "2", "6")}, "the dice on the table are not a throw of this game"),
        ({"phase": "draw"}, "dice lie on the table before they were thrown"),
        ({"phase": "throw", "dice": (), "used": True}, "dice lie on the table before they were thrown"),
        ({"rerolls": 1}, "no support allows these dice to be thrown again"),
        ({"phase": "reroll", "rerolls": 2}, "no support allows these dice to be thrown again"),
        ({"phase": "reroll", "rerolls": 1, "dice": ("1", "2")}, "dice are missing before the card phase"),
        ({"phase": "over"}, "the game is over although both draw piles have cards"),
        ({"hit": Hit(TUNGDIL, 1)}, "damage was aimed at something that is not there"),
        ({"hit": Hit(2)}, "damage was aimed at something that is not there"),
        ({"volley": Volley(TUNGDIL, 0)}, "there is no damage to be aimed"),
        ({"volley": Volley(-1, 1)}, "there is no damage to be aimed"),
        ({"naming": NOD}, "there is no card to be named"),
        ({"naming": 2}, "there is no card to be named"),
    ],
)
def test_a_position_that_cannot_be_says_what_is_wrong(changes: dict[str, Any], fault: str) -> None:
    assert fault in replace(SOUND, **changes).faults()


def test_nothing_is_open_once_the_game_is_over() -> None:
    state = replace(SOUND, phase="over", volley=Volley(TUNGDIL, 1), **tungdil(pile=0, unnamed=29))
    assert state.faults() == ("something is still open although the game is over",)


def test_a_card_is_named_before_more_damage_is_aimed() -> None:
    state = replace(SOUND, naming=TUNGDIL, hit=Hit(NOD), **tungdil(pile=28, unnamed=1))
    assert state.faults() == ("a card has to be named before more damage is aimed",)


def test_damage_that_has_nothing_to_hit_is_a_fault() -> None:
    state = moment(duellist(), duellist(pile=0), {"milling_ends": False})
    assert replace(state, volley=Volley(TUNGDIL, 1)).faults() == ("there is nothing to aim the damage at",)


def test_an_empty_pile_cannot_be_drawn_from() -> None:
    state = moment(duellist(pile=0), duellist(), {"milling_ends": False})
    assert replace(state, phase="draw").faults() == ("a draw pile is empty and the game goes on",)
    assert replace(state, phase="draw", turn=NOD).faults() == ()


def test_a_file_with_a_card_that_does_not_exist_is_refused() -> None:
    data: Any = start().to_json()
    data["state"]["duellists"][0]["discard"] = ["nonsense"]
    with pytest.raises(MalformedData, match="a place, die or card that is not there"):
        Duel.restore(start().table, data["state"])
