"""The app in its window: start, frames, presses, memory. Each is measured by a process of its own.

Where there is no screen, `xvfb-run` gives one; everything is then drawn by the processor.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from companion.bench.figures import CannotMeasure, Figure, as_json, from_json, spread
from companion.rules import Text
from companion.rules.text import say

START_S, DRAW_MS, LIVE_MS, PRESS_MS = 3.0, 1000 / 60, 1000 / 30, 50.0
STARTS, PRESSES = 5, 30
SECONDS = 10.0
GIVE_UP = 600.0
NO_SCREEN = say("The app needs a screen to be measured: run this where there is one, or install xvfb.")
SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1280x1024x24")


def figures(minutes: float, seconds: float = SECONDS) -> Iterator[Figure]:
    """What the app does on the screen there is, or on one of its own; `minutes` of play for the memory."""
    if _has_screen():
        yield from _measured(minutes, seconds)
        return
    if shutil.which(SCREEN[0]) is None:
        raise CannotMeasure(NO_SCREEN)
    words = [*SCREEN, sys.executable, "-m", "companion.bench.app", str(minutes), str(seconds)]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:  # xvfb-run says on standard output what the program said on standard error
        raise CannotMeasure(_failed("xvfb-run", (done.stdout.strip().splitlines() or ["?"])[-1]))
    yield from from_json(done.stdout[done.stdout.index("{") :])


def _has_screen() -> bool:
    return not sys.platform.startswith("linux") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _measured(minutes: float, seconds: float) -> Iterator[Figure]:
    starts = [_child("start") for _ in range(STARTS)]
    took = [values["seconds"] for values in starts]
    more = f"fresh process, of {STARTS}; longest {max(took):.2f} s"
    yield Figure("app", "start to first picture", statistics.median(took), "s", START_S, more=more)
    drawn = _child("draw", seconds)["frames"]
    yield from spread("app", "a frame of a full table", drawn, "ms", DRAW_MS)
    watched = _child("watch", seconds)
    yield from spread("app", "a frame with live picture", watched["frames"], "ms", LIVE_MS)
    yield Figure("app", "live pictures a second, of 30", watched["pictures"], "", more="the table is drawn meanwhile")
    yield from spread("app", "press of the box to picture", _child("press", PRESSES)["presses"], "ms", PRESS_MS)
    yield Figure("app", "memory at the first picture", starts[0]["megabytes"], "MB")
    played = _child("play", minutes)
    memory, settled = played["memory"], played["memory"][min(1, len(played["memory"]) - 1)]
    more = f"{played['throws']} throws, {played['games']} games ended; {settled:.0f} MB after the first minute"
    yield Figure("app", f"memory after {minutes:g} minutes of play", memory[-1], "MB", more=more)


def _child(what: str, number: float | None = None) -> dict[str, Any]:
    """What a process of its own has measured, in a data folder of its own."""
    with tempfile.TemporaryDirectory(prefix="wuerfelauge-bench-") as folder:
        argument = time.monotonic() if number is None else number
        words = [sys.executable, "-m", "companion.app.measure", what, repr(argument)]
        limit = GIVE_UP + (60 * (number or 0) if what == "play" else 0)
        environment = {**os.environ, "WUERFELAUGE_DATA": folder}
        try:
            done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=limit, check=False)
            values: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        except (subprocess.TimeoutExpired, IndexError, ValueError):
            raise CannotMeasure(_failed(what, "no answer")) from None
    if "fault" in values:
        raise CannotMeasure(_failed(what, values["fault"]))
    return values


def _failed(what: str, reason: str) -> Text:
    return say("The app could not be measured ({what}): {reason}", what=what, reason=reason)


if __name__ == "__main__":
    try:
        print(as_json(_measured(float(sys.argv[1]), float(sys.argv[2])), ""))
    except CannotMeasure as reason:
        sys.exit(str(reason))
