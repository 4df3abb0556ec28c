"""Everything that is counted over many games, in one go: each game is read, counted and forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.statistics.fairness import DieCount, Faces, judgeable
from companion.statistics.players import Record, Results
from companion.statistics.plays import Play


@dataclass(frozen=True, slots=True)
class Totals:
    """A player over all games, whose points cannot be compared."""

    player: str
    plays: int
    wins: int

    @property
    def share(self) -> float:
        return self.wins / self.plays


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games there were, and what players and dice did in them."""

    games: dict[str, int]
    """How often each game was played, the one played most first."""
    finished: int
    records: tuple[Record, ...]
    dice: tuple[DieCount, ...]

    @property
    def tests(self) -> int:
        """Of how many dice something can be said: of many fair ones, one always looks odd."""
        return judgeable(self.dice)

    def totals(self) -> tuple[Totals, ...]:
        """Players over all games, those who won most often first."""
        sums: dict[str, tuple[int, int]] = {}
        for record in self.records:
            plays, wins = sums.get(record.player, (0, 0))
            sums[record.player] = plays + record.plays, wins + record.wins
        found = (Totals(player, plays, wins) for player, (plays, wins) in sums.items())
        return tuple(sorted(found, key=lambda totals: (-totals.wins, -totals.share, totals.player)))


class Counting:
    """Games are added one by one; none of them is kept."""

    def __init__(self) -> None:
        self._games: dict[str, int] = {}
        self._finished = 0
        self._results, self._faces = Results(), Faces()

    def add(self, play: Play) -> None:
        self._games[play.game] = self._games.get(play.game, 0) + 1
        self._finished += play.outcome is not None
        self._results.add(play)
        self._faces.add(play)

    def tally(self) -> Tally:
        """What has been counted so far."""
        games = dict(sorted(self._games.items(), key=lambda item: (-item[1], item[0])))
        return Tally(games, self._finished, self._results.records(), self._faces.counts())


def tally(plays: Iterable[Play]) -> Tally:
    """Count these games."""
    counting = Counting()
    for play in plays:
        counting.add(play)
    return counting.tally()
