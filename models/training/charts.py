"""Pictures of how well dice are read: a reliability diagram, confusion matrices, a page of mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
PAPER, INK, PALE, RIGHT, WRONG = (250, 250, 250), (45, 40, 38), (225, 222, 220), (118, 150, 52), (60, 60, 205)  # BGR
FONT = cv2.FONT_HERSHEY_SIMPLEX


def paper(width: int, height: int) -> Image:
    return np.full((height, width, 3), PAPER, np.uint8)


def write(image: Image, words: str, at: tuple[int, int], size: float = 0.5, bold: bool = False) -> None:
    """Words with their lower left corner at a place."""
    cv2.putText(image, words, at, FONT, size, INK, 2 if bold else 1, cv2.LINE_AA)


def write_centred(image: Image, words: str, at: tuple[int, int], size: float = 0.5) -> None:
    (width, height), _ = cv2.getTextSize(words, FONT, size, 1)
    write(image, words, (at[0] - width // 2, at[1] + height // 2), size)


def reliability(bins: Sequence[tuple[float, float, int]], sure: float, title: str) -> Image:
    """What was said against what was so: a point a bin, as large as it has dice; the line is where both agree."""
    side, left, top = 460, 70, 60
    image = paper(left + side + 40, top + side + 70)
    write(image, title, (left, 34), 0.62, bold=True)
    for k in range(0, 11, 2):
        x, y = left + side * k // 10, top + side - side * k // 10
        cv2.line(image, (x, top), (x, top + side), PALE, 1)
        cv2.line(image, (left, y), (left + side, y), PALE, 1)
        write_centred(image, f"{k / 10:.1f}", (x, top + side + 18), 0.42)
        write_centred(image, f"{k / 10:.1f}", (left - 26, y), 0.42)
    cv2.line(image, (left, top + side), (left + side, top), INK, 1, cv2.LINE_AA)
    x = left + round(side * sure)
    cv2.line(image, (x, top), (x, top + side), WRONG, 1, cv2.LINE_AA)
    write(image, f"sure from {sure:.2f}", (max(left, x - 120), top + side - 10), 0.42)
    points = [(left + round(side * said), top + side - round(side * so), n) for said, so, n in bins]
    for (x, y, n), after in zip(points, [*points[1:], points[-1]], strict=True):
        cv2.line(image, (x, y), after[:2], RIGHT, 2, cv2.LINE_AA)
        cv2.circle(image, (x, y), 3 + round(2 * np.log10(n)), RIGHT, cv2.FILLED, cv2.LINE_AA)
    write_centred(image, "confidence said", (left + side // 2, top + side + 48), 0.5)
    write(image, "share right", (8, top - 12), 0.5)
    return image


def confusion(pairs: Counter[tuple[str, str]], title: str, cell: int = 34) -> Image:
    """Rows are what lay there, columns what was read; the figures of a row are in percent of it."""
    names = sorted({name for pair in pairs for name in pair}, key=lambda name: (name == "unsure", name))
    rows = [name for name in names if any(truth == name for truth, _ in pairs)]
    widest = max(cv2.getTextSize(name, FONT, 0.42, 1)[0][0] for name in names)
    left, top = widest + 24, widest + 60
    image = paper(left + cell * len(names) + 20, top + cell * len(rows) + 20)
    write(image, title, (10, 28), 0.6, bold=True)
    for k, name in enumerate(names):
        label = paper(widest + 10, 20)
        write(label, name, (2, 15), 0.42)
        turned = np.rot90(label)
        y, x = top - turned.shape[0] - 4, left + k * cell + (cell - 20) // 2
        image[y : y + turned.shape[0], x : x + 20] = turned
    for r, truth in enumerate(rows):
        total = sum(n for (t, _), n in pairs.items() if t == truth)
        y = top + r * cell
        write(image, truth, (10, y + cell // 2 + 5), 0.42)
        for c, read in enumerate(names):
            share = pairs[truth, read] / total
            x = left + c * cell
            colour = RIGHT if truth == read else (150, 150, 150) if read == "unsure" else WRONG
            strength = share if truth == read else min(1.0, 6 * share)
            paint = tuple(int(p + (q - p) * strength) for p, q in zip(PAPER, colour, strict=True))
            cv2.rectangle(image, (x, y), (x + cell - 2, y + cell - 2), paint, cv2.FILLED)
            cv2.rectangle(image, (x, y), (x + cell - 2, y + cell - 2), PALE, 1)
            if share:
                write_centred(
                    image, f"{100 * share:.0f}" if share > 0.0095 else "<1", (x + cell // 2 - 1, y + cell // 2), 0.38
                )
    return image


def mistakes(shown: Sequence[tuple[Image, str, str]], title: str, columns: int = 8, side: int = 130) -> Image:
    """A page of faces that were misread, each with what lay there and what was read."""
    rows = -(-len(shown) // columns)
    image = paper(columns * (side + 12) + 12, 50 + rows * (side + 52))
    write(image, title, (12, 32), 0.6, bold=True)
    for k, (face, truth, read) in enumerate(shown):
        x, y = 12 + k % columns * (side + 12), 50 + k // columns * (side + 52)
        image[y : y + side, x : x + side] = cv2.resize(face, (side, side), interpolation=cv2.INTER_CUBIC)
        write(image, truth[:18], (x, y + side + 16), 0.42)
        write(image, f"read {read}"[:20], (x, y + side + 34), 0.42)
    return image
