"""Faces by name: `gold-2+moon-1` yields both, `gold-3/glory-2` one of the two, `ship` and the like are special.

A `Yield` is what a face or a card gives; in JSON and in actions it is written like a face.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from companion.rules.text import Text, count, say

TIMES, SHIP, MIRROR = "times-3", "ship", "mirror"
TRIPLE = 3
COLOURS = ("red", "blue", "green", "yellow")
KINDS = ("gold", "sun", "moon", "glory")

FaceKind = Literal["yields", "times", "ship", "mirror", "boar", "shield"]


class Yield(NamedTuple):
    """An amount of each resource and of glory. `gold-2+moon-1` in JSON."""

    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0

    def plus(self, other: Yield) -> Yield:
        return Yield(self[0] + other[0], self[1] + other[1], self[2] + other[2], self[3] + other[3])

    def times(self, n: int) -> Yield:
        return Yield(self[0] * n, self[1] * n, self[2] * n, self[3] * n) if n != 1 else self

    @property
    def kinds(self) -> tuple[str, ...]:
        """Which resources are in it."""
        return tuple(kind for kind, amount in zip(KINDS, self, strict=True) if amount)

    @property
    def words(self) -> tuple[Text, ...]:
        """For people, as an enumeration: 2 gold, 1 moon shard."""
        return _words(self)

    def __str__(self) -> str:
        return "+".join(f"{kind}-{amount}" for kind, amount in zip(KINDS, self, strict=True) if amount)

    def to_json(self) -> str:
        return str(self)

    @classmethod
    def from_json(cls, data: object) -> Yield:
        """The yield that a text such as `gold-2+moon-1` describes; the empty text is nothing at all."""
        if not isinstance(data, str):
            raise ValueError('expected a yield such as "gold-2+moon-1"')
        return cls.parse(data)

    @classmethod
    def parse(cls, text: str) -> Yield:
        amounts = dict.fromkeys(KINDS, 0)
        for part in text.split("+") if text else ():
            kind, _, amount = part.partition("-")
            if kind not in amounts or not (amount.isascii() and amount.isdigit()) or int(amount) == 0 or amounts[kind]:
                raise ValueError(f"“{text}” is not a yield such as “gold-2+moon-1”")
            amounts[kind] = int(amount)
        return cls(**amounts)


NOTHING = Yield()


@dataclass(frozen=True, slots=True)
class Face:
    """What a face does: its kind, what it gives (one of several to choose from), and the colour of a boar or shield."""

    name: str
    kind: FaceKind
    choices: tuple[Yield, ...] = ()
    colour: str = ""


@cache
def face(name: str) -> Face:
    """The face with this name; KeyError if there cannot be such a face.

    >>> face("gold-3/glory-2").choices
    (Yield(gold=3, sun=0, moon=0, glory=0), Yield(gold=0, sun=0, moon=0, glory=2))
    """
    special: dict[str, FaceKind] = {TIMES: "times", SHIP: "ship", MIRROR: "mirror"}
    if name in special:
        return Face(name, special[name])
    kind, _, colour = name.partition("-")
    if colour in COLOURS:
        if kind == "boar":
            return Face(name, "boar", (Yield(sun=1), Yield(moon=1)), colour)
        if kind == "shield":
            return Face(name, "shield", (), colour)
    try:
        choices = tuple(Yield.parse(part) for part in name.split("/"))
    except ValueError:
        raise KeyError(name) from None
    if NOTHING in choices:
        raise KeyError(name)
    return Face(name, "yields", choices)


@cache
def face_words(name: str) -> Text:
    """A face for people: “2 gold + 1 moon shard”, “red boar”."""
    known = face(name)
    if known.kind == "yields":
        options = [_joined(choice) for choice in known.choices]
        if len(options) == 1:
            return options[0]
        if len(options) == 2:
            return say("{a} or {b}", a=options[0], b=options[1])
        return say("{options}, one of these", options=tuple(options))
    return {
        TIMES: say("×3"),
        SHIP: say("celestial ship"),
        MIRROR: say("mirror"),
        "boar-red": say("red boar"),
        "boar-blue": say("blue boar"),
        "boar-green": say("green boar"),
        "boar-yellow": say("yellow boar"),
        "shield-red": say("red shield"),
        "shield-blue": say("blue shield"),
        "shield-green": say("green shield"),
        "shield-yellow": say("yellow shield"),
    }[name]


def _joined(amount: Yield) -> Text:
    parts = amount.words
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return say("{a} + {b}", a=parts[0], b=parts[1])
    return say("{parts}, all of these", parts=parts)


@cache
def _words(amount: Yield) -> tuple[Text, ...]:
    said = []
    if amount.gold:
        said.append(gold_words(amount.gold))
    if amount.sun:
        said.append(count(amount.sun, "{n} sun shard", "{n} sun shards"))
    if amount.moon:
        said.append(count(amount.moon, "{n} moon shard", "{n} moon shards"))
    if amount.glory:
        said.append(glory_words(amount.glory))
    return tuple(said)


def gold_words(n: int) -> Text:
    return count(n, "{n} gold", "{n} gold")


def glory_words(n: int) -> Text:
    return count(n, "{n} glory point", "{n} glory points")


COLOUR_WORDS = {
    "red": say("red"),
    "blue": say("blue"),
    "green": say("green"),
    "yellow": say("yellow"),
}
