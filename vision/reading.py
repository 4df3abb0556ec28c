"""From a frame to the dice of a kit: located, cut, looked at, and named together in a closed world."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from calibration.profile import Profile
from vision.crops import Image
from vision.gallery import Gallery, shipped
from vision.kits import Kit
from vision.locator import Found, Locator
from vision.naming import ANY, Guess, guesses
from vision.networks import Engine, load, shipped_file
from vision.reader import FaceReader, Looks
from vision.stance import Stance

LEANS = 0.5
DOUBTFUL = 0.05, 0.95
"""How clear a face is that is looked at again: less is no face, more needs no second look."""
NO_DIE = 0.8
"""How likely it is no face, where the locator is not certain of a die, for a place to be passed over."""
CERTAIN = 0.6
MISSED = 0.06
"""How far, in half sides, a face may lie from where it was cut before it is cut anew."""
QUARTER = np.array([[0, -1], [1, 0]], np.float32)
AGAIN = tuple(
    np.float32(size) * np.linalg.matrix_power(QUARTER, turn)
    for turn, size in ((1, 1.0), (2, 1.0), (3, 1.0), (0, 0.93), (1, 1.07), (2, 0.93), (3, 1.07))
)
"""How a doubtful face is looked at again: turned, a little larger, a little smaller."""


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


@dataclass(frozen=True, slots=True)
class Looked:
    """Where the dice are, what they look like, what they were taken for, and how long each stage took."""

    found: Found
    looks: Looks
    told: list[Guess]
    times: dict[str, float]

    def without_nothing(self) -> Looked:
        """Without places where most likely no die lies."""
        kept = [
            i
            for i, guess in enumerate(self.told)
            if guess.nothing < NO_DIE or guess.score > CERTAIN or self.found.leaning[i] > LEANS
        ]
        return replace(
            self, found=self.found.pick(kept), looks=self.looks.pick(kept), told=[self.told[i] for i in kept]
        )


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

    @cached_property
    def stance(self) -> Stance:
        return Stance.from_bytes(shipped_file("stance"))

    def read(self, frame: Image, kit: Kit, gallery: Gallery | None = None, profile: Profile | None = None) -> Reading:
        """The dice of a kit in a frame (BGR); with a profile that fits the frame, those in its tray, in its light."""
        looked = self.look(frame, kit, gallery or shipped(kit), profile)
        return Reading(_dice(looked.found, looked.looks, looked.told, self.reader), looked.times)

    def look(self, frame: Image, kit: Kit, gallery: Gallery, profile: Profile | None = None) -> Looked:
        """What is seen of each die, before it is decided how far that can be trusted."""
        clock = _Clock()
        found, looks = self.see(frame, profile, clock)
        told = guesses(found, looks, kit, gallery, self.reader)
        clock.stop("name")
        doubtful = [i for i, guess in enumerate(told) if DOUBTFUL[0] < guess.clear < DOUBTFUL[1]]
        if doubtful:
            looks = self._again(frame, found, looks, doubtful)
            told = guesses(found, looks, kit, gallery, self.reader)
        clock.stop("again")
        return Looked(found, looks, told, clock.times).without_nothing()

    def see(self, frame: Image, profile: Profile | None = None, clock: _Clock | None = None) -> tuple[Found, Looks]:
        """Where the dice of a frame lie, outlined as closely as can be, and what they look like."""
        clock = clock or _Clock()
        found = self.locator.find(frame)
        found = replace(found, leaning=self.stance.leaning(found, *frame.shape[1::-1]))
        if profile is not None:
            found = found.under(profile)
        clock.stop("locate")
        faces = self.reader.cut(frame, found)
        clock.stop("cut")
        looks = self.reader.looks(faces)
        clock.stop("look")
        found, looks = self._nearer(frame, found, looks)
        clock.stop("nearer")
        return found, looks

    def _nearer(self, frame: Image, found: Found, looks: Looks) -> tuple[Found, Looks]:
        """Faces that do not lie where they were cut are outlined and cut anew, and looked at once more."""
        off = np.abs(looks.places[:, :5]).max(axis=1) if len(looks) else np.zeros(0)
        which = np.flatnonzero(off > MISSED).tolist()
        if not len(which):
            return found, looks
        moved = self.reader.nearer(found.pick(which), looks.pick(which))
        more = self.reader.looks(self.reader.cut(frame, moved))
        return found.put(which, moved), looks.put(which, more)

    def _again(self, frame: Image, found: Found, looks: Looks, which: list[int]) -> Looks:
        """What some faces look like on average of several looks; where these differ, less is said with certainty."""
        views = [replace(found.pick(which), matrices=found.matrices[which] @ change) for change in AGAIN]
        faces = np.concatenate([self.reader.cut(frame, view) for view in views])
        more = self.reader.looks(faces)
        shape = (len(AGAIN), len(which), -1)
        embeddings, colours = looks.embeddings.copy(), looks.colours.copy()
        embeddings[which] = np.vstack([embeddings[None, which], more.embeddings.reshape(shape)]).mean(axis=0)
        colours[which] = np.vstack([colours[None, which], more.colours.reshape(shape)]).mean(axis=0)
        return replace(looks, embeddings=embeddings, colours=colours)


class _Clock:
    """How long each stage took, in milliseconds."""

    def __init__(self) -> None:
        self.times: dict[str, float] = {}
        self._last = time.perf_counter()

    def stop(self, stage: str) -> None:
        now = time.perf_counter()
        self.times[stage], self._last = 1000 * (now - self._last), now


def name(found: Found, looks: Looks, kit: Kit, gallery: Gallery, reader: FaceReader) -> tuple[DieRead, ...]:
    """The dice as others are told, from left to right: each with its confidence, leaning ones without a face."""
    return _dice(found, looks, guesses(found, looks, kit, gallery, reader), reader)


def _dice(found: Found, looks: Looks, told: list[Guess], reader: FaceReader) -> tuple[DieRead, ...]:
    dice = []
    for i, guess in enumerate(told):
        leans = bool(found.leaning[i] > LEANS)
        flat = 1 - float(found.leaning[i])
        confidence = flat * reader.confidence(guess.clear, guess.score, guess.half_side)
        x0, y0, x1, y1 = (round(float(v), 1) for v in found.boxes[i])
        dice.append(
            DieRead(
                guess.colour if guess.body == ANY else guess.body,
                None if leans else guess.face,
                round(confidence, 4),
                reader.confidence.enough(guess.clear, confidence) and not leans,
                tuple((round(float(x), 1), round(float(y), 1)) for x, y in found.tops[i]),
                (x0, y0, x1, y1),
                leans,
                looks.faces[i],
            )
        )
    return tuple(sorted(dice, key=lambda die: die.box[0]))
