"""Training pictures on disk: folders of frames with one line of labels each, every picture from its own seed.

`shard-00003/0000612.jpg` is described by a line of `shard-00003.jsonl`. A run that was stopped goes on where it stood.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.training.render.picture import render
from models.training.render.sampler import sample_scene
from models.training.render.sources import Art
from models.training.render.stage import LEANING
from models.training.render.types import DieLabel, Image, Picture

SHARD = 100
"""Pictures in a shard."""
_QUALITY = 95


@dataclass(frozen=True, slots=True)
class Order:
    """Which pictures are wanted, and where."""

    out: Path
    count: int
    seed: int
    art: Art
    long_side: int | None = None
    kind: str | None = None
    """Of all dice; mixed as they come otherwise."""
    leaning: float = LEANING
    """Share of dice that lean on something."""
    dice: int | None = None
    """In each picture; as they come otherwise."""


def make_picture(order: Order, index: int) -> Picture:
    """Picture number `index` of an order; the same numbers always give the same picture."""
    rng = np.random.default_rng(np.random.SeedSequence(order.seed, spawn_key=(index,)))
    scene = sample_scene(
        rng, order.art, count=order.dice, long_side=order.long_side, kind=order.kind, leaning=order.leaning
    )
    return render(scene, rng)


def described(picture: Picture, name: str, seed: int, index: int) -> dict[str, Any]:
    height, width = picture.image.shape[:2]
    dice = []
    for label in picture.dice:
        one = asdict(label)
        one["top"] = [[round(x, 2), round(y, 2)] for x, y in label.top]
        one["box"] = [round(v, 2) for v in label.box]
        dice.append(one)
    return {
        "image": name,
        "width": width,
        "height": height,
        "seed": [seed, index],
        "illuminant": [round(v, 4) for v in picture.illuminant],
        "info": picture.info,
        "dice": dice,
    }


def label_of(one: dict[str, Any]) -> DieLabel:
    """A label as read back from its line."""
    return DieLabel(
        face=one["face"],
        body=one["body"],
        kind=one["kind"],
        top=tuple((float(x), float(y)) for x, y in one["top"]),
        box=(one["box"][0], one["box"][1], one["box"][2], one["box"][3]),
        visible=one["visible"],
        cocked=one["cocked"],
        in_frame=one["in_frame"],
        contrast=one["contrast"],
    )


def _write_shard(order: Order, number: int) -> int:
    """Write what is missing of a shard; returns how many pictures were made."""
    cv2.setNumThreads(1)
    folder = order.out / f"shard-{number:05d}"
    folder.mkdir(parents=True, exist_ok=True)
    listing = order.out / f"shard-{number:05d}.jsonl"
    known = {line["seed"][1] for line in _lines(listing)}
    made = 0
    with listing.open("a", encoding="utf-8") as lines:
        for index in range(number * SHARD, min((number + 1) * SHARD, order.count)):
            if index in known:
                continue
            picture = make_picture(order, index)
            name = f"{folder.name}/{index:07d}.jpg"
            cv2.imwrite(str(order.out / name), picture.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            # The line comes after the picture: a picture without a line is made again, never the other way round.
            lines.write(json.dumps(described(picture, name, order.seed, index)) + "\n")
            lines.flush()
            made += 1
    return made


def _lines(listing: Path) -> Iterator[dict[str, Any]]:
    if not listing.exists():
        return
    text = listing.read_text(encoding="utf-8")
    if text and not text.endswith("\n"):  # cut off in the middle of a line
        text = text[: text.rfind("\n") + 1]
        listing.write_text(text, encoding="utf-8")
    for line in text.splitlines():
        yield json.loads(line)


def write(order: Order, jobs: int = 1) -> int:
    """Write all shards of an order; returns how many pictures were made now."""
    shards = range(-(-order.count // SHARD))
    made = 0
    if jobs <= 1:
        for number in shards:
            made += _write_shard(order, number)
            print(f"shard {number + 1} of {len(shards)}", flush=True)
        return made
    with ProcessPoolExecutor(jobs) as pool:
        for number, count in zip(shards, pool.map(_write_shard, [order] * len(shards), shards), strict=True):
            made += count
            print(f"shard {number + 1} of {len(shards)}", flush=True)
    return made


def read(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every picture of a folder with its line of labels."""
    for listing in sorted(folder.glob("shard-*.jsonl")):
        for line in _lines(listing):
            yield folder / line["image"], line


def annotated(image: Image, labels: tuple[DieLabel, ...]) -> Image:
    """A picture with its labels drawn in: green lies flat, red is cocked, thin is mostly hidden."""
    drawn = image.copy()
    scale = max(image.shape[:2]) / 1280
    for label in labels:
        paint = (0, 0, 255) if label.cocked else (0, 220, 0)
        corners = np.round(np.array(label.top) * 8).astype(np.int32)
        cv2.polylines(drawn, [corners], True, paint, 2 if label.visible > 0.5 else 1, cv2.LINE_AA, 3)
        place = (int(label.box[0]), max(10, int(label.box[1]) - 3))
        cv2.putText(drawn, label.face, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5 * scale + 0.1, paint, 1, cv2.LINE_AA)
    return drawn


def sheet(order: Order, columns: int = 4, cell: tuple[int, int] = (480, 340), labels: bool = True) -> Image:
    """A contact sheet of an order's pictures."""
    rows = -(-order.count // columns)
    canvas = np.zeros((rows * cell[1], columns * cell[0], 3), np.uint8)
    for index in range(order.count):
        picture = make_picture(order, index)
        image = annotated(picture.image, picture.dice) if labels else picture.image
        share = min(cell[0] / image.shape[1], cell[1] / image.shape[0])
        size = (int(image.shape[1] * share), int(image.shape[0] * share))
        y, x = index // columns * cell[1], index % columns * cell[0]
        canvas[y : y + size[1], x : x + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return canvas
