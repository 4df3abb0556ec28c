"""A player: stock, dice, cards, tokens and the place of the pawn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from companion.rules.dice import Die, LooseDie
from companion.rules.dice_forge.box import Box
from companion.rules.dice_forge.faces import Yield

START_PORTAL = 0
TRACK = 100  # the glory track goes from 0 to 99; every full lap is a 100-point marker


@dataclass(frozen=True, slots=True)
class GodDie:
    """A die with its six faces (in no order: nobody may rearrange them) and the one that lies up."""

    body: str
    faces: tuple[str, ...]
    up: str

    def forged(self, new: str, old: str) -> GodDie:
        """The die with `new` in the place of `old`; the new face lies up."""
        faces = list(self.faces)
        faces.remove(old)
        return GodDie(self.body, tuple(sorted([*faces, new])), new)


@dataclass(frozen=True, slots=True)
class Hero:
    """A player. `hammers` are the hammer cards with laps to go, `hammered` the gold spent on the first of them."""

    dice: tuple[GodDie, ...]
    gold: int = 0
    sun: int = 0
    moon: int = 0
    glory: int = 0
    island: int = START_PORTAL
    cards: tuple[str, ...] = ()
    boars: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    chests: int = 0
    hammers: int = 0
    hammered: int = 0
    cerberus: int = 0
    triton: int = 0

    @property
    def track(self) -> int:
        """Where the glory markers stand, 0 to 99."""
        return self.glory % TRACK

    @property
    def hundreds(self) -> int:
        """How many 100-point markers lie on the tableau."""
        return self.glory // TRACK

    def die(self, body: str) -> GodDie | None:
        return next((die for die in self.dice if die.body == body), None)

    def room(self, box: Box) -> Yield:
        """The caps of the stock, chests included."""
        return box.caps.plus(box.chest.times(self.chests)) if self.chests else box.caps

    def stocked(self, gold: int, sun: int, moon: int, glory: int) -> Hero:
        """The hero with this much in stock. Spelt out because it happens several times an action."""
        return Hero(
            self.dice, gold, sun, moon, glory, self.island, self.cards, self.boars, self.removed,
            self.chests, self.hammers, self.hammered, self.cerberus, self.triton,
        )  # fmt: skip

    def can_pay(self, cost: Yield) -> bool:
        return self.gold >= cost.gold and self.sun >= cost.sun and self.moon >= cost.moon

    def paid(self, cost: Yield) -> Hero:
        return self.stocked(self.gold - cost.gold, self.sun - cost.sun, self.moon - cost.moon, self.glory)

    def thrown(self, rolled: tuple[Die, ...]) -> Hero:
        """The hero with these dice back on the tableau, the rolled faces up."""
        up = dict(rolled)
        dice = tuple([GodDie(d.body, d.faces, up[d.body]) if d.body in up else d for d in self.dice])
        return Hero(
            dice, self.gold, self.sun, self.moon, self.glory, self.island, self.cards, self.boars, self.removed,
            self.chests, self.hammers, self.hammered, self.cerberus, self.triton,
        )  # fmt: skip

    def forged(self, body: str, new: str, old: str) -> Hero:
        """The hero after forging: the old face lies beside the tableau and never comes back."""
        dice = tuple([die.forged(new, old) if die.body == body else die for die in self.dice])
        return replace(self, dice=dice, removed=(*self.removed, old))

    def faults(self, box: Box) -> list[str]:
        """Why nobody can have all this."""
        found = []
        caps = self.room(box)
        if not (0 <= self.gold <= caps.gold and 0 <= self.sun <= caps.sun and 0 <= self.moon <= caps.moon):
            found.append("a stock holds less than nothing or more than there is room for")
        if self.glory < 0 or not 0 <= self.island <= box.islands:
            found.append("a marker or a pawn stands where there is no space")
        if not 0 <= self.hammered < box.hammer_spaces * len(box.hammer_glory) or (self.hammered and not self.hammers):
            found.append("a hammer is on a space that its card does not have")
        owned = {effect: sum(box.cards[card].effect == effect for card in self.cards) for effect in _TOKENS}
        if self.chests != owned["chest"] or len(self.boars) > owned["boar"]:
            found.append("a chest or a boar has no card")
        held = {"hammer": self.hammers, "triton": self.triton, "cerberus": self.cerberus}
        if any(not 0 <= number <= owned[effect] for effect, number in held.items()):
            found.append("a hammer, a Triton token or a Cerberus token has no card")
        if tuple(die.body for die in self.dice) != tuple(body for body, _ in box.start_dice):
            found.append("each player has one die of each kind")
        for die in self.dice:
            if len(die.faces) != 6 or die.up not in die.faces or list(die.faces) != sorted(die.faces):
                found.append("a die has six faces, sorted by name, and one of them lies up")
        return found


_TOKENS = ("chest", "boar", "hammer", "triton", "cerberus")


@lru_cache(maxsize=2048)
def loose(die: GodDie) -> LooseDie:
    """The die while it is thrown, its present faces with their chances."""
    return LooseDie(die.body, die.faces)


@lru_cache(maxsize=2048)
def lying(die: GodDie) -> LooseDie:
    """The die as it lies on the tableau, free to be thrown."""
    return LooseDie(die.body, die.faces, die.up)
