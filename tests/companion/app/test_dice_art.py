"""Dice as they are drawn: what stands on them can be read, and a dark one has an edge."""

from __future__ import annotations

import numpy as np
import pytest

from companion.app.dice_art import SIDE, die_picture, ink_on
from companion.app.theme import contrast
from companion.games import games
from vision.simulated_table.faces import body_colour

BODIES = sorted({die.body for game in games().values() for die in game.dice})


@pytest.mark.parametrize("body", BODIES)
def test_a_question_mark_can_be_read_on_a_die_of_any_colour(body: str) -> None:
    red, green, blue = (part / 255 for part in body_colour(body))
    assert contrast(ink_on(body), (red, green, blue, 1)) >= 3


def test_light_lies_on_the_edge_of_a_black_die() -> None:
    die = die_picture("black", None)
    edge, inside = die[1, SIDE // 2, :3], die[12, SIDE // 2, :3]
    assert np.all(edge.astype(int) > inside.astype(int) + 30)
