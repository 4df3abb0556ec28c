"""How different two colours look to people: CIEDE2000 between sRGB colours."""

from __future__ import annotations

import numpy as np

from calibration.mat import Floats

_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.119192, 0.9503041]]
)
_WHITE = _TO_XYZ.sum(axis=1)


def linear(rgb: Floats) -> Floats:
    """Light (0…1) of sRGB values (0…1)."""
    values = np.asarray(rgb, np.float64)
    return np.where(values <= 0.04045, values / 12.92, ((np.maximum(values, 0.04045) + 0.055) / 1.055) ** 2.4)


def encoded(light: Floats) -> Floats:
    """The sRGB values (0…1) of light (0…1)."""
    light = np.clip(np.asarray(light, np.float64), 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * np.maximum(light, 0.0031308) ** (1 / 2.4) - 0.055)


def lab(light: Floats) -> Floats:
    """CIE L*a*b* (n, 3) of light (n, 3), seen beside white."""
    ratio = np.asarray(light, np.float64) @ _TO_XYZ.T / _WHITE
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def delta_e(one: Floats, other: Floats) -> Floats:
    """CIEDE2000 (n) between light (n, 3) and light (n, 3): 1 is just to be seen, 10 is another colour."""
    return ciede2000(lab(one), lab(other))


def ciede2000(one: Floats, other: Floats) -> Floats:
    """The formula of CIE 142-2001 between L*a*b* colours (n, 3); names as in Sharma, Wu and Dalal, 2005."""
    (l1, a1, b1), (l2, a2, b2) = np.asarray(one, np.float64).T, np.asarray(other, np.float64).T
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    turn = np.where(grey, 0, (h2 - h1 + 180) % 360 - 180)
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    lm, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = np.where(grey, h1 + h2, np.where(np.abs(h1 - h2) <= 180, (h1 + h2) / 2, ((h1 + h2 + 360) / 2) % 360))
    t = 1 - 0.17 * _cos(h - 30) + 0.24 * _cos(2 * h) + 0.32 * _cos(3 * h + 6) - 0.20 * _cos(4 * h - 63)
    sl = 1 + 0.015 * (lm - 50) ** 2 / np.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    rt = -2 * np.sqrt(c**7 / (c**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((h - 275) / 25) ** 2))))
    lightness, chroma, hue = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    result: Floats = np.sqrt(lightness**2 + chroma**2 + hue**2 + rt * chroma * hue)
    return result


def _cos(degrees: Floats) -> Floats:
    return np.cos(np.radians(degrees))
