"""One rendered view of the mat that many tests look at, and the profile it gives."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.drawing import Image
from calibration.mat import mat
from calibration.profile import Profile
from calibration.solve import solve
from calibration.views import Lens, Scene, lens_over, picture

LAMP_LIGHT = Scene(light=(1.2, 1.0, 0.7), white=0.6, mixing=0.1, dice=(("navy", 150.0, 100.0),))


@pytest.fixture(scope="session")
def lens() -> Lens:
    return lens_over(mat("a4"), steepness=55, around=15, fills=0.62, bend=(-0.1, 0.01))


@pytest.fixture(scope="session")
def frame(lens: Lens) -> Image:
    return picture("a4", lens, LAMP_LIGHT)


@pytest.fixture(scope="session")
def profile(frame: Image) -> Profile:
    solved = solve([frame], "table", "0")
    assert solved is not None
    return solved


@pytest.fixture(scope="session")
def empty_table() -> Image:
    return np.full((720, 1280, 3), 90, np.uint8)
