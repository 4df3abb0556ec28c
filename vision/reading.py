"""From a frame to the dice of a kit: located, cut, looked at, and named together in a closed world."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.profile import Profile
from vision.crops import Image
from vision.gallery import NOTHING, Gallery, shipped
from vision.kits import Kit
from vision.locator import Found, Locator
from vision.networks import Engine, load
from vision.quads import Array
from vision.reader import FaceReader, Looks

LEANS = 0.5
PLAYERS = 4
"""Most players of the games whose dice are counted a player."""
ANY = "any"
"""A body of this name in a kit stands for a die of any colour."""
TONES: dict[str, tuple[str, ...]] = {
    "light": ("white", "ivory", "yellow", "orange", "grey", "pink"),
    "dark": ("black", "brown", "blue", "purple", "green", "red"),
}
"""Bodies that kits name by tone."""


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


@dataclass(frozen=True, slots=True)
class Guess:
    """The likeliest body and face of a found die, and what the confidence is made of."""

    body: str
    face: str
    clear: float
    """Probability of the face on that body, among all the kit allows and no face at all."""
    score: float
    half_side: float
    colour: str


def guesses(found: Found, looks: Looks, kit: Kit, gallery: Gallery, reader: FaceReader) -> list[Guess]:
    """Which die of the kit each found one is and what it shows."""
    options = [_options(i, looks, kit, gallery, reader) for i in range(len(found))]
    most = PLAYERS if kit.per_player else 1
    bodies = share_out([option.by_body for option in options], {die.body: most * die.count for die in kit.dice})
    sides = np.sqrt(np.abs(np.linalg.det(found.matrices)))
    told = []
    for i, (option, share) in enumerate(zip(options, bodies, strict=True)):
        body = max(share, key=lambda b: share[b])
        face, certainty = option.best(body)
        clear = share[body] * certainty * float(1 - found.leaning[i])
        colour = reader.colours[int(looks.colours[i].argmax())]
        told.append(Guess(body, face, clear, float(found.scores[i]), float(sides[i]), colour))
    return told


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
            )
        )
    return tuple(sorted(dice, key=lambda die: die.box[0]))


@dataclass(frozen=True, slots=True)
class _Options:
    """What one found die may be: log weight of each body, and of each face on each body."""

    by_body: dict[str, float]
    faces: dict[str, dict[str, float]]

    def best(self, body: str) -> tuple[str, float]:
        """The likeliest face on that body, and how likely it is among all it could show or not be a face at all."""
        weights = self.faces[body]
        total = float(np.logaddexp.reduce(list(weights.values())))
        shown = {face: weight for face, weight in weights.items() if face != NOTHING}
        face = max(shown, key=lambda f: shown[f])
        return face, float(np.exp(shown[face] - total))


def _options(i: int, looks: Looks, kit: Kit, gallery: Gallery, reader: FaceReader) -> _Options:
    likeness = reader.sharpness * (gallery.vectors @ looks.embeddings[i])
    faces: dict[str, dict[str, float]] = {}
    by_body: dict[str, float] = {}
    for die in kit.dice:
        wanted = set(die.faces)
        best: dict[str, float] = {}
        for row, face in enumerate(gallery.names):
            if (face in wanted or face == NOTHING) and gallery.bodies[row] in ("", die.body):
                best[face] = max(best.get(face, -np.inf), float(likeness[row]))
        faces[die.body] = best
        by_body[die.body] = _colour(looks.colours[i], die.body, reader.colours) + float(
            np.logaddexp.reduce([w for f, w in best.items() if f != NOTHING])
        )
    return _Options(by_body, faces)


def _colour(told: Array, body: str, colours: Sequence[str]) -> float:
    """Log probability that the body has the colour its name says; nothing is known of names that are no colours."""
    names = TONES.get(body, (body,))
    picked = [float(told[k]) for k, colour in enumerate(colours) if colour in names]
    return float(np.logaddexp.reduce(picked)) if picked else 0.0


def share_out(weights: Sequence[dict[str, float]], counts: dict[str, int]) -> list[dict[str, float]]:
    """Probability of each body for each die, given that there are only so many of each.

    Every way to give the dice their bodies is weighed, by adding die after die and keeping what is left of each body;
    bodies far less likely than a die's best are left out. With more dice than the kit has, each is named for itself.
    """
    names = tuple(counts)
    likely = [{b: w for b, w in die.items() if w > max(die.values()) - 12} for die in weights]
    full = tuple(counts[b] if b != ANY else len(weights) for b in names)
    ahead = [{full: 0.0}]
    for die in likely:
        ahead.append(_step(ahead[-1], die, names))
    if not ahead[-1]:
        return [
            {b: float(np.exp(w - np.logaddexp.reduce(list(die.values())))) for b, w in die.items()} for die in likely
        ]
    behind: dict[tuple[int, ...], float] = dict.fromkeys(ahead[-1], 0.0)
    shares: list[dict[str, float]] = []
    for die, before in zip(reversed(likely), reversed(ahead[:-1]), strict=True):
        sums: dict[str, list[float]] = defaultdict(list)
        earlier: dict[tuple[int, ...], list[float]] = defaultdict(list)
        for left, weight in before.items():
            for k, body in enumerate(names):
                after = (*left[:k], left[k] - 1, *left[k + 1 :])
                if body in die and after in behind:
                    sums[body].append(weight + die[body] + behind[after])
                    earlier[left].append(die[body] + behind[after])
        behind = {left: float(np.logaddexp.reduce(ws)) for left, ws in earlier.items()}
        logs = {body: float(np.logaddexp.reduce(ws)) for body, ws in sums.items()}
        total = float(np.logaddexp.reduce(list(logs.values())))
        shares.append({body: float(np.exp(log - total)) for body, log in logs.items()})
    return shares[::-1]


def _step(
    before: dict[tuple[int, ...], float], die: dict[str, float], names: tuple[str, ...]
) -> dict[tuple[int, ...], float]:
    after: dict[tuple[int, ...], float] = {}
    for left, weight in before.items():
        for k, body in enumerate(names):
            if body in die and left[k] > 0:
                now = (*left[:k], left[k] - 1, *left[k + 1 :])
                after[now] = float(np.logaddexp(after.get(now, -np.inf), weight + die[body]))
    return after
