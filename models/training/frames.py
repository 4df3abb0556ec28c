"""Frames for the locator: rendered or photographed, with labels, cut and disturbed anew each time they are used."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.targets import Seen, Targets, draw
from vision.quads import Array, affine_of, encode

Image = npt.NDArray[np.uint8]
CROP = 320
REDUCED = {1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4}


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture on disk and what is in it; the light is None where nobody knows it."""

    path: Path
    width: int
    height: int
    dice: tuple[Seen, ...]
    light: tuple[float, float] | None


def load(folder: Path) -> Iterator[Frame]:
    """The frames of a folder of rendered shards (`python -m models.training.render`) or of prepared photographs."""
    for index in sorted(folder.glob("*.jsonl")):
        for line in index.read_text(encoding="utf-8").splitlines():
            data = json.loads(line)
            dice = tuple(
                Seen(
                    np.array(die["top"], np.float32),
                    np.array(die["box"], np.float32),
                    bool(die["cocked"]),
                    float(die["visible"]),
                    bool(die.get("box_known", True)),
                    bool(die.get("quad_known", True)),
                )
                for die in data["dice"]
            )
            light = None
            if "illuminant" in data:
                red, green, blue = data["illuminant"]
                light = (float(np.log(red / green)), float(np.log(blue / green)))
            yield Frame(folder / data["image"], data["width"], data["height"], dice, light)


@dataclass(slots=True)
class Sample:
    image: Image
    targets: Targets
    light: tuple[float, float]
    light_known: bool


def sample(frame: Frame, rng: np.random.Generator, size: int = CROP) -> Sample:
    """A square cut of a frame, at a size, turn and stretch of its own, with the picture disturbed."""
    width, height = frame.width, frame.height
    warp = _warp(frame.dice, width, height, rng, size)
    # a picture that is needed small is read small: quicker, and small things do not flicker
    scale = float(np.sqrt(abs(np.linalg.det(warp[:, :2]))))
    smaller = 4 if scale < 0.3 else 2 if scale < 0.6 else 1
    image = cv2.imread(str(frame.path), REDUCED[smaller])
    if image is None:
        raise OSError(f"{frame.path} cannot be read.")
    grow = np.array([width / image.shape[1], height / image.shape[0]], np.float32)
    warp_image = warp.copy()
    warp_image[:, :2] *= grow
    warp_image[:, 2] += warp[:, :2] @ (0.5 * grow - 0.5)  # pixels are measured at their centres
    border = [cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE, cv2.BORDER_REFLECT_101][rng.integers(3)]
    cut = cv2.warpAffine(image, warp_image, (size, size), flags=cv2.INTER_LINEAR, borderMode=border)
    dice = [moved(die, warp, size) for die in frame.dice]
    if border == cv2.BORDER_REFLECT_101 and _outside(warp, width, height, size):
        cut = cv2.warpAffine(image, warp_image, (size, size), flags=cv2.INTER_LINEAR)  # mirrored dice have no label
    picture = np.asarray(cut, np.uint8)
    if frame.light is None:
        picture = recoloured(picture, rng)
    picture, light = disturb(picture, frame.light or (0.0, 0.0), rng)
    return Sample(picture, draw(dice, size, size), light, frame.light is not None)


def _outside(warp: Array, width: int, height: int, size: int) -> bool:
    inverse = cv2.invertAffineTransform(warp)
    corners = np.array([[0, 0], [size, 0], [size, size], [0, size]]) @ inverse[:, :2].T + inverse[:, 2]
    return bool((corners < 0).any() or (corners[:, 0] > width).any() or (corners[:, 1] > height).any())


