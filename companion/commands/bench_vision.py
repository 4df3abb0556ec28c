"""`wuerfelauge bench vision`: milliseconds a frame by stage, beside a network shaped as YOLOv8n in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from importlib.resources import files

import numpy as np

from companion.commands.failure import Failure
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


def run(rounds: int) -> int:
    """Print the table; 1 if a goal is missed."""
    frames = {dice: _picture(dice) for dice in PICTURES}
    eye = DiceEye(threads=THREADS)
    chosen = kit("pips")
    yardstick = _yardstick()
    for frame in frames.values():  # the first run of a network prepares it
        eye.read(frame, chosen)
    stages: dict[int, list[dict[str, float]]] = {dice: [] for dice in PICTURES}
    theirs: list[float] = []
    for _ in range(rounds):  # taking turns, so that a busy moment of the machine hits all alike
        for dice, frame in frames.items():
            stages[dice].append(eye.read(frame, chosen).times)
        if yardstick:
            began = time.perf_counter()
            yardstick()
            theirs.append(1000 * (time.perf_counter() - began))
    return _report(stages, {dice: len(eye.read(frames[dice], chosen).dice) for dice in PICTURES}, theirs)


def _report(stages: dict[int, list[dict[str, float]]], found: dict[int, int], theirs: list[float]) -> int:
    print(f"1280 × 720, {THREADS} threads, median of {len(stages[9])} rounds, milliseconds.\n")
    names = list(stages[9][0])
    print(f"{'dice':>5}{'found':>7}" + "".join(f"{name:>9}" for name in names) + f"{'all':>9}")
    totals = {}
    for dice, rounds in stages.items():
        totals[dice] = statistics.median(sum(times.values()) for times in rounds)
        parts = [statistics.median(times[name] for times in rounds) for name in names]
        print(f"{dice:>5}{found[dice]:>7}" + "".join(f"{ms:9.1f}" for ms in parts) + f"{totals[dice]:9.1f}")
    growth = totals[20] / totals[2]
    good = totals[9] <= LONGEST_MS and growth < MOST_GROWTH
    print(f"\nnine dice: {totals[9]:.1f} ms (goal {LONGEST_MS:.0f})")
    print(f"20 dice cost {growth:.2f} × what 2 dice cost (goal below {MOST_GROWTH:.0f})")
    if theirs:
        faster = statistics.median(theirs) / totals[9]
        good = good and faster >= LEAST_TIMES_FASTER
        print(
            f"YOLOv8n at {SIDE}: {statistics.median(theirs):.1f} ms, the network alone; "
            f"nine dice are read {faster:.1f} × as fast (goal {LEAST_TIMES_FASTER:.0f})"
        )
    else:
        print("The yardstick needs onnx and onnxruntime: pip install 'wuerfelauge[dev]'.")
    return 0 if good else 1


def _picture(dice: int) -> Image:
    content = (files("models") / "bench" / f"{dice}.jpg").read_bytes()
    picture = decode_picture(content, f"{dice}.jpg")
    if picture.shape[:2] != (720, 1280):
        raise Failure(f"The picture with {dice} dice is not 1280 × 720.", 1)
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
