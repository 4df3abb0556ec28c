"""Closed-world naming: which die of the kit each found one is and which of its faces it shows, all dice together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.gallery import NOTHING, Gallery
from vision.kits import Kit, KitDie
from vision.locator import Found
from vision.quads import Array
from vision.reader import FaceReader, Looks

PLAYERS = 4
"""Most players of the games whose dice are counted a player."""
ANY = "any"
"""A body of this name in a kit stands for a die of any colour."""
TONES: dict[str, tuple[str, ...]] = {
    "light": ("white", "ivory", "yellow", "orange", "grey", "pink"),
    "dark": ("black", "brown", "blue", "purple", "green", "red"),
}
"""Bodies that kits name by tone."""
SHADES = {"ivory": "white", "cyan": "blue"}
"""Colours that are called by another's name, unless the kit tells the two apart."""
MOST_WAYS = 20_000
"""Ways to give the dice their bodies that are still weighed: more than any game has, and done within a blink."""
UNLIKE = -1e3
"""Weight of a face of which the gallery has no picture."""
Floats = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Guess:
    """The likeliest body and face of a found die, and what the confidence is made of."""

    body: str
    face: str
    clear: float
    """Probability of the face on that body, among all the kit allows and no face at all; on either, where bodies are
    named by their tone."""
    score: float
    half_side: float
    colour: str
    nothing: float
    """Probability that no face of any die is seen there."""


def guesses(found: Found, looks: Looks, kit: Kit, gallery: Gallery, reader: FaceReader) -> list[Guess]:
    """Which die of the kit each found one is and what it shows."""
    if not len(found):
        return []
    likeness = reader.sharpness * (looks.embeddings @ gallery.vectors.T)
    faces = {die.body: _faces(die, gallery, likeness) for die in kit.dice}
    tints = _named(looks.colours, reader.colours, kit)
    weights = {die.body: _colour(tints, die.body, reader.colours) + _sum(faces[die.body].weights) for die in kit.dice}
    most = PLAYERS if kit.per_player else 1
    shares = share_out(
        [{body: float(told[i]) for body, told in weights.items()} for i in range(len(found))],
        {die.body: most * die.count for die in kit.dice},
    )
    sides = np.sqrt(np.abs(np.linalg.det(found.matrices)))
    colours = tints.argmax(axis=1)
    told = []
    for i, share in enumerate(shares):
        body = max(share, key=lambda b: share[b])
        face = faces[body].best(i)
        alike = TONES.keys() if body in TONES else {body}  # from above a tone is hardly seen, and changes no face
        clear = sum(share[b] * faces[b].likely(i, face) for b in share if b in alike)
        colour = reader.colours[colours[i]]
        nothing = float(np.exp(faces[body].nothing[i] - faces[body].total(i)))
        told.append(Guess(body, face, clear, float(found.scores[i]), float(sides[i]), colour, nothing))
    return told


@dataclass(frozen=True, slots=True)
class _Faces:
    """The faces of one kind of die, with the log weight of each for every found die, and of no face at all."""

    names: tuple[str, ...]
    weights: Floats
    nothing: Floats

    def best(self, i: int) -> str:
        """The likeliest face of die i."""
        return self.names[int(self.weights[i].argmax())]

    def likely(self, i: int, face: str) -> float:
        """How likely die i shows a face, among all it could show or not be a face at all."""
        if face not in self.names:
            return 0.0
        return float(np.exp(self.weights[i, self.names.index(face)] - self.total(i)))

    def total(self, i: int) -> float:
        """Log of the summed weights of all that die i could show, no face included."""
        return float(np.logaddexp(np.logaddexp.reduce(self.weights[i]), self.nothing[i]))


def _faces(die: KitDie, gallery: Gallery, likeness: Array) -> _Faces:
    rows: dict[str, list[int]] = {face: [] for face in (*die.faces, NOTHING)}
    for row, (face, body) in enumerate(zip(gallery.names, gallery.bodies, strict=True)):
        if face in rows and body in ("", die.body):
            rows[face].append(row)

    def weight(face: str) -> Floats:
        return likeness[:, rows[face]].max(axis=1) if rows[face] else np.full(len(likeness), UNLIKE)

    names = tuple(dict.fromkeys(die.faces))
    return _Faces(names, np.stack([weight(face) for face in names], axis=1), weight(NOTHING))


def _sum(weights: Floats) -> Floats:
    """Log of the summed weights of each row."""
    total: Floats = np.logaddexp.reduce(weights, axis=1)
    return total


def _named(told: Array, colours: Sequence[str], kit: Kit) -> Array:
    """Log probabilities of colours, where those of a shade count for the colour it is called by."""
    named, bodies = told.copy(), {die.body for die in kit.dice}
    for shade, plain in SHADES.items():
        if shade in colours and shade not in bodies:
            k, i = colours.index(shade), colours.index(plain)
            named[:, i] = np.logaddexp(named[:, i], named[:, k])
            named[:, k] = UNLIKE
    return named


def _colour(told: Array, body: str, colours: Sequence[str]) -> Floats:
    """Log probability that each die has the colour the body's name says; names that are no colours say nothing."""
    names = TONES.get(body, (body,))
    picked = [k for k, colour in enumerate(colours) if colour in names]
    return _sum(told[:, picked]) if picked else np.zeros(len(told))


def share_out(weights: Sequence[dict[str, float]], counts: dict[str, int]) -> list[dict[str, float]]:
    """Probability of each body for each die, given that there are only so many of each.

    Every way to give the dice their bodies is weighed, by adding die after die and keeping what is left of each body;
    bodies far less likely than a die's best are left out. With more dice than the kit has, or more ways than can be
    weighed, each is named for itself.
    """
    names = tuple(counts)
    likely = [{b: w for b, w in die.items() if w > max(die.values()) - 12} for die in weights]
    full = tuple(counts[b] if b != ANY else len(weights) for b in names)
    ahead = [{full: 0.0}]
    for die in likely:
        ahead.append(_step(ahead[-1], die, names))
        if len(ahead[-1]) > MOST_WAYS:
            ahead.append({})
            break
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
