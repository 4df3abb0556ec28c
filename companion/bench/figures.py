"""What a benchmark tells: figures with their goals, and the one table that all parts are printed in."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from companion.rules import Told

HEADS = ("part", "what", "measured", "goal", "× goal", "more")
NUMERIC = (2, 3, 4)


class CannotMeasure(Told):
    """A part cannot be measured here; `text` is one sentence that says what is missing."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table."""

    part: str
    what: str
    value: float
    unit: str
    goal: float | None = None
    better: Literal["less", "more"] = "less"
    more: str = ""
    """What else belongs to it: a yardstick, or how often it was measured."""

    @property
    def ratio(self) -> float | None:
        """How many times as good as its goal: from 1 on the goal is reached."""
        if self.goal is None:
            return None
        return self.goal / max(self.value, 1e-9) if self.better == "less" else self.value / self.goal

    @property
    def missed(self) -> bool:
        return self.ratio is not None and self.ratio < 1

    def cells(self) -> tuple[str, ...]:
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}" + ("  ✗" if self.missed else "")
        goal = "" if self.goal is None else ("≤ " if self.better == "less" else "≥ ") + _number(self.goal, self.unit)
        return self.part, self.what, _number(self.value, self.unit), goal, ratio, self.more


def spread(part: str, what: str, values: Sequence[float], unit: str, goal: float | None = None) -> Iterator[Figure]:
    """A distribution: its middle and its 95 % are held against the goal, the longest is told."""
    ordered = sorted(values)
    often = f"of {len(ordered)}"
    yield Figure(part, f"{what}, median", statistics.median(ordered), unit, goal, more=often)
    yield Figure(part, f"{what}, 95 %", ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)], unit, goal)
    within = "" if goal is None else f"{sum(value <= goal for value in ordered) / len(ordered):.1%} within the goal"
    yield Figure(part, f"{what}, longest", ordered[-1], unit, more=within)


def _number(value: float, unit: str) -> str:
    places = 0 if abs(value) >= 100 or value == int(value) else 1 if abs(value) >= 10 else 2
    return f"{value:,.{places}f} {unit}".strip()


def as_text(figures: Iterable[Figure]) -> str:
    """Columns for a terminal."""
    rows = [HEADS, *(figure.cells() for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if column in NUMERIC else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def as_markdown(figures: Iterable[Figure]) -> str:
    """A table for a page."""
    rows = [HEADS, tuple("--:" if column in NUMERIC else "---" for column in range(len(HEADS)))]
    rows += [figure.cells() for figure in figures]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def as_json(figures: Iterable[Figure], machine: str) -> str:
    """Everything, for programs."""
    rows = [{**asdict(figure), "ratio": figure.ratio} for figure in figures]
    return json.dumps({"machine": machine, "figures": rows}, ensure_ascii=False, indent=1)


def from_json(text: str) -> list[Figure]:
    """What another process has measured."""
    rows = json.loads(text)["figures"]
    return [Figure(**{key: value for key, value in row.items() if key != "ratio"}) for row in rows]
