"""The program's side of the conversation, with both boxes: what it tells the table, whatever cable and box do."""

from __future__ import annotations

import pytest

from hardware.protocol import PROTOCOL, Acknowledge, Event, Kind, Reply, Time, Welcome, from_box, to_box, to_line
from hardware.session import Press, Session
from hardware.wire import Noise
from tests.hardware.boxes import PythonBox
from tests.hardware.conversation import AWAKE, Connection, presses


def open_round(connection: Connection, number: int = 5) -> None:
    connection.order(f"ARM {number:02X}")
    connection.order(f"GO {number:02X}")
    assert connection.run(2.0, lambda: bool(connection.answers) and connection.answers[-1].command.startswith("GO"))


def test_a_press_arrives_once_with_its_time(connection: Connection) -> None:
    open_round(connection)
    connection.box.move(presses([(0.02, 3)]))
    made = connection.box.now + 0.02
    connection.run(0.5)
    (press,) = connection.presses
    assert (press.kind, press.round, press.players) == (Kind.PRESS, 5, (3,))
    assert press.at
    assert abs(press.at.at - made) <= press.at.error < 0.01


def test_a_press_is_told_within_20_milliseconds(connection: Connection) -> None:
    open_round(connection)
    for player in range(7):
        connection.box.move(presses([(0.005, player)]))
        made = connection.box.now + 0.005
        connection.run(0.1)
        assert connection.notices[-1][0] - made < 0.02


def test_presses_are_told_in_order_and_ties_as_ties(connection: Connection) -> None:
    open_round(connection)
    connection.box.move(presses([(0.02, 6), (0.0203, 1), (0.0203, 4), (0.021, 0)]))
    connection.run(0.2)
    assert [press.players for press in connection.presses] == [(6,), (1, 4), (0,)]


def test_false_starts_are_told_as_such(connection: Connection) -> None:
    connection.order("ARM 05")
    connection.run(0.1)
    connection.box.move(presses([(0.01, 2)]))
    connection.run(0.1)
    assert [(press.kind, press.players) for press in connection.presses] == [(Kind.FALSE_START, (2,))]


def test_a_lost_acknowledgement_doubles_nothing(connection: Connection) -> None:
    open_round(connection)
    connection.noise = Deaf()
    connection.box.move(presses([(0.01, 2)]))
    connection.run(0.5)
    connection.noise = Noise()
    connection.run(1.0)
    assert len(connection.presses) == 1


class Deaf(Noise):
    """Nothing reaches the box: its own words are the ones that begin with E, W or B."""

    def on(self, data: bytes) -> bytes:
        return data if any(from_box(line) for line in data.split(b"\n")) else b""


def test_presses_made_while_unplugged_arrive_when_it_is_back(connection: Connection) -> None:
    open_round(connection)
    connection.unplug()
    connection.box.move(presses([(0.1, 2), (0.2, 5)]))
    made = connection.box.now
    connection.run(3.0)
    assert connection.presses == []
    connection.plug()
    connection.run(1.0)
    assert [press.players for press in connection.presses] == [(2,), (5,)]
    assert [press.at and abs(press.at.at - made - after) <= press.at.error for press, after in
            zip(connection.presses, (0.1, 0.2), strict=True)] == [True, True]  # fmt: skip


def test_after_a_reset_round_and_lamps_are_restored(connection: Connection) -> None:
    open_round(connection)
    connection.order("LAMPS #......")
    connection.run(0.2)
    connection.box.reset()
    connection.run(1.0)
    connection.box.lamps()
    connection.run(0.1)
    assert connection.box.lamps() == {0}
    connection.box.move(presses([(0.01, 2)]))
    connection.run(0.2)
    assert [(press.kind, press.round) for press in connection.presses] == [(Kind.PRESS, 5)]


def test_after_a_reset_those_who_sit_out_still_do(connection: Connection) -> None:
    connection.order("GO 05 ..3....")
    connection.run(0.2)
    connection.box.reset()
    connection.run(1.0)
    connection.box.move(presses([(0.01, 2), (0.02, 4)]))
    connection.run(0.2)
    assert [press.players for press in connection.presses] == [(4,)]


def test_a_press_right_before_a_reset_arrives_with_its_own_time(connection: Connection) -> None:
    open_round(connection)
    connection.unplug()
    connection.box.move(presses([(0.01, 2)]))
    made = connection.box.now + 0.01
    connection.run(0.03)
    connection.box.reset()
    connection.run(AWAKE)
    connection.plug()
    connection.run(1.0)
    (press,) = connection.presses
    assert press.at
    assert abs(press.at.at - made) <= press.at.error


def test_after_loss_of_power_everything_goes_on(connection: Connection) -> None:
    open_round(connection)
    connection.box.move(presses([(0.01, 2)]))
    connection.run(0.2)
    connection.box.power_cycle()
    connection.run(1.0)
    connection.box.move(presses([(0.01, 3)]))
    connection.run(0.2)
    assert [press.players for press in connection.presses] == [(2,), (3,)]


