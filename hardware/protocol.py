"""The lines that the buzzer and the program exchange, as values: see PROTOCOL.md. No port, no clock, no state."""

from __future__ import annotations

import re
from binascii import crc_hqx
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias

PROTOCOL = 1
PLAYERS = 7
BAUD = 115200
LONGEST = 60
NAME = "WUERFELAUGE"

Players = tuple[int, ...]  # ascending, the first player is 0
Phase = Literal["I", "A", "O"]


class Kind(Enum):
    """The phase in which a press fell."""

    PRESS = "P"
    FALSE_START = "F"
    IDLE = "I"


class Tone(Enum):
    READY = "READY"
    PRESS = "PRESS"
    RIGHT = "RIGHT"
    WRONG = "WRONG"
    WON = "WON"


@dataclass(frozen=True, slots=True)
class Welcome:
    """The box introduces itself; of a box with another protocol only the version is known."""

    protocol: int
    boot: int = 0
    next_event: int = 0
    firmware: int = 0
    buttons: int = 0
    tick_us: int = 0


@dataclass(frozen=True, slots=True)
class Event:
    boot: int
    number: int
    kind: Kind
    round: int
    tick: int
    players: Players


@dataclass(frozen=True, slots=True)
class Time:
    boot: int
    asked: int
    tick: int


@dataclass(frozen=True, slots=True)
class Reply:
    boot: int
    command: int
    done: bool
    tick: int
    down: Players


@dataclass(frozen=True, slots=True)
class Heartbeat:
    boot: int
    tick: int
    phase: Phase
    round: int
    down: Players
    dropped: int


FromBox: TypeAlias = Welcome | Event | Time | Reply | Heartbeat


@dataclass(frozen=True, slots=True)
class Hello:
    protocol: int


@dataclass(frozen=True, slots=True)
class Acknowledge:
    switched_on: int
    number: int


@dataclass(frozen=True, slots=True)
class AskTime:
    number: int


@dataclass(frozen=True, slots=True)
class Command:
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """`?`, typed by a person."""


ToBox: TypeAlias = Hello | Acknowledge | AskTime | Command | Question


def buttons(players: Iterable[int]) -> str:
    """`(2, 4)` as `..3.5..`."""
    chosen = set(players)
    return "".join(str(i + 1) if i in chosen else "." for i in range(PLAYERS))


def switched_on(boot: int) -> int:
    """The part of a boot that changes only with loss of power: numbers of events go on as long as it stays."""
    return boot >> 8


def checksum(text: str) -> str:
    return f"{crc_hqx(text.encode('ascii'), 0xFFFF):04X}"


def to_line(message: FromBox | ToBox) -> bytes:
    """A message as it goes over the wire."""
    if isinstance(message, Question):
        return b"?\n"
    text = _text(message)
    return f"{text} {checksum(text)}\n".encode("ascii")


def _text(message: FromBox | ToBox) -> str:
    match message:
        case Welcome(protocol, boot, next_event, firmware, count, tick_us):
            return f"W {protocol:02X} {boot:06X} {next_event:04X} {firmware:04X} {count:02X} {tick_us:04X} {NAME}"
        case Event(boot, number, kind, round_, tick, players):
            return f"E {boot:06X} {number:04X} {kind.value} {round_:02X} {tick:08X} {buttons(players)}"
        case Time(boot, asked, tick):
            return f"T {boot:06X} {asked:04X} {tick:08X}"
        case Reply(boot, number, done, tick, down):
            return f"R {boot:06X} {number:02X} {'OK' if done else 'NO'} {tick:08X} {buttons(down)}"
        case Heartbeat(boot, tick, phase, round_, down, dropped):
            return f"B {boot:06X} {tick:08X} {phase} {round_:02X} {buttons(down)} {dropped:02X}"
        case Hello(protocol):
            return f"H {protocol:02X}"
        case Acknowledge(on, number):
            return f"A {on:04X} {number:04X}"
        case AskTime(number):
            return f"T {number:04X}"
        case Command(number, words):
            return f"C {number:02X} {words}"
        case Question():
            return "?"


