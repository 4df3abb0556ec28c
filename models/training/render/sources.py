"""Where a scene's prints come from: the project's own art, or anything with these three verbs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from models.training.render.types import DieDesign, Image


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A flat picture: RGB for a table, RGBA for a thing that lies on one; its real width, gloss and thickness."""

    image: Image
    millimetres: float
    gloss: float
    thickness: float = 0.2


class Art(Protocol):
    def design(self, rng: np.random.Generator, kind: str | None) -> DieDesign:
        """A die's design of a kind, or of any."""

    def table(self, rng: np.random.Generator) -> Sheet:
        """A table top; it may be repeated mirrored."""

    def flat(self, rng: np.random.Generator) -> Sheet:
        """A card, token, score sheet or the like."""
