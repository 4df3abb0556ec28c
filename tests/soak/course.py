"""A stretch of a game before the simulated camera, as people play it: what is read wrongly is noticed and mended.

The camera may be gone for a while, and an eye may be sure of a face that is not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.endurance import eye_for
from companion.prints import has_numerals
from companion.referee import Question, Referee, Ruled
from companion.rehearsal import Rehearsal, named
from companion.rules import Action, Die, IllegalAction, Roll
from companion.strategies import sensible_action
from companion.watcher import Eye
from tests.soak.ledger import AnyState, Meant, Noted, Tell, Witness, same
from vision.crops import Image
from vision.frames import Frame, Trouble
from vision.kits import Kit, kit
from vision.reading import Reading
from vision.simulated_table import Conditions, Lying, SimulatedTable

READ_WRONGLY = "read wrongly"
LOOK = 24
"""Frames in which a program that has just been started sees what lies there."""


class EveningTable(SimulatedTable):
    """A simulated table whose camera comes and goes, and whose clock runs on while people think."""

    def __init__(self, game_id: str, seed: int, conditions: Conditions, lying: Sequence[Lying] = ()) -> None:
        super().__init__(seed, numerals=has_numerals(game_id), conditions=conditions)
        self.lay(lying)
        self._gone = 0

    def lay(self, lying: Sequence[Lying]) -> None:
        """The dice lie so from now on."""
        self.lying, self._base = tuple(lying), None

    @property
    def seconds(self) -> float:
        """How late it is on the clock of the frames."""
        return self._number / self._rate

    def think(self, seconds: float) -> None:
        """Nothing happens, and nobody need look at it."""
        self._number += round(seconds * self._rate)

    def drop(self, frames: int) -> None:
        """The camera is gone from now on; what happens on the table happens unseen."""
        self._gone = frames
        self.trouble = Trouble("gone", "0")

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        frame = super().next_frame(timeout)
        if not self._gone:
            return frame
        self._gone -= 1
        if not self._gone:
            self.trouble = None
        return None


@dataclass
class Deceived:
    """An eye that is sure of another face than this die shows, while there is such a die."""

    eye: Eye
    die: Die | None = None
    read_as: str = ""

    def __call__(self, image: Image, likely: Kit | None) -> Reading:
        reading = self.eye(image, likely)
        dice = list(reading.dice)
        for i, read in enumerate(dice):
            if self.die == Die(read.body, read.face or "?"):
                dice[i] = replace(read, face=self.read_as)
                break
        return Reading(tuple(dice), reading.times)


class Course:
    """Plays on with one game from where it stands."""

    def __init__(
        self, table: EveningTable, book: Witness, tell: Tell, *, eyes: str, rng: Random, deceive: float = 0.0
    ) -> None:
        self.table, self._book, self._tell, self._rng, self._deceive = table, book, tell, rng, deceive
        dice = kit(book.state.table.game.id)
        self._eye = Deceived(eye_for(table, dice, eyes))
        self.referee = Referee(book, "sim")
        self.rehearsal = Rehearsal(table, self._eye, self.referee, dice, choose=self._choose, rng=rng)
        self._meant: Action | None = None

    def play(self) -> Iterator[Ruled | Question]:
        """The game, event by event. Whoever listens may take back and tell things in between."""
        self._sit_down()
        for what in self.rehearsal.play():
            if isinstance(what, Ruled):
                self._mend(what)
            yield what

    def tell(self, action: Action) -> None:
        """Somebody types it in."""
        self._mean(action)
        self.referee.tell(action)

    def _mean(self, action: Action | None) -> None:
        self._meant = action
        self._tell(Meant(action))

    def _choose(self, state: AnyState, rng: Random) -> Action:
        action = sensible_action(state, rng)
        self._mean(action)
        if isinstance(action, Roll) and rng.random() < self._deceive:
            self._hoodwink(state, action)
        return action

    def _hoodwink(self, state: AnyState, roll: Roll) -> None:
        """One of the dice that come will be read wrongly, and beyond doubt."""
        throw = state.expects().of(roll.player)
        assert throw is not None
        die = self._rng.choice(roll.thrown) if roll.thrown else None
        like = [lying.die for lying in self.table.lying if die == Die(lying.die.body, lying.die.face)]
        faces = {face for loose in throw.loose if die and loose.body == die.body for face in loose.faces}
        if die is not None and not like and roll.thrown.count(die) == 1 and faces > {die.face}:
            self._eye.die, self._eye.read_as = die, self._rng.choice(sorted(faces - {die.face}))

    def _sit_down(self) -> None:
        """A program that was just started looks at a table on which dice may lie; nobody throws."""
        self._mean(None)
        self.table.wait(LOOK)
        while self.table.busy:
            answer = self.rehearsal.watcher.step()
            if isinstance(answer, Ruled):
                self._tell(Noted("false throws"))
                self.referee.undo()
            elif answer is not None:
                self._tell(Noted(f"asked at the start: {answer.code}"))
                self.referee.no()

    def _mend(self, ruled: Ruled) -> None:
        """Hold what counted against what was thrown, as everybody at the table does."""
        deceived, self._eye.die = self._eye.die is not None, None
        if self._meant is None or same(self._meant, ruled.event.action):
            return
        self._tell(Noted("misread on purpose" if deceived else READ_WRONGLY))
        faces = named(self.referee.amendable, self.table.truth().dice)
        if self.referee.amendable and faces is not None:
            try:
                self.referee.amend(faces)
            except IllegalAction:
                self._tell(Noted("not amendable"))
        if not same(self._meant, self.referee.history.events[-1].action):
            self._tell(Noted("typed in instead"))
            self.referee.undo()
            self.referee.tell(self._meant)
