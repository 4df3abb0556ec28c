"""Actions of the rules engine a second in random play, beside python-chess in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random

from companion.bench.figures import Figure
from companion.commands.arguments import NAMES
from companion.games import AnyGame, games
from companion.simulated import random_play

GOAL = 20_000  # actions a second on one core, every game
ROUNDS = 5  # of which the fastest counts: anything slower was the machine, not the program
UNIT = "actions/s"
NO_YARDSTICK = "pip install 'wuerfelauge[dev]' for python-chess beside it"


def figures(seconds: float) -> Iterator[Figure]:
    """One for each game with fewest and most players; `seconds` for each of the rounds."""
    chess = _chess_play()
    yardstick = _fastest(chess, seconds) if chess else None
    for game in games().values():
        for players in sorted({game.least_players, game.most_players}):
            speed = _fastest(_game_play(game, players), seconds)
            beside = f"{speed / yardstick:.1f} × python-chess" if yardstick else NO_YARDSTICK
            yield Figure("rules", f"{game.id}, {players} players", speed, UNIT, GOAL, "more", beside)
    if yardstick:
        yield Figure("rules", "python-chess, beside it", yardstick, UNIT)


def _fastest(play: Callable[[int], int], seconds: float) -> float:
    best = 0.0
    for round_number in range(ROUNDS):
        actions, seed, start = 0, round_number * 1000, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            actions += play(seed)
            seed += 1
        best = max(best, actions / spent)
    return best


def _game_play(game: AnyGame, players: int) -> Callable[[int], int]:
    start = game.start(NAMES[:players])
    return lambda seed: sum(1 for _ in random_play(start, Random(seed)))


def _chess_play() -> Callable[[int], int] | None:
    """Random chess games with python-chess, if it is installed."""
    try:
        import chess  # noqa: PLC0415 - a yardstick, not a dependency
    except ImportError:
        return None

    def play(seed: int) -> int:
        board, rng, moves = chess.Board(), Random(seed), 0
        while board.outcome() is None:
            legal = list(board.legal_moves)
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return play
