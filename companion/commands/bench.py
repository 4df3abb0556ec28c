"""`wuerfelauge bench [PART]`: what the program reaches, beside its goals; without a part, everything in one table."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from companion.bench.figures import CannotMeasure, Figure, as_json, as_markdown, as_text
from companion.bench.machine import machine
from companion.commands.arguments import Subparsers, check_above_zero
from companion.commands.failure import Failure
from companion.commands.files import write_text
from companion.i18n import in_words

PARTS = {"rules": "seconds", "vision": "rounds", "table": "throws", "buzzer": "presses", "app": "minutes"}
"""Modules of `companion.bench` in the order of the table, and the option that says how long or how often."""


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("bench", help="measure the speed, beside the goals")
    parser.add_argument("part", nargs="?", choices=PARTS, help="only this one")
    parser.add_argument("--seconds", type=float, default=1.0, help="rules: per round and game")
    parser.add_argument("--rounds", type=int, default=60, help="vision: how often each picture is read")
    parser.add_argument("--throws", type=int, default=15, help="table: of each game")
    parser.add_argument("--presses", type=int, default=200, help="buzzer: how many")
    parser.add_argument("--minutes", type=float, default=2.0, help="app: of play before its memory is told")
    parser.add_argument("--markdown", action="store_true", help="as a table for a page")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file as well")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the table; 1 if a goal is missed, or a part could not be measured."""
    for name in PARTS.values():
        check_above_zero(f"--{name}", getattr(args, name))
    told = machine()
    figures, lacking = list[Figure](), list[str]()
    for part in [args.part] if args.part else list(PARTS):
        try:
            figures += measured(part, args)
        except CannotMeasure as reason:
            if args.part:
                raise Failure(reason.text, 1) from None
            lacking.append(in_words(reason.text, args.lang))
    print(as_markdown(figures) if args.markdown else as_text(figures))
    print(f"\n{told}")
    for sentence in lacking:
        print(sentence)
    if args.json is not None:
        write_text(args.json, as_json(figures, told) + "\n")
    return 1 if lacking or any(figure.missed for figure in figures) else 0


def measured(part: str, args: argparse.Namespace) -> Iterable[Figure]:
    """The figures of a part, loaded when it is wanted: the rules need no cameras."""
    figures: Iterable[Figure] = import_module(f"companion.bench.{part}").figures(getattr(args, PARTS[part]))
    return figures
