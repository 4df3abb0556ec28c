"""What a table has told about its cards, kept from one sitting to the next: a file a game in the user's data folder.

It becomes the option `deck` of the next sitting, so a saved game carries it along and replays anywhere.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from calibration.bounded import read_bounded_text
from calibration.shelf import write_whole
from companion.rules import BadSetup, Game, State, Text
from companion.rules.codec import encode_fields
from companion.rules.game import options_of
from companion.rules.text import say
from companion.troubles import unwritten
from vision.userdata import data_folder

Card: TypeAlias = dict[str, object]
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


def begun_again(state: State[Any, Any]) -> State[Any, Any]:
    """The first state of the same game once more, with all that has been told about its cards."""
    table = state.table
    options = {**encode_fields(table.options)}
    options.pop(OPTION, None)
    try:
        return table.game.start(table.players, with_deck(table.game, options))
    except BadSetup:  # the file is damaged; what was told at this table is known all the same
        return table.game.start(table.players, state.learned())


def keep_deck(state: State[Any, Any], path: Path, since: State[Any, Any] | None = None) -> bool:
    """Add what a table has told by now to what is known; whether there was anything new.

    What was told `since` then, or else since the game began, is newer than the file; the file is newer than the rest.
    """
    learned = state.learned()
    if learned == state.table.options:
        return False
    there = read_deck(path) or []
    if not all(isinstance(card, dict) and card for card in there):
        raise _no_deck(path, say("it has no [[card]]"))
    cards = _merged(state, there, _deck(since.learned() if since is not None else state.table.options))
    if cards == there:
        return False
    text = _HEADER + "".join(f"\n[[card]]\n{_rows(card)}" for card in cards)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())  # whoever pulls the plug finds the old file or the new one
    except OSError as error:
        raise BadDeck(unwritten(path, error)) from None
    return True


def _merged(state: State[Any, Any], there: list[Any], before: list[Card]) -> list[Card]:
    """The cards of the file with those that were told; where they cannot all be true, the newest stand."""
    known = {_which(card): card for card in (*_printed(state), *before)}
    merged: dict[object, Card] = {}
    fresh: dict[object, Card] = {}
    for card in there:
        merged[_which(card)] = {**merged.get(_which(card), {}), **card}
    for card in _deck(state.learned()):
        which = _which(card)
        new = {key: value for key, value in card.items() if known.get(which, {}).get(key) != value}
        merged[which] = {**card, **merged.get(which, {}), **new}
        if new:
            fresh[which] = merged[which]
    cards = list(merged.values())
    if _playable(state, cards):
        return cards
    kept: list[Card] = []
    for card in (fresh | merged).values():
        if _playable(state, [*kept, card]):
            kept.append(card)
    return kept or _deck(state.learned())


def _playable(state: State[Any, Any], cards: list[Card]) -> bool:
    """Whether the rules take these cards."""
    table = state.table
    try:
        table.game.table(table.players, {**encode_fields(table.options), OPTION: cards})
    except BadSetup:
        return False
    return True


def _printed(state: State[Any, Any]) -> list[Card]:
    """The cards as they ship, where they are of the same kind as those of the file."""
    told = getattr(state.learned(), OPTION)
    ships = state.table.game.data
    alike = [card for card in ships if told and type(card) is type(told[0])] if isinstance(ships, tuple) else []
    return [encode_fields(card) for card in alike]


def _deck(options: object) -> list[Card]:
    cards: Any = encode_fields(options)[OPTION]
    return list(cards)


def _which(card: Card) -> object:
    """Which card this is about: what stands first says so."""
    key, value = next(iter(card.items()))
    return key, str(value)


def _rows(card: dict[str, object]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in card.items())


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # numbers and texts are written alike in both, once everything odd is escaped; TOML wants one sign more escaped
    return json.dumps(value).replace("\x7f", "\\u007f")
