"""What really happened at a table, kept beside the journal: the moves that stand, and every entry it acknowledged.

A `Witness` stands between referee and journal and tells each entry twice, before it is written and once it is kept.
The process that plays may be killed in between; its `Message`s reach the `Ledger` of the one that goes on.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.journal import Shot, Sitting
from companion.rules import Action, Correction, Event, History, IllegalAction, Roll, State, Text, action_to_json
from vision.crops import Image
from vision.simulated_table import Lying, SimulatedTable

AnyState: TypeAlias = State[Any, Any]


@dataclass(frozen=True, slots=True)
class Meant:
    """What happens next at the table, whatever is made of it; None where only the journal can know."""

    action: Action | None


@dataclass(frozen=True, slots=True)
class Announced:
    """An entry that is about to be written, and how the dice lie."""

    kind: str
    data: str
    lying: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """The journal has acknowledged what was announced."""


@dataclass(frozen=True, slots=True)
class Noted:
    """Something to be counted."""

    what: str


Message: TypeAlias = Meant | Announced | Kept | Noted
Tell: TypeAlias = Callable[[Message], None]


class Witness:
    """A sitting whose entries are told; a `Book`."""

    def __init__(self, sitting: Sitting, tell: Tell, table: SimulatedTable) -> None:
        self.sitting, self._tell, self._table = sitting, tell, table

    @property
    def history(self) -> History:
        return self.sitting.history

    @property
    def state(self) -> AnyState:
        return self.sitting.state

    @property
    def unsaid(self) -> tuple[Roll, ...]:
        return self.sitting.unsaid

    def add(self, event: Event, picture: Image | None = None, shots: Sequence[Shot] = ()) -> AnyState:
        self._announce("event", event.to_json())
        return self._kept(self.sitting.add(event, picture, shots))

    def undo(self, steps: int = 1) -> AnyState:
        self._announce("undo", {"steps": steps})
        return self._kept(self.sitting.undo(steps))

    def correct(self, index: int, action: Action, shots: Sequence[Shot] = ()) -> Correction:
        self._announce("correction", {"index": index, "action": action_to_json(action)})
        correction = self.sitting.correct(index, action, shots)
        self._kept(self.state)
        return correction

    def rule(self, reason: Text | str, event: Event | None = None, picture: Image | None = None) -> AnyState:
        raise NotImplementedError("nobody lets anything stand here")

    def _announce(self, kind: str, data: dict[str, object]) -> None:
        self._tell(Announced(kind, json.dumps(data), self._table.lying))

    def _kept(self, state: AnyState) -> AnyState:
        self._tell(Kept())
        return state


@dataclass
class Ledger:
    """One game as it really was: `script` are the moves that stand, held against the rules and nothing else."""

    start: AnyState
    script: list[Action] = field(default_factory=list)
    acknowledged: list[tuple[str, object]] = field(default_factory=list)
    noted: Counter[str] = field(default_factory=Counter)
    lying: tuple[Lying, ...] = ()
    announced: Announced | None = None
    """What was to be written last; nobody knows yet whether it was."""
    _meant: Action | None = None

    def hear(self, message: Message) -> None:
        match message:
            case Meant(action):
                self._meant = action
            case Announced():
                self.announced = message
            case Kept():
                self.keep()
            case Noted(what):
                self.noted[what] += 1

    def keep(self) -> None:
        """What was announced is in the journal."""
        assert self.announced is not None, "nothing was announced"
        kind, data = self.announced.kind, json.loads(self.announced.data)
        self.acknowledged.append((kind, data))
        self.lying, self.announced = self.announced.lying, None
        match kind:
            case "event":
                self.script.append(self._really(Event.read(self.start.table.game, data).action))
            case "undo":
                del self.script[len(self.script) - data["steps"] :]
            case "correction":
                action = self.start.table.game.action_from_json(data["action"])
                self.script[data["index"]] = self._really(action)
                del self.script[self._fitting() :]

    def state(self) -> AnyState:
        """Where the game has to stand: the moves of the script, one after another."""
        state = self.start
        for action in self.script:
            state = state.apply(action)
        return state

    def _really(self, told: Action) -> Action:
        """What happened; dice in the order in which they were told."""
        return told if self._meant is None or same(self._meant, told) else self._meant

    def _fitting(self) -> int:
        """How many moves of the script the rules allow."""
        state = self.start
        for number, action in enumerate(self.script):
            try:
                state = state.apply(action)
            except IllegalAction:
                return number
        return len(self.script)


def same(one: Action, other: Action) -> bool:
    """Whether two moves are the same; dice have no order."""
    if not isinstance(one, Roll) or not isinstance(other, Roll):
        return one == other
    return (
        one.player == other.player
        and Counter(one.thrown) == Counter(other.thrown)
        and Counter(one.kept) == Counter(other.kept)
    )
