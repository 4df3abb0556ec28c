"""The games of the journal as values to count: who played what, how it ended, and every throw with its chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.journal import BadSitting, Journal, Ruling, Summary
from companion.rules import Die, History, LooseDie, Outcome, Roll

SIDES = 6


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw: after how many events, by whom, the dice, and for each of them the faces it could have shown.

    Of a die that nobody knows exactly (its kit lists more faces than it has sides) there are none.
    """

    index: int
    player: int | None
    dice: tuple[Die, ...]
    faces: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Play:
    """One game of the journal."""

    id: int
    token: str
    game: str
    players: tuple[str, ...]
    started: datetime
    minutes: int
    history: History
    over: bool
    rulings: tuple[Ruling, ...]
    seqs: tuple[int, ...] = ()
    """The entry of the journal that each event came with; its picture goes by it."""

    @property
    def outcome(self) -> Outcome | None:
        return self.history.state.outcome()

    @property
    def simulated(self) -> bool:
        """Whether its dice were not real ones."""
        return any(event.origin == "sim" for event in self.history.events)

    def throws(self) -> Iterator[Thrown]:
        """The throws that stand, undone ones left out."""
        for index, (event, before) in enumerate(zip(self.history.events, self.history.states, strict=False)):
            if isinstance(event.action, Roll):
                expected = before.expects().of(event.action.player)
                loose = expected.loose if expected else ()
                faces = tuple(_faces(loose, die.body) for die in event.action.thrown)
                yield Thrown(index, event.action.player, event.action.thrown, faces)


def plays(journal: Journal) -> tuple[Play, ...]:
    """Every game that can still be read, in the order in which they began."""
    return tuple(play for summary in journal.sittings() if (play := play_of(journal, summary)) is not None)


def play_of(journal: Journal, summary: Summary) -> Play | None:
    """One game; None if the rules have changed so that it cannot be played again."""
    try:
        past = journal.past(summary.id)
    except BadSitting:
        return None
    return Play(
        summary.id,
        summary.token,
        summary.game,
        summary.players,
        summary.started,
        summary.minutes,
        past.history,
        summary.over,
        past.rulings,
        past.seqs,
    )


def _faces(loose: tuple[LooseDie, ...], body: str) -> tuple[str, ...]:
    """The faces of the dice of a body; where they differ, all of them, each as often as it is there."""
    kinds = Counter(die.faces for die in loose if die.body == body)
    if any(len(faces) != SIDES for faces in kinds):
        return ()
    if len(kinds) == 1:
        return next(iter(kinds))
    return tuple(face for faces, n in kinds.items() for face in faces * n)
