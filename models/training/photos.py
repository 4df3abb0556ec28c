"""Labelled photographs as training frames: `python -m models.training.photos LABELS… --out DIR`.

People label dice with boxes and faces, not with the corners of top faces. The networks that were trained on renderings
supply those: where they find a die within a labelled box and do not clearly read another face than the label's, their
quad and the label's face make a training die. Where they read another, only the place is taught; where they find none,
it counts neither for nor against; nor does one where they are certain of a die that nobody labelled: people overlook
some. Every sixth photograph goes to another folder: nothing is taught with it, confidence is settled on it.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.gallery import shipped
from vision.kits import kit
from vision.locator import Found
from vision.reading import DiceEye, Looked

DOUBTFUL = 0.12
"""Heat from which a find is good enough where a person says that a die lies."""
CERTAIN = 0.75
"""Heat from which a find that nobody labelled may well be a die."""
CLEAR = 0.7
"""How clear another face than the label's must be for the outline, or the label, to be held for wrong."""
PLACE_ONLY = 0.5
"""Share of the face said to be seen where its outline is not to be trusted: enough to find a die, not to read."""
LOOSE, LOOSEST = 0.2, 0.08
"""Share of a box that a top face fills when the box was drawn with much room around the die, and at the very least."""
KEPT_BACK = 6
"""One photograph of so many teaches nothing."""


def prepare(labels: Path, out: Path, check: Path, eye: DiceEye, *, top_only: bool) -> tuple[int, int]:
    """Write the photographs beside a labels file as frames; how many dice there are, and how many have a quad."""
    pictures = json.loads(labels.read_text(encoding="utf-8"))
    kept_back = [picture for k, picture in enumerate(pictures) if k % KEPT_BACK == 0]
    taught = [picture for k, picture in enumerate(pictures) if k % KEPT_BACK]
    parts = [_write(part, labels, folder, eye, top_only) for part, folder in ((taught, out), (kept_back, check))]
    return sum(dice for dice, _ in parts), sum(found for _, found in parts)


def _write(pictures: list[dict[str, Any]], labels: Path, out: Path, eye: DiceEye, top_only: bool) -> tuple[int, int]:
    name = f"{labels.parent.parent.name}-{labels.parent.name}"
    folder = out / name
    folder.mkdir(parents=True, exist_ok=True)
    dice = taught = 0
    lines = []
    for picture in pictures:
        source = labels.parent / picture["image"]
        image = cv2.imread(str(source), cv2.IMREAD_COLOR)
        if image is None:
            continue
        pips = kit("pips")
        looked = eye.look(np.asarray(image, np.uint8), pips, shipped(pips))
        described = [_die(label, looked, top_only=top_only) for label in picture["dice"]]
        dice += len(described)
        taught += sum(die["quad_known"] for die in described)
        described += _overlooked(picture["dice"], looked.found)
        shutil.copy(source, folder / source.name)
        height, width = image.shape[:2]
        lines.append({"image": f"{name}/{source.name}", "width": width, "height": height, "dice": described})
    text = "\n".join(json.dumps(line) for line in lines) + "\n"
    (out / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return dice, taught


def _die(label: dict[str, Any], looked: Looked, *, top_only: bool) -> dict[str, Any]:
    found, told = looked.found, looked.told
    x0, y0, x1, y1 = (float(v) for v in label["box"])
    inside = [
        i
        for i, (x, y) in enumerate(found.centres)
        if x0 <= x <= x1 and y0 <= y <= y1 and _fits(found, i, (x0, y0, x1, y1), top_only=top_only)
    ]
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    fits = {i: told[i].face == label["face"] or told[i].clear < CLEAR for i in inside}
    best = max(inside, key=lambda i: (fits[i], found.scores[i]), default=None)
    loose = best is not None and _filled(found, best, (x0, y0, x1, y1)) < LOOSE
    return {
        "face": f"pips-{label['face']}",
        "body": "",
        "top": corners if best is None else found.tops[best].tolist(),
        "box": found.boxes[best].tolist() if best is not None and (top_only or loose) else [x0, y0, x1, y1],
        "visible": 0.0 if best is None else 1.0 if fits[best] else PLACE_ONLY,
        "quad_known": best is not None and fits[best],
        "cocked": False,
        "box_known": not top_only and not loose,
    }


def _overlooked(labels: list[dict[str, Any]], found: Found) -> list[dict[str, Any]]:
    """Finds that lie in no labelled box although the locator is certain: to be looked away from."""
    boxes = np.array([label["box"] for label in labels], np.float32).reshape(-1, 4)
    extra = []
    for (x, y), score, top, box in zip(found.centres, found.scores, found.tops, found.boxes, strict=True):
        inside = (boxes[:, 0] <= x) & (x <= boxes[:, 2]) & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
        if score >= CERTAIN and not inside.any():
            place = {"top": top.tolist(), "box": box.tolist(), "box_known": False}
            extra.append({"face": None, "body": "", "visible": 0.0, "cocked": False, **place})
    return extra


def _fits(found: Found, i: int, box: tuple[float, float, float, float], *, top_only: bool) -> bool:
    """Whether the quad is of a size that goes with the box: a whole die's top fills much of it, pips fill the top."""
    filled = _filled(found, i, box)
    return 0.8 < filled < 30 if top_only else LOOSEST < filled < 1.2


def _filled(found: Found, i: int, box: tuple[float, float, float, float]) -> float:
    """The area of a top face, measured in the area of a labelled box."""
    return 4 * abs(float(np.linalg.det(found.matrices[i]))) / ((box[2] - box[0]) * (box[3] - box[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--top-only", nargs="*", default=["webcam"], help="collections whose boxes hold only the pips")
    parser.add_argument("--out", type=Path, required=True, help="frames to teach with")
    parser.add_argument("--check", type=Path, required=True, help="frames to settle confidence with")
    args = parser.parse_args()
    eye = DiceEye()
    eye.locator.threshold = DOUBTFUL
    for labels in args.labels:
        if labels.parent.name == "test":
            raise SystemExit("Test photographs are for measuring only.")
        collection = labels.parent.parent.name
        dice, taught = prepare(labels, args.out, args.check, eye, top_only=collection in args.top_only)
        print(f"{collection}: {taught} of {dice} dice found and not read otherwise")


if __name__ == "__main__":
    main()
