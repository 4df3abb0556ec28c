"""How a game of Die Zwerge ends, and who wins."""

from __future__ import annotations

from companion.rules.zwerge.moves import Attack, Draw, EndTurn, Play, Stand
from tests.companion.rules.zwerge.sitting import (
    NOD,
    TUNGDIL,
    dice,
    duellist,
    moment,
    refused,
    said,
    stood,
    unarmoured,
)


def test_last_card_drawn_ends_the_game_at_once() -> None:
    """Facts, test 14."""
    state = moment(duellist("alandur", pile=1), duellist("gefangennahme"), phase="draw").apply(Draw(TUNGDIL))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.places) == ((NOD,), (2, 3), (2, 1))
    assert str(outcome.why) == "The most victory points in the display win, 3 to 2."
    assert state.legal_actions() == ()
    assert str(state.expects().text) == "A draw pile is empty; the game is over."
    assert "ends at once" in said(state)
    assert refused(state, Draw(NOD)) == "game.over"


def test_victory_points_are_those_of_all_cards_in_the_display_and_of_no_others() -> None:
    good = duellist("keenfire", "alandur", "bavragor", hand=10)
    evil = unarmoured("gefangennahme", wounds=(2,))
    state = moment(good, evil, dice=dice("1 1 3"))
    assert state.scores() == (6, 3)
    state = state.apply(Attack(TUNGDIL, "1", 0))
    assert state.duellists[NOD].discard == ("chain-mail", "gefangennahme")
    assert state.scores() == (6, 0)


def test_extra_cards_that_reach_the_last_card_end_the_game_too() -> None:
    good = duellist("ancient-knowledge", "ancient-knowledge", pile=2)
    state = moment(good, duellist(), phase="draw").apply(Draw(TUNGDIL, True))
    assert state.phase == "over"
    assert state.duellists[TUNGDIL].hand == 6
    assert state.faults() == ()


def test_equal_points_the_player_with_cards_left_wins() -> None:
    """Facts, test 14."""
    state = moment(duellist("alandur", pile=1), duellist("alandur", pile=1), phase="draw").apply(Draw(TUNGDIL))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((NOD,), (2, 1))
    assert str(outcome.why) == "Both have 2 points; Nod has cards left in the draw pile and wins."


def test_milling_the_last_card_ends_the_game() -> None:
    state = moment(duellist("bavragor"), unarmoured(pile=1), dice=dice("1 2 3")).apply(Attack(TUNGDIL, "1"))
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (TUNGDIL,)
    assert state.faults() == ()


def test_milling_the_last_card_can_be_survived_until_the_next_draw() -> None:
    options = {"milling_ends": False}
    state = moment(duellist("bavragor"), unarmoured(pile=1), options, dice=dice("1 1 3")).apply(Attack(TUNGDIL, "1"))
    assert state.outcome() is None
    assert refused(state, Attack(TUNGDIL, "1")) == "zwerge.not-a-target"
    state = state.apply(EndTurn(TUNGDIL))
    assert state.phase == "over"
    assert said(state).endswith("No card is left for Nod to draw: the game ends.")
    assert state.faults() == ()


def test_both_piles_empty_and_equal_points_is_shared() -> None:
    options = {"milling_ends": False}
    good = duellist("bavragor", pile=0)
    state = moment(good, unarmoured(pile=1), options, dice=dice("1 1 3"))
    state = state.apply(Attack(TUNGDIL, "1")).apply(EndTurn(TUNGDIL))
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.places) == ((0, 1), (1, 1))
    assert "no card left in the draw pile" in str(outcome.why)


def test_the_last_card_waits_for_an_answer() -> None:
    state = moment(duellist("bavragor"), duellist(pile=1), dice=dice("1 2 3")).apply(Attack(TUNGDIL, "1"))
    assert state.outcome() is None
    assert set(state.legal_actions()) == {Play(NOD, "chain-mail"), Stand(TUNGDIL), Stand(NOD)}
    assert refused(state, EndTurn(TUNGDIL)) == "zwerge.last-card"
    assert stood(state).phase == "over"
    saved = state.apply(Play(NOD, "chain-mail"))
    assert (saved.phase, saved.duellists[NOD].pile) == ("cards", 1)
