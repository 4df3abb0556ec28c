"""What a table has told about its cards, kept from one sitting to the next: a file a game in the user's data folder.

It becomes the option `deck` of the next sitting, so a saved game carries it along and replays anywhere.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from calibration.bounded import read_bounded_text
from calibration.shelf import write_whole
from companion.rules import BadSetup, Game, State, Text
from companion.rules.codec import encode_fields
from companion.rules.game import options_of
from companion.rules.text import say
from companion.troubles import unwritten
from vision.userdata import data_folder

OPTION = "deck"  # of the games whose cards nobody outside the box can know
_HEADER = "# What this table has told about its cards. It may be corrected here.\n"


class BadDeck(BadSetup):
    """A deck file that cannot be used; the sentence says which one and why."""


def deck_file(game: Game[Any, Any]) -> Path | None:
    """Where a table keeps what it has told about the cards of a game; None if the game asks for none."""
    asks = any(option.id == OPTION for option in options_of(game.options))
    return data_folder() / "decks" / f"{game.id}.toml" if asks else None


def with_deck(game: Game[Any, Any], options: Mapping[str, object]) -> dict[str, object]:
    """The options, with what the table has told about its cards before."""
    path = deck_file(game)
    told = read_deck(path) if path is not None and OPTION not in options else None
    return {**options, OPTION: told} if told is not None else dict(options)


def read_deck(path: Path) -> list[object] | None:
    """The cards in a deck file; None if there is no such file."""
    try:
        data = tomllib.loads(read_bounded_text(path))
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDeck(say("{path} cannot be read: {reason}.", path=str(path), reason=reason)) from None
    except RecursionError:
        raise _no_deck(path, say("its brackets are nested too deeply")) from None
    except ValueError as error:
        raise _no_deck(path, str(error)) from None
    cards = data.get("card")
    if not isinstance(cards, list):
        raise _no_deck(path, say("it has no [[card]]"))
    return cards


def _no_deck(path: Path, reason: Text | str) -> BadDeck:
    return BadDeck(say("{path} is not a deck file: {reason}.", path=str(path), reason=reason))


def keep_deck(state: State[Any, Any], path: Path) -> bool:
    """Write what a table has told by now; whether there was anything new."""
    learned = state.learned()
    if learned == state.table.options:
        return False
    cards: Any = encode_fields(learned)[OPTION]
    text = _HEADER + "".join(f"\n[[card]]\n{_rows(card)}" for card in cards)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())  # whoever pulls the plug finds the old file or the new one
    except OSError as error:
        raise BadDeck(unwritten(path, error)) from None
    return True


def _rows(card: dict[str, object]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in card.items())


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # numbers and texts are written alike in both, once everything odd is escaped; TOML wants one sign more escaped
    return json.dumps(value).replace("\x7f", "\\u007f")
