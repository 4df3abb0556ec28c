"""Per die: how often each face came, how often it should have, and whether that looks fair, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.referee.words import face_name
from companion.rules.dice import body_name
from companion.rules.text import Text, say
from companion.statistics.chance import chi_square, chi_square_chance
from companion.statistics.plays import Play

Finding = Literal["fair", "odd", "unfair", "few", "unknown"]

ENOUGH = 5
"""Expected appearances of a face below which the test says nothing."""
NEEDED = 30
ODD, UNFAIR = 0.01, 0.0001


@dataclass(frozen=True, slots=True)
class DieCount:
    """The dice of one body in one game. Dice of the same body cannot be told apart and are counted together."""

    game: str
    body: str
    observed: dict[str, int]
    expected: dict[str, float]
    known: bool

    @property
    def thrown(self) -> int:
        return sum(self.observed.values())

    def chance(self) -> float | None:
        """How often fair dice would be at least as uneven; None if nothing can be said."""
        classes = _classes(self.observed, self.expected) if self.known and self.thrown >= NEEDED else []
        if len(classes) < 2:
            return None
        observed, expected = zip(*classes, strict=True)
        return chi_square_chance(chi_square(observed, expected), len(classes) - 1)

    def finding(self, tests: int = 1) -> Finding:
        """What to make of it, where so many dice were judged: of many fair dice one always looks odd."""
        if not self.known:
            return "unknown"
        chance = self.chance()
        if chance is None:
            return "few"
        return "unfair" if chance < UNFAIR / tests else "odd" if chance < ODD / tests else "fair"

    def words(self, tests: int = 1) -> Text:
        """The finding as a sentence."""
        match self.finding(tests):
            case "unknown":
                return say("Nobody knows which faces this die has, so only what came is counted.")
            case "few":
                return say(
                    "Too few throws to judge: {n} so far, {needed} are needed.",
                    n=self.thrown,
                    needed=NEEDED,
                )
            case "fair":
                return say("Nothing speaks against it: {share} fair dice are at least as uneven.", share=self._share())
            case "odd":
                return say(
                    "Odd: {share} fair dice are this uneven. {face} comes too often; keep an eye on it.",
                    share=self._share(),
                    face=face_name(self.favourite()),
                )
        return say(
            "Hardly fair: {share} fair dice are this uneven. {face} comes too often.",
            share=self._share(),
            face=face_name(self.favourite()),
        )

    def favourite(self) -> str:
        """The face that came most beyond what was expected."""
        return max(self.expected, key=lambda face: self.observed.get(face, 0) - self.expected[face])

    def name(self) -> Text | str:
        return body_name(self.body)

    def _share(self) -> Text:
        chance = self.chance() or 0.0
        if chance >= 0.01:
            return say("{n} in 100", n=round(chance * 100))
        if chance >= 0.0001:
            return say("{n} in 10,000", n=round(chance * 10_000))
        return say("fewer than 1 in 10,000")


class Faces:
    """What came and what was due, taken one game after another."""

    def __init__(self) -> None:
        self._observed: dict[tuple[str, str], Counter[str]] = {}
        self._expected: dict[tuple[str, str], Counter[str]] = {}
        self._unknown: set[tuple[str, str]] = set()

    def add(self, play: Play) -> None:
        for throw in play.throws():
            for die, faces in zip(throw.dice, throw.faces, strict=True):
                key = play.game, die.body
                self._observed.setdefault(key, Counter())[die.face] += 1
                due = self._expected.setdefault(key, Counter())
                for face in faces:
                    due[face] += 1 / len(faces)  # type: ignore[assignment]
                if not faces:
                    self._unknown.add(key)

    def counts(self) -> tuple[DieCount, ...]:
        """All dice so far, game by game."""
        observed, expected = self._observed, self._expected
        return tuple(
            DieCount(*key, dict(observed[key]), dict(expected[key]), key not in self._unknown)
            for key in sorted(observed)
        )


def dice_counts(plays: Iterable[Play]) -> tuple[DieCount, ...]:
    """All dice of these games, game by game."""
    faces = Faces()
    for play in plays:
        faces.add(play)
    return faces.counts()


def _classes(observed: dict[str, int], expected: dict[str, float]) -> list[tuple[float, float]]:
    """What came and what was due, face by face; faces too rare to judge are taken together, rarest first."""
    rows = sorted(((float(observed.get(face, 0)), due) for face, due in expected.items()), key=lambda row: row[1])
    while len(rows) > 1 and rows[0][1] < ENOUGH:
        merged = (rows[0][0] + rows[1][0], rows[0][1] + rows[1][1])
        rows = sorted([merged, *rows[2:]], key=lambda row: row[1])
    return rows


def judgeable(counts: Iterable[DieCount]) -> int:
    """Of how many dice something can be said."""
    return max(1, sum(count.chance() is not None for count in counts))
