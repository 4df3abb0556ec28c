"""Faces of all five games in words, for questions."""

from __future__ import annotations

from companion.rules import Text
from companion.rules.dice import body_name
from companion.rules.dice_forge.faces import face_words
from companion.rules.text import say
from companion.rules.wuerfelhelden import FACE_WORDS
from vision.reading import DieRead

WORDS: dict[str, Text] = {**FACE_WORDS, "axe": say("axe")}


def face_name(face: str) -> Text | str:
    """A face for people; one that nobody here knows stays as it is written."""
    if face in WORDS:
        return WORDS[face]
    kind, _, colour = face.partition("-")
    if kind == "dot":
        return say("{colour} dot", colour=body_name(colour))
    try:
        return face_words(face)
    except KeyError:
        return face


def die_name(die: DieRead) -> Text:
    """A die that was read, with what it seems to show."""
    return say("{face} ({body})", body=body_name(die.body), face=face_name(die.face or "?"))
