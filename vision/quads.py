"""The top face of a die as seven smooth numbers.

A square on the table is seen as a parallelogram, and a square looks the same after a quarter turn. Four corners in a
fixed order would have to jump somewhere as a die is turned; these numbers do not, so a network can learn them:
size (log of the half side), stretch (two numbers: how much, and along which axis the view shortens the face), and the
turn as cosine and sine of four times the angle.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

UNIT = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
"""The corners of the unit square, clockwise in the picture."""


def affine_of(top: npt.ArrayLike) -> tuple[Array, Array]:
    """Centres (n, 2) and matrices (n, 2, 2) that carry the unit square onto the quads (n, 4, 2), least squares."""
    corners = np.asarray(top, np.float32).reshape(-1, 4, 2)
    centres = corners.mean(axis=1)
    matrices = np.einsum("nki,kj->nij", corners - centres[:, None], UNIT) / 4
    # corners that run the other way round describe the mirrored square, which is the same square
    flipped = np.linalg.det(matrices) < 0
    matrices[flipped, :, 0] *= -1
    return centres, matrices.astype(np.float32)


def quad_of(centres: Array, matrices: Array) -> Array:
    """The corners (n, 4, 2) of the unit square under the affine maps."""
    corners: Array = centres[:, None] + np.einsum("nij,kj->nki", matrices, UNIT)
    return corners


def within(centre: Array, matrix: Array, top: npt.ArrayLike) -> Array:
    """Where a quad lies as seen from an affine map: its centre and its matrix, in the map's own half sides (6)."""
    centres, matrices = affine_of(top)
    back = np.linalg.inv(matrix.astype(np.float64))
    return np.concatenate([back @ (centres[0] - centre), (back @ matrices[0]).ravel()]).astype(np.float32)


def encode(matrices: Array) -> Array:
    """(n, 5): size, two of stretch, cosine and sine of four times the turn."""
    left, sizes, right = np.linalg.svd(matrices.astype(np.float64))
    turn = left @ right
    logs = np.log(np.maximum(sizes, 1e-3))
    stretch = np.einsum("nik,nk,njk->nij", left, logs, left)
    angle = np.arctan2(turn[:, 1, 0], turn[:, 0, 0])
    size = logs.mean(axis=1)
    return np.stack(
        [size, stretch[:, 0, 0] - size, stretch[:, 0, 1], np.cos(4 * angle), np.sin(4 * angle)], axis=1
    ).astype(np.float32)


def decode(codes: Array) -> Array:
    """The matrices (n, 2, 2) of `encode`, the turn between −45° and 45°."""
    size, a, b, cosine, sine = np.moveaxis(codes.astype(np.float64), 1, 0)
    r = np.sqrt(a * a + b * b)
    slope = np.where(r > 1e-6, np.sinh(r) / np.maximum(r, 1e-6), 1.0)
    scale = np.exp(size)
    stretch = np.empty((len(codes), 2, 2))
    stretch[:, 0, 0] = scale * (np.cosh(r) + slope * a)
    stretch[:, 1, 1] = scale * (np.cosh(r) - slope * a)
    stretch[:, 0, 1] = stretch[:, 1, 0] = scale * slope * b
    angle = np.arctan2(sine, cosine) / 4
    turn = np.stack([np.stack([np.cos(angle), -np.sin(angle)], 1), np.stack([np.sin(angle), np.cos(angle)], 1)], 1)
    matrices: Array = (stretch @ turn).astype(np.float32)
    return matrices
