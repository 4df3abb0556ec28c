"""Rounds over a bad cable, with resets and unplugging at any moment: no press is lost, doubled or out of order.

`pytest tests/hardware/test_noise.py --study -s` plays 1,000 rounds with each box and prints the figures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random

import pytest

from hardware.protocol import Kind
from hardware.session import Press
from hardware.wire import Noise
from tests.hardware.boxes import AnyBox
from tests.hardware.conversation import Connection, presses

CERTAIN = 100e-6
PATIENCE = 20.0  # seconds of the box, for what must arrive in the end
JUDGED = 0.0041  # seconds from the first edge until a press is in the box's memory
DEAF = 0.027  # seconds after a reset until presses count again

Who = tuple[int, int]  # round, player


@dataclass
class Played:
    """What was done, and what came of it."""

    resets: int = 0
    unplugged: int = 0
    without_power: int = 0
    made: dict[Who, float] = field(default_factory=dict)  # when
    cut_off: set[Who] = field(default_factory=set)  # the box was reset before they were judged, or not yet awake
    unpowered: set[Who] = field(default_factory=set)  # there was no box
    gone: dict[Who, float] = field(default_factory=dict)  # not yet told when the power went, so many seconds later
    heard: list[tuple[int, Press]] = field(default_factory=list)  # in which round

    @property
    def excused(self) -> set[Who]:
        return self.cut_off | self.unpowered | self.gone.keys()

    def faults(self) -> dict[str, int]:
        told = [(number, player) for number, press in self.heard for player in press.players]
        firsts = [min(self.made.get((number, p), 0.0) for p in press.players) for number, press in self.heard]
        far_off = [
            press for (_, press), when in zip(self.heard, firsts, strict=True)
            if press.at is None or abs(press.at.at - when) > press.at.error + 2e-6
        ]  # fmt: skip
        return {
            "lost": len(self.made.keys() - set(told) - self.excused),
            "doubled or never made": len(told) - len(self.made.keys() & set(told)),
            "out of order": sum(later < earlier - CERTAIN for earlier, later in pairwise(firsts)),
            "in another round": sum(
                press.round != number % 255 + 1 for number, press in self.heard if press.kind is not Kind.IDLE
            ),
            "stamped outside the error bound": len(far_off),
        }


class Evening:
    """Round after round; whatever can go wrong goes wrong at any moment of one."""

    def __init__(self, connection: Connection, rng: Random) -> None:
        self.connection, self.rng, self.played = connection, rng, Played()

    def round(self, number: int) -> None:
        connection, box, rng = self.connection, self.connection.box, self.rng
        short = number % 255 + 1
        connection.order(f"ARM {short:02X}")
        connection.order(f"GO {short:02X}")
        assert connection.run(PATIENCE, partial(_answered, connection, f"GO {short:02X}")), "the round never began"
        when = [(rng.uniform(0.001, 0.06), player) for player in rng.sample(range(7), rng.randint(1, 4))]
        box.move(presses(when, rng=rng))
        made = {(number, player): box.now + after for after, player in sorted(when)}
        self.played.made |= made
        told = len(connection.presses)
        for mishap in rng.sample([self.reset, self.unplug, self.lose_power], 3):
            if rng.random() < 0.1:
                connection.run(rng.uniform(0, 0.07))
                mishap(made, told)
        connection.run(0.15)  # until all have pressed and let go
        connection.run(PATIENCE, partial(self._all_told, made, told))
        self.played.heard += [(number, press) for press in connection.presses[told:]]

    def reset(self, made: dict[Who, float], told: int) -> None:
        self.played.resets += 1
        self._begin_anew(made)
        self.connection.box.reset()

    def unplug(self, made: dict[Who, float], told: int) -> None:
        """Only the cable: a box with a power supply of its own lives on."""
        self.played.unplugged += 1
        self.connection.unplug()
        self.connection.run(self.rng.uniform(0, 0.5))
        self.connection.plug()

    def lose_power(self, made: dict[Who, float], told: int) -> None:
        """The cable was the power supply too."""
        self.played.without_power += 1
        self.connection.unplug()
        pulled = self.connection.box.now
        heard = {player for press in self.connection.presses[told:] for player in press.players}
        self.played.gone |= {who: pulled - when for who, when in made.items() if when < pulled and who[1] not in heard}
        self.connection.run(self.rng.uniform(0, 0.5))
        self.played.unpowered |= {who for who, when in made.items() if pulled <= when < self.connection.box.now}
        self._begin_anew(made)
        self.connection.box.power_cycle()
        self.connection.plug()

    def _begin_anew(self, made: dict[Who, float]) -> None:
        now = self.connection.box.now
        self.played.cut_off |= {who for who, when in made.items() if now - JUDGED < when < now + DEAF}

    def _all_told(self, made: Iterable[Who], told: int) -> bool:
        heard = {player for press in self.connection.presses[told:] for player in press.players}
        return {player for _, player in set(made) - self.played.excused} <= heard


def _answered(connection: Connection, words: str) -> bool:
    return bool(connection.answers) and connection.answers[-1].command == words


def test_over_a_bad_cable_no_press_is_lost_doubled_or_out_of_order(box: AnyBox, request: pytest.FixtureRequest) -> None:
    rounds = 1_000 if request.config.getoption("--study") else 12
    connection = Connection(box, Noise(lost=0.005, flipped=0.005, rng=Random(11)), step=0.004)
    evening = Evening(connection, Random(13))
    for number in range(1, rounds + 1):
        evening.round(number)
    played = evening.played
    print(
        f"\n{type(box).__name__}: {rounds} rounds, {len(played.made)} presses, {played.resets} resets, "
        f"{played.unplugged} times unplugged and {played.without_power} times with its power, "
        f"{connection.session.unreadable} unreadable lines: {played.faults()}\n"
        f"{len(played.cut_off)} fell into a reset, {len(played.unpowered - played.cut_off)} were made without power, "
        f"{len(played.gone)} went with the power, at most {1000 * max(played.gone.values(), default=0):.0f} ms old"
    )
    assert not any(played.faults().values())
    assert connection.session.unreadable > rounds / 4, "the cable was not bad"
    assert len(played.excused) < len(played.made) / 2, "hardly any press had to arrive"
