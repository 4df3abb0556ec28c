"""What a touch on the duel's board does: every legal action is found where it belongs, also while damage waits."""

from __future__ import annotations

from random import Random

import pytest

from companion.app.boards.zwerge_choices import Choices, choices
from companion.rules import Action
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Aim, Attack, EndTurn, KeepDice
from companion.simulated import random_play
from tests.companion.rules.zwerge.sitting import NOD, TUNGDIL, dice, duellist, moment, start, unarmoured


def found(offered: Choices) -> list[Action]:
    """All actions that the board offers."""
    played = [action for plays in offered.plays.values() for action in plays]
    aimed = [action for hits in offered.hits.values() for action in hits]
    return [*played, *aimed, *offered.collects, *offered.draws, *offered.stands, *offered.milled]


@pytest.mark.parametrize("seed", range(4))
def test_the_board_offers_all_that_is_legal_but_keeping_dice_and_ending_the_turn(seed: int) -> None:
    for _, state in random_play(start(name_milled=seed % 2 == 0), Random(seed)):
        assert isinstance(state, Duel)
        elsewhere = [action for action in state.legal_actions() if isinstance(action, KeepDice | EndTurn)]
        offered = found(choices(state))
        assert sorted(map(repr, [*offered, *elsewhere])) == sorted(map(repr, state.legal_actions()))


@pytest.mark.parametrize("seed", range(4))
def test_a_target_is_the_card_one_sees_although_damage_waits(seed: int) -> None:
    waiting = 0
    for _, state in random_play(start(), Random(seed)):
        assert isinstance(state, Duel)
        if state.hit is None:
            continue
        after = state.stand()
        for place, hits in choices(state).hits.items():
            for hit in hits:
                assert hit.player is not None
                victim = 1 - hit.player
                if place is None:
                    assert hit.target is None
                else:
                    assert hit.target is not None
                    seen, meant = state.duellists[victim].display[place], after.duellists[victim].display[hit.target]
                    assert seen == meant
                waiting += 1
    assert waiting


def test_a_card_about_to_fall_is_no_target_and_those_after_it_keep_their_places() -> None:
    evil = duellist("bavragor", "boindil", "alandur", wounds=(1, 0, 0))
    state = moment(duellist("dwarf-king"), evil, dice=dice("1 2 3"))
    state = state.apply(Attack(TUNGDIL, "1", 0))
    assert state.hit is not None
    assert set(choices(state).hits) == {None, 1, 2}
    assert {hit.target for hit in choices(state).hits[1]} == {0}


def test_plain_dice_are_offered_before_axes_and_wild_cards() -> None:
    good = duellist("dwarf-king", wild_cards=1)
    state = moment(good, unarmoured("boindil"), dice=dice("2 axe"))
    hits = choices(state).hits[None]
    assert [hit.die for hit in hits if isinstance(hit, Attack)] == ["2", "axe", "wild-card"]
    assert not any(isinstance(hit, Aim) for hit in hits)
    assert choices(state).attacker == TUNGDIL != NOD
