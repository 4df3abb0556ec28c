"""What people see and hear of the box, at the pins of the real firmware."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest

from hardware.protocol import PLAYERS, Tone
from tests.hardware.boxes import FirmwareBox
from tests.hardware.conversation import Talk

WINDOW = 0.015  # seconds: shorter than any note, longer than two periods of the lowest


@pytest.fixture
def talk(firmware: FirmwareBox) -> Talk:
    return Talk(firmware)


def tune(talk: Talk, firmware: FirmwareBox, tone: Tone) -> list[int]:
    """The notes one after the other, in hertz; 0 is a rest."""
    talk.command(f"TONE {tone.value}")
    firmware.chip.sounder()
    heard = []
    for _ in range(120):
        talk.send(b"", WINDOW)
        periods, _, hertz = firmware.chip.sounder()
        heard.append(10 * round(hertz / 10) if periods else 0)
    return [note for note, windows in groupby(heard) if len(list(windows)) > 1]  # one may hold the change of notes


def test_the_five_tones_can_be_told_apart(talk: Talk, firmware: FirmwareBox) -> None:
    tunes = {tone: tune(talk, firmware, tone) for tone in Tone}
    print("\n" + "\n".join(f"{tone.value:6} {notes}" for tone, notes in tunes.items()))
    assert tunes == {
        Tone.READY: [880, 0, 880, 0],
        Tone.PRESS: [1570, 0],
        Tone.RIGHT: [1050, 1320, 1570, 0],
        Tone.WRONG: [230, 180, 0],
        Tone.WON: [780, 1050, 0, 1320, 0],
    }


def test_a_lower_volume_is_a_narrower_pulse_down_to_silence(talk: Talk, firmware: FirmwareBox) -> None:
    widths = []
    for volume in range(10):
        talk.command(f"SOUND {volume:02X}")
        firmware.chip.sounder()
        talk.command("TONE WRONG")
        talk.send(b"", 0.1)
        periods, high, _ = firmware.chip.sounder()
        widths.append(high / periods if periods else 0.0)
        talk.send(b"", 0.5)
    assert widths[0] == 0.0
    assert all(softer < louder for softer, louder in pairwise(widths))


def test_every_step_of_the_brightness_is_brighter_than_the_one_before(talk: Talk, firmware: FirmwareBox) -> None:
    talk.command("LAMPS #######")
    shares = []
    for level in range(16):
        talk.command(f"LIGHT {level:02X}")
        talk.send(b"", 0.01)
        firmware.chip.lamps()
        talk.send(b"", 0.1)
        lit = firmware.chip.lamps()
        assert lit == pytest.approx([lit[0]] * PLAYERS, abs=0.001), "one lamp is brighter than the others"
        shares.append(lit[0] / 0.1)
    assert shares[0] == 0.0
    assert shares[-1] > 0.9
    assert all(darker < brighter for darker, brighter in pairwise(shares))


def test_a_blinking_lamp_is_dark_half_of_the_time_and_its_neighbours_do_not_care(
    talk: Talk, firmware: FirmwareBox
) -> None:
    talk.command("LAMPS #*.....")
    talk.send(b"", 0.01)
    firmware.chip.lamps()
    talk.send(b"", 4.0)
    steady, blinking, *others = firmware.chip.lamps()
    assert steady == pytest.approx(4.0, rel=0.1)
    assert blinking == pytest.approx(2.0, rel=0.15)
    assert others == [0.0] * 5
