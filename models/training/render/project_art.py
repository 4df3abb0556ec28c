"""The project's own art as a source of prints for scenes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.training.art.clutter import sample_clutter
from models.training.art.designs import sample_design
from models.training.art.pictured import pictured_print, pictured_table
from models.training.art.surfaces import sample_surface
from models.training.render.sources import Sheet
from models.training.render.types import DieDesign

PICTURED_TABLES, PICTURED_PRINTS = 0.4, 0.25
"""Share of tables, and of what lies about, that are photographed where photographs are given."""


@dataclass(frozen=True, slots=True)
class ProjectArt:
    """The project's own art; `held_out` uses the icons and fonts that training never sees."""

    held_out: bool = False
    surfaces: Path | None = None
    """Folder of photographed surfaces: some tables and prints are of these."""

    def design(self, rng: np.random.Generator, kind: str | None) -> DieDesign:
        return sample_design(rng, kind, self.held_out)

    def table(self, rng: np.random.Generator) -> Sheet:
        if self.surfaces is not None and rng.random() < PICTURED_TABLES:
            return pictured_table(rng, self.surfaces)
        surface = sample_surface(rng, held_out=self.held_out)
        return Sheet(surface.image, surface.millimetres, surface.gloss)

    def flat(self, rng: np.random.Generator) -> Sheet:
        if self.surfaces is not None and rng.random() < PICTURED_PRINTS:
            return pictured_print(rng, self.surfaces)
        thing = sample_clutter(rng, held_out=self.held_out)
        return Sheet(thing.image, thing.width, thing.gloss, thing.thickness)
