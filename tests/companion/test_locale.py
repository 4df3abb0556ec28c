"""The catalogues: complete, in step with the code, and compiled."""

from __future__ import annotations

import re

import pytest

from companion.games import games
from companion.locale.__main__ import FOLDER, TRANSLATED, catalogue, compiled, sentences


def forms(text: object) -> list[str]:
    return [str(form) for form in text] if isinstance(text, tuple | list) else [str(text)]


def test_every_language_has_its_catalogue_and_no_catalogue_is_forgotten() -> None:
    assert sorted(path.parents[1].name for path in FOLDER.glob("*/LC_MESSAGES/wuerfelauge.mo")) == sorted(TRANSLATED)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_sentence_of_the_code_is_translated_and_no_other(language: str) -> None:
    wanted = {str(message.id) for message in sentences() if message.id}
    translated = {str(m.id) for m in catalogue(language) if m.id and all(forms(m.string)) and forms(m.string)}
    assert wanted - translated == set(), "run `make messages` and translate"
    assert translated - wanted == set(), "run `make messages`: nobody says this any more"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_in_the_same_values(language: str) -> None:
    for message in catalogue(language):
        wanted = {name for form in forms(message.id) for name in re.findall(r"\{(\w+)\}", form)}
        if message.id:
            for form in forms(message.string):
                assert set(re.findall(r"\{(\w+)\}", form)) <= wanted, form
            assert {n for f in forms(message.string) for n in re.findall(r"\{(\w+)\}", f)} == wanted, message.string


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_up_to_date(language: str) -> None:
    binary = (FOLDER / language / "LC_MESSAGES" / "wuerfelauge.mo").read_bytes()
    assert binary == compiled(catalogue(language)), "run `make messages`"


def test_every_game_has_a_name_in_both_languages() -> None:
    for game in games().values():
        assert game.name.de
        assert game.name.en
