"""Würfelhelden, rule by rule. Names in capital letters are shorthand for faces: S2 is two swords on a white die."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games import game
from companion.rules import Die, IllegalAction, MalformedData, Outcome, Roll
from companion.rules.wuerfelhelden import Bid, Hero, Options, Stop, Wuerfelhelden, describe, swords
from companion.simulated import random_play

FACES = {"S1": "sword-1", "S2": "sword-2", "S3": "sword-3", "C": "coin", "Y": "die-yellow", "R": "die-red", "X": "x"}
BODIES = {"w": "white", "y": "yellow", "r": "red"}


def dice(text: str) -> tuple[Die, ...]:
    """`wS3 yC rX` → three dice; a face without a body is on a white die."""
    found = []
    for word in text.split():
        body = BODIES.get(word[0])
        found.append(Die(body, FACES[word[1:]]) if body else Die("white", FACES[word]))
    return tuple(found)


def new(players: int = 4) -> Wuerfelhelden:
    state = game("wuerfelhelden").start(["Phil", "Mascha", "Emmitt", "Iva"][:players])
    assert isinstance(state, Wuerfelhelden)
    return state


def roll(state: Wuerfelhelden, player: int, thrown: str, kept: str = "") -> Wuerfelhelden:
    return state.apply(Roll(player, dice(thrown), dice(kept)))


def started(players: int = 4) -> Wuerfelhelden:
    """Phil (0) leads the hunt with 4 swords on two dice; Mascha (1) begins."""
    state = roll(new(players), 0, "S2 S2 C")
    for player in range(1, players):
        state = roll(state, player, "C C S1")
    return state


def turn(state: Wuerfelhelden, *words: str) -> Wuerfelhelden:
    """A whole turn that ends after one throw."""
    return roll(state, state.turn, " ".join(words)).apply(Stop(state.turn))


def refused(state: Wuerfelhelden, action: Roll | Stop) -> str:
    with pytest.raises(IllegalAction) as error:
        state.apply(action)
    return error.value.code


def party(state: Wuerfelhelden, player: int) -> list[str]:
    hero = state.heroes[player]
    return ["white"] * 3 + ["yellow"] * hero.yellow + ["red"] * hero.red


# --- setup ----------------------------------------------------------------------------------------------------


def test_1_most_swords_put_only_their_sword_dice_into_the_middle_and_the_left_neighbour_begins() -> None:
    """Rule book, setup 5; listed test 1: Phil's 4 swords on 2 dice."""
    state = started()
    assert state.middle == Bid(0, dice("S2 S2"))
    assert state.middle is not None
    assert state.middle.swords == 4
    assert state.turn == 1
    assert state.phase == "throw"


def test_1_a_tie_is_thrown_again_among_the_tied_only() -> None:
    state = roll(roll(roll(new(3), 0, "S3 S1 C"), 1, "S2 S2 C"), 2, "S1 C C")
    assert state.bidders == (0, 1)
    assert [throw.player for throw in state.expects().throws] == [0, 1]
    assert refused(state, Roll(2, dice("S3 S3 S3"))) == "roll.wrong-player"
    state = roll(roll(state, 1, "C C C"), 0, "S1 C C")
    assert state.middle == Bid(0, dice("S1"))


def test_everyone_without_swords_is_a_tie_too() -> None:
    state = roll(roll(new(2), 0, "C C Y"), 1, "C C C")
    assert state.bidders == (0, 1)
    assert "tie" in str(state.said[-1])


def test_the_start_may_be_thrown_in_any_order_but_only_once_each() -> None:
    state = roll(new(3), 2, "C C C")
    assert refused(state, Roll(2, dice("S3 S3 S3"))) == "roll.wrong-player"


def test_growth_symbols_do_nothing_in_the_throw_for_the_start() -> None:
    state = roll(roll(new(2), 0, "Y Y Y"), 1, "S1 C C")
    assert all(hero.yellow == 0 and hero.coins == 0 for hero in state.heroes)


