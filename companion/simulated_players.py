"""A game on the simulated table: throws the dice that are due, and plays for simulated players if that is wished."""

from __future__ import annotations

from random import Random

from companion.referee import Referee
from companion.rehearsal import stage
from companion.rules import Action, Roll
from companion.sight import Sight
from companion.simulated import throw
from companion.strategies import sensible_action


class SimulatedPlayers:
    """Whoever sits at the simulated table; at a real one they do nothing. `playing` lets them play by themselves."""

    def __init__(self, referee: Referee, sight: Sight, seed: int | None = None) -> None:
        self._referee, self._sight = referee, sight
        self._rng = Random(seed)
        self.playing = False

    def throw(self) -> None:
        """Throw the dice that are due."""
        table, due = self._sight.simulated, self._referee.due
        if table is not None and due and not table.busy:
            self.stage(throw(due[0], self._rng))

    def stage(self, roll: Roll) -> None:
        """Throw dice so that they show this roll."""
        table = self._sight.simulated
        if table is not None:
            self._referee.throwing(roll.player)
            stage(table, self._referee.state, roll)

    def play_on(self) -> Action | None:
        """The next move that they make, once the last throw has been told; a throw is made at once."""
        table = self._sight.simulated
        if not self.playing or table is None or table.busy:
            return None
        if self._referee.state.outcome() is not None or self._sight.pending or self._referee.question:
            return None
        action = sensible_action(self._referee.state, self._rng)
        if not isinstance(action, Roll):
            return action
        if self._sight.phase in ("confirmed", "empty"):
            self.stage(action)
        return None
