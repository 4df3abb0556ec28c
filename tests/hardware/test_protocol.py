"""hardware/PROTOCOL.md, sentence by sentence: the same tests for the Python box and for the real firmware."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from hardware.protocol import (
    PLAYERS,
    Acknowledge,
    AskTime,
    Command,
    Event,
    FromBox,
    Heartbeat,
    Hello,
    Kind,
    Lines,
    Reply,
    Time,
    Tone,
    Welcome,
    from_box,
    switched_on,
    to_line,
)
from tests.hardware.boxes import AnyBox
from tests.hardware.conversation import AWAKE, HELD, Talk, presses

SECOND = 20_000  # ticks


def unanswered(talk: Talk, *when: tuple[float, int], seconds: float = 0.1) -> list[Event]:
    """Press, let go, and hear of it; what is sent twice counts once."""
    talk.box.move(presses(when))
    events = talk.hear(Event, seconds)
    return sorted(set(events), key=lambda event: event.number)


def pressed(talk: Talk, *when: tuple[float, int], seconds: float = 0.1) -> list[Event]:
    """The same, acknowledged: only what is new."""
    events = unanswered(talk, *when, seconds=seconds)
    if events:
        talk.acknowledge(events[-1])
    return events


# --- from the box -----------------------------------------------------------------------------------------------------


def test_a_box_introduces_itself_when_it_starts(talk: Talk) -> None:
    (welcome,) = talk.started
    assert welcome == Welcome(1, welcome.boot, 1, 0x0100, PLAYERS, 50)
    assert welcome.boot & 0xFF == 0


def test_whoever_was_welcomed_can_rely_on_every_press(box: AnyBox) -> None:
    for begin_anew in (None, box.reset, box.power_cycle):
        if begin_anew:
            begin_anew()
        said = b""
        while not said.endswith(b"\n"):
            said += box.exchange(b"", 0.0001)
            assert len(said) < 50
        box.move(presses([(0.0, player) for player in range(PLAYERS)], held=0.02))
        (event,) = {message for message in heard(box, 0.03) if isinstance(message, Event)}
        assert event.players == tuple(range(PLAYERS))
        box.exchange(to_line(Acknowledge(switched_on(event.boot), event.number)), 0.01)


def test_a_hello_that_comes_before_presses_count_is_answered_when_they_do(box: AnyBox) -> None:
    assert box.exchange(b"", 0.005) + box.exchange(to_line(Hello(1)), 0.015) == b""
    assert [type(message) for message in heard(box, 0.02)] == [Welcome, Welcome]


def heard(box: AnyBox, seconds: float) -> list[FromBox | None]:
    return [from_box(line) for line in Lines().add(box.exchange(b"", seconds))]


def test_hello_is_answered_with_welcome(talk: Talk) -> None:
    assert talk.say(Hello(1)) == talk.started


def test_a_hello_of_another_version_is_answered_all_the_same(talk: Talk) -> None:
    assert talk.say(Hello(9)) == talk.started


def test_a_person_may_ask_without_a_checksum(talk: Talk) -> None:
    welcome, heartbeat = talk.send(b"?\r\n")
    assert isinstance(welcome, Welcome)
    assert isinstance(heartbeat, Heartbeat)


def test_the_heart_beats_twice_a_second(talk: Talk) -> None:
    beats = talk.hear(Heartbeat, 2.0)
    assert len(beats) == 4
    pauses = [later.tick - earlier.tick for earlier, later in pairwise(beats)]
    assert pauses == pytest.approx([SECOND // 2] * 3, abs=25)
    assert beats[0] == Heartbeat(talk.started[0].boot, beats[0].tick, "I", 0, (), 0)


def test_the_time_is_told_with_the_number_it_was_asked_with(talk: Talk) -> None:
    (first,) = talk.say(AskTime(0x1234), 0.02)
    talk.hear(Heartbeat, 0.1)
    (second,) = talk.say(AskTime(0x1235), 0.02)
    assert isinstance(first, Time)
    assert isinstance(second, Time)
    assert (first.asked, second.asked) == (0x1234, 0x1235)
    assert second.tick - first.tick == pytest.approx(0.12 * SECOND, abs=30)


def test_a_heartbeat_tells_phase_round_and_the_buttons_that_are_down(talk: Talk) -> None:
    talk.command("GO 2A")
    talk.box.move([(0.0, 3, True), (0.0, 6, True)])
    beat = talk.hear(Heartbeat, 0.6)[-1]
    assert (beat.phase, beat.round, beat.down) == ("O", 0x2A, (3, 6))


# --- a press ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", range(PLAYERS))
def test_every_button_is_reported_as_its_player(talk: Talk, player: int) -> None:
    (event,) = pressed(talk, (0.01, player))
    assert event == Event(talk.started[0].boot, 1, Kind.IDLE, 0, event.tick, (player,))


def test_the_stamp_is_that_of_the_first_edge_however_long_the_contact_bounces(talk: Talk) -> None:
    chatter = [(0.01 + k * 0.0004, 2, k % 2 == 0) for k in range(7)]  # closed, open, … for 2.4 ms, then closed
    clean = (0.0102, 5, True)
    talk.box.move([*chatter, clean, (0.06, 2, False), (0.06, 5, False)])
    events = {event.number: event for event in talk.hear(Event, 0.2)}
    assert [events[n].players for n in (1, 2)] == [(2,), (5,)]
    assert events[2].tick - events[1].tick in (3, 4, 5)


def test_presses_come_in_the_order_of_their_stamps(talk: Talk) -> None:
    talk.command("GO 01")
    events = pressed(talk, (0.0103, 6), (0.0101, 3), (0.0105, 0), (0.010, 5))
    assert [event.players for event in events] == [(5,), (3,), (6,), (0,)]
    assert [event.tick for event in events] == sorted({event.tick for event in events})


def test_presses_of_the_same_sample_are_one_event_with_nobody_first(talk: Talk) -> None:
    talk.command("GO 01")
    (event,) = pressed(talk, (0.01, 6), (0.01, 0), (0.01, 3))
    assert event.players == (0, 3, 6)


def test_a_spark_is_no_press_and_does_not_make_the_button_deaf(talk: Talk) -> None:
    talk.box.move([(0.01, 1, True), (0.0104, 1, False)])
    assert talk.hear(Event, 0.03) == []
    assert len(pressed(talk, (0.001, 1))) == 1


def test_a_press_counts_while_the_button_is_still_held(talk: Talk) -> None:
    talk.box.move([(0.001, 4, True)])
    assert talk.hear(Event, 0.02)[0].players == (4,)


def test_the_same_button_counts_again_after_it_was_open_for_25_ms(talk: Talk) -> None:
    assert [event.number for event in pressed(talk, (0.01, 1), (0.06, 1), seconds=0.13)] == [1]
    assert [event.number for event in pressed(talk, (0.001, 1))] == [2]


def test_a_button_held_down_from_before_the_start_is_no_press(talk: Talk) -> None:
    talk.box.move([(0.0, 1, True)])
    talk.hear(Event, 0.1)
    talk.box.reset()
    boot = talk.hear(Welcome, AWAKE)[0].boot
    assert not [event for event in talk.hear(Event, 1.0) if event.boot == boot]


# --- a round ----------------------------------------------------------------------------------------------------------


def test_before_the_round_is_open_a_press_is_a_false_start(talk: Talk) -> None:
    assert talk.command("ARM 05").done
    (event,) = pressed(talk, (0.01, 2))
    assert (event.kind, event.round) == (Kind.FALSE_START, 5)


def test_in_an_open_round_a_press_is_a_press(talk: Talk) -> None:
    talk.command("ARM 05")
    assert talk.command("GO 05").done
    (event,) = pressed(talk, (0.01, 2))
    assert (event.kind, event.round) == (Kind.PRESS, 5)


def test_the_first_edge_decides_the_phase_not_the_judgement_that_follows(talk: Talk) -> None:
    talk.command("ARM 05")
    talk.box.move([(0.0, 2, True)])
    talk.send(b"", 0.002)
    talk.command("GO 05")
    (event,) = set(talk.hear(Event, 0.05))
    assert event.kind is Kind.FALSE_START


def test_after_the_end_a_press_belongs_to_no_round(talk: Talk) -> None:
    talk.command("GO 05")
    assert talk.command("END").done
    (event,) = pressed(talk, (0.01, 2))
    assert (event.kind, event.round) == (Kind.IDLE, 0)


def test_in_a_round_a_button_is_reported_once(talk: Talk) -> None:
    talk.command("GO 05")
    assert len(pressed(talk, (0.01, 2), (0.15, 2), (0.3, 4), seconds=0.5)) == 2


def test_a_button_that_sticks_blocks_nobody(talk: Talk) -> None:
    talk.box.move([(0.0, 2, True)])
    talk.hear(Event, 0.1)
    talk.command("GO 05")
    assert [event.players for event in pressed(talk, (0.01, 4)) if event.kind is Kind.PRESS] == [(4,)]


def test_a_button_that_chatters_all_the_time_wins_once_and_blocks_nobody(talk: Talk) -> None:
    talk.command("GO 05")
    talk.box.move([(k * 0.007, 2, k % 2 == 0) for k in range(60)])
    events = pressed(talk, (0.2, 4), seconds=0.5)
    assert [event.players for event in events] == [(2,), (4,)]


def test_again_lets_these_buttons_press_once_more(talk: Talk) -> None:
    talk.command("GO 05")
    pressed(talk, (0.01, 2), (0.02, 3))
    assert talk.command("AGAIN ..3....").done
    assert [event.players for event in pressed(talk, (0.05, 2), (0.06, 3), seconds=0.15)] == [(2,)]


@pytest.mark.parametrize(("command", "kind"), [("ARM", Kind.FALSE_START), ("GO", Kind.PRESS)])
def test_a_round_can_be_without_some_buttons(talk: Talk, command: str, kind: Kind) -> None:
    assert talk.command(f"{command} 05 ..3...7").done
    talk.box.sounded()
    assert pressed(talk, (0.01, 2), (0.02, 6), seconds=0.15) == []
    assert talk.box.lamps() == set()
    assert not talk.box.sounded()
    assert [(event.kind, event.players) for event in pressed(talk, (0.01, 2), (0.02, 4), seconds=0.15)] == [
        (kind, (4,))
    ]
    assert talk.box.lamps() == {4}


def test_in_the_next_round_the_buttons_that_were_left_out_count_again(talk: Talk) -> None:
    talk.command("GO 05 ..3...7")
    talk.command("GO 06")
    assert [event.players for event in pressed(talk, (0.01, 2))] == [(2,)]


def test_again_brings_a_button_back_that_was_left_out(talk: Talk) -> None:
    talk.command("GO 05 ..3...7")
    talk.command("AGAIN ..3....")
    assert [event.players for event in pressed(talk, (0.01, 2), (0.02, 6))] == [(2,)]
    assert talk.box.lamps() == {2}


def test_opening_an_open_round_once_more_changes_nothing(talk: Talk) -> None:
    talk.command("GO 05")
    pressed(talk, (0.01, 2))
    assert talk.command("GO 05").done
    assert pressed(talk, (0.05, 2), seconds=0.15) == []


def test_the_same_round_armed_anew_is_a_new_one(talk: Talk) -> None:
    talk.command("ARM 05")
    pressed(talk, (0.01, 2))
    talk.command("ARM 05")
    assert [event.number for event in pressed(talk, (0.05, 2), seconds=0.15)] == [2]


# --- lamps and tones --------------------------------------------------------------------------------------------------


def test_the_first_of_an_open_round_gets_lamp_and_tone_from_the_box_itself(talk: Talk) -> None:
    talk.command("GO 05")
    talk.box.sounded()
    pressed(talk, (0.01, 2), (0.012, 3))
    assert talk.box.lamps() == {2}
    assert talk.box.sounded()


def test_players_of_one_sample_all_get_their_lamps(talk: Talk) -> None:
    talk.command("GO 05")
    pressed(talk, (0.01, 2), (0.01, 6))
    assert talk.box.lamps() == {2, 6}


def test_a_false_start_is_shown_too_and_a_new_round_turns_the_lamps_off(talk: Talk) -> None:
    talk.command("ARM 05")
    pressed(talk, (0.01, 2))
    assert talk.box.lamps() == {2}
    assert talk.box.sounded()
    talk.command("ARM 06")
    talk.box.lamps()
    talk.send(b"", 0.05)
    assert talk.box.lamps() == set()


def test_lamps_are_lit_and_dark_as_told(talk: Talk) -> None:
    talk.command("LAMPS #.*...#")
    talk.send(b"", 0.02)
    assert talk.box.lamps() == {0, 2, 6}
    talk.command("LAMPS .......")
    talk.box.lamps()
    talk.send(b"", 0.02)
    assert talk.box.lamps() == set()


@pytest.mark.parametrize("tone", Tone)
def test_every_tone_sounds(talk: Talk, tone: Tone) -> None:
    assert talk.command(f"TONE {tone.value}").done
    talk.send(b"", 0.05)
    assert talk.box.sounded()


def test_the_self_test_lights_every_lamp_and_tells_which_buttons_are_down(talk: Talk) -> None:
    talk.box.move([(0.0, 5, True)])
    talk.send(b"", 0.01)
    assert talk.command("TEST").down == (5,)
    talk.send(b"", 2.2)
    assert talk.box.lamps() == set(range(PLAYERS))
    assert talk.box.sounded()


# --- commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        *(
            "ARM 00",
            "GO 00",
            "ARM",
            "ARM 5",
            "ARM 05 ",
            "END 01",
            "AGAIN 3",
            "AGAIN 3......",
            "LAMPS #",
            "ARM 00 ..3....",
            "GO 05 ..3...",
            "GO 05 ..4....",
            "GO 05 ..3.... 1",
            "GO  ..3....",
            "LAMPS ######x",
        ),
        *("TONE LOUD", "TONE", "LIGHT 10", "LIGHT FF", "SOUND 0A", "TEST 1", "DANCE", "arm 05"),
    ],
)
def test_what_the_box_cannot_do_is_answered_with_no(talk: Talk, words: str) -> None:
    assert not talk.command(words).done


@pytest.mark.parametrize("words", ["LIGHT 00", "LIGHT 0F", "SOUND 00", "SOUND 09", "ARM FF", "END", "AGAIN 1234567"])
def test_what_it_can_do_is_answered_with_ok(talk: Talk, words: str) -> None:
    assert talk.command(words).done


def test_a_command_with_the_number_of_the_one_before_is_answered_but_not_done_again(talk: Talk) -> None:
    talk.say(Command(7, "GO 05"))
    pressed(talk, (0.01, 2))
    (reply,) = (m for m in talk.say(Command(7, "ARM 05")) if isinstance(m, Reply))
    assert (reply.command, reply.done) == (7, True)
    beat = talk.hear(Heartbeat, 0.6)[-1]
    assert (beat.phase, beat.round) == ("O", 5)


def test_hello_forgets_the_number_of_the_last_command(talk: Talk) -> None:
    talk.say(Command(7, "GO 05"))
    talk.say(Hello(1))
    talk.say(Command(7, "END"))
    assert talk.hear(Heartbeat, 0.6)[-1].phase == "I"


# --- nothing is lost --------------------------------------------------------------------------------------------------


def test_an_event_is_sent_again_until_it_is_acknowledged(talk: Talk) -> None:
    talk.box.move(presses([(0.01, 2)]))
    first, *more = talk.hear(Event, 1.0)
    assert len(more) >= 3
    assert set(more) == {first}
    talk.acknowledge(first)
    assert talk.hear(Event, 1.0) == []


def test_the_pauses_between_resends_grow(talk: Talk) -> None:
    talk.box.move(presses([(0.01, 2)]))
    assert 4 <= len(talk.hear(Event, 1.0)) <= 6
    assert len(talk.hear(Event, 2.0)) <= 3


def test_an_acknowledgement_covers_everything_before_it(talk: Talk) -> None:
    events = unanswered(talk, (0.01, 0), (0.02, 1), (0.03, 2))
    talk.acknowledge(events[1])
    assert {event.number for event in talk.hear(Event, 0.5)} == {3}


def test_an_acknowledgement_for_another_switching_on_is_none(talk: Talk) -> None:
    (event,) = unanswered(talk, (0.01, 2))
    talk.say(Acknowledge(switched_on(event.boot) + 1, event.number))
    assert set(talk.hear(Event, 0.5)) == {event}


def test_an_acknowledgement_of_what_never_was_is_none(talk: Talk) -> None:
    (event,) = unanswered(talk, (0.01, 2))
    talk.say(Acknowledge(switched_on(event.boot), event.number + 5))
    assert set(talk.hear(Event, 0.5)) == {event}


def test_events_outlive_a_reset_with_the_boot_and_tick_of_the_press(talk: Talk) -> None:
    talk.command("GO 05")
    (event,) = unanswered(talk, (0.01, 2))
    talk.box.reset()
    (welcome,) = talk.hear(Welcome, AWAKE)
    assert welcome.boot == event.boot + 1
    assert welcome.next_event == event.number
    assert set(talk.hear(Event, 0.3)) == {event}
    talk.acknowledge(event)
    assert [new.number for new in unanswered(talk, (0.01, 3))] == [event.number + 1]


def test_after_a_reset_the_phase_is_idle_and_the_ticks_start_at_zero(talk: Talk) -> None:
    talk.command("GO 05")
    talk.hear(Event, 1.0)
    talk.box.reset()
    beat = talk.hear(Heartbeat, 0.7)[0]
    assert (beat.phase, beat.round) == ("I", 0)
    assert beat.tick <= SECOND


def test_loss_of_power_begins_everything_anew(talk: Talk) -> None:
    (event,) = unanswered(talk, (0.01, 2))
    talk.box.power_cycle()
    (welcome,) = talk.hear(Welcome, AWAKE)
    assert switched_on(welcome.boot) == switched_on(event.boot) + 1
    assert welcome.next_event == 1
    assert talk.hear(Event, 0.5) == []


def test_idle_presses_leave_room_for_a_round(talk: Talk) -> None:
    moves = presses([(0.01 + 0.08 * k, k % PLAYERS) for k in range(20)], held=0.02)
    talk.box.move(moves)
    talk.hear(Event, 1.7)
    assert talk.hear(Heartbeat, 0.6)[-1].dropped == 4
    talk.command("GO 05")
    talk.box.move(presses([(0.01 * player, player) for player in range(PLAYERS)]))
    rounds = {e.number for e in talk.hear(Event, 2.0) if e.kind is Kind.PRESS}
    assert len(rounds) == PLAYERS


# --- a bad line -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "garbage",
    [
        b"\n\n\n",
        b"H 01 0000\n",
        b"h 01\n",
        b"H 01",
        b"H  01 1234\n",
        bytes(range(256)) + b"\n",
        b"x" * 1000 + b"\n",
        b"\x00\xff\x80\n",
        to_line(Hello(1))[:-2] + b"\n",
        to_line(Hello(1)).replace(b"1", b"3", 1),
    ],
)
def test_what_is_no_line_gets_no_answer_and_the_next_line_is_read(talk: Talk, garbage: bytes) -> None:
    assert talk.send(garbage, 0.15) == []
    talk.send(b"\n")
    assert talk.welcome() == talk.started[0]


def test_whatever_bytes_come_the_box_does_nothing_and_goes_on(talk: Talk) -> None:
    rng = Random(6)
    orders = [to_line(Command(n, words)) for n, words in enumerate(("GO 05", "ARM 07", "TEST", "LAMPS #######"))]
    orders += [to_line(AskTime(7)), to_line(Acknowledge(switched_on(talk.started[0].boot), 1))]
    heard: list[FromBox] = []
    for _ in range(300):
        line = bytearray(rng.choice(orders))
        for _ in range(rng.randint(1, 3)):
            if rng.random() < 0.5:
                line[rng.randrange(len(line) - 1)] ^= 1 << rng.randrange(8)
            else:
                del line[rng.randrange(len(line) - 1)]
        noise = rng.randbytes(rng.randint(0, 90)) if rng.random() < 0.3 else b""
        heard += talk.send(bytes(line if bytes(line) not in orders else b"") + noise + b"\n", 0.012)
    assert {type(message) for message in heard} <= {Heartbeat, Welcome}  # a lone question mark may be among it
    assert {message.boot for message in heard if isinstance(message, Heartbeat)} == {talk.started[0].boot}
    assert talk.hear(Heartbeat, 0.6)[-1].phase == "I"
    assert talk.box.lamps() == set()


def test_lines_may_end_with_a_carriage_return(talk: Talk) -> None:
    assert talk.send(to_line(Hello(1)).replace(b"\n", b"\r\n")) == talk.started


def test_a_line_may_come_in_pieces(talk: Talk) -> None:
    line = to_line(Hello(1))
    assert talk.send(line[:3]) == []
    assert talk.send(line[3:]) == talk.started


def test_many_lines_at_once_are_all_answered(talk: Talk) -> None:
    told = talk.send(b"".join(to_line(AskTime(n)) for n in range(8)), 0.1)
    assert [message.asked for message in told if isinstance(message, Time)] == list(range(8))


def test_the_box_of_the_tests_keeps_its_buttons_open(box: AnyBox) -> None:
    talk = Talk(box)
    assert talk.command("END").down == ()
    talk.box.move([(0.0, 1, True)])
    talk.send(b"", HELD)
    assert talk.command("END").down == (1,)
