"""What a throw of Würfelblitz comes to: which colours the dots rule out, and the sum of the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.rules.dice import Die, body_name
from companion.rules.text import Text, say

COLOURS = ("black", "green", "red", "blue", "yellow", "orange")


@dataclass(frozen=True, slots=True)
class Tally:
    """What a throw comes to: the colours seen as dots, those that turn the sum around, and the pips that count."""

    dots: tuple[str, ...]
    doubled: tuple[str, ...]
    pips: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.pips)

    def counts(self, die: Die) -> bool:
        """Whether the pips of a die of this throw are added up."""
        return die.face[:4] != "dot-" and (die.body in self.dots) == bool(self.doubled)

    def in_words(self) -> Text:
        dots = tuple(body_name(c) for c in self.dots)
        doubled = tuple(body_name(c) for c in self.doubled)
        pips = " + ".join(map(str, self.pips))
        sum_ = pips if len(self.pips) == 1 else f"{pips} = {self.total}"
        if self.doubled and self.pips:
            return say(
                "Seen at least twice: {doubled}. So only the dice that are out count, {dots}: {sum}.",
                doubled=doubled,
                dots=dots,
                sum=sum_,
            )
        if self.doubled:
            return say(
                "Seen at least twice: {doubled}. So only the dice that are out count, {dots}; no pips: zero.",
                doubled=doubled,
                dots=dots,
            )
        if self.pips:
            return say("Out: {dots}. The rest: {sum}.", dots=dots, sum=sum_)
        return say("Out: {dots}. No pips are left: zero.", dots=dots)


def tally(dice: tuple[Die, ...], *, brain_teaser: bool) -> Tally:
    """What the dice come to.

    A die that shows a dot has no pips, so it changes nothing whether it also rules its own colour out.
    """
    seen = Counter([die.face[4:] for die in dice if die.face[:4] == "dot-"])
    doubled = tuple([c for c in COLOURS if seen[c] > 1]) if brain_teaser else ()
    pips = tuple([int(d.face) for d in dice if d.face[:4] != "dot-" and (d.body in seen) == bool(doubled)])
    return Tally(tuple([c for c in COLOURS if c in seen]), doubled, pips)
