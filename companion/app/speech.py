"""Sentences spoken by the system, where it can speak. Nobody waits for it; a new sentence ends the one before."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass

log = logging.getLogger(__name__)

VOICES = {"de": "Anna", "en": "Samantha"}
WINDOWS = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    "try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, '{language}') }} catch {{ }}; "
    "$voice.Speak([Console]::In.ReadToEnd())"
)
CULTURES = {"de": "de-DE", "en": "en-GB"}
LONGEST = 400
"""Characters that are read out; whoever wants more can read it."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """A program of the system that speaks: what to call for a language; the sentence goes to its input."""

    program: str
    arguments: Callable[[str], tuple[str, ...]]

    def command(self, language: str) -> list[str]:
        return [self.program, *self.arguments(language)]


def find_speaker(platform: str = sys.platform, which: Callable[[str], str | None] = shutil.which) -> Speaker | None:
    """The speech of this system; None if it has none that we know."""
    known: list[Speaker] = []
    if platform == "darwin":
        known = [Speaker("say", _mac)]
    elif platform == "win32":
        known = [Speaker("powershell", _powershell)]
    elif platform.startswith("linux"):
        known = [
            Speaker("espeak-ng", lambda language: ("-v", language, "-s", "150", "--stdin")),
            Speaker("espeak", lambda language: ("-v", language, "-s", "150", "--stdin")),
            Speaker("spd-say", lambda language: ("-l", language, "--wait", "--pipe-mode")),
        ]
    return next((speaker for speaker in known if which(speaker.program)), None)


def _mac(language: str) -> tuple[str, ...]:
    voice = VOICES.get(language)
    return (*(("-v", voice) if voice else ()), "-f", "-")


def _powershell(language: str) -> tuple[str, ...]:
    return "-NoProfile", "-NonInteractive", "-Command", WINDOWS.format(language=CULTURES.get(language, language))


class Speech:
    """Speaks the newest sentence, if that is `wanted` and the system can."""

    def __init__(self, wanted: Callable[[], bool], find: Callable[[], Speaker | None] = find_speaker) -> None:
        self._wanted, self._find = wanted, find
        self._speaker: Speaker | None = None
        self._thread: threading.Thread | None = None
        self._turn = threading.Condition()
        self._next: tuple[str, str] | None = None
        self._saying: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def possible(self) -> bool:
        """Whether the system can speak at all."""
        return self._find() is not None

    def say(self, sentence: str, language: str) -> None:
        """Say this now. Returns at once; whatever was being said is cut off."""
        if not self._wanted() or not sentence:
            return
        with self._turn:
            self._next = (sentence[:LONGEST], language)
            self._hush()
            self._turn.notify()
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._talk, name="speech", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Fall silent for good."""
        with self._turn:
            self._closed, self._next = True, None
            self._hush()
            self._turn.notify()
        if self._thread is not None:
            self._thread.join(timeout=2)

    def _hush(self) -> None:
        if self._saying is not None and self._saying.poll() is None:
            self._saying.terminate()

    def _talk(self) -> None:
        """In a thread of its own: one sentence after the other, always the newest."""
        self._speaker = self._find()
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._closed or self._next is not None)
                if self._closed or self._next is None:
                    return
                (sentence, language), self._next = self._next, None
            self._speak(sentence, language)

    def _speak(self, sentence: str, language: str) -> None:
        if self._speaker is None:
            return
        try:
            quiet = subprocess.DEVNULL
            process = subprocess.Popen(
                self._speaker.command(language), stdin=subprocess.PIPE, stdout=quiet, stderr=quiet
            )
            with self._turn:
                self._saying = process
                if self._next is not None or self._closed:
                    self._hush()
            process.communicate(sentence.encode())
        except OSError:  # gone, or cut off while it was still listening
            log.info("The sentence was not spoken.", exc_info=True)
