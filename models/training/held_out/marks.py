"""A face being drawn: a square from −1 to 1, y down, on which icons, text and shapes are laid."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from models.training.held_out.assets import Mask, Rgba

FACE_SIZE = 256
Rgb = tuple[float, float, float]
"""sRGB, 0 to 1."""
Point = tuple[float, float]


def rgb(code: str) -> Rgb:
    """A colour written as `#a0b1c2`."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def lab(colour: Rgb) -> npt.NDArray[np.float32]:
    pixel = np.array([[colour]], np.float32)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0], np.float32)


def apart(one: Rgb, other: Rgb) -> float:
    """How different two colours look."""
    return float(np.linalg.norm(lab(one) - lab(other)))


def jittered(rng: np.random.Generator, colour: Rgb, light: float = 4.0, chroma: float = 6.0) -> Rgb:
    """The same colour from another maker."""
    shift = np.array([rng.normal(0, light), rng.normal(0, chroma), rng.normal(0, chroma)], np.float32)
    moved = cv2.cvtColor((lab(colour) + shift).reshape(1, 1, 3).astype(np.float32), cv2.COLOR_LAB2RGB)[0, 0]
    red, green, blue = (float(np.clip(v, 0.015, 0.975)) for v in moved)
    return red, green, blue


def tinted(icon: Rgba, colour: Rgb) -> Rgba:
    """The icon's outline in one colour."""
    result = np.empty_like(icon)
    result[:, :, :3] = colour
    result[:, :, 3] = icon[:, :, 3]
    return result


def dyed(icon: Rgba, colour: Rgb) -> Rgba:
    """The icon with its own lights and darks, but of one hue."""
    light = icon[:, :, :3] @ np.array([0.3, 0.59, 0.11], np.float32)
    top = float(np.quantile(light[icon[:, :, 3] > 0.5], 0.6)) if (icon[:, :, 3] > 0.5).any() else 1.0
    share = np.clip(light / max(top, 0.05), 0, 1.25)[:, :, None]
    result = icon.copy()
    result[:, :, :3] = np.clip(share * np.array(colour, np.float32), 0, 1)
    return result


def largest_part(icon: Rgba) -> Rgba:
    """Without the sparkles that some sets strew around a thing."""
    _, parts, sizes, _ = cv2.connectedComponentsWithStats((icon[:, :, 3] > 0.1).astype(np.uint8))
    keep = parts == 1 + int(np.argmax(sizes[1:, cv2.CC_STAT_AREA]))
    result = icon.copy()
    result[:, :, 3] *= cv2.dilate(keep.astype(np.float32), np.ones((3, 3), np.uint8))
    return result


def of_mask(mask: Mask, colour: Rgb) -> Rgba:
    return np.dstack([np.broadcast_to(np.array(colour, np.float32), (*mask.shape, 3)), mask]).astype(np.float32)


def mean_colour(icon: Rgba) -> Rgb:
    weight = icon[:, :, 3:]
    red, green, blue = (icon[:, :, :3] * weight).sum(axis=(0, 1)) / max(float(weight.sum()), 1e-3)
    return float(red), float(green), float(blue)


class Face:
    """Marks on a face, premultiplied; `rgba()` gives them with straight alpha."""

    def __init__(self, size: int = FACE_SIZE) -> None:
        self.size = size
        self.paint = np.zeros((size, size, 4), np.float32)
        steps = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
        self.x, self.y = np.meshgrid(steps, steps)

    def lay(self, mask: Mask, colour: Rgb | Rgba) -> None:
        """Cover with a colour (or an image of the face's size) where the mask says so."""
        ink = np.asarray(colour, np.float32)[..., :3]
        alpha = np.clip(mask, 0, 1)[:, :, None]
        self.paint[:, :, :3] = self.paint[:, :, :3] * (1 - alpha) + ink * alpha
        self.paint[:, :, 3:] = self.paint[:, :, 3:] * (1 - alpha) + alpha

    def put(self, image: Rgba, x: float = 0, y: float = 0, half: float = 0.7, *, angle: float = 0) -> Mask:
        """Lay an image around (x, y); `half` is half its longer side. Returns where it is."""
        height, width = image.shape[:2]
        pad = 2
        premultiplied = np.concatenate([image[:, :, :3] * image[:, :, 3:], image[:, :, 3:]], axis=2)
        scale = half * self.size / max(height, width)
        if scale < 0.7:  # warpAffine only interpolates: shrink first
            premultiplied = cv2.resize(
                premultiplied,
                (max(1, round(width * scale)), max(1, round(height * scale))),
                interpolation=cv2.INTER_AREA,
            )
            height, width = premultiplied.shape[:2]
            scale = half * self.size / max(height, width)
        premultiplied = cv2.copyMakeBorder(premultiplied, pad, pad, pad, pad, cv2.BORDER_CONSTANT)
        turn = np.deg2rad(angle)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale
        middle = np.array([width / 2 + pad - 0.5, height / 2 + pad - 0.5])
        target = (np.array([x, y]) + 1) / 2 * self.size - 0.5
        moved = cv2.warpAffine(
            premultiplied,
            np.hstack([matrix, (target - matrix @ middle)[:, None]]),
            (self.size, self.size),
            flags=cv2.INTER_LINEAR,
        )
        self.paint = np.asarray(self.paint * (1 - moved[:, :, 3:]) + moved, np.float32)
        return np.asarray(moved[:, :, 3], np.float32)

    def put_edged(
        self, image: Rgba, x: float, y: float, half: float, *, angle: float = 0, edge: Rgb | None, width: float = 0.04
    ) -> None:
        """As `put`, with a line of another colour around it."""
        if edge is not None:
            probe = Face(self.size)
            self.lay(grown(probe.put(image, x, y, half, angle=angle), width), edge)
        self.put(image, x, y, half, angle=angle)

    def disc(self, x: float, y: float, radius: float) -> Mask:
        return self._soft(np.asarray(radius - np.hypot(self.x - x, self.y - y), np.float32))

    def square(self, x: float, y: float, half: float, corner: float = 0.1) -> Mask:
        dx, dy = np.abs(self.x - x) - half + corner, np.abs(self.y - y) - half + corner
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0)
        return self._soft(np.asarray(corner - outside, np.float32))

    def polygon(self, points: Sequence[Point]) -> Mask:
        fine = np.zeros((self.size * 2, self.size * 2), np.uint8)
        at = np.rint((np.array(points) + 1) * self.size * 16).astype(np.int32)
        cv2.fillPoly(fine, [at], 255, cv2.LINE_AA, 4)
        small = cv2.resize(fine, (self.size, self.size), interpolation=cv2.INTER_AREA)
        return np.asarray(small / 255.0, np.float32)

    def _soft(self, inside: npt.NDArray[np.float32]) -> Mask:
        return np.clip(inside * self.size / 2 + 0.5, 0, 1).astype(np.float32)

    def rgba(self) -> Rgba:
        result = self.paint.copy()
        result[:, :, :3] /= np.maximum(result[:, :, 3:], 1e-3)
        return np.clip(result, 0, 1)


def grown(mask: Mask, by: float) -> Mask:
    pixels = max(1, round(by * mask.shape[0] / 2))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * pixels + 1, 2 * pixels + 1))
    return np.asarray(cv2.dilate(mask, disc), np.float32)
