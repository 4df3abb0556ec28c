"""Labelled photographs as training frames: `python -m models.training.photos LABELS… --out DIR`.

People label dice with boxes and faces, not with the corners of top faces. The locator that was trained on renderings
supplies those: where it finds a die within a labelled box, its quad and the label's face make a training die. Where it
finds none, the place counts neither for nor against; nor does one where it is certain of a die that nobody labelled:
people overlook some. Every sixth photograph goes to another folder: nothing is taught with it, confidence is settled
on it.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.locator import Found, Locator
from vision.networks import load

DOUBTFUL = 0.12
"""Heat from which a find is good enough where a person says that a die lies."""
CERTAIN = 0.75
"""Heat from which a find that nobody labelled may well be a die."""
KEPT_BACK = 6
"""One photograph of so many teaches nothing."""


def prepare(labels: Path, out: Path, check: Path, locator: Locator, *, top_only: bool) -> tuple[int, int]:
    """Write the photographs beside a labels file as frames; how many dice there are, and how many have a quad."""
    pictures = json.loads(labels.read_text(encoding="utf-8"))
    kept_back = [picture for k, picture in enumerate(pictures) if k % KEPT_BACK == 0]
    taught = [picture for k, picture in enumerate(pictures) if k % KEPT_BACK]
    parts = [_write(part, labels, folder, locator, top_only) for part, folder in ((taught, out), (kept_back, check))]
    return sum(dice for dice, _ in parts), sum(found for _, found in parts)


def _write(
    pictures: list[dict[str, Any]], labels: Path, out: Path, locator: Locator, top_only: bool
) -> tuple[int, int]:
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
        found = locator.find(np.asarray(image, np.uint8))
        described = [_die(label, found, top_only=top_only) for label in picture["dice"]]
        dice += len(described)
        taught += sum(die["visible"] > 0 for die in described)
        described += _overlooked(picture["dice"], found)
        shutil.copy(source, folder / source.name)
        height, width = image.shape[:2]
        lines.append({"image": f"{name}/{source.name}", "width": width, "height": height, "dice": described})
    text = "\n".join(json.dumps(line) for line in lines) + "\n"
    (out / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return dice, taught


def _die(label: dict[str, Any], found: Found, *, top_only: bool) -> dict[str, Any]:
    x0, y0, x1, y1 = (float(v) for v in label["box"])
    inside = [
        i
        for i, (x, y) in enumerate(found.centres)
        if x0 <= x <= x1 and y0 <= y <= y1 and _fits(found, i, (x0, y0, x1, y1), top_only=top_only)
    ]
    corners = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
    best = max(inside, key=lambda i: found.scores[i], default=None)
    return {
        "face": f"pips-{label['face']}",
        "body": "",
        "top": corners if best is None else found.tops[best].tolist(),
        "box": found.boxes[best].tolist() if top_only and best is not None else [x0, y0, x1, y1],
        "visible": 0.0 if best is None else 1.0,
        "cocked": False,
        "box_known": not top_only,
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
    area = 4 * abs(float(np.linalg.det(found.matrices[i])))
    labelled = (box[2] - box[0]) * (box[3] - box[1])
    return 0.8 < area / labelled < 30 if top_only else 0.2 < area / labelled < 1.2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--top-only", nargs="*", default=["webcam"], help="collections whose boxes hold only the pips")
    parser.add_argument("--out", type=Path, required=True, help="frames to teach with")
    parser.add_argument("--check", type=Path, required=True, help="frames to settle confidence with")
    args = parser.parse_args()
    locator = Locator(load("locator"), threshold=DOUBTFUL)
    for labels in args.labels:
        if labels.parent.name == "test":
            raise SystemExit("Test photographs are for measuring only.")
        collection = labels.parent.parent.name
        dice, taught = prepare(labels, args.out, args.check, locator, top_only=collection in args.top_only)
        print(f"{collection}: {taught} of {dice} dice found")


if __name__ == "__main__":
    main()
