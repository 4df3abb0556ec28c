"""What may be done now, sorted once a moment by where it is touched: temple, dice, islands, or the list beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules import Action, Throw
from companion.rules.dice_forge.actions import Buy, Feat, Forge, UseTriton
from companion.rules.dice_forge.forging import Forging, Sailing, Shopping
from companion.rules.dice_forge.state import DiceForge
from companion.rules.dice_forge.turns import Acting


@dataclass(frozen=True, slots=True)
class Offer:
    """The legal actions of one moment."""

    decider: int
    """Whom everybody waits for: who decides, who throws first, or whose turn it is."""
    buys: Mapping[str, Buy]
    forges: Mapping[tuple[str, str], Forge]
    feats: Mapping[str, Feat]
    tritons: tuple[UseTriton, ...]
    rest: tuple[Action, ...]
    throws: tuple[Throw, ...] = ()
    shopping: bool = False
    """Whether faces can be bought now at all, if there is the gold for it."""
    acting: bool = False
    discount: int = 0
    bought: tuple[str, ...] = ()
    """Faces that this action has bought already; they cannot be bought twice."""
    in_hand: str | None = None
    """A face that has been paid for and has to be forged."""

    @classmethod
    def of(cls, state: DiceForge) -> Offer:
        task = state.agenda[-1] if state.agenda else None
        actions = state.legal_actions()
        throws = state.expects().throws
        decider = task.decider() if task is not None else None
        if decider is None:
            decider = throws[0].player if throws else state.turn
        apart = (Buy, Forge, Feat, UseTriton)
        return cls(
            decider,
            {action.face: action for action in actions if isinstance(action, Buy)},
            {(action.die, action.removes): action for action in actions if isinstance(action, Forge)},
            {action.card: action for action in actions if isinstance(action, Feat)},
            tuple(action for action in actions if isinstance(action, UseTriton)),
            tuple(action for action in actions if not isinstance(action, apart)),
            throws,
            shopping=isinstance(task, Acting | Shopping | Sailing),
            acting=isinstance(task, Acting),
            discount=task.discount if isinstance(task, Sailing) else 0,
            bought=task.bought if isinstance(task, Shopping) else (),
            in_hand=task.face if isinstance(task, Forging) else None,
        )

    def removable(self, body: str) -> frozenset[str]:
        """The faces of a die that the new face may replace."""
        return frozenset(old for die, old in self.forges if die == body)
