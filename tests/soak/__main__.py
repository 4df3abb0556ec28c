"""`python -m tests.soak --hours 4 --seed 1`: a long evening at speed, and its figures; exit code 1 if any is wrong."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from companion.games import games
from tests.soak.evening import Chances, Evening, Found
from tests.soak.footprint import grown


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--hours", type=float, default=4, help="of table time")
    parser.add_argument("--longest", type=float, default=40, help="minutes after which a game is broken off")
    parser.add_argument("--game", action="append", choices=tuple(games()), help="only this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--eyes", choices=("networks", "perfect"), default="perfect")
    args = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(
            Path(folder), args.seed, eyes=args.eyes, chances=Chances(), told=lambda line: print(line, flush=True)
        )
        found = evening.play(args.hours * 3600, args.longest * 60, args.game or ())
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
    more, first, last = grown(found.footprints), found.footprints[0], found.footprints[-1]
    print(
        f"Last quarter against the first: {more.megabytes:+.1f} MB, {more.handles:+d} handles,"
        f" {more.threads:+d} threads (from {first.megabytes:.0f} to {last.megabytes:.0f} MB, {last.handles} handles)."
    )
    print(f"Wrong: {_listed(found.faults)}.")


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {what}" for what, n in sorted(counts.items(), key=lambda pair: -pair[1])) or "none"


if __name__ == "__main__":
    sys.exit(main())
