"""Top faces as smooth numbers: there and back, for every square that can be seen."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.quads import UNIT, Array, affine_of, decode, encode, quad_of

angles = st.floats(0, 2 * np.pi)
sizes = st.floats(3, 200)
flatness = st.floats(0.35, 1.0)


def seen(turn: float, half: float, flat: float, view: float) -> Array:
    """A square of that half side, turned on the table, seen from the side: shortened along one direction."""
    c, s = np.cos(turn), np.sin(turn)
    vc, vs = np.cos(view), np.sin(view)
    back = np.array([[vc, -vs], [vs, vc]])
    shorten = back @ np.diag([1, flat]) @ back.T
    quad: Array = (half * UNIT @ (shorten @ np.array([[c, -s], [s, c]])).T + [300, 200]).astype(np.float32)
    return quad


def apart(a: Array, b: Array) -> float:
    """How far the corners of two quads are apart, whichever corner comes first."""
    return float(min(np.abs(a - np.roll(b, k, axis=0)).max() for k in range(4)))


@given(angles, sizes, flatness, angles)
def test_a_quad_survives_encoding(turn: float, half: float, flat: float, view: float) -> None:
    quad = seen(turn, half, flat, view)
    centres, matrices = affine_of(quad)
    again = quad_of(centres, decode(encode(matrices)))[0]
    assert apart(quad, again) < 1e-3 * half + 1e-3


@given(angles, sizes, flatness, angles, st.integers(0, 3), st.booleans())
def test_the_numbers_do_not_depend_on_which_corner_comes_first(
    turn: float, half: float, flat: float, view: float, first: int, backwards: bool
) -> None:
    quad = seen(turn, half, flat, view)
    other = np.roll(quad, first, axis=0)
    if backwards:
        other = other[::-1]
    codes = [encode(affine_of(q)[1])[0] for q in (quad, other)]
    np.testing.assert_allclose(codes[0], codes[1], atol=2e-3)


@given(sizes, flatness, angles)
def test_the_numbers_change_little_when_the_die_turns_a_little(half: float, flat: float, view: float) -> None:
    steps = [encode(affine_of(seen(turn, half, flat, view))[1])[0] for turn in np.linspace(0, np.pi, 91)]
    assert np.abs(np.diff(steps, axis=0)).max() < 0.45


def test_no_quads_give_no_numbers() -> None:
    centres, matrices = affine_of([])
    assert centres.shape == (0, 2)
    assert decode(encode(matrices)).shape == (0, 2, 2)
