"""The camera's half of the work: linear light to the picture a phone or webcam would have stored."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.render.types import Array, Image, f32

_GRAIN = 397


def _exposure(rng: np.random.Generator, light: Array) -> float:
    """Gain so that the mean (with weight on the bright parts) lands near middle grey, give or take two stops."""
    brightness = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    small = cv2.resize(brightness, (64, 36), interpolation=cv2.INTER_AREA)
    level = 0.6 * float(small.mean()) + 0.4 * float(np.percentile(small, 90))
    stops = rng.normal(-0.05, 0.35) if rng.random() < 0.85 else rng.uniform(-2.2, 0.9)
    # Cameras make pale tables brighter than dark ones, though not as much as they are.
    aim = 0.42 * float(np.clip(level / 0.4, 0.2, 2.5)) ** 0.25
    return float(aim / max(level, 1e-4) * 2**stops)


def _balance(rng: np.random.Generator, illuminant: Array) -> Array:
    """The gains of the camera's white balance: mostly most of the cast, seldom all or none of it."""
    share = float(np.clip(rng.normal(0.85, 0.2), 0, 1.1)) if rng.random() < 0.9 else 0.0
    light = illuminant / illuminant[1]
    gains = light**-share * np.exp(rng.normal(0, 0.04, 3))
    return f32(gains / gains[1])


