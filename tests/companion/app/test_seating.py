"""Where buttons are: each at its own edge, none over another, all large enough for a thumb."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from companion.app.blitz.seating import ANGLES, Box, around, boxes, in_rows

SIZES = ((1280.0, 800.0), (800.0, 1280.0), (1024.0, 600.0), (600.0, 1024.0))
EVERYBODY = range(2, 8)


def apart(one: Box, other: Box) -> bool:
    return (
        one[0] + one[2] <= other[0] + 0.01
        or other[0] + other[2] <= one[0] + 0.01
        or one[1] + one[3] <= other[1] + 0.01
        or other[1] + other[3] <= one[1] + 0.01
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", EVERYBODY)
@pytest.mark.parametrize("rows", [False, True])
def test_no_button_lies_over_another_or_over_the_middle(players: int, size: tuple[float, float], rows: bool) -> None:
    portrait = size[1] > size[0]
    whole = (8.0, 8.0, size[0] - 16, size[1] - 16)
    if rows:
        found, middle = in_rows(players, whole, 84, 8, 2 if portrait else 4)
    else:
        found, middle = boxes(around(players, portrait=portrait), whole, 90, 8)
    assert len(found) == players
    for one, other in combinations([*found, middle], 2):
        assert apart(one, other)
    for x, y, width, height in found:
        assert min(width, height) >= 56
        assert x >= 8
        assert y >= 8
        assert x + width <= size[0] - 7.99
        assert y + height <= size[1] - 7.99
    assert middle[2] * middle[3] > 0.3 * size[0] * size[1]


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("players", EVERYBODY)
def test_players_sit_clockwise_and_face_the_middle(players: int, portrait: bool) -> None:
    """Seen from above, the next player is always the next one clockwise, from the bottom edge on."""
    places = around(players, portrait=portrait)
    assert places[0].edge == "bottom"
    found, _ = boxes(places, (0, 0, 1000, 1000), 100, 8)
    edges = ["bottom", "left", "top", "right"]
    order = [edges.index(place.edge) for place in places]
    assert order == sorted(order)
    for (a, one), (b, other) in pairwise(zip(places, found, strict=True)):
        if a.edge == b.edge:
            along = {"bottom": one[0] > other[0], "left": one[1] < other[1], "top": one[0] < other[0]}
            assert along.get(a.edge, one[1] > other[1])


def test_what_faces_a_player_has_its_top_towards_the_middle() -> None:
    assert ANGLES == {"bottom": 0, "right": 90, "top": 180, "left": 270}