def test_warrants_lie_in_order_5_then_10s_then_15() -> None:
    assert new(4).warrants == new(3).warrants == (5, 10, 10, 10, 10, 10, 15)


def test_two_players_take_two_10s_out() -> None:
    assert new(2).warrants == (5, 10, 10, 10, 15)


# --- rolling --------------------------------------------------------------------------------------------------


def test_example_mascha_rethrows_two_dice_and_has_6_swords_after_the_third_throw() -> None:
    """Rule book, "Rolling the Dice", figures 1–3."""
    state = roll(started(), 1, "C S2 Y")
    state = roll(state, 1, "S1 C", kept="S2")
    state = roll(state, 1, "S3 S1", kept="S2")
    assert state.middle == Bid(1, tuple(sorted(dice("S3 S1 S2"))))
    assert state.turn == 2


def test_2_six_swords_outbid_four_and_phil_takes_his_dice_back() -> None:
    """Rule book, "Chasing a Villain"; listed test 2."""
    state = turn(started(), "S3 S2 S1")
    assert state.middle is not None
    assert (state.middle.player, state.middle.swords) == (1, 6)
    assert "outbids Phil, 6 to 4" in " ".join(map(str, state.said))


def test_3_emmitts_six_do_not_outbid_six_but_his_coin_counts_once() -> None:
    """Rule book, Emmitt's turn and "Collecting Coins"; listed test 3."""
    state = turn(turn(started(), "S3 S2 S1"), "S3 S3 C")
    assert state.middle is not None
    assert state.middle.player == 1
    assert state.heroes[2].coins == 1


def test_fewer_swords_do_not_outbid_either() -> None:
    state = turn(started(), "S1 S2 C")
    assert state.middle is not None
    assert state.middle.player == 0


def test_4_iva_stops_after_the_second_throw_without_swords_and_takes_double() -> None:
    """Rule book, "The Great Treasure"; listed test 4: 4 coins and a yellow die from the next turn on."""
    state = turn(turn(started(), "S3 S2 S1"), "S3 S3 C")
    state = roll(state, 3, "S1 C Y")
    state = roll(state, 3, "C", kept="C Y").apply(Stop(3))
    assert state.heroes[3] == Hero(coins=4, yellow=1)


def test_the_great_treasure_is_lost_with_a_single_sword_that_fails_to_outbid() -> None:
    assert turn(started(), "S1 C C").heroes[1].coins == 2


def test_5_phil_grows_by_two_yellow_dice_and_throws_five_next_turn() -> None:
    """Rule book, "Your Party Grows"; listed test 5."""
    state = started(3)
    state = turn(turn(state, "C C C"), "C C C")
    assert state.turn == 0
    state = turn(state, "S1 Y Y")
    assert state.heroes[0].yellow == 2
    state = turn(turn(state, "C C C"), "C C C")
    assert [die.body for die in state.expects().throws[0].loose] == ["white"] * 3 + ["yellow"] * 2


def test_5_no_matching_die_on_the_tableau_is_skipped() -> None:
    state = replace(started(), heroes=(Hero(), Hero(yellow=2), Hero(), Hero()))
    state = turn(state, "Y Y C yC yR")
    assert (state.heroes[1].yellow, state.heroes[1].red) == (3, 1)
    assert "left on the tableau" in " ".join(map(str, state.said))


def test_growth_counts_from_the_next_turn_only() -> None:
    state = roll(started(), 1, "Y C S1")
    assert len(state.expects().throws[0].loose) == 3