def _blurs(rng: np.random.Generator, picture: Array, side: float) -> Array:
    """Softness, defocus and shake, in measure: a face of so many pixels a side must stay readable."""
    scale = min(max(picture.shape[:2]) / 1280, side / 42)
    if rng.random() < 0.35:
        sigma = float(np.exp(rng.uniform(np.log(0.4), np.log(2.4)))) * scale
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), max(sigma, 0.25)))
    if rng.random() < 0.08:  # out of focus: a disc, not a bell
        radius = rng.uniform(1, 3.2) * scale
        size = int(np.ceil(radius)) * 2 + 1
        ys, xs = np.mgrid[:size, :size] - size // 2
        disc = np.clip(radius + 0.5 - np.hypot(xs, ys), 0, 1).astype(np.float32)
        picture = np.asarray(cv2.filter2D(picture, -1, disc / disc.sum()))
    if rng.random() < 0.1:  # a hand that shakes
        length, angle = rng.uniform(2, 9) * scale, rng.uniform(0, np.pi)
        size = int(np.ceil(length)) * 2 + 1
        line = np.zeros((size, size), np.float32)
        middle, way = size / 2 - 0.5, np.array([np.cos(angle), np.sin(angle)]) * length / 2
        ends = [(round((middle + s * way[0]) * 16), round((middle + s * way[1]) * 16)) for s in (-1, 1)]
        cv2.line(line, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        picture = np.asarray(cv2.filter2D(picture, -1, line / max(line.sum(), 1e-6)))
    return picture


def _fringes(rng: np.random.Generator, picture: Array) -> Array:
    """Colour fringes towards the corners of a cheap lens: red and blue are a little larger or smaller than green."""
    height, width = picture.shape[:2]
    result = picture.copy()
    for channel in (0, 2):
        grow = 1 + rng.normal(0, 0.0012)
        shift = [[grow, 0, (1 - grow) * width / 2], [0, grow, (1 - grow) * height / 2]]
        plane = np.ascontiguousarray(picture[:, :, channel])
        moved = cv2.warpAffine(plane, np.array(shift), (width, height), borderMode=cv2.BORDER_REPLICATE)
        result[:, :, channel] = moved
    return result


def _flicker(rng: np.random.Generator, picture: Array) -> Array:
    """Bands of a lamp that flickers while the rows are read out one after the other."""
    rows = np.arange(picture.shape[0], dtype=np.float32) / picture.shape[0]
    wave = 1 + rng.uniform(0.02, 0.15) * np.sin(2 * np.pi * (rows * rng.uniform(1, 6) + rng.random()))
    return f32(picture * wave[:, None, None])


def _vignette(rng: np.random.Generator, picture: Array) -> Array:
    if rng.random() > 0.5:
        return picture
    height, width = picture.shape[:2]
    xs = np.linspace(-1, 1, width, dtype=np.float32) * width / max(width, height)
    ys = np.linspace(-1, 1, height, dtype=np.float32) * height / max(width, height)
    squared = xs[None] ** 2 + ys[:, None] ** 2
    fall = 1 / (1 + rng.uniform(0.05, 0.6) * squared) ** 2
    tint = 1 + rng.normal(0, 0.03, 3).astype(np.float32) * squared[:, :, None] if rng.random() < 0.3 else np.float32(1)
    return f32(picture * fall[:, :, None] * tint)


def _noise(rng: np.random.Generator, picture: Array) -> Array:
    """Shot and read noise before the tone curve; half of all pictures come from a denoising camera."""
    if rng.random() < 0.3:
        return picture
    height, width = picture.shape[:2]
    strength = float(np.exp(rng.uniform(np.log(0.002), np.log(0.035))))
    # Grain repeats every few hundred pixels, which nobody sees, and costs a tenth.
    tile = rng.standard_normal((_GRAIN, _GRAIN, 3), np.float32)
    grain = np.tile(tile, (-(-height // _GRAIN), -(-width // _GRAIN), 1))[:height, :width]
    if rng.random() < 0.4:  # demosaicing and denoising leave soft, coloured blotches
        grain = f32(cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.3))) * 2
    if rng.random() < 0.6:
        grain = grain * 0.5 + grain.mean(axis=2, keepdims=True)
    spread = np.sqrt(np.maximum(picture, 0) * (strength * 0.6) + strength**2)
    return f32(picture + grain * spread * 0.6)


def _tone(rng: np.random.Generator, picture: Array, saturation: float) -> Array:
    """Shoulder, gamma, contrast, saturation."""
    if rng.random() < 0.3:
        white = rng.uniform(1.2, 4.0)
        picture = f32(picture * (1 + picture / white**2) / (1 + picture) * (1 + 1 / white))
    picture = np.clip(picture, 0, 1)
    curve = np.linspace(0, 1, 4097, dtype=np.float32)
    coded = np.where(curve <= 0.0031308, 12.92 * curve, 1.055 * curve ** (1 / 2.4) - 0.055)
    coded = coded ** float(np.exp(rng.normal(0, 0.12)))
    contrast = rng.normal(0.15, 0.2)
    coded = coded + contrast * coded * (1 - coded) * (coded - 0.45) * 2
    lift = max(0.0, rng.normal(0, 0.025))
    coded = lift + (1 - lift) * coded
    picture = np.asarray(coded, np.float32)[(picture * 4096).astype(np.int32)]
    grey = picture @ np.array([0.299, 0.587, 0.114], np.float32)
    return f32(grey[:, :, None] + (picture - grey[:, :, None]) * np.float32(saturation))


def _file(rng: np.random.Generator, picture: Image) -> Image:
    """What happens on the way to a file: sharpening, rescaling, compression."""
    height, width = picture.shape[:2]
    if rng.random() < 0.12:
        share = rng.uniform(0.45, 0.9)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
    if rng.random() < 0.4:
        amount, sigma = rng.uniform(0.2, 1.3), rng.uniform(0.6, 2.0)
        soft = cv2.GaussianBlur(picture, (0, 0), sigma)
        picture = np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)
    if rng.random() < 0.035:
        spots = rng.random((height, width)) < np.exp(rng.uniform(np.log(0.001), np.log(0.05)))
        picture = picture.copy()
        picture[spots] = rng.choice(np.array([0, 255], np.uint8), size=int(spots.sum()))[:, None]
    if rng.random() < 0.8:
        quality = int(rng.uniform(30, 95)) if rng.random() < 0.6 else int(rng.uniform(75, 97))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return picture


def develop(light: Array, illuminant: Array, side: float, rng: np.random.Generator) -> tuple[Image, Array]:
    """A stored picture (BGR) from linear RGB light, and the colour cast that is left in it (largest channel 1).

    `side` is how many pixels wide the dice are.
    """
    gains = _balance(rng, illuminant)
    picture = light * (gains * np.float32(_exposure(rng, light * gains)))
    picture = _blurs(rng, np.minimum(picture, 12.0), side)
    if rng.random() < 0.2:
        picture = _fringes(rng, picture)
    if rng.random() < 0.04:
        picture = _flicker(rng, picture)
    picture = _noise(rng, _vignette(rng, picture))
    saturation = float(np.exp(rng.normal(0.05, 0.22))) if rng.random() < 0.975 else 0.0
    picture = _tone(rng, picture, saturation)
    stored = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    image = _file(rng, np.ascontiguousarray(stored[:, :, ::-1]))
    # A grey picture has no cast, and one of strong colours has more of it.
    cast = (illuminant * gains) ** saturation
    return image, np.asarray(cast / cast.max(), np.float32)
