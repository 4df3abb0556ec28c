"""The sounds that ship, and that no audio device, or a broken one, ever costs anybody the game."""

from __future__ import annotations

import wave
from typing import Any

import numpy as np
import pytest

from companion.app.assets.make_sounds import LOUDNESS, RATE, sounds
from companion.app.sounds import FOLDER, NAMES, Sounds


@pytest.mark.parametrize("name", NAMES)
def test_every_sound_ships_as_it_was_made(name: str) -> None:
    with wave.open(str(FOLDER / f"{name}.wav")) as file:
        assert (file.getnchannels(), file.getframerate(), file.getsampwidth()) == (1, RATE, 2)
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    made = sounds()[name]
    assert np.abs(samples - made / np.abs(made).max() * LOUDNESS * 32767).max() < 3, "run the script once more"
    assert (FOLDER / f"{name}.wav").stat().st_size < 60_000
    assert abs(int(samples[0])) < 200, "it begins with a click"
    assert abs(int(samples[-1])) < 200, "it ends with a click"


def test_there_is_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.wav")} == set(NAMES) == set(sounds())


class _Sound:
    length = 1.0

    def __init__(self, *, broken: bool = False) -> None:
        self.played = 0
        self._broken = broken

    def play(self) -> None:
        if self._broken:
            raise OSError("the loudspeaker was unplugged")
        self.played += 1

    def stop(self) -> None: ...


def with_sound(sounds: Sounds, sound: Any) -> Any:
    sounds._loaded = dict.fromkeys(NAMES, sound)
    return sound


def test_muted_means_that_nothing_is_played_or_loaded() -> None:
    wanted = False
    sounds = Sounds(lambda: wanted)
    sounds.play("right")
    assert sounds._loaded == {}
    sound = with_sound(sounds, _Sound())
    sounds.play("right")
    assert sound.played == 0
    wanted = True
    sounds.play("right")
    sounds.play("right")
    assert sound.played == 2


def test_a_loudspeaker_that_is_unplugged_does_no_harm() -> None:
    sounds = Sounds(lambda: True)
    with_sound(sounds, _Sound(broken=True))
    sounds.play("won")
    sounds.play("won")
    with_sound(sounds, None)
    sounds.play("won")
    assert not sounds.load()
