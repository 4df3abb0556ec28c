"""The course of a turn and of the game, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.rules import Action, State
from companion.rules.dice_forge.actions import (
    Buy,
    Done,
    Exchange,
    ExtraAction,
    Feat,
    Forge,
    GiveBoar,
    Pass,
    SailFirst,
    Take,
    ToHammer,
    UseCard,
    UseCerberus,
    UseTriton,
)
from companion.rules.dice_forge.blessings import Repeating, ThrowOne
from companion.rules.dice_forge.effects import Effects, Ordering
from companion.rules.dice_forge.faces import Yield
from companion.rules.dice_forge.feats import Giving
from companion.rules.dice_forge.forging import Sailing
from companion.rules.dice_forge.gains import Exchanging
from companion.rules.dice_forge.state import DiceForge
from companion.rules.dice_forge.turns import Acting, EndingTurn, Extending, Reinforcing
from tests.companion.rules.dice_forge.positions import (
    DAVID,
    JON,
    MARA,
    STEFFI,
    acting,
    apply,
    blessed,
    doing,
    hero,
    opening,
    refused,
    said,
    showing,
    stock,
    throw,
    throw_one,
)


def over(players: int = 2, **options: object) -> DiceForge:
    return replace(opening(players, **options), agenda=())


def scored(state: DiceForge, *glory: int) -> DiceForge:
    for player, points in enumerate(glory):
        state = hero(state, player, glory=points)
    return state


# --- phase 1 --------------------------------------------------------------------------------------------------------


def test_everyone_throws_in_any_order_and_only_then_the_effects_follow() -> None:
    state = opening(4)
    assert [wanted.player for wanted in state.expects().throws] == [DAVID, STEFFI, MARA, JON]
    for player in (MARA, DAVID, JON):
        state = throw(state, player, "gold-1", "gold-1")
    assert [h.gold for h in state.heroes] == [3, 2, 1, 0]
    assert [wanted.player for wanted in state.expects().throws] == [STEFFI]
    state = throw(state, STEFFI, "gold-1", "gold-1")
    assert [h.gold for h in state.heroes] == [5, 4, 3, 2]
    assert said(state).index("David gains") < said(state).index("Steffi gains") < said(state).index("Jon gains")


def test_12_with_two_players_phase_1_happens_twice() -> None:
    state = opening(2)
    for gold in (5, 7):
        assert len(state.expects().throws) == 2
        state = throw(throw(state, DAVID, "gold-1", "gold-1"), STEFFI, "gold-1", "gold-1")
        assert stock(state)[0] == gold
    assert isinstance(state.agenda[-1], Acting)


def test_with_three_players_phase_1_happens_once() -> None:
    state = opening(3)
    for player in (DAVID, STEFFI, MARA):
        state = throw(state, player, "gold-1", "gold-1")
    assert isinstance(state.agenda[-1], Acting)


def test_nothing_else_happens_before_all_dice_are_thrown() -> None:
    state = throw(opening(2), DAVID, "gold-1", "gold-1")
    assert "Steffi" in refused(state, Buy(DAVID, "gold-3"), "dice_forge.throw-first")
    minor = doing(opening(2), ThrowOne(DAVID, 1))
    refused(minor, Buy(DAVID, "gold-3"), "dice_forge.throw-first")
    refused(minor, Buy(STEFFI, "gold-3"), "game.not-your-turn")


# --- phase 2 --------------------------------------------------------------------------------------------------------


def test_2_david_uses_the_hind_and_two_owls_once_each() -> None:
    """Rule book, phase 2, example."""
    cards = ("guardians-owl", "silver-hind", "guardians-owl")
    state = doing(hero(opening(2), DAVID, gold=0, cards=cards), Reinforcing(DAVID), Acting(DAVID))
    state = throw_one(apply(state, UseCard(DAVID, "silver-hind")), DAVID, "light", "gold-1")
    refused(state, UseCard(DAVID, "silver-hind"), "dice_forge.no-reinforcement")
    state = apply(state, UseCard(DAVID, "guardians-owl"), Take(DAVID, "sun-1"))
    state = apply(state, UseCard(DAVID, "guardians-owl"), Take(DAVID, "moon-1"))
    assert stock(state) == (1, 1, 1, 0)
    assert isinstance(state.agenda[-1], Acting)


def test_reinforcements_may_be_left_unused() -> None:
    state = doing(hero(opening(2), DAVID, cards=("guardians-owl",)), Reinforcing(DAVID), Acting(DAVID))
    assert "The Guardian’s Owl" in str(state.expects().text)
    assert isinstance(apply(state, Done(DAVID)).agenda[-1], Acting)


def test_an_elder_without_gold_waits_only_for_a_triton() -> None:
    state = doing(hero(opening(2), DAVID, gold=2, cards=("elder",), triton=1), Reinforcing(DAVID), Acting(DAVID))
    assert UseCard(DAVID, "elder") not in state.legal_actions()
    refused(state, UseCard(DAVID, "elder"), "dice_forge.card-unpaid")
    refused(state, UseCard(DAVID, "gorgon"), "dice_forge.no-reinforcement")
    refused(state, ExtraAction(DAVID), "dice_forge.extra-after-action")
    refused(state, Buy(DAVID, "gold-3"), "game.not-now")


def test_a_reinforcement_works_from_the_next_turn_on() -> None:
    state = apply(acting(sun=4, gold=2, extra=True), Feat(DAVID, "guardians-owl"))
    assert UseCard(DAVID, "guardians-owl") not in state.legal_actions()
    state = apply(state, ExtraAction(DAVID), Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"))
    assert state.turn == STEFFI
    for player in (STEFFI, DAVID) * 2:
        state = throw(state, player, "gold-1", "gold-1")
    state = apply(hero(state, STEFFI, gold=0, sun=0, moon=0), Pass(STEFFI))
    for player in (DAVID, STEFFI) * 2:
        state = throw(state, player, "gold-1", "gold-1")
    assert UseCard(DAVID, "guardians-owl") in state.legal_actions()


def test_gold_of_one_reinforcement_can_pay_for_the_next() -> None:
    cards = ("elder", "guardians-owl")
    state = doing(hero(opening(2), DAVID, gold=2, cards=cards), Reinforcing(DAVID), Acting(DAVID))
    state = apply(state, UseCard(DAVID, "guardians-owl"), Take(DAVID, "gold-1"), UseCard(DAVID, "elder"))
    assert stock(state) == (0, 0, 0, 4)


def test_only_the_active_player_has_reinforcements() -> None:
    state = hero(opening(3), STEFFI, cards=("guardians-owl",))
    for player in (DAVID, STEFFI, MARA):
        state = throw(state, player, "gold-1", "gold-1")
    assert isinstance(state.agenda[-1], Acting)


# --- phase 3 --------------------------------------------------------------------------------------------------------


def test_an_action_has_to_be_taken_while_one_is_affordable() -> None:
    refused(acting(gold=2), Pass(DAVID), "dice_forge.must-act")
    refused(acting(gold=2), Done(DAVID), "game.not-now")


def test_who_can_afford_nothing_passes() -> None:
    state = acting(gold=1)
    assert state.legal_actions() == (Pass(DAVID),)
    assert apply(state, Pass(DAVID)).turn == STEFFI


def test_passing_freely_is_an_option() -> None:
    state = acting(gold=9, options={"pass_freely": True})
    assert apply(state, Pass(DAVID)).turn == STEFFI


def test_it_is_nobody_elses_turn() -> None:
    refused(acting(gold=2), Buy(STEFFI, "gold-3"), "game.not-your-turn")
    refused(acting(gold=2), Buy(None, "gold-3"), "game.not-your-turn")


# --- phase 4 --------------------------------------------------------------------------------------------------------


def test_17_two_sun_buy_one_extra_action_and_no_third() -> None:
    state = apply(acting(gold=4, sun=5, extra=True), Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"), Done(DAVID))
    refused(state, Buy(DAVID, "gold-3"), "dice_forge.one-action")
    refused(state, Feat(DAVID, "elder"), "dice_forge.one-action")
    refused(state, Pass(DAVID), "game.not-now")
    state = apply(state, ExtraAction(DAVID))
    assert stock(state)[1] == 3
    assert "Extra action" in str(state.expects().text)
    refused(state, ExtraAction(DAVID), "dice_forge.one-extra-action")
    state = apply(state, Feat(DAVID, "elder"))
    assert stock(state)[1] == 2
    assert state.turn == STEFFI  # a third action is not even offered


def test_the_extra_action_can_be_declined() -> None:
    state = doing(hero(opening(2), DAVID, sun=4), Extending(DAVID))
    assert apply(state, Done(DAVID)).turn == STEFFI


def test_without_two_sun_nobody_is_asked() -> None:
    state = apply(acting(gold=5, sun=1, extra=True), Feat(DAVID, "elder"))
    assert state.turn == STEFFI


def test_an_extra_action_needs_two_sun() -> None:
    state = doing(hero(opening(2), DAVID, sun=1, triton=1), Extending(DAVID))
    refused(state, ExtraAction(DAVID), "dice_forge.extra-too-dear")


def test_after_the_action_a_triton_can_still_pay_for_an_extra_one() -> None:
    state = acting(gold=2, sun=1, triton=1, extra=True)
    state = apply(state, Buy(DAVID, "gold-3"), Forge(DAVID, "light", "gold-1"), Done(DAVID))
    assert state.turn == DAVID  # not over yet, although one sun shard buys nothing
    extra = apply(state, UseTriton(DAVID, "sun-2"), ExtraAction(DAVID), Feat(DAVID, "elder"))
    assert (stock(extra)[1], extra.turn) == (0, STEFFI)
    assert apply(state, UseTriton(DAVID, "gold-6")).turn == STEFFI
    assert apply(state, Done(DAVID)).turn == STEFFI


def test_an_extra_action_that_could_not_be_paid_for_is_not_sold() -> None:
    state = doing(hero(opening(2), DAVID, gold=0, sun=2, triton=1), Extending(DAVID))
    refused(state, ExtraAction(DAVID), "dice_forge.extra-useless")
    affordable = hero(state, DAVID, sun=3)
    assert ExtraAction(DAVID) in affordable.legal_actions()


def test_an_extra_action_comes_after_the_first() -> None:
    refused(acting(sun=4), ExtraAction(DAVID), "dice_forge.extra-after-action")


# --- rounds and the end ---------------------------------------------------------------------------------------------


def test_turns_go_clockwise_and_the_first_player_begins_each_round() -> None:
    state = apply(acting(3, gold=0), Pass(DAVID))
    assert (state.turn, state.round) == (STEFFI, 1)
    assert [wanted.player for wanted in state.expects().throws] == [STEFFI, MARA, DAVID]
    state = replace(state, turn=MARA, agenda=(EndingTurn(MARA), Acting(MARA)))
    state = apply(hero(state, MARA, gold=0), Pass(MARA))
    assert (state.turn, state.round) == (DAVID, 2)
    assert "Round 2 begins." in said(state)


@pytest.mark.parametrize(("players", "rounds"), [(2, 9), (3, 10), (4, 9)])
def test_12_the_game_ends_after_the_last_players_turn_of_the_last_round(players: int, rounds: int) -> None:
    last = players - 1
    state = replace(opening(players), turn=last, agenda=(EndingTurn(last), Acting(last)))
    state = hero(state, last, gold=0)
    assert apply(replace(state, round=rounds - 1), Pass(last)).outcome() is None
    ended = apply(replace(state, round=rounds), Pass(last))
    assert ended.outcome() is not None
    assert ended.legal_actions() == ()
    assert ended.expects().throws == ()


def test_18_the_score_is_track_markers_and_cards_together() -> None:
    state = hero(over(2), DAVID, glory=104, cards=("hydra", "ferryman"))
    assert state.heroes[DAVID].hundreds == 1
    assert state.scores() == (104 + 26 + 12, 0)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (DAVID,)


def test_18_equal_glory_shares_the_place() -> None:
    outcome = scored(over(4), 50, 60, 60, 10).outcome()
    assert outcome is not None
    assert outcome.winners == (STEFFI, MARA)
    assert outcome.places == (3, 1, 1, 4)


def test_ties_can_be_broken_by_deeds_instead() -> None:
    tied = scored(over(4, ties="deeds"), 50, 50, 50, 50)
    for player in range(4):
        tied = hero(tied, player, gold=0)
    faces = hero(tied, STEFFI, removed=("gold-1",))
    cards = hero(tied, MARA, cards=("elder",))
    rich = hero(tied, JON, gold=9)
    for state, winner in ((faces, STEFFI), (cards, MARA), (rich, JON)):
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.winners == (winner,)
        assert outcome.places == tuple(1 if player == winner else 2 for player in range(4))
    all_equal = hero(hero(scored(over(2, ties="deeds"), 5, 5), DAVID, gold=0), STEFFI, gold=0).outcome()
    assert all_equal is not None
    assert all_equal.winners == (DAVID, STEFFI)


# --- actions out of place -------------------------------------------------------------------------------------------

WAITING: dict[str, Callable[[], State[Any, Any]]] = {
    "choosing": lambda: blessed("gold-3/glory-2", "gold-1"),
    "copying": lambda: blessed("mirror", "gold-1", showing(opening(2), STEFFI, "gold-3", "sun-1")),
    "hammering": lambda: blessed("gold-3", "gold-1", hero(opening(2), DAVID, hammers=1)),
    "exchanging": lambda: doing(opening(2), Exchanging(DAVID, Yield(sun=1))),
    "sailing": lambda: doing(hero(opening(2), DAVID, gold=5), Sailing(DAVID, 2)),
    "ordering": lambda: doing(opening(2), Ordering(DAVID, Yield(gold=3), 2, "none")),
    "repeating": lambda: doing(opening(2), Repeating(DAVID, Effects(DAVID, ("gold-1",)))),
    "giving": lambda: doing(opening(3), Giving(DAVID, "boar-red")),
    "card": lambda: apply(
        doing(hero(opening(2), DAVID, cards=("guardians-owl",)), Reinforcing(DAVID)), UseCard(DAVID, "guardians-owl")
    ),
    "shield": lambda: apply(acting(2, sun=3, options={"f4": "guardians-shield"}), Feat(DAVID, "guardians-shield")),
    "satyrs": lambda: throw(
        throw(apply(acting(3, moon=3), Feat(DAVID, "satyrs")), STEFFI, "gold-1", "moon-1"), MARA, "sun-1", "gold-1"
    ),
    "thinning": lambda: opening(2).table.game.start(("David", "Steffi")),
    "colouring": lambda: apply(acting(2, moon=3, options={"m4": "tenacious-boar"}), Feat(DAVID, "tenacious-boar")),
    "acting": lambda: acting(gold=5),
    "extending": lambda: doing(hero(opening(2), DAVID, sun=5), Extending(DAVID)),
}


@pytest.mark.parametrize("moment", WAITING)
def test_whatever_is_out_of_place_is_refused_and_names_a_rule(moment: str) -> None:
    state = WAITING[moment]()
    assert isinstance(state, DiceForge)
    assert str(state.expects().text)
    out_of_place: list[Action] = [
        SailFirst(DAVID, True), Exchange(DAVID, True), ToHammer(DAVID, 99), GiveBoar(DAVID, 99), Done(STEFFI),
        UseCerberus(STEFFI), Take(DAVID, "nonsense"), Forge(DAVID, "light", "ship"), Buy(DAVID, "ship"),
    ]  # fmt: skip
    for action in out_of_place:
        if action not in state.legal_actions():
            with pytest.raises(ValueError, match=r"^(game|dice_forge)\.[a-z-]+: [A-Z“]"):
                state.apply(action)


def test_cerberus_comes_right_after_a_blessing_only() -> None:
    refused(hero(acting(gold=2), DAVID, cerberus=1), UseCerberus(DAVID), "dice_forge.cerberus-after-blessing")
    state = doing(hero(opening(2), DAVID, cerberus=1), Repeating(DAVID, Effects(DAVID, ("gold-1",))))
    refused(state, UseCerberus(STEFFI), "game.not-your-turn")


def test_a_made_up_choice_is_refused_with_the_choices() -> None:
    sentence = refused(blessed("gold-3/glory-2", "gold-1"), Take(DAVID, "sun-1"), "dice_forge.not-on-offer")
    assert sentence == "That is not among the choices: 3 gold, 2 glory points."
    mirror = WAITING["copying"]()
    assert isinstance(mirror, DiceForge)
    assert "3 gold, 1 sun shard" in refused(mirror, Take(DAVID, "gold-6"), "dice_forge.not-on-offer")
