"""The parser: any bytes at all, never an exception, never a press that nobody made."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import hardware
from hardware.protocol import (
    LONGEST,
    Acknowledge,
    AskTime,
    Command,
    Event,
    FromBox,
    Heartbeat,
    Hello,
    Kind,
    Lines,
    Question,
    Reply,
    Time,
    ToBox,
    Welcome,
    buttons,
    checksum,
    from_box,
    to_box,
    to_line,
)
from hardware.session import Press, Session

two, four, six, eight = (st.integers(0, 16**digits - 1) for digits in (2, 4, 6, 8))
some_players = st.sets(st.integers(0, 6)).map(lambda players: tuple(sorted(players)))
players = some_players.filter(bool)
events = st.builds(Event, six, four, st.sampled_from(Kind), two, eight, players)
messages: st.SearchStrategy[FromBox] = st.one_of(
    events,
    st.builds(Welcome, st.just(1), six, four, four, two, four),
    st.builds(Time, six, four, eight),
    st.builds(Reply, six, two, st.booleans(), eight, some_players),
    st.builds(Heartbeat, six, eight, st.sampled_from("IAO"), two, some_players, two),
)
words = st.sampled_from(["ARM 05", "GO FF", "END", "AGAIN ..3....", "LAMPS #.*....", "TONE WON", "TEST"])
orders: st.SearchStrategy[ToBox] = st.one_of(
    st.builds(Hello, two), st.builds(Acknowledge, four, four), st.builds(AskTime, four), st.builds(Command, two, words)
)


@settings(deadline=None)
@given(messages)
def test_a_line_from_the_box_is_read_as_it_was_written(message: FromBox) -> None:
    line = to_line(message)
    assert len(line) <= LONGEST
    assert from_box(line.removesuffix(b"\n")) == message


@settings(deadline=None)
@given(orders)
def test_a_line_to_the_box_is_read_as_it_was_written(message: ToBox) -> None:
    assert to_box(to_line(message).removesuffix(b"\n")) == message


@settings(deadline=None)
@given(st.lists(orders, min_size=1, max_size=5))
def test_no_line_to_the_box_has_small_letters(said: list[ToBox]) -> None:
    """After a reset the bootloader listens first, and takes a `d` for the order to write over the firmware."""
    assert not any(b"a"[0] <= byte <= b"z"[0] for message in said for byte in to_line(message))


@settings(deadline=None)
@given(st.binary(max_size=200))
@example(b"?")
@example(b"W 00 0000")
@example("W ²² 0000".encode("latin-1"))
def test_any_bytes_are_a_message_or_none_and_never_an_exception(data: bytes) -> None:
    for line in data.split(b"\n"):
        assert from_box(line) is None or line[-4:] == checksum(line[:-5].decode()).encode()
        assert to_box(line) is None or line == b"?" or line[-4:] == checksum(line[:-5].decode()).encode()


@settings(deadline=None)
@given(st.text("WETRB 0123456789ABCDEFPIO.KN", max_size=55))
def test_a_right_checksum_alone_makes_no_press(text: str) -> None:
    message = from_box(f"{text} {checksum(text)}".encode())
    if message and not (isinstance(message, Welcome) and message.protocol != 1):
        assert to_line(message)[:-6] == text.encode()


@settings(deadline=None)
@given(st.lists(st.binary(max_size=80), max_size=10))
def test_no_bytes_at_all_make_a_press(chunks: list[bytes]) -> None:
    session = Session()
    session.plugged(0.0)
    session.receive(to_line(Welcome(1, 0x100, 1, 0x0100, 7, 50)), 0.0)
    session.to_send(0.0)
    session.receive(to_line(Time(0x100, 1, 40)), 0.0)
    for chunk in chunks:
        assert session.receive(chunk, 0.1) == []
        session.to_send(0.1)
    (told,) = session.receive(b"\n" + to_line(Event(0x100, 1, Kind.PRESS, 1, 60, (2,))), 0.2)
    assert isinstance(told, Press)  # and a real one is told, whatever came before it
    assert told.players == (2,)


@settings(deadline=None)
@given(events, st.sets(st.integers(0, 8 * 41 - 1), min_size=1, max_size=3))
def test_up_to_three_turned_bits_never_make_another_event(event: Event, bits: set[int]) -> None:
    line = bytearray(to_line(event).removesuffix(b"\n"))
    for bit in bits:
        if bit // 8 < len(line):
            line[bit // 8] ^= 1 << bit % 8
    heard = [from_box(part) for part in bytes(line).split(b"\n")]
    assert heard == [event] or heard == [None] * len(heard)


@settings(deadline=None)
@given(events, st.data())
def test_lost_bytes_never_make_another_event(event: Event, data: st.DataObject) -> None:
    line = to_line(event).removesuffix(b"\n")
    kept = data.draw(st.lists(st.booleans(), min_size=len(line), max_size=len(line)))
    rest = bytes(byte for byte, keep in zip(line, kept, strict=True) if keep)
    assert from_box(rest) in (None, event if rest == line else None)


@settings(deadline=None)
@given(st.lists(st.one_of(messages.map(to_line), st.binary(max_size=90)), max_size=6), st.data())
def test_it_does_not_matter_in_which_pieces_bytes_arrive(parts: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=6)))
    pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    lines = Lines()
    in_pieces = [from_box(line) for piece in pieces for line in lines.add(piece)]
    assert in_pieces == [from_box(line) for line in Lines().add(whole)]


@settings(deadline=None)
@given(events)
def test_an_event_of_a_welcomed_box_is_a_press_and_only_once(event: Event) -> None:
    session = Session()
    session.plugged(0.0)
    session.receive(to_line(Welcome(1, event.boot, event.number, 0x0100, 7, 50)), 0.0)
    session.to_send(0.0)
    session.receive(to_line(Time(event.boot, 1, 40)), 0.001)
    (press,) = session.receive(to_line(event), 0.1)
    assert isinstance(press, Press)
    assert (press.kind, press.round, press.players, press.tick) == (event.kind, event.round, event.players, event.tick)
    assert session.receive(to_line(event), 0.2) == []


def test_players_are_written_as_places() -> None:
    assert buttons((2, 4)) == "..3.5.."


def test_an_event_of_nobody_is_none() -> None:
    assert from_box(to_line(Event(0x100, 1, Kind.PRESS, 5, 40, ())).removesuffix(b"\n")) is None


def test_of_a_box_with_another_protocol_only_the_version_is_understood() -> None:
    for text, version in (("W 02 whatever comes later", 2), ("W 00", 0)):
        assert from_box(f"{text} {checksum(text)}".encode()) == Welcome(version)


def test_a_person_asks_without_a_checksum() -> None:
    assert to_box(b"?") == Question()
    assert to_line(Question()) == b"?\n"


EXAMPLES = re.findall(
    r"^[BE] [0-9A-F]{6} .*$", (Path(hardware.__file__).parent / "PROTOCOL.md").read_text("utf-8"), re.M
)


@pytest.mark.parametrize("line", EXAMPLES)
def test_the_examples_of_the_protocol_are_right(line: str) -> None:
    assert from_box(line.encode()) is not None, f"should end with {checksum(line[:-5])}"


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 2
