"""Mitsuba: materials, the scene, its light, and rays that tell what is hidden."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from glob import glob
from typing import Any

import cv2
import numpy as np

from models.training.held_out.assets import Rgba
from models.training.held_out.camera import Camera
from models.training.held_out.clutter import Thing
from models.training.held_out.editions import DieModel
from models.training.held_out.layout import Pose
from models.training.held_out.light import Room
from models.training.held_out.noise import cloud
from models.training.held_out.shapes import Array, Mesh, rounded_cube

SAMPLES = 8
_GRID = 16


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    texture: Array
    """sRGB."""
    side: float
    yaw: float
    roughness: float | None
    """None is matt."""
    printed: bool = False
    """Printed things repeat as they are; others repeat mirror-wise, which hides the seams."""


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """All that is to be traced."""

    poses: tuple[Pose, ...]
    things: tuple[Thing, ...]
    table: Table
    room: Room
    camera: Camera
    aperture: float
    die_pixels: float


@cache
def mitsuba() -> Any:  # noqa: ANN401  (Mitsuba has no types)
    """Mitsuba with one thread. It needs LLVM 17 or newer: older ones fail on some processors with AVX-512."""
    if "DRJIT_LIBLLVM_PATH" not in os.environ:
        found = sorted(glob("/usr/lib/*/libLLVM.so.*.*") + glob("/usr/lib/*/libLLVM-1[7-9].so"))
        if not found:
            raise RuntimeError("LLVM is missing: apt install libllvm19, or name the library in DRJIT_LIBLLVM_PATH.")
        os.environ["DRJIT_LIBLLVM_PATH"] = found[-1]
    import mitsuba as mi  # type: ignore[import-not-found]  # noqa: PLC0415

    mi.set_variant("llvm_ad_rgb")
    import drjit  # type: ignore[import-not-found]  # noqa: PLC0415

    drjit.set_thread_count(1)
    return mi


def linear(srgb: Array) -> Array:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def _texture(image: Array, wrap: str = "clamp") -> dict[str, Any]:
    mi = mitsuba()
    values = np.ascontiguousarray(image if image.ndim == 3 else image[:, :, None], np.float32)
    return {"type": "bitmap", "bitmap": mi.Bitmap(values), "raw": True, "wrap_mode": wrap}


def _plain(colour: tuple[float, float, float]) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(v) for v in linear(np.array(colour, np.float32))]}


def atlas(die: DieModel, sides: tuple[str, ...], cell: int) -> tuple[Array, Array]:
    """The skin of a die (sRGB) and where marks are, six cells each."""
    rng = np.random.default_rng(die.finish.grain)
    skin = np.empty((2 * cell, 3 * cell, 3), np.float32)
    marks = np.empty((2 * cell, 3 * cell), np.float32)
    for number, label in enumerate(sides):
        body = np.ones((cell, cell, 1), np.float32) * np.array(die.colour, np.float32)
        if die.finish.kind == "wood":
            grain = cv2.resize(cloud(rng, 128, 1.1, stretch=0.08), (cell, cell), interpolation=cv2.INTER_AREA)
            body = body * (0.84 + 0.3 * grain[:, :, None])
        elif die.finish.kind == "pearl":
            swirl = cv2.resize(cloud(rng, 128, 2.6), (cell, cell), interpolation=cv2.INTER_AREA)[:, :, None]
            body = body * (1 - 0.45 * swirl) + 0.45 * swirl * (0.35 + 0.65 * body)
        print_: Rgba = np.asarray(cv2.resize(die.faces[label], (cell, cell), interpolation=cv2.INTER_AREA), np.float32)
        alpha = print_[:, :, 3:]
        if die.finish.kind == "wood":  # ink on wood wears thin
            alpha = alpha * (0.93 + 0.07 * cv2.resize(cloud(rng, 128, 0.6), (cell, cell))[:, :, None])
        row, column = divmod(number, 3)
        here = np.s_[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell]
        skin[here] = body * (1 - alpha) + print_[:, :, :3] * alpha
        marks[here] = alpha[:, :, 0]
    return np.clip(skin, 0.005, 0.985), marks


def _die_material(die: DieModel, sides: tuple[str, ...], die_pixels: float) -> dict[str, Any]:
    cell = int(np.clip(2.2 * die_pixels, 48, 256))
    skin, marks = atlas(die, sides, cell)
    base, rough = _texture(linear(skin)), die.finish.roughness
    material: dict[str, Any]
    match die.finish.kind:
        case "plastic" | "rough" | "wood":
            # Never quite smooth: a mirror's highlights are found by chance only and come out as specks.
            material = {"type": "roughplastic", "alpha": float(np.clip(rough, 0.04, 0.6)), "diffuse_reflectance": base}
        case "clear":
            through = _texture(0.55 * (1 - marks))
            material = {
                "type": "principled",
                "base_color": base,
                "roughness": rough,
                "spec_trans": through,
                "eta": 1.45,
            }
        case "metal":
            shine = _texture(0.9 * (1 - marks))
            material = {"type": "principled", "base_color": base, "roughness": rough + 0.1, "metallic": shine}
        case _:
            material = {"type": "principled", "base_color": base, "roughness": 0.35, "clearcoat": 0.8, "specular": 0.6}
    if die.finish.relief and die.finish.kind != "clear" and die.kind != "dice_forge":
        soft = cv2.GaussianBlur(marks, (0, 0), max(0.8, cell * 0.012))
        # A cell is a third of the atlas wide and a half high, and heights are in dice.
        depth = _texture(-die.finish.relief * soft)
        material = {"type": "bumpmap", "height": depth, "scale": 1.0, "bsdf": material}
    return material


def _thing_material(thing: Thing) -> dict[str, Any]:
    colour = _plain(thing.colour) if thing.print is None else _texture(linear(thing.print))
    if thing.metal:
        return {"type": "principled", "base_color": colour, "roughness": thing.roughness, "metallic": 1.0}
    return {
        "type": "twosided",
        "bsdf": {"type": "roughplastic", "alpha": thing.roughness, "diffuse_reflectance": colour},
    }


def _shape(name: str, mesh: Mesh, material: Any) -> Any:  # noqa: ANN401
    mi = mitsuba()
    properties = mi.Properties()
    properties["mesh_bsdf"] = material
    shape = mi.Mesh(
        name,
        vertex_count=len(mesh.points),
        face_count=len(mesh.triangles),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=properties,
    )
    buffers = mi.traverse(shape)
    buffers["vertex_positions"] = mesh.points.ravel()
    buffers["vertex_normals"] = mesh.normals.ravel()
    buffers["vertex_texcoords"] = (mesh.places * np.array([1, -1], np.float32) + np.array([0, 1], np.float32)).ravel()
    buffers["faces"] = mesh.triangles.ravel()
    buffers.update()
    return shape


def die_mesh(pose: Pose) -> Mesh:
    mesh = rounded_cube(pose.die.edge, pose.die.ball)
    points = mesh.points @ pose.turn.T + pose.centre
    return Mesh(points.astype(np.float32), (mesh.normals @ pose.turn.T).astype(np.float32), mesh.places, mesh.triangles)


def _lamps(room: Room) -> dict[str, Any]:
    mi = mitsuba()
    lamps = {}
    for number, lamp in enumerate(room.lamps):
        facing = mi.ScalarTransform4f().look_at(
            origin=[float(v) for v in lamp.place], target=[0, 0, 0], up=[0.3, 0.1, 1]
        )
        size = float(lamp.radius * (1 if lamp.round else np.sqrt(np.pi) / 2))
        lamps[f"lamp{number}"] = {
            "type": "disk" if lamp.round else "rectangle",
            "to_world": facing @ mi.ScalarTransform4f().scale(size),
            "emitter": {
                "type": "area",
                "radiance": {"type": "rgb", "value": [float(v) for v in lamp.radiance]},
            },
        }
    return lamps


def build(setting: Setting) -> Any:  # noqa: ANN401
    mi = mitsuba()
    transform = mi.ScalarTransform4f
    camera, table = setting.camera, setting.table
    down, forward = camera.axes[1].astype(float), camera.axes[2].astype(float)
    clear = any(pose.die.finish.kind == "clear" for pose in setting.poses)
    reach = float(np.linalg.norm(camera.position))
    extent = 60.0 + 4 * reach
    repeats = 2 * extent / table.side
    top = _texture(linear(table.texture[::-1]), "repeat" if table.printed else "mirror")
    top["to_uv"] = transform().scale([repeats, repeats, 1])
    surface: dict[str, Any] = {"type": "diffuse", "reflectance": top}
    if table.roughness is not None:
        surface = {"type": "roughplastic", "alpha": table.roughness, "diffuse_reflectance": top}
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {
            "type": "aov",
            "aovs": "albedo:albedo",
            "light": {"type": "path", "max_depth": 9 if clear else 5},
        },
        "sensor": {
            "type": "thinlens",
            "fov": float(np.rad2deg(2 * np.arctan(camera.width / 2 / camera.focal))),
            "aperture_radius": max(setting.aperture, 1e-4),
            "focus_distance": reach,
            "near_clip": 0.1,
            "far_clip": 2000.0,
            "to_world": transform().look_at(
                origin=camera.position.astype(float).tolist(),
                target=(camera.position + forward).tolist(),
                up=(-down).tolist(),
            ),
            "film": {
                "type": "hdrfilm",
                "width": camera.width,
                "height": camera.height,
                "rfilter": {"type": "tent"},
            },
        },
        # Mitsuba's panoramas have y up; its middle column does not matter here.
        "room": {
            "type": "envmap",
            "bitmap": mi.Bitmap(setting.room.panorama),
            "to_world": transform().rotate([1, 0, 0], 90),
        },
        "table": {
            "type": "rectangle",
            "to_world": transform().rotate([0, 0, 1], float(np.rad2deg(table.yaw))).scale(extent),
            "bsdf": surface,
        },
        **_lamps(setting.room),
    }
    materials: dict[tuple[int, tuple[str, ...]], Any] = {}
    for number, pose in enumerate(setting.poses):
        key = (id(pose.die), pose.sides)
        if key not in materials:
            materials[key] = mi.load_dict(_die_material(pose.die, pose.sides, setting.die_pixels))
        scene[f"die{number}"] = _shape(f"die{number}", die_mesh(pose), materials[key])
    for number, thing in enumerate(setting.things):
        scene[f"thing{number}"] = _shape(f"thing{number}", thing.mesh, mi.load_dict(_thing_material(thing)))
    return mi.load_dict(scene)


def trace(scene: Any, seed: int, samples: int) -> tuple[Array, Array]:  # noqa: ANN401
    """Light and the things' own colours, both linear RGB."""
    image = np.array(mitsuba().render(scene, spp=samples, seed=seed), np.float32)
    return np.nan_to_num(image[:, :, :3]), np.clip(np.nan_to_num(image[:, :, 3:6]), 0, 1)


