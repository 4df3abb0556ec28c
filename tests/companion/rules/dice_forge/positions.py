"""Positions of Dice Forge for the tests: whose dice show what, who owns what, and throws in a few words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from companion.games import game
from companion.rules import Action, Die, IllegalAction, Roll
from companion.rules.dice_forge.actions import Feat
from companion.rules.dice_forge.blessings import great_blessing
from companion.rules.dice_forge.hero import GodDie
from companion.rules.dice_forge.state import AnyTask, DiceForge
from companion.rules.dice_forge.turns import Acting, EndingTurn, Extending

DAVID, STEFFI, MARA, JON = range(4)
NAMES = ("David", "Steffi", "Mara", "Jon")

#: card: (slot, island, cost in sun and moon, glory, beginners' card)
CARDS = {
    "blacksmiths-hammer": ("M1", 1, 0, 1, 0, True),
    "blacksmiths-chest": ("M2", 1, 0, 1, 2, True),
    "silver-hind": ("M3", 2, 0, 2, 2, True),
    "great-bear": ("M3", 2, 0, 2, 2, False),
    "satyrs": ("M4", 2, 0, 3, 6, True),
    "tenacious-boar": ("M4", 2, 0, 3, 4, False),
    "ferryman": ("M5", 3, 0, 4, 12, True),
    "cerberus": ("M5", 3, 0, 4, 6, False),
    "helmet-of-invisibility": ("M6", 3, 0, 5, 4, True),
    "cancer": ("M7", 4, 0, 6, 8, True),
    "sentinel": ("M7", 4, 0, 6, 6, False),
    "hydra": ("M8", 4, 5, 5, 26, True),
    "typhon": ("M8", 4, 5, 5, 16, False),
    "elder": ("F1", 7, 1, 0, 0, True),
    "wild-spirits": ("F2", 7, 1, 0, 2, True),
    "guardians-owl": ("F3", 6, 2, 0, 4, True),
    "celestial-ship": ("F3", 6, 2, 0, 4, False),
    "minotaur": ("F4", 6, 3, 0, 8, True),
    "guardians-shield": ("F4", 6, 3, 0, 6, False),
    "gorgon": ("F5", 5, 4, 0, 14, True),
    "triton": ("F5", 5, 4, 0, 8, False),
    "mirror-of-the-abyss": ("F6", 5, 5, 0, 10, True),
    "sphinx": ("F7", 4, 6, 0, 10, True),
    "cyclops": ("F7", 4, 6, 0, 8, False),
}


def opening(players: int = 2, **options: object) -> DiceForge:
    """The first blessing of a game; with two players the mixed pools keep their first two faces."""
    state = cast("DiceForge", game("dice_forge").start(NAMES[:players], options))
    while state.legal_actions():
        state = state.apply(state.legal_actions()[0])
        assert isinstance(state, DiceForge)
    return state


def everything_stays(state: DiceForge) -> DiceForge:
    """The full sanctuary, whoever plays."""
    return replace(state, pools=tuple(pool.faces for pool in state.box.pools), laid_aside=())


def doing(state: DiceForge, *tasks: AnyTask) -> DiceForge:
    """David's turn with only these tasks to do, the first one next."""
    return replace(state, agenda=(EndingTurn(DAVID), *reversed(tasks)), turn=DAVID)


def acting(players: int = 2, *, extra: bool = False, options: dict[str, Any] | None = None, **stock: Any) -> DiceForge:
    """David is about to act with this stock."""
    state = hero(everything_stays(opening(players, **options or {})), DAVID, **stock)
    return doing(state, Acting(DAVID), Extending(DAVID)) if extra else doing(state, Acting(DAVID))


def hero(state: DiceForge, player: int, **changes: Any) -> DiceForge:
    """The state with some things of a player changed."""
    heroes = list(state.heroes)
    heroes[player] = replace(heroes[player], **changes)
    return replace(state, heroes=tuple(heroes))


def die(state: DiceForge, player: int, body: str, shows: str) -> DiceForge:
    """The state with a face on top of a die (instead of one of its plain ones)."""
    dice = list(state.heroes[player].dice)
    at = [d.body for d in dice].index(body)
    if shows in dice[at].faces:
        dice[at] = replace(dice[at], up=shows)
    else:
        dice[at] = dice[at].forged(shows, "gold-1")
    return hero(state, player, dice=tuple(dice))


def showing(state: DiceForge, player: int, light: str, dark: str) -> DiceForge:
    return die(die(state, player, "light", light), player, "dark", dark)


def throw(state: DiceForge, player: int, light: str, dark: str) -> DiceForge:
    """A player throws both dice and gets these faces (forged on beforehand if need be)."""
    state = showing(state, player, light, dark)
    return apply(state, Roll(player, (Die("light", light), Die("dark", dark))))


def throw_one(state: DiceForge, player: int, body: str, face: str) -> DiceForge:
    """A player throws one die for a minor blessing."""
    state = die(state, player, body, face)
    (wanted,) = state.expects().throws
    other = tuple(Die(d.body, d.up) for d in state.heroes[player].dice if d.body != body)
    return apply(state, Roll(player, (Die(body, face),), other if len(wanted.loose) == 2 else ()))


def blessed(light: str, dark: str, state: DiceForge | None = None, player: int = DAVID, **options: object) -> DiceForge:
    """After a great blessing of one player, who had nothing before, outside the usual course of a turn."""
    if state is None:
        state = hero(everything_stays(opening(2, **options)), player, gold=0)
    return throw(doing(state, great_blessing(player), Acting(DAVID)), player, light, dark)


def apply(state: DiceForge, *actions: Action) -> DiceForge:
    for action in actions:
        state = state.apply(action)
        assert state.said, action
    return state


def stock(state: DiceForge, player: int = DAVID) -> tuple[int, int, int, int]:
    """Gold, sun, moon and glory of a player."""
    of = state.heroes[player]
    return of.gold, of.sun, of.moon, of.glory


def choices(state: DiceForge) -> set[str]:
    """What can be taken now."""
    return {action.what for action in state.legal_actions() if hasattr(action, "what")}


def refused(state: DiceForge, action: Action, code: str) -> str:
    """The sentence with which an action is refused; fails unless it is refused with this code."""
    assert action not in state.legal_actions()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(action)
    assert refusal.value.code == code
    return str(refusal.value.text)


def said(state: DiceForge) -> str:
    return " ".join(map(str, state.said))


def plain(body: str, *faces: str, up: str | None = None) -> GodDie:
    return GodDie(body, tuple(sorted(faces)), up or faces[0])


def performing(card: str, players: int = 2, **stock_of: int) -> DiceForge:
    """David has just enough shards for a card that lies out, and takes it."""
    return apply(ready_for(card, players, **stock_of), Feat(DAVID, card))


def ready_for(card: str, players: int = 2, **changes: int) -> DiceForge:
    slot, _, sun, moon, _, beginner = CARDS[card]
    state = acting(players, options={} if beginner else {slot.lower(): card}, gold=0, sun=sun, moon=moon)
    return hero(state, DAVID, **changes)
