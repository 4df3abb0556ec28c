"""Everything that happens in a game is an action: of a player, or of the table (`player` is None)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeVar

A = TypeVar("A", bound="Action")


@dataclass(frozen=True, slots=True)
class Action:
    """One step of a game. JSON: `{"do": "stop", "player": 0}`."""

    #: An open action has more values than anyone could list (teaching a card): legal, but never enumerated.
    open: ClassVar[bool] = False

    player: int | None

    def as_offered(self: A) -> A:
        """The form in which `legal_actions()` lists this action (a call without its time stamp, say)."""
        return self
