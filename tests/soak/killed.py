"""The process that is killed: it plays on with a kept game, tells what it does, and gets SIGKILL at some moment."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from random import Random

from companion.commands.demo import BRISK
from companion.journal import Journal
from companion.referee import Ruled
from tests.soak.course import Course, EveningTable
from tests.soak.ledger import Kept, Message, Witness
from vision.simulated_table import Lying

PATIENCE = 900.0
"""Seconds in which a process that lives says something, however busy the machine is."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game goes on: its journal, its number there, the table with its seed and what lies on it."""

    path: Path
    sitting: int
    game: str
    seed: int
    eyes: str
    lying: Sequence[Lying]


def get_ready() -> None:
    """What starts such processes stays open over the whole evening."""
    process = _context().Process(target=_nothing)
    process.start()
    process.join()
    process.close()


def killed(place: Place, rng: Random) -> Iterator[Message]:
    """Let a process play on, kill it anywhere within the next events, and pass on what it told until then."""
    context = _context()
    hear, tell = context.Pipe(duplex=False)
    process = context.Process(target=_play, args=(tell, place, rng.randrange(10**9)), daemon=True)
    process.start()
    tell.close()
    with hear, suppress(EOFError, OSError):  # cut off in the middle of a word, too
        left = rng.randrange(8)
        while left:
            if not hear.poll(PATIENCE):
                raise RuntimeError("the playing process says nothing")
            message: Message = hear.recv()
            left -= isinstance(message, Kept)
            yield message
        time.sleep(rng.random() * 0.5)  # anywhere within the next throw
        process.kill()
        while True:
            yield hear.recv()
    process.kill()  # one whose game came to its end waits for it
    process.join()
    if process.exitcode != -signal.SIGKILL:
        raise RuntimeError(f"the playing process ended by itself: {process.exitcode}")
    process.close()


def _context() -> ForkServerContext:
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


def _nothing() -> None:
    pass


def _play(tell: Connection, place: Place, seed: int) -> None:
    rng = Random(seed)
    table = EveningTable(place.game, place.seed, BRISK, place.lying)
    with Journal.open(place.path) as journal:
        sitting = journal.resume(place.sitting)
        course = Course(table, Witness(sitting, tell.send, table), tell.send, eyes=place.eyes, rng=rng)
        for what in course.play():
            events = course.referee.history.events
            if isinstance(what, Ruled) and events and rng.random() < 0.1:
                course.referee.undo()
                course.tell(events[-1].action)
        tell.close()
        signal.pause()
