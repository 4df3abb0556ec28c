"""Top faces for the reader: cut once from frames, with room around them, and disturbed anew each time they are used.

`python -m models.training.faces --frames DIR… --out DIR` writes shards of faces (`.npz`). With `--as-found` faces are
cut where the locator sees them, not where they are: the reader learns to live with its errors, and that a place where
the locator sees a die and none is shows no face.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import cut
from vision.locator import Locator
from vision.networks import load as load_network
from vision.quads import Array, affine_of, within

Image = npt.NDArray[np.uint8]
ROOM = 96
"""Pixels of a stored face: the reader's crop with enough around it to turn, shift and scale it."""
REACH = 1.7
NOTHING = "nothing"
"""What the reader should say of a crop that shows no top face: a table, a side of a die, half of one."""
DULLEST = 6
"""Spread of colours in a face below which nobody could read it."""
PER_SHARD = 4000
EXACT = np.array([0, 0, 1, 0, 0, 1], np.float32)
"""The place of a face that was cut where it lies: no shift, and the unit square upon itself."""
UNKNOWN = np.full(6, np.nan, np.float32)
"""The place of a face of which only a person's box is known."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A face as it is stored."""

    image: Image
    label: str
    body: str
    size: float
    """Half side in pixels of the frame it was cut from."""
    place: Array
    """Where the face lies in its cut: centre, then the matrix of its quad, in half sides of the cut's own (6)."""
    light: tuple[float, float] = (0.0, 0.0)
    """Logarithms of red and blue of the light, against green."""
    photographed: bool = False


@dataclass(slots=True)
class Faces:
    """Stored faces with what is known of each."""

    images: Image
    labels: list[str]
    bodies: list[str]
    lights: Array
    """Logarithms of red and blue of the light, against green."""
    places: Array
    photographed: npt.NDArray[np.bool_]


def readable(die: dict[str, Any]) -> bool:
    """Whether a person could read the face."""
    return (
        not die["cocked"]
        and die["visible"] > 0.85
        and die["face"] is not None
        and float(die.get("contrast", 255)) >= DULLEST
    )


def faces_as_found(image: Image, data: dict[str, Any], locator: Locator) -> Iterator[Kept]:
    """What the locator takes for top faces: the readable ones with their labels, and those that are none."""
    found = locator.find(image)
    crops = cut(image, found.centres, found.matrices, ROOM, REACH)
    sizes = np.sqrt(np.abs(np.linalg.det(found.matrices)))
    for centre, matrix, face, size in zip(found.centres, found.matrices, crops, sizes, strict=True):
        die = label_at(centre, data["dice"])
        if die is None:
            yield Kept(face, NOTHING, "", float(size), UNKNOWN)
        elif readable(die):
            place = within(centre, matrix, die["top"]) if "illuminant" in data else UNKNOWN
            yield Kept(face, die["face"], die["body"] or "", float(size), place)


