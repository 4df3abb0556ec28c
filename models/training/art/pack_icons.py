"""Turn the npm package `@iconify-json/game-icons` into the compact outline file that `icons.py` reads.

    npm pack @iconify-json/game-icons && tar xzf iconify-json-game-icons-*.tgz
    python -m models.training.art.pack_icons package/icons.json

Curves become polygons on the icons' own 512 grid, good to about half a unit, and everything else is left away.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.icons import ICON_FILE, ICON_GRID

Point = complex
TOKEN = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


def commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each drawing command of an SVG path with its numbers, repeated commands written out."""
    for name, body in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        count = ARGUMENTS[name.lower()]
        if not count:
            yield name, []
            continue
        numbers = arc_numbers(body) if name in "aA" else [float(n) for _, n in TOKEN.findall(body)]
        for start in range(0, len(numbers), count):
            follow = {"m": "l", "M": "L"}.get(name, name) if start else name
            yield follow, numbers[start : start + count]


def arc_numbers(body: str) -> list[float]:
    """The two flags of an arc are single digits and may be written without a space after them."""
    numbers: list[float] = []
    position = 0
    while position < len(body):
        flag = len(numbers) % 7 in (3, 4)
        match = re.compile(r"[\s,]*([01])" if flag else r"[\s,]*(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)").match(
            body, position
        )
        if match is None:
            break
        numbers.append(float(match.group(1)))
        position = match.end()
    return numbers


def bezier(points: list[Point]) -> list[Point]:
    spread = sum(abs(b - a) for a, b in pairwise(points))
    steps = max(2, min(24, int(spread / 4) + 2))
    result: list[Point] = []
    for i in range(1, steps + 1):
        level, t = points, i / steps
        while len(level) > 1:
            level = [a + (b - a) * t for a, b in pairwise(level)]
        result.append(level[0])
    return result


def arc(start: Point, end: Point, rx: float, ry: float, turn: float, *, large: bool, sweep: bool) -> list[Point]:
    """SVG's endpoint form of an elliptic arc (SVG 1.1, appendix F.6.5), as points."""
    if rx == 0 or ry == 0 or start == end:
        return [end]
    rx, ry, phi = abs(rx), abs(ry), complex(math.cos(math.radians(turn)), math.sin(math.radians(turn)))
    half = (start - end) / 2 * phi.conjugate()
    scale = (half.real / rx) ** 2 + (half.imag / ry) ** 2
    if scale > 1:
        rx, ry, scale = rx * math.sqrt(scale), ry * math.sqrt(scale), 1.0
    root = math.sqrt(max(0.0, 1 / scale - 1)) * (-1 if large == sweep else 1)
    centre = complex(root * rx * half.imag / ry, -root * ry * half.real / rx)
    first = complex((half.real - centre.real) / rx, (half.imag - centre.imag) / ry)
    last = complex((-half.real - centre.real) / rx, (-half.imag - centre.imag) / ry)
    angle = math.atan2(first.imag, first.real)
    delta = math.atan2(last.imag, last.real) - angle
    if sweep and delta < 0:
        delta += 2 * math.pi
    elif not sweep and delta > 0:
        delta -= 2 * math.pi
    middle = centre * phi + (start + end) / 2
    steps = max(3, min(48, int(abs(delta) * max(rx, ry) / 4) + 2))
    return [
        middle + complex(rx * math.cos(angle + delta * i / steps), ry * math.sin(angle + delta * i / steps)) * phi
        for i in range(1, steps + 1)
    ]


def outlines(path: str) -> list[list[Point]]:
    result: list[list[Point]] = []
    line: list[Point] = []
    at = first = control = 0j
    previous = ""
    for name, n in commands(path):
        base = at if name.islower() else 0j
        kind = name.lower()
        if kind == "m":
            line = [first := (at := base + complex(n[0], n[1]))]
            result.append(line)
        elif kind == "z":
            at, line = first, [first]
            result.append(line)
        elif kind == "l":
            line.append(at := base + complex(n[0], n[1]))
        elif kind == "h":
            line.append(at := complex(base.real + n[0], at.imag))
        elif kind == "v":
            line.append(at := complex(at.real, base.imag + n[0]))
        elif kind in "cs":
            points = [base + complex(n[i], n[i + 1]) for i in range(0, len(n), 2)]
            if kind == "s":
                points.insert(0, 2 * at - control if previous in "cs" else at)
            line.extend(bezier([at, *points]))
            control, at = points[-2], points[-1]
        elif kind in "qt":
            end = base + complex(n[-2], n[-1])
            control = base + complex(n[0], n[1]) if kind == "q" else (2 * at - control if previous in "qt" else at)
            line.extend(bezier([at, control, end]))
            at = end
        elif kind == "a":
            end = base + complex(n[5], n[6])
            line.extend(arc(at, end, n[0], n[1], n[2], large=bool(n[3]), sweep=bool(n[4])))
            at = end
        previous = kind
    return [line for line in result if len(line) > 2]


def simplified(line: list[Point]) -> npt.NDArray[np.int16]:
    points = np.array([[p.real, p.imag] for p in line], np.float32)
    thin = cv2.approxPolyDP(points[:, None], 0.45, True)[:, 0]
    return np.clip(np.rint(thin), -64, ICON_GRID + 64).astype(np.int16)


def pack(source: Path, target: Path) -> int:
    icons = json.loads(source.read_text(encoding="utf-8"))["icons"]
    names, icon_lengths, line_lengths, deltas = [], [], [], []
    for name, icon in sorted(icons.items()):
        if icon.get("hidden"):
            continue
        path = "".join(re.findall(r' d="([^"]*)"', icon["body"]))
        polygons = [
            p
            for p in map(simplified, outlines(path))
            if len(p) > 2 and abs(cv2.contourArea(p[:, None].astype(np.int32))) > 2
        ]
        names.append(name)
        icon_lengths.append(len(polygons))
        for polygon in polygons:
            line_lengths.append(len(polygon))
            deltas.append(np.diff(polygon, axis=0, prepend=np.zeros((1, 2), np.int16)))
    flat = np.concatenate(deltas)
    np.savez_compressed(
        target,
        names=np.array("\n".join(names)),
        icon_lengths=np.array(icon_lengths, np.uint16),
        line_lengths=np.array(line_lengths, np.uint16),
        # Low and high bytes apart, x and y apart: deflate then sees four calm streams in place of a noisy one.
        low=(flat & 255).astype(np.uint8).T.copy(),
        high=(flat >> 8).astype(np.int8).T.copy(),
    )
    return len(names)


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), ICON_FILE), "icons,", ICON_FILE.stat().st_size, "bytes")
