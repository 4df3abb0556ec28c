"""Spectral noise: random phases under a falling spectrum, so every map tiles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]


def cloud(rng: np.random.Generator, size: int, fall: float, *, low: float = 1.0, stretch: float = 1.0) -> Array:
    """Values from 0 to 1, mean 0.5; `fall` is the exponent, `low` the coarsest wave, `stretch` lengthens along x."""
    ky = np.fft.fftfreq(size)[:, None] * size
    kx = np.fft.rfftfreq(size)[None] * size * stretch
    power = np.maximum(np.hypot(kx, ky), 1e-6) ** (-fall)
    power[np.hypot(kx, ky) < low] = 0
    shape = power.shape
    waves = power * (rng.standard_normal(shape) + 1j * rng.standard_normal(shape))
    values = np.fft.irfft2(waves, s=(size, size))
    values /= max(float(values.std()), 1e-9)
    return (1 / (1 + np.exp(-1.3 * values))).astype(np.float32)