def label_at(centre: Array, dice: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The labelled die whose top face lies around a place, the nearest."""
    near = []
    for k, die in enumerate(dice):
        top = np.array(die["top"], np.float32)
        away = float(np.hypot(*(centre - top.mean(axis=0))))
        if away < 0.8 * float(np.abs(top - top.mean(axis=0)).max()):
            near.append((away, k))
    return dice[min(near)[1]] if near else None


def faces_of(image: Image, data: dict[str, Any], rng: np.random.Generator) -> Iterator[Kept]:
    """The readable faces of a frame, and for every four of them one crop that shows none."""
    dice = data["dice"]
    clear = [die for die in dice if readable(die)]
    centres, matrices = affine_of([d["top"] for d in clear])
    place = EXACT if "illuminant" in data else UNKNOWN
    for die, face, matrix in zip(clear, cut(image, centres, matrices, ROOM, REACH), matrices, strict=True):
        yield Kept(face, die["face"], die["body"] or "", float(np.sqrt(abs(np.linalg.det(matrix)))), place)
    for _ in range(1 + len(clear) // 4):
        wrong = _wrong_place(dice, image.shape[1], image.shape[0], rng)
        if wrong is not None:
            centre, matrix = wrong
            size = float(np.sqrt(abs(np.linalg.det(matrix))))
            yield Kept(cut(image, centre[None], matrix[None], ROOM, REACH)[0], NOTHING, "", size, UNKNOWN)


def _wrong_place(
    dice: list[dict[str, Any]], width: int, height: int, rng: np.random.Generator
) -> tuple[Array, Array] | None:
    """Beside a die's top face (often on its side), or anywhere on the table, clear of every top face."""
    if dice:
        centres, matrices = affine_of([d["top"] for d in dice])
    else:
        centres = np.array([[width / 2, height / 2]], np.float32)
        half = rng.uniform(8, 60)
        matrices = np.array([[[half, 0], [0, half]]], np.float32)
    for _ in range(8):
        k = rng.integers(len(centres))
        matrix = matrices[k] * np.float32(np.exp(rng.normal(0, 0.2)))
        if dice and rng.random() < 0.6:
            angle = rng.uniform(0, 2 * np.pi)
            centre = centres[k] + matrix @ (rng.uniform(1.0, 1.9) * np.array([np.cos(angle), np.sin(angle)]))
        else:
            centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        away = [np.abs(np.linalg.solve(m, centre - c)).max() for c, m in zip(centres, matrices, strict=True)]
        if not dice or min(away) > 0.75:
            return centre.astype(np.float32), matrix.astype(np.float32)
    return None


def write(frames: Sequence[Path], out: Path, seed: int, locator: Locator | None = None) -> None:
    """Cut all faces of the frame folders into shards, as labelled or as the locator finds them."""
    out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(seed)
    kept: list[Kept] = []
    shard = 0
    for folder in frames:
        for index in sorted(folder.glob("*.jsonl")):
            for line in index.read_text(encoding="utf-8").splitlines():
                data = json.loads(line)
                image = cv2.imread(str(folder / data["image"]), cv2.IMREAD_COLOR)
                if image is None:
                    continue
                red, green, blue = data.get("illuminant", (1.0, 1.0, 1.0))
                light = float(np.log(red / green)), float(np.log(blue / green))
                photographed = "illuminant" not in data
                frame = np.asarray(image, np.uint8)
                cuts = faces_as_found(frame, data, locator) if locator else faces_of(frame, data, rng)
                kept += [replace(one, light=light, photographed=photographed) for one in cuts]
                if len(kept) >= PER_SHARD:
                    save(out / f"faces-{shard:04d}.npz", kept)
                    kept, shard = [], shard + 1
    if kept:
        save(out / f"faces-{shard:04d}.npz", kept)


def save(path: Path, kept: list[Kept]) -> None:
    np.savez(
        path,
        images=np.stack([k.image for k in kept]),
        labels=np.array([k.label for k in kept]),
        bodies=np.array([k.body for k in kept]),
        lights=np.array([k.light for k in kept], np.float32),
        sizes=np.array([k.size for k in kept], np.float32),
        places=np.stack([k.place for k in kept]),
        photographed=np.array([k.photographed for k in kept]),
    )
    print(f"{path.name}: {len(kept)} faces", flush=True)


def load(folders: Sequence[Path]) -> Faces:
    """All faces of the folders, in memory."""
    shards = [np.load(path) for folder in folders for path in sorted(folder.glob("*.npz"))]
    if not shards:
        raise SystemExit(f"No faces in {', '.join(map(str, folders))}.")
    return Faces(
        np.concatenate([s["images"] for s in shards]),
        [str(x) for s in shards for x in s["labels"]],
        [str(x) for s in shards for x in s["bodies"]],
        np.concatenate([s["lights"] for s in shards]),
        np.concatenate([s["places"] for s in shards]),
        np.concatenate([s["photographed"] for s in shards]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--as-found", type=float, metavar="HEAT", help="cut where the locator sees dice, from this heat"
    )
    args = parser.parse_args()
    write(args.frames, args.out, args.seed, Locator(load_network("locator"), args.as_found) if args.as_found else None)


if __name__ == "__main__":
    main()
