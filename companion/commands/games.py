"""`wuerfelauge games`: the games with their players and options."""

from __future__ import annotations

import argparse

from companion.commands.arguments import Subparsers
from companion.games import AnyGame, game, games
from companion.i18n import in_words
from companion.rules import Option, options_of


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
    lines = [f"{item.id}", f"  {in_words(item.name, language)}", f"  players  {players}", f"  dice     {dice}"]
    lines += [
        f"  --option {option.id}={_values(option)}\n           {in_words(option.label, language)}"
        for option in options_of(item.options)
    ]
    return "\n".join(lines)


def _values(option: Option) -> str:
    default = _json_like(option.default)
    if isinstance(option.default, bool):
        return f"{'true|false'} (default {default})"
    if option.choices:
        return f"{'|'.join(map(_json_like, option.choices))} (default {default})"
    if option.least is not None and option.most is not None:
        each = ",… one a player" if isinstance(option.default, tuple) else ""
        return f"{option.least}…{option.most}{each} (default {default or 'none'})"
    return f"… (default {default or 'none'})"


def _json_like(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(_json_like, value)) if isinstance(value, tuple) else str(value)
