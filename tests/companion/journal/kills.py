"""Kills a running game at random moments and goes on with it: `python -m tests.companion.journal.kills 200`.

A forked process plays with a real journal and acknowledges each entry once it is kept; SIGKILL ends it, the next one
resumes. Whatever was acknowledged has to be there, and the state has to be the one that was shown.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np

from companion.games import game, games
from companion.journal import Journal, Sitting
from companion.journal.replay import replay
from companion.rules import Event, History
from companion.simulated import any_action

PICTURE = np.full((72, 128, 3), 90, np.uint8)


def fingerprint(history: History) -> str:
    """Where a game stands, in short."""
    return hashlib.sha256(json.dumps(history.state.to_json()).encode()).hexdigest()[:16]


def play(path: Path, seed: int, tell: int) -> None:
    """Play one game after another for ever; each entry is told as `sitting entries state` once it is kept."""
    rng = Random(seed)
    with Journal.open(path) as journal:
        while True:
            offered = journal.unfinished()
            if offered:
                sitting, kept = journal.resume(offered[0].id), offered[0].entries
            else:
                sitting, kept = journal.begin(game(rng.choice(list(games()))).start(["Ann", "Bob"])), 0
            while not sitting.over:
                step(sitting, rng)
                kept += 1
                os.write(tell, f"{sitting.id} {kept} {fingerprint(sitting.history)}\n".encode())


def step(sitting: Sitting, rng: Random) -> None:
    """Something happens at the table: mostly an event, now and then an undo, a correction or a ruling."""
    chance = rng.random()
    events = sitting.history.events
    if events and chance < 0.05:
        sitting.undo(rng.randint(1, min(3, len(events))))
    elif events and chance < 0.1:
        index = rng.randrange(max(0, len(events) - 5), len(events))
        sitting.correct(index, any_action(sitting.history.states[index], rng))
    elif chance < 0.13:
        sitting.rule("The table lets it stand.")
    else:
        sitting.add(Event(any_action(sitting.state, rng), "sim"), PICTURE)


def killed(path: Path, rng: Random) -> list[tuple[int, int, str]]:
    """Let a process play, kill it at a random moment, and return what it had acknowledged."""
    hear, tell = os.pipe()
    child = os.fork()
    if not child:
        try:
            play(path, rng.randrange(10**9), tell)
        finally:  # only an error gets here
            os._exit(1)
    os.close(tell)
    wait_for = rng.randrange(40)
    heard = b""
    while heard.count(b"\n") < wait_for:
        more = os.read(hear, 65536)
        if not more:
            break
        heard += more
    time.sleep(rng.random() * 0.012)  # anywhere within the next few entries, or at the very start
    os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    if os.WTERMSIG(status) != signal.SIGKILL:
        raise RuntimeError("the playing process ended by itself")
    while more := os.read(hear, 65536):
        heard += more
    os.close(hear)
    lines = [line.split() for line in heard.decode().splitlines()]
    return [(int(sitting), int(kept), state) for sitting, kept, state in lines]


def study(kills: int, seed: int = 1) -> Counter[str]:
    """So many kills: how many entries were acknowledged, how many of them lost, how many states differ."""
    figures: Counter[str] = Counter(kills=0, acknowledged=0, lost=0, different=0, unacknowledged=0, notices=0)
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        for _ in range(kills):
            acknowledged = killed(path, rng)
            figures["kills"] += 1
            figures["acknowledged"] += len(acknowledged)
            with Journal.open(path) as journal:
                figures["notices"] += len(journal.notices)
                last = {sitting: (kept, state) for sitting, kept, state in acknowledged}
                for sitting, (kept, state) in last.items():
                    resumed = journal.resume(sitting)
                    entries = [entry for entry in resumed.entries() if entry.kind != "end"]
                    figures["lost"] += max(0, kept - len(entries))
                    figures["unacknowledged"] += max(0, len(entries) - kept)
                    shown = replay(History.begin(resumed.history.states[0]), entries[:kept]).history
                    whole = replay(History.begin(resumed.history.states[0]), entries).history
                    figures["different"] += fingerprint(shown) != state or whole != resumed.history
        figures["games"] = int(journal_count(path))
    return figures


def journal_count(path: Path) -> int:
    with Journal.look(path) as journal:
        return len(journal.sittings())


if __name__ == "__main__":
    print(json.dumps(study(int(sys.argv[1]))))
