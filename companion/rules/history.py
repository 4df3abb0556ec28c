"""A game as the list of what happened. Undo and correction re-derive the state; nothing is patched in place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.rules.action import Action
from companion.rules.errors import IllegalAction, MalformedData
from companion.rules.game import Game, State, action_to_json

Origin = Literal["camera", "hand", "sim"]
ORIGINS: tuple[Origin, ...] = ("camera", "hand", "sim")


@dataclass(frozen=True, slots=True)
class Event:
    """An action that happened, where it was seen, and whether a person corrected it."""

    action: Action
    origin: Origin = "hand"
    corrected: bool = False

    def to_json(self) -> dict[str, object]:
        data: dict[str, object] = {**action_to_json(self.action), "origin": self.origin}
        if self.corrected:
            data["corrected"] = True
        return data

    @classmethod
    def read(cls, game: Game[Any, Any], data: object) -> Event:
        """The event of a game that JSON data describes."""
        if not isinstance(data, dict):
            raise MalformedData("", "expected an event")
        action = game.action_from_json({k: v for k, v in data.items() if k not in ("origin", "corrected")})
        origin, corrected = data.get("origin", "hand"), data.get("corrected", False)
        if origin not in ORIGINS or not isinstance(corrected, bool):
            raise MalformedData("origin", f"expected one of {', '.join(ORIGINS)}")
        return cls(action, origin, corrected)


@dataclass(frozen=True, slots=True)
class Correction:
    """What became of a game after a past event was corrected.

    `history` is the game as far as its events still fit. The first event that no longer fits and all after it are
    `set_aside`, and `reason` is the rule the first of them breaks now; nobody guesses what would have happened.
    """

    history: History
    set_aside: tuple[Event, ...] = ()
    reason: IllegalAction | None = None


@dataclass(frozen=True, slots=True)
class History:
    """The events of a game so far and the state after each (`states[0]` is the beginning)."""

    events: tuple[Event, ...]
    states: tuple[State[Any, Any], ...] = field(repr=False)

    @classmethod
    def begin(cls, state: State[Any, Any]) -> History:
        return cls((), (state,))

    @property
    def state(self) -> State[Any, Any]:
        """Where the game stands."""
        return self.states[-1]

    def add(self, event: Event) -> History:
        """The history with one more event; IllegalAction if the rules refuse it."""
        return History((*self.events, event), (*self.states, self.state.apply(event.action)))

    def undo(self, steps: int = 1) -> History:
        """The history without its last events."""
        if not 0 <= steps <= len(self.events):
            raise ValueError(f"there are only {len(self.events)} events to undo")
        keep = len(self.events) - steps
        return History(self.events[:keep], self.states[: keep + 1])

    def correct(self, index: int, action: Action) -> Correction:
        """Replace the action of a past event and play the later events again as far as they fit.

        IllegalAction if the corrected action itself was not possible at that moment.
        """
        if not 0 <= index < len(self.events):
            raise ValueError(f"there is no event {index}")
        mended = self.undo(len(self.events) - index).add(replace(self.events[index], action=action, corrected=True))
        later = self.events[index + 1 :]
        for i, event in enumerate(later):
            try:
                mended = mended.add(event)
            except IllegalAction as reason:
                return Correction(mended, later[i:], reason)
        return Correction(mended)
