"""Whole pictures with exact labels: a throw of a kit on some table, or one die close up for teaching."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.held_out.assets import Assets
from models.training.held_out.camera import Camera, stand
from models.training.held_out.clutter import block, strew
from models.training.held_out.develop import develop, without_fireflies
from models.training.held_out.editions import DieModel, Edition
from models.training.held_out.layout import Pose, footprint, lay, sides_of, turn_up
from models.training.held_out.light import Room, sample_room
from models.training.held_out.shapes import Array
from models.training.held_out.tables import sample_table
from models.training.held_out.tracing import SAMPLES, Setting, Table, build, die_mesh, shown, trace
from models.training.render.types import DieLabel, Image, Picture
from vision.quads import affine_of

Rng = np.random.Generator
SIZES = ((1280, 720), (1280, 720), (960, 720))
COCKED_SHARE, EMPTY_SHARE = 0.05, 0.06
MATT, PRINTED = ("cloth", "felt", "page"), ("board", "page")
_GRID = 24


def _table(rng: Rng, assets: Assets, side: float) -> tuple[str, Table]:
    name, texture = sample_table(rng, side, assets)
    gloss = None if name in MATT or rng.random() < 0.3 else float(np.exp(rng.uniform(np.log(0.08), np.log(0.5))))
    return name, Table(texture, side, float(rng.uniform(0, 2 * np.pi)), gloss, name in PRINTED)


def box_of(camera: Camera, points: Array) -> tuple[float, float, float, float]:
    """The box around a die's outline, cut at the frame."""
    places = camera.project(points)
    low, high = places.min(axis=0), places.max(axis=0)
    limits = np.array([camera.width, camera.height]) - 0.5
    low, high = np.clip(low, -0.5, limits), np.clip(high, -0.5, limits)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def share_in_frame(camera: Camera, points: Array) -> float:
    hull = cv2.convexHull((camera.project(points) + 0.5).astype(np.float32))
    frame = np.array([[0, 0], [camera.width, 0], [camera.width, camera.height], [0, camera.height]], np.float32)
    inside, _ = cv2.intersectConvexConvex(hull, frame)
    return float(np.clip(inside / max(cv2.contourArea(hull), 1e-6), 0, 1))


def _contrast(image: Image, top: Array) -> float:
    """The spread of colours within a top face, edges left out, as training counts it."""
    (centre,), (axes,) = affine_of(top)
    steps = (np.arange(_GRID, dtype=np.float32) + 0.5) * (1.6 / _GRID) - 0.8
    u, v = np.meshgrid(steps, steps)
    places = centre + u[..., None] * axes[:, 0] + v[..., None] * axes[:, 1]
    maps = places.astype(np.float32)
    seen = cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return round(float(np.sqrt(seen.reshape(-1, 3).astype(np.float32).var(axis=0).sum())), 2)


def label(pose: Pose, camera: Camera, visible: float, points: Array, image: Image) -> DieLabel:
    top = camera.project(pose.top_corners())
    return DieLabel(
        face=pose.sides[pose.top],
        body=pose.die.body,
        kind=pose.die.kind,
        top=tuple((float(x), float(y)) for x, y in top),
        box=box_of(camera, points),
        visible=round(visible, 4),
        cocked=pose.cocked,
        in_frame=round(share_in_frame(camera, points), 4),
        contrast=_contrast(image, top),
    )


def _finished(rng: Rng, setting: Setting, samples: int, info: dict[str, float | str]) -> Picture:
    scene = build(setting)
    light, albedo = trace(scene, int(rng.integers(1 << 30)), samples)
    camera = setting.camera
    outlines = [(pose, die_mesh(pose).points) for pose in setting.poses]
    outlines = [(pose, points) for pose, points in outlines if share_in_frame(camera, points) > 0.02]
    boxes = [tuple(max(v, 0.0) for v in box_of(camera, points)) for _, points in outlines]
    calm = camera.through_lens(without_fireflies(light, albedo))
    developed = develop(rng, calm, setting.room.illuminant, boxes)
    labels = []
    for pose, points in outlines:
        labels.append(label(pose, camera, shown(scene, setting, pose), points, developed.image))
    info |= {
        "lamp_kelvin": round(setting.room.kelvin),
        "die_px": round(setting.die_pixels, 1),
        "blur": round(developed.blur, 2),
        "noise": round(developed.noise, 2),
    }
    red, green, blue = (float(v) for v in developed.cast)
    return Picture(developed.image, tuple(labels), (red, green, blue), info)


