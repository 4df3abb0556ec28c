"""Make confidence mean something: `python -m models.training.calibrate FOLDER… --out confidence.json`.

On labelled frames that no test uses, find the logistic curve (vision.confidence) that says how often readings are
right, and the confidence from which hardly any is wrong. `--picture` draws the reliability diagram.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from models.training import charts
from models.training.evaluate import SEEN, frames, plain
from models.training.faces import label_at
from vision.confidence import LARGE, Confidence, odds
from vision.gallery import shipped
from vision.kits import Kit, kit
from vision.reading import LEANS, DiceEye

Floats = npt.NDArray[np.float64]
WRONG_PHOTOGRAPHED, WRONG_DRAWN, FALSE_DRAWN = 1 / 1000, 1 / 40, 1 / 15
"""Share of the sure ones that may be wrong, and on drawn tables, far harder than real ones, wrong or no dice."""
PHOTOGRAPHED = 5.0
"""How much more a photographed die counts: there are few, and they are what tables look like."""
STEPS = 50
DAMPING = 0.1


class Row(NamedTuple):
    """A die that was found: how clear the face, how clear the die, half its side, and whether it was read right."""

    face: float
    die: float
    half_side: float
    right: bool
    there: bool
    photographed: bool


def measured(eye: DiceEye, folder: Path, chosen: Kit) -> Iterator[Row]:
    """Every die that was found in the frames of a folder."""
    known = {face for die in chosen.dice for face in die.faces}
    for path, data in frames(folder):
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            continue
        looked = eye.look(np.asarray(image, np.uint8), chosen, shipped(chosen))
        found = looked.found
        photographed = "illuminant" not in data
        for i, guess in enumerate(looked.told):
            if found.leaning[i] > LEANS:
                continue
            label = label_at(found.centres[i], data["dice"])
            if label is None and photographed:
                continue  # people overlook dice
            if label is not None and (
                label["face"] is None
                or plain(label["face"]) not in known
                or label["visible"] < SEEN
                or label["cocked"]  # whether a die leans is told by its stance, not by how clear its face is
            ):
                continue
            right = label is not None and plain(label["face"]) == guess.face
            yield Row(guess.clear, guess.score, guess.half_side, right, label is not None, photographed)


def fitted(rows: Sequence[Row]) -> Confidence:
    """The curve of greatest likelihood, by Newton's method, and the threshold."""
    x = np.array([[1, odds(r.face), odds(r.die), np.log(min(r.half_side, LARGE) / 16)] for r in rows])
    y = np.array([r.right for r in rows], float)
    counts = np.array([PHOTOGRAPHED if r.photographed else 1.0 for r in rows])
    weights = np.array([0.0, 1.0, 0.0, 0.0])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ weights))
        pull = x.T @ (counts * (y - p)) - DAMPING * weights
        bend = (x * (counts * p * (1 - p))[:, None]).T @ x + DAMPING * np.eye(4)
        step = np.linalg.solve(bend, pull)
        before = _likelihood(x, y, counts, weights)
        while _likelihood(x, y, counts, weights + step) < before and np.abs(step).max() > 1e-9:
            step /= 2  # a whole step can lead far beyond the summit
        weights += step
    curve = Confidence(*(round(float(w), 4) for w in weights))
    clear = [r for r in rows if r.face >= curve.clear]
    photographed, drawn = ([r for r in clear if r.photographed is those] for those in (True, False))
    sure = max(
        threshold(curve, photographed, WRONG_PHOTOGRAPHED),
        threshold(curve, [r for r in drawn if r.there], WRONG_DRAWN),
        threshold(curve, drawn, FALSE_DRAWN),
    )
    return replace(curve, sure=sure)


def told(curve: Confidence, rows: Sequence[Row]) -> Floats:
    """The confidence in each reading."""
    return np.array([curve(row.face, row.die, row.half_side) for row in rows])


def _likelihood(x: Floats, y: Floats, counts: Floats, weights: Floats) -> float:
    """Of the truth under a curve, as a logarithm; large weights count against it."""
    clear = x @ weights
    return float((counts * (y * clear - np.logaddexp(0, clear))).sum() - DAMPING / 2 * (weights @ weights))


def threshold(curve: Confidence, rows: Sequence[Row], wrong_at_most: float) -> float:
    """The lowest confidence above which no more than the allowed share is wrong, and at least one half."""
    if not rows:
        return 0.5
    said = told(curve, rows)
    order = np.argsort(-said)
    wrong = np.cumsum([not rows[i].right for i in order]) / np.arange(1, len(rows) + 1)
    good = np.nonzero(wrong <= wrong_at_most)[0]
    return round(max(0.5, float(said[order][good[-1]])), 4) if len(good) else 0.99


def reliability(said: Floats, right: Floats, bins: int = 10) -> list[tuple[float, float, int]]:
    """Mean confidence, share right and number of dice in each bin that has any."""
    at = np.minimum((said * bins).astype(int), bins - 1)
    return [
        (float(said[at == k].mean()), float(right[at == k].mean()), int((at == k).sum()))
        for k in range(bins)
        if (at == k).any()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", help="KIT=FOLDER of labelled frames")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--sure", type=float, help="threshold to keep instead of the one that is found")
    parser.add_argument("--picture", type=Path, metavar="PNG", help="keep the reliability diagram")
    args = parser.parse_args()
    eye = DiceEye()
    rows: list[Row] = []
    for item in args.folders:
        kit_id, _, folder = item.partition("=")
        rows += list(measured(eye, Path(folder), kit(kit_id)))
    curve = fitted(rows)
    if args.sure is not None:
        curve = replace(curve, sure=args.sure)
    said = told(curve, rows)
    right = np.array([row.right for row in rows], float)
    bins = reliability(said, right)
    if args.picture:
        title = f"Confidence and truth, {len(rows)} dice"
        cv2.imwrite(str(args.picture), charts.reliability(bins, curve.sure, title))
    for mean, share, count in bins:
        print(f"said {mean:.3f}  right {share:.3f}  of {count}")
    enough = np.array([curve.enough(row.face, confidence) for row, confidence in zip(rows, said, strict=True)])
    for name, those in (("photographed", True), ("drawn", False)):
        of_these = np.array([row.photographed is those for row in rows])
        sure = of_these & enough
        print(f"{name}: {sure.sum()} of {of_these.sum()} sure, {int((1 - right[sure]).sum())} of them wrong")
    print(f"{len(rows)} dice, {right.mean():.2%} right; sure from {curve.sure}: {enough.mean():.2%} of them")
    names = ("base", "face", "die", "size", "sure", "clear")
    args.out.write_text(json.dumps({n: getattr(curve, n) for n in names}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
