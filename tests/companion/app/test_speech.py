"""Spoken verdicts: by the system's own speech, never waited for, the newest sentence wins."""

from __future__ import annotations

import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.speech import LONGEST, Speaker, Speech, find_speaker

PATIENCE = 10.0


class Mouth:
    """A program that writes down when it begins and ends to say something, and how it was called."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.seconds = seconds
        self.notes = folder / "notes"
        self.program = folder / "mouth"
        self.program.write_text(
            f"#!{sys.executable}\n"
            "import sys, time\n"
            "said = sys.stdin.buffer.read().decode()\n"
            f"notes = open({str(self.notes)!r}, 'a', encoding='utf-8')\n"
            "print('began', *sys.argv[1:], said, file=notes, flush=True)\n"
            f"time.sleep({seconds})\n"
            "print('ended', said, file=notes, flush=True)\n",
            encoding="utf-8",
        )
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)
        self.speaker = Speaker(str(self.program), lambda language: ("-v", language))

    def lines(self) -> list[str]:
        return self.notes.read_text(encoding="utf-8").splitlines() if self.notes.exists() else []

    def until(self, wanted: Callable[[list[str]], bool]) -> list[str]:
        end = time.monotonic() + PATIENCE
        while not wanted(self.lines()):
            assert time.monotonic() < end, self.lines()
            time.sleep(0.02)
        return self.lines()


@pytest.fixture
def speak() -> Iterator[Callable[[Speaker | None], Speech]]:
    made: list[Speech] = []

    def speak(speaker: Speaker | None) -> Speech:
        made.append(Speech(lambda: True, lambda: speaker))
        return made[-1]

    yield speak
    for speech in made:
        speech.close()


def test_a_sentence_is_said_in_its_language(speak: Callable[[Speaker | None], Speech], tmp_path: Path) -> None:
    mouth = Mouth(tmp_path, 0)
    speak(mouth.speaker).say("Opa Karl ist richtig mit 9.", "de")
    assert mouth.until(lambda lines: len(lines) == 2)[0] == "began -v de Opa Karl ist richtig mit 9."


def test_the_newest_sentence_cuts_off_the_one_before(speak: Callable[[Speaker | None], Speech], tmp_path: Path) -> None:
    mouth = Mouth(tmp_path, 30)
    speech = speak(mouth.speaker)
    began = time.monotonic()
    speech.say("One.", "en")
    assert time.monotonic() - began < mouth.seconds / 2, "nobody waits for speech"
    mouth.until(lambda lines: len(lines) == 1)
    speech.say("Two.", "en")
    speech.say("Three.", "en")
    lines = mouth.until(lambda lines: any("Three." in line for line in lines))
    assert "ended One." not in lines


def test_closing_cuts_it_off_too(speak: Callable[[Speaker | None], Speech], tmp_path: Path) -> None:
    mouth = Mouth(tmp_path, 30)
    speech = speak(mouth.speaker)
    speech.say("One.", "en")
    mouth.until(lambda lines: len(lines) == 1)
    began = time.monotonic()
    speech.close()
    assert time.monotonic() - began < mouth.seconds / 2
    speech.say("Two.", "en")
    assert len(mouth.lines()) == 1


def test_a_system_without_speech_or_with_a_broken_one_stays_silent(
    speak: Callable[[Speaker | None], Speech], tmp_path: Path
) -> None:
    assert not speak(None).possible
    speak(None).say("One.", "en")
    speech = speak(Speaker(str(tmp_path / "nothing there"), lambda language: ()))
    speech.say("One.", "en")
    speech.say("Two.", "en")


def test_switched_off_nothing_is_said(tmp_path: Path) -> None:
    mouth = Mouth(tmp_path, 0)
    speech = Speech(lambda: False, lambda: mouth.speaker)
    speech.say("One.", "en")
    assert speech._thread is None


def test_endless_sentences_are_cut_short(speak: Callable[[Speaker | None], Speech], tmp_path: Path) -> None:
    mouth = Mouth(tmp_path, 0)
    speak(mouth.speaker).say("x" * 10_000, "en")
    assert len(mouth.until(lambda lines: len(lines) == 2)[0]) < LONGEST + 20


@pytest.mark.parametrize(
    ("platform", "there", "program"),
    [
        ("linux", {"espeak-ng", "spd-say"}, "espeak-ng"),
        ("linux", {"spd-say"}, "spd-say"),
        ("darwin", {"say"}, "say"),
        ("win32", {"powershell"}, "powershell"),
        ("linux", set(), None),
        ("android", {"espeak-ng"}, None),
    ],
)
def test_the_speech_of_each_system(platform: str, there: set[str], program: str | None) -> None:
    speaker = find_speaker(platform, lambda name: name if name in there else None)
    assert (speaker.program if speaker else None) == program
    for language in ("de", "en", "fr"):
        if speaker is not None:
            assert all(isinstance(word, str) and word for word in speaker.command(language))