@pytest.mark.parametrize("throw", [1, 2, 3])
def test_6_an_x_takes_the_die_away_at_once_in_any_of_the_three_throws(throw: int) -> None:
    """Rule book, "Your Party Shrinks"; listed test 6."""
    state = replace(started(), heroes=(Hero(), Hero(yellow=1, red=1), Hero(), Hero()))
    state = roll(state, 1, "C C C yC rC" if throw > 1 else "C C C yC rX")
    if throw > 1:
        state = roll(state, 1, "rC" if throw > 2 else "rX", kept="C C C yC")
    if throw > 2:
        state = roll(state, 1, "rX", kept="C C C yC")
    assert state.heroes[1].red == 0
    assert state.heroes[1].yellow == 1
    if throw < 3:
        assert "red" not in [die.body for die in state.expects().throws[0].loose]
        assert refused(state, Roll(1, dice("rC"), dice("C C C yC"))) == "roll.wrong-dice"


def test_6_a_lost_die_may_rejoin_the_same_turn_and_is_thrown_next_turn() -> None:
    state = replace(started(3), heroes=(Hero(), Hero(yellow=3), Hero()))
    state = roll(state, 1, "Y C C yX yS1 yS1").apply(Stop(1))
    assert state.heroes[1].yellow == 3
    state = turn(turn(state, "C C C"), "C C C")
    assert len(state.expects().throws[0].loose) == 6


def test_a_lost_red_die_comes_back_only_by_a_red_symbol() -> None:
    state = replace(started(), heroes=(Hero(), Hero(yellow=1, red=1), Hero(), Hero()))
    assert turn(state, "C C C yR rX").heroes[1] == Hero(coins=6, yellow=1, red=1)
    assert turn(state, "C C Y yC rX").heroes[1] == Hero(coins=6, yellow=2, red=0)


def test_8_the_first_throw_is_the_whole_party() -> None:
    assert refused(started(), Roll(1, dice("C C"))) == "roll.too-few-dice"
    assert refused(started(), Roll(1, dice("C C C yC"))) == "roll.wrong-dice"


def test_8_a_later_throw_may_be_any_dice_but_at_least_one() -> None:
    state = roll(started(), 1, "C S2 Y")
    assert refused(state, Roll(1, (), dice("C S2 Y"))) == "roll.too-few-dice"
    for thrown, kept in [("C", "S2 Y"), ("C C", "Y"), ("C C C", "")]:
        assert state.is_legal(Roll(1, dice(thrown), dice(kept)))


def test_8_a_kept_die_must_lie_as_it_lay() -> None:
    state = roll(started(), 1, "C S2 Y")
    assert refused(state, Roll(1, dice("C"), dice("S3 Y"))) == "roll.kept-die-turned"
    assert refused(state, Roll(1, dice("C"), dice("Y"))) == "roll.die-missing"


def test_8_there_is_no_fourth_throw() -> None:
    state = started()
    for kept in ("", "C C", "C C"):
        state = roll(state, 1, "C" if kept else "C C C", kept)
    assert state.turn == 2
    assert refused(state, Roll(1, dice("C"), dice("C C"))) == "roll.wrong-player"


def test_the_choice_after_a_throw_reads_as_a_sentence() -> None:
    state = roll(started(), 1, "C C C")
    assert [str(state.label(action)) for action in state.legal_actions()] == ["stop: the dice count as they lie"]


def test_a_turn_cannot_end_before_the_first_throw() -> None:
    assert refused(started(), Stop(1)) == "wuerfelhelden.roll-first"


def test_nobody_stops_for_another() -> None:
    assert refused(roll(started(), 1, "C C C"), Stop(2)) == "game.not-your-turn"
    assert refused(new(), Stop(0)) == "game.not-now"


def test_a_white_die_never_shows_an_x() -> None:
    assert refused(started(), Roll(1, dice("X C C"))) == "roll.impossible-face"


def test_the_sword_dice_in_the_middle_must_lie_still() -> None:
    assert started().expects().throws[0].still == dice("S2 S2")
    assert roll(started(), 1, "C C C").expects().throws[0].still == dice("S2 S2")


# --- capturing ------------------------------------------------------------------------------------------------