def _pattern(text: str) -> re.Pattern[str]:
    """`6` is a number of six digits, `p` a set of players; everything else is itself."""
    number = "([0-9A-F]{%s})"
    players = "(" + "".join(f"[.{i + 1}]" for i in range(PLAYERS)) + ")"
    return re.compile(" ".join(number % f if f.isdigit() else players if f == "p" else f for f in text.split()))


def _players(text: str) -> Players:
    return tuple(i for i, mark in enumerate(text) if mark != ".")


def _number(text: str) -> int:
    return int(text, 16)


_FROM_BOX: dict[str, tuple[re.Pattern[str], Callable[..., FromBox]]] = {
    "W": (
        _pattern(f"W 2 6 4 4 2 4 {NAME}"),
        lambda *fields: Welcome(*map(_number, fields)),
    ),
    "E": (
        _pattern("E 6 4 ([PFI]) 2 8 p"),
        lambda boot, number, kind, round_, tick, players: Event(
            _number(boot), _number(number), Kind(kind), _number(round_), _number(tick), _players(players)
        ),
    ),
    "T": (_pattern("T 6 4 8"), lambda *fields: Time(*map(_number, fields))),
    "R": (
        _pattern("R 6 2 (OK|NO) 8 p"),
        lambda boot, number, done, tick, down: Reply(
            _number(boot), _number(number), done == "OK", _number(tick), _players(down)
        ),
    ),
    "B": (
        _pattern("B 6 8 ([IAO]) 2 p 2"),
        lambda boot, tick, phase, round_, down, dropped: Heartbeat(
            _number(boot), _number(tick), phase, _number(round_), _players(down), _number(dropped)
        ),
    ),
}
_TO_BOX: dict[str, tuple[re.Pattern[str], Callable[..., ToBox]]] = {
    "H": (_pattern("H 2"), lambda protocol: Hello(_number(protocol))),
    "A": (_pattern("A 4 4"), lambda on, number: Acknowledge(_number(on), _number(number))),
    "T": (_pattern("T 4"), lambda number: AskTime(_number(number))),
    "C": (_pattern("C 2 (.+)"), lambda number, words: Command(_number(number), words)),
}
_OTHER_WELCOME = re.compile("W ([0-9A-F]{2})( .*)?")


def from_box(line: bytes) -> FromBox | None:
    """What a line from the box means; None for everything that is not exactly one."""
    text = _checked(line)
    if text is None:
        return None
    pattern, build = _FROM_BOX.get(text[0], (None, None))
    if pattern and build and (match := pattern.fullmatch(text)):
        message = build(*match.groups())
        if not (isinstance(message, Welcome) and message.protocol != PROTOCOL) and not (
            isinstance(message, Event) and not message.players
        ):
            return message
    if (match := _OTHER_WELCOME.fullmatch(text)) and _number(match[1]) != PROTOCOL:
        return Welcome(_number(match[1]))
    return None


def to_box(line: bytes) -> ToBox | None:
    """What a line to the box means; None for everything that is not exactly one."""
    if line == b"?":
        return Question()
    text = _checked(line)
    if text is None:
        return None
    pattern, build = _TO_BOX.get(text[0], (None, None))
    match = pattern.fullmatch(text) if pattern else None
    return build(*match.groups()) if build and match else None


def _checked(line: bytes) -> str | None:
    """The line without its checksum, if that is right."""
    if not 6 <= len(line) <= LONGEST or not all(0x20 <= byte < 0x7F for byte in line):
        return None
    text, space, told = line[:-5].decode("ascii"), line[-5:-4], line[-4:].decode("ascii")
    return text if space == b" " and told == checksum(text) else None


class Lines:
    """Cuts a stream of bytes into lines; whatever is too long to be one is thrown away up to its end."""

    def __init__(self) -> None:
        self._part = b""
        self._spoiled = False

    def add(self, data: bytes) -> Iterator[bytes]:
        *whole, rest = (self._part + data).split(b"\n")
        for line in whole:
            spoiled, self._spoiled = self._spoiled, False
            yield b"" if spoiled else line.removesuffix(b"\r")
        self._spoiled = self._spoiled or len(rest) > LONGEST + 1  # there may be a \r at the end
        self._part = b"" if self._spoiled else rest

    def clear(self) -> None:
        self._part, self._spoiled = b"", False
