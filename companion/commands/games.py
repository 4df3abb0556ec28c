"""`wuerfelauge games`: the games with their players and options."""

from __future__ import annotations

import argparse

from companion.commands.arguments import Subparsers
from companion.games import AnyGame, game, games
from companion.i18n import in_words
from companion.rules import Option, options_of
from companion.rules.text import say

PLAYERS = say("players")
DICE = say("dice")
ONE_EACH = say("one a player")


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("games", help="list the games and their options")
    parser.add_argument("game", nargs="?", help="only this game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    chosen = [game(args.game)] if args.game else list(games().values())
    print("\n\n".join(_describe(item, args.lang) for item in chosen))
    return 0


def _describe(item: AnyGame, language: str) -> str:
    players = f"{item.least_players}" + (f"–{item.most_players}" if item.most_players > item.least_players else "")
    dice = ", ".join(f"{kind.count} {kind.body}" for kind in item.dice)
    lines = [f"{item.id}", f"  {in_words(item.name, language)}"]
    lines += [f"  {in_words(PLAYERS, language):<8} {players}", f"  {in_words(DICE, language):<8} {dice}"]
    lines += [
        f"  --option {option.id}={_values(option, language)}\n           {in_words(option.label, language)}"
        for option in options_of(item.options)
    ]
    return "\n".join(lines)


def _values(option: Option, language: str) -> str:
    usual = say("default {value}", value=_json_like(option.default) or say("none"))
    return f"{_range(option, language)} ({in_words(usual, language)})"


def _range(option: Option, language: str) -> str:
    if isinstance(option.default, bool):
        return "true|false"
    if option.choices:
        return "|".join(map(_json_like, option.choices))
    if option.least is not None and option.most is not None:
        each = f",… {in_words(ONE_EACH, language)}" if isinstance(option.default, tuple) else ""
        return f"{option.least}…{option.most}{each}"
    return "…"


def _json_like(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(_json_like, value)) if isinstance(value, tuple) else str(value)
