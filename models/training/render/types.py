"""What the training renderer is made of: prints, designs, and the exact labels of a picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Array = npt.NDArray[np.float32]
Rgb = tuple[float, float, float]
"""Linear-light RGB albedo or colour, 0 to 1."""

PRINT_SIZE = 128


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """What is on a face: marks as RGBA (sRGB, straight alpha) and the relief (−1 drilled … 1 raised)."""

    marks: Image
    relief: Array


@dataclass(frozen=True, slots=True)
class Material:
    """How a body meets light; the ranges are 0 to 1."""

    kind: Literal["opaque", "translucent", "pearl", "speckled", "wood", "metal", "two-tone"] = "opaque"
    gloss: float = 0.5
    clear: float = 0.0
    second: Rgb | None = None


@dataclass(frozen=True, slots=True, eq=False)
class FaceDesign:
    label: str
    print: Print


@dataclass(frozen=True, slots=True, eq=False)
class DieDesign:
    """A die as its maker designed it. Faces are in the order +z −z +x −x +y −y."""

    kind: str
    body: str
    colour: Rgb
    material: Material
    faces: tuple[FaceDesign, FaceDesign, FaceDesign, FaceDesign, FaceDesign, FaceDesign]
    edge: float = 0.12
    """Radius of the edges as a share of the side."""
    ball: float = 0.0
    """How much the corners are cut by a sphere, as cheap dice are: 0 not at all, 1 strongly."""
    skin: Image | None = None
    """An RGB map of the body, where it is not of one colour."""


@dataclass(frozen=True, slots=True)
class DieLabel:
    """What is true of one die in a picture. Positions are pixels, whole numbers at the pixels' middles.

    The corners of `top` run clockwise from the print's own upper left, so the print's turn is known; a mirror-wise
    order means that the top face looks away from the camera.
    """

    face: str
    body: str
    kind: str
    top: tuple[tuple[float, float], ...]
    box: tuple[float, float, float, float]
    visible: float
    """Share of the top face that is in the picture and not covered."""
    cocked: bool
    in_frame: float = 1.0
    """Share of the die's outline that is in the picture, covered or not."""
    contrast: float = 0.0
    """How far the colours of the top face differ in the finished picture, 0 to 255: near 0, nobody could read it."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A rendered frame (BGR) with its labels and the colour of its light after the camera's own white balance."""

    image: Image
    dice: tuple[DieLabel, ...]
    illuminant: Rgb
    info: dict[str, float | str] = field(default_factory=dict)


def f32(values: npt.ArrayLike) -> Array:
    return np.asarray(values, np.float32)
