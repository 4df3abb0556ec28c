"""Finds the games: each module of `companion.rules` that can `describe` itself, with its kit and data file."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import companion.rules
from companion.rules import DieKind, Game, Told
from companion.rules.text import say
from vision.kits import kit

AnyGame = Game[Any, Any]


class UnknownGame(Told, LookupError):
    """Nobody knows a game by that name; `text` says so."""

    def __init__(self, game_id: str) -> None:
        super().__init__(say("There is no game “{game}”; there are {games}.", game=game_id, games=tuple(games())))


def game(game_id: str) -> AnyGame:
    """The game with this id."""
    try:
        return games()[game_id]
    except KeyError:
        raise UnknownGame(game_id) from None


@cache
def games() -> dict[str, AnyGame]:
    """All games by id."""
    found = {}
    for module in pkgutil.iter_modules(companion.rules.__path__):
        describe = getattr(importlib.import_module(f"companion.rules.{module.name}"), "describe", None)
        if describe is not None:
            dice = tuple(DieKind(die.body, die.faces, die.count) for die in kit(module.name).dice)
            found[module.name] = describe(dice, _data(module.name))
    return found


def _data(game_id: str) -> dict[str, Any] | None:
    path = files("companion") / "data" / f"{game_id}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
