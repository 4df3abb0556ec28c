"""`wuerfelauge stats`: who wins, how the dice fall, who was lucky; in words, as JSON, as charts."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.commands.arguments import Subparsers
from companion.commands.export import choose, chosen, no_such_game
from companion.commands.failure import Failure
from companion.commands.files import write_bytes
from companion.i18n import in_words
from companion.rules.text import count, say
from companion.statistics import report
from companion.statistics.canvas import png
from companion.statistics.charts import dice_chart, luck_chart, players_chart, score_chart
from companion.statistics.fairness import DieCount, dice_counts, judgeable
from companion.statistics.luck import luck_report
from companion.statistics.players import Record, records
from companion.statistics.plays import Play


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("stats", help="players, dice and luck of the games that were played")
    parser.add_argument("--list", action="store_true", help="list the games with their numbers")
    parser.add_argument("--luck", type=int, metavar="N", help="the luck report of game N (0: the latest)")
    parser.add_argument("--charts", type=Path, metavar="DIR", help="draw charts as PNG into this folder")
    parser.add_argument("--json", action="store_true")
    choose(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    plays = chosen(args)
    shown, dice = records(plays), dice_counts(plays)
    if args.json:
        print(json.dumps(report.as_json(plays, shown, dice), ensure_ascii=False, indent=1))
    elif not plays:
        words = say("No such game has been played yet; with --simulated, games with simulated dice are counted.")
        print(in_words(words, args.lang))
        return 0
    else:
        for line in _lines(args, plays, shown, dice):
            print(line)
    if args.charts and plays:
        _draw(args.charts, plays, shown, dice, args.lang)
    return 0


def _lines(
    args: argparse.Namespace, plays: tuple[Play, ...], shown: tuple[Record, ...], dice: tuple[DieCount, ...]
) -> list[str]:
    if args.luck is not None:
        found = [play for play in plays if args.luck in (0, play.id)]
        if not found:
            raise Failure(no_such_game(args.luck), 2)
        return list(report.luck_lines(found[-1], args.lang))[1:]
    if args.list:
        return list(report.list_lines(plays, args.lang))
    finished = sum(play.outcome is not None for play in plays)
    head = say(
        "{games}, {finished} of them finished.", games=count(len(plays), "{n} game", "{n} games"), finished=finished
    )
    return [in_words(head, args.lang), *report.record_lines(shown, args.lang), *report.dice_lines(dice, args.lang)]


def _draw(
    folder: Path, plays: tuple[Play, ...], shown: tuple[Record, ...], dice: tuple[DieCount, ...], language: str
) -> None:
    """For each game a chart of its players and its dice; of its latest play the score and the luck."""
    tests = judgeable(dice)
    for game_id in dict.fromkeys(play.game for play in plays):
        name = report.game_name(game_id)
        players = [record for record in shown if record.game == game_id]
        thrown = [die for die in dice if die.game == game_id]
        latest = [play for play in plays if play.game == game_id][-1]
        luck = luck_report(latest)
        if players:
            write_bytes(folder / f"{game_id}-players.png", png(players_chart(players, name, language)))
        if thrown:
            write_bytes(folder / f"{game_id}-dice.png", png(dice_chart(thrown, name, language, tests)))
        write_bytes(folder / f"{game_id}-score.png", png(score_chart(latest, name, language)))
        if luck is not None:
            write_bytes(folder / f"{game_id}-luck.png", png(luck_chart(latest, luck, name, language)))
