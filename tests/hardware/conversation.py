"""Talking to a box in its own time: line by line, or with the program's session over a cable that may be bad."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

from hardware.contact import press
from hardware.protocol import (
    Acknowledge,
    Command,
    Event,
    FromBox,
    Hello,
    Lines,
    Reply,
    ToBox,
    Welcome,
    from_box,
    switched_on,
    to_line,
)
from hardware.session import Answered, Notice, Press, Session
from hardware.wire import Noise
from tests.hardware.boxes import AnyBox, Moves

HELD = 0.04
AWAKE = 0.05  # after which a box that was switched on or reset listens, and its buttons count
T = TypeVar("T", bound=FromBox)


def presses(when: Iterable[tuple[float, int]], held: float = HELD, rng: Random | None = None) -> Moves:
    """Contacts of players who press so many seconds from now; with chance they bounce."""
    return sorted((at, player, down) for first, player in when for at, down in press(first, held, rng))


class Talk:
    """Says single lines and hears single lines; acknowledges nothing by itself."""

    def __init__(self, box: AnyBox) -> None:
        self.box = box
        self._lines = Lines()
        self._command = 0
        self.started = self.hear(Welcome, AWAKE)

    def send(self, data: bytes, seconds: float = 0.02) -> list[FromBox]:
        """Whatever the box says within that time, every line of it readable."""
        heard = [from_box(line) for line in self._lines.add(self.box.exchange(data, seconds))]
        assert None not in heard
        return [message for message in heard if message]

    def say(self, message: ToBox, seconds: float = 0.02) -> list[FromBox]:
        return self.send(to_line(message), seconds)

    def hear(self, kind: type[T], seconds: float) -> list[T]:
        return [message for message in self.send(b"", seconds) if isinstance(message, kind)]

    def command(self, words: str) -> Reply:
        self._command = (self._command + 1) % 256
        (reply,) = (m for m in self.say(Command(self._command, words)) if isinstance(m, Reply))
        assert reply.command == self._command
        return reply

    def acknowledge(self, event: Event) -> None:
        self.say(Acknowledge(switched_on(event.boot), event.number))

    def welcome(self) -> Welcome:
        return next(message for message in self.say(Hello(1)) if isinstance(message, Welcome))


class Connection:
    """A box, a cable and the program's session, on one clock that only the test moves."""

    def __init__(self, box: AnyBox, noise: Noise | None = None, *, step: float = 0.002) -> None:
        self.box, self.noise, self.step = box, noise or Noise(), step
        self.session = Session()
        self.notices: list[tuple[float, Notice]] = []
        self.plugged = True
        self.session.plugged(box.now)

    @property
    def presses(self) -> list[Press]:
        return [notice for _, notice in self.notices if isinstance(notice, Press)]

    @property
    def answers(self) -> list[Answered]:
        return [notice for _, notice in self.notices if isinstance(notice, Answered)]

    def run(self, seconds: float, until: Callable[[], bool] | None = None) -> bool:
        """Go on for so long, or until something is true."""
        end = self.box.now + seconds
        while self.box.now < end:
            if until and until():
                return True
            self._step()
        return until is None or until()

    def order(self, words: str) -> None:
        self.session.order(words)

    def unplug(self) -> None:
        self.plugged = False

    def plug(self) -> None:
        self.plugged = True
        self.session.plugged(self.box.now)

    def _step(self) -> None:
        if not self.plugged:
            self.box.exchange(b"", self.step)
            return
        out = self.noise.on(self.session.to_send(self.box.now))
        data = self.noise.on(self.box.exchange(out, self.step))
        now = self.box.now
        self.notices += [(now, notice) for notice in self.session.receive(data, now)]
        if self.session.silent(now):  # the link opens the port once more
            self.session.plugged(now)
