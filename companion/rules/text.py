"""Sentences for people, before any language: what the rules say, to be put into words by `companion.i18n`.

The English sentence is the key of the gettext catalogue, so rules stay readable and need no files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import TypeAlias

Value: TypeAlias = "str | int | Text | Name | tuple[Value, ...]"  # a tuple is an enumeration: "a, b, c"
# (message, plural form or None, count) -> the sentence with its {placeholders} still in it
Translate: TypeAlias = Callable[[str, str | None, int], str]


@dataclass(frozen=True, slots=True)
class Name:
    """A name that data supplies in both languages (a card, a game); no catalogue needed."""

    en: str
    de: str

    def render(self, translate: Translate, language: str) -> str:
        return self.de if language == "de" else self.en

    def to_json(self) -> object:
        return {"en": self.en, "de": self.de}


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with its values, in no language yet.

    >>> str(say("{player} stops with {swords}.", player="Iva", swords=count(1, "{n} sword", "{n} swords")))
    'Iva stops with 1 sword.'
    """

    message: str
    values: tuple[tuple[str, Value], ...] = ()
    plural: str | None = None

    def render(self, translate: Translate, language: str) -> str:
        """The sentence in a language, its values put into words too."""
        if not self.values:
            return translate(self.message, None, 1)
        words = {key: _words(value, translate, language) for key, value in self.values}
        number = next((value for key, value in self.values if key == "n"), 1)
        return translate(self.message, self.plural, number if isinstance(number, int) else 1).format(**words)

    def __str__(self) -> str:
        return self.render(english, "en")

    def to_json(self) -> object:
        values = {key: _plain(value) for key, value in self.values}
        data: dict[str, object] = {"say": self.message}
        if values:
            data["with"] = values
        if self.plural is not None:
            data["plural"] = self.plural
        return data

    @classmethod
    def from_json(cls, data: object) -> Text:
        match data:
            case {"say": str(message), **rest}:
                values, plural = rest.get("with", {}), rest.get("plural")
                if isinstance(values, dict) and (plural is None or isinstance(plural, str)):
                    if values:
                        _check_places(message if plural is None else message + plural, values)
                    return cls(message, tuple((str(k), _value(v)) for k, v in values.items()), plural)
        raise ValueError("not a sentence")


def is_written(name: str) -> bool:
    """Whether people can have written a name: no signs that only command machines, and no halves of signs."""
    return not any(sign < " " or sign == "\x7f" or "\ud800" <= sign <= "\udfff" for sign in name)


def say(message: str, **values: Value) -> Text:
    """A sentence whose {placeholders} are filled with `values`."""
    return Text(message, tuple(values.items()))


def count(n: int, one: str, many: str) -> Text:
    """A number of things, to stand inside a sentence: `count(4, "{n} coin", "{n} coins")`."""
    return Text(one, (("n", n),), many)


def english(message: str, plural: str | None, n: int) -> str:
    """The words as they stand in the code."""
    return message if plural is None or n == 1 else plural


def _words(value: Value, translate: Translate, language: str) -> str:
    if isinstance(value, tuple):
        return ", ".join(_words(item, translate, language) for item in value)
    return str(value) if isinstance(value, str | int) else value.render(translate, language)


def _plain(value: Value) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int) else value.to_json()


def _check_places(message: str, values: Mapping[object, object]) -> None:
    """ValueError unless each {place} of a sentence from a file is that of a value, and nothing but its name."""
    for _, name, form, conversion in Formatter().parse(message):
        if name is not None and (not name.isidentifier() or name not in values or form or conversion):
            raise ValueError("not a sentence")


def _value(data: object) -> Value:
    match data:
        case str() | int():
            return data
        case list():
            return tuple(_value(item) for item in data)
        case {"en": str(en), "de": str(de)}:
            return Name(en, de)
    return Text.from_json(data)
