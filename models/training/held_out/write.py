"""Held-out pictures on disk, in the training renderer's format with the kit's id added. Stopped runs go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.training.held_out.assets import Assets
from models.training.held_out.editions import DieModel, Edition, sample_edition
from models.training.held_out.pictures import sample_lesson, shot_picture, throw_picture
from models.training.render.dataset import annotated, described, label_of, read
from models.training.render.types import Image, Picture

SCENES_A_LESSON = 5
_QUALITY = 95


def _rng(*numbers: int | str) -> np.random.Generator:
    return np.random.default_rng([int.from_bytes(str(number).encode(), "big") % (1 << 63) for number in numbers])


def _known(listing: Path) -> set[int]:
    """Numbers of the pictures that are there; a line cut off in the middle is dropped."""
    if not listing.exists():
        return set()
    whole = [line for line in listing.read_text(encoding="utf-8").splitlines(keepends=True) if line.endswith("\n")]
    listing.write_text("".join(whole), encoding="utf-8")
    return {int(json.loads(line)["seed"][1]) for line in whole}


def write(folder: Path, kit: str, seed: int, count: int, make: Callable[[int], Picture]) -> int:
    """Write what is missing of a folder's one shard; returns how many pictures were made now."""
    shard = folder / "shard-00000"
    shard.mkdir(parents=True, exist_ok=True)
    listing = folder / "shard-00000.jsonl"
    known = _known(listing)
    made = 0
    with listing.open("a", encoding="utf-8") as lines:
        for index in range(count):
            if index in known:
                continue
            picture = make(index)
            name = f"{shard.name}/{index:07d}.jpg"
            cv2.imwrite(str(folder / name), picture.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            # The line comes after the picture: a picture without a line is made again, never the other way round.
            line: dict[str, Any] = {"kit": kit, **described(picture, name, seed, index)}
            lines.write(json.dumps(line) + "\n")
            lines.flush()
            made += 1
    return made


def write_throws(out: Path, kit: str, count: int, seed: int, assets: Assets) -> int:
    """Throws of a kit, every one of another edition."""

    def make(index: int) -> Picture:
        rng = _rng(seed, kit, index)
        return throw_picture(rng, sample_edition(rng, kit, assets), assets)

    return write(out, kit, seed, count, make)


def lessons(edition: Edition) -> Iterator[tuple[DieModel, str]]:
    """Every face that every die of an edition can show, once."""
    for die in edition.dice:
        for face in die.faces:
            yield die, face


def write_lesson(out: Path, kit: str, number: int, seed: int, assets: Assets) -> int:
    """One edition: a close picture of every face to learn from, and throws to read afterwards."""
    edition = sample_edition(_rng(seed, kit, "edition", number), kit, assets)
    shown = list(lessons(edition))
    lesson = sample_lesson(_rng(seed, kit, number, "lesson"), assets)

    def shot(index: int) -> Picture:
        return shot_picture(_rng(seed, kit, number, "shot", index), *shown[index], lesson)

    def scene(index: int) -> Picture:
        return throw_picture(_rng(seed, kit, number, "scene", index), edition, assets)

    made = write(out / "shots", kit, seed, len(shown), shot)
    made += write(out / "scenes", kit, seed, SCENES_A_LESSON, scene)
    # `wuerfelauge teach --labels` reads one list.
    pictures = [line for _, line in read(out / "shots")]
    (out / "shots" / "labels.json").write_text(json.dumps(pictures), encoding="utf-8")
    return made


def sheet(folder: Path, count: int, columns: int = 4, cell: tuple[int, int] = (480, 300), marked: bool = True) -> Image:
    """A contact sheet of a folder's first pictures."""
    rows = -(-count // columns)
    canvas = np.zeros((rows * cell[1], columns * cell[0], 3), np.uint8)
    for place, (path, line) in zip(range(count), read(folder), strict=False):
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        if marked:
            image = annotated(image, tuple(label_of(die) for die in line["dice"]))
        share = min(cell[0] / image.shape[1], cell[1] / image.shape[0])
        size = (int(image.shape[1] * share), int(image.shape[0] * share))
        y, x = place // columns * cell[1], place % columns * cell[0]
        canvas[y : y + size[1], x : x + size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return canvas
