"""`wuerfelauge demo [GAME]`: a whole game on the simulated table, through the real networks, referee and journal."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from companion.commands.arguments import Subparsers, find_kit, options, pause, players, seed
from companion.commands.failure import Failure
from companion.commands.files import make_folder
from companion.commands.keeping import open_journal
from companion.commands.read import taught_gallery
from companion.commentator import doubts, remarks
from companion.games import game
from companion.journal import JournalFault
from companion.prints import has_numerals
from companion.referee import Book, Notebook, Question, Referee, Ruled
from companion.rehearsal import Rehearsal, Tally
from companion.rules import Roll, State
from companion.rules.text import count, say
from companion.strategies import sensible_action
from companion.terminal import Terminal
from companion.troubles import unwritten
from companion.watcher import NetworkEye
from vision.annotate import annotated
from vision.pictures import write_picture
from vision.reading import DiceEye, Reading
from vision.simulated_table import Conditions, SimulatedTable

BRISK = Conditions(throw=9, reach=4)
PLAYERS = 2
"""Enough to see a game; more take longer."""


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("demo", help="watch a whole game on a simulated table")
    parser.add_argument("game", nargs="?", default="wuerfelhelden", help="one of `wuerfelauge games`")
    parser.add_argument("--seed", type=seed, help="the same number gives the same game")
    parser.add_argument("--players", help="names with commas between them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="keep each throw with the reading drawn in")
    parser.add_argument("--pace", type=pause, default=0.0, metavar="SECONDS", help="pause after each event")
    parser.add_argument("--no-journal", action="store_true", help="do not keep the game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    chosen = game(args.game)
    start = chosen.start(players(args.players, max(chosen.least_players, PLAYERS)), options(args.option))
    begin = SystemRandom().randrange(1_000_000) if args.seed is None else args.seed
    screen = Terminal(args.lang)
    if args.pictures:
        make_folder(args.pictures)
    with ExitStack() as stack:
        book = _book(stack, start, screen, keep=not args.no_journal)
        rehearsal = simulated(book, args.game, begin, BRISK, args.lang)
        began = time.monotonic()
        screen.title(start)
        for throw, what in enumerate(rehearsal.play()):
            tell(screen, what)
            if args.pictures and isinstance(what, Ruled) and isinstance(what.event.action, Roll):
                _keep(args.pictures / f"{throw:04d}.jpg", rehearsal)
            if args.pace > 0:
                time.sleep(args.pace)
        screen.result(book.state)
        _sum_up(screen, rehearsal.tally, time.monotonic() - began)
    print(f"\n(--seed {begin})" if args.seed is None else "")
    return 0


def simulated(book: Book, game_id: str, seed: int, conditions: Conditions, language: str) -> Rehearsal:
    """A game on the simulated table, read by the networks."""
    kit = find_kit(game_id)
    networks = DiceEye()
    eye = NetworkEye(networks, kit, taught_gallery(kit, networks, language))
    table = SimulatedTable(seed, numerals=has_numerals(game_id), conditions=conditions)
    referee = Referee(book, "sim")
    return Rehearsal(table, eye, referee, kit, choose=sensible_action, rng=Random(seed))


def tell(screen: Terminal, what: Ruled | Question) -> None:
    """An event of a simulated game, as a commentator would tell it."""
    if isinstance(what, Question):
        print(f"  ? {screen.words(what.text)} {screen.words(doubts(what))}")
        return
    screen.event(what.before, what.event.action, what.after)
    for remark in remarks(what):
        print(f"  ★ {screen.words(remark)}")


def _book(stack: ExitStack, start: State[Any, Any], screen: Terminal, *, keep: bool) -> Book:
    """The journal; where it cannot be had, a notebook, and why."""
    if not keep:
        return Notebook(start)
    try:
        journal = stack.enter_context(open_journal())
        for notice in journal.notices:
            print(screen.words(notice))
        return journal.begin(start)
    except JournalFault as fault:
        print(f"{screen.words(fault.text)} {screen.words(say('This game is not kept.'))}")
        return Notebook(start)


def _keep(path: Path, rehearsal: Rehearsal) -> None:
    watcher = rehearsal.watcher
    if watcher.looked_at is None or watcher.settled is None:
        return
    if not write_picture(path, annotated(watcher.looked_at, Reading(watcher.settled.dice, {}))):
        raise Failure(unwritten(path), 1)


def _sum_up(screen: Terminal, tally: Tally, seconds: float) -> None:
    throws = count(tally.throws, "{n} throw", "{n} throws")
    asked = count(tally.questions, "{n} question", "{n} questions")
    line = say(
        "{throws} from {frames} rendered frames in {seconds} s; {asked}, {wrong} read wrongly.",
        throws=throws,
        frames=tally.frames,
        seconds=round(seconds),
        asked=asked,
        wrong=tally.wrong,
    )
    print(f"\n{screen.words(line)}")
