"""What is written can be read: contrasts of WCAG AA in both moods, on cards and discs too; what is touched is large."""

from __future__ import annotations

import pytest

from companion.app.cards import CARDS
from companion.app.theme import PALETTES, PLAYER_COLOURS, PRIMARY, SIZES, TOUCH, UNIT, Mood, contrast, mixed, rgb

TEXT, LARGE = 4.5, 3.0
"""What WCAG AA asks of words, and of large ones and of signs and edges."""
WHITE = rgb("#FFFFFF")
SOFT = 0.85
"""How white the smaller words on a card are."""
WRITTEN = {
    "ink": ("ground", "surface", "raised", "chosen"),
    "faint": ("ground", "surface", "raised"),
    "good": ("surface",),
    "bad": ("ground", "surface"),
    "on_primary": ("primary",),
    "on_accent": ("accent",),
    "on_bad": ("bad",),
}


@pytest.mark.parametrize("mood", list(PALETTES))
def test_words_can_be_read_on_every_surface(mood: Mood) -> None:
    colours = PALETTES[mood]
    for ink, grounds in WRITTEN.items():
        for ground in grounds:
            assert contrast(getattr(colours, ink), getattr(colours, ground)) >= TEXT, (ink, ground)


@pytest.mark.parametrize("mood", list(PALETTES))
def test_the_edge_of_what_was_chosen_is_seen(mood: Mood) -> None:
    colours = PALETTES[mood]
    for ground in (colours.ground, colours.surface, colours.chosen):
        assert contrast(colours.primary, ground) >= LARGE


@pytest.mark.parametrize("game_id", list(CARDS))
def test_the_cards_of_the_games_can_be_read(game_id: str) -> None:
    fill = rgb(CARDS[game_id][0])
    assert contrast(mixed(fill, WHITE, SOFT), fill) >= TEXT


@pytest.mark.parametrize("seat", range(len(PLAYER_COLOURS)))
def test_initials_can_be_read_on_every_disc(seat: int) -> None:
    fill, ink = PLAYER_COLOURS[seat]
    assert contrast(ink, fill) >= TEXT


def test_what_is_touched_is_large_and_no_two_sizes_of_type_are_alike() -> None:
    assert TOUCH >= 56
    assert PRIMARY >= 72
    assert TOUCH % UNIT == PRIMARY % UNIT == 0
    assert len(set(SIZES.values())) == len(SIZES)
