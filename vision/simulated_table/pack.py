"""`python -m vision.simulated_table.pack`: draws the faces of the five games once; nobody needs fonts to play."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

import models
from models.training.art.forge_style import FORGE_LABELS
from models.training.art.project import BODIES, project_art
from vision.crops import Image
from vision.kits import kit, kit_ids
from vision.simulated_table.faces import FILE, SIDE, look_of

PLAIN = ("white", "red", "black", "blue", "green", "yellow", "orange")


def wanted() -> list[tuple[str, str]]:
    """Every look of a face on every body of the kits; Dice Forge faces look the same on each."""
    pairs = {(f"pips-{n}", body) for n in range(1, 7) for body in PLAIN}
    for name in kit_ids():
        for die in kit(name).dice:
            for face in die.faces:
                label = look_of(face, numerals=name == "zwerge")
                pairs.add((label, "" if label in FORGE_LABELS else die.body if die.body in BODIES else "white"))
    return sorted(pairs)


def drawn(label: str, body: str) -> Image:
    marks = project_art(label, body or "light").marks
    return np.asarray(cv2.resize(marks, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def main() -> None:
    pairs = wanted()
    path = Path(models.__path__[0]) / FILE
    np.savez_compressed(
        path,
        names=np.array([f"{label}@{body}" for label, body in pairs]),
        marks=np.stack([drawn(label, body) for label, body in pairs]),
        bodies=np.array(list(BODIES)),
        colours=np.array(list(BODIES.values()), np.uint8),
    )
    print(f"{path.name}: {len(pairs)} faces, {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
