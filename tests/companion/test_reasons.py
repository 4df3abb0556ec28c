"""Why a camera, a kit or a network cannot be used is said in both languages, whatever sentence `vision` has for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import vision
from companion.i18n import in_words
from companion.own_kits import usable_kits
from companion.reasons import SENTENCES, reason_words
from vision.frames import SourceError
from vision.kits import BadKit, load_kit
from vision.sources import open_source

ERRORS = ("SourceError", "CameraGone", "BadPicture", "BadModel", "BadKit", "BadLesson")
GOOD = 'id = "{id}"\nname = {{ en = "Mine", de = "Meine" }}\n[[die]]\nbody = "red"\nfaces = ["1", "2"]\n'


def raised() -> Iterator[tuple[str, str]]:
    """Every sentence that `vision` raises one of these errors with, and where; what it is about is “0”."""
    for path in sorted(Path(vision.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS and node.args:
                sentence = _sample(node.args[0])
                if sentence.strip("0: "):  # else it is all quoted
                    yield f"{path.name}:{node.lineno}", sentence


def _sample(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "0" for part in node.values)
    assert isinstance(node, ast.Constant)
    return str(node.value)


@pytest.mark.parametrize(("where", "sentence"), list(raised()))
def test_what_can_be_wrong_is_said_in_german_too(where: str, sentence: str) -> None:
    words = reason_words(sentence)
    assert in_words(words, "en") == sentence
    assert in_words(words, "de") != sentence, where


def test_no_sentence_is_left_that_nobody_says() -> None:
    patterns = {text.message for text in SENTENCES}
    said = {reason_words(sentence) for _, sentence in raised()}
    whole = {text.message for text in said if not isinstance(text, str)}
    parts = {
        message for message in patterns if message[0].islower() or message.startswith(("{key}", "{file}, line {n}"))
    }
    parts |= {
        "The kit file {file} calls its kit {id}",
        "The folder {path} cannot be looked into: {reason}.",
        "{path}: {reason}",
    }
    assert patterns == whole | parts


def test_what_an_error_quotes_is_translated_too(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.format(id="mine") + '[[die]]\nbody = "red"\nfaces = ["3"]\n', encoding="utf-8")
    with pytest.raises(BadKit) as caught:
        load_kit(file)
    words = in_words(reason_words(caught.value), "de")
    assert words == (
        "mine.toml, Zeile 6: es gibt schon einen Würfel red (mine.toml, Zeile 3); gleiche Würfel gehören zusammen "
        "gezählt, andere brauchen einen anderen Namen."
    )


def test_a_camera_that_is_none_is_said_in_german() -> None:
    with pytest.raises(SourceError) as caught:
        open_source("elsewhere")
    words = in_words(reason_words(caught.value), "de")
    assert words.startswith("elsewhere ist keine Kamera")


def test_a_kit_under_another_name_is_told_and_the_others_can_be_taught(tmp_path: Path) -> None:
    (tmp_path / "foo.toml").write_text(GOOD.format(id="bar"), encoding="utf-8")
    (tmp_path / "mine.toml").write_text(GOOD.format(id="mine"), encoding="utf-8")
    (tmp_path / "none.toml").write_text("id = 3", encoding="utf-8")
    kits, wrong = usable_kits(["pips", "foo", "mine", "none"], tmp_path)
    assert [dice.id for dice in kits] == ["pips", "mine"]
    foo, none = (in_words(sentence, "en") for sentence in wrong)
    assert in_words(wrong[0], "de").startswith("Die Würfelsatz-Datei foo.toml nennt ihren Würfelsatz bar: ")
    assert (
        foo == 'The kit file foo.toml calls its kit bar: call the file as the kit is called, or write id = "foo" in it.'
    )
    assert "none.toml" in none
