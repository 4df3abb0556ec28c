"""Plays on a very small disk until it is full, makes room, goes on; then the disk is read-only. Run by test_faults."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from companion.journal import Journal, JournalFault
from companion.rules import Event
from tests.companion.journal.tables import FIRST, two_heroes


def main(folder: Path) -> dict[str, object]:
    told: dict[str, object] = {}
    path = folder / "journal.db"
    filler = folder / "filler"
    filler.write_bytes(bytes(100_000))
    acknowledged = 0
    with Journal.open(path) as journal:
        sitting = journal.begin(two_heroes())

        def talk() -> None:
            nonlocal acknowledged
            for _ in range(2000):
                sitting.rule("The table talks about the weather. " * 10)
                acknowledged += 1

        told["full"] = fault(talk)
        told["acknowledged"] = acknowledged
        told["kept while full"] = len(sitting.entries())
        filler.unlink()
        sitting.add(Event(FIRST))
        told["after making room"] = len(sitting.entries())
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
    told["read-only, opening"] = fault(lambda: Journal.open(path))
    with Journal.look(path) as looked:
        told["read-only, looking"] = looked.sittings()[0].entries
    return told


def fault(work: Callable[[], object]) -> str:
    try:
        work()
    except JournalFault as met:
        return type(met).__name__
    return "none"


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]))))
