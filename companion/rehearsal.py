"""A whole game on the simulated table: simulated players decide, rendered dice are thrown, and the referee sees them.

The throws are known beforehand, so what the eye makes of them can be counted: right, asked about, wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from companion.referee import Question, Referee, Ruled
from companion.rules import Action, Die, Roll, State
from companion.rules.wuerfelblitz import Wuerfelblitz
from companion.watcher import Eye, Watcher
from vision.follow import centre
from vision.kits import Kit
from vision.reading import DieRead
from vision.simulated_table import Lying, SimDie, SimulatedTable

PATIENCE = 150
"""Frames after which a throw that led to nothing is typed in."""
RESTLESS = 3
"""Tries to throw dice that cannot be read."""

Choose = Callable[[State[Any, Any], Random], Action]


@dataclass
class Tally:
    """What was counted over a rehearsal."""

    throws: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    mistaken: int = 0
    """Throws read right, but with a die taken for kept that was thrown, or the other way round."""
    typed: int = 0
    frames: int = 0
    delays: list[float] = field(default_factory=list)
    """Seconds from dice at rest to the verdict, by the clock of the frames."""
    work: list[float] = field(default_factory=list)
    """Seconds that the frame of a verdict took to be looked at and judged."""
    asked_throws: int = 0
    """Throws that led to a question, however many."""

    @property
    def questions(self) -> int:
        return self.asked.total()


class Rehearsal:
    """Plays one game to its end; `play` yields what counts and what was asked."""

    def __init__(
        self, table: SimulatedTable, eye: Eye, referee: Referee, kit: Kit, *, choose: Choose, rng: Random
    ) -> None:
        self.table, self.referee = table, referee
        self.watcher = Watcher(table, eye, referee, kit)
        self.tally = Tally()
        self._choose, self._rng = choose, rng

    def play(self) -> Iterator[Ruled | Question]:
        """The game, event by event."""
        self.table.wait(4)
        self._run_until_idle()
        while self.referee.state.outcome() is None:
            action = self._choose(self.referee.state, self._rng)
            if isinstance(action, Roll):
                yield from self._throw(action)
            else:
                yield self.referee.tell(action)

    def _throw(self, roll: Roll) -> Iterator[Ruled | Question]:
        self.tally.throws += 1
        asked_before = self.tally.questions
        self.referee.throwing(roll.player)
        for _ in range(RESTLESS):
            stage(self.table, self.referee.state, roll)
            answer = self._watch()
            if isinstance(answer, Question):
                self.tally.asked_throws += self.tally.questions == asked_before
                self.tally.asked[answer.code] += 1
                yield answer
                answer = self._answer(answer)
            if isinstance(answer, Ruled):
                self._compare(roll, answer.event.action)
                yield answer
                return
        self.tally.typed += 1
        yield self.referee.tell(roll)

    def _compare(self, roll: Roll, counted: Action) -> None:
        if not isinstance(counted, Roll) or Counter(counted.thrown + counted.kept) != Counter(roll.thrown + roll.kept):
            self.tally.wrong += 1
        elif Counter(counted.thrown) != Counter(roll.thrown):
            self.tally.mistaken += 1

    # --- the simulated table ----------------------------------------------------------------------------------------

    def _watch(self) -> Ruled | Question | None:
        """Look until the referee says something, the throw is over and nothing more can come."""
        rested: float | None = None
        for _ in range(PATIENCE):
            answer = self.watcher.step()
            work = self.watcher.work
            self.tally.frames += 1
            frame = self.watcher.frame
            if frame is None:  # the camera is gone just now
                continue
            if rested is None and not self.table.busy:
                rested = frame.at
            if isinstance(answer, Ruled) or (answer is not None and not self.table.busy):
                if isinstance(answer, Ruled) and answer.settled is not None:
                    began = answer.settled.since if rested is None else rested
                    self.tally.delays.append(answer.settled.at - began)
                    self.tally.work.append(work)
                self._run_until_idle()
                return answer
        return None

    def _run_until_idle(self) -> None:
        while self.table.busy:
            self.watcher.step()
            self.tally.frames += 1

    # --- what the simulated players answer --------------------------------------------------------------------------

    def _answer(self, question: Question) -> Ruled | Question | None:
        """The truth, die by die; where dice were overlooked or made up, they are thrown again."""
        truth = self.table.truth().dice
        faces = named(question.settled.dice, truth)
        if len(question.settled.dice) != len(truth) or faces is None:
            self.referee.again()
            return None
        return self.referee.correct(faces)


def stage(table: SimulatedTable, state: State[Any, Any], roll: Roll) -> None:
    """Let the dice of a roll be thrown; those that are kept or lie in the middle stay, all others are taken up."""
    throw = state.expects().of(roll.player)
    assert throw is not None
    faces = {die.body: die.faces for die in throw.loose}
    dice = [SimDie(die.body, die.face, tuple(dict.fromkeys(faces[die.body]))[:6]) for die in roll.thrown]
    if isinstance(state, Wuerfelblitz):
        table.reveal(dice)
        return
    lying = table.lying
    may_go = [Die(die.body, die.lying) for die in throw.loose if die.lying is not None]
    loose = _matching(lying[::-1], may_go)  # of equal dice, those of this turn were thrown last
    kept = _matching(loose, roll.kept)
    middle = _matching([die for die in lying if die not in loose], throw.still)
    table.throw(dice, [die for die in lying if die not in kept and die not in middle])


def _matching(lying: Sequence[Lying], wanted: Sequence[Die]) -> list[Lying]:
    """Dice that lie there and show what is wanted."""
    left = Counter((die.body, die.face) for die in wanted)
    found = []
    for one in lying:
        if left[one.die.body, one.die.face]:
            left[one.die.body, one.die.face] -= 1
            found.append(one)
    return found


def named(seen: Sequence[DieRead], truth: Sequence[DieRead]) -> tuple[Die, ...] | None:
    """What each die that was seen really is."""
    dice = []
    for read in seen:
        x, y = centre(read)
        nearest = min(truth, key=lambda die: np.hypot(centre(die)[0] - x, centre(die)[1] - y), default=None)
        if nearest is None:
            return None
        dice.append(Die(nearest.body, nearest.face or "?"))
    return tuple(dice)
