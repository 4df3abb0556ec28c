"""Games in a journal for the screens to show, written without waiting for the disk after each event."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np

from companion.games import game
from companion.journal import Journal, Sitting
from companion.rules import Event, History, Roll
from companion.rules.text import say
from companion.strategies import sensible_action

NAMES = ("Iva", "Phil", "Mascha")


def played(history: History, rng: Random, most: int = 2000) -> list[Event]:
    """How a game goes on, to its end or for so many events."""
    events: list[Event] = []
    while history.state.outcome() is None and len(events) < most:
        events.append(Event(sensible_action(history.state, rng), "camera"))
        history = history.add(events[-1])
    return events


def keep_game(journal: Journal, game_id: str = "tintenherz", seed: int = 1, most: int = 2000) -> Sitting:
    chosen = game(game_id)
    sitting = journal.begin(chosen.start(NAMES[: max(2, chosen.least_players)]))
    events = played(sitting.history, Random(seed), most)
    if events:
        sitting.add_all(events)
    return sitting


def keep_pictured_game(journal: Journal) -> Sitting:
    """A whole game of Würfelhelden: a picture of its first throw, the second corrected, the third let stand."""
    sitting, rng = journal.begin(game("wuerfelhelden").start(NAMES[:2])), Random(5)
    picture = np.full((90, 160, 3), (40, 60, 160), np.uint8)
    throws = 0
    while throws < 3:
        action = sensible_action(sitting.state, rng)
        throws += isinstance(action, Roll)
        if throws == 3:
            sitting.rule(say("One die fell from the table."), Event(action, "camera"))
        else:
            sitting.add(Event(action, "camera", corrected=throws == 2), picture if throws == 1 else None)
    sitting.add_all(played(sitting.history, rng))
    return sitting


def keep_many(folder: Path, number: int) -> None:
    """So many short games that were broken off."""
    with Journal.open(folder / "journal.db", pictures=None) as journal:
        journal._store._connection.execute("PRAGMA synchronous = OFF")
        for seed in range(number):
            keep_game(journal, seed=seed, most=2).end()
