"""Who sits where around a tablet that lies on the table: one button a player, at the edge in front of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Edge = Literal["bottom", "left", "top", "right"]
Box = tuple[float, float, float, float]
"""x, y, width, height."""

ANGLES: dict[Edge, int] = {"bottom": 0, "left": 270, "top": 180, "right": 90}
"""How far what faces a player is turned, counterclockwise."""

CLOCKWISE: tuple[Edge, ...] = ("bottom", "left", "top", "right")
LANDSCAPE: dict[int, tuple[int, int, int, int]] = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (2, 1, 1, 1),
    6: (2, 1, 2, 1),
    7: (2, 1, 3, 1),
}
PORTRAIT: dict[int, tuple[int, int, int, int]] = {
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 2, 1, 1),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
}
"""How many sit at each edge, clockwise from the bottom; the longer edges take more."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a player: the edge, and which of so many there, clockwise."""

    edge: Edge
    number: int
    of: int

    @property
    def angle(self) -> int:
        return ANGLES[self.edge]


def around(players: int, *, portrait: bool) -> tuple[Place, ...]:
    """The places of all players, clockwise, as they sit."""
    counts = (PORTRAIT if portrait else LANDSCAPE)[players]
    return tuple(Place(edge, number, of) for edge, of in zip(CLOCKWISE, counts, strict=True) for number in range(of))


def boxes(places: tuple[Place, ...], whole: Box, depth: float, gap: float) -> tuple[list[Box], Box]:
    """Where each button is, `depth` from its edge, and what is left in the middle."""
    x, y, width, height = whole
    taken = {place.edge: depth + gap for place in places}
    low, high = taken.get("bottom", 0.0), taken.get("top", 0.0)
    left, right = taken.get("left", 0.0), taken.get("right", 0.0)
    middle = (x + left, y + low, width - left - right, height - low - high)
    found = []
    for place in places:
        lying = place.edge in ("bottom", "top")
        room = width if lying else middle[3]
        share = (room - gap * (place.of - 1)) / place.of
        # clockwise runs right to left at the bottom, upwards on the left, left to right at the top, down on the right
        number = place.number if place.edge in ("left", "top") else place.of - 1 - place.number
        start = number * (share + gap)
        if lying:
            found.append((x + start, y if place.edge == "bottom" else y + height - depth, share, depth))
        else:
            found.append((x if place.edge == "left" else x + width - depth, middle[1] + start, depth, share))
    return found, middle


def in_rows(players: int, whole: Box, depth: float, gap: float, columns: int) -> tuple[list[Box], Box]:
    """The same for a tablet that stands: everybody in rows at the bottom."""
    x, y, width, height = whole
    rows = -(-players // columns)
    found: list[Box] = []
    for row in range(rows):
        first = row * players // rows
        of = (row + 1) * players // rows - first
        share = (width - gap * (of - 1)) / of
        low = y + (rows - 1 - row) * (depth + gap)
        found += [(x + number * (share + gap), low, share, depth) for number in range(of)]
    used = rows * (depth + gap)
    return found, (x, y + used, width, height - used)
