"""How far the reading can be trusted: `python -m models.training.report kits KIT=FOLDER… --out DIR`.

`kits` reads labelled frames kit by kit and prints a table, per die and per whole throw, with confusion matrices and a
page of mistakes as pictures; `conditions` says how size, view, light, blur and noise tell on it.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.training import charts
from models.training.evaluate import SEEN, Tally, belonging, frames, judge, plain
from vision.crops import Image, cut
from vision.gallery import Gallery
from vision.kits import Kit, kit
from vision.quads import affine_of
from vision.reading import DiceEye, Reading
from vision.teaching import Lesson

WORST = 32
"""Mistakes on a page."""


@dataclass(slots=True)
class Findings:
    """What came of the frames of a kit."""

    tally: Tally = field(default_factory=Tally)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[tuple[float, Image, str, str]] = field(default_factory=list)


def study(eye: DiceEye, chosen: Kit, folder: Path, gallery: Gallery | None, findings: Findings) -> None:
    """Read the frames of a folder and note what became of each die."""
    known = {face for die in chosen.dice for face in die.faces}
    for path, data in frames(folder):
        frame = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        reading = eye.read(frame, chosen, gallery)
        judge(reading, data, known, path.name, findings.tally)
        for label in data["dice"]:
            _note(frame, label, reading, known, findings)


def _note(frame: Image, label: dict[str, Any], reading: Reading, known: set[str], findings: Findings) -> None:
    truth = plain(label["face"])
    if label["cocked"] or label["visible"] < SEEN or truth not in known:
        return
    die = belonging(label, reading.dice)
    read = "missed" if die is None or die.face is None else die.face if die.sure else "unsure"
    findings.pairs[truth, read] += 1
    if read != truth:
        guess = read if die is None or die.sure else f"{die.face}?"
        centres, matrices = affine_of([label["top"]])
        face = np.asarray(cut(frame, centres, matrices, 96, 1.6)[0], np.uint8)  # with some of what is around it
        findings.wrong.append((0.0 if die is None else die.confidence, face, truth, guess))


def taught(eye: DiceEye, chosen: Kit, shots: Path) -> Gallery:
    """The gallery after one picture of each face."""
    lesson = Lesson.empty(chosen)
    for path, data in frames(shots):
        frame = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        found, looks = eye.see(frame)
        for label in data["dice"]:
            centre = np.mean(label["top"], axis=0)
            reach = float(np.abs(np.array(label["top"]) - centre).max())
            away = [float(np.hypot(*(c - centre))) for c in found.centres]
            if away and min(away) < 0.8 * reach:
                lesson = lesson.add(label["body"], plain(label["face"]), looks.faces[int(np.argmin(away))])
    return lesson.gallery(chosen, eye.reader)


def report_kits(places: list[str], out: Path) -> None:
    """`KIT=FOLDER`: a folder of frames read as the kit ships, or one of editions, each taught first and then read."""
    eye = DiceEye()
    out.mkdir(parents=True, exist_ok=True)
    for place in places:
        kit_id, _, name = place.partition("=")
        chosen, folder, findings = kit(kit_id), Path(name), Findings()
        editions = sorted(folder.glob("edition-*"))
        for edition in editions:
            study(eye, chosen, edition / "scenes", taught(eye, chosen, edition / "shots"), findings)
        if not editions:
            study(eye, chosen, folder, None, findings)
        print(f"{kit_id:<14}{'taught' if editions else 'shipped':<8}{findings.tally}", flush=True)
        stem = f"{kit_id}-taught" if editions else kit_id
        cv2.imwrite(str(out / f"confusion-{stem}.png"), charts.confusion(findings.pairs, stem))
        worst = sorted(findings.wrong, key=lambda row: -row[0])[:WORST]
        if worst:
            page = charts.mistakes([row[1:] for row in worst], f"{stem}: the worst mistakes")
            cv2.imwrite(str(out / f"mistakes-{stem}.png"), page)


CONDITIONS: dict[str, Callable[[Image, np.random.Generator], Image]] = {
    "as it is": lambda image, rng: image,
    "blur 1 px": lambda image, rng: np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.uint8),
    "blur 2 px": lambda image, rng: np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0), np.uint8),
    "noise 10": lambda image, rng: _noisy(image, rng, 10),
    "noise 25": lambda image, rng: _noisy(image, rng, 25),
    "half the light": lambda image, rng: _lit(image, (0.73, 0.73, 0.73)),  # 0.5 ** (1 / 2.2)
    "a fifth of the light": lambda image, rng: _lit(image, (0.48, 0.48, 0.48)),
    "twice the light": lambda image, rng: _lit(image, (1.37, 1.37, 1.37)),
    "bulb, 2700 K": lambda image, rng: _lit(image, (0.62, 0.86, 1.05)),
    "shade, 7500 K": lambda image, rng: _lit(image, (1.08, 0.97, 0.86)),
    "JPEG quality 25": lambda image, rng: _packed(image, 25),
}


def _noisy(image: Image, rng: np.random.Generator, sigma: float) -> Image:
    return np.clip(image + rng.normal(0, sigma, image.shape), 0, 255).astype(np.uint8)


def _lit(image: Image, gain: tuple[float, float, float]) -> Image:
    return np.clip(image * np.array(gain), 0, 255).astype(np.uint8)


def _packed(image: Image, quality: int) -> Image:
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def report_conditions(folder: Path, most: int) -> None:
    """Plain dice: by size, view and number as they come, and the same frames under worse conditions."""
    eye, chosen = DiceEye(), kit("pips")
    known = {face for die in chosen.dice for face in die.faces}
    groups: dict[str, Tally] = defaultdict(Tally)
    rng = np.random.default_rng(1)
    for i, (path, data) in enumerate(frames(folder)):
        if i >= most:
            break
        image = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        for name, change in CONDITIONS.items():
            reading = eye.read(change(image, rng), chosen)
            judge(reading, data, known, path.name, groups[f"9 {name}"])
            if name == "as it is":
                for group, part in _split(data):
                    judge(reading, part, known, path.name, groups[group])
    for group in sorted(groups):
        n = groups[group].counts
        shares = "  ".join(
            f"{kind} {n[kind] / max(1, n['dice']):7.2%}" for kind in ("found", "right", "unsure", "wrong")
        )
        print(f"{group[2:]:<26}{n['dice']:>6} dice  {shares}")


def _split(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The labels of a frame by what may make a die hard to read."""
    elevation = float(data.get("info", {}).get("elevation", 90))
    bands = {75: "1 view 75-90°", 60: "1 view 60-75°", 45: "1 view 45-60°", -90: "1 view under 45°"}
    yield next(words for least, words in bands.items() if elevation >= least), data
    n = len(data["dice"])
    yield ("2 dice 1-4" if n < 5 else "2 dice 5-9" if n < 10 else "2 dice 10-20"), data
    by_size: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for die in data["dice"]:
        side = 2 * float(np.sqrt(abs(np.linalg.det(affine_of([die["top"]])[1][0]))))
        words = "under 24 px" if side < 24 else "24-40 px" if side < 40 else "40-80 px" if side < 80 else "over 80 px"
        by_size[f"3 face {words}"].append(die)
    for words, dice in by_size.items():
        yield words, {**data, "dice": dice}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("kits", "conditions"))
    parser.add_argument("places", nargs="+", help="kits: KIT=FOLDER…; conditions: a folder")
    parser.add_argument("--out", type=Path, default=Path("build/report"))
    parser.add_argument("--most", type=int, default=200, help="conditions: frames")
    args = parser.parse_args()
    if args.what == "kits":
        report_kits(args.places, args.out)
    else:
        report_conditions(Path(args.places[0]), args.most)


if __name__ == "__main__":
    main()
