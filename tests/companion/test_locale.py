"""The catalogues: complete, in step with the code, and compiled."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import companion
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


def test_no_command_fails_in_english_alone() -> None:
    """What is raised as a failure, or said on standard error, is no sentence of one language."""
    here = Path(companion.__file__).parent
    for path in (here / "command_line.py", *(here / "commands").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Failure", "complain"):
                assert not _is_english(node.args[0]), f"{path.name}:{node.lineno}"


def _is_english(sentence: ast.expr) -> bool:
    """Whether it is written out here, outside `say`; what an f-string puts together of other parts may be."""
    if isinstance(sentence, ast.Call):
        return getattr(sentence.func, "id", "") == "str"
    parts = sentence.values if isinstance(sentence, ast.JoinedStr) else [sentence]
    return any(isinstance(part, ast.Constant) and re.search("[A-Za-z]", str(part.value)) for part in parts)
