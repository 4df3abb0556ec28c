"""What the app looks like: one palette in two moods, one scale of type, one unit of space.

Widgets take colours and sizes from here when they are made; when the theme changes, screens are made anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Colour = tuple[float, float, float, float]
Mood = Literal["light", "dark"]
Size = Literal["huge", "title", "heading", "lead", "body", "small"]

ASSETS = Path(__file__).parent / "assets"
TEXT, BOLD, TITLE, ICONS, SIGNS = (
    str(ASSETS / name) for name in ("text.ttf", "bold.ttf", "title.ttf", "icons.ttf", "signs.ttf")
)

UNIT = 8
"""All gaps and paddings are multiples of this (dp)."""
TOUCH, PRIMARY = 56, 72
"""Least height of anything to be touched, and of what matters most (dp)."""
ROUND = 14
"""Corner radius of panels and buttons (dp)."""
SIZES: dict[Size, float] = {"huge": 52, "title": 34, "heading": 25, "lead": 21, "body": 18, "small": 15}
"""Type in sp: read from across a table, not from a sofa."""


def rgb(code: str, alpha: float = 1.0) -> Colour:
    """A colour written as on the web."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, alpha


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour between two, `share` of the way to the other; for lines, which must not be sheer in what scrolls."""
    red, green, blue = (a + (b - a) * share for a, b in zip(one[:3], other[:3], strict=True))
    return red, green, blue, 1.0


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by what they are for."""

    ground: Colour
    surface: Colour
    raised: Colour
    line: Colour
    chosen: Colour
    ink: Colour
    faint: Colour
    primary: Colour
    on_primary: Colour
    accent: Colour
    on_accent: Colour
    good: Colour
    bad: Colour
    on_bad: Colour
    veil: Colour


PALETTES: dict[Mood, Palette] = {
    "light": Palette(
        ground=rgb("#F3ECDF"),
        surface=rgb("#FFFBF3"),
        raised=rgb("#E9DFCC"),
        line=rgb("#CFC2AB"),
        chosen=rgb("#D6E5DA"),
        ink=rgb("#2A241E"),
        faint=rgb("#665A4C"),
        primary=rgb("#1D6153"),
        on_primary=rgb("#FFFFFF"),
        accent=rgb("#F2B33D"),
        on_accent=rgb("#2A241E"),
        good=rgb("#1F6B3A"),
        bad=rgb("#A62B22"),
        on_bad=rgb("#FFFFFF"),
        veil=rgb("#1B1612", 0.55),
    ),
    "dark": Palette(
        ground=rgb("#14181A"),
        surface=rgb("#1F2528"),
        raised=rgb("#2C3438"),
        line=rgb("#465158"),
        chosen=rgb("#23443F"),
        ink=rgb("#F4EEE2"),
        faint=rgb("#B4AC9E"),
        primary=rgb("#5CC2A6"),
        on_primary=rgb("#0C1A16"),
        accent=rgb("#F2B33D"),
        on_accent=rgb("#241C0C"),
        good=rgb("#6FCB8C"),
        bad=rgb("#FF8A7A"),
        on_bad=rgb("#2A0B07"),
        veil=rgb("#000000", 0.62),
    ),
}

PLAYER_COLOURS: tuple[tuple[Colour, Colour], ...] = (
    (rgb("#B8322B"), rgb("#FFFFFF")),
    (rgb("#215FA8"), rgb("#FFFFFF")),
    (rgb("#2B7A45"), rgb("#FFFFFF")),
    (rgb("#F0BE3C"), rgb("#2A241E")),
    (rgb("#6E3F94"), rgb("#FFFFFF")),
    (rgb("#D2691E"), rgb("#1D120A")),
    (rgb("#40474B"), rgb("#FFFFFF")),
)
"""Seven seats, each with the colour of what is written on it; names and initials tell them apart as well."""

CHART_COLOURS: dict[Mood, tuple[Colour, ...]] = {
    "light": tuple(map(rgb, ("#B8322B", "#215FA8", "#2B7A45", "#8A6A08", "#6E3F94", "#A85010", "#40474B"))),
    "dark": tuple(map(rgb, ("#FF8A7F", "#7FB2F0", "#6FCB8C", "#F0BE3C", "#C79BE8", "#F09A55", "#B9C2C8"))),
}
"""Lines and names of players in charts: the colours of their discs, made readable on a panel."""


@dataclass(frozen=True, slots=True)
class Look:
    """A mood and a scale of text."""

    mood: Mood = "light"
    scale: float = 1.0

    @property
    def colours(self) -> Palette:
        return PALETTES[self.mood]

    def sp(self, size: Size) -> float:
        return SIZES[size] * self.scale


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours as WCAG counts it: from 1, none, to 21."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
