"""`python -m companion.endurance`: whole games and quiet hours on the simulated table, counted.

`games` plays through the networks and counts questions and wrong throws; `quiet` lets hands, shadows, a flickering lamp
and bumps pass over the table without a throw, and counts what is taken for one. With `--eyes perfect` the networks are
left out: what is counted then is what settling, following and the referee make of dice that are read right.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random

import numpy as np

from companion.bench.machine import megabytes
from companion.commands.demo import BRISK
from companion.games import game
from companion.games import games as all_games
from companion.prints import has_numerals
from companion.referee import Notebook, Question, Referee, Ruled
from companion.rehearsal import Rehearsal, Tally
from companion.strategies import sensible_action
from companion.watcher import Eye, NetworkEye, Watcher
from vision.crops import Image
from vision.gallery import shipped
from vision.kits import Kit, kit
from vision.reading import DiceEye, Reading
from vision.simulated_table import Conditions, SimDie, SimulatedTable

NAMES = ("Mascha", "Phil", "Iva")
FACES = ("coin", "sword-1", "sword-3")
RATE = 30
THROW = 4 * RATE
"""Frames that a throw and its verdict take at most."""
COLUMNS = (
    "game", "games", "as played", "throws", "without a question", "questions a game", "wrong", "kept mistaken", "typed"
)  # fmt: skip
FLICKERING = Conditions(flicker=0.04, noise=4.0)


@dataclass(slots=True)
class Quiet:
    """What a stretch of time without a throw was taken for."""

    minutes: float
    throws: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    still_tables: int = 0
    """How often the table was told as if dice lay otherwise."""
    disturbances: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)
    """Megabytes in use at the end of each minute."""

    @property
    def grown(self) -> float:
        """Megabytes by which the memory in use grew after the first minute."""
        return self.memory[-1] - self.memory[0] if self.memory else 0.0


def games(
    each: int, first_seed: int, *, eyes: str = "networks", jobs: int = 1, of: Sequence[str] = ()
) -> Iterator[tuple[str, Tally]]:
    """So many whole games of each kind."""
    kinds = of or tuple(all_games())
    wanted = [(game_id, seed, eyes) for seed in range(first_seed, first_seed + each) for game_id in kinds]
    if jobs == 1:
        yield from map(_played, wanted)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_played, wanted)


def _played(which: tuple[str, int, str]) -> tuple[str, Tally]:
    game_id, seed, eyes = which
    chosen = game(game_id)
    table = SimulatedTable(seed, numerals=has_numerals(game_id), conditions=BRISK)
    referee = Referee(Notebook(chosen.start(NAMES[: max(2, chosen.least_players)])), "sim")
    dice = kit(game_id)
    played = Rehearsal(table, eye_for(table, dice, eyes), referee, dice, choose=sensible_action, rng=Random(seed))
    for _ in played.play():
        pass
    return game_id, played.tally


def eye_for(table: SimulatedTable, dice: Kit, eyes: str) -> Eye:
    """The networks that ship, with the faces that ship; or an eye that is never wrong."""
    if eyes == "networks":
        return NetworkEye(DiceEye(), dice, shipped(dice))

    def perfect(image: Image, likely: Kit | None) -> Reading:
        return table.truth()

    return perfect


def quiet(minutes: float, seed: int, *, eyes: str = "networks", told: bool = False) -> Quiet:
    """Disturbances over an empty table for a quarter of the time, then over three dice that were thrown."""
    rng = Random(seed)
    table = SimulatedTable(seed, conditions=FLICKERING)
    dice = kit("wuerfelhelden")
    referee = Referee(Notebook(game("wuerfelhelden").start(NAMES)), "sim")
    watcher = Watcher(table, eye_for(table, dice, eyes), referee, dice)
    found = Quiet(minutes)
    table.wait(5)
    frames = round(minutes * 60 * RATE)
    throw_from: int | None = None
    for number in range(frames + THROW):
        if not table.busy:
            if throw_from is None and number >= frames // 4:
                throw_from = number
                table.throw([SimDie("white", face, FACES) for face in FACES])
                table.wait(THROW)
            else:
                found.disturbances[disturb(table, rng)] += 1
        before = watcher.settled
        answer = watcher.step()
        if throw_from is None or number >= throw_from + THROW:
            found.throws += isinstance(answer, Ruled)
            found.still_tables += watcher.settled is not before
            if isinstance(answer, Question):
                found.questions[answer.code] += 1
        if number % (60 * RATE) == 60 * RATE - 1:
            found.memory.append(megabytes())
            if told and len(found.memory) % 5 == 0:
                print(
                    f"  {len(found.memory)} minutes: {found.throws} false throws, {found.memory[-1]:.0f} MB", flush=True
                )
    return found


def disturb(table: SimulatedTable, rng: Random) -> str:
    """Something passes over the table that is no throw; what it is."""
    what = rng.choice(("hand", "hand", "shadow", "bump", "nothing"))
    match what:
        case "hand":
            table.reach(stay=rng.randrange(60))
        case "shadow":
            table.lean(rng.randrange(20, 80))
        case "bump":
            table.bump(rng.randrange(4, 14))
    table.wait(rng.randrange(10, 90))
    return what


# --- in words -------------------------------------------------------------------------------------------------------


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion.endurance")
    parser.add_argument("what", choices=("games", "quiet"))
    parser.add_argument("--each", type=int, default=10, help="games of each kind")
    parser.add_argument("--game", action="append", choices=tuple(all_games()), help="only this one")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--eyes", choices=("networks", "perfect"), default="networks")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    args = parser.parse_args()
    began = time.monotonic()
    if args.what == "quiet":
        _print_quiet(quiet(args.minutes, args.seed, eyes=args.eyes, told=True))
    else:
        _print_games(games(args.each, args.seed, eyes=args.eyes, jobs=args.jobs, of=args.game or ()))
    print(f"{time.monotonic() - began:.0f} s")


def _print_quiet(found: Quiet) -> None:
    passed = ", ".join(f"{n} {what}" for what, n in found.disturbances.most_common())
    asked = ", ".join(f"{n} {code}" for code, n in found.questions.items()) or "none"
    print(f"{found.minutes:g} minutes at {RATE} frames a second: {passed}.")
    print(f"False throws: {found.throws}. Questions: {asked}. Tables told as changed: {found.still_tables}.")
    if found.memory:
        spread = f"between {min(found.memory):.0f} and {max(found.memory):.0f} MB"
        print(f"Memory: {found.memory[0]:.0f} MB after a minute, {found.memory[-1]:.0f} MB at the end, {spread}.")


def _print_games(played: Iterator[tuple[str, Tally]]) -> None:
    tallies: dict[str, list[Tally]] = {}
    for game_id, tally in played:
        tallies.setdefault(game_id, []).append(tally)
        print(f"  {_row(game_id, [tally])}", flush=True)
    print(f"\n| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|")
    for game_id, mine in tallies.items():
        print(_row(game_id, mine))
    every = [tally for mine in tallies.values() for tally in mine]
    print(_row("all", every))
    asked = sum((tally.asked for tally in every), Counter[str]())
    print(f"\nQuestions: {', '.join(f'{n} {code}' for code, n in asked.most_common()) or 'none'}.")
    _print_delays("Still dice to verdict, ms at 30 frames a second", [d for tally in every for d in tally.delays])
    _print_delays("Work on the frame of the verdict, ms", [d for tally in every for d in tally.work])


def _row(name: str, tallies: Sequence[Tally]) -> str:
    throws = sum(tally.throws for tally in tallies)
    questions = sum(tally.questions for tally in tallies)
    whole = sum(not (tally.wrong or tally.mistaken) for tally in tallies)
    unasked = 1 - sum(tally.asked_throws for tally in tallies) / max(1, throws)
    wrong, mistaken, typed = (sum(getattr(t, what) for t in tallies) for what in ("wrong", "mistaken", "typed"))
    cells = (len(tallies), whole, throws, f"{unasked:.1%}", f"{questions / len(tallies):.1f}", wrong, mistaken, typed)
    return f"| {name} | {' | '.join(map(str, cells))} |"


def _print_delays(what: str, seconds: Sequence[float]) -> None:
    if not seconds:
        return
    median, most, longest = np.percentile(seconds, (50, 95, 100)) * 1000
    under = float(np.mean(np.asarray(seconds) < 0.3))
    print(f"{what}: median {median:.0f}, 95 % {most:.0f}, longest {longest:.0f}; under 300: {under:.1%}.")


if __name__ == "__main__":
    main()
