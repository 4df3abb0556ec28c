"""The drawn faces that the simulated dice wear: small pictures that ship, so neither fonts nor Pillow are needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.crops import Image
from vision.networks import FOLDER, BadModel
from vision.quads import Array

FILE = "drawn_faces.npz"
SIDE = 80
REACH = 0.84
"""How far from the middle of a face towards its edge the print reaches."""
BORDER = SIDE // 8


@dataclass(frozen=True, slots=True)
class SimDie:
    """A die of the simulated table: its body, the face that comes up, and the five others."""

    body: str
    face: str
    others: tuple[str, ...] = ()


def look_of(face: str, *, numerals: bool) -> str:
    """How a face is drawn: plain values are pips on most dice, numerals on some."""
    return f"{'numeral' if numerals else 'pips'}-{face}" if face.isdigit() else face


@cache
def _pictures() -> tuple[dict[str, Image], dict[str, tuple[int, ...]]]:
    try:
        with (FOLDER / FILE).open("rb") as file, np.load(file, allow_pickle=False) as data:
            names, marks = [str(name) for name in data["names"]], data["marks"]
            bodies = {str(b): tuple(int(v) for v in c) for b, c in zip(data["bodies"], data["colours"], strict=True)}
    except (OSError, KeyError, ValueError):
        raise BadModel("The drawn faces are missing or damaged; install Würfelauge again.") from None
    return dict(zip(names, marks, strict=True)), bodies


def body_colour(body: str) -> tuple[int, ...]:
    """Red, green, blue."""
    bodies = _pictures()[1]
    return bodies.get(body, bodies["white"])


def print_of(body: str, look: str) -> Image | None:
    """The print (RGBA) of a face; None if nobody drew it, then the face is blank."""
    pictures = _pictures()[0]
    return next((pictures[key] for key in (f"{look}@{body}", f"{look}@", f"{look}@white") if key in pictures), None)


@cache
def atlas(die: SimDie, numerals: bool) -> Array:
    """The six faces of a die side by side (SIDE, 6·SIDE, 3), BGR, the one that comes up first."""
    base = np.array(body_colour(die.body)[::-1], np.float32)
    others = [face for face in die.others if face != die.face] or [die.face]
    tiles = []
    for i in range(6):
        face = die.face if i == 0 else others[(i - 1) % len(others)]
        tile = np.tile(base, (SIDE, SIDE, 1))
        marks = print_of(die.body, look_of(face, numerals=numerals))
        if marks is not None:
            inner = round(SIDE * REACH)
            small = cv2.resize(marks, (inner, inner), interpolation=cv2.INTER_AREA).astype(np.float32)
            at = (SIDE - inner) // 2
            alpha = small[..., 3:] / 255
            window = tile[at : at + inner, at : at + inner]
            window[:] = window * (1 - alpha) + small[..., 2::-1] * alpha
        tiles.append(tile)
    return np.concatenate(tiles, axis=1).astype(np.float32)
