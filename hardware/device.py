"""A buzzer box in Python: what firmware/ does, step by step, for developing without hardware. The time is passed in."""

from __future__ import annotations

import re
from bisect import insort
from collections import deque
from dataclasses import dataclass

from hardware.protocol import (
    PLAYERS,
    PROTOCOL,
    Acknowledge,
    AskTime,
    Command,
    Event,
    FromBox,
    Heartbeat,
    Hello,
    Kind,
    Lines,
    Phase,
    Question,
    Reply,
    Time,
    ToBox,
    Tone,
    Welcome,
    to_box,
    to_line,
)

TICK_US = 50
TICKS = 1_000_000 // TICK_US  # a second
FIRMWARE = 0x0100
JUDGED_AFTER = 80
CLOSED_FOR = 16
OPEN_FOR = 500
AWAKE_AFTER = OPEN_FOR + 2 * PLAYERS
LOG_ROOM = 32
IDLE_ROOM = 16
HEARTBEAT = TICKS // 2
RESEND = TICKS // 20
MOST_RESEND = 16 * RESEND
TESTED_FOR = TICKS // 4  # a lamp in the self-test

_KINDS: dict[Phase, Kind] = {"I": Kind.IDLE, "A": Kind.FALSE_START, "O": Kind.PRESS}
_BUTTONS = "".join(f"[.{i + 1}]" for i in range(PLAYERS))
_ARGUMENTS = {
    "ARM": f"(?!00)[0-9A-F]{{2}}( {_BUTTONS})?",
    "GO": f"(?!00)[0-9A-F]{{2}}( {_BUTTONS})?",
    "END": "",
    "AGAIN": _BUTTONS,
    "LAMPS": "[.#*]{7}",
    "TONE": "|".join(tone.value for tone in Tone),
    "LIGHT": "0[0-9A-F]",
    "SOUND": "0[0-9]",
    "TEST": "",
}


@dataclass(slots=True)
class _Button:
    down: bool = False
    ready: bool = False
    deciding: bool = False
    closed: int = 0  # samples while deciding
    last_closed: int = 0


@dataclass(frozen=True, slots=True)
class _Edge:
    """Buttons whose first edge fell into the same sample."""

    tick: int
    players: tuple[int, ...]
    phase: Phase
    round: int
    spent: frozenset[int]


