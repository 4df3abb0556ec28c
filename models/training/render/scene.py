"""What a scene is made of, before any light falls on it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from models.training.render.camera import Camera
from models.training.render.lights import Lamp, Surroundings
from models.training.render.shapes import RoundedBox, Shape
from models.training.render.types import Array, DieDesign, Image, f32

FACE_NORMAL = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], np.float32)
FACE_UP = np.array([[0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]], np.float32)
FACE_RIGHT = np.cross(FACE_UP, FACE_NORMAL).astype(np.float32)
"""How the six prints lie on a die: seen from outside, `up` is the print's upper edge and `right` its right one."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """How a thing that is not a die meets light."""

    colour: Array
    gloss: float = 0.3
    metal: float = 0.0
    texture: Image | None = None
    texture_mm: float = 100.0
    skin: bool = False
    top: Image | None = None
    """A print (RGBA) over the whole upper side of a box, as on a domino."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """Clutter: a shape with a look. Shapes of one `group` melt into each other, as the parts of a hand do."""

    shape: Shape
    look: Look
    group: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    design: DieDesign
    shape: RoundedBox
    cocked: bool = False
    motion: Array | None = None
    """Where it moves while the shutter is open, and the axis about which it turns: (2, 3)."""

    @property
    def top(self) -> int:
        """The face that looks up most."""
        return int(np.argmax(FACE_NORMAL @ self.shape.turn[2]))

    def top_corners(self) -> Array:
        """Corners (3, 4) of the square of the top face, from the print's upper left clockwise."""
        face, half = self.top, float(self.shape.half[0])
        right, down = FACE_RIGHT[face], -FACE_UP[face]
        square = [FACE_NORMAL[face] + u * right + v * down for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        local = half * np.stack(square, axis=1)
        return f32(self.shape.turn @ local + self.shape.centre[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class Decal:
    """A flat print (RGBA) that lies on a layer."""

    image: Image
    centre: tuple[float, float]
    angle: float
    size: tuple[float, float]
    gloss: float = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A horizontal surface: the table, or a board or mat on it. `outline` (2, N) is convex; none: endless."""

    z: float
    texture: Image
    texture_mm: float
    angle: float
    gloss: float
    outline: Array | None = None
    side: Array | None = None
    thickness: float = 0.0
    decals: tuple[Decal, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    camera: Camera
    lamps: tuple[Lamp, ...]
    surroundings: Surroundings
    layers: tuple[Layer, ...]
    room: Image
    dice: tuple[Die, ...] = ()
    bodies: tuple[Body, ...] = ()
    shades: tuple[Shape, ...] = ()
    """Things outside the frame that still throw shadows: people, phones, window frames."""
    edge: tuple[float, float, float] | None = None
    """The table ends where x·a + y·b > c."""
    focus: tuple[float, float] | None = None
    """Depth that is sharp, and the blur (pixels) of things twice as far; none: all is sharp."""
    detail: int = 2
    """Sub-pixels along each side of a pixel."""
    stretch: float = 1.0
    """Width of the frame after an uneven resize, as a factor."""
    info: dict[str, float | str] = field(default_factory=dict)
