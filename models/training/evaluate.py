"""How well dice are read on labelled frames: `python -m models.training.evaluate FOLDER… --kit KIT`.

Counts as the photographs' scorer does: of all labelled dice that lie flat and can be seen, how many are found, right
(sure and the right face), unsure, and wrong (sure and the wrong face); false are sure dice where none is, on how many
tables with and without dice. Of leaning dice: how many were told to lean, how many were read all the same.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.gallery import Gallery
from vision.kits import Kit, kit
from vision.reading import DiceEye, DieRead, Reading

SEEN = 0.85
"""Share of a top face that must be visible for the die to count."""


@dataclass(slots=True)
class Tally:
    """What became of the labelled dice."""

    counts: Counter[str] = field(default_factory=Counter)
    mistakes: list[tuple[str, str, str, float]] = field(default_factory=list)
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    def __str__(self) -> str:
        n = self.counts
        dice, throws = max(1, n["dice"]), max(1, n["throws"])
        return (
            f"{n['dice']:>6} dice  found {n['found'] / dice:7.2%}  right {n['right'] / dice:7.2%}  "
            f"unsure {n['unsure'] / dice:6.2%}  wrong {n['wrong'] / dice:6.2%}  best guess {n['best'] / dice:7.2%}  "
            f"body {n['body'] / max(1, n['found']):7.2%}  false {n['false']} in {n['throws']}  "
            f"throws {n['exact'] / throws:6.1%}  "
            f"leaning: {n['told']} of {n['leaning']} told, {n['read']} read; flat taken for leaning {n['suspected']}  "
            f"empty tables: false {n['out of nothing']} in {n['empty']}"
        )


def frames(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Pictures of a folder of shards, with their labels."""
    for index in sorted(folder.glob("*.jsonl")):
        for line in index.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            yield folder / data["image"], data


def plain(face: str) -> str:
    """A drawn class as a kit calls it: `pips-5` and `numeral-5` are both 5."""
    kind, _, rest = face.partition("-")
    return rest if kind in ("pips", "numeral") else face


def judge(reading: Reading, data: dict[str, Any], known: set[str], name: str, tally: Tally) -> None:
    """Compare a reading with the labels of its frame."""
    free = list(reading.dice)
    n = tally.counts
    exact, before = 0, n["dice"]
    for label in data["dice"]:
        die = belonging(label, free)
        if die is not None:
            free.remove(die)
        if label["visible"] < SEEN:
            continue
        if label["cocked"]:
            n["leaning"] += 1
            n["told"] += die is not None and die.leaning
            n["read"] += die is not None and die.sure
            continue
        if plain(label["face"]) not in known:
            continue
        n["dice"] += 1
        if die is None:
            tally.mistakes.append((name, "missed", label["face"], 0.0))
            continue
        right = die.face == plain(label["face"])
        kind = "unsure" if not die.sure else "right" if right else "wrong"
        n["found"] += 1
        n[kind] += 1
        n["best"] += right
        n["suspected"] += die.leaning
        n["body"] += die.body == label["body"]
        exact += kind == "right"
        tally.confidences.append((die.confidence, right))
        if kind != "right":
            tally.mistakes.append((name, f"{kind} {die.face}", label["face"], die.confidence))
    false = [die for die in free if die.sure]
    n["false"] += len(false)
    tally.mistakes += [(name, f"false {die.face}", "", die.confidence) for die in false]
    if not data["dice"]:
        n["empty"] += 1
        n["out of nothing"] += len(false)
    n["throws"] += 1
    n["exact"] += exact == n["dice"] - before and not false


def belonging(label: dict[str, Any], dice: Sequence[DieRead]) -> DieRead | None:
    """The die whose centre lies on the label's top face, the nearest."""
    centre = np.mean(label["top"], axis=0)
    reach = float(np.abs(np.array(label["top"]) - centre).max())
    near = [(float(np.hypot(*(np.mean(die.top, axis=0) - centre))), k) for k, die in enumerate(dice)]
    away, k = min(near, default=(np.inf, -1))
    return dice[k] if away < 0.8 * reach else None


def evaluate(eye: DiceEye, folder: Path, chosen: Kit, gallery: Gallery | None = None, most: int = 10**9) -> Tally:
    """Read all frames of a folder with a kit."""
    tally = Tally()
    known = {face for die in chosen.dice for face in die.faces}
    for i, (path, data) in enumerate(frames(folder)):
        if i >= most:
            break
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is not None:
            judge(eye.read(np.asarray(image, np.uint8), chosen, gallery), data, known, path.name, tally)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--kit", default="pips")
    parser.add_argument("--most", type=int, default=10**9, help="frames of each folder")
    parser.add_argument("--mistakes", action="store_true", help="list each die that was not right")
    args = parser.parse_args()
    eye = DiceEye()
    for folder in args.folders:
        tally = evaluate(eye, folder, kit(args.kit), most=args.most)
        print(f"{folder}: {tally}")
        if args.mistakes:
            print(*(f"  {m}" for m in tally.mistakes), sep="\n")


if __name__ == "__main__":
    main()
