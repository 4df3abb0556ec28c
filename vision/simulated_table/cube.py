"""A die as the camera sees it: a cube with rounded edges, traced ray by ray in a patch of the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.crops import Image
from vision.quads import Array
from vision.simulated_table.faces import SIDE, SimDie, atlas
from vision.simulated_table.view import View

HALF = 8.0
"""Half the side of a die in millimetres."""
ROUND = 0.24
LIGHT = np.array([-0.42, 0.34, 0.84], np.float32)
AXES = np.array(
    [
        [[1, 0, 0], [0, 1, 0]],
        [[1, 0, 0], [0, -1, 0]],
        [[0, 1, 0], [0, 0, 1]],
        [[0, -1, 0], [0, 0, 1]],
        [[-1, 0, 0], [0, 0, 1]],
        [[1, 0, 0], [0, 0, 1]],
    ],
    np.float32,
)
"""Right and up of each face, in the order +z −z +x −x +y −y."""
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a die is (its middle, millimetres) and how it is turned (a rotation)."""

    place: Array
    turn: Array

    @property
    def corners(self) -> Array:
        return np.asarray(self.place + HALF * CORNERS @ self.turn.T, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Colour times coverage and coverage (r, c, 4), with its upper left pixel."""

    x: int
    y: int
    pixels: Array


def resting(x: float, y: float, yaw: float) -> Pose:
    """A die that lies flat with its first face up."""
    c, s = np.cos(yaw), np.sin(yaw)
    return Pose(np.array([x, y, HALF], np.float32), np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32))


def rolled(pose: Pose, axis: Array, angle: float) -> Array:
    """The rotation of a pose turned on by an angle around an axis of the table."""
    turn, _ = cv2.Rodrigues(np.asarray(axis, np.float64) * angle)
    return np.asarray(turn @ pose.turn, np.float32)


def top_corners(view: View, pose: Pose) -> Array:
    """The corners of the upper face in the picture (4, 2)."""
    square = np.array([[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]], np.float32)
    return view.project(np.asarray(pose.place + HALF * square @ pose.turn.T, np.float32))


def draw(view: View, die: SimDie, pose: Pose, *, numerals: bool, fine: float = 2) -> Patch | None:
    """The patch of the picture that shows a die; `fine` rays to a pixel each way, less than one for what is blurred."""
    outline = view.project(pose.corners)
    low, high = np.floor(outline.min(axis=0)).astype(int) - 1, np.ceil(outline.max(axis=0)).astype(int) + 1
    low, high = np.maximum(low, 0), np.minimum(high, [view.width, view.height])
    columns, rows = (high - low).tolist()
    if columns <= 0 or rows <= 0:
        return None
    across, down = max(1, round(columns * fine)), max(1, round(rows * fine))
    rays = view.rays(float(low[0]), float(low[1]), across, down, 1 / fine) @ pose.turn
    eye = np.asarray((view.place - pose.place) @ pose.turn / HALF, np.float32)
    points, away, t = _hit(eye, rays, 4 if fine >= 1 else 2)
    cover = np.clip(1 - away / np.maximum(t / (view.focal * fine), 1e-6), 0, 1)
    colour = _lit(points, rays, pose, atlas(die, numerals), glossy=fine >= 1)
    pixels = np.dstack([colour * cover[..., None], cover * 255])
    if fine != 1:
        kind = cv2.INTER_AREA if fine > 1 else cv2.INTER_LINEAR
        pixels = cv2.resize(pixels, (columns, rows), interpolation=kind)
    return Patch(int(low[0]), int(low[1]), np.asarray(pixels, np.float32))


def _hit(eye: Array, rays: Array, steps: int) -> tuple[Array, Array, Array]:
    """Where rays meet the rounded cube of half side 1, how far they pass it by, and how far they went."""
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1 / np.where(np.abs(rays) < 1e-7, 1e-7, rays)
    near = (-np.sign(rays) - eye) * inverse
    t = near.max(axis=-1)
    speed = np.sqrt(np.einsum("rcd,rcd->rc", rays, rays))
    for _ in range(steps):
        points = eye + rays * t[..., None]
        outside = np.maximum(np.abs(points) - (1 - ROUND), 0)
        away = np.sqrt(np.einsum("rcd,rcd->rc", outside, outside)) - ROUND
        t = t + away / speed
    return np.asarray(points, np.float32), np.asarray(away, np.float32), np.asarray(t * speed, np.float32)


def _lit(points: Array, rays: Array, pose: Pose, faces: Array, *, glossy: bool) -> Array:
    """The colour of points on the die: print, light from the lamp and the room, a little gloss."""
    size = np.abs(points)
    axis = size.argmax(axis=-1)
    sign = np.take_along_axis(points, axis[..., None], -1)[..., 0] < 0
    face = np.where(axis == 2, 0, np.where(axis == 0, 2, 4)) + sign
    right = np.einsum("rcd,rcd->rc", points, AXES[face, 0])
    up = np.einsum("rcd,rcd->rc", points, AXES[face, 1])
    column = np.clip((right + 1) * (SIDE / 2) - 0.5, 0, SIDE - 1) + face * SIDE
    row = np.clip((1 - up) * (SIDE / 2) - 0.5, 0, SIDE - 1)
    colour = cv2.remap(faces, column.astype(np.float32), row.astype(np.float32), cv2.INTER_LINEAR)
    outward = np.sign(points) * np.maximum(size - (1 - ROUND), 0)
    outward /= np.maximum(np.sqrt(np.einsum("rcd,rcd->rc", outward, outward)), 1e-6)[..., None]
    lamp = LIGHT @ pose.turn
    room = pose.turn[2]
    facing = np.maximum(outward @ lamp, 0)
    shade = 0.36 + 0.2 * (outward @ room) + 0.52 * facing
    if not glossy:
        return np.asarray(np.clip(colour * shade[..., None], 0, 255), np.float32)
    half = lamp - rays / np.sqrt(np.einsum("rcd,rcd->rc", rays, rays))[..., None]
    half /= np.sqrt(np.einsum("rcd,rcd->rc", half, half))[..., None]
    gloss = 30 * np.maximum(np.einsum("rcd,rcd->rc", outward, half), 0) ** 60
    return np.asarray(np.clip(colour * shade[..., None] + gloss[..., None], 0, 255), np.float32)


def blend(picture: Image, patch: Patch) -> None:
    """Put a patch into a picture."""
    rows, columns = patch.pixels.shape[:2]
    window = picture[patch.y : patch.y + rows, patch.x : patch.x + columns]
    keep = 1 - patch.pixels[..., 3:] * (1 / 255)
    window[:] = np.clip(window * keep + patch.pixels[..., :3] + 0.5, 0, 255).astype(np.uint8)


def blurred(patches: list[Patch]) -> Patch:
    """The mean of several patches: a die that moved while the picture was taken."""
    x0, y0 = min(p.x for p in patches), min(p.y for p in patches)
    x1 = max(p.x + p.pixels.shape[1] for p in patches)
    y1 = max(p.y + p.pixels.shape[0] for p in patches)
    total = np.zeros((y1 - y0, x1 - x0, 4), np.float32)
    for p in patches:
        rows, columns = p.pixels.shape[:2]
        total[p.y - y0 : p.y - y0 + rows, p.x - x0 : p.x - x0 + columns] += p.pixels / len(patches)
    return Patch(x0, y0, total)


def cast_shadow(picture: Image, view: View, pose: Pose, strength: float = 0.42) -> None:
    """Darken the table where the die keeps the lamp's light away; the higher it is, the softer."""
    corners = pose.corners
    ground = corners - LIGHT * (corners[:, 2:] / LIGHT[2])
    ground[:, 2] = 0
    height = max(0.0, float(pose.place[2]) - HALF)
    soft = int(9 + height * 0.6) | 1
    hull = cv2.convexHull(view.project(ground)).reshape(-1, 2)
    low = np.maximum(np.floor(hull.min(axis=0)).astype(int) - soft, 0)
    high = np.minimum(np.ceil(hull.max(axis=0)).astype(int) + soft, [view.width, view.height])
    columns, rows = (high - low).tolist()
    if columns <= 0 or rows <= 0:
        return
    mask = np.zeros((rows, columns), np.float32)
    cv2.fillConvexPoly(mask, np.round((hull - low) * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    mask = np.asarray(cv2.blur(cv2.blur(mask, (soft, soft)), (soft, soft)), np.float32)
    window = picture[low[1] : high[1], low[0] : high[0]]
    window[:] = (window * (1 - strength * mask[..., None])).astype(np.uint8)
