"""From light to a file: exposure, white balance, blur, noise, tone and compression of some phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.held_out.shapes import Array
from models.training.render.types import Image

Rng = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class Developed:
    image: Image
    """BGR."""
    cast: Array
    """Colour of the light that the white balance has left, largest channel 1."""
    blur: float
    """Spread of the sharpest detail in pixels."""
    noise: float
    """Spread of the noise on a middle grey, of 255."""


def without_fireflies(light: Array, albedo: Array) -> Array:
    """Smooth the light, not the print: what is divided by the colour of things changes slowly over the table."""
    ground = albedo + 0.03
    falling = np.log(np.clip(light / ground, 1e-4, 40)).astype(np.float32)
    calm = cv2.medianBlur(falling, 5)
    falling = np.minimum(falling, calm + 0.35)
    falling = cv2.bilateralFilter(falling, 7, 0.45, 2.2)
    return np.asarray(np.exp(falling) * ground, np.float32)


def _curve(picture: Array, shoulder: float) -> Array:
    """Linear up to the shoulder, then a soft roll to white, then sRGB's gamma."""
    over = np.maximum(picture - shoulder, 0)
    room = 1 - shoulder
    soft = np.minimum(picture, shoulder) + room * (1 - np.exp(-over / max(room, 1e-3)))
    coded = np.where(soft <= 0.0031308, 12.92 * soft, 1.055 * np.maximum(soft, 1e-6) ** (1 / 2.4) - 0.055)
    return np.asarray(coded, np.float32)


def develop(rng: Rng, light: Array, illuminant: Array, subjects: Sequence[tuple[float, ...]]) -> Developed:
    """A picture of linear light under a light of a known colour; `subjects` are the boxes one wants to see."""
    balance = float(rng.uniform(0.55, 1.0))
    gains = (1 / illuminant) ** balance
    picture = light * gains / float(np.mean(gains))
    grey = picture.mean(axis=2)
    key = float(rng.uniform(0.12, 0.26))
    wanted = key / float(np.exp(np.log(grey + 1e-3).mean()))
    # Phones protect what is bright, small white dice on a dark table too, but not every glint.
    bright, brightest = (max(float(v), 1e-3) for v in np.quantile(grey, (0.985, 0.997)))
    exposure = max(min(wanted, 1.05 / bright, 1.3 / brightest), 0.3 * wanted)
    parts = [grey[int(y0) : int(y1) + 1, int(x0) : int(x1) + 1].ravel() for x0, y0, x1, y1 in subjects]
    if parts:
        exposure = min(
            exposure, float(rng.uniform(0.9, 1.5)) / max(float(np.quantile(np.concatenate(parts), 0.8)), 1e-3)
        )
    picture = np.minimum(picture * exposure, 8).astype(np.float32)
    blur = float(np.clip(rng.gamma(2.0, 0.28), 0.25, 2.2))
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    if rng.random() < 0.12:  # a hand that moved
        length = int(rng.integers(2, 5)) * 2 + 1
        kernel = np.zeros((length, length), np.float32)
        turn = rng.uniform(0, np.pi)
        half = (length // 2) * np.array([np.cos(turn), np.sin(turn)])
        start, end = length // 2 - half, length // 2 + half
        cv2.line(kernel, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])), 1.0)
        picture = np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
        blur = float(np.hypot(blur, length / np.sqrt(12)))
    strength = float(np.exp(rng.uniform(np.log(0.003), np.log(0.03))))
    spread = np.sqrt(strength**2 + strength * 0.12 * np.maximum(picture, 0))
    grain = rng.standard_normal(picture.shape, np.float32)
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.7), np.float32) * 1.7
    plain = _curve(np.array([0.2, 0.2 + float(np.sqrt(strength**2 + strength * 0.024))], np.float32), 0.8)
    coded = _curve(np.maximum(picture + grain * spread * 0.7, 0).astype(np.float32), float(rng.uniform(0.6, 0.9)))
    tone = coded.mean(axis=2, keepdims=True)
    picture = tone + (coded - tone) * float(rng.uniform(0.85, 1.2))
    picture = picture + float(rng.uniform(0, 0.25)) * (picture - 0.5) * picture * (1 - picture) * 2
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + float(rng.uniform(0.1, 0.7)) * (picture - soft)
    stored = (np.clip(picture[:, :, ::-1], 0, 1) * 255 + 0.5).astype(np.uint8)
    quality = int(rng.uniform(55, 96))
    _, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])
    image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    cast = illuminant * gains
    return Developed(image, (cast / cast.max()).astype(np.float32), blur, float((plain[1] - plain[0]) * 255 * 0.7))
