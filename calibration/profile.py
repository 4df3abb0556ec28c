"""A saved calibration: one camera over one table, with the mat's plane and the light's colour, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import Enum
from math import isfinite
from typing import Any

import numpy as np

from calibration.colour import SHADES, Colour, Mask
from calibration.mat import PAPERS, Floats
from calibration.pdf import Box
from calibration.plane import Plane, Row

VERSION = 1
KIND = "profile"
DIE_HEIGHT = 16.0
"""Of usual dice, in millimetres: their top faces lie so far above the mat."""
LARGEST_FRAME = 100_000
LONGEST_TEXT = 500
SLACK = 6.0
"""A die that leans on the tray's edge is still in it."""


class Fault(Enum):
    """What can be wrong with a profile."""

    MISSING = "does not exist"
    UNREADABLE = "cannot be read"
    DAMAGED = "is damaged"
    FOREIGN = "is not a profile"
    TOO_NEW = "was made by a newer version"
    BAD_NAME = "is no name for a profile"
    OTHER_CAMERA = "was made with another camera"
    OTHER_SHAPE = "was made with pictures of another shape"


class BadProfile(ValueError):
    """A profile that cannot be used; `fault` says why."""

    def __init__(self, fault: Fault, name: str, detail: str = "") -> None:
        super().__init__(f"{name} {fault.value}{f': {detail}' if detail else ''}.")
        self.fault, self.name, self.detail = fault, name, detail


@dataclass(frozen=True, slots=True)
class Quality:
    """How good a calibration is."""

    place: float
    """Millimetres within which a place in the tray is known."""
    markers: int
    patches: int
    before: float | None
    """Mean CIEDE2000 of the patches as the camera shows them, and corrected; None if they could not be seen."""
    after: float | None


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    camera: str
    """Number or address."""
    made: str
    """When, as ISO 8601."""
    paper: str
    plane: Plane
    colour: Colour | None
    quality: Quality
    tray: Box | None
    """On the mat; None reads dice wherever they lie."""

    @property
    def light(self) -> tuple[float, float, float] | None:
        """The colour of the light, as vision.locator.Found has it."""
        return self.colour.light if self.colour else None

    def on_tray(self, tops: Floats) -> Mask:
        """Which dice lie in the tray (n), by the pixels of the centres of their top faces (n, 2)."""
        if self.tray is None:
            return np.ones(len(tops), np.bool_)
        x, y, width, height = self.tray
        places = self.plane.to_mat(tops, DIE_HEIGHT)
        low, high = np.array([x, y]) - SLACK, np.array([x + width, y + height]) + SLACK
        return np.asarray(((places >= low) & (places <= high)).all(axis=1), np.bool_)

    def fitted(self, size: tuple[int, int], camera: str | None = None) -> Profile:
        """The profile for frames of this size; BadProfile if they are of another shape or camera."""
        if camera is not None and camera != self.camera:
            raise BadProfile(Fault.OTHER_CAMERA, self.name, self.camera)
        if size == self.plane.size:
            return self
        (width, height), (w, h) = size, self.plane.size
        if abs(width / height - w / h) > 0.01 * w / h:
            raise BadProfile(Fault.OTHER_SHAPE, self.name, f"{w} × {h}")
        return replace(self, plane=self.plane.scaled(size))


def write(profile: Profile) -> str:
    """The text of a profile's file."""
    return json.dumps({"wuerfelauge": KIND, "version": VERSION, **asdict(profile)}, ensure_ascii=False, indent=1) + "\n"


def parse(text: str, name: str) -> Profile:
    """The profile in the text of a file; BadProfile names `name`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadProfile(Fault.DAMAGED, name) from None
    if not isinstance(data, dict) or data.get("wuerfelauge") != KIND:
        raise BadProfile(Fault.FOREIGN, name)
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        raise BadProfile(Fault.TOO_NEW, name)
    try:
        return _profile(data)
    except (KeyError, TypeError, ValueError, ArithmeticError, np.linalg.LinAlgError):
        raise BadProfile(Fault.DAMAGED, name) from None


def _profile(data: Mapping[str, Any]) -> Profile:
    plane, colour, quality = data["plane"], data["colour"], data["quality"]
    width, height = (int(v) for v in _numbers(plane["size"]))
    if data["paper"] not in PAPERS or not 1 <= min(width, height) <= max(width, height) <= LARGEST_FRAME:
        raise ValueError("no such paper or size")
    profile = Profile(
        _text(data["name"]),
        _text(data["camera"]),
        _text(data["made"]),
        data["paper"],
        Plane(_matrix(plane["matrix"]), _number(plane["bend"]), (width, height)),
        None if colour is None else _colour(colour),
        Quality(
            _number(quality["place"]),
            int(_number(quality["markers"])),
            int(_number(quality["patches"])),
            None if quality["before"] is None else _number(quality["before"]),
            None if quality["after"] is None else _number(quality["after"]),
        ),
        None if data["tray"] is None else _box(data["tray"]),
    )
    with np.errstate(all="raise"):
        profile.plane.to_mat(np.zeros((1, 2)), DIE_HEIGHT)  # a matrix that has no way back fails here
    return profile


def _colour(data: Mapping[str, Any]) -> Colour:
    white, shade = _row(data["white"]), _numbers(data["shade"])
    gamma, black, saturation = (_number(data[key]) for key in ("gamma", "black", "saturation"))
    if len(shade) != SHADES:
        raise ValueError("another model of light")
    # far beyond what any lamp and camera do; yet nothing that is reckoned with these overflows
    if not (0.01 <= min(white) <= max(white) <= 10 and 0.1 <= gamma <= 10 and -0.5 <= black <= 0.5):
        raise ValueError("no light")
    if not 0 <= saturation <= 10 or max(map(abs, shade)) > 10:
        raise ValueError("no light")
    return Colour(white, gamma, black, saturation, tuple(shade))


def _matrix(data: object) -> tuple[Row, Row, Row]:
    if not isinstance(data, list):
        raise TypeError("no matrix")
    first, second, third = (_row(row) for row in data)
    return first, second, third


def _row(data: object) -> Row:
    a, b, c = _numbers(data)
    return a, b, c


def _box(data: object) -> Box:
    x, y, width, height = _numbers(data)
    return x, y, width, height


def _numbers(data: object) -> list[float]:
    if not isinstance(data, list):
        raise TypeError("no numbers")
    return [_number(item) for item in data]


def _number(data: object) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not isfinite(data):
        raise ValueError("not a number")
    return float(data)


def _text(data: object) -> str:
    if not isinstance(data, str) or not data.isprintable() or len(data) > LONGEST_TEXT:
        raise TypeError("not a text")
    return data
