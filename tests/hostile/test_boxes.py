"""What hangs on the cable may be anything: lines that are right by their checksum and wrong in every other way."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from hardware.protocol import Lines, checksum
from hardware.session import Press, Session
from tests.hardware.test_parser import messages, orders
from tests.hostile.attack import promptly, tries

from hardware.protocol import to_line  # isort: skip

low = st.sampled_from(("000000", "000100", "000101", "FFFFFF"))
short = st.sampled_from(("0000", "0001", "0002", "FFFF"))
tick = st.sampled_from(("00000000", "00000028", "7FFFFFFF", "80000000", "FFFFFFFF"))
shapes = st.one_of(
    st.builds("W {} {} {} 0100 07 {} WUERFELAUGE".format, st.sampled_from(("01", "01", "02")), low, short, short),
    st.builds("W {} whatever comes".format, st.sampled_from(("00", "02", "FF"))),
    st.builds("T {} {} {}".format, low, short, tick),
    st.builds("E {} {} P 01 {} 1......".format, low, short, tick),
    st.builds("R {} {} OK {} 1......".format, low, st.sampled_from(("00", "01", "02")), tick),
    st.builds("B {} {} A 01 ....... FF".format, low, tick),
)  # fmt: skip
lines = shapes.map(lambda text: f"{text} {checksum(text)}\n".encode())


@tries(500)
@given(st.lists(st.lists(st.one_of(lines, lines, messages.map(to_line), orders.map(to_line)), max_size=4), max_size=20))
def test_no_box_however_strange_ends_the_conversation(told: Sequence[Sequence[bytes]]) -> None:
    session = Session()
    session.plugged(0.0)
    session.order("ARM 01")
    now = 0.0
    with promptly():
        for parts in told:
            now += 0.05
            session.to_send(now)
            for notice in session.receive(b"".join(parts), now):
                assert not isinstance(notice, Press) or notice.players
            session.order("TONE WON")


@tries(100)
@given(st.lists(st.binary(max_size=300), max_size=30))
def test_a_line_without_an_end_is_not_kept_for_ever(chunks: list[bytes]) -> None:
    kept = Lines()
    for chunk in chunks:
        list(kept.add(chunk.replace(b"\n", b"x")))
        held = sum(len(value) for value in vars(kept).values() if isinstance(value, bytes | bytearray))
        assert held < 1000