def test_a_new_round_turns_the_lamps_off_for_good(connection: Connection) -> None:
    connection.order("LAMPS #######")
    connection.order("ARM 05")
    connection.run(0.2)
    connection.box.reset()
    connection.run(1.0)
    connection.box.lamps()
    connection.run(0.1)
    assert connection.box.lamps() == set()


def test_what_the_box_cannot_do_is_told(connection: Connection) -> None:
    connection.order("DANCE")
    connection.run(0.2)
    assert [(answer.command, answer.done) for answer in connection.answers] == [("DANCE", False)]


def test_orders_arrive_over_a_cable_that_loses_every_tenth_line(connection: Connection) -> None:
    connection.noise = Noise(lost=0.01)
    for number in range(1, 11):
        connection.order(f"TONE {('READY', 'PRESS')[number % 2]}")
    assert connection.run(30.0, lambda: len(connection.answers) == 10)
    assert all(answer.done for answer in connection.answers)


# --- without a box: single lines --------------------------------------------------------------------------------------

BOOT = 0x0100


def welcomed(boot: int = BOOT, protocol: int = PROTOCOL) -> Session:
    session = Session()
    session.plugged(0.0)
    session.receive(to_line(Welcome(protocol, boot, 1, 0x0100, 7, 50)), 0.0)
    session.to_send(0.0)
    session.receive(to_line(Time(boot, 1, 20)), 0.002)
    return session


def event(number: int, boot: int = BOOT) -> bytes:
    return to_line(Event(boot, number, Kind.PRESS, 5, 20_000, (2,)))


def said(session: Session, now: float) -> list[object]:
    return [to_box(line) for line in session.to_send(now).splitlines()]


def test_an_event_out_of_turn_waits_for_the_one_before() -> None:
    session = welcomed()
    assert session.receive(event(2), 1.0) == []
    numbers = [n.number for n in session.receive(event(1) + event(2), 1.1) if isinstance(n, Press)]
    assert numbers == [1, 2]


def test_every_event_is_acknowledged_even_one_that_is_not_new() -> None:
    session = welcomed()
    session.receive(event(1), 1.0)
    session.to_send(1.0)
    session.receive(event(1), 1.1)
    assert Acknowledge(1, 1) in said(session, 1.1)


def test_an_event_of_a_boot_nobody_was_told_of_waits_for_the_welcome() -> None:
    session = welcomed()
    assert session.receive(event(1, BOOT + 1), 1.0) == []
    assert session.welcome is None
    session.receive(to_line(Welcome(PROTOCOL, BOOT + 1, 1, 0x0100, 7, 50)), 1.1)
    assert session.receive(event(1, BOOT + 1), 1.1) == []  # no clock yet: its time could not be told
    session.to_send(1.2)
    session.receive(to_line(Time(BOOT + 1, 2, 4000)), 1.202)
    (press,) = session.receive(event(1, BOOT + 1), 1.3)
    assert isinstance(press, Press)
    assert press.at


def test_a_reply_of_a_boot_nobody_was_told_of_does_not_count() -> None:
    session = welcomed()
    session.order("GO 05")
    session.to_send(1.0)
    assert session.receive(to_line(Reply(BOOT + 1, 1, True, 20, ())), 1.1) == []
    assert session.welcome is None


def test_an_event_from_before_the_program_came_has_no_time() -> None:
    session = welcomed(BOOT + 1)
    (press,) = session.receive(event(1, BOOT), 1.0)
    assert isinstance(press, Press)
    assert press.at is None


def test_a_tone_for_a_box_that_is_not_there_is_forgotten_a_round_is_not() -> None:
    session = Session()
    session.plugged(0.0)
    session.order("TONE WON")
    session.order("GO 05")
    session.receive(to_line(Welcome(PROTOCOL, BOOT, 1, 0x0100, 7, 50)), 0.0)
    assert [getattr(message, "words", None) for message in said(session, 0.0)] == [None, "GO 05"]


def test_a_command_is_sent_again_until_it_is_answered() -> None:
    session = welcomed()
    session.order("GO 05")
    first = session.to_send(1.0)
    assert b"GO 05" in first
    assert b"GO 05" not in session.to_send(1.05)
    assert b"GO 05" in session.to_send(1.15)
    session.receive(to_line(Reply(BOOT, 1, True, 20_000, ())), 1.2)
    assert b"GO 05" not in session.to_send(1.4)


@pytest.mark.parametrize("protocol", [0, 2, 255])
def test_to_a_box_with_another_protocol_nothing_is_said(protocol: int) -> None:
    session = welcomed(protocol=protocol)
    session.order("GO 05")
    assert session.welcome == Welcome(protocol)
    assert session.to_send(5.0) == b""


def test_the_python_box_counts_what_it_cannot_keep() -> None:
    connection = Connection(PythonBox())
    connection.unplug()
    connection.box.move(presses([(0.1 * k, k % 7) for k in range(1, 30)], held=0.03))
    connection.run(4.0)
    connection.plug()
    connection.run(2.0)
    assert len(connection.presses) == 16
    assert connection.session.dropped == 13