def test_7_mascha_captures_at_the_start_of_her_turn_then_throws_as_usual() -> None:
    """Rule book, "Capturing a Villain"; listed test 7: the first warrant is the 5."""
    state = turn(started(3), "S3 S3 S3")
    state = turn(turn(state, "C C C"), "C C C")
    assert state.heroes[1].warrants == (5,)
    assert state.middle is None
    assert (state.turn, state.phase) == (1, "throw")
    state = turn(state, "S1 C C")
    assert state.middle == Bid(1, dice("S1"))


def test_10_without_dice_in_the_middle_any_sword_is_placed() -> None:
    state = replace(started(), middle=None)
    assert turn(state, "S1 C C").middle == Bid(1, dice("S1"))


def test_10_no_swords_leave_the_middle_as_it_is() -> None:
    assert turn(replace(started(), middle=None), "C C C").middle is None
    assert turn(started(), "C C C").middle == Bid(0, dice("S2 S2"))


def test_only_sword_dice_are_placed_the_others_stay() -> None:
    state = turn(replace(started(), middle=None), "S1 C Y")
    assert state.middle == Bid(1, dice("S1"))
    assert state.heroes[1] == Hero(coins=1, yellow=1)


def test_9_the_last_warrant_ends_the_game_at_once_and_the_most_coins_win() -> None:
    """Rule book, "The End of the Game"; listed test 9: 55, 53, 57, 59 – Iva wins."""
    heroes = (
        Hero(45, (10,)),
        Hero(28, (5, 10, 10)),
        Hero(32, (10,)),
        Hero(49, (10,)),
    )
    state = replace(started(), heroes=heroes, warrants=(15,), middle=Bid(2, dice("S3")), turn=1)
    state = turn(state, "S1 S1 S1")
    assert state.heroes[2].warrants == (10, 15)
    assert state.phase == "over"
    outcome = state.outcome()
    assert outcome == Outcome((3,), (55, 53, 57, 59), (3, 4, 2, 1), outcome.why if outcome else new().said[0])
    assert refused(state, Roll(2, dice("C C C"))) == "game.over"
    assert state.expects().throws == ()


def test_9_equal_totals_share_the_victory() -> None:
    heroes = (Hero(20), Hero(20), Hero(3), Hero(5))
    state = replace(started(), heroes=heroes, warrants=(15,), middle=Bid(3, dice("S3 S3")), turn=2)
    outcome = turn(state, "S1 S1 S1").outcome()
    assert outcome is not None
    assert outcome.winners == (0, 1, 3)
    assert outcome.places == (1, 1, 4, 1)


# --- two players ----------------------------------------------------------------------------------------------


def duel() -> Wuerfelhelden:
    """Mascha is 1 and has just begun; nobody's dice lie in the middle yet."""
    return replace(started(2), middle=None)


def test_11_first_survival_gives_the_dice_back_and_places_the_marker() -> None:
    state = turn(turn(duel(), "S3 S1 C"), "C C C")
    assert state.heroes[1].warrants == ()
    assert (state.marker, state.middle, state.turn) == (1, None, 1)
    assert len(state.expects().throws[0].loose) == 3


def test_11_marker_without_swords_is_outbid_by_one_sword() -> None:
    state = turn(turn(duel(), "S3 S1 C"), "C C C")
    state = turn(state, "C C C")
    assert (state.marker, state.middle) == (1, None)
    state = turn(state, "S1 C C")
    assert state.marker is None
    assert state.middle == Bid(0, dice("S1"))
    assert [str(text) for text in state.said][1] == "Mascha takes the duel marker back."


def test_11_outbidding_returns_dice_and_marker() -> None:
    state = turn(turn(duel(), "S3 S1 C"), "C C C")
    state = turn(turn(state, "S2 C C"), "S3 C C")
    assert state.marker is None
    assert state.middle == Bid(0, dice("S3"))


