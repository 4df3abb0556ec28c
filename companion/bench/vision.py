"""Milliseconds from frame to faces, beside a network shaped as YOLOv8n in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from importlib.resources import files

import numpy as np

from companion.bench.figures import CannotMeasure, Figure
from companion.rules.text import say
from models.yardstick import SIDE, yolov8n_shaped
from vision.crops import Image
from vision.kits import kit
from vision.pictures import decode_picture
from vision.reading import DiceEye

PICTURES = (2, 9, 20)
"""Dice in the pictures that are read, each 1280 × 720."""
THREADS = 2
LONGEST_MS = 25.0
LEAST_TIMES_FASTER = 4.0
MOST_GROWTH = 2.0
GOALS = {9: LONGEST_MS}
NO_YARDSTICK = "pip install 'wuerfelauge[dev]' for YOLOv8n beside it"


def figures(rounds: int) -> Iterator[Figure]:
    """Each picture by its stages, the growth, and the yardstick; median of so many rounds."""
    frames = {dice: _picture(dice) for dice in PICTURES}
    eye = DiceEye(threads=THREADS)
    chosen = kit("pips")
    yardstick = _yardstick()
    found = {dice: len(eye.read(frame, chosen).dice) for dice, frame in frames.items()}  # the first run prepares it
    stages: dict[int, list[dict[str, float]]] = {dice: [] for dice in PICTURES}
    theirs: list[float] = []
    for _ in range(rounds):  # taking turns, so that a busy moment of the machine hits all alike
        for dice, frame in frames.items():
            stages[dice].append(eye.read(frame, chosen).times)
        if yardstick is not None:
            began = time.perf_counter()
            yardstick()
            theirs.append(1000 * (time.perf_counter() - began))
    totals = {dice: statistics.median(sum(times.values()) for times in stages[dice]) for dice in PICTURES}
    for dice in PICTURES:
        parts = ", ".join(f"{name} {statistics.median(t[name] for t in stages[dice]):.1f}" for name in stages[dice][0])
        more = f"{found[dice]} found: {parts}"
        yield Figure("vision", f"frame with {dice} dice to faces", totals[dice], "ms", GOALS.get(dice), more=more)
    more = "" if theirs else NO_YARDSTICK
    yield Figure("vision", "20 dice cost, of what 2 dice cost", totals[20] / totals[2], "×", MOST_GROWTH, more=more)
    if not theirs:
        return
    theirs_ms = statistics.median(theirs)
    yield Figure("vision", f"YOLOv8n at {SIDE}, the network alone", theirs_ms, "ms")
    yield Figure("vision", "faster than it, with nine dice", theirs_ms / totals[9], "×", LEAST_TIMES_FASTER, "more")


def _picture(dice: int) -> Image:
    content = (files("models") / "bench" / f"{dice}.jpg").read_bytes()
    picture = decode_picture(content, f"{dice}.jpg")
    if picture.shape[:2] != (720, 1280):
        raise CannotMeasure(say("The picture with {dice} dice is not 1280 × 720.", dice=dice))
    return picture


def _yardstick() -> Callable[[], object] | None:
    try:
        import onnxruntime  # noqa: PLC0415

        content = yolov8n_shaped()
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    batch = np.zeros((1, 3, SIDE, SIDE), np.float32)
    session.run(None, {"images": batch})
    return lambda: session.run(None, {"images": batch})
