"""What a long evening came to: its figures, and those that say that something is wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from tests.soak.course import READ_WRONGLY
from tests.soak.footprint import Footprint, grown

FLAT = 16
"""Megabytes that caches may still grow by once every game has been played."""
SEVERAL = 8
"""So many looks at the memory make a trend."""
NEVER = ("false throws", "judged otherwise than named", "nothing to say", READ_WRONGLY)
"""What may not happen of what is counted."""


@dataclass
class Found:
    """What an evening came to."""

    seconds: float = 0.0
    """Of table time, by the clock of the frames."""
    frames: int = 0
    games: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    replayed: int = 0
    """Games that were played again at the end from what the journal holds."""
    still_open: int = 0
    """Games that the journal would offer to go on with, though all were ended."""
    lost: int = 0
    """Entries that were acknowledged and are not in the journal as they were."""
    unacknowledged: int = 0
    """Entries that were kept just before a kill, which nobody could be told any more."""
    different: int = 0
    """Times that a game did not stand where the moves of its script lead."""
    throws: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    typed: int = 0
    happened: Counter[str] = field(default_factory=Counter)
    presses: Counter[str] = field(default_factory=Counter)
    notices: list[str] = field(default_factory=list)
    footprints: list[Footprint] = field(default_factory=list)
    warm: int | None = None
    """How many of them were taken before every game had been played."""

    @property
    def grown(self) -> Footprint:
        """Since the beginning; memory since every game had been played, as each fills caches of its own."""
        whole, warm = grown(self.footprints), self.footprints[self.warm :]
        several = self.warm is not None and len(warm) >= SEVERAL
        return replace(whole, megabytes=grown(warm).megabytes if several else 0.0)

    @property
    def faults(self) -> dict[str, int]:
        """What must never happen, by how often it did."""
        more = self.grown
        told = self.happened
        counts = {
            "lost": self.lost,
            "different": self.different,
            "games not ended": self.still_open,
            "notices of the journal": len(self.notices),
            **{what: told[what] for what in NEVER},
            "presses lost": self.presses["lost"],
            "presses out of order": self.presses["out of order"],
            "megabytes": round(more.megabytes) if more.megabytes > FLAT else 0,
            "handles": max(0, more.handles),
            "threads": max(0, more.threads),
        }
        return {what: n for what, n in counts.items() if n}
