"""Per player and game: how often played and won, the average and the best result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from companion.statistics.plays import Play


@dataclass(frozen=True, slots=True)
class Record:
    """What a player did in a game so far; `latest` are the results in order, newest last."""

    game: str
    player: str
    plays: int
    wins: int
    average: float
    best: int
    place: float
    latest: tuple[int, ...]

    @property
    def share(self) -> float:
        """Of the games played, how many were won."""
        return self.wins / self.plays


class Results:
    """The results of games, taken one game after another: none of them has to stay in memory."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], list[tuple[int, int, bool]]] = {}

    def add(self, play: Play) -> None:
        """Only decided games count."""
        outcome = play.outcome
        if outcome is None:
            return
        for seat, name in enumerate(play.players):
            row = (outcome.scores[seat], outcome.places[seat], seat in outcome.winners)
            self._rows.setdefault((play.game, name), []).append(row)

    def records(self) -> tuple[Record, ...]:
        """The records of all players, game by game, those who won most often first."""
        found = [_record(game, player, rows) for (game, player), rows in self._rows.items()]
        return tuple(sorted(found, key=lambda record: (record.game, -record.wins, record.place, record.player)))


def records(plays: Iterable[Play]) -> tuple[Record, ...]:
    """The records of all players of these games."""
    results = Results()
    for play in plays:
        results.add(play)
    return results.records()


def _record(game: str, player: str, rows: list[tuple[int, int, bool]]) -> Record:
    scores = tuple(score for score, _, _ in rows)
    return Record(
        game,
        player,
        len(rows),
        sum(won for _, _, won in rows),
        fmean(scores),
        max(scores),
        fmean(place for _, place, _ in rows),
        scores,
    )