def test_11_dice_and_marker_at_the_start_of_the_turn_win_the_warrant() -> None:
    state = turn(turn(duel(), "S3 S1 C"), "C C C")
    state = turn(turn(state, "S2 C C"), "S2 C C")
    assert state.heroes[1].warrants == (5,)
    assert (state.marker, state.middle) == (None, None)


def test_11_the_marker_alone_stays_and_waits_for_swords() -> None:
    state = turn(turn(duel(), "S3 S1 C"), "C C C")
    state = turn(turn(state, "C C C"), "C C C")
    assert (state.marker, state.turn) == (1, 1)
    assert state.heroes[1].warrants == ()
    state = turn(turn(state, "S1 C C"), "C C C")
    assert state.heroes[1].warrants == (5,)


def test_12_the_two_player_example() -> None:
    """Rule book, "Examples of 2-Player Gameplay", 1–4; listed test 12."""
    state = replace(duel(), heroes=(Hero(yellow=1), Hero(yellow=2)))
    state = turn(state, "S3 S2 C yR yS3")  # 1: swords, 1 coin, 1 red die
    assert state.heroes[1] == Hero(coins=1, yellow=2, red=1)
    state = turn(state, "S1 C Y yC")  # 2: Phil fails to outbid, 2 coins and a yellow die
    assert state.heroes[0] == Hero(coins=2, yellow=2)
    assert (state.marker, state.middle) == (1, None)  # 3a
    state = turn(state, "S3 S3 C yS1 yC rX")  # 3b: swords, 2 coins, the red die leaves
    assert state.heroes[1] == Hero(coins=3, yellow=2, red=0)
    assert state.middle == Bid(1, tuple(sorted(dice("S3 S3 yS1"))))
    state = turn(state, "S1 S1 C yR yS1")  # 4: 1 coin and a red die, not outbid
    assert state.heroes[0] == Hero(coins=3, yellow=2, red=1)
    assert state.heroes[1].warrants == (5,)  # and Mascha captures the villain on her turn


def test_the_setup_bid_counts_as_the_first_hunt_in_a_duel() -> None:
    state = turn(started(2), "C C C")
    assert (state.marker, state.turn) == (0, 0)


# --- what can be seen from outside ----------------------------------------------------------------------------


def test_coins_change_only_by_what_the_final_dice_show() -> None:
    """No other source of coins, checked over random games: once per coin, twice without any sword."""
    for seed in range(40):
        state = new(3)
        lying: tuple[Die, ...] = ()
        for action, after in random_play(state, Random(seed)):
            assert isinstance(after, Wuerfelhelden)
            if isinstance(action, Roll):
                lying = tuple(d for d in action.thrown + action.kept if d.face != "x")
            if state.phase in ("throw", "decide") and (after.turn != state.turn or after.phase == "over"):
                coins = sum(d.face == "coin" for d in lying) * (1 if swords(lying) else 2)
                gained = after.heroes[state.turn].coins - state.heroes[state.turn].coins
                assert gained == coins
            state = after


def words(state: Wuerfelhelden) -> str:
    return " ".join(map(str, state.said))


def test_the_duel_is_told_in_full() -> None:
    kept = turn(turn(duel(), "S3 S1 C"), "C C C")
    assert words(kept).endswith("Nobody outbid Mascha: dice back, duel marker beside the warrants.")
    assert words(kept).startswith("The great treasure: no swords, so Phil takes twice as much, 6 coins.")
    outbid = turn(turn(kept, "S2 C C"), "S3 C C")
    assert "Mascha takes the duel marker back." in words(outbid)
    untouched = turn(duel(), "S3 S1 C")
    assert "marker" not in words(untouched)


def test_a_tie_for_the_start_is_said() -> None:
    state = roll(roll(new(2), 0, "S2 C C"), 1, "S1 S1 C")
    assert words(state).endswith("A tie at 2 swords: Phil, Mascha throw again.")


