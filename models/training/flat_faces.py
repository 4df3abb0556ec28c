"""Faces for the reader without a scene around them: a print on its body under one lamp, far quicker to make.

Scenes show dice as they lie; these show many more prints. `python -m models.training.flat_faces --out DIR --count N`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from models.training.art.designs import KINDS, sample_design
from models.training.faces import EXACT, PER_SHARD, REACH, ROOM, Kept, save
from models.training.render.types import Array, DieDesign, Image, f32

FINE = 2
"""Drawn this many times as large as stored, then shrunk."""
SIDE = ROOM * FINE
FACE = round(SIDE / REACH)
EDGE = (SIDE - FACE) // 2
WEIGHTS = {**KINDS, "pips": 0.28, "icons": 0.2, "dice_forge": 0.16, "wuerfelhelden": 0.13}
"""Which kinds of dice: fewer pips than on tables, more of what has many different faces."""


def flat_face(design: DieDesign, which: int, rng: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    """One face of a die from straight above (BGR), and the colour of the light it is in."""
    tile = _tile(design, which)
    relief = cv2.resize(design.faces[which].print.relief, (FACE, FACE), interpolation=cv2.INTER_AREA)
    height = np.zeros((SIDE, SIDE), np.float32)
    height[EDGE : EDGE + FACE, EDGE : EDGE + FACE] = relief * float(rng.uniform(1, 5))
    albedo = cv2.copyMakeBorder(tile, EDGE, SIDE - FACE - EDGE, EDGE, SIDE - FACE - EDGE, cv2.BORDER_REPLICATE)
    ys, xs = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    away = np.maximum(np.abs(xs - SIDE / 2), np.abs(ys - SIDE / 2)) / (FACE / 2)
    round_away = np.hypot(xs - SIDE / 2, ys - SIDE / 2) / (FACE / 2)
    lamp = rng.normal(0, 0.6, 2)
    slope_x = cv2.Sobel(height, cv2.CV_32F, 1, 0, ksize=3) / 8
    slope_y = cv2.Sobel(height, cv2.CV_32F, 0, 1, ksize=3) / 8
    shade = 1 + 0.35 * (slope_x * lamp[0] + slope_y * lamp[1]) + 0.25 * ((xs - SIDE / 2) * lamp[0]) / SIDE
    # the rounded edge falls away into the sides, darker or brighter by where the lamp is
    edge = np.clip((away - (1 - 2 * design.edge)) / max(0.02, 2 * design.edge), 0, 1) ** 2
    tilt = ((xs - SIDE / 2) * lamp[0] + (ys - SIDE / 2) * lamp[1]) / FACE
    shade = shade * (1 + edge * np.clip(tilt - 0.25, -0.7, 0.5))
    light = albedo * np.clip(shade, 0.05, 3)[..., None].astype(np.float32)
    light += _glare(design, xs, ys, rng)
    outside = away > 1 + rng.uniform(0, 0.35) if rng.random() < 0.6 else round_away > rng.uniform(1.15, 1.5)
    table = np.float32(rng.uniform(0.02, 0.9)) * np.exp(rng.normal(0, 0.25, 3)).astype(np.float32)
    grain = cv2.resize(rng.random((24, 24)).astype(np.float32), (SIDE, SIDE)) * float(rng.uniform(0, 0.6)) + 0.7
    light = np.where(outside[..., None], table * grain[..., None], light)
    warm, cold = rng.normal(0, 0.25), rng.normal(0, 0.3)
    light = light * np.exp(np.array([warm, 0.0, cold], np.float32)) * np.float32(np.exp(rng.normal(0.1, 0.35)))
    picture = np.clip(light, 0, 1) ** np.float32(1 / 2.2)
    small = cv2.resize(picture, (ROOM, ROOM), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.3:
        small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.4, 1.6))
    return np.clip(255 * small[..., ::-1], 0, 255).astype(np.uint8), (float(warm), float(cold))


def _tile(design: DieDesign, which: int) -> Array:
    """The face's own colours in linear light."""
    marks = cv2.resize(design.faces[which].print.marks, (FACE, FACE), interpolation=cv2.INTER_AREA)
    body = np.empty((FACE, FACE, 3), np.float32)
    body[:] = design.colour
    if design.skin is not None:
        size = design.skin.shape[1]
        part = design.skin[which * size : (which + 1) * size]
        body = f32((cv2.resize(part, (FACE, FACE)).astype(np.float32) / 255) ** np.float32(2.2))
    alpha = marks[..., 3:].astype(np.float32) / 255
    ink = (marks[..., :3].astype(np.float32) / 255) ** np.float32(2.2)
    return np.asarray(body * (1 - alpha) + ink * alpha, np.float32)


def _glare(design: DieDesign, xs: Array, ys: Array, rng: np.random.Generator) -> Array:
    """A soft spot or bar of lamp light on a glossy face, and the sky over all of it."""
    glare = np.full((SIDE, SIDE, 1), rng.uniform(0, 0.05) * design.material.gloss, np.float32)
    if rng.random() < 0.35 * design.material.gloss + 0.05:
        cx, cy = rng.uniform(0, SIDE, 2)
        angle, long, wide = rng.uniform(0, np.pi), rng.uniform(0.1, 0.6) * SIDE, rng.uniform(0.05, 0.25) * SIDE
        along = ((xs - cx) * np.cos(angle) + (ys - cy) * np.sin(angle)) / long
        across = (-(xs - cx) * np.sin(angle) + (ys - cy) * np.cos(angle)) / wide
        glare[..., 0] += np.exp(-((along**2 + across**2) ** rng.uniform(0.8, 3))) * rng.uniform(0.05, 0.8)
    return glare


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--held-out", action="store_true", help="use the icons and fonts kept out of training")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    kinds, weights = list(WEIGHTS), np.array(list(WEIGHTS.values()))
    for shard in range(-(-args.count // PER_SHARD)):
        path = args.out / f"faces-{shard:04d}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng([args.seed, shard])
        kept: list[Kept] = []
        while len(kept) < PER_SHARD:
            kind = str(rng.choice(kinds, p=weights / weights.sum()))
            design = sample_design(rng, kind, args.held_out)
            for which in range(6):
                face, light = flat_face(design, which, rng)
                kept.append(Kept(face, design.faces[which].label, design.body, 32.0, EXACT, light))
        save(path, kept)


if __name__ == "__main__":
    main()
