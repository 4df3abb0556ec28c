"""`python -m companion.endurance`: whole games and quiet hours on the simulated table, counted.

`games` plays through the networks and counts questions and wrong throws; `quiet` lets hands, shadows and bumps pass
over the table without a throw and counts what is taken for one.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from companion.commands.demo import BRISK, simulated
from companion.games import game
from companion.games import games as all_games
from companion.referee import Notebook, Question, Referee, Ruled
from companion.rehearsal import Rehearsal, Tally
from companion.watcher import NetworkEye, Watcher
from vision.gallery import shipped
from vision.kits import kit
from vision.reading import DiceEye
from vision.simulated_table import Conditions, SimDie, SimulatedTable

NAMES = ("Mascha", "Phil", "Iva")
FACES = ("coin", "sword-1", "sword-3")


@dataclass(frozen=True, slots=True)
class Quiet:
    """What a stretch of time without a throw was taken for."""

    minutes: float
    throws: int
    questions: int
    grown: int
    """Kilobytes by which the memory in use grew after the first minute."""


def games(each: int, first_seed: int) -> Iterator[tuple[str, Tally]]:
    """So many whole games of each kind, one after another."""
    for seed in range(first_seed, first_seed + each):
        for game_id, chosen in all_games().items():
            book = Notebook(chosen.start(NAMES[: max(2, chosen.least_players)]))
            rehearsal: Rehearsal = simulated(book, game_id, seed, BRISK)
            for _ in rehearsal.play():
                pass
            yield game_id, rehearsal.tally


def quiet(minutes: float, seed: int) -> Quiet:
    """Hands, sleeves, shadows, flicker and bumps over dice that lie there, and over none."""
    rng = Random(seed)
    table = SimulatedTable(seed, conditions=Conditions(flicker=0.04, noise=4.0))
    dice = kit("wuerfelhelden")
    referee = Referee(Notebook(game("wuerfelhelden").start(NAMES)), "sim")
    watcher = Watcher(table, NetworkEye(DiceEye(), dice, shipped(dice)), referee, dice)
    table.wait(5)
    table.throw([SimDie("white", face, FACES) for face in FACES])
    frames = round(minutes * 60 * 30)
    counted = asked = 0
    memory = start = 0
    for number in range(frames):
        if not table.busy:
            _disturb(table, rng)
        answer = watcher.step()
        if number > 60:  # the first throw is a throw
            counted += isinstance(answer, Ruled)
            asked += isinstance(answer, Question)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if number == 1800:
            start = memory
    return Quiet(minutes, counted, asked, memory - start if start else 0)


def _disturb(table: SimulatedTable, rng: Random) -> None:
    match rng.randrange(5):
        case 0 | 1:
            table.reach(stay=rng.randrange(60))
        case 2:
            table.lean(rng.randrange(20, 80))
        case 3:
            table.bump(rng.randrange(4, 14))
    table.wait(rng.randrange(10, 90))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion.endurance")
    parser.add_argument("what", choices=("games", "quiet"))
    parser.add_argument("--each", type=int, default=10, help="games of each kind")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1000)
    args = parser.parse_args()
    began = time.monotonic()
    if args.what == "quiet":
        print(quiet(args.minutes, args.seed))
    else:
        _print_games(args.each, args.seed)
    print(f"{time.monotonic() - began:.0f} s")


def _print_games(each: int, seed: int) -> None:
    delays: list[float] = []
    for game_id, tally in games(each, seed):
        delays += tally.delays
        unasked = 1 - tally.questions / tally.throws
        print(
            f"{game_id:14} {tally.throws:4} throws  {unasked:6.1%} without a question  {tally.questions:3} questions  "
            f"{tally.wrong} wrong  {tally.mistaken} kept or thrown mistaken  {tally.typed} typed",
            flush=True,
        )
    spread = np.percentile(delays, (50, 95, 100)) * 1000
    print(f"still to verdict, ms: median {spread[0]:.0f}, 95 % {spread[1]:.0f}, longest {spread[2]:.0f}")


if __name__ == "__main__":
    main()
