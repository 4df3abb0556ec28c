"""A box that talks at another rate, or a board with another crystal: the line's levels, read at the wrong moments."""

from __future__ import annotations

import time
from queue import Queue
from random import Random

import pytest

from hardware.link import Link, News, State, Status
from hardware.protocol import BAUD, AskTime, Command, Hello, to_line
from hardware.session import Session
from hardware.simulator import Simulator
from hardware.wire import Noise
from tests.hardware.boxes import AnyBox
from tests.hardware.conversation import AWAKE, Talk, presses

PATIENCE = 60.0
RATES = (9600, 38400, 57600, 76800, 230400)


def misread(data: bytes, sent_at: int, read_at: int) -> bytes:
    """Bytes as they are for a receiver that counts its bits at another rate; a missing stop bit is overlooked."""
    levels = [level for byte in data for level in (0, *(byte >> bit & 1 for bit in range(8)), 1)]

    def level(at: float) -> int:
        return levels[int(at)] if at < len(levels) else 1

    bit, at, heard = sent_at / read_at, 0.0, bytearray()
    while at < len(levels):
        if level(at):
            at = float(int(at) + 1)  # the next start bit begins with a level of the sender
            continue
        heard.append(sum(level(at + (1.5 + n) * bit) << n for n in range(8)))
        at += 9.5 * bit
        while not level(at):
            at += bit / 16
    return bytes(heard)


class WrongRate(Noise):
    def on(self, data: bytes) -> bytes:
        return misread(data, 57600, BAUD)


def test_at_the_same_rate_everything_is_read() -> None:
    assert misread(b"W 01 00A302", BAUD, BAUD) == b"W 01 00A302"
    assert misread(b"W 01 00A302", BAUD, 117_647) == b"W 01 00A302"  # as close as the chip comes


@pytest.mark.parametrize("rate", RATES)
def test_neither_side_takes_the_other_for_anything_at_a_wrong_rate(box: AnyBox, rate: int) -> None:
    rng, session, garbled = Random(rate), Session(), 0
    box.exchange(b"", AWAKE)
    session.plugged(box.now)
    box.move(presses([(0.05 * k, k % 7) for k in range(1, 12)], rng=rng))
    for number in range(40):
        said = session.to_send(box.now) + to_line(Hello(1)) + to_line(AskTime(number)) + to_line(Command(7, "GO 05"))
        heard = misread(box.exchange(misread(said, BAUD, rate), 0.05), rate, BAUD)
        garbled += len(heard)
        assert session.receive(heard, box.now) == []
    assert session.welcome is None
    assert garbled > 100, "the box was not heard at all"
    box.exchange(b"\n", 0.01)
    beat = Talk(box).send(b"?\n", 0.6)[-1]
    assert getattr(beat, "phase", None) == "I", "the box understood GO"


def test_the_link_names_the_baud_rate() -> None:
    inbox: Queue[News] = Queue()
    simulator = Simulator(WrongRate())
    with Link(inbox.put, simulator.port, now=lambda: time.monotonic() * 4):
        # On a busy machine the box may at first have said nothing in time.
        while not (isinstance(news := inbox.get(timeout=PATIENCE), Status) and "another baud rate" in str(news)):
            pass
        assert news.state is State.NO_ANSWER
    simulator.close()
