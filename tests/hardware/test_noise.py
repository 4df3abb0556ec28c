"""Rounds over a bad cable, with resets and unplugging: no press is lost, doubled or out of order.

`pytest tests/hardware/test_noise.py --study -s` plays 1,000 rounds with each box and prints the figures.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random

import pytest

from hardware.session import Press
from hardware.wire import Noise
from tests.hardware.boxes import AnyBox
from tests.hardware.conversation import AWAKE, Connection, presses

CERTAIN = 100e-6
PATIENCE = 20.0  # seconds of the box, for what must arrive in the end


@dataclass
class Played:
    """What was done, and what came of it."""

    rounds: int = 0
    resets: int = 0
    unplugged: int = 0
    made: list[tuple[int, int, float]] = field(default_factory=list)  # round, player, when
    heard: list[Press] = field(default_factory=list)

    def faults(self) -> dict[str, int]:
        made = {(number, player): when for number, player, when in self.made}
        heard = [(press.round, player) for press in self.heard for player in press.players]
        firsts = [min(made.get((press.round, player), 0.0) for player in press.players) for press in self.heard]
        far_off = [
            press for press, when in zip(self.heard, firsts, strict=True)
            if press.at is None or abs(press.at.at - when) > press.at.error + 2e-6
        ]  # fmt: skip
        return {
            "lost": len(made.keys() - set(heard)),
            "doubled or never made": len(heard) - len(made.keys() & set(heard)),
            "out of order": sum(later < earlier - CERTAIN for earlier, later in pairwise(firsts)),
            "stamped outside the error bound": len(far_off),
        }


def play(connection: Connection, rng: Random, rounds: int) -> Played:
    played, box = Played(), connection.box
    for number in range(1, rounds + 1):
        short = number % 255 + 1
        connection.order(f"ARM {short:02X}")
        connection.order(f"GO {short:02X}")
        assert connection.run(PATIENCE, partial(_answered, connection, f"GO {short:02X}")), "the round never began"
        when = [(rng.uniform(0.001, 0.03), player) for player in rng.sample(range(7), rng.randint(1, 4))]
        box.move(presses(when, rng=rng))
        played.made += [(number, player, box.now + after) for after, player in sorted(when)]
        if rng.random() < 0.1:
            connection.unplug()
            played.unplugged += 1
        connection.run(rng.uniform(0.09, 0.15))
        if rng.random() < 0.1:
            box.reset()
            played.resets += 1
            connection.run(AWAKE)
        if not connection.plugged:
            connection.run(rng.uniform(0, 0.5))
            connection.plug()
        connection.run(PATIENCE, partial(_told, connection, len(played.made)))
        played.heard += [_in_round(press, number) for press in connection.presses[len(played.heard) :]]
    played.rounds = rounds
    return played


def _answered(connection: Connection, words: str) -> bool:
    return bool(connection.answers) and connection.answers[-1].command == words


def _told(connection: Connection, presses: int) -> bool:
    return sum(len(press.players) for press in connection.presses) >= presses


def _in_round(press: Press, number: int) -> Press:
    """With the number of the round it was made in: on the wire that has two digits."""
    assert press.round == number % 255 + 1
    return Press(press.kind, number, press.players, press.at, press.boot, press.tick, press.number)


def test_over_a_bad_cable_no_press_is_lost_doubled_or_out_of_order(box: AnyBox, request: pytest.FixtureRequest) -> None:
    rounds = 1_000 if request.config.getoption("--study") else 12
    connection = Connection(box, Noise(lost=0.005, flipped=0.005, rng=Random(11)), step=0.004)
    played = play(connection, Random(13), rounds)
    print(
        f"\n{type(box).__name__}: {played.rounds} rounds, {len(played.made)} presses, {played.resets} resets, "
        f"{played.unplugged} times unplugged, {connection.session.unreadable} unreadable lines: {played.faults()}"
    )
    assert not any(played.faults().values())
    assert connection.session.unreadable > rounds / 4, "the cable was not bad"
