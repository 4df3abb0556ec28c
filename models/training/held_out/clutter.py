"""What else lies on a table: coins, tokens, cards, blank cubes, pencils, pawns, cups, a phone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.training.held_out.assets import Assets
from models.training.held_out.layout import Prop, footprint, overlap
from models.training.held_out.marks import Face, Rgb, jittered, rgb
from models.training.held_out.shapes import Array, Mesh, rounded_cube, turned_profile
from models.training.held_out.tables import PICTURES

Rng = np.random.Generator
PAINTS = ("#d9d4c8", "#a8241f", "#2a58a8", "#2d8a45", "#e8bd2a", "#2a2a2c", "#8a5a34", "#d8b58a", "#e87f22", "#7a4c96")


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Something that is no die: its mesh in the world, its colour or print, how rough, whether it is metal."""

    mesh: Mesh
    colour: Rgb
    roughness: float
    metal: bool = False
    print: Array | None = None
    """A picture for an atlas of six cells (see `rounded_cube`) or for the top of a disc."""
    atlas: bool = False


def placed(mesh: Mesh, centre: Array, yaw: float, scale: tuple[float, float, float], tip: float = 0.0) -> Mesh:
    """A mesh scaled, tipped about x, turned about z and moved."""
    c, s = np.cos(yaw), np.sin(yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    if tip:
        turn = turn @ np.array([[1, 0, 0], [0, np.cos(tip), -np.sin(tip)], [0, np.sin(tip), np.cos(tip)]])
    points = (mesh.points * np.array(scale)) @ turn.T + centre
    normals = (mesh.normals / np.array(scale)) @ turn.T
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    return Mesh(points.astype(np.float32), normals.astype(np.float32), mesh.places, mesh.triangles)


def block(prop: Prop, colour: Rgb) -> Thing:
    centre = np.array([*prop.centre, prop.size[2] / 2], np.float32)
    return Thing(placed(rounded_cube(0.02, 0), centre, prop.yaw, prop.size), colour, 0.4)


def _paint(rng: Rng) -> Rgb:
    return jittered(rng, rgb(PAINTS[int(rng.integers(len(PAINTS)))]), 4, 5)


def _picture(rng: Rng, assets: Assets, size: int = 256) -> Array:
    """A printed card or token: a ground, a frame, one or several pictures."""
    face = Face(size)
    face.lay(np.ones((size, size), np.float32), _paint(rng))
    face.lay(face.square(0, 0, 0.88, 0.1), _paint(rng) if rng.random() < 0.5 else (0.93, 0.91, 0.86))
    names = assets.names(of_set := str(rng.choice(PICTURES)))
    for _ in range(int(rng.choice([1, 1, 2, 4]))):
        x, y = rng.uniform(-0.4, 0.4, 2)
        face.put(assets.icon(f"{of_set}:{names[int(rng.integers(len(names)))]}"), x, y, float(rng.uniform(0.2, 0.6)))
    return face.rgba()[:, :, :3]


def _card(rng: Rng, assets: Assets, at: Array, yaw: float) -> Thing:
    picture = _picture(rng, assets, 192)
    atlas = np.empty((384, 576, 3), np.float32)
    atlas[:] = (0.9, 0.89, 0.85)
    atlas[:192, :192] = picture
    size = (3.6, 5.4, 0.03) if rng.random() < 0.6 else (4.0, 4.0, 0.12)
    mesh = placed(rounded_cube(0.03, 0), np.array([*at, size[2] / 2]), yaw, size)
    return Thing(mesh, (0.9, 0.9, 0.9), 0.3, print=atlas, atlas=True)


def _make(rng: Rng, assets: Assets, kind: str, at: Array, yaw: float) -> list[Thing]:
    spot = np.array([*at, 0.0], np.float32)
    match kind:
        case "coins":
            metal = jittered(rng, rgb(str(rng.choice(["#c9a24a", "#b9bcc0", "#b0703c"]))), 3, 3)
            radius, tall = rng.uniform(0.55, 0.8), 0.11
            pile = []
            for level in range(int(rng.choice([1, 1, 2, 4]))):
                profile = [
                    (radius, 0.0),
                    (radius, tall),
                    (radius * 0.9, tall),
                    (radius * 0.88, tall * 0.85),
                    (0.0, tall * 0.85),
                ]
                shift = np.array([*rng.normal(0, 0.05, 2), level * tall])
                pile.append(Thing(placed(turned_profile(profile), spot + shift, 0, (1, 1, 1)), metal, 0.25, metal=True))
            return pile
        case "token":
            radius, tall = rng.uniform(0.5, 1.0), rng.uniform(0.06, 0.2)
            mesh = turned_profile([(radius, 0.0), (radius, tall), (0.0, tall)])
            return [Thing(placed(mesh, spot, yaw, (1, 1, 1)), (1, 1, 1), 0.35, print=_picture(rng, assets, 128))]
        case "card":
            return [_card(rng, assets, at, yaw)]
        case "cubes":
            colour, size = _paint(rng), rng.uniform(0.45, 0.65)
            cubes = []
            for corner in rng.permutation(4)[: int(rng.integers(1, 5))]:
                shift = np.array([corner % 2 - 0.5, corner // 2 - 0.5]) * 1.5 * size + rng.uniform(-0.04, 0.04, 2)
                where = np.array([*(at + shift), size / 2])
                cubes.append(Thing(placed(rounded_cube(0.05, 0), where, rng.uniform(0, 6), (size,) * 3), colour, 0.45))
            return cubes
        case "pencil":
            mesh = turned_profile([(0.0, -5.0), (0.22, -5.0), (0.22, 4.0), (0.05, 4.9), (0.0, 5.0)], 6)
            return [Thing(placed(mesh, np.array([*at, 0.2]), yaw, (1, 1, 1), tip=np.pi / 2), _paint(rng), 0.2)]
        case "pawn":
            profile = [(0.4, 0.0), (0.4, 0.12), (0.14, 0.75), (0.3, 0.95), (0.3, 1.2), (0.12, 1.35), (0.0, 1.36)]
            return [Thing(placed(turned_profile(profile, 32), spot, 0, (1, 1, 1)), _paint(rng), 0.15)]
        case "cup":
            profile = [(1.6, 0.0), (2.2, 4.6), (2.1, 4.6), (1.5, 0.3), (0.0, 0.3)]
            return [Thing(placed(turned_profile(profile), spot, 0, (1, 1, 1)), _paint(rng), 0.12)]
        case _:
            mesh = placed(rounded_cube(0.06, 0), np.array([*at, 0.25]), yaw, (4.4, 9.2, 0.5))
            return [Thing(mesh, (0.03, 0.03, 0.035), 0.05)]


_REACH = {"coins": 0.9, "token": 1.0, "card": 3.3, "cubes": 1.8, "pencil": 5.0, "pawn": 0.5, "cup": 2.3, "phone": 5.0}
_CHANCE = {"coins": 3, "token": 4, "card": 4, "cubes": 3, "pencil": 1.5, "pawn": 3, "cup": 0.7, "phone": 0.5}


def strew(rng: Rng, assets: Assets, spread: tuple[float, float], dice: list[Array], count: int) -> list[Thing]:
    """Things around the dice, whose outlines they leave free; tall ones stand behind, where they hide nothing."""
    things: list[Thing] = []
    taken = list(dice)
    chances = np.array(list(_CHANCE.values()))
    for _ in range(count):
        kind = str(rng.choice(list(_CHANCE), p=chances / chances.sum()))
        for _ in range(25):
            at = rng.uniform(-1.25, 1.25, 2) * np.array(spread)
            if kind == "cup":
                at[1] = spread[1] * rng.uniform(0.6, 1.3)
            outline = footprint(at, 0.0, _REACH[kind])
            if not any(overlap(outline, other) for other in taken):
                break
        else:
            continue
        taken.append(outline)
        things.extend(_make(rng, assets, kind, at.astype(np.float32), float(rng.uniform(0, 2 * np.pi))))
    return things
