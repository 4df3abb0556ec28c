"""Sentences before any language."""

import pytest

from companion.i18n import in_words, system_language
from companion.rules import Name, Text
from companion.rules.text import count, say


def test_values_fill_the_sentence() -> None:
    assert str(say("{player} stops.", player="Iva")) == "Iva stops."


def test_a_sentence_without_values_stays_as_it_is_even_with_braces() -> None:
    assert str(Text("a {curly} word")) == "a {curly} word"


@pytest.mark.parametrize(("n", "words"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins")])
def test_counts_have_a_plural(n: int, words: str) -> None:
    assert str(count(n, "{n} coin", "{n} coins")) == words


def test_a_tuple_is_an_enumeration() -> None:
    assert str(say("Thrown: {dice}.", dice=("a", say("b"), 3))) == "Thrown: a, b, 3."


def test_names_come_in_both_languages() -> None:
    name = Name(en="Hydra", de="Die Hydra")
    assert in_words(say("{card}", card=name), "de") == "Die Hydra"
    assert in_words(say("{card}", card=name), "en") == "Hydra"


def test_german_has_its_own_plural() -> None:
    assert in_words(count(1, "{n} coin", "{n} coins"), "de") == "1 Münze"
    assert in_words(count(3, "{n} coin", "{n} coins"), "de") == "3 Münzen"


@pytest.mark.parametrize(
    "text",
    [
        say("plain"),
        count(3, "{n} coin", "{n} coins"),
        say("{a} {b} {c}", a=1, b=("x", say("y")), c=Name(en="e", de="d")),
    ],
)
def test_sentences_survive_json(text: Text) -> None:
    assert Text.from_json(text.to_json()) == text


@pytest.mark.parametrize("data", [None, 3, "x", [], {}, {"say": 1}, {"say": "a", "with": 3}, {"say": "a", "plural": 1}])
def test_nonsense_is_not_a_sentence(data: object) -> None:
    with pytest.raises(ValueError, match="not a sentence"):
        Text.from_json(data)


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LC_ALL": "en_GB", "LANG": "de_DE"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANGUAGE": "de", "LANG": "C"}, "de"),
    ],
)
def test_the_language_is_the_system_s(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language