def shown(scene: Any, setting: Setting, pose: Pose) -> float:  # noqa: ANN401
    """Share of a die's top face that the camera sees."""
    mi = mitsuba()
    corners, camera = pose.top_corners(), setting.camera
    inset = 0.5 - 0.5 * (1 - 1.2 * pose.die.edge)
    steps = inset + (np.arange(_GRID) + 0.5) / _GRID * (1 - 2 * inset)
    u, v = (grid.reshape(-1, 1) for grid in np.meshgrid(steps, steps))
    points = corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0])
    normal = np.cross(corners[3] - corners[0], corners[1] - corners[0])
    way = camera.position - points
    if float((way @ normal).mean()) <= 0:
        return 0.0
    far = np.linalg.norm(way, axis=1)
    starts = points + 0.004 * normal
    ray = mi.Ray3f(mi.Point3f(*starts.T.astype(np.float32)), mi.Vector3f(*(way / far[:, None]).T.astype(np.float32)))
    ray.maxt = mi.Float((far - 0.1).astype(np.float32))
    covered = np.array(scene.ray_test(ray)).astype(bool)
    places = camera.project(points.astype(np.float32)) + 0.5
    inside = ((places >= 0) & (places < [camera.width, camera.height])).all(axis=1)
    return float((inside & ~covered).mean())
