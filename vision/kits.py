"""Kits: data files that say which dice a game has. A table can add kits of its own without code."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from calibration.bounded import is_name, read_bounded_text

FOLDER = files("models") / "kits"
MOST_KINDS, MOST_FACES, MOST_DICE = 40, 200, 99
"""Of a kit; of a kind of die; of one kind. No box has so many."""
LONGEST_WORD = 60


class BadKit(ValueError):
    """A kit file that cannot be used; the sentence names the file, the place and the reason."""


@dataclass(frozen=True, slots=True)
class KitDie:
    """A kind of die in the box: its body, the faces it can show and how many there are."""

    body: str
    faces: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Kit:
    """The dice of a game; with `per_player` the counts are for each player."""

    id: str
    name: dict[str, str]
    per_player: bool
    dice: tuple[KitDie, ...]


def kit(kit_id: str, own: Path | None = None) -> Kit:
    """A kit by its id: one the table has made (in the folder `own`), or one that ships. Lessons go by it too."""
    if not is_name(kit_id):
        raise BadKit(f"There is no kit {kit_id[:LONGEST_WORD]!r}; `wuerfelauge kits` lists them.")
    if own is not None and _is_there(own / f"{kit_id}.toml"):
        made = load_kit(own / f"{kit_id}.toml")
        if made.id != kit_id:
            called = f"The kit file {kit_id}.toml calls its kit {made.id}"
            raise BadKit(f'{called}: call the file as the kit is called, or write id = "{kit_id}" in it.')
        return made
    return load_kit(FOLDER / f"{kit_id}.toml")


def kit_ids(own: Path | None = None) -> list[str]:
    """The kits that ship and those of the table, as far as they may be looked at, in the order of the alphabet."""
    shipped = [file.name for file in FOLDER.iterdir()]
    try:
        made = [file.name for file in own.iterdir()] if own is not None else []
    except OSError:
        made = []
    return sorted({name.removesuffix(".toml") for name in (*shipped, *made) if name.endswith(".toml")})


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:
        folder = f"The folder {path.parent} cannot be looked into: {error.strerror}."
        raise BadKit(f"{folder} Allow it, or name another data folder in WUERFELAUGE_DATA.") from None


def load_kit(path: Traversable | Path) -> Kit:
    """Read a kit file; BadKit names the line and the reason if it has errors."""
    try:
        text = read_bounded_text(path) if isinstance(path, Path) else path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except FileNotFoundError:
        raise BadKit(f"There is no kit {path.name.removesuffix('.toml')}.") from None
    except OSError as error:
        raise BadKit(f"The kit file {path.name} cannot be read: {error.strerror or error}.") from None
    except RecursionError:
        raise BadKit(f"The kit file {path.name} cannot be read: its brackets are nested too deeply.") from None
    except ValueError as error:  # no text, no TOML, or a number longer than any
        raise BadKit(f"The kit file {path.name} cannot be read: {error}.") from None
    match data:
        case {"id": str(kit_id), "name": {"en": str(en), "de": str(de)}, "die": [_, *_] as dice}:
            lines = [n for n, line in enumerate(text.splitlines(), 1) if line.strip().startswith("[[die]]")]
            where = [f"{path.name}, line {line}" for line in lines] or [path.name] * len(dice)
            kinds = tuple(_die(die, place) for die, place in zip(dice, where, strict=False))
            _told_apart(kinds, where)
            if not is_name(kit_id):
                raise BadKit(f"{path.name}, line 1: the id is letters, digits, - and _, at most 40.")
            if not (_is_word(en) and _is_word(de)):
                raise BadKit(f"{path.name}, line 1: the name is a few words, at most {LONGEST_WORD} letters.")
            if len(kinds) > MOST_KINDS:
                raise BadKit(f"{path.name}: a kit has at most {MOST_KINDS} kinds of dice.")
            return Kit(kit_id, {"en": en, "de": de}, data.get("per_player") is True, kinds)
    missing = [key for key in ("id", "name", "die") if key not in data]
    reason = f"{missing[0]} is missing" if missing else "id is a word, name has en and de, and there is a [[die]]"
    raise BadKit(f"The kit file {path.name}, line 1: {reason}.")


def _die(data: object, where: str) -> KitDie:
    if not isinstance(data, dict):
        raise BadKit(f"{where}: a die is a [[die]] with body, faces and count.")
    body, faces, count = data.get("body"), data.get("faces"), data.get("count", 1)
    if not _is_word(body):
        raise BadKit(f'{where}: the die needs a body, such as "white".')
    if not isinstance(faces, list) or not 0 < len(faces) <= MOST_FACES or not all(map(_is_word, faces)):
        raise BadKit(f'{where}: the {body} die needs a list of faces, such as ["1", "2"].')
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_DICE:
        raise BadKit(f"{where}: the count of the {body} die is a number from 1 to {MOST_DICE}.")
    return KitDie(str(body), tuple(faces), count)


def _told_apart(kinds: Sequence[KitDie], where: Sequence[str]) -> None:
    """Dice are told apart by their bodies: a body has the same faces on all its dice."""
    first: dict[str, str] = {}
    for kind, place in zip(kinds, where, strict=False):
        if kind.body in first:
            reason = f"there is a {kind.body} die already ({first[kind.body]})"
            raise BadKit(f"{place}: {reason}; count equal dice together, and call others by another body.")
        first[kind.body] = place


def _is_word(data: object) -> bool:
    return isinstance(data, str) and 0 < len(data) <= LONGEST_WORD and data.isprintable()