def _warp(dice: Sequence[Seen], width: int, height: int, rng: np.random.Generator, size: int) -> Array:
    """Where the cut comes from: mostly around a die, at a scale that gives dice of all sizes."""
    whole = size / max(width, height)
    centre = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    # most often about the scale at which a frame of 640 pixels is looked at
    zoom = whole * 2 * np.exp(rng.normal(0, 0.35))
    if dice and rng.random() < 0.85:
        die = dice[int(rng.integers(len(dice)))]
        half = float(np.abs(die.top - die.top.mean(axis=0)).max()) + 1e-3
        centre = die.top.mean(axis=0) + rng.uniform(-0.4, 0.4, 2) * size / zoom
        if rng.random() < 0.6:
            wanted = np.exp(rng.uniform(np.log(5), np.log(125)))
            zoom = np.clip(wanted / half, zoom / 3, max(zoom * 3, 1.2))
            centre = die.top.mean(axis=0) + rng.uniform(-0.4, 0.4, 2) * size / zoom
    if rng.random() < 0.85:  # mostly within the frame, sometimes reaching out of it
        half = min(0.45 * size / zoom, width / 2, height / 2)
        centre = np.clip(centre, half, [width - half, height - half])
    stretch = np.exp(rng.normal(0, 0.08))
    if rng.random() < 0.25:  # people stretch pictures until they are square
        stretch = np.exp(rng.uniform(-0.35, 0.35))
    turn = rng.normal(0, 0.1) if rng.random() < 0.85 else rng.uniform(-0.7, 0.7)
    if dice and _from_above(dice):  # from the side, only the upright picture tells the top of a die from its sides
        turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn), np.sin(turn)
    linear = np.diag([zoom * stretch, zoom / stretch]) @ np.array([[c, -s], [s, c]])
    if rng.random() < 0.5:
        linear[0] *= -1
    return np.concatenate([linear, (size / 2 - linear @ centre)[:, None]], axis=1).astype(np.float32)


def _from_above(dice: Sequence[Seen]) -> bool:
    """Whether the top faces that lie flat look square."""
    flat = [die.top for die in dice if not die.cocked]
    return bool(flat) and bool(np.abs(encode(affine_of(np.stack(flat))[1])[:, 1:3]).max() < 0.12)


def moved(die: Seen, warp: Array, size: int) -> Seen:
    """The die as the warped frame shows it."""
    top = die.top @ warp[:, :2].T + warp[:, 2]
    x0, y0, x1, y1 = die.box
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32) @ warp[:, :2].T + warp[:, 2]
    box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
    inside = np.clip(top, 0, size)
    seen = die.visible * _area(inside) / max(_area(top), 1e-6)
    return Seen(top.astype(np.float32), box.astype(np.float32), die.cocked, float(seen), die.box_known, die.quad_known)


def _area(quad: Array) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2)


def recoloured(image: Image, rng: np.random.Generator) -> Image:
    """A photograph in other colours, now and then a negative: the same dice as if of other makers on other tables."""
    if rng.random() < 0.4:
        image = np.ascontiguousarray(image[..., rng.permutation(3)])
    return 255 - image if rng.random() < 0.1 else image


def disturb(image: Image, light: tuple[float, float], rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    """Other exposure, contrast, colour of light, noise, blur and compression; the light's colour is kept track of."""
    table = np.repeat(np.arange(256, dtype=np.float32)[:, None], 3, axis=1)
    if rng.random() < 0.7:
        gain = np.exp(rng.normal(0, 0.25))
        red, blue = np.exp(rng.normal(0, 0.1, 2)) if rng.random() < 0.5 else (1.0, 1.0)
        table *= np.array([blue, 1, red], np.float32) * gain
        # light is measured in linear light, pictures are not: the usual exponent between them is 2.2
        light = (light[0] + 2.2 * float(np.log(red)), light[1] + 2.2 * float(np.log(blue)))
    if rng.random() < 0.4:
        table = 255 * (np.clip(table, 0, 255) / 255) ** np.exp(rng.normal(0, 0.2))
    if rng.random() < 0.25:
        mean = float(image.mean())
        table = (table - mean) * np.exp(rng.normal(0, 0.25)) + mean
    done = np.asarray(cv2.LUT(image, np.clip(table, 0, 255).astype(np.uint8)[:, None]), np.uint8)
    if rng.random() < 0.06:
        done = np.asarray(cv2.cvtColor(cv2.cvtColor(done, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    if rng.random() < 0.28:
        done = np.asarray(cv2.GaussianBlur(done, (0, 0), rng.uniform(0.4, 2.0)), np.uint8)
    if rng.random() < 0.4:
        rows, columns = done.shape[:2]
        y, x = rng.integers(0, GRAIN.shape[0] - rows), rng.integers(0, GRAIN.shape[1] - columns)
        grain = GRAIN[y : y + rows, x : x + columns] * np.float32(rng.uniform(1, 12))
        done = np.clip(done + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.12:
        spots = rng.random(done.shape[:2]) < rng.uniform(0.002, 0.04)
        done[spots] = rng.choice([0, 255], (int(spots.sum()), 1))
    if rng.random() < 0.25:
        ok, packed = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
        if ok:
            done = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return done, light


GRAIN = np.random.default_rng(0).standard_normal((900, 900, 3), np.float32)
"""Noise to cut pieces from: drawing it anew each time takes longer than everything else."""
