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


def tally(plays: Iterable[Play]) -> Tally:
    """Count these games; they may be read from the journal one by one."""
    games: dict[str, int] = {}
    finished = 0
    results, faces = Results(), Faces()
    for play in plays:
        games[play.game] = games.get(play.game, 0) + 1
        finished += play.outcome is not None
        results.add(play)
        faces.add(play)
    most = dict(sorted(games.items(), key=lambda item: (-item[1], item[0])))
    return Tally(most, finished, results.records(), faces.counts())
