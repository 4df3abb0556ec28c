"""The luck report of a game: what the dice gave each player, beside what dice give on average.

Each die is held against the faces it could have shown, so choosing what to throw again is skill and does not count.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.text import Text, Value, say
from companion.statistics.chance import below
from companion.statistics.plays import Play, Thrown
from companion.statistics.words import decimal

Worth = Callable[[str], float]
RESOURCES = ("gold", "sun", "moon", "glory")


def _pips(face: str) -> float:
    return float(face) if face.isdigit() else 6.0  # the axe stands for any number


def _swords(face: str) -> float:
    kind, _, number = face.partition("-")
    return float(number) if kind == "sword" else 0.0


def _resources(face: str) -> float:
    """Everything a face gives; of a choice, the most."""
    if "/" in face:
        return max(map(_resources, face.split("/")))
    parts = (part.partition("-") for part in face.split("+"))
    return sum(float(number) for kind, _, number in parts if kind in RESOURCES)


MEASURES: dict[str, tuple[Worth, Text]] = {
    "wuerfelhelden": (_swords, say("swords")),
    "dice_forge": (_resources, say("resources")),
    "tintenherz": (_pips, say("pips")),
    "zwerge": (_pips, say("pips")),
}
"""What a face is worth, where luck has a measure. In Würfelblitz all read the same dice: there is no luck in them."""

NO_LUCK = say("No dice were thrown, or luck has no measure in this game: nothing to report.")


@dataclass(frozen=True, slots=True)
class Luck:
    """A player's luck in a game: dice thrown, what they gave, what was due, the spread, and how it went on."""

    player: str
    dice: int
    gave: float
    due: float
    spread: float
    course: tuple[tuple[int, float], ...]
    best: Thrown | None
    worst: Thrown | None

    @property
    def z(self) -> float:
        """Beyond what was due, in standard deviations."""
        return (self.gave - self.due) / self.spread if self.spread else 0.0

    @property
    def luckier_than(self) -> int:
        """Of 100 such games, in how many the dice give less."""
        return min(99, max(1, round(below(self.z) * 100)))

    def words(self, unit: Text) -> Text:
        values: dict[str, Value] = {
            "player": self.player,
            "gave": decimal(self.gave),
            "unit": unit,
            "due": decimal(self.due),
        }
        if abs(self.z) < 0.25:
            return say("{player}: {gave} {unit}, {due} were due. The dice were even-handed.", **values)
        if self.z > 0:
            return say(
                "{player}: {gave} {unit}, {due} were due. Luckier than in {n} of 100 games.",
                **values,
                n=self.luckier_than,
            )
        return say(
            "{player}: {gave} {unit}, {due} were due. Unluckier than in {n} of 100 games.",
            **values,
            n=100 - self.luckier_than,
        )


@dataclass(frozen=True, slots=True)
class LuckReport:
    """The luck of all players of a game, and in what it is measured."""

    unit: Text
    players: tuple[Luck, ...]


def luck_report(play: Play) -> LuckReport | None:
    """None where dice bring no luck, or none were thrown."""
    if play.game not in MEASURES:
        return None
    worth, unit = MEASURES[play.game]
    throws = list(play.throws())
    if not throws:
        return None
    players = tuple(_luck(play, seat, throws, worth) for seat in range(len(play.players)))
    return LuckReport(unit, players)


def _luck(play: Play, seat: int, throws: list[Thrown], worth: Worth) -> Luck:
    gave = due = variance = 0.0
    dice = 0
    course: list[tuple[int, float]] = [(0, 0.0)]
    surplus: list[tuple[float, Thrown]] = []
    for throw in throws:
        if throw.player != seat:
            continue
        mean, spread, value = _chances(throw, worth)
        gave, due, variance, dice = gave + value, due + mean, variance + spread, dice + len(throw.dice)
        course.append((throw.index + 1, gave - due))
        surplus.append((value - mean, throw))
    course.append((len(play.history.events), gave - due))
    best = max(surplus, key=lambda item: item[0], default=(0.0, None))
    worst = min(surplus, key=lambda item: item[0], default=(0.0, None))
    return Luck(play.players[seat], dice, gave, due, math.sqrt(variance), tuple(course), best[1], worst[1])


def _chances(throw: Thrown, worth: Worth) -> tuple[float, float, float]:
    """What a throw gives on average, its variance, and what it gave."""
    mean = variance = value = 0.0
    for die, faces in zip(throw.dice, throw.faces, strict=True):
        if not faces:
            continue
        worths = [worth(face) for face in faces]
        average = sum(worths) / len(worths)
        mean += average
        variance += sum((w - average) ** 2 for w in worths) / len(worths)
        value += worth(die.face)
    return mean, variance, value
