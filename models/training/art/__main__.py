"""Contact sheets, to look at the art.

python -m models.training.art --sheet out.png --seed 1 --what designs
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from models.training.art.clutter import CLUTTER, sample_clutter
from models.training.art.colours import srgb_of_linear
from models.training.art.designs import BLITZ_COLOURS, HEROES, KINDS, sample_design
from models.training.art.forge_style import FORGE_LABELS
from models.training.art.project import project_face
from models.training.art.surfaces import KINDS as SURFACES
from models.training.art.surfaces import sample_surface
from models.training.render.types import DieDesign, Image

CELL = 128
GREY = 110


def flat_face(die: DieDesign, index: int) -> Image:
    """One face without light: body, ink, and a hint of the relief."""
    face = die.faces[index].print
    if die.skin is None:
        body = np.full((CELL, CELL, 3), srgb_of_linear(die.colour), np.float32)
    else:
        size = die.skin.shape[1]
        body = cv2.resize(die.skin[index * size : (index + 1) * size], (CELL, CELL)).astype(np.float32)
    alpha = face.marks[..., 3:].astype(np.float32) / 255
    lit = body * (1 - alpha) + face.marks[..., :3] * alpha + np.gradient(face.relief)[0][..., None] * 60
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def framed(image: Image, size: int) -> Image:
    """A picture with or without alpha, fitted into a square cell."""
    height, width = image.shape[:2]
    scale = (size - 6) / max(height, width)
    small = cv2.resize(image, (max(1, int(width * scale)), max(1, int(height * scale))), interpolation=cv2.INTER_AREA)
    cell = np.full((size, size, 3), GREY, np.float32)
    top, left = (size - small.shape[0]) // 2, (size - small.shape[1]) // 2
    part = cell[top : top + small.shape[0], left : left + small.shape[1]]
    alpha = small[..., 3:].astype(np.float32) / 255 if small.shape[2] == 4 else np.float32(1)
    part[:] = part * (1 - alpha) + small[..., :3] * alpha
    return np.asarray(cell, np.uint8)


def gridded(cells: list[Image], columns: int) -> Image:
    while len(cells) % columns:
        cells.append(np.full_like(cells[0], GREY))
    return np.vstack([np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)])


def designs_sheet(rng: np.random.Generator, kinds: list[str], each: int, held_out: bool) -> Image:
    dice = [sample_design(rng, kind, held_out) for kind in kinds for _ in range(each)]
    return gridded([np.hstack([framed(flat_face(die, i), CELL) for i in range(6)]) for die in dice], 2)


def surfaces_sheet(rng: np.random.Generator) -> Image:
    return gridded([framed(sample_surface(rng, kind).image, 220) for kind in SURFACES for _ in range(8)], 8)


def clutter_sheet(rng: np.random.Generator, held_out: bool) -> Image:
    return gridded([framed(sample_clutter(rng, kind, held_out).image, 180) for kind in CLUTTER for _ in range(10)], 10)


def project_sheet() -> Image:
    faces = [(f"pips-{n}", body) for body in ("red", "yellow") for n in range(1, 7)]
    faces += [(f"dot-{colour}", body) for body in ("white", "blue") for colour in BLITZ_COLOURS]
    faces += [(label, body) for body, labels in HEROES.items() for label in labels]
    faces += [(f"numeral-{n}", "white") for n in range(1, 6)] + [("axe", "white")]
    faces += [(label, "light") for label in FORGE_LABELS]
    return gridded([framed(project_face(label, body, 180), 192) for label, body in faces], 12)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.art", description="Draw contact sheets of the training art."
    )
    parser.add_argument("--sheet", type=Path, required=True, help="PNG file to write")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--what", choices=["designs", *KINDS, "surfaces", "clutter", "project"], default="designs")
    parser.add_argument("--held-out", action="store_true", help="art that training never sees")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    sheets: dict[str, Callable[[], Image]] = {
        "designs": lambda: designs_sheet(rng, list(KINDS), 2, options.held_out),
        "surfaces": lambda: surfaces_sheet(rng),
        "clutter": lambda: clutter_sheet(rng, options.held_out),
        "project": project_sheet,
    }
    sheet = (
        sheets[options.what]() if options.what in sheets else designs_sheet(rng, [options.what], 20, options.held_out)
    )
    cv2.imwrite(str(options.sheet), cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR))


if __name__ == "__main__":
    main()