class Box:
    """The simulated box. `move` its contacts, `receive` and `advance` its time; `advance` returns what it says."""

    def __init__(self, now: float, switched_on: int = 1) -> None:
        self.protocol = PROTOCOL
        self._on = switched_on
        self._run = -1
        self._number = 1
        self._log: deque[Event] = deque()
        self._moves: list[tuple[float, int, bool]] = []
        self._contacts = [False] * PLAYERS
        self.reset(now)

    def reset(self, now: float) -> None:
        """As by the watchdog or the opening of the port: events stay."""
        self._run += 1
        self._began, self._tick = now, 0
        self._phase: Phase = "I"
        self._round = 0
        self._spent: set[int] = set()  # reported in this round already, or barred from it
        self._barred: set[int] = set()
        self._buttons = [_Button() for _ in range(PLAYERS)]
        self._edges: deque[_Edge] = deque()
        self.lamps, self.light, self.sound = "." * PLAYERS, 15, 9
        self.played: list[str] = []
        self._lines = Lines()
        self._unread = b""
        self._out: list[FromBox] = []
        self._sent = 0
        self._dropped = 0
        self._resend, self._resend_due, self._heartbeat_due = RESEND, 0, HEARTBEAT
        self._last: tuple[int, bool] | None = None
        self._testing: int | None = None  # since which tick
        self._out.append(self._welcome())

    def power_cycle(self, now: float) -> None:
        """Off and on again: only the count of it stays."""
        self._on += 1
        self._run, self._number = -1, 1
        self._log.clear()
        self.reset(now)

    def move(self, button: int, down: bool, at: float) -> None:
        """The contact of a button closes or opens at a time to come."""
        insort(self._moves, (at, button, down))

    def advance(self, now: float) -> bytes:
        """Live on until now."""
        until = int((now - self._began) * TICKS)
        while self._tick < until:
            self._tick = self._next_tick(until)
            self._sample()
        if self._tick < AWAKE_AFTER:
            return b""
        self.receive(b"")
        if self._tick >= self._heartbeat_due:
            self._heartbeat_due = self._tick + HEARTBEAT
            self._out.append(self._heartbeat())
        if self._testing is not None:
            lamp = (self._tick - self._testing) // TESTED_FOR
            self.lamps = "".join("#" if player == lamp else "." for player in range(PLAYERS))
            self._testing = None if lamp >= PLAYERS else self._testing
        if self._sent and self._tick >= self._resend_due:
            self._sent = 0
            self._resend = min(2 * self._resend, MOST_RESEND)
        if self._sent < len(self._log):
            self._out += list(self._log)[self._sent :]
            self._sent = len(self._log)
            self._resend_due = self._tick + self._resend
        said, self._out = b"".join(map(to_line, self._out)), []
        return said

    # --- who pressed when -----------------------------------------------------------------------------------------

    def _next_tick(self, until: int) -> int:
        """The next tick at which something can happen: an idle box need not be simulated sample by sample."""
        if any(not button.ready or button.down for button in self._buttons):
            return self._tick + 1
        first = int((self._moves[0][0] - self._began) * TICKS) if self._moves else until
        return max(self._tick + 1, min(until, first))

    def _sample(self) -> None:
        touched = set()  # the shortest contact since the last sample counts as a first edge
        while self._moves and (self._moves[0][0] - self._began) * TICKS <= self._tick:
            _, moved, down = self._moves.pop(0)
            self._contacts[moved] = down
            if down:
                touched.add(moved)
        if self._edges and self._tick - self._edges[0].tick >= JUDGED_AFTER:
            self._judge(self._edges.popleft())
        fresh = []
        for player, button in enumerate(self._buttons):
            button.down = self._contacts[player]
            if button.ready and (button.down or player in touched):
                button.ready, button.deciding, button.closed = False, True, 0
                fresh.append(player)
            if button.down:
                button.last_closed = self._tick
                button.closed += 1
            elif not button.deciding:
                button.ready = button.ready or self._tick - button.last_closed >= OPEN_FOR
        if fresh:
            self._edges.append(_Edge(self._tick, tuple(fresh), self._phase, self._round, frozenset(self._spent)))

    def _judge(self, edge: _Edge) -> None:
        pressed = [p for p in edge.players if self._buttons[p].closed >= CLOSED_FOR]
        for player in edge.players:
            button = self._buttons[player]
            button.deciding, button.ready = False, player not in pressed
        pressed = [p for p in pressed if p not in edge.spent]
        if edge.phase != "I" and (edge.phase, edge.round) == (self._phase, self._round):
            if pressed:
                self._react(pressed, first=self._spent == self._barred)
            self._spent.update(pressed)
        if not pressed:
            return
        if len(self._log) >= (IDLE_ROOM if edge.phase == "I" else LOG_ROOM):
            self._dropped = min(255, self._dropped + 1)
            return
        self._log.append(Event(self._boot, self._number, _KINDS[edge.phase], edge.round, edge.tick, tuple(pressed)))
        self._number = (self._number + 1) % 0x10000

    def _react(self, pressed: list[int], *, first: bool) -> None:
        if self._phase == "O" and not first:
            return
        mark, tone = ("#", "PRESS") if self._phase == "O" else ("*", "WRONG")
        self.lamps = "".join(mark if p in pressed else self.lamps[p] for p in range(PLAYERS))
        self.played.append(tone)

    # --- what it is told ------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """What comes before the buttons count is read when they do."""
        self._unread += data
        if self._tick < AWAKE_AFTER:
            return
        data, self._unread = self._unread, b""
        for line in self._lines.add(data):
            if message := to_box(line):
                self._resend = RESEND
                self._answer(message)

    def _answer(self, message: ToBox) -> None:
        match message:
            case Question():
                self._out += [self._welcome(), self._heartbeat()]
            case Hello():
                self._last, self._sent = None, 0
                self._out.append(self._welcome())
            case Acknowledge(on, number):
                numbers = [event.number for event in self._log]
                if on == self._on and number in numbers:
                    gone = numbers.index(number) + 1
                    self._sent = max(0, self._sent - gone)
                    for _ in range(gone):
                        self._log.popleft()
            case AskTime(number):
                self._out.append(Time(self._boot, number, self._tick))
            case Command(number, words):
                if self._last is None or self._last[0] != number:
                    self._last = number, self._do(words)
                self._out.append(Reply(self._boot, number, self._last[1], self._tick, self._down))

    def _do(self, words: str) -> bool:
        verb, _, argument = words.partition(" ")
        if verb not in _ARGUMENTS or not re.fullmatch(_ARGUMENTS[verb], argument) or (not argument and " " in words):
            return False
        match verb:
            case "ARM":
                self._enter("I")
                self._enter("A", argument)
                self.lamps = "." * PLAYERS
            case "GO":
                self._enter("O", argument)
            case "END":
                self._enter("I")
            case "AGAIN":
                self._spent -= _marked(argument)
                self._barred -= _marked(argument)
            case "LAMPS":
                self.lamps = argument
            case "TONE":
                self.played.append(argument)
            case "LIGHT":
                self.light = int(argument, 16)
            case "SOUND":
                self.sound = int(argument, 16)
            case "TEST":
                self.played += [tone.value for tone in Tone]
                self._testing = self._tick
        return True

    def _enter(self, phase: Phase, argument: str = "00") -> None:
        """The argument is a round and, if there are any, the buttons that it does not concern."""
        number, _, without = argument.partition(" ")
        if (phase, int(number, 16)) != (self._phase, self._round):
            self._phase, self._round = phase, int(number, 16)
            self._spent, self._barred = _marked(without), _marked(without)

    # --- what it says ---------------------------------------------------------------------------------------------

    @property
    def _boot(self) -> int:
        return self._on << 8 | self._run

    @property
    def _down(self) -> tuple[int, ...]:
        return tuple(i for i, button in enumerate(self._buttons) if button.down)

    def _welcome(self) -> Welcome:
        number = self._log[0].number if self._log else self._number
        return Welcome(self.protocol, self._boot, number, FIRMWARE, PLAYERS, TICK_US)

    def _heartbeat(self) -> Heartbeat:
        return Heartbeat(self._boot, self._tick, self._phase, self._round, self._down, self._dropped)


def _marked(places: str) -> set[int]:
    return {i for i, mark in enumerate(places) if mark != "."}
