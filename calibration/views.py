"""Pictures of the mat as a camera would take it, with the truth kept: rendered for the study and for tests.

The camera has a lens of two radial terms, which the solver does not know, and a tone curve and colours of its own; the
printer, the lamp and what lies on the mat differ from view to view.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from calibration.difference import encoded, linear
from calibration.drawing import Image, mat_picture
from calibration.mat import Floats, Mat, mat
from calibration.pdf import Rgb
from calibration.plane import centre

Light = npt.NDArray[np.float32]
PER_MM = 6
FINER = 2
"""Rays along a pixel's side."""
STEP = 4
"""Pixels between the rays that are followed through the lens; those between lie between."""
DICE: dict[str, Rgb] = {
    "ivory": (235, 228, 205),
    "crimson": (170, 30, 50),
    "navy": (30, 45, 110),
    "bottle green": (30, 95, 60),
    "amber": (245, 175, 40),
    "slate": (95, 105, 120),
    "coal": (35, 33, 36),
    "violet": (140, 90, 180),
}
"""Colours that are not on the mat: what a correction is worth shows on these."""
DIE = 16.0
SKIN: Rgb = (205, 150, 125)


@dataclass(frozen=True)
class Lens:
    """A camera over the mat: where it stands, where it looks, and how its lens bends."""

    size: tuple[int, int]
    focus: float
    """In pixels."""
    bend: tuple[float, float]
    """Two radial terms, of the distance from the axis at depth 1."""
    turn: Floats
    """Rows: the camera's axes, x right, y down, z into the picture, in those of the mat (z into the table)."""
    place: Floats
    """Of the camera, millimetres on the mat."""

    def to_frame(self, points: Floats, height: float = 0.0) -> Floats:
        """Pixels (n, 2) of points (n, 2) on the mat, or so far above it."""
        solid = np.concatenate([points, np.full((len(points), 1), -height)], axis=1)
        seen = (solid - self.place) @ self.turn.T
        straight = seen[:, :2] / seen[:, 2:]
        pixels: Floats = straight * self._bent(straight) * self.focus + centre(self.size)
        return pixels

    def to_mat(self, pixels: Floats) -> Floats:
        """Points on the mat (n, 2) of pixels (n, 2)."""
        bent = (pixels - centre(self.size)) / self.focus
        straight = bent.copy()
        for _ in range(6):
            straight = bent / self._bent(straight)
        right, under, ahead = self.turn
        rays = straight[:, :1] * right + straight[:, 1:] * under + ahead
        # the horizon and above never meet the table: such a ray ends far away
        down = np.maximum(rays[:, 2:], 1e-3)
        points: Floats = self.place[:2] - rays[:, :2] / down * self.place[2]
        return points

    def _bent(self, straight: Floats) -> Floats:
        squared = (straight**2).sum(axis=1, keepdims=True)
        factor: Floats = 1 + self.bend[0] * squared + self.bend[1] * squared**2
        return factor


def lens_over(
    sheet: Mat,
    *,
    steepness: float,
    around: float = 0.0,
    fills: float = 0.75,
    roll: float = 0.0,
    size: tuple[int, int] = (1280, 720),
    bend: tuple[float, float] = (0.0, 0.0),
    field_of_view: float = 65.0,
    aside: tuple[float, float] = (0.0, 0.0),
) -> Lens:
    """A camera that looks down at so many degrees, from so far around the mat, which fills that share of the width."""
    focus = size[0] / 2 / np.tan(np.radians(field_of_view / 2))
    distance = focus * sheet.paper.width / (fills * size[0])
    up, turn = np.radians(steepness), np.radians(around)
    target = np.array([sheet.paper.width / 2 + aside[0], sheet.paper.height / 2 + aside[1], 0.0])
    away = np.array([np.sin(turn) * np.cos(up), np.cos(turn) * np.cos(up), -np.sin(up)])
    ahead = -away
    right = np.array([np.cos(turn), -np.sin(turn), 0.0])
    down = np.cross(ahead, right)
    lean = np.radians(roll)
    axes = np.stack([np.cos(lean) * right + np.sin(lean) * down, np.cos(lean) * down - np.sin(lean) * right, ahead])
    return Lens(size, float(focus), bend, axes, target + distance * away)


@dataclass(frozen=True)
class Scene:
    """What else makes the picture: light, print, sensor, and what is in the way."""

    light: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Of the lamp, red green blue."""
    white: float = 0.75
    """How bright the paper gets, of what the sensor can take."""
    lamp: tuple[float, float, float] | None = None
    """Where it hangs, millimetres on the mat and above it; None lights evenly."""
    glare: tuple[float, float, float] | None = None
    """Where it shines on the mat, and how wide."""
    hands: tuple[tuple[float, float, float], ...] = ()
    """Fists on the mat: where, and how wide."""
    dice: tuple[tuple[str, float, float], ...] = ()
    """Of DICE, and where."""
    print_gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """The printer's exponent for each ink."""
    print_black: float = 0.0
    mixing: float = 0.0
    """How much the sensor's channels see of each other."""
    contrast: float = 0.0
    """How far the tone curve leans to an S."""
    table: Rgb = (120, 90, 65)
    blur: float = 0.6
    noise: float = 1.0
    jpeg: int = 95
    seed: int = field(default=0)


