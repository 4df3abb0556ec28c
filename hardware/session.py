"""The program's side of the protocol: bytes in, presses and answers out. No port, no thread; the time is passed in.

It outlives the connection: numbers of events, clocks and what the box should show are kept until the box is back.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TypeAlias

from hardware.clock import Clock, Moment
from hardware.protocol import (
    PROTOCOL,
    Acknowledge,
    AskTime,
    Command,
    Event,
    Heartbeat,
    Hello,
    Kind,
    Lines,
    Players,
    Reply,
    Time,
    ToBox,
    Welcome,
    from_box,
    switched_on,
    to_line,
)

HELLO_EVERY = 0.25
TIME_EVERY = 0.5
FIRST_TIMES = 4  # exchanges in quick succession, for a good clock from the start
RESEND_AFTER = 0.1
SILENCE = 2.0  # nothing heard for so long: the box is gone
NUMBERS = 1 << 16
LOG_ROOM = 32  # events the box keeps

# Commands that set something: sent again to a box that was reset. The others happen once.
_SETS = {"ARM": "round", "GO": "round", "END": "round", "LAMPS": "lamps", "LIGHT": "light", "SOUND": "sound"}


@dataclass(frozen=True, slots=True)
class Press:
    """These players pressed in the very same sample. Without `at` it was before the program was there."""

    kind: Kind
    round: int
    players: Players
    at: Moment | None
    boot: int
    tick: int
    number: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The box has done what it was told (or could not), at this moment, with these buttons held down."""

    command: str
    done: bool
    at: Moment | None
    down: Players


Notice: TypeAlias = Press | Answered


@dataclass(frozen=True, slots=True)
class _Sent:
    command: Command
    again_at: float


