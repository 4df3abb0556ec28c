"""Cut top faces out of a frame: each rectified to a square of its own, ready for the face reader."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.quads import Array

SIZE = 64
MARGIN = 1.15
"""A crop reaches this far beyond the half side of the face: quads are not exact, and edges help to see a face."""

Image = npt.NDArray[np.uint8]


def cut(frame: Image, centres: Array, matrices: Array, size: int = SIZE, margin: float = MARGIN) -> Image:
    """The faces (n, size, size, 3) that the affine maps (see vision.quads) carry the unit square onto."""
    faces = np.empty((len(centres), size, size, 3), np.uint8)
    levels = [frame]
    for i, (centre, matrix) in enumerate(zip(centres, matrices, strict=True)):
        # a large face is taken from a smaller copy of the frame, so that no detail is skipped between samples
        step = 2 * margin / size * float(np.sqrt(abs(np.linalg.det(matrix))))
        level = max(0, int(np.log2(max(step, 1e-6) / 1.2)) + 1) if step > 1.2 else 0
        while len(levels) <= level:
            levels.append(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8))
        source = levels[level]
        fx, fy = source.shape[1] / frame.shape[1], source.shape[0] / frame.shape[0]
        scale = np.array([[fx], [fy]], np.float32)
        linear = matrix * scale * (2 * margin / size)
        middle = (centre + 0.5) * scale[:, 0] - 0.5
        shift = middle - linear @ np.full(2, (size - 1) / 2, np.float32)
        warp = np.concatenate([linear, shift[:, None]], axis=1)
        faces[i] = cv2.warpAffine(
            source, warp, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
        )
    return faces
