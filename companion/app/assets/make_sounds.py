"""`python -m companion.app.assets.make_sounds`: the sounds of the app, soft tones, the same files every time."""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt

HERE = Path(__file__).parent / "sounds"
RATE = 22_050
LOUDNESS = 0.6
BARS = ((1.0, 1.0), (3.93, 0.28), (9.2, 0.08))
"""The overtones of a wooden bar, as a marimba has it: multiples of its pitch, and how strong."""
BELL = ((1.0, 1.0), (2.0, 0.45), (3.01, 0.2), (4.17, 0.08))
A4, C5, E5, G5 = (440.0 * 2 ** (step / 12) for step in (0, 3, 7, 10))

Wave = npt.NDArray[np.float64]
Overtones = tuple[tuple[float, float], ...]


def tone(pitch: float, seconds: float, overtones: Overtones = BARS, *, fade: float = 4.0) -> Wave:
    """One tone that begins softly and dies away; the higher its overtones, the sooner they do."""
    t = np.arange(round(seconds * RATE)) / RATE
    sound = sum(
        strength * np.sin(2 * np.pi * pitch * times * t) * np.exp(-fade * (1 + 0.6 * (times - 1)) * t / seconds)
        for times, strength in overtones
        if pitch * times < RATE / 2
    )
    begin, end = np.minimum(t / 0.006, 1), np.minimum((seconds - t) / 0.02, 1)
    return np.asarray(sound * begin * np.clip(end, 0, 1))


def together(*parts: tuple[float, Wave]) -> Wave:
    """Tones, each from its second on."""
    length = max(round(at * RATE) + len(sound) for at, sound in parts)
    mixed = np.zeros(length)
    for at, sound in parts:
        first = round(at * RATE)
        mixed[first : first + len(sound)] += sound
    return mixed


def rattle() -> Wave:
    """Wood on wood, three times: a throw that counts."""
    rng = np.random.default_rng(5)
    taps = []
    for at, pitch, strength in ((0.0, 620.0, 1.0), (0.055, 510.0, 0.7), (0.12, 570.0, 0.5)):
        tap = tone(pitch, 0.09, fade=7)
        noise = rng.normal(0, 0.25, len(tap)) * np.exp(-np.arange(len(tap)) / (0.006 * RATE))
        soft = np.convolve(noise, np.ones(5) / 5, "same") * np.minimum(np.arange(len(tap)) / (0.002 * RATE), 1)
        taps.append((at, strength * (tap + soft)))
    return together(*taps)


def sounds() -> dict[str, Wave]:
    """All of them by name."""
    return {
        "ready": together((0, tone(G5 / 2, 0.3)), (0.12, tone(C5, 0.4))),
        "press": tone(2 * A4, 0.18, fade=6),
        "right": together((0, tone(C5, 0.5, BELL)), (0.1, tone(E5, 0.5, BELL)), (0.2, tone(G5, 0.75, BELL))),
        "wrong": together((0, tone(E5 / 2, 0.3)), (0.16, tone(C5 / 2, 0.5))),
        "won": together(
            (0, tone(C5, 0.5, BELL)), (0.13, tone(E5, 0.5, BELL)), (0.26, tone(G5, 0.5, BELL)),
            (0.42, tone(2 * C5, 0.9, BELL)), (0.42, 0.6 * tone(E5, 0.9, BELL)), (0.42, 0.6 * tone(G5, 0.9, BELL)),
        ),
        "question": together((0, tone(A4, 0.35, BELL)), (0.14, tone(1.5 * A4, 0.55, BELL))),
        "throw": rattle(),
    }  # fmt: skip


def write(path: Path, sound: Wave) -> None:
    """As a WAV file, 16 bits, one channel."""
    samples = np.round(sound / np.abs(sound).max() * LOUDNESS * 32767).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for name, sound in sounds().items():
        write(HERE / f"{name}.wav", sound)
        print(name, (HERE / f"{name}.wav").stat().st_size)


if __name__ == "__main__":
    main()
