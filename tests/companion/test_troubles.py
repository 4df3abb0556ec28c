"""What is wrong with a source is said in both languages."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.i18n import in_words
from companion.troubles import trouble_words, unheld_words
from vision.frames import Trouble, TroubleKind


@pytest.mark.parametrize("kind", get_args(TroubleKind))
def test_every_trouble_is_said_in_both_languages_and_names_its_source(kind: TroubleKind) -> None:
    english, german = (in_words(trouble_words(Trouble(kind, "kitchen")), language) for language in ("en", "de"))
    assert "kitchen" in english
    assert "kitchen" in german
    assert english != german


def test_a_camera_that_is_gone_holds_up_the_game_that_is_played_before_it() -> None:
    assert "The game waits" in in_words(trouble_words(Trouble("gone", "0")), "en")
    assert "The game waits" not in in_words(trouble_words(Trouble("gone", "0"), playing=False), "en")


def test_only_what_the_camera_does_not_hold_is_said() -> None:
    (sentence,) = unheld_words({"exposure": True, "white balance": False, "focus": True})
    assert "white balance" in in_words(sentence, "en")
    assert "Weißabgleich" in in_words(sentence, "de")
