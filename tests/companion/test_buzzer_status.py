"""How the connection stands is said in both languages, with what to do."""

from __future__ import annotations

import pytest

from companion.buzzer_status import reason_words, status_words
from companion.i18n import in_words
from hardware.link import NOTHING, SOMETHING_ELSE, State, Status
from hardware.ports import IN_USE


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("reason", [NOTHING, SOMETHING_ELSE, IN_USE, "No such file or directory"])
def test_every_status_is_said_in_both_languages(state: State, reason: str) -> None:
    english, german = (in_words(status_words(Status(state, "COM3", reason)), language) for language in ("en", "de"))
    assert "\n" not in english
    assert english != german


@pytest.mark.parametrize(("state", "remedy"), [(State.OLDER, "flash"), (State.NEWER, "update")])
def test_another_firmware_is_told_with_the_remedy(state: State, remedy: str) -> None:
    assert remedy in in_words(status_words(Status(state, "COM3")), "en")


@pytest.mark.parametrize("reason", [NOTHING, SOMETHING_ELSE, IN_USE])
def test_our_own_reasons_are_said_in_german_too(reason: str) -> None:
    assert in_words(reason_words(reason), "de") != reason
    assert in_words(reason_words(reason), "de") in in_words(status_words(Status(State.NO_PORT, "COM3", reason)), "de")
