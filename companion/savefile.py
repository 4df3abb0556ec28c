"""Saved games: JSON lines. The first line says who plays what, each further line is an event.

{"wuerfelauge": 1, "game": "wuerfelhelden", "players": ["Iva", "Phil"], "options": {}}
{"do": "roll", "player": 0, "thrown": ["white:coin", "white:sword-3", "white:coin"], "origin": "sim"}
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from calibration.bounded import MEGABYTE
from companion.games import UnknownGame, game
from companion.rules import BadSetup, Event, History, MalformedData, State, Told
from companion.rules.text import say

VERSION = 1
LARGEST = 20 * MEGABYTE
"""Of a file; the longest games have a few hundred thousand letters."""


class DamagedFile(Told, ValueError):
    """A saved game that cannot be read; `text` says at which line and why."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a file holds: where the game began and what happened; not yet checked against the rules."""

    start: State[Any, Any]
    events: tuple[Event, ...]

    def replay(self) -> Iterator[tuple[Event, State[Any, Any]]]:
        """Each event and the state after it; IllegalAction at the first one the rules refuse."""
        state = self.start
        for event in self.events:
            state = state.apply(event.action)
            yield event, state


def write_game(history: History) -> str:
    """A game as the text of a file."""
    header = {"wuerfelauge": VERSION, **history.states[0].table.to_json()}
    lines = [header, *(event.to_json() for event in history.events)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read_game(text: str) -> SavedGame:
    """The game that a file's text holds; DamagedFile, with the line, if it is none."""
    lines = text.split("\n")  # and at nothing else: a name may hold other signs that end a line
    if not text.strip():
        raise DamagedFile(say("The file is empty."))
    start = _start(_json(lines[0], 1))
    events = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        try:
            events.append(Event.read(start.table.game, _json(line, number)))
        except MalformedData as error:
            reason = str(error)
            raise DamagedFile(
                say("Line {n} is not an event of this game: {reason}.", n=number, reason=reason)
            ) from None
    return SavedGame(start, tuple(events))


def _start(header: object) -> State[Any, Any]:
    match header:
        case {"wuerfelauge": int(version), "game": str(game_id), "players": [*names], "options": dict(options)}:
            if version is True or version != VERSION:
                told = say("The file is of version {n}; this program reads version {own}.", n=version, own=VERSION)
                raise DamagedFile(told)
            if not all(isinstance(name, str) for name in names):
                raise DamagedFile(say("Line 1: a player’s name is not a text."))
            try:
                return game(game_id).start([str(name) for name in names], options)
            except (UnknownGame, BadSetup) as error:
                raise DamagedFile(say("Line {n}: {reason}", n=1, reason=error.text)) from None
    raise DamagedFile(say("Line 1 does not say which game this is: it is no saved game of Würfelauge."))


def _json(line: str, number: int) -> object:
    try:
        data: object = json.loads(line)
    except (ValueError, RecursionError):
        raise DamagedFile(say("Line {n} is not JSON; the file is damaged or cut off.", n=number)) from None
    return data
