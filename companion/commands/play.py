"""`wuerfelauge play GAME`: a game in the terminal, on a simulated table or with dice and moves typed in."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom

from companion.commands.arguments import Subparsers, options, pause, players, seed
from companion.commands.failure import Failure
from companion.commands.files import write_text
from companion.decks import OPTION, deck_file, keep_deck, with_deck
from companion.games import game
from companion.keyboard import typed_action
from companion.questions import NotUnderstood
from companion.rules import Event, History, IllegalAction
from companion.rules.text import say
from companion.savefile import write_game
from companion.strategies import sensible_action
from companion.terminal import Terminal, plain


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("play", help="play a game in the terminal")
    parser.add_argument("game", help="one of `wuerfelauge games`")
    parser.add_argument("--dice", choices=("random", "typed"), default="random")
    parser.add_argument("--seed", type=seed, help="the same number gives the same game")
    parser.add_argument("--players", help="names with commas between them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the game for `wuerfelauge replay`")
    parser.add_argument("--pace", type=pause, default=0.0, metavar="SECONDS", help="pause after each event")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    chosen = game(args.game)
    names = players(args.players, max(chosen.least_players, min(3, chosen.most_players)))
    settings = options(args.option)
    deck = deck_file(chosen) if args.dice == "typed" and OPTION not in settings else None
    if deck is not None:
        settings = with_deck(chosen, settings)
    history = History.begin(chosen.start(names, settings))
    begin = SystemRandom().randrange(1_000_000) if args.seed is None else args.seed
    screen = Terminal(args.lang)
    screen.title(history.state)
    turns = _typed(history, screen) if args.dice == "typed" else _simulated(history, screen, Random(begin), args.pace)
    try:
        for latest in turns:
            history = latest
    finally:  # whatever ends the game, what was played is kept
        if args.save:
            write_text(args.save, write_game(history))
        if deck is not None and keep_deck(history.state, deck):
            print(screen.words(say("What was told about the cards is kept for the next game: {file}", file=str(deck))))
    screen.result(history.state)
    if args.dice == "random" and args.seed is None:
        again = say("--seed {n} plays this game again", n=begin)
        print(f"\n({screen.words(again)})")
    if args.save:
        print(screen.words(say("Saved: {path}", path=str(args.save))))
    return 0


def _simulated(history: History, screen: Terminal, rng: Random, pace: float) -> Iterator[History]:
    while history.state.outcome() is None:
        before = history.state
        action = sensible_action(before, rng)
        history = history.add(Event(action, "sim"))
        screen.event(before, action, history.state)
        yield history
        if pace > 0 and screen.colour:
            time.sleep(pace)


def _typed(history: History, screen: Terminal) -> Iterator[History]:
    """People play at a real table and type what happens; `undo` takes back, `quit` ends."""
    while history.state.outcome() is None:
        before = history.state
        try:
            typed = typed_action(before, screen)
            if typed == "quit":
                return
            if typed == "undo" and not history.events:
                raise NotUnderstood(say("There is nothing to take back yet."))
            if typed == "undo":
                history = history.undo()
            else:
                history = history.add(Event(typed, "hand"))
                screen.event(before, typed, history.state)
        except IllegalAction as error:
            print(f"  ✗ {screen.words(error.text)} [{error.code}]")
        except NotUnderstood as error:
            print(f"  ✗ {screen.words(error.text)}")
        except ValueError as error:
            print(f"  ✗ {plain(str(error))}")
        except EOFError:
            raise Failure(say("The input ended before the game did."), 1) from None
        yield history
