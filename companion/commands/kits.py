"""`wuerfelauge kits`: the kits of dice it can read."""

from __future__ import annotations

import argparse
from collections import Counter

from companion.commands.arguments import Subparsers, find_kit
from companion.i18n import in_words
from companion.rules.text import Name
from vision.kits import Kit, KitDie, kit_ids
from vision.userdata import data_folder

A_PLAYER = Name("a player", "je Person")


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("kits", help="list the kits of dice")
    parser.add_argument("kit", nargs="?", help="only this one, or a kit file to check")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    chosen = [args.kit] if args.kit else kit_ids(data_folder() / "kits")
    print("\n\n".join(_describe(find_kit(name), args.lang) for name in chosen))
    return 0


def _describe(kit: Kit, language: str) -> str:
    each = f" {in_words(A_PLAYER, language)}" if kit.per_player else ""
    name = in_words(Name(kit.name["en"], kit.name["de"]), language)
    return "\n".join([kit.id, f"  {name}", *(f"  {_die(die, each)}" for die in kit.dice)])


def _die(die: KitDie, each: str) -> str:
    faces = " ".join(f"{face}×{n}" if n > 1 else face for face, n in Counter(die.faces).items())
    return f"{die.count if die.count < 99 else '…'} {die.body}{each}: {faces}"
