"""Dice laid out by hand for tests: readings as the networks would give them."""

from __future__ import annotations

from vision.reading import DieRead, Reading

SIDE = 50.0


def die(spec: str, x: float, y: float = 300, *, sure: bool = True, leaning: bool = False) -> DieRead:
    """`white:coin` with the middle of its top face at x, y."""
    body, _, face = spec.partition(":")
    h = SIDE / 2
    top = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
    box = (x - h - 4, y - h, x + h + 4, y + h + 20)
    return DieRead(body, None if leaning else face, 0.99 if sure else 0.5, sure and not leaning, top, box, leaning)


def row(*specs: str, x: float = 200, gap: float = 120) -> tuple[DieRead, ...]:
    """Dice side by side; `white:coin?` is in doubt, `white:coin/` leans."""
    return tuple(
        die(spec.rstrip("?/"), x + i * gap, sure="?" not in spec, leaning="/" in spec) for i, spec in enumerate(specs)
    )


def reading(*dice: DieRead) -> Reading:
    return Reading(tuple(dice), {})
