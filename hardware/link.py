"""The connection to the box: finds it, keeps it, takes it up again. Own thread; nothing here ever waits for the box.

link = Link(listen=inbox.put)   # a queue.Queue that the screen empties when it likes
link.arm(1)
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import TypeAlias

from hardware.ports import Port, PortGone, usb_ports
from hardware.protocol import PLAYERS, PROTOCOL, Tone, buttons
from hardware.session import Answered, Press, Session

ANSWER_WITHIN = 3.5  # seconds: opening the port resets many boards, and their bootloader takes its time
LOOK_AGAIN = 0.5
# Opening a port resets many devices. One that is not ours, or has to be flashed, is left in peace for a while.
IN_PEACE = 30.0

log = logging.getLogger(__name__)


class State(Enum):
    SEARCHING = "searching"
    NO_PORT = "no port"
    NO_ANSWER = "no answer"
    OLDER = "older"
    NEWER = "newer"
    CONNECTED = "connected"
    LOST = "lost"
    CLOSED = "closed"


NOTHING = "it says nothing"
SOMETHING_ELSE = "it says something else, or at another baud rate"


@dataclass(frozen=True, slots=True)
class Status:
    """How the connection stands; whoever tells people has the words."""

    state: State
    port: str = ""
    reason: str = ""


News: TypeAlias = Status | Press | Answered


class Link:
    """One box. `listen` is called in the link's own thread with everything that happens: give it a queue's `put`."""

    def __init__(
        self,
        listen: Callable[[News], None],
        port: str | None = None,
        *,
        look: Callable[[], list[str]] = usb_ports,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Without a port every USB serial port is asked until one answers as a buzzer."""
        self._listen = listen
        self._port = port
        self._look = look
        self._now = now
        self._session = Session()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._status = Status(State.SEARCHING)
        self._strangers: dict[str, float] = {}  # ports not to be asked before this time
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        self._thread.start()

    def __enter__(self) -> Link:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the thread and give the port back."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=ANSWER_WITHIN)

    @property
    def status(self) -> Status:
        return self._status

    @property
    def unreadable(self) -> int:
        """Lines that made no sense so far: a few are the weather, many are a bad cable."""
        return self._session.unreadable

    @property
    def dropped(self) -> int:
        """Presses that the box had no room for, because nobody took the earlier ones."""
        return self._session.dropped

    @property
    def down(self) -> tuple[int, ...]:
        """Players whose buttons are held down, as of the last heartbeat: before a round, those are stuck."""
        return self._session.down

    # --- what the box is told: returns at once, sent as soon as there is a box ----------------------------------------

    def arm(self, round_number: int, without: Iterable[int] = ()) -> None:
        """A round begins; whoever presses now starts too early. The buttons of those it is without stay dead."""
        self._order(f"ARM {_round(round_number, without)}")

    def open(self, round_number: int, without: Iterable[int] = ()) -> None:
        """The dice are revealed: presses count, but for the buttons of those who sit out."""
        self._order(f"GO {_round(round_number, without)}")

    def disarm(self) -> None:
        self._order("END")

    def again(self, players: Iterable[int]) -> None:
        """These players may press once more in this round."""
        self._order(f"AGAIN {buttons(players)}")

    def lamps(self, on: Iterable[int] = (), blinking: Iterable[int] = ()) -> None:
        lit, blink = set(on), set(blinking)
        marks = ["*" if p in blink else "#" if p in lit else "." for p in range(PLAYERS)]
        self._order("LAMPS " + "".join(marks))

    def tone(self, tone: Tone) -> None:
        self._order(f"TONE {tone.value}")

    def brightness(self, level: int) -> None:
        """0 to 15."""
        self._order(f"LIGHT {_within(level, 0, 15):02X}")

    def volume(self, level: int) -> None:
        """0, silent, to 9."""
        self._order(f"SOUND {_within(level, 0, 9):02X}")

    def self_test(self) -> None:
        self._order("TEST")

    def _order(self, words: str) -> None:
        with self._lock:
            self._session.order(words)

    # --- the thread -----------------------------------------------------------------------------------------------

    def _run(self) -> None:
        self._tell(self._status)
        while not self._closing.is_set():
            names = [self._port] if self._port else self._look()
            self._strangers = {name: until for name, until in self._strangers.items() if name in names}
            if not names and self._status.state is not State.LOST:
                self._change(Status(State.SEARCHING))
            for name in names:
                if not self._closing.is_set() and self._now() >= self._strangers.get(name, 0.0):
                    self._serve(name)
            self._closing.wait(LOOK_AGAIN)
        self._change(Status(State.CLOSED))

    def _serve(self, name: str) -> None:
        """Talk to what is on this port until it is gone or turns out not to be a buzzer."""
        try:
            port = Port(name)
        except PortGone as gone:
            # A box that was unplugged takes its port along; that is no second trouble.
            if self._port and not (self._status.state is State.LOST and self._status.port == name):
                self._change(Status(State.NO_PORT, name, str(gone)))
            return
        try:
            self._talk(port, name)
        except PortGone:
            self._lost(name)
        finally:
            port.close()

    def _talk(self, port: Port, name: str) -> None:
        heard = 0
        begun = self._now()
        with self._lock:
            self._session.plugged(begun)
        connected = False
        while not self._closing.is_set():
            with self._lock:
                out = self._session.to_send(self._now())
            if out:
                port.write(out)
            data = port.read()
            heard += len(data)
            now = self._now()
            with self._lock:
                notices = self._session.receive(data, now)
                welcome, silent = self._session.welcome, self._session.silent(now)
            if welcome and welcome.protocol != PROTOCOL:
                self._strangers[name] = now + IN_PEACE
                self._change(Status(State.OLDER if welcome.protocol < PROTOCOL else State.NEWER, name))
                return
            if welcome and not connected:
                connected = True
                self._change(Status(State.CONNECTED, name))
            for notice in notices:
                self._tell(notice)
            if connected and silent:
                self._lost(name)
                return
            if not connected and now - begun > ANSWER_WITHIN:
                self._no_answer(name, heard, now)
                return

    def _lost(self, name: str) -> None:
        if self._status == Status(State.CONNECTED, name):
            self._change(Status(State.LOST, name))

    def _no_answer(self, name: str, heard: int, now: float) -> None:
        """While all ports are searched, another device on one of them is nothing to talk about."""
        if not self._port:
            self._strangers[name] = now + IN_PEACE
        elif self._status != Status(State.LOST, name):
            self._change(Status(State.NO_ANSWER, name, SOMETHING_ELSE if heard else NOTHING))

    def _change(self, status: Status) -> None:
        if status != self._status:
            self._status = status
            self._tell(status)

    def _tell(self, news: News) -> None:
        try:
            self._listen(news)
        except Exception:  # a listener's mistake must not cost the table its buzzer
            log.exception("The listener of the buzzer failed on %s.", news)


def _round(number: int, without: Iterable[int]) -> str:
    left_out = buttons(without)
    return f"{_within(number, 1, 255):02X}" + (f" {left_out}" if left_out != buttons(()) else "")


def _within(value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise ValueError(f"{value} is not from {least} to {most}.")
    return value
