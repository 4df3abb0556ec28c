"""What can happen in the duel besides a throw, and the options of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.rules.action import Action
from companion.rules.game import option
from companion.rules.text import say
from companion.rules.zwerge.teaching import Lesson

WILD_CARD = "wild-card"  # pays like a die; beside the faces of the dice


@dataclass(frozen=True, slots=True)
class Options:
    """How a table plays where the rule text leaves it open, and the cards it has taught."""

    first_side: Literal["good", "evil"] = option("good", say("Side of the player who begins"), choices=("good", "evil"))
    milling_ends: bool = option(True, say("The game also ends when damage takes the last card of a pile"))
    wild_card_is_die: bool = option(True, say("A turn in which only wild cards were used counts as one with a die"))
    name_milled: bool = option(False, say("Name each card that damage takes from a pile"))
    deck: tuple[Lesson, ...] = option((), say("Cards this table has taught before"))


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """The player draws one card, or with `extras` one and all additional ones."""

    extras: bool = False


@dataclass(frozen=True, slots=True)
class KeepDice(Action):
    """The player throws no die again, although a support would allow it."""


@dataclass(frozen=True, slots=True)
class Play(Action):
    """A card from the hand; `dice` pays (faces, axes, wild cards), `target` is the place of a card to be removed."""

    card: str
    dice: tuple[str, ...] = ()
    target: int | None = None

    def as_offered(self) -> Play:
        return Play(self.player, self.card, tuple(sorted(self.dice)), self.target)


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """An ally uses a die or wild card for one point of damage: to a card by its place in the display, else the pile."""

    die: str
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Collect(Action):
    """An ally uses a die or wild card to take a wild card."""

    die: str


@dataclass(frozen=True, slots=True)
class Aim(Action):
    """One point of damage of a twist of fate: to a card by its place in the display, else the pile."""

    target: int | None = None


@dataclass(frozen=True, slots=True)
class Stand(Action):
    """The damage is not cancelled."""


@dataclass(frozen=True, slots=True)
class NameMilled(Action):
    """The table: this card was turned up from the pile."""

    card: str


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The player does nothing more; unused dice go back."""


@dataclass(frozen=True, slots=True)
class Teach(Action):
    """The table: this is printed on a card that nobody knew."""

    open: ClassVar[bool] = True

    lesson: Lesson