def picture(paper: str, lens: Lens, scene: Scene) -> Image:
    """The frame (BGR) that the camera takes."""
    sheet = mat(paper)
    rng = np.random.default_rng(scene.seed)
    where = _where(lens)
    looks = _reflected(sheet, scene)
    points = where * PER_MM - 0.5
    table = tuple(float(v) for v in linear(np.array(scene.table[::-1]) / 255))
    seen = cv2.remap(looks, points[..., 0], points[..., 1], cv2.INTER_LINEAR, borderValue=table)
    bright = np.asarray(seen, np.float32) * (scene.white * _lit(sheet, where, scene))[..., None]
    if scene.glare:
        x, y, wide = scene.glare
        shine = np.exp(-((where[..., 0] - x) ** 2 + (where[..., 1] - y) ** 2) / (2 * wide**2))
        bright += shine[..., None]
    bright *= np.array(scene.light[::-1], np.float32)
    bright = np.asarray(cv2.transform(bright, _mixed(scene.mixing)))
    width, height = lens.size
    bright = np.asarray(cv2.resize(bright, (width, height), interpolation=cv2.INTER_AREA))
    bright = np.asarray(cv2.GaussianBlur(bright, (0, 0), max(scene.blur, 0.05)))
    values = encoded(bright)
    values += scene.contrast * (values * values * (3 - 2 * values) - values)
    noisy = values * 255 + rng.normal(0, max(scene.noise, 1e-6), values.shape)
    frame = np.clip(np.round(noisy), 0, 255).astype(np.uint8)
    done, packed = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, scene.jpeg])
    assert done
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _where(lens: Lens) -> Light:
    """The point on the mat (rows, columns, 2) that each ray of the frame meets; reckoned every few pixels."""
    width, height = lens.size
    nodes = np.meshgrid(np.arange(-STEP, width + STEP, float(STEP)), np.arange(-STEP, height + STEP, float(STEP)))
    coarse = lens.to_mat(np.stack(nodes, axis=-1).reshape(-1, 2)).reshape(*nodes[0].shape, 2)
    across = ((np.arange(width * FINER) + 0.5) / FINER - 0.5) / STEP + 1
    along = ((np.arange(height * FINER) + 0.5) / FINER - 0.5) / STEP + 1
    columns, rows = np.meshgrid(across.astype(np.float32), along.astype(np.float32))
    return np.asarray(cv2.remap(coarse.astype(np.float32), columns, rows, cv2.INTER_LINEAR), np.float32)


def _reflected(sheet: Mat, scene: Scene) -> Light:
    """Light that the printed mat, and what lies on it, throws back (BGR)."""
    inks = linear(np.arange(256) / 255)[:, None] ** np.array(scene.print_gain[::-1])
    inks = (scene.print_black + (1 - scene.print_black) * inks).astype(np.float32)
    printed = mat_picture(sheet, PER_MM)
    looks = np.stack([inks[printed[..., k], k] for k in range(3)], axis=-1)
    for name, x, y in scene.dice:
        x0, y0, side = round((x - DIE / 2) * PER_MM), round((y - DIE / 2) * PER_MM), round(DIE * PER_MM)
        looks[y0 : y0 + side, x0 : x0 + side] = linear(np.array(DICE[name][::-1]) / 255)
    skin = tuple(float(v) for v in linear(np.array(SKIN[::-1]) / 255))
    for x, y, wide in scene.hands:
        cv2.circle(looks, (round(x * PER_MM), round(y * PER_MM)), round(wide * PER_MM), skin, -1, cv2.LINE_AA)
    return looks


def _lit(sheet: Mat, where: Light, scene: Scene) -> Light:
    """How brightly the lamp lights each point, 1 at the brightest of the mat."""
    if scene.lamp is None:
        return np.ones(where.shape[:2], np.float32)
    x, y, high = scene.lamp
    strength = 1 / ((where[..., 0] - x) ** 2 + (where[..., 1] - y) ** 2 + high**2) ** 1.5
    within = (min(max(x, 0), sheet.paper.width) - x, min(max(y, 0), sheet.paper.height) - y)
    lit: Light = strength * (within[0] ** 2 + within[1] ** 2 + high**2) ** 1.5
    return lit


def _mixed(share: float) -> Floats:
    """Each channel keeps its white and takes a share of its neighbours' colour."""
    mixed: Floats = (1 - share) * np.eye(3) + share / 3 * np.ones((3, 3))
    return mixed
