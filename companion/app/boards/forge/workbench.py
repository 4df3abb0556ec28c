"""What is about to be done with the dice of the large hero, before the table is told: forging, or naming a throw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.app.boards.forge.net import Marks
from companion.app.boards.forge.offer import Offer
from companion.app.table.hand_entry import Entry
from companion.rules import Action, Die, Text
from companion.rules.dice_forge.actions import Forge
from companion.rules.dice_forge.faces import face
from companion.rules.dice_forge.hero import GodDie
from companion.rules.text import say


@dataclass(frozen=True, slots=True)
class Work:
    """What the large hero is asked, the face to be forged, and what stands out on the nets, by the body of the die."""

    prompt: Text | None = None
    held: str | None = None
    marks: dict[str, Marks] = field(default_factory=dict)


@dataclass(slots=True)
class Workbench:
    """A face that was chosen in the temple, or a throw of which only one die has been named yet."""

    chosen: str | None = None
    entry: Entry | None = None

    def clear(self) -> None:
        self.chosen = self.entry = None

    def name_throw_of(self, offer: Offer, player: int) -> None:
        """The throw of this player is named by touching faces, if one is due."""
        throw = next((throw for throw in offer.throws if throw.player == player), None)
        if throw is None:
            self.entry = None
        elif self.entry is None or self.entry.throw != throw:
            self.entry = Entry(throw)

    def work(self, offer: Offer, player: int, dice: Sequence[GodDie]) -> Work:
        """What to show for a player."""
        if player == offer.decider and (held := offer.in_hand or self.chosen):
            return Work(say("Tap the face that it replaces."), held, {die.body: _replaceable(die) for die in dice})
        if self.entry is not None and self.entry.throw.player == player:
            named = {die.body: die.face for die in self.entry.shown.values()}
            loose = {die.body for die in self.entry.throw.loose}
            marks = {
                die.body: Marks(live=() if die.body in named else die.faces, named=named.get(die.body))
                for die in dice
                if die.body in loose
            }
            one = self.entry.throw.most == 1
            return Work(say("Tap the face that came up.") if one else say("Tap the faces that came up."), marks=marks)
        return Work()

    def touched(self, offer: Offer, player: int, body: str, name: str) -> tuple[Action, ...] | None:
        """A face was touched: what is to be told now, in this order; None if the touch meant nothing."""
        if player == offer.decider and (offer.in_hand or self.chosen):
            return self._forged(offer, body, name)
        entry = self.entry
        if entry is None or entry.throw.player != player:
            return None
        place = next((i for i, die in enumerate(entry.throw.loose) if die.body == body), None)
        if place is None:
            return None
        entry.shown[place] = Die(body, name)
        return (entry.roll(),) if entry.complete else ()

    def _forged(self, offer: Offer, body: str, name: str) -> tuple[Action, ...] | None:
        if face(name).kind == "boar":
            return None
        if offer.in_hand:
            return (offer.forges[body, name],)
        assert self.chosen is not None
        return offer.buys[self.chosen], Forge(offer.decider, body, name)


def _replaceable(die: GodDie) -> Marks:
    boars = frozenset(name for name in die.faces if face(name).kind == "boar")
    return Marks(live=frozenset(die.faces) - boars, locked=boars)
