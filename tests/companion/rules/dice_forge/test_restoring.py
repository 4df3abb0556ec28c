"""States from files: JSON both ways in the middle of everything, and positions that cannot be."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import game
from companion.rules import MalformedData
from companion.rules.dice_forge.blessings import Picking, Repeating, ThrowBoth, ThrowOne
from companion.rules.dice_forge.duel import ThinningPool
from companion.rules.dice_forge.effects import Copying, Deciding, Effects, Ordering, Receiving
from companion.rules.dice_forge.faces import NOTHING, Yield
from companion.rules.dice_forge.feats import ChoosingFace, Colouring, Giving
from companion.rules.dice_forge.forging import Forging, Sailing, Shopping
from companion.rules.dice_forge.gains import Choosing, Exchanging, Hammering
from companion.rules.dice_forge.hero import GodDie
from companion.rules.dice_forge.islands import ChoosingCard, TakingCard
from companion.rules.dice_forge.play import Stack
from companion.rules.dice_forge.state import AnyTask, DiceForge
from companion.rules.dice_forge.turns import Acting, EndingTurn, Extending, Reinforcing
from companion.simulated import random_play
from tests.companion.rules.dice_forge.positions import DAVID, NAMES, doing, hero, opening
from tests.companion.rules.dice_forge.test_setup import SECOND_SETS


def written(state: DiceForge) -> Any:
    return json.loads(json.dumps(state.to_json()))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, SECOND_SETS])
def test_every_state_of_a_game_survives_json_and_keeps_all_faces_and_cards(
    players: int, options: dict[str, object]
) -> None:
    dice_forge = game("dice_forge")
    state = dice_forge.start(NAMES[:players], options)
    box = state.inventory()
    for seed in range(3):
        for _, after in random_play(state, Random(seed)):
            assert isinstance(after, DiceForge)
            assert dice_forge.state_from_json(written(after)) == after
            assert after.inventory() == box
            assert after.faults() == ()


def in_play() -> DiceForge:
    return opening(3)


FAULTS: dict[str, Callable[[DiceForge], DiceForge]] = {
    "a hero too few": lambda s: replace(s, heroes=s.heroes[:2]),
    "a pool too few": lambda s: replace(s, pools=s.pools[:3]),
    "round 0": lambda s: replace(s, round=0),
    "round 11": lambda s: replace(s, round=11),
    "nobody's turn": lambda s: replace(s, turn=3),
    "negative gold": lambda s: hero(s, DAVID, gold=-1),
    "too much gold": lambda s: hero(s, DAVID, gold=13),
    "too much sun": lambda s: hero(s, DAVID, sun=7),
    "too much moon": lambda s: hero(s, DAVID, moon=7),
    "negative glory": lambda s: hero(s, DAVID, glory=-1),
    "no such island": lambda s: hero(s, DAVID, island=8),
    "hammer without card": lambda s: hero(s, DAVID, hammered=3),
    "hammer off the track": lambda s: replace(
        hero(s, DAVID, hammered=30, hammers=1, cards=("blacksmiths-hammer",)),
        stacks=(replace(s.stacks[0], left=2), *s.stacks[1:]),
    ),
    "chest without card": lambda s: hero(s, DAVID, chests=1),
    "boar without card": lambda s: hero(s, DAVID, boars=("red",)),
    "triton without card": lambda s: hero(s, DAVID, triton=1),
    "cerberus without card": lambda s: hero(s, DAVID, cerberus=-1),
    "pink die": lambda s: hero(s, DAVID, dice=(replace(s.heroes[0].dice[0], body="pink"), s.heroes[0].dice[1])),
    "five faces": lambda s: hero(s, DAVID, dice=(GodDie("light", ("gold-1",) * 5, "gold-1"), s.heroes[0].dice[1])),
    "face up that is not there": lambda s: hero(
        s, DAVID, dice=(replace(s.heroes[0].dice[0], up="ship"), s.heroes[0].dice[1])
    ),
    "faces unsorted": lambda s: hero(
        s, DAVID, dice=(replace(s.heroes[0].dice[0], faces=s.heroes[0].dice[0].faces[::-1]), s.heroes[0].dice[1])
    ),
    "a stack below zero": lambda s: replace(s, stacks=(Stack(s.stacks[0].card, -1), *s.stacks[1:])),
    "a card too many": lambda s: hero(s, DAVID, cards=("hydra",)),
    "a face too many": lambda s: replace(s, laid_aside=("gold-1",)),
    "a face in the wrong pool": lambda s: replace(s, pools=(s.pools[1], s.pools[0], *s.pools[2:])),
    "an end that is none": lambda s: replace(s, agenda=s.agenda[1:]),
    "over in the first round": lambda s: replace(s, agenda=()),
    "nobody to wait for": lambda s: replace(s, agenda=s.agenda[:1]),
    "an unknown card": lambda s: hero(s, DAVID, cards=("nonsense",)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_position_that_cannot_be_is_refused(fault: str) -> None:
    broken = FAULTS[fault](in_play())
    with pytest.raises(MalformedData, match="state: "):
        game("dice_forge").state_from_json(written(broken))


NOBODY = 9
IMPOSSIBLE: list[AnyTask] = [
    ThinningPool(-1),
    ThinningPool(10),
    ThinningPool(99),
    ThrowBoth((NOBODY,), ()),
    ThrowBoth((), ()),
    ThrowBoth((0, 0), ()),
    ThrowBoth((0,), (1,)),
    ThrowBoth((0,), (0, 0)),
    ThrowOne(NOBODY, 1),
    ThrowOne(0, 0),
    ThrowOne(0, 1, "pink"),
    Effects(0, ()),
    Effects(0, ("gold-1",) * 3),
    Effects(0, ("nonsense",)),
    Effects(0, ("mirror",), mirrored=("mirror",)),
    Copying(Effects(0, ("mirror",), mirrored=("gold-1",))),
    Copying(Effects(0, ("gold-1",), mirrored=("gold-1", "gold-3"))),
    Deciding(Effects(0, ("gold-1",)), 0),
    Deciding(Effects(0, ("gold-3/glory-2",)), 1),
    Deciding(Effects(NOBODY, ("gold-3/glory-2",)), 0),
    Ordering(0, Yield(sun=1), 2, "none"),
    Ordering(0, Yield(gold=1), 0, "none"),
    Receiving(NOBODY, Yield(gold=1), "none"),
    Repeating(0, Effects(0, ("gold-1",))),
    Repeating(0, Effects(1, ("gold-1",))),
    Picking(0, ("gold-1", "gold-1")),
    Picking(0, ("gold-1", "nonsense", "gold-1")),
    Choosing(0, "card", (Yield(gold=1),)),
    Choosing(0, "card", (Yield(gold=1), NOTHING)),
    Exchanging(0, NOTHING),
    Exchanging(-1, Yield(gold=1)),
    Hammering(0, 0),
    Forging(0, "nonsense"),
    Forging(NOBODY, "ship"),
    Sailing(0, 0),
    Shopping(0, ()),
    Shopping(0, ("nonsense",)),
    TakingCard(0, "hydra"),
    TakingCard(0, "typhon"),
    ChoosingCard(0, "hydra"),
    ChoosingCard(1, "ferryman"),
    ChoosingCard(NOBODY, "ferryman"),
    ChoosingCard(0, "nonsense"),
    ChoosingFace(0, ("shield-red",)),
    ChoosingFace(0, ("gold-1", "shield-red")),
    Colouring(3),
    Giving(0, "gold-1"),
    Giving(NOBODY, "boar-red"),
    Reinforcing(1),
    Reinforcing(0, ("elder",)),
    Acting(1),
    Extending(1),
    EndingTurn(1),
]


@pytest.mark.parametrize("task", IMPOSSIBLE, ids=str)
def test_a_task_that_cannot_be_is_refused(task: AnyTask) -> None:
    broken = doing(in_play(), Acting(DAVID), task)
    with pytest.raises(MalformedData, match=r"state: (something is to be done|it names a place|faces or cards)"):
        game("dice_forge").state_from_json(written(broken))


POSSIBLE: list[AnyTask] = [
    ThrowBoth((0, 1), (1,)),
    ThrowOne(0, 1),
    ThrowOne(0, 2, "dark"),
    Effects(0, ("gold-1", "ship")),
    Copying(Effects(0, ("mirror",), mirrored=("gold-1", "gold-3"))),
    Deciding(Effects(0, ("gold-1", "gold-3/glory-2")), 1),
    Ordering(0, Yield(gold=1), 2, "none"),
    Receiving(0, Yield(gold=1), "none"),
    Picking(0, ("gold-1", "gold-1", "ship")),
    Choosing(0, "card", (Yield(gold=1), Yield(sun=1))),
    Exchanging(0, Yield(gold=1)),
    Sailing(0, 2),
    Shopping(0, ("gold-3",)),
    ChoosingFace(0, ("shield-red", "shield-blue")),
    Colouring(0),
    Giving(0, "boar-red"),
    Reinforcing(0),
    Extending(0),
]


@pytest.mark.parametrize("task", POSSIBLE, ids=str)
def test_a_task_that_can_be_is_restored(task: AnyTask) -> None:
    state = doing(in_play(), Acting(DAVID), task)
    assert game("dice_forge").state_from_json(written(state)) == state


def test_a_card_that_is_about_to_be_paid_for_is_restored() -> None:
    state = doing(hero(in_play(), DAVID, moon=4), Acting(DAVID), TakingCard(DAVID, "ferryman"))
    assert game("dice_forge").state_from_json(written(state)) == state
    gone = replace(state, stacks=tuple(replace(s, left=0) if s.card == "ferryman" else s for s in state.stacks))
    gone = hero(gone, 1, cards=("ferryman",) * 3)
    with pytest.raises(MalformedData, match="something is to be done"):
        game("dice_forge").state_from_json(written(gone))


def test_a_choice_of_cards_on_an_island_is_restored() -> None:
    state = doing(hero(in_play(), DAVID, moon=5, island=3), Acting(DAVID), ChoosingCard(DAVID, "ferryman"))
    assert game("dice_forge").state_from_json(written(state)) == state
    with pytest.raises(MalformedData, match="something is to be done"):
        game("dice_forge").state_from_json(written(hero(state, DAVID, island=2)))


def test_a_finished_game_is_restored() -> None:
    state = replace(in_play(), agenda=(), round=10, turn=2)
    assert game("dice_forge").state_from_json(written(state)) == state


def test_the_words_of_a_yield_in_a_file_are_checked() -> None:
    data = written(doing(in_play(), Exchanging(0, Yield(sun=1)), Acting(DAVID)))
    data["state"]["agenda"][-1]["gain"] = "tin-3"
    with pytest.raises(MalformedData, match="tin-3"):
        game("dice_forge").state_from_json(data)
