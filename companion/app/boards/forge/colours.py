"""The colours of Dice Forge that no other game has: dice, tracks and islands."""

from __future__ import annotations

from dataclasses import dataclass

from companion.app.theme import Colour, Mood, rgb

INKS: dict[str, Colour] = {
    "gold": rgb("#ECB42C"),
    "sun": rgb("#DE4A28"),
    "moon": rgb("#706ECE"),
    "glory": rgb("#3A9454"),
    "hammer": rgb("#8C8F99"),
}
"""What fills a track; the same inks as on the faces of the dice."""


@dataclass(frozen=True, slots=True)
class Shades:
    """What depends on the mood."""

    moon: Colour
    end: Colour
    sun: Colour
    rim: Colour
    """The line around what is filled: inks alone are too pale on paper, or too dark at night."""


SHADES: dict[Mood, Shades] = {
    "light": Shades(moon=rgb("#DEDDF4"), end=rgb("#E6DAEC"), sun=rgb("#F8DCCB"), rim=rgb("#4A3F33")),
    "dark": Shades(moon=rgb("#2C2D4E"), end=rgb("#3B2C47"), sun=rgb("#4B2E22"), rim=rgb("#E8DECB")),
}