class Session:
    """Say `plugged` for each connection, `receive` what comes, send what `to_send` gives."""

    def __init__(self) -> None:
        self.welcome: Welcome | None = None
        self.unreadable = 0  # lines that were none, since the beginning
        self.dropped = 0  # presses the box had no room for, since its boot
        self.down: Players = ()
        self._lines = Lines()
        self._clocks: dict[int, Clock] = {}
        self._log: int | None = None  # the switching-on that `_expected` counts for
        self._expected = 0
        self._settings: dict[str, str] = {}
        self._orders: deque[str] = deque()
        self._in_flight: _Sent | None = None
        self._command = 0
        self._asked: dict[int, float] = {}
        self._ask = self._quick = 0
        self._acknowledge = False
        self._heard = self._hello_due = self._time_due = 0.0

    def plugged(self, now: float) -> None:
        """A new connection: whatever was half said before is void."""
        self._lines.clear()
        self._asked.clear()
        self.welcome = None
        self._heard = self._hello_due = now

    def silent(self, now: float) -> bool:
        return now - self._heard > SILENCE

    def order(self, words: str) -> None:
        """Tell the box something; what sets something is kept, a tone for a box that is not there is not."""
        verb = _verb(words)
        setting = _SETS.get(verb)
        if verb == "ARM":
            self._settings.pop("lamps", None)  # a new round turns them off
        if setting:
            self._settings[setting] = words
            self._orders = deque(o for o in self._orders if _SETS.get(_verb(o)) != setting)
        if setting == "round":
            self._orders = deque(o for o in self._orders if _verb(o) != "AGAIN")
        if self.welcome or verb == "AGAIN":
            self._orders.append(words)

    # --- what to say ----------------------------------------------------------------------------------------------

    def to_send(self, now: float) -> bytes:
        """Everything that should go out now."""
        out: list[ToBox] = []
        if self.welcome is None:
            if now >= self._hello_due:
                self._hello_due = now + HELLO_EVERY
                out.append(Hello(PROTOCOL))
        elif self.welcome.protocol == PROTOCOL:
            if self._acknowledge and self._log is not None:
                out.append(Acknowledge(self._log, (self._expected - 1) % NUMBERS))
            if now >= self._time_due:
                out.append(self._ask_time(now))
            out += self._command_due(now)
        self._acknowledge = False
        return b"".join(map(to_line, out))

    def _ask_time(self, now: float) -> AskTime:
        self._ask = (self._ask + 1) % NUMBERS
        self._asked = {number: at for number, at in self._asked.items() if now - at < SILENCE} | {self._ask: now}
        self._quick = max(0, self._quick - 1)
        self._time_due = now + (TIME_EVERY / 10 if self._quick else TIME_EVERY)
        return AskTime(self._ask)

    def _command_due(self, now: float) -> list[Command]:
        if self._in_flight is None and self._orders:
            self._command = (self._command + 1) % 256
            self._in_flight = _Sent(Command(self._command, self._orders.popleft()), again_at=now)
        if self._in_flight is None or now < self._in_flight.again_at:
            return []
        self._in_flight = _Sent(self._in_flight.command, again_at=now + RESEND_AFTER)
        return [self._in_flight.command]

    # --- what is heard --------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> list[Notice]:
        """Take what came over the line at this time, whatever it is."""
        notices: list[Notice] = []
        for line in self._lines.add(data):
            message = from_box(line)
            if message is None:
                self.unreadable += 1
                continue
            self._heard = now
            match message:
                case Welcome():
                    self._welcomed(message, now)
                case Time():
                    self._told_time(message, now)
                case Heartbeat():
                    self._beat(message, now)
                case Event():
                    notices += self._event(message, now)
                case Reply():
                    notices += self._replied(message, now)
        return notices

    def _welcomed(self, welcome: Welcome, now: float) -> None:
        self.welcome = welcome
        if welcome.protocol != PROTOCOL:
            self._asked.clear()  # answers to what the box was asked before it became another are none
            self._in_flight = None
            return
        log = switched_on(welcome.boot)
        ahead = (self._expected - welcome.next_event) % NUMBERS
        if log != self._log:
            self._clocks.clear()
        if log != self._log or ahead > LOG_ROOM:
            self._expected = welcome.next_event
        self._log = log
        self._clocks.setdefault(welcome.boot, Clock(welcome.tick_us))
        if self._in_flight:
            self._orders.appendleft(self._in_flight.command.words)
            self._in_flight = None
        once = [words for words in self._orders if _verb(words) not in _SETS]
        self._orders = deque([*self._settings.values(), *once])
        self._quick, self._time_due = FIRST_TIMES, now

    def _same_boot(self, boot: int, now: float) -> bool:
        """Whether the box is still the one that was welcomed; otherwise it was reset, and hello is said again."""
        if self.welcome is None or self.welcome.boot == boot:
            return self.welcome is not None
        self.welcome, self._hello_due = None, now
        return False

    def _told_time(self, time: Time, now: float) -> None:
        asked = self._asked.pop(time.asked, None)
        if asked is not None and self._same_boot(time.boot, now):
            self._clocks[time.boot].add(asked, now, time.tick)

    def _beat(self, beat: Heartbeat, now: float) -> None:
        if self._same_boot(beat.boot, now):
            self.down, self.dropped = beat.down, beat.dropped

    def _event(self, event: Event, now: float) -> list[Notice]:
        if self.welcome is None or self._log is None:
            return []
        if switched_on(event.boot) != self._log:
            self._same_boot(event.boot, now)
            return []
        if event.boot > self.welcome.boot:  # reset meanwhile; events of earlier boots are what that reset left over
            self._same_boot(event.boot, now)
            return []
        clock = self._clocks.get(event.boot)
        at = clock.moment(event.tick) if clock else None
        if at is None and event.boot == self.welcome.boot:
            return []  # the clock comes within milliseconds, and the event once more
        self._acknowledge = True
        if event.number != self._expected:
            return []  # had already, or one before it is missing: the box will send both again
        self._expected = (self._expected + 1) % NUMBERS
        return [Press(event.kind, event.round, event.players, at, event.boot, event.tick, event.number)]

    def _replied(self, reply: Reply, now: float) -> list[Notice]:
        sent = self._in_flight
        if not self._same_boot(reply.boot, now) or sent is None or sent.command.number != reply.command:
            return []
        self._in_flight = None
        at = self._clocks[reply.boot].moment(reply.tick)
        return [Answered(sent.command.words, reply.done, at, reply.down)]


def _verb(words: str) -> str:
    return words.partition(" ")[0]
