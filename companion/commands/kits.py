"""`wuerfelauge kits`: the kits of dice it can read."""

from __future__ import annotations

import argparse
from collections import Counter

from companion.commands.arguments import Subparsers, find_kit
from vision.kits import Kit, KitDie, kit_ids
from vision.userdata import data_folder


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("kits", help="list the kits of dice")
    parser.add_argument("kit", nargs="?", help="only this one, or a kit file to check")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    chosen = [args.kit] if args.kit else kit_ids(data_folder() / "kits")
    print("\n\n".join(_describe(find_kit(name), args.lang) for name in chosen))
    return 0


def _describe(kit: Kit, language: str) -> str:
    each = {"en": " a player", "de": " je Person"}[language] if kit.per_player else ""
    return "\n".join([kit.id, f"  {kit.name[language]}", *(f"  {_die(die, each)}" for die in kit.dice)])


def _die(die: KitDie, each: str) -> str:
    faces = " ".join(f"{face}×{n}" if n > 1 else face for face, n in Counter(die.faces).items())
    return f"{die.count if die.count < 99 else '…'} {die.body}{each}: {faces}"
