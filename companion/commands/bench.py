"""`wuerfelauge bench rules`: actions a second in random play, beside python-chess in the same run; `bench vision`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

from companion.commands.arguments import NAMES, Subparsers
from companion.commands.failure import Failure
from companion.games import AnyGame, games
from companion.simulated import random_play

GOAL = 20_000  # actions a second on one core, every game
ROUNDS = 5  # of which the fastest counts: anything slower was the machine, not the program


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("bench", help="measure the speed")
    parser.add_argument("part", choices=("rules", "vision"))
    parser.add_argument("--seconds", type=float, default=1.0, help="rules: per round and game")
    parser.add_argument("--rounds", type=int, default=60, help="vision: how often each picture is read")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.part == "vision":
        from companion.commands import bench_vision  # noqa: PLC0415 - the rules need no cameras

        return bench_vision.run(args.rounds)
    if not 0 < args.seconds < float("inf"):
        raise Failure(f"--seconds takes a time above 0, not {args.seconds:g}.", 2)
    return _rules(args.seconds)


def _rules(seconds: float) -> int:
    chess = _chess_play()
    yardstick = _fastest(chess, seconds) if chess else None
    print("Random play to the end, legal_actions included; one core, fastest of five rounds.\n")
    print(f"{'game':<16}{'players':>8}{'actions/s':>12}{'× goal':>8}{'× chess':>9}")
    slow = False
    for game in games().values():
        for players in sorted({game.least_players, game.most_players}):
            speed = _fastest(_game_play(game, players), seconds)
            slow = slow or speed < GOAL
            ratio = f"{speed / yardstick:9.1f}" if yardstick else f"{'–':>9}"
            print(f"{game.id:<16}{players:>8}{speed:>12,.0f}{speed / GOAL:>8.2f}{ratio}")
    if yardstick:
        print(f"{'python-chess':<16}{2:>8}{yardstick:>12,.0f}{'':>8}{1:>9.1f}")
    else:
        print("python-chess is not installed: pip install 'wuerfelauge[dev]' to see the yardstick.")
    return 1 if slow else 0


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
