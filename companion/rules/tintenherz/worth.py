"""What the cards under a castle of Tintenherz are worth in the end, with the castle and without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.text import Text, say
from companion.rules.tintenherz.cards import number

CASTLE_HEARTS = 1


@dataclass(frozen=True, slots=True)
class Worth:
    """What a player's cards come to: light points less dark points, times hearts.

    >>> str(Worth(light=10, dark=6, hearts=2))
    '(10 − 6) × 2 = 8'
    """

    light: int
    dark: int
    hearts: int

    @property
    def total(self) -> int:
        return (self.light - self.dark) * self.hearts

    def __str__(self) -> str:
        both = self.light and self.dark
        points = f"({self.light} − {self.dark})" if both else number(self.light - self.dark)
        return f"{points} × {self.hearts} = {number(self.total)}"


def with_castle(cards: Sequence[tuple[int, int]]) -> Worth:
    """The worth of (value, hearts) cards if the castle is kept."""
    return Worth(
        light=sum(value for value, _ in cards if value > 0),
        dark=-sum(value for value, _ in cards if value < 0),
        hearts=CASTLE_HEARTS + sum(hearts for _, hearts in cards),
    )


def without_castle(cards: Sequence[tuple[int, int]]) -> Worth:
    """The worth if the castle goes, its heart with it, and all dark cards with theirs."""
    light = [(value, hearts) for value, hearts in cards if value > 0]
    return Worth(light=sum(value for value, _ in light), dark=0, hearts=sum(hearts for _, hearts in light))


def advice(player: str, keep: Worth, discard: Worth) -> Text:
    """Both ways to count, and which of them is better."""
    values = {"player": player, "keep": str(keep), "discard": str(discard)}
    if keep.total > discard.total:
        return say("{player} keeps the castle for {keep}, the better choice, or discards it for {discard}.", **values)
    if keep.total < discard.total:
        return say("{player} discards the castle for {discard}, the better choice, or keeps it for {keep}.", **values)
    return say("{player} keeps the castle for {keep} or discards it for {discard}: it is the same.", **values)
