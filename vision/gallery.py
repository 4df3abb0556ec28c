"""The gallery: what each face of a kit looks like, as it ships or as a table has taught it."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np

from vision.kits import Kit
from vision.networks import shipped_file
from vision.quads import Array

NOTHING = "nothing"
"""The gallery's picture of no face at all: a table, the side of a die."""


@dataclass(frozen=True, slots=True)
class Gallery:
    """Vectors of faces: `names[i]` is the face that row i shows, of a die of body `bodies[i]` (or of any, if empty)."""

    names: tuple[str, ...]
    bodies: tuple[str, ...]
    vectors: Array

    def __len__(self) -> int:
        return len(self.names)


def looks_like(face: str) -> tuple[str, ...]:
    """The drawn classes a face of a kit may look like: a number may be pips or a numeral."""
    return (f"pips-{face}", f"numeral-{face}") if face.isdigit() else (face,)


def shipped(kit: Kit) -> Gallery:
    """The gallery drawn by this project, as far as it knows the kit's faces."""
    return _shipped(frozenset(face for die in kit.dice for face in die.faces))


@cache
def _shipped(faces: frozenset[str]) -> Gallery:
    labels, vectors = _drawn()
    rows = {label: i for i, label in enumerate(labels)}
    picked = [(face, rows[look]) for face in sorted(faces) for look in looks_like(face) if look in rows]
    picked += [(NOTHING, rows[NOTHING])] if NOTHING in rows else []
    names = tuple(face for face, _ in picked)
    return Gallery(names, ("",) * len(names), vectors[[row for _, row in picked]])


@cache
def _drawn() -> tuple[tuple[str, ...], Array]:
    with np.load(io.BytesIO(shipped_file("gallery")), allow_pickle=False) as data:
        return tuple(str(label) for label in data["labels"]), data["vectors"].astype(np.float32)


def together(galleries: Iterable[Gallery]) -> Gallery:
    """One gallery of several."""
    parts = list(galleries)
    return Gallery(
        tuple(name for part in parts for name in part.names),
        tuple(body for part in parts for body in part.bodies),
        np.concatenate([part.vectors for part in parts]),
    )
