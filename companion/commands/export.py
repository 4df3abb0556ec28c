"""`wuerfelauge export`: the games of the journal as JSON, CSV or for BG Stats."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.arguments import Subparsers
from companion.commands.failure import Failure
from companion.commands.files import write_bytes, write_text
from companion.export import NotFinished, bgstats_link, to_bgstats, to_csv, to_json
from companion.games import game
from companion.i18n import in_words
from companion.journal import Journal, JournalFault, NoJournal
from companion.rules.text import Text, count, say
from companion.statistics.plays import Play, plays


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("export", help="the games that were played, for other programs")
    parser.add_argument("--format", choices=("json", "csv", "bgstats", "bgstats-link"), default="json")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write there instead of to the screen")
    parser.add_argument("--number", type=int, action="append", metavar="N", help="only this game of the journal")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="write the kept pictures of the throws there")
    choose(parser)
    parser.set_defaults(run=run)


def choose(parser: argparse.ArgumentParser) -> None:
    """Which games: arguments that `export` and `stats` share."""
    parser.add_argument("--game", help="only games of this kind, one of `wuerfelauge games`")
    parser.add_argument("--player", help="only games with this player")
    parser.add_argument("--simulated", action="store_true", help="games with simulated dice instead of real ones")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="another journal than that of the data folder")


def chosen(args: argparse.Namespace) -> tuple[Play, ...]:
    """The games that the arguments ask for."""
    if args.game:
        game(args.game)
    try:
        with Journal.look(args.journal) as journal:
            found = plays(journal)
    except JournalFault as fault:
        raise Failure(fault.text, 2 if isinstance(fault, NoJournal) else 1) from None
    return tuple(
        play
        for play in found
        if play.simulated == args.simulated
        and args.game in (None, play.game)
        and (args.player is None or args.player in play.players)
    )


def no_such_game(number: int) -> Text:
    return say("There is no such game {n}; `wuerfelauge stats --list` lists them.", n=number)


def run(args: argparse.Namespace) -> int:
    wanted = chosen(args)
    if args.number:
        missing = set(args.number) - {play.id for play in wanted}
        if missing:
            raise Failure(no_such_game(min(missing)), 2)
        wanted = tuple(play for play in wanted if play.id in args.number)
    if args.pictures:
        _pictures(args, wanted)
        return 0
    text = _text(args, wanted)
    if args.out is None:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
        return 0
    write_text(args.out, text)
    _written(count(len(wanted), "{n} game", "{n} games"), args.out, args.lang)
    return 0


def _text(args: argparse.Namespace, wanted: tuple[Play, ...]) -> str:
    if args.format == "json":
        return to_json(wanted)
    if args.format == "csv":
        return to_csv(wanted)
    if args.format == "bgstats":
        return to_bgstats(wanted, args.lang)
    try:
        links = [bgstats_link(play, args.lang) for play in wanted if args.number or play.outcome is not None]
    except NotFinished as error:
        raise Failure(error.text, 1) from None
    return "\n".join(links)


def _pictures(args: argparse.Namespace, wanted: tuple[Play, ...]) -> None:
    """`game-3-event-012.jpg`: events are counted from 1, as in the JSON."""
    written = 0
    with Journal.look(args.journal) as journal:
        for play in wanted:
            sitting = journal.resume(play.id)
            for index in range(len(play.history.events)):
                picture = sitting.picture(index)
                if picture is not None:
                    write_bytes(args.pictures / f"game-{play.id}-event-{index + 1:03d}.jpg", picture)
                    written += 1
    _written(count(written, "{n} picture", "{n} pictures"), args.pictures, args.lang)


def _written(what: Text, where: Path, language: str) -> None:
    print(in_words(say("{what} written to {path}.", what=what, path=str(where)), language))
