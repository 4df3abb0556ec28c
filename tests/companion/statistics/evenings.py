"""Games for the statistics to count: Tintenherz and Würfelhelden played by chance, kept as if with real dice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.games import game
from companion.journal import Journal
from companion.rules import Die, Event, Roll
from companion.rules.history import Origin
from companion.simulated import any_action
from companion.statistics.plays import Play, plays

Loading = Callable[[Die, Random], Die]


def play_evening(
    path: Path, games: tuple[str, ...], origin: Origin = "camera", load: Loading | None = None, seed: int = 1
) -> None:
    """Play these games one after another; `load` turns dice, as a loaded die would."""
    rng = Random(seed)
    with Journal.open(path, pictures=None) as journal:
        for game_id in games:
            sitting = journal.begin(game(game_id).start(["Iva", "Jörg"]))
            while not sitting.over:
                action = any_action(sitting.state, rng)
                if load is not None and isinstance(action, Roll):
                    action = Roll(action.player, tuple(load(die, rng) for die in action.thrown), action.kept)
                sitting.add(Event(action, origin))


def kept(path: Path) -> tuple[Play, ...]:
    with Journal.look(path) as journal:
        return plays(journal)
