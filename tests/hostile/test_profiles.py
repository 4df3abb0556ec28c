"""Calibration profiles of strangers: a view that can be measured with, or a fault with a name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.colour import Colour
from calibration.plane import Plane
from calibration.profile import BadProfile, Profile, Quality, parse, write
from companion.profiles import advice_words
from tests.hostile.attack import ODD_JSON, altered, damaged, promptly, tries

Command = Callable[..., int]
PROFILE = Profile(
    "table", "0", "2026-05-01T20:00:00+02:00", "a4",
    Plane(((0.0052, 0.0006, -0.7), (-0.0004, 0.003, -0.4), (0.00004, -0.0011, 1.0)), -0.08, (1280, 720)),
    Colour((0.7, 0.6, 0.5), 2.2, 0.01, 1.2, (0.1, 0.0, -0.1, 0.05, 0.0)),
    Quality(0.4, 10, 20, 18.0, 4.1), (40.0, 40.0, 200.0, 120.0),
)  # fmt: skip
WHOLE = write(PROFILE)


@tries(200)
@given(
    st.one_of(altered(WHOLE, ODD_JSON).map(lambda text: text.encode(errors="surrogatepass")), damaged(WHOLE.encode()))
)
def test_an_altered_profile_measures_or_is_refused(data: Path, command: Command, content: bytes) -> None:
    folder = data / "profiles"
    folder.mkdir(exist_ok=True)
    (folder / "table.json").write_bytes(content)
    assert command("calibrate", "--list") == 0
    try:
        profile = parse(content.decode(), "table")
    except (BadProfile, UnicodeDecodeError):
        return
    assert all(text.isprintable() for text in (profile.name, profile.camera, profile.made))
    with promptly():
        advice_words(profile)
        assert profile.light is None or np.isfinite(profile.light).all()
        assert len(profile.on_tray(np.array([[0.0, 0.0], [640.0, 360.0], [1279.0, 719.0]]))) == 3
        if profile.colour is not None:
            assert np.isfinite(profile.colour.corrected(np.full((1, 3), 0.5), np.zeros((1, 2)))).all()
        json.dumps(write(profile))


@tries(12)
@given(text=altered(WHOLE, ODD_JSON))
def test_pictures_are_read_beside_an_altered_profile(tmp_path: Path, command: Command, text: str) -> None:
    path = tmp_path / "sent.json"
    path.write_bytes(text.encode(errors="surrogatepass"))
    picture = Path(__file__).parents[2] / "models" / "bench" / "2.jpg"
    assert command("read", "--kit", "pips", "--profile", str(path), str(picture)) in (0, 2)
