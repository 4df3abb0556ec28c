"""Teaching a card of Die Zwerge: a lesson is taken if it can be true, and then the card is known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.rules import BadSetup, MalformedData, action_to_json
from companion.rules.codec import encode
from companion.rules.text import Name
from companion.rules.zwerge import words
from companion.rules.zwerge.cards import (
    FREE,
    AsAxe,
    Cancel,
    Cost,
    Damage,
    Effect,
    ExtraCard,
    ExtraDie,
    MoreDice,
    Nothing,
    Remove,
    Reroll,
    Strike,
    TakeWildCard,
)
from companion.rules.zwerge.duel import Duel
from companion.rules.zwerge.moves import Aim, Attack, Play, Teach
from companion.rules.zwerge.teaching import EFFECTS, Lesson
from companion.simulated import random_play
from tests.companion.rules.zwerge.sitting import (
    LESSONS,
    NOD,
    TUNGDIL,
    dice,
    duellist,
    moment,
    refused,
    said,
    start,
)

UNTAUGHT = start(deck=())
BOINDIL = LESSONS[0]
SHORT_REST = Lesson("short-rest", FREE, 0, 0, AsAxe(3))


def taught(*lessons: Lesson, state: Duel = UNTAUGHT) -> Duel:
    for lesson in lessons:
        state = state.apply(Teach(None, lesson))
    return state


def objection(lesson: Lesson, *before: Lesson) -> str:
    """The rule that a lesson breaks after some others."""
    return refused(taught(*before), Teach(None, lesson))


def ally(card: str, effect: Effect, cost: Cost = Cost(2)) -> Lesson:  # noqa: B008 - a frozen value
    return Lesson(card, cost, 2, 0, effect)


def event(card: str, cost: Cost, effect: Effect = Nothing()) -> Lesson:  # noqa: B008 - a frozen value
    return Lesson(card, cost, 0, 0, effect)


# --- a card becomes known -------------------------------------------------------------------------------------------


def test_a_card_can_be_played_once_it_is_taught() -> None:
    state = replace(UNTAUGHT, phase="cards", dice=dice("2 3 3"))
    assert refused(state, Play(TUNGDIL, "boindil", ("2",))) == "zwerge.teach-first"
    state = taught(BOINDIL, state=state)
    assert said(state) == "Now known: Boindil. Its price is one die showing 2."
    assert state.taught == (BOINDIL,)
    state = state.apply(Play(TUNGDIL, "boindil", ("2",)))
    assert Attack(TUNGDIL, "3") in state.legal_actions()


def test_a_card_taught_for_one_side_is_known_for_its_counterpart() -> None:
    state = taught(Lesson("throwing-axe", FREE, 0, 0, Strike(1)))
    for player in (TUNGDIL, NOD):
        assert Play(player, "throwing-axe") in state.legal_actions()
    assert said(state) == "Now known: Throwing Axe. Its price is nothing."


def test_a_card_of_one_side_is_not_known_to_the_other() -> None:
    state = taught(Lesson("good-twist-1", FREE, 0, 0, Strike(1)))
    assert Play(TUNGDIL, "good-twist-1") in state.legal_actions()
    assert refused(state, Play(NOD, "evil-twist-1")) == "zwerge.teach-first"


def test_teaching_is_possible_at_any_time_and_changes_nothing_else() -> None:
    waiting = moment(duellist("bavragor"), duellist(), dice=dice("1 2 3")).apply(Attack(TUNGDIL, "1"))
    aiming = moment(duellist(), duellist()).apply(Play(TUNGDIL, "throwing-axe"))
    lesson = Lesson("good-victory-1", Cost(3), 3, 3, Nothing())
    for state in (waiting, aiming):
        after = taught(lesson, state=state)
        assert said(after) == "Now known: unnamed victory points 1. Its price is 3 equal dice."
        assert replace(after, taught=(), said=state.said) == state
    assert Aim(TUNGDIL) in taught(lesson, state=aiming).legal_actions()


def test_a_table_may_name_a_card_that_has_no_name() -> None:
    state = taught(Lesson("good-ally-1", Cost(1, 5), 2, 0, Damage((5,)), name="Tungdil Goldhand"))
    assert state.title(TUNGDIL, "good-ally-1") == Name("Tungdil Goldhand", "Tungdil Goldhand")
    assert "Now known: Tungdil Goldhand." in said(state)
    assert str(state.title(TUNGDIL, "good-ally-2")) == "unnamed ally 2"


def test_a_card_with_a_name_on_one_side_is_called_the_counterpart_on_the_other_until_it_is_named() -> None:
    state = taught(SHORT_REST)
    assert said(state) == "Now known: Short Rest. Its price is nothing."
    assert str(state.title(TUNGDIL, "short-rest")) == "the counterpart of Short Rest"
    state = taught(replace(SHORT_REST, name="Elfenwein"), state=state)
    assert state.title(TUNGDIL, "short-rest") == Name("Elfenwein", "Elfenwein")
    assert state.title(NOD, "short-rest") == Name("Short Rest", "Kurze Rast")
    assert refused(state, Teach(None, replace(SHORT_REST, name="Met"))) == "zwerge.already-known"


# --- lessons that cannot be true ------------------------------------------------------------------------------------


def test_a_card_that_is_not_in_the_box_cannot_be_taught() -> None:
    assert objection(replace(BOINDIL, card="nonsense")) == "zwerge.no-such-card"


def test_a_known_card_is_not_taught_again() -> None:
    bavragor = Lesson("bavragor", Cost(1, 1), 2, 0, Damage((1,)))
    assert objection(bavragor) == "zwerge.already-known"
    assert objection(replace(bavragor, name="Bavragor Hammerfaust")) == "zwerge.already-known"
    assert objection(BOINDIL, BOINDIL) == "zwerge.already-known"


@pytest.mark.parametrize(
    "lesson",
    [
        replace(BOINDIL, name="Ingrimm"),  # it has its name
        replace(BOINDIL, points=1),  # allies have none
        replace(BOINDIL, effect=Damage((2,))),  # it uses two values
        replace(BOINDIL, effect=ExtraDie()),
        Lesson("keenfire", Cost(4), 3, 4, Nothing()),
        Lesson("gefangennahme", Cost(3), 3, 3, Nothing()),
        Lesson("throwing-axe", Cost(2), 0, 0, Strike(1)),
        Lesson("dwarf-king", Cost(4), 1, 0, Damage((1, 2, 3, 4))),
    ],
)
def test_what_is_known_cannot_be_contradicted(lesson: Lesson) -> None:
    assert objection(lesson) == "zwerge.printed-otherwise"


def test_a_name_cannot_come_with_other_values_than_the_ones_known() -> None:
    assert objection(replace(SHORT_REST, name="Met", effect=AsAxe(4)), SHORT_REST) == "zwerge.printed-otherwise"
    assert objection(replace(SHORT_REST, name="Met", cost=Cost(2)), SHORT_REST) == "zwerge.printed-otherwise"


@pytest.mark.parametrize("name", ["", "  ", "x" * 41])
def test_a_name_is_short_and_not_empty(name: str) -> None:
    assert objection(replace(SHORT_REST, name=name)) == "zwerge.bad-name"
    assert UNTAUGHT.is_legal(Teach(None, replace(SHORT_REST, name="x" * 40)))


@pytest.mark.parametrize("cost", [Cost(1), Cost(5), Cost(-1), Cost(1, 6), Cost(1, 0), Cost(2, 3), Cost(0, 1), FREE])
def test_a_price_is_one_die_of_a_value_or_two_to_four_equal_dice(cost: Cost) -> None:
    """Rules, how to play a card: only events and twists of fate are free."""
    assert objection(replace(BOINDIL, cost=cost)) == "zwerge.no-such-cost"


def test_one_card_of_a_deck_costs_a_single_die_of_each_value() -> None:
    """Rules, how to play a card: five such cards, one for each value."""
    assert objection(replace(BOINDIL, cost=Cost(1, 1))) == "zwerge.single-die-taken"  # that is Bavragor
    five = ally("good-ally-1", Damage((5,)), Cost(1, 5))
    assert objection(ally("good-ally-2", Damage((5,)), Cost(1, 5)), five) == "zwerge.single-die-taken"
    assert objection(replace(BOINDIL, cost=Cost(1, 5)), five) == "zwerge.single-die-taken"  # in both decks
    assert taught(five).is_legal(Teach(None, ally("evil-ally-1", Damage((5,)), Cost(1, 5))))
    twice = Lesson("ancient-knowledge", Cost(1, 3), 0, 0, ExtraCard())
    assert objection(twice) == "zwerge.single-die-taken"


def test_three_events_are_free_and_three_cost_dice() -> None:
    """Rules, how to play a card."""
    free = [event(f"good-event-{number}", FREE) for number in (1, 2, 3)]
    paid = [event(f"good-event-{number}", Cost(2)) for number in (1, 2, 3)]
    assert objection(event("good-event-4", FREE), *free) == "zwerge.free-events"
    assert objection(event("good-event-4", Cost(3)), *paid) == "zwerge.free-events"
    assert taught(*free).is_legal(Teach(None, event("good-event-4", Cost(3))))


def test_eight_allies_inflict_damage_and_one_does_not() -> None:
    """Rules, how to inflict damage."""
    peaceful = ally("good-ally-1", ExtraDie())
    assert objection(ally("good-ally-2", Nothing()), peaceful) == "zwerge.peaceful-ally"
    striking = [ally(f"good-ally-{number}", Damage((number,))) for number in (1, 2, 3, 4)]
    assert objection(ally("good-ally-5", Damage((5,))), *striking) == "zwerge.peaceful-ally"
    assert taught(*striking).is_legal(Teach(None, ally("good-ally-5", TakeWildCard((1, 2)))))


@pytest.mark.parametrize(("health", "points"), [(-1, 1), (10, 1), (1, -1), (1, 10), (1, 0)])
def test_figures_are_small_and_victory_points_are_at_least_one(health: int, points: int) -> None:
    assert objection(Lesson("good-victory-1", Cost(2), health, points, Nothing())) == "zwerge.no-such-figure"


@pytest.mark.parametrize(
    ("card", "effect"),
    [
        ("boindil", Damage((2, 2))),
        ("boindil", Damage((0, 0))),
        ("boindil", Damage((5, 6))),
        ("short-rest", AsAxe(6)),
        ("throwing-axe", Strike(4)),
        ("good-ally-1", Damage(())),
        ("good-ally-1", TakeWildCard()),
        ("good-ally-1", Remove()),
        ("good-ally-1", Cancel()),
        ("good-event-1", TakeWildCard((1,))),
        ("good-event-1", Strike(1)),
        ("good-twist-1", Remove()),
    ],
)
def test_each_type_of_card_has_its_own_effects(card: str, effect: Effect) -> None:
    known = UNTAUGHT.library.find(card)
    assert known is not None
    cost = FREE if known.fleeting else Cost(2)
    assert objection(Lesson(card, cost, 0, 0, effect)) == "zwerge.no-such-effect"


@pytest.mark.parametrize("effect", [Strike(2), Cancel(), MoreDice(), Nothing()])
def test_the_fifth_twist_of_fate_may_be_any_of_these(effect: Effect) -> None:
    assert UNTAUGHT.is_legal(Teach(None, Lesson("good-twist-1", FREE, 0, 0, effect)))


# --- what a table has taught before ---------------------------------------------------------------------------------


def test_a_deck_taught_before_is_an_option() -> None:
    deck = json.loads(json.dumps([encode(lesson) for lesson in LESSONS]))
    state = game("zwerge").start(["Tungdil", "Nod"], {"deck": deck})
    assert state == start()
    assert state.table.options.deck == LESSONS
    assert Play(TUNGDIL, "throwing-axe") in state.legal_actions()


def test_lessons_of_both_sittings_are_known_at_the_third() -> None:
    first, second = event("begone", Cost(0), Remove()), ally("boindil", Damage((2, 3)))
    again = game("zwerge").start(["Ada", "Bo"], taught(first).learned())
    assert isinstance(again, Duel)
    assert again.learned() == again.table.options
    assert again.apply(Teach(None, second)).learned().deck == (first, second)


def test_every_effect_reads_differently() -> None:
    for effects in EFFECTS.values():
        assert len({str(words.effect(effect)) for effect in effects}) == len(effects)


def test_unnamed_cards_are_told_apart_by_their_side() -> None:
    library = UNTAUGHT.library
    unknown = [card for name in library.unknown if (card := library.find(name))]
    assert len({str(words.unknown_card(card)) for card in unknown}) == len(unknown)


def test_a_deck_that_does_not_fit_together_is_refused_before_the_game() -> None:
    with pytest.raises(BadSetup, match="There is nothing to teach about Boindil: it is known"):
        start(deck=(BOINDIL, BOINDIL))


def test_lessons_survive_json() -> None:
    state = taught(*LESSONS)
    data = json.loads(json.dumps(state.to_json()))
    restored = game("zwerge").state_from_json(data)
    assert restored == state
    assert restored.legal_actions() == state.legal_actions()
    action = Teach(None, LESSONS[-1])
    assert game("zwerge").action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


def test_a_saved_lesson_that_cannot_be_true_is_refused() -> None:
    data: Any = json.loads(json.dumps(taught(BOINDIL).to_json()))
    data["state"]["taught"][0]["cost"]["value"] = 1
    with pytest.raises(MalformedData, match="a card was taught that cannot be like that"):
        game("zwerge").state_from_json(data)


# --- a simulated table ----------------------------------------------------------------------------------------------


def first(options: Sequence[Any]) -> Any:
    return options[0]


def last(options: Sequence[Any]) -> Any:
    return options[-1]


@pytest.mark.parametrize("choose", [first, last, Random(1).choice])
def test_a_simulated_table_can_teach_every_card(choose: Any) -> None:
    state = UNTAUGHT
    while (lesson := state.invent(choose)) is not None:
        state = state.apply(lesson)
    assert state.library.unknown == ()
    for player in (TUNGDIL, NOD):
        assert all(card.known for card in state.deck(player).cards.values())


@pytest.mark.parametrize("choose", [first, last])
def test_a_simulated_table_teaches_the_cards_of_both_decks_first(choose: Any) -> None:
    """What is taught for one deck alone could leave nothing that fits both."""
    state, order = UNTAUGHT, []
    while (action := state.invent(choose)) is not None:
        assert isinstance(action, Teach)
        card = state.library.find(action.lesson.card)
        assert card is not None
        order.append(card.only is not None)
        state = state.apply(action)
    assert order == sorted(order)
    assert order.count(False) > 5


def test_a_simulated_table_stops_where_nothing_fits_both_decks() -> None:
    """All free events of one deck and all paid ones of the other are known: no price is left for Begone!."""
    lessons = [event(f"good-event-{number}", FREE) for number in (1, 2, 3)]
    lessons += [event(f"evil-event-{number}", Cost(2)) for number in (1, 2, 3)]
    state = taught(*lessons)
    while (lesson := state.invent(first)) is not None:
        state = state.apply(lesson)
    assert state.library.unknown[0] == "begone"


def test_random_play_ends_with_whatever_the_table_teaches() -> None:
    for seed in range(3):
        *_, (_, end) = random_play(UNTAUGHT, Random(seed))
        assert end.outcome() is not None


def test_reroll_is_an_effect_of_supports_and_of_the_ninth_ally() -> None:
    assert UNTAUGHT.is_legal(Teach(None, ally("evil-ally-5", Reroll())))
    assert objection(event("good-event-1", FREE, Reroll())) == "zwerge.no-such-effect"
