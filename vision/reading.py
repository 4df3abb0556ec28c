"""From a frame to the dice of a kit: located, cut, looked at, and named together in a closed world."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property

from calibration.profile import Profile
from vision.crops import Image
from vision.gallery import Gallery, shipped
from vision.kits import Kit
from vision.locator import Found, Locator
from vision.naming import ANY, guesses
from vision.networks import Engine, load
from vision.reader import FaceReader, Looks

LEANS = 0.5


@dataclass(frozen=True, slots=True)
class DieRead:
    """One die of a frame. A leaning die has no face."""

    body: str
    face: str | None
    confidence: float
    sure: bool
    top: tuple[tuple[float, float], ...]
    box: tuple[float, float, float, float]
    leaning: bool = False
    picture: Image | None = field(default=None, compare=False, repr=False)
    """The face as the reader saw it, cut out, with the light taken out: what teaching needs."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The dice of a frame, from left to right, and how long each stage took in milliseconds."""

    dice: tuple[DieRead, ...]
    times: dict[str, float]

    @property
    def ms(self) -> float:
        return sum(self.times.values())


class DiceEye:
    """Reads frames: the locator and the face reader together."""

    def __init__(self, engine: Engine | None = None, threads: int = 2) -> None:
        self._engine, self._threads = engine, threads

    @cached_property
    def locator(self) -> Locator:
        return Locator(load("locator", engine=self._engine, threads=self._threads))

    @cached_property
    def reader(self) -> FaceReader:
        return FaceReader(load("reader", engine=self._engine, threads=self._threads))

    def read(self, frame: Image, kit: Kit, gallery: Gallery | None = None, profile: Profile | None = None) -> Reading:
        """The dice of a kit in a frame (BGR); with a profile that fits the frame, those in its tray, in its light."""
        began = time.perf_counter()
        found = self.locator.find(frame)
        if profile is not None:
            found = found.under(profile)
        located = time.perf_counter()
        faces = self.reader.cut(frame, found)
        cut = time.perf_counter()
        looks = self.reader.looks(faces)
        looked = time.perf_counter()
        dice = name(found, looks, kit, gallery or shipped(kit), self.reader)
        named = time.perf_counter()
        times = {"locate": located - began, "cut": cut - located, "look": looked - cut, "name": named - looked}
        return Reading(dice, {stage: 1000 * seconds for stage, seconds in times.items()})


def name(found: Found, looks: Looks, kit: Kit, gallery: Gallery, reader: FaceReader) -> tuple[DieRead, ...]:
    """The dice as others are told, from left to right: each with its confidence, leaning ones without a face."""
    dice = []
    for i, guess in enumerate(guesses(found, looks, kit, gallery, reader)):
        leans = bool(found.leaning[i] > LEANS)
        confidence = reader.confidence(guess.clear, guess.score, guess.half_side)
        x0, y0, x1, y1 = (round(float(v), 1) for v in found.boxes[i])
        dice.append(
            DieRead(
                guess.colour if guess.body == ANY else guess.body,
                None if leans else guess.face,
                round(confidence, 4),
                confidence >= reader.confidence.sure and not leans,
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in found.tops[i]),
                (x0, y0, x1, y1),
                leans,
                looks.faces[i],
            )
        )
    return tuple(sorted(dice, key=lambda die: die.box[0]))
