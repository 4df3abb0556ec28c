"""A stored face as a camera might have shown it: cut a little off, under another light, aged by lens and wire."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.faces import REACH, Image
from vision.crops import MARGIN, SIZE
from vision.quads import Array, encode
from vision.reader import GAMMA

LEVELS = np.arange(256, dtype=np.float32) / 255
GRAIN = np.random.default_rng(0).standard_normal((900, 900, 3), np.float32)
"""Noise to cut pieces from: drawing it anew each time takes longer than everything else."""
FEW, FEWEST = 0.32, 10
"""Share of faces that few pixels show, and how many a side at least."""
XS, YS = np.meshgrid(*2 * [np.linspace(-1, 1, SIZE, dtype=np.float32)])


def missed(rng: np.random.Generator, loose: float) -> tuple[Array, Array]:
    """Any quarter turn, and the errors a locator makes: a little turned, shifted, stretched, some of them a lot.

    A map from the crop to the stored face, both reaching from −1 to 1.
    """
    turn = float(rng.integers(4)) * np.pi / 2 + 0.1 * loose * rng.normal()
    if rng.random() < 0.15:
        turn = float(rng.uniform(0, 2 * np.pi))
    zoom = MARGIN / REACH * np.exp(min(0.35, 0.07 * loose * rng.normal()))
    stretch = np.exp(0.04 * loose * rng.normal())
    cos, sin, skew = np.cos(turn), np.sin(turn), 0.04 * loose * rng.normal()
    linear = zoom * np.array([[cos * stretch, skew - sin], [sin, cos / stretch]])
    shift = 0.05 * loose * MARGIN / REACH * rng.normal(size=2)
    return linear.astype(np.float32), shift.astype(np.float32)


def place_of(place: Array, linear: Array, shift: Array) -> Array:
    """Where a stored face lies once it was cut anew: the shift of its centre and the five numbers of its quad (7)."""
    if np.isnan(place[0]):
        return np.full(7, np.nan, np.float32)
    back = np.linalg.inv(linear.astype(np.float64))
    centre = MARGIN * back @ (place[:2] / REACH - shift)
    matrix = MARGIN / REACH * back @ place[2:].reshape(2, 2)
    return np.concatenate([centre.astype(np.float32), encode(matrix[None].astype(np.float32))[0]])


def lit(image: Image, light: Array, rng: np.random.Generator, *, free: bool) -> Image:
    """The light taken out as well as a locator can, then other exposure and contrast.

    Faces of whose colours nothing is known (`free`) may as well be of others, or negatives.
    """
    if free and rng.random() < 0.4:
        image = np.ascontiguousarray(image[..., rng.permutation(3)])
    off = light + 0.12 * rng.normal(size=2)
    gain = np.exp(0.2 * rng.normal()) * np.exp(np.array([-off[1], 0, -off[0]]) / GAMMA)
    levels = 1 - LEVELS if free and rng.random() < 0.1 else LEVELS
    table = np.clip(levels[:, None] * gain, 0, 1) ** np.exp(0.2 * rng.normal())
    return np.asarray(cv2.LUT(image, np.rint(255 * table).astype(np.uint8)[:, None]), np.uint8)


def aged(image: Image, rng: np.random.Generator) -> Image:
    """The mirror image of a lamp on some faces, fewer pixels, blur, noise, grains of salt and pepper, compression.

    Where few pixels show a face, all of that is as coarse as they are: it happened in the camera, before the cut.
    """
    worn = image
    if rng.random() < 0.15:
        worn = np.asarray(cv2.add(worn, _glare(rng)), np.uint8)
    side = SIZE
    if rng.random() < FEW:
        side = round(float(np.exp(rng.uniform(np.log(FEWEST), np.log(0.75 * SIZE)))))
        worn = np.asarray(cv2.resize(worn, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
    if rng.random() < 0.28:
        worn = np.asarray(cv2.GaussianBlur(worn, (0, 0), rng.uniform(0.3, 0.9 + 1.6 * side / SIZE)), np.uint8)
    noise = 15 * rng.random() ** 2
    if noise > 1:
        y, x = rng.integers(0, GRAIN.shape[0] - side, 2)
        worn = np.clip(worn + noise * GRAIN[y : y + side, x : x + side], 0, 255).astype(np.uint8)
    if rng.random() < 0.14:
        spots = rng.random((side, side)) < rng.uniform(0.002, 0.06)
        worn[spots] = rng.choice([0, 255], (int(spots.sum()), 1))
    if rng.random() < 0.15:
        _, packed = cv2.imencode(".jpg", worn, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))])
        worn = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(cv2.resize(worn, (SIZE, SIZE), interpolation=cv2.INTER_LINEAR), np.uint8)


def _glare(rng: np.random.Generator) -> Image:
    """A spot, a bar or a bow, near white, as large as a pip or larger: faces are seldom quite plane."""
    (x, y), angle = rng.uniform(-1, 1, 2), rng.uniform(0, np.pi)
    along = (XS - x) * np.cos(angle) + (YS - y) * np.sin(angle)
    across = (YS - y) * np.cos(angle) - (XS - x) * np.sin(angle)
    if rng.random() < 0.4:
        away = np.hypot(along, across * rng.uniform(0.7, 1.4)) - rng.uniform(0.15, 0.7)
        half = np.clip(0.5 + along / rng.uniform(0.05, 0.6) + rng.uniform(0, 2), 0, 1)  # rings are seldom closed
        spot = half * np.exp(-((away / rng.uniform(0.02, 0.1)) ** 2))
    else:
        oval = (along / rng.uniform(0.08, 0.7)) ** 2 + (across / rng.uniform(0.05, 0.2)) ** 2
        spot = np.exp(-(oval ** rng.uniform(0.8, 3)))
    return np.repeat((spot * rng.uniform(25, 230)).astype(np.uint8)[:, :, None], 3, axis=2)
