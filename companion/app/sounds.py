"""Short sounds. Where there is nothing to hear them with, nothing happens."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Literal, get_args

from companion.app.theme import ASSETS

SoundName = Literal["ready", "press", "right", "wrong", "won", "question", "throw"]
NAMES: tuple[SoundName, ...] = get_args(SoundName)
FOLDER = ASSETS / "sounds"

log = logging.getLogger(__name__)


class Sounds:
    """Plays a sound by name, unless they are switched off; `wanted` says whether they are."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        self._wanted = wanted
        self._loaded: dict[SoundName, Any] = {}
        """None for those that cannot be played."""

    def play(self, name: SoundName) -> None:
        """From its beginning, also if it is just being played."""
        if not self._wanted():
            return
        sound = self._load(name)
        if sound is None:
            return
        try:
            sound.stop()
            sound.play()
        except Exception:  # an audio device that was unplugged must not cost anybody the game
            log.exception("The sound %s cannot be played.", name)
            self._loaded[name] = None

    def load(self, *_: object) -> bool:
        """Load one before it is needed, if sounds are wanted; whether others are left."""
        missing = [name for name in NAMES if name not in self._loaded]
        if missing and self._wanted():
            self._load(missing[0])
        return len(missing) > 1

    def _load(self, name: SoundName) -> Any:
        if name not in self._loaded:
            try:
                from kivy.core.audio import SoundLoader  # noqa: PLC0415 - opens the audio device

                sound = SoundLoader.load(str(FOLDER / f"{name}.wav"))
            except Exception:
                log.exception("Sounds cannot be played.")
                sound = None
            self._loaded[name] = sound
            if sound is None or not sound.length:  # there is no audio device; asking for each sound helps nobody
                self._loaded = dict.fromkeys(NAMES)
        return self._loaded[name]