def throw_picture(rng: Rng, edition: Edition, assets: Assets, samples: int = SAMPLES) -> Picture:
    """A throw seen by a phone beside the table."""
    size = SIZES[int(rng.integers(len(SIZES)))]
    dice = edition.throw(rng) if rng.random() > EMPTY_SHARE else []
    elevation = float(rng.uniform(35, 90)) if rng.random() < 0.85 else float(rng.uniform(80, 90))
    flat = float(np.sin(np.deg2rad(elevation)))
    # Dice that would not fit side by side are seen from farther away.
    most = np.sqrt(0.34 * size[0] * size[1] * flat / max(len(dice), 1)) / 1.25
    die_pixels = float(np.exp(rng.uniform(np.log(24), np.log(min(200.0, max(most, 40.0))))))
    die_pixels = min(die_pixels, most)
    spread = (0.72 * size[0] / 2 / die_pixels, min(0.6 * size[1] / 2 / die_pixels / flat, 0.6 * size[0] / die_pixels))
    tight = float(rng.uniform(0.45, 1.0))
    least = np.sqrt(len(dice)) * 0.9
    room_for = (max(spread[0] * tight, min(least, spread[0])), max(spread[1] * tight, min(least, spread[1])))
    cocked = int(rng.random() < COCKED_SHARE) if dice else 0
    poses, props = lay(rng, dice, room_for, cocked)
    camera = stand(
        np.array([*(rng.normal(0, 0.06, 2) * spread), 0.5]),
        die_pixels,
        elevation=elevation,
        roll=float(rng.normal(0, 4)),
        field=float(rng.uniform(45, 72)) if rng.random() < 0.8 else float(rng.uniform(25, 45)),
        size=size,
        bend=float(rng.normal(0, 0.02)),
    )
    name, table = _table(rng, assets, max(9.0, 1.5 * size[0] / die_pixels))
    outlines = [footprint(pose.centre, 0.0, 0.85 if not pose.cocked else 1.5) for pose in poses]
    count = int(rng.choice([0, 1, 3, 6])) if dice else int(rng.integers(3, 9))
    things = strew(rng, assets, spread, outlines, count)
    things += [block(prop, (0.75, 0.6, 0.42)) for prop in props]
    reach = float(np.linalg.norm(camera.position))
    setting = Setting(
        tuple(poses),
        tuple(things),
        table,
        sample_room(rng, float(camera.position[2])),
        camera,
        aperture=reach * float(rng.choice([0.0, 0.002, 0.006], p=[0.5, 0.35, 0.15])),
        die_pixels=die_pixels,
    )
    info: dict[str, float | str] = {"elevation": round(elevation, 1), "table": name}
    if poses:
        info["finish"] = poses[0].die.finish.kind
    return _finished(rng, setting, samples, info)


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """Where somebody teaches: one table, one lamp, one place of the camera for all faces of an edition."""

    name: str
    table: Table
    room: Room
    camera: Camera
    elevation: float
    die_pixels: float


def glares(room: Room, camera: Camera) -> bool:
    """Whether a level face mirrors a lamp into the camera; nobody would teach a face that cannot be seen."""
    mirrored = camera.position * np.array([-1, -1, 1]) / np.linalg.norm(camera.position)
    for lamp in room.lamps:
        far = float(np.linalg.norm(lamp.place))
        apart = np.arccos(np.clip(float(mirrored @ lamp.place) / far, -1, 1))
        if apart < np.arctan(lamp.radius / far) + np.deg2rad(14):
            return True
    return False


def sample_lesson(rng: Rng, assets: Assets) -> Lesson:
    die_pixels, elevation = float(rng.uniform(100, 150)), float(rng.uniform(65, 90))
    camera = stand(
        np.array([0, 0, 0.5]),
        die_pixels,
        elevation=elevation,
        roll=float(rng.normal(0, 3)),
        field=float(rng.uniform(40, 60)),
        size=(480, 360),
        bend=0.0,
    )
    name, table = _table(rng, assets, 9.0)
    room = sample_room(rng, float(camera.position[2]))
    while glares(room, camera):
        room = sample_room(rng, float(camera.position[2]))
    return Lesson(name, table, room, camera, elevation, die_pixels)


def shot_picture(rng: Rng, die: DieModel, face: str, lesson: Lesson, samples: int = 2 * SAMPLES) -> Picture:
    """One die close up from above, as people show it when they teach."""
    sides = list(sides_of(rng, die))
    if face not in sides:
        sides[0] = face
    turn = turn_up(sides.index(face), float(rng.uniform(0, 2 * np.pi)))
    where = np.array([*rng.uniform(-0.3, 0.3, 2), 0.5], np.float32)
    pose = Pose(die, tuple(sides), turn, where)
    setting = Setting((pose,), (), lesson.table, lesson.room, lesson.camera, aperture=0.0, die_pixels=lesson.die_pixels)
    info: dict[str, float | str] = {"elevation": round(lesson.elevation, 1), "table": lesson.name}
    info["finish"] = die.finish.kind
    return _finished(rng, setting, samples, info)
