"""How the values of a kit's dice are printed: as numerals on some, as pips on most."""

from __future__ import annotations

NUMERALS = frozenset({"zwerge"})
"""Kits, which are called as their games are."""


def has_numerals(kit_id: str) -> bool:
    """Whether a 4 on dice of this kit is a numeral."""
    return kit_id in NUMERALS
