"""Killed at any moment, the next start goes on exactly where the game stood. See kills.py for the long study."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
def test_nothing_acknowledged_is_lost_when_the_game_is_killed() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", f"{__package__}.kills", "12"], capture_output=True, text=True, check=True
    )
    figures = json.loads(done.stdout)
    assert figures["kills"] == 12
    assert figures["acknowledged"] > 50, "the games were really being played"
    assert (figures["lost"], figures["different"], figures["notices"]) == (0, 0, 0)
