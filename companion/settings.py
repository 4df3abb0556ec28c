"""What a table has chosen for itself: language, look, camera, buzzer, sound, house rules, and who plays here.

Kept as one JSON file in the data folder. A damaged file is set aside and the usual settings are used: a game night
must not end on a comma.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Container, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal

from calibration.bounded import read_bounded_text
from calibration.shelf import set_aside, write_whole
from companion.calls import HouseRules
from companion.i18n import LANGUAGES
from companion.journal import PictureLimits
from companion.rules.text import is_written
from vision.userdata import data_folder

FILE = "settings.json"
MOST_PLAYERS = 40
"""People remembered; those who have not played for longest go."""
NAME_LENGTH = 24
MOST_SEATS, MOST_GAMES = 7, 50
MOST_MEGABYTES = 100_000
PORTS = ("socket", "rfc2217", "loop")
"""Addresses a buzzer may be kept under, beside names of ports: others of pyserial's write files, or name classes."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays here, with the colour of their disc."""

    name: str
    colour: int = 0


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, a value."""

    language: str = ""
    """Empty: as the system."""
    theme: Literal["", "light", "dark"] = ""
    text: float = 1.0
    camera: str = "sim"
    """A camera number or address, `sim` for the simulated table, `none` to enter dice by hand."""
    profile: str = ""
    buzzer: str = ""
    """A port; empty: any that answers, `none`: not looked for."""
    sound: bool = True
    speech: bool = False
    pictures: bool = True
    """Whether a picture of each throw is kept."""
    picture_megabytes: int = 300
    """The most room they may take; then the oldest go."""
    learn: bool = True
    """Whether a die that people put right is read by that from then on."""
    house: HouseRules = field(default_factory=HouseRules)
    people: tuple[Person, ...] = ()
    last: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Who played each game last."""

    @property
    def picture_limits(self) -> PictureLimits | None:
        """How many pictures of throws the journal keeps; None for none."""
        return PictureLimits(megabytes=self.picture_megabytes) if self.pictures else None

    def played(self, game: str, names: tuple[str, ...]) -> Settings:
        """With these people remembered as the latest players of a game."""
        known = {person.name: person for person in self.people}
        now = tuple(known.get(name, Person(name, seat)) for seat, name in enumerate(names))
        rest = tuple(person for person in self.people if person.name not in names)
        return replace(self, people=(*now, *rest)[:MOST_PLAYERS], last={**self.last, game: names})

    def renamed(self, old: str, new: str) -> Settings:
        """With somebody called otherwise from now on; games that were played keep the name of their day."""
        people = tuple(replace(person, name=new) if person.name == old else person for person in self.people)
        last = {game: tuple(new if name == old else name for name in names) for game, names in self.last.items()}
        return replace(self, people=people, last=last)

    def recoloured(self, name: str, colour: int) -> Settings:
        """With another disc for somebody."""
        people = tuple(replace(person, colour=colour) if person.name == name else person for person in self.people)
        return replace(self, people=people)

    def forgotten(self, name: str) -> Settings:
        """Without somebody who does not play here any more."""
        last = {game: tuple(other for other in names if other != name) for game, names in self.last.items()}
        return replace(self, people=tuple(person for person in self.people if person.name != name), last=last)

    def colour(self, name: str, seat: int) -> int:
        """The colour of a player's disc."""
        return next((person.colour for person in self.people if person.name == name), seat)


def settings_path() -> Path:
    return data_folder() / FILE


def load_settings(path: Path | None = None) -> Settings:
    """The settings as they were kept; what makes no sense in them is as usual."""
    path = path or settings_path()
    try:
        data = json.loads(read_bounded_text(path))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        with contextlib.suppress(OSError):
            set_aside(path)
        return Settings()
    return _read(data)


def save_settings(settings: Settings, path: Path | None = None) -> bool:
    """Keep the settings; whether that was possible."""
    path = path or settings_path()
    text = json.dumps(asdict(settings), ensure_ascii=False, indent=1) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    except OSError:
        return False
    return True


def _read(data: dict[str, Any]) -> Settings:
    usual = Settings()
    plain: dict[str, Any] = {}
    allowed: dict[str, Container[object]] = {
        "language": ("", *LANGUAGES),
        "theme": ("", "light", "dark"),
        "picture_megabytes": range(1, MOST_MEGABYTES + 1),
    }
    for item in fields(Settings):
        value, default = data.get(item.name), getattr(usual, item.name)
        if item.name in ("house", "people", "last", "text"):
            continue
        fits = type(value) is type(default) and (not isinstance(value, str) or _is_line(value, 300))
        if item.name == "buzzer" and "://" in str(value) and str(value).partition("://")[0] not in PORTS:
            continue
        if fits and value in allowed.get(item.name, (value,)):
            plain[item.name] = value
    text = data.get("text")
    if isinstance(text, int | float) and not isinstance(text, bool) and 0.7 <= text <= 1.6:
        plain["text"] = float(text)
    return Settings(**plain, house=_house(data.get("house")), people=_people(data.get("people")), last=_last(data))


def _house(data: object) -> HouseRules:
    usual = HouseRules()
    if not isinstance(data, dict):
        return usual
    kept: dict[str, Any] = {}
    for item in fields(HouseRules):
        value = data.get(item.name)
        _, _, least, most = item.metadata["option"]
        in_range = least is None or (isinstance(value, int) and least <= value <= most)
        if type(value) is type(getattr(usual, item.name)) and in_range:
            kept[item.name] = value
    return replace(usual, **kept)


def _people(data: object) -> tuple[Person, ...]:
    found: dict[str, Person] = {}
    for one in data if isinstance(data, list) else ():
        match one:
            case {"name": str(name), "colour": int(colour)} if _is_name(name):
                found.setdefault(name.strip(), Person(name.strip(), abs(colour) % 7))
    return tuple(found.values())[:MOST_PLAYERS]


def _last(data: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    last = data.get("last")
    if not isinstance(last, dict):
        return {}
    kept = {
        game: tuple(names)
        for game, names in last.items()
        if _is_line(game, NAME_LENGTH) and isinstance(names, list) and len(names) <= MOST_SEATS
        if all(isinstance(name, str) and _is_name(name) for name in names)
    }
    return dict(list(kept.items())[:MOST_GAMES])


def _is_name(text: str) -> bool:
    return bool(text.strip()) and _is_line(text, NAME_LENGTH)


def _is_line(text: str, most: int) -> bool:
    """Whether a text of a file can be shown in a line and written again."""
    return len(text) <= most and is_written(text)
