"""The link with its thread and real ports: finds the box, says what is wrong, and never waits for anything."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from queue import Empty, Queue
from random import Random
from threading import Event, Semaphore
from typing import TypeVar

import pytest

from hardware.link import ANSWER_WITHIN, IN_PEACE, NOTHING, SOMETHING_ELSE, Link, News, State, Status
from hardware.ports import IN_USE
from hardware.protocol import Kind, Tone
from hardware.session import Answered, Press
from hardware.simulator import Simulator
from hardware.wire import Wire
from tests.hardware.boxes import Chip
from tests.hardware.conversation import presses

HELD = 0.02
PATIENCE = 60.0  # for a machine that is busy with other things; nothing here needs a second
T = TypeVar("T", Press, Status, Answered)


def slowly() -> float:
    """A clock on which a busy machine is not taken for a box that is gone."""
    return time.monotonic() / 10


def quickly() -> float:
    return time.monotonic() * 10


class Table:
    """What a program does with a link: keeps a queue of its news."""

    def __init__(self, link: Callable[[Callable[[News], None]], Link]) -> None:
        self.inbox: Queue[News] = Queue()
        self.link = link(self.inbox.put)

    def next(self, kind: type[T], within: float = PATIENCE) -> T:
        deadline = time.monotonic() + within
        while True:
            news = self.inbox.get(timeout=max(0.0, deadline - time.monotonic()))
            if isinstance(news, kind):
                return news

    def wait_for(self, state: State) -> Status:
        while (status := self.next(Status)).state is not state:
            pass
        return status


Sit = Callable[..., Table]


@pytest.fixture
def sit() -> Iterator[Sit]:
    with ExitStack() as stack:

        def sit(port: str | None, *, look: Callable[[], list[str]] = list, now: Callable[[], float] = slowly) -> Table:
            table = Table(lambda listen: Link(listen, port, look=look, now=now))
            stack.callback(table.link.close)
            return table

        yield sit


@pytest.fixture
def wire() -> Iterator[Wire]:
    wire = Wire()
    yield wire
    wire.close()


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    simulator = Simulator()
    yield simulator
    simulator.close()


def test_a_press_reaches_the_queue(sit: Sit, simulator: Simulator) -> None:
    table = sit(simulator.port)
    assert table.wait_for(State.CONNECTED).port == simulator.port
    table.link.arm(1)
    table.link.open(1)
    while table.next(Answered).command != "GO 01":
        pass
    simulator.press([2, 4])
    press = table.next(Press)
    assert (press.kind, press.round, press.players) == (Kind.PRESS, 1, (2, 4))


def test_everything_can_be_told_to_the_box(sit: Sit, simulator: Simulator) -> None:
    table = sit(simulator.port)
    table.wait_for(State.CONNECTED)
    table.link.disarm()
    table.next(Answered)
    table.link.again([1])
    table.link.lamps(on=[0], blinking=[6])
    table.link.tone(Tone.WON)
    table.link.brightness(3)
    table.link.volume(4)
    table.link.self_test()
    answers = [table.next(Answered) for _ in range(6)]
    assert all(answer.done for answer in answers)
    assert [a.command for a in answers][:2] == ["AGAIN .2.....", "LAMPS #.....*"]
    assert (simulator.box.light, simulator.box.sound) == (3, 4)


@pytest.mark.parametrize("wrong", [lambda link: link.arm(0), lambda link: link.open(256), lambda link: link.volume(10)])
def test_what_cannot_be_is_refused_at_once(sit: Sit, wrong: Callable[[Link], None]) -> None:
    with pytest.raises(ValueError, match="is not from"):
        wrong(sit(None).link)


def test_without_a_box_nothing_blocks_and_the_status_says_so(sit: Sit) -> None:
    table = sit(None)
    assert table.wait_for(State.SEARCHING) == Status(State.SEARCHING)
    table.link.arm(1)
    table.link.tone(Tone.READY)
    table.link.close()
    assert table.link.status.state is State.CLOSED


def test_nothing_waits_for_the_search_not_even_where_listing_the_ports_hangs(sit: Sit) -> None:
    searching, go_on = Event(), Event()

    def look() -> list[str]:
        searching.set()
        assert go_on.wait(PATIENCE)
        return []

    link = sit(None, look=look).link
    assert searching.wait(PATIENCE)
    for number in range(1, 256):
        link.arm(number)
        link.open(number, without=[3])
        link.lamps(on=[1])
        link.tone(Tone.READY)
    assert link.status.state is State.SEARCHING
    assert not go_on.is_set()
    go_on.set()


def test_a_port_that_is_not_there_is_named(sit: Sit, tmp_path: object) -> None:
    status = sit(f"{tmp_path}/none").wait_for(State.NO_PORT)
    assert "No such file or directory" in status.reason
    assert "\n" not in status.reason


def test_a_url_that_pyserial_does_not_know_is_one_sentence(sit: Sit) -> None:
    assert "\n" not in sit("spooky://box").wait_for(State.NO_PORT).reason


def test_a_port_that_another_program_uses_is_named(sit: Sit, simulator: Simulator) -> None:
    sit(simulator.port).wait_for(State.CONNECTED)
    assert sit(simulator.port).wait_for(State.NO_PORT) == Status(State.NO_PORT, simulator.port, IN_USE)


def test_a_port_that_comes_later_is_taken_up(sit: Sit, simulator: Simulator) -> None:
    simulator.unplug()
    table = sit(simulator.port)
    table.wait_for(State.NO_PORT)
    simulator.plug()
    table.wait_for(State.CONNECTED)


def test_unplugged_and_plugged_in_again_in_mid_round(sit: Sit, simulator: Simulator) -> None:
    table = sit(simulator.port)
    table.wait_for(State.CONNECTED)
    table.link.open(7)
    table.next(Answered)
    simulator.unplug()
    table.wait_for(State.LOST)
    simulator.press([3])
    simulator.plug()
    table.wait_for(State.CONNECTED)
    press = table.next(Press)
    assert (press.kind, press.round, press.players) == (Kind.PRESS, 7, (3,))
    simulator.press([4])
    assert table.next(Press).players == (4,)


def test_a_box_that_resets_goes_on_with_the_round(sit: Sit, simulator: Simulator) -> None:
    table = sit(simulator.port)
    table.wait_for(State.CONNECTED)
    table.link.open(7)
    table.next(Answered)
    simulator.reset()
    assert table.next(Answered).command == "GO 07"
    simulator.press([4])
    press = table.next(Press)
    assert (press.kind, press.players) == (Kind.PRESS, (4,))


@pytest.mark.parametrize(("protocol", "state"), [(0, State.OLDER), (2, State.NEWER)])
def test_another_firmware_is_told(sit: Sit, simulator: Simulator, protocol: int, state: State) -> None:
    simulator.box.protocol = protocol
    simulator.reset()
    assert sit(simulator.port).wait_for(state).port == simulator.port


def test_another_device_on_the_port_is_no_buzzer(sit: Sit, wire: Wire) -> None:
    table = sit(wire.name, now=quickly)
    status = None
    while status is None or status.state is not State.NO_ANSWER or status.reason == NOTHING:  # a busy machine is slow
        wire.write(b"\x00\xffOK\r\nATDT 0\r\n")
        with suppress(Empty):
            status = table.next(Status, within=0.01)
    assert status.reason == SOMETHING_ELSE


def test_a_port_without_a_word_is_no_buzzer(sit: Sit, wire: Wire) -> None:
    assert sit(wire.name, now=quickly).wait_for(State.NO_ANSWER).reason == NOTHING


def test_any_pyserial_url_will_do(sit: Sit) -> None:
    assert sit("loop://", now=quickly).wait_for(State.NO_ANSWER).reason == SOMETHING_ELSE  # it hears its own hello


def test_the_box_is_found_among_other_devices(sit: Sit, simulator: Simulator, wire: Wire) -> None:
    table = sit(None, look=lambda: [wire.name, simulator.port], now=quickly)
    assert table.wait_for(State.CONNECTED).port == simulator.port


def test_a_device_that_is_no_buzzer_is_left_in_peace_for_a_while(sit: Sit, wire: Wire) -> None:
    """Opening a port resets many devices: a printer that starts anew every four seconds would be a poor neighbour."""
    at, looked = 0.0, Semaphore(0)

    def look() -> list[str]:
        looked.release()
        return [wire.name]

    def hellos() -> int:
        """So many were said until every port has been looked through once more."""
        while looked.acquire(blocking=False):
            pass
        for _ in range(2):
            assert looked.acquire(timeout=PATIENCE)
        return wire.read().count(b"H 01")

    sit(None, look=look, now=lambda: at)
    while not wire.read():
        time.sleep(0.01)
    at += ANSWER_WITHIN + 0.1
    hellos()
    assert hellos() == 0
    at += IN_PEACE
    while not wire.read():
        time.sleep(0.01)


def test_a_listener_that_fails_costs_nobody_the_buzzer(simulator: Simulator, caplog: pytest.LogCaptureFixture) -> None:
    inbox: Queue[News] = Queue()

    def listen(news: News) -> None:
        inbox.put(news)
        raise RuntimeError("the screen is broken")

    with Link(listen, simulator.port, now=slowly) as link:
        while not (isinstance(news := inbox.get(timeout=PATIENCE), Status) and news.state is State.CONNECTED):
            pass
        simulator.press([1])
        while not isinstance(inbox.get(timeout=PATIENCE), Press):
            pass
        assert link.status.state is State.CONNECTED
    assert "the screen is broken" in caplog.text


def test_a_bad_cable_is_counted(sit: Sit, simulator: Simulator) -> None:
    table = sit(simulator.port, now=time.monotonic)
    table.wait_for(State.CONNECTED)
    simulator.wire.noise.flipped = 0.01
    number = 0
    while table.link.unreadable == 0:
        number = number % 255 + 1
        table.link.open(number)
        table.next(Answered)
    assert table.link.dropped == 0


def test_rounds_over_a_bad_cable_that_is_pulled_out_again_and_again(
    sit: Sit, simulator: Simulator, request: pytest.FixtureRequest
) -> None:
    """The same as in test_noise.py, by the clock on the wall: with the thread, with ports that vanish and come back."""
    rng, unplugged = Random(17), 0
    rounds = 150 if request.config.getoption("--study") else 4
    noise = simulator.wire.noise
    noise.lost, noise.flipped, noise.rng = 0.005, 0.005, Random(19)
    table = sit(simulator.port, now=time.monotonic)
    for number in range(1, rounds + 1):
        table.link.open(number)
        while table.next(Answered).command != f"GO {number:02X}":
            pass
        players = rng.sample(range(7), 3)
        simulator.move(presses([(0.001 * k, player) for k, player in enumerate(players)], HELD, rng))
        if number % 3 == 0:
            unplugged += 1
            time.sleep(rng.uniform(0, 0.04))
            simulator.unplug()
            time.sleep(rng.uniform(0, 0.2))
            simulator.plug()
        told = [table.next(Press) for _ in players]
        assert [(press.kind, press.round, press.players) for press in told] == [
            (Kind.PRESS, number, (player,)) for player in players
        ]
        time.sleep(HELD + 0.03)  # they let go, and their contacts come to rest
        if number % 3 == 1:
            simulator.reset()
    print(
        f"\n{rounds} rounds by the wall's clock, {unplugged} times unplugged, {table.link.unreadable} unreadable lines"
    )
    table.link.close()
    assert not [news for news in table.inbox.queue if isinstance(news, Press)]


def test_the_firmware_that_is_flashed_talks_to_the_link(sit: Sit) -> None:
    chip = Chip(live=True)
    table = sit(chip.port)
    table.wait_for(State.CONNECTED)
    table.link.open(9)
    table.next(Answered)
    chip.move(
        [(0.05, 5, True), (0.0502, 1, True), (0.0502, 6, True), (0.1, 1, False), (0.1, 5, False), (0.1, 6, False)]
    )
    assert [(press.round, press.players) for press in (table.next(Press), table.next(Press))] == [
        (9, (5,)),
        (9, (1, 6)),
    ]
    table.link.close()
    chip.close()
