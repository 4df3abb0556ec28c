"""The app is killed in the middle of a game: the next start offers to go on, and the game stands where it stood."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.journal import Journal
from companion.settings import Settings, save_settings
from tests.companion.app.kept_games import keep_game
from tests.companion.app.killed_app import fingerprint
from tests.companion.app.window import PATIENCE, a_screen, the_app

ROOT = Path(__file__).parents[3]
KILLS = 2

pytestmark = [
    pytest.mark.xdist_group("kivy"),
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process"),
]


def test_an_app_that_was_killed_goes_on_where_it_stood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_screen()
    rng = Random(3)
    save_settings(Settings(camera="none", buzzer="none", sound=False, language="en"), tmp_path / "settings.json")
    with Journal.open(tmp_path / "journal.db") as journal:
        game = keep_game(journal, "dice_forge", most=12)
        standing = fingerprint(game.state)
    for kill in range(KILLS):
        told = killed(tmp_path, seed=kill, after=rng.randrange(8, 25), rng=rng)
        offers, shown = told[0]["offers"], told[1:]
        assert any(words.startswith("Go on with Dice Forge") for words in offers)
        assert shown[0]["state"] == standing, "it does not stand where it stood"
        with Journal.look(tmp_path / "journal.db") as journal:
            history = journal.past(1).history
        standing = fingerprint(history.state)
        last = shown[-1]
        assert abs(len(history.events) - last["moves"]) <= 1, "more than the move that was under way"
        assert fingerprint(history.states[min(last["moves"], len(history.events))]) == last["state"] or (
            len(history.events) < last["moves"]  # an undo was under way
        )
    with the_app(tmp_path, monkeypatch) as window:
        from companion.app.screens.home import ContinueCard

        window.tap(window.one(ContinueCard))
        window.wait(lambda: window.app.moment is not None)
        assert window.app.moment.state == history.state
        assert window.app.moment.moves == len(history.events)
        assert window.app.faults.seen == []


def killed(folder: Path, *, seed: int, after: int, rng: Random) -> list[dict[str, Any]]:
    """The lines of the real program until SIGKILL ended it, somewhere after so many of them."""
    command = [sys.executable, "-m", "tests.companion.app.killed_app", str(seed)]
    environment = {**os.environ, "WUERFELAUGE_DATA": str(folder)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT) as process:
        assert process.stdout is not None
        too_long = threading.Timer(PATIENCE, process.kill)
        too_long.start()
        lines = [line for _, line in zip(range(after), process.stdout, strict=False)]
        time.sleep(rng.random() * 0.1)  # anywhere within the next moves
        process.send_signal(signal.SIGKILL)
        too_long.cancel()
        lines += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    assert len(lines) >= after, f"it does nothing: {lines}"
    return [json.loads(line) for line in lines if line.endswith("}\n")]
