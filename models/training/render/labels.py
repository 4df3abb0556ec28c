"""Exact labels, counted from what the rays met."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from models.training.render.camera import Camera
from models.training.render.scene import FACE_NORMAL, Die
from models.training.render.skin import face_of
from models.training.render.tracing import Traced
from models.training.render.types import Array, DieLabel

Owners = npt.NDArray[np.int16]
_LEAST_PIXELS = 6


def share_in_frame(outline: Array, width: int, height: int) -> float:
    """Share of a convex outline (2, N) that lies inside the frame."""
    hull = cv2.convexHull(np.ascontiguousarray(outline.T, np.float32))
    area = cv2.contourArea(hull)
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inside, _ = cv2.intersectConvexConvex(hull, frame)
    return float(np.clip(inside / max(area, 1e-6), 0, 1))


def die_label(
    camera: Camera, die: Die, traced: Traced | None, *, owner: Owners, number: int, detail: int
) -> DieLabel | None:
    """The label of a die, or none when nothing of it is to be seen."""
    if traced is None:
        return None
    seen = owner[traced.pixel] == number
    if seen.sum() < _LEAST_PIXELS * detail**2:
        return None
    rows, columns = np.divmod(traced.pixel[seen], camera.width * detail)
    quad, _ = camera.project(die.top_corners())
    face, _, _ = face_of(traced.hits.local)
    on_top = face == die.top
    looks_here = float(
        (die.shape.turn @ FACE_NORMAL[die.top])
        @ (camera.position - die.shape.centre - die.shape.turn @ FACE_NORMAL[die.top] * die.shape.half[0])
    )
    visible = 0.0
    if on_top.any() and looks_here > 0:
        visible = float(seen[on_top].mean()) * share_in_frame(quad, camera.width, camera.height)
    outline, _ = camera.project(die.shape.outline())
    design = die.design
    return DieLabel(
        face=design.faces[die.top].label,
        body=design.body,
        kind=design.kind,
        top=tuple((float(x) - 0.5, float(y) - 0.5) for x, y in quad.T),
        box=(
            float(columns.min() / detail) - 0.5,
            float(rows.min() / detail) - 0.5,
            float((columns.max() + 1) / detail) - 0.5,
            float((rows.max() + 1) / detail) - 0.5,
        ),
        visible=round(visible, 4),
        cocked=die.cocked,
        in_frame=round(share_in_frame(outline, camera.width, camera.height), 4),
    )
