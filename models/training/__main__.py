"""The whole way to the networks that ship: `make train`, or `python -m models.training --work DIR [--photos DIR]`.

Every step leaves its result in the work folder and is passed over when it is there, and training itself resumes from
checkpoints: whatever stops the run, the same command goes on with it.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MODELS = Path(__file__).parents[1]
FRAMES, PIP_FRAMES, CHECK_FRAMES, FLAT_FACES = 12_000, 4_000, 200, 160_000
LOCATOR_STEPS, READER_STEPS = 20_000, 30_000
PHOTO_STEPS = 2_500
PHOTO_RATE = 1e-3
LEANING, LEANING_FRAMES = 0.5, 2_000
"""Frames in which half of all dice lean: on real tables too few do to learn from."""
DOUBTFUL_HEAT = 0.2
"""From where on a find of the locator is shown to the reader in training."""
CHECK_PHOTOS = "check-photos"
KITS = ("pips", "wuerfelblitz", "wuerfelhelden", "zwerge", "dice_forge")


@dataclass(frozen=True, slots=True)
class Plan:
    """Where to work, how much of everything, and what real pictures may help.

    Those are labelled photographs (none: renderings only), and a folder of surfaces for tables and prints (none: drawn
    ones).
    """

    work: Path
    share: float
    jobs: int
    photos: Path | None
    surfaces: Path | None

    def many(self, full: int) -> str:
        return str(max(8, round(full * self.share)))

    def run(self, module: str, *arguments: object) -> None:
        """One step in a process of its own."""
        words = [sys.executable, "-m", f"models.training.{module}", *map(str, arguments)]
        print("·", module, *arguments[:6], flush=True)
        subprocess.run(words, check=True)

    def once(self, mark: str, module: str, *arguments: object) -> None:
        """A step that is not done again once it is done."""
        done = self.work / f"{mark}.done"
        if not done.exists():
            self.run(module, *arguments)
            done.touch()


def draw(plan: Plan) -> None:
    """Frames and faces to learn from, and frames with other icons and fonts to choose thresholds on."""
    work = plan.work
    real = ("--surfaces", plan.surfaces) if plan.surfaces else ()
    how = (*real, "--jobs", plan.jobs)
    plan.once("frames", "render", "--out", work / "frames", "--count", plan.many(FRAMES), *how)
    plain = ("--count", plan.many(PIP_FRAMES), "--seed", 4, "--kind", "pips")
    plan.once("pips", "render", "--out", work / "pips", *plain, *how)
    often = ("--count", plan.many(LEANING_FRAMES), "--seed", 3, "--leaning", LEANING)
    plan.once("leaning", "render", "--out", work / "leaning", *often, *how)
    for kit in KITS:
        check = ("--out", work / f"check-{kit}", "--count", plan.many(CHECK_FRAMES), "--seed", 2, "--kind", kit)
        plan.once(f"check-{kit}", "render", *check, "--held-out", "--jobs", plan.jobs)
    plan.once("faces", "faces", "--frames", *drawn(work), "--out", work / "faces")
    plan.once("flat", "flat_faces", "--out", work / "flat", "--count", plan.many(FLAT_FACES))


def drawn(work: Path) -> tuple[Path, Path, Path]:
    """Folders of rendered frames to learn from: of everything, of plain dice, of dice that lean."""
    return work / "frames", work / "pips", work / "leaning"


def learn(plan: Plan) -> None:
    """Both networks from renderings alone."""
    work = plan.work
    steps = ("--steps", plan.many(LOCATOR_STEPS))
    frames = ("--frames", *drawn(work), "--weights", 0.58, 0.25, 0.17)
    plan.once("locator", "train_locator", *frames, "--out", work / "locator.pt", *steps)
    faces, steps = (work / "faces", work / "flat"), ("--steps", plan.many(READER_STEPS))
    plan.once("reader", "train_reader", "--faces", *faces, "--out", work / "reader.pt", *steps)
    plan.run("export", "--locator", work / "locator.pt", "--reader", work / "reader.pt", "--out", MODELS)


def learn_from_photos(plan: Plan, photos: Path) -> None:
    """A little more for both, with the training halves of the photographs mixed in."""
    work = plan.work
    labels = sorted(photos.glob("*/train/labels.json"))
    plan.once("photos", "photos", *labels, "--out", work / "photos", "--check", work / CHECK_PHOTOS)
    slow = ("--steps", plan.many(PHOTO_STEPS), "--rate", PHOTO_RATE)
    frames = ("--frames", *drawn(work), work / "photos", "--weights", 0.42, 0.2, 0.12, 0.26)
    out = ("--out", work / "locator-photos.pt", "--start", work / "locator.pt")
    plan.once("locator-photos", "train_locator", *frames, *out, *slow)
    plan.run("export", "--locator", work / "locator-photos.pt", "--out", MODELS)
    plan.once("photo-faces", "faces", "--frames", work / "photos", "--out", work / "photo-faces")
    # the reader learns to live with the locator's errors, and that some of what it finds is no face
    found = ("--as-found", DOUBTFUL_HEAT)
    plan.once("photo-found", "faces", "--frames", work / "photos", "--out", work / "photo-found", *found)
    plan.once("found", "faces", "--frames", work / "frames", work / "pips", "--out", work / "found", *found)
    shutil.copy(work / "reader.json", work / "reader-photos.json")
    names = ("faces", "flat", "found", "photo-faces", "photo-found")
    faces = ("--faces", *(work / name for name in names))
    out = ("--out", work / "reader-photos.pt", "--start", work / "reader.pt")
    plan.once("reader-photos", "train_reader", *faces, *out, *slow)
    both = ("--locator", work / "locator-photos.pt", "--reader", work / "reader-photos.pt")
    plan.run("export", *both, "--out", MODELS)


def learn_stance(plan: Plan) -> None:
    """What tells leaning dice from flat ones, from how the locator outlines both."""
    work = plan.work
    flat = ("--flat", work / "photos") if plan.photos else ()
    plan.run("train_stance", "--frames", work / "leaning", work / "frames", *flat, "--out", MODELS)


def settle_confidence(plan: Plan) -> None:
    """The curve and threshold of confidence, from frames that trained nothing."""
    work = plan.work
    name = "reader-photos.pt" if plan.photos else "reader.pt"
    checked = [f"{kit}={work / f'check-{kit}'}" for kit in KITS]
    checked += [f"pips={work / CHECK_PHOTOS}"] if plan.photos else []
    picture = MODELS / "pictures" / "reliability.png"
    plan.run("calibrate", *checked, "--out", work / "confidence.json", "--picture", picture)
    plan.run("export", "--reader", work / name, "--confidence", work / "confidence.json", "--out", MODELS)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.training", description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder for pictures and checkpoints (about 20 GB)")
    parser.add_argument("--photos", type=Path, help="labelled photographs: NAME/train/labels.json and pictures")
    parser.add_argument("--surfaces", type=Path, help="folder of pictures of wood, cloth, stone, anything but dice")
    parser.add_argument("--share", type=float, default=1.0, help="of all pictures and steps, to try things out")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    plan = Plan(args.work, args.share, args.jobs, args.photos, args.surfaces)
    draw(plan)
    learn(plan)
    if plan.photos:
        learn_from_photos(plan, plan.photos)
    learn_stance(plan)
    settle_confidence(plan)


if __name__ == "__main__":
    main()
