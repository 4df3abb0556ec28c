"""Where a game is written down: the journal's `Sitting`, or a notebook for games that nobody wants to keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.journal.replay import unsaid
from companion.journal.shots import Shot
from companion.rules import Action, Correction, Event, History, Roll, State, Text
from vision.crops import Image


class Book(Protocol):
    """What the referee needs of a journal: each verb returns once it is written down."""

    @property
    def history(self) -> History: ...
    @property
    def state(self) -> State[Any, Any]: ...
    @property
    def unsaid(self) -> tuple[Roll, ...]: ...
    def add(self, event: Event, picture: Image | None = None, shots: Sequence[Shot] = ()) -> State[Any, Any]: ...
    def undo(self, steps: int = 1) -> State[Any, Any]: ...
    def correct(self, index: int, action: Action, shots: Sequence[Shot] = ()) -> Correction: ...
    def rule(self, reason: Text | str, event: Event | None = None, picture: Image | None = None) -> State[Any, Any]: ...


class Notebook:
    """A game in memory, with what the table decided."""

    def __init__(self, state: State[Any, Any]) -> None:
        self.history = History.begin(state)
        self.unsaid: tuple[Roll, ...] = ()
        self.rulings: list[Text | str] = []

    @property
    def state(self) -> State[Any, Any]:
        return self.history.state

    def add(self, event: Event, picture: Image | None = None, shots: Sequence[Shot] = ()) -> State[Any, Any]:
        self._turn_to(self.history.add(event))
        return self.state

    def undo(self, steps: int = 1) -> State[Any, Any]:
        self._turn_to(self.history.undo(steps))
        return self.state

    def correct(self, index: int, action: Action, shots: Sequence[Shot] = ()) -> Correction:
        correction = self.history.correct(index, action)
        self._turn_to(correction.history)
        return correction

    def rule(self, reason: Text | str, event: Event | None = None, picture: Image | None = None) -> State[Any, Any]:
        if event is not None:
            self.add(event)
        self.rulings.append(reason)
        return self.state

    def _turn_to(self, history: History) -> None:
        self.unsaid, self.history = unsaid(self.unsaid, self.history, history), history
