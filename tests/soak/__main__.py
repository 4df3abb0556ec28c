"""`python -m tests.soak --hours 4 --seed 1`: a long evening at speed, and its figures; exit code 1 if any is wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from math import inf
from pathlib import Path

from companion.games import games
from tests.soak.evening import Chances, Evening
from tests.soak.found import Found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--hours", type=float, default=4, help="of table time")
    parser.add_argument("--longest", type=float, default=40, help="minutes after which a game is broken off")
    parser.add_argument("--at-most", type=float, default=inf, help="minutes of this machine's time for all of it")
    parser.add_argument("--game", action="append", choices=tuple(games()), help="only this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--eyes", choices=("networks", "perfect"), default="perfect")
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(
            Path(folder), args.seed, eyes=args.eyes, chances=Chances(), told=lambda line: print(line, flush=True)
        )
        found = evening.play(
            args.hours * 3600,
            args.longest * 60,
            args.game or (),
            enough=lambda: time.monotonic() - began > args.at_most * 60,
        )
    _print(found)
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if found.faults else 0


def _print(found: Found) -> None:
    played = ", ".join(f"{n} {what}" for what, n in found.games.items())
    print(f"{found.seconds / 3600:.2f} hours of table time, {found.frames} frames looked at: {played}.")
    print(f"{found.throws} throws, {found.typed} typed in; questions: {_listed(found.questions)}.")
    print(f"What happened: {_listed(found.happened)}.")
    print(f"Buzzer: {_listed(found.presses)}.")
    print(f"{found.acknowledged} entries acknowledged, {found.unacknowledged} more kept just before a kill.")
    print(f"{found.replayed} games played again from the journal, {found.lost} entries lost, {found.different} differ.")
    more, steps = found.grown, (found.footprints[0], found.footprints[found.warm or 0], found.footprints[-1])
    print(
        f"Last quarter against the first: {more.handles:+d} handles, {more.threads:+d} threads,"
        f" {more.megabytes:+.1f} MB since every game had been played."
    )
    for when, step in zip(("first", "warm", "last"), steps, strict=True):
        print(f"  {when}: {step.megabytes:.1f} MB, {step.handles} handles, {step.threads} threads")
    print(f"Wrong: {_listed(found.faults)}.")


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {what}" for what, n in sorted(counts.items(), key=lambda pair: -pair[1])) or "none"


if __name__ == "__main__":
    sys.exit(main())
