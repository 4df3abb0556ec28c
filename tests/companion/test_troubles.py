"""What is wrong with a source is said in both languages, in the words that the source itself has."""

from __future__ import annotations

import pytest

from companion.i18n import in_words
from companion.troubles import trouble_words, unheld_words
from vision.frames import SENTENCES, Trouble, TroubleKind


@pytest.mark.parametrize("kind", list(SENTENCES))
def test_every_trouble_is_said_in_both_languages(kind: TroubleKind) -> None:
    trouble = Trouble(kind, "0")
    assert in_words(trouble_words(trouble), "en") == str(trouble)
    assert in_words(trouble_words(trouble), "de") != str(trouble)


def test_only_what_the_camera_does_not_hold_is_said() -> None:
    (sentence,) = unheld_words({"exposure": True, "white balance": False, "focus": True})
    assert "white balance" in in_words(sentence, "en")
    assert "Weißabgleich" in in_words(sentence, "de")
