"""Arguments that several commands take, and how they are read."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from companion.commands.failure import Failure
from companion.reasons import reason_words
from companion.rules.text import say
from vision.kits import BadKit, Kit, kit, load_kit
from vision.userdata import data_folder

if TYPE_CHECKING:
    Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
else:
    Subparsers = object

LONGEST_PAUSE = 3600
LONGEST_SEED = 18
NAMES = ("Mascha", "Phil", "Iva", "Emmitt", "Steffi", "David", "Lena")


def find_kit(name: str) -> Kit:
    """A kit by its id, or from a kit file."""
    try:
        return load_kit(Path(name)) if name.endswith(".toml") else kit(name, data_folder() / "kits")
    except BadKit as error:
        raise Failure(reason_words(error), 2) from None


def players(text: str | None, least: int) -> list[str]:
    """Names from `A,B,C`; as many made-up ones as the game needs if none are given."""
    return [name.strip() for name in text.split(",")] if text else list(NAMES[:least])


def options(settings: list[str]) -> dict[str, object]:
    """Options from `key=value` settings; a value is JSON, a list of numbers `1,2,3`, or a word."""
    chosen: dict[str, object] = {}
    for setting in settings:
        key, sign, value = setting.partition("=")
        if not sign or not key:
            raise Failure(say("An option is given as NAME=VALUE, not “{setting}”.", setting=setting), 2)
        chosen[key] = _value(value)
    return chosen


def _value(text: str) -> object:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        if "," not in text:
            return text
        value = [_value(part) for part in text.split(",")]
    return value


def check_above_zero(option: str, value: float) -> None:
    """Failure unless it is a number above 0, and an end of it."""
    if not 0 < value < float("inf"):
        raise Failure(say("{option} takes a number above 0, not {value}.", option=option, value=f"{value:g}"), 2)


def pause(text: str) -> float:
    """Seconds to wait between two events."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PAUSE:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to {LONGEST_PAUSE}")
    return seconds


def seed(text: str) -> int:
    """A number that a simulated game begins from."""
    if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_SEED):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0, of at most {LONGEST_SEED} digits")
    return int(text)
