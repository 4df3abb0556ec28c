"""End to end: from dice at rest on the simulated table to the verdict, by a camera of 30 frames a second.

Drawing the table takes no time here, for no camera draws; what the program does with a frame takes as long as it takes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from companion.bench.figures import Figure, spread
from companion.games import games
from companion.prints import has_numerals
from companion.referee import Notebook, Referee, Ruled
from companion.rehearsal import Rehearsal
from companion.strategies import sensible_action
from companion.watcher import NetworkEye
from vision.frames import Frame
from vision.gallery import shipped
from vision.kits import kit
from vision.reading import DiceEye
from vision.simulated_table import Conditions, SimulatedTable

RATE = 30
GOAL_MS = 300.0
QUICK = Conditions(throw=8, reach=4)
"""Gestures that take little time: what is measured begins when they are over."""
NAMES = ("Mascha", "Phil", "Iva")


class NewestFrame(SimulatedTable):
    """The simulated table before a camera that keeps the newest frame only: who is late gets a later one."""

    def __init__(self, seed: int, *, numerals: bool) -> None:
        super().__init__(seed, numerals=numerals, conditions=QUICK, rate=RATE)
        self._now = 0.0  # in frames
        self._handed: float | None = None
        self.late: dict[float, float] = {}
        """Seconds that had passed since a frame was taken when it was handed over."""
        self.still_since: float | None = None

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        if self._handed is not None:
            self._now += RATE * (time.perf_counter() - self._handed)
        frame = self._shot(timeout)
        while frame is not None and frame.number < int(self._now):
            frame = self._shot(timeout)
        if frame is not None:
            self._now = max(self._now, float(frame.number))
            self.late[frame.at] = (self._now - frame.number) / RATE
        self._handed = time.perf_counter()
        return frame

    def _shot(self, timeout: float) -> Frame | None:
        frame = super().next_frame(timeout)
        if self.busy or frame is None:
            self.still_since = None
        elif self.still_since is None:
            self.still_since = frame.at
        return frame


def figures(throws: int) -> Iterator[Figure]:
    """Delays over so many throws of each game."""
    networks, delays, asked = DiceEye(), list[float](), 0
    for game_id, game in games().items():
        table = NewestFrame(11, numerals=has_numerals(game_id))
        referee = Referee(Notebook(game.start(NAMES[: max(2, game.least_players)])), "sim")
        dice = kit(game_id)
        eye = NetworkEye(networks, dice, shipped(dice))
        played = Rehearsal(table, eye, referee, dice, choose=sensible_action, rng=Random(11))
        timed = 0  # verdicts that people were asked for first are not timed
        for answer in played.play():
            if len(played.tally.work) > timed and isinstance(answer, Ruled) and answer.settled is not None:
                timed, at, since = len(played.tally.work), answer.settled.at, table.still_since
                rested = since if since is not None and since <= at else answer.settled.since
                delays.append(1000 * (at - rested + table.late[at] + played.tally.work[-1]))
            if played.tally.throws >= throws:
                break
        asked += played.tally.asked_throws
    if delays:
        yield from spread("table", "still dice to verdict", delays, "ms", GOAL_MS)
    share = 100 * (1 - asked / max(1, asked + len(delays)))
    yield Figure("table", "throws that counted without a question", share, "%", more=f"{asked} were asked about")