def test_the_throws_for_the_start_are_cleared_when_the_hunt_begins() -> None:
    state = started()
    assert (state.phase, state.bidders, state.bids, state.dice) == ("throw", (), (), ())
    assert turn(state, "C C C").dice == ()


def test_the_end_names_its_reason() -> None:
    state = replace(started(), warrants=(15,), middle=Bid(2, dice("S3")))
    over = turn(state, "C C C").outcome()
    assert over is not None
    assert str(over.why) == "The last villain is captured; the most coins win."


def test_all_warrants_are_somewhere() -> None:
    assert new().inventory() == {"warrants": 7, "their coins": 70}
    held = replace(new(), warrants=(10, 15), heroes=(Hero(warrants=(5, 10)), Hero(), Hero(), Hero(warrants=(10,) * 3)))
    assert held.inventory() == new().inventory()


def test_red_dice_beyond_the_tableau_are_skipped_and_said() -> None:
    state = replace(started(), heroes=(Hero(), Hero(yellow=1, red=3), Hero(), Hero()))
    state = turn(state, "C C C yR rC rC rC")
    assert state.heroes[1].red == 3
    assert "tableau" in words(state)


def test_the_box_says_how_many_play() -> None:
    described = describe(game("wuerfelhelden").dice, None)
    assert described.start(["Iva", "Phil"]).to_json() == game("wuerfelhelden").start(["Iva", "Phil"]).to_json()
    assert (described.dice, described.data) == (game("wuerfelhelden").dice, None)
    assert (described.options, described.state, described.actions) == (Options, Wuerfelhelden, (Roll, Stop))
    assert (described.id, described.least_players, described.most_players) == ("wuerfelhelden", 2, 4)
    assert (described.name.en, described.name.de) == ("Dice Hunters of Therion", "Würfelhelden")


@pytest.mark.parametrize(
    "full",
    [
        {"heroes": (Hero(coins=0, yellow=3, red=3), Hero(), Hero(), Hero()), "turn": 0},
        {"turn": 0, "heroes": (Hero(yellow=1, red=1), Hero(), Hero(), Hero()), "dice": dice("C C C yC rC")},
        {"middle": Bid(0, dice("S1 S1 S1"))},
        {"middle": None},
    ],
)
def test_a_full_party_is_restored(full: dict[str, object]) -> None:
    state = replace(started(), **full)  # type: ignore[arg-type]
    assert game("wuerfelhelden").state_from_json(state.to_json()) == state


COINS = "a player has fewer than no coins or more dice than the box holds"
PARTY = "more dice lie there than that party has"


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        ({"heroes": (Hero(coins=-1), Hero(), Hero(), Hero())}, COINS),
        ({"heroes": (Hero(yellow=4), Hero(), Hero(), Hero())}, COINS),
        ({"heroes": (Hero(), Hero(), Hero(yellow=-1), Hero())}, COINS),
        ({"heroes": (Hero(red=4), Hero(), Hero(), Hero())}, COINS),
        ({"heroes": (Hero(), Hero(), Hero(red=-1), Hero())}, COINS),
        ({"dice": dice("C C C C")}, PARTY),
        ({"dice": dice("yC")}, PARTY),
        ({"middle": Bid(0, dice("rS3"))}, PARTY),
        ({"marker": 1}, "duel markers are for two players"),
        ({"middle": Bid(9, dice("S3"))}, ""),
    ],
)
def test_a_position_that_cannot_occur_is_not_restored(broken: dict[str, object], why: str) -> None:
    state = replace(started(), **broken)  # type: ignore[arg-type]
    with pytest.raises(MalformedData, match=rf"^state: .*{why}"):
        game("wuerfelhelden").state_from_json(state.to_json())
    assert not why or state.faults() == (why,)


def test_three_players_have_no_duel_marker_but_two_do() -> None:
    assert replace(started(3), marker=1).faults() == ("duel markers are for two players",)
    assert replace(started(2), marker=1).faults() == ()
