"""Dice Forge: throw two dice for gold, shards and glory, forge better faces on them, perform heroic feats.

`state` is the game at one moment. It keeps an agenda of tasks (`play`): the turn (`turns`), throws (`blessings`) and
what the faces do (`effects`, `gains`), the temple (`forging`), the islands (`islands`) and what their cards do
(`feats`). Faces, prices and cards come from the data file (`box`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.rules.dice import DieKind, Roll
from companion.rules.dice_forge.actions import ACTIONS
from companion.rules.dice_forge.box import Box, read_box
from companion.rules.dice_forge.options import Options, check_sets, choice_words
from companion.rules.dice_forge.state import DiceForge, begin
from companion.rules.dice_forge.turns import check_effects
from companion.rules.game import Game
from companion.rules.text import Name

__all__ = ["describe"]


def describe(dice: tuple[DieKind, ...], data: Mapping[str, Any] | None) -> Game[Box, Options]:
    """Dice Forge for the registry."""
    box = read_box(data, dice)
    check_sets(box)
    check_effects(box)
    return Game(
        id="dice_forge",
        name=Name(en="Dice Forge", de="Dice Forge"),
        least_players=min(box.rounds),
        most_players=max(box.rounds),
        dice=dice,
        options=Options,
        state=DiceForge,
        actions=(Roll, *ACTIONS),
        begin=begin,
        data=box,
        choices=choice_words(box),
    )
