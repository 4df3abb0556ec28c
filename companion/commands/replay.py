"""`wuerfelauge replay FILE`: play a saved game again, with every verdict and the final score."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.arguments import Subparsers
from companion.commands.failure import Failure
from companion.commands.files import read_text
from companion.playthrough import playthrough
from companion.rules import IllegalAction
from companion.rules.text import say
from companion.savefile import LARGEST, DamagedFile, read_game
from companion.terminal import Terminal


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("replay", help="play a saved game again and check every event")
    parser.add_argument("file", type=Path)
    parser.add_argument("--playthrough", action="store_true", help="write it out line by line in both languages")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        saved = read_game(read_text(args.file, LARGEST))
    except DamagedFile as error:
        raise Failure(say("{path}: {reason}", path=str(args.file), reason=error.text), 2) from None
    states = [saved.start]
    try:
        states.extend(state for _, state in saved.replay())
    except IllegalAction as error:
        broken: IllegalAction | None = error
    else:
        broken = None
    if broken is None and args.playthrough:
        print(playthrough(saved), end="")
        return 0
    screen = Terminal(args.lang)
    screen.title(saved.start)
    for event, before, after in zip(saved.events, states, states[1:], strict=False):
        screen.event(before, event.action, after)
    if broken is not None:
        where = say("{file}, line {n}", file=str(args.file), n=len(states) + 1)
        raise Failure(say("{place}: {code}: {reason}", place=where, code=broken.code, reason=broken.text), 1)
    screen.result(states[-1])
    return 0
