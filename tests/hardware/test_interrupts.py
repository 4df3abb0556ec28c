"""The firmware's interrupts, cycle by cycle, with the line busy both ways: no sample late, none lost, no touch unseen.

`pytest tests/hardware/test_interrupts.py --study -s` prints the longest times.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from hardware.protocol import PLAYERS, Acknowledge, AskTime, Event, Tone
from tests.hardware.boxes import CYCLES, FirmwareBox, Moves
from tests.hardware.conversation import Talk, presses

SAMPLE = 800  # cycles
ROOM = 8  # samples that can wait to be worked out
# When a sample falls due a byte may just have come (or the sample before be ending); then the program may hold
# interrupts off for 24 cycles (sampler_phase), then one edge goes first. Between any two of these is one instruction.
PROGRAM = 24 + 3 * 4
MOST_LATE = SAMPLE / 4

Hands = Callable[[FirmwareBox, Random, list[int]], Moves]  # how these players press, in this order


def bouncing_together(box: FirmwareBox, rng: Random, players: list[int]) -> Moves:
    """Within a millisecond, or all at once."""
    spread = rng.choice((0.0, 0.001))
    return presses([(0.005 + spread * k / PLAYERS, player) for k, player in enumerate(players)], held=0.01, rng=rng)


def one_edge_after_the_other(box: FirmwareBox, rng: Random, players: list[int]) -> Moves:
    """Each right when the interrupt of the one before ends, around the moment when a sample is due."""
    first, apart = _due(box) - rng.randint(-50, 450), rng.randint(58, 90)
    return _close([first + k * apart for k in range(PLAYERS)], players)


def one_in_each_sample(box: FirmwareBox, rng: Random, players: list[int]) -> Moves:
    """Seven first edges in seven samples, and 4 ms later seven presses to judge in seven samples."""
    first = _due(box) + rng.randint(300, 700)  # well between two readings of the pins
    return _close([first + k * SAMPLE for k in range(PLAYERS)], players)


def _due(box: FirmwareBox) -> int:
    """Cycles from now until a sample is due, some milliseconds ahead."""
    now = int(box.chip.ask("edges 0")[0])
    return 100 * SAMPLE + (box.chip.interrupts()["sampled"] - now) % SAMPLE


def _close(cycles: list[int], players: list[int]) -> Moves:
    closed = [(cycle / CYCLES, player, True) for cycle, player in zip(cycles, players, strict=True)]
    return [*closed, *((0.03, player, False) for player in players)]


def busy(talk: Talk, rng: Random, milliseconds: int) -> list[Event]:
    """What comes while the program talks without a pause; every eighth line has to be answered."""
    heard: list[Event] = []
    for k in range(milliseconds):
        line = AskTime(rng.randrange(65536)) if k % 8 == 0 else Acknowledge(0, rng.randrange(65536))
        heard += [message for message in talk.say(line, 0.001) if isinstance(message, Event)]
    return heard


def play(talk: Talk, rng: Random, number: int, hands: Hands) -> tuple[list[int], list[Event]]:
    """One round in which all press; who pressed in which order, and what the box made of it."""
    box = talk.box
    assert isinstance(box, FirmwareBox)
    talk.command(f"GO {number % 255 + 1:02X}")
    talk.command(f"TONE {rng.choice(list(Tone)).value}")
    talk.command("LAMPS *#*#*#*")
    players = rng.sample(range(PLAYERS), PLAYERS)
    box.move(hands(box, rng, players))
    events = sorted({*busy(talk, rng, 40), *talk.hear(Event, 0.1)}, key=lambda event: event.number)
    talk.acknowledge(events[-1])
    return players, events


@pytest.mark.parametrize("hands", [bouncing_together, one_edge_after_the_other, one_in_each_sample])
def test_no_sample_is_late_or_lost_however_busy_the_box_is(
    firmware: FirmwareBox, hands: Hands, request: pytest.FixtureRequest
) -> None:
    talk, rng = Talk(firmware), Random(3)
    for number in range(500 if request.config.getoption("--study") else 12):
        players, events = play(talk, rng, number, hands)
        place = {player: event.tick for event in events for player in event.players}
        assert sum(len(event.players) for event in events) == PLAYERS
        assert [place[player] for player in players] == sorted(place.values())
        if hands is one_in_each_sample:
            assert {event.tick - events[0].tick for event in events} == set(range(PLAYERS))
    worst = firmware.chip.interrupts()
    behind = " and ".join(firmware.chip.ask("behind"))
    print(f"\n{hands.__name__}: {worst['samples']} samples, at most {worst['late']} cycles late, behind {behind}")
    print(
        ", ".join(
            f"{name} {worst[name]}" for name in ("receive", "send", "edge", "edge7", "sample", "backlog", "stack")
        )
    )
    bound = max(worst["receive"], worst["send"]) + PROGRAM + max(worst["edge"], worst["edge7"])
    assert worst["late"] <= bound <= MOST_LATE
    assert worst["backlog"] <= ROOM / 2


def test_a_touch_of_10_microseconds_is_the_stamp(firmware: FirmwareBox, request: pytest.FixtureRequest) -> None:
    """The contact then stays open for longer than a sample: only an interrupt can have seen it."""
    talk, rng = Talk(firmware), Random(8)
    for number in range(600 if request.config.getoption("--study") else 40):
        talk.command(f"GO {number % 255 + 1:02X}")
        brief, clean = rng.sample(range(PLAYERS), 2)
        at = rng.uniform(0.005, 0.006)
        touch = [(at, brief, True), (at + 10e-6, brief, False), (at + 300e-6, brief, True), (0.02, brief, False)]
        firmware.move([*touch, (at + 100e-6, clean, True), (0.02, clean, False)])
        events = sorted({*busy(talk, rng, 20), *talk.hear(Event, 0.05)}, key=lambda event: event.number)
        assert [event.players for event in events] == [(brief,), (clean,)]
        assert events[1].tick - events[0].tick in (1, 2, 3)
        talk.acknowledge(events[-1])
