"""Games to keep: a table of two, and players who play on by chance."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from companion.games import game
from companion.journal import Journal, Sitting
from companion.rules import Die, Event, Roll, State
from companion.simulated import any_action

FIRST = Roll(0, (Die("white", "sword-3"), Die("white", "coin"), Die("white", "coin")))
SECOND = Roll(1, (Die("white", "coin"), Die("white", "coin"), Die("white", "coin")))


def two_heroes() -> State[Any, Any]:
    return game("wuerfelhelden").start(["Iva", "Jörg"])


def play(sitting: Sitting, events: int, seed: int = 1) -> None:
    """Play on at random, so many events or until the game is over."""
    rng = Random(seed)
    for _ in range(events):
        if sitting.over:
            return
        sitting.add(Event(any_action(sitting.state, rng), "sim"))


def journal_at(folder: Path) -> Journal:
    return Journal.open(folder / "journal.db")
