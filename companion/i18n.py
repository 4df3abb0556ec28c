"""Puts the sentences of the rules and the program into German or English, with gettext catalogues."""

from __future__ import annotations

import gettext
import locale
import os
from functools import cache
from importlib.resources import files

from companion.rules.text import Name, Text, Translate, english

LANGUAGES = {"de": "Deutsch", "en": "English"}
"""The languages there are, as they call themselves; English stands in the code, each other has a catalogue."""


def in_words(text: Text | Name | str, language: str) -> str:
    """A sentence in a language; a plain string stays as it is."""
    return text if isinstance(text, str) else text.render(translator(language), language)


def system_language() -> str:
    """The language of the system if it is one of ours, else English."""
    asked = next(filter(None, map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), None)
    code = asked or locale.getlocale()[0] or "en"
    return code[:2].lower() if code[:2].lower() in LANGUAGES else "en"


@cache
def translator(language: str) -> Translate:
    """The function that translates messages into a language."""
    if language == "en":
        return english
    path = files("companion") / "locale" / language / "LC_MESSAGES" / "wuerfelauge.mo"
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)

    def translate(message: str, plural: str | None, n: int) -> str:
        return catalogue.gettext(message) if plural is None else catalogue.ngettext(message, plural, n)

    return translate
