"""Cut top faces out of a frame: each rectified to a square of its own, ready for the face reader."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.quads import Array

SIZE = 64
MARGIN = 1.15
"""A crop reaches this far beyond the half side of the face: quads are not exact, and edges help to see a face."""

COARSEST = 1.2
"""Pixels from one sample to the next beyond which a smaller copy is looked at."""

Image = npt.NDArray[np.uint8]


def cut(frame: Image, centres: Array, matrices: Array, size: int = SIZE, margin: float = MARGIN) -> Image:
    """The faces (n, size, size, 3) that the affine maps (see vision.quads) carry the unit square onto."""
    faces = np.empty((len(centres), size, size, 3), np.uint8)
    steps = 2 * margin / size * np.sqrt(np.abs(np.linalg.det(matrices)))
    # a large face is taken from a smaller copy of the frame, so that no detail is skipped between samples
    smallest = int(np.log2(max(1, min(frame.shape[:2]))))
    levels = np.clip(np.ceil(np.log2(np.maximum(steps, 1e-6) / COARSEST)), 0, smallest).astype(int)
    copies = [frame]
    while len(copies) <= levels.max(initial=0):
        copies.append(cv2.resize(copies[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8))
    scales = np.array([[c.shape[1] / frame.shape[1], c.shape[0] / frame.shape[0]] for c in copies], np.float32)[levels]
    linear = matrices * scales[:, :, None] * (2 * margin / size)
    shifts = (centres + 0.5) * scales - 0.5 - linear.sum(axis=2) * (size - 1) / 2
    warps = np.concatenate([linear, shifts[:, :, None]], axis=2)
    for face, level, warp in zip(faces, levels, warps, strict=True):
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cv2.warpAffine(copies[level], warp, (size, size), face, flags, cv2.BORDER_REPLICATE)
    return faces
