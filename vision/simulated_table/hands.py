"""Hands, sleeves and the box of Würfelblitz, painted over the picture of the simulated table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.crops import Image
from vision.simulated_table.view import View

SKINS = ((132, 166, 214), (104, 140, 192), (70, 98, 142), (150, 180, 224))
SLEEVES = ((120, 60, 40), (60, 60, 66), (70, 96, 60), (54, 50, 120))
FINGERS = ((-0.62, 0.92), (-0.26, 1.18), (0.1, 1.22), (0.44, 1.02))
"""Where each finger begins across the palm and how long it is, in palm widths."""
BOX_MM = (168.0, 128.0, 70.0)


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand in the picture: where its palm is, where its arm comes from (pixels), and its looks."""

    x: float
    y: float
    from_x: float
    from_y: float
    size: float = 62.0
    open: float = 1.0
    """1 with fingers stretched, 0 as a fist."""
    skin: int = 0
    sleeve: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """The box, upside down: the middle of its rim on the table, and how high it is held (millimetres)."""

    x: float
    y: float
    lift: float = 0.0


def paint_hand(picture: Image, hand: Hand) -> None:
    """Arm, palm, fingers and a soft shadow."""
    size = hand.size
    reach = np.array([hand.from_x - hand.x, hand.from_y - hand.y], np.float64)
    back = reach / max(1e-6, float(np.hypot(*reach)))
    side = np.array([-back[1], back[0]])
    palm = np.array([hand.x, hand.y])
    wrist = palm + back * size * 1.25
    elbow = np.array([hand.from_x, hand.from_y]) + back * 3 * size
    strokes = [
        (wrist, palm + back * 0.2 * size, 1.05 * size),
        (palm + back * 0.4 * size, palm - back * 0.2 * size, 1.5 * size),
    ]
    for across, length in FINGERS:
        root = palm + side * across * 0.75 * size - back * 0.45 * size
        tip = root - back * length * size * (0.35 + 0.65 * hand.open) + side * across * 0.25 * size * hand.open
        strokes.append((root, tip, 0.36 * size))
    thumb = palm + side * 0.7 * size + back * 0.3 * size
    strokes.append((thumb, thumb + side * 0.6 * size * hand.open - back * 0.5 * size, 0.42 * size))
    skin = np.array(SKINS[hand.skin % len(SKINS)], np.float64)
    sleeve = np.array(SLEEVES[hand.sleeve % len(SLEEVES)], np.float64)
    points = np.array([p for a, b, _ in strokes for p in (a, b)] + [elbow])
    rows, columns = picture.shape[:2]
    margin = 1.6 * size
    low = np.clip(np.floor(points.min(axis=0) - margin), 0, [columns, rows]).astype(int)
    high = np.clip(np.ceil(points.max(axis=0) + margin), 0, [columns, rows]).astype(int)
    if (high - low).min() < 4:
        return
    window = picture[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(window.shape[:2], np.uint8)
    paint = np.empty_like(window)
    paint[:] = skin
    _stroke(mask, elbow - low, wrist - low, 1.35 * size, 255)
    for a, b, width in strokes:
        _stroke(mask, a - low, b - low, width, 255)
    _stroke(paint, elbow - low, wrist + back * 0.5 * size - low, 1.5 * size, sleeve)
    for a, b, width in strokes[2:]:
        shift = side * width * 0.16 - low
        _stroke(paint, a + shift, b + shift, width * 0.45, np.minimum(skin * 1.1, 255))
        _stroke(paint, a - low - side * width * 0.42, b - low - side * width * 0.42, width * 0.12, skin * 0.72)
    small = cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    shadow = cv2.blur(cv2.blur(small, (13, 13)), (9, 9))
    shadow = cv2.resize(shadow, (window.shape[1], window.shape[0]))
    move = np.array([[1, 0, 0.3 * size], [0, 1, 0.3 * size]], np.float32)
    shadow = cv2.warpAffine(shadow, move, (window.shape[1], window.shape[0]), flags=cv2.INTER_NEAREST)
    _blend(window, np.zeros_like(window), (shadow * 0.45).astype(np.uint8))
    _blend(window, _soft(paint, 5), _soft(mask, 3))


def paint_box(picture: Image, view: View, box: Box) -> None:
    """The box upside down over the dice: its bottom and the sides the camera sees."""
    across, along, high = BOX_MM
    xs, ys = (box.x - across / 2, box.x + across / 2), (box.y - along / 2, box.y + along / 2)
    bottom = [(xs[0], ys[0]), (xs[1], ys[0]), (xs[1], ys[1]), (xs[0], ys[1])]
    low = view.project(np.array([(x, y, box.lift) for x, y in bottom], np.float32))
    up = view.project(np.array([(x, y, box.lift + high) for x, y in bottom], np.float32))
    ground = view.project(np.array([(x + 0.4 * box.lift, y - 0.3 * box.lift, 0) for x, y in bottom], np.float32))
    dark = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(dark, np.round(ground).astype(np.int32), 110)
    soft = int(15 + 0.3 * box.lift) | 1
    small = cv2.blur(cv2.resize(dark, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), (soft // 3, soft // 3))
    whole = cv2.resize(small, (picture.shape[1], picture.shape[0]))
    _blend(picture, np.zeros_like(picture), np.asarray(whole, np.uint8))
    for i, colour in ((2, (96, 30, 36)), (3, (110, 36, 42)), (1, (120, 40, 46)), (0, (140, 48, 54))):
        j = (i + 1) % 4
        side = np.array([low[i], low[j], up[j], up[i]])
        cv2.fillConvexPoly(picture, np.round(side * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    cv2.fillConvexPoly(picture, np.round(up * 16).astype(np.int32), (170, 62, 66), cv2.LINE_AA, 4)
    inner = up.mean(axis=0) + (up - up.mean(axis=0)) * 0.82
    cv2.polylines(picture, [np.round(inner * 16).astype(np.int32)], True, (90, 200, 240), 4, cv2.LINE_AA, 4)


def _soft(picture: Image, size: int) -> Image:
    return np.asarray(cv2.blur(picture, (size, size)), np.uint8)


def _stroke(picture: Image, a: np.ndarray, b: np.ndarray, width: float, colour: object) -> None:
    ink = [float(v) for v in colour] if isinstance(colour, np.ndarray) else colour
    (x0, y0), (x1, y1) = np.round(a * 8).astype(int), np.round(b * 8).astype(int)
    cv2.line(picture, (int(x0), int(y0)), (int(x1), int(y1)), ink, max(1, round(width)), cv2.LINE_AA, 3)  # type: ignore[call-overload]


def _blend(window: Image, paint: Image, mask: Image) -> None:
    where = cv2.merge([mask, mask, mask])
    kept = cv2.multiply(window, 255 - where, scale=1 / 255)
    window[:] = cv2.add(kept, cv2.multiply(paint, where, scale=1 / 255))
