"""What a stranger may do to a file that was once whole, how often it is tried, and how long an answer may take."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

STUDY = 20
"""How many times more is tried with --study."""
PROMPTLY = 10.0
"""Seconds of work within which everything is answered; what waits for ten times as long waits for ever."""
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?|[A-Za-z_]\w*|[\[\]{}:,=]')

ODD_TEXTS = (
    '""', '"\\u0000"',
    '"\\u001b[2J"', '"a\\nb"', '"../../x"', '"/etc/passwd"', '"CON"', '"nul.toml"', '"a/b"', '"²"',
    '"\\u202e"', f'"{"a" * 5000}"', '"{n.__class__}"', '"{x:>999999999}"', '"{"', '"1"', '"any"', '"spy:///x?file=y"',
)  # fmt: skip
ODD_NUMBERS = ("0", "-1", "1", "2", "7", "99", "1.5", "1e308", "-1e308", "1e-320", "9" * 19, "9" * 40, "9" * 5000)
ODD_JSON = (
    *ODD_TEXTS, *ODD_NUMBERS, "NaN", "Infinity", "-Infinity", "1e999", "true", "false", "null", "[]", "{}", "[[]]",
    "[null]", '{"x": 1}', '"\\ud800"', "[" * 3000, '{"a":' * 3000, "",
)  # fmt: skip
ODD_TOML = (
    *ODD_TEXTS, *ODD_NUMBERS, "nan", "inf", "-inf", "true", "1979-05-27", "07:32:00", "0xFFFFFFFFFFFFFFFFFFFF", "[]",
    "{}", "[[1]]", '["a"]', "{ a = 1 }", "[" * 3000, "{ a = " * 500, "'''", "",
)  # fmt: skip


def tries(examples: int) -> Callable[[Any], Any]:
    """The same inputs every time; with --study, many more and other ones each time."""
    study = settings.get_current_profile_name() == "study"
    return settings(
        max_examples=examples * (STUDY if study else 1),
        derandomize=not study,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


class Hung(BaseException):
    """No answer came; not an Exception, for nothing may take it for one of its own."""


@contextmanager
def promptly(seconds: float = PROMPTLY) -> Iterator[None]:
    """Whatever happens inside must have ended by then."""

    def ring(*_: object) -> None:
        raise Hung(f"no answer within {seconds} s")

    timers = ((signal.SIGPROF, signal.ITIMER_PROF, seconds), (signal.SIGALRM, signal.ITIMER_REAL, 10 * seconds))
    before = [signal.signal(number, ring) for number, _, _ in timers]
    for _, timer, limit in timers:
        signal.setitimer(timer, limit)
    try:
        yield
    finally:
        for (number, timer, _), earlier in zip(timers, before, strict=True):
            signal.setitimer(timer, 0)
            signal.signal(number, earlier)


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Bytes flipped, overwritten, lost, doubled, put in; or the end is missing."""
    content = bytearray(whole)
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, max(0, len(content) - 1)))
        length = draw(st.sampled_from((1, 1, 2, 4, 30, 500)))
        match draw(st.sampled_from(("flip", "write", "lose", "double", "insert", "cut"))):
            case "flip" if content:
                content[at] ^= 1 << draw(st.integers(0, 7))
            case "write":
                fresh = draw(st.sampled_from((b"\x00", b"\xff", b"\x7f", b"\x80"))) * length
                content[at : at + length] = fresh
            case "lose":
                del content[at : at + length]
            case "double":
                content[at:at] = content[at : at + length]
            case "insert":
                content[at:at] = draw(st.binary(min_size=1, max_size=8))
            case "cut" if draw(st.booleans()):
                del content[at:]
    return bytes(content)


@st.composite
def altered(draw: st.DrawFn, whole: str, odd: Sequence[str]) -> str:
    """A text whose words, numbers and brackets are replaced, lost, doubled or exchanged."""
    found = list(_TOKEN.finditer(whole))
    text = whole
    places = draw(st.lists(st.integers(0, len(found) - 1), min_size=1, max_size=4, unique=True))
    for place in sorted(places, reverse=True):
        start, end = found[place].span()
        match draw(st.sampled_from(("replace", "replace", "replace", "exchange", "lose", "double"))):
            case "replace":
                fresh = draw(st.sampled_from(odd))
            case "exchange":
                fresh = found[draw(st.integers(0, len(found) - 1))].group()
            case "lose":
                fresh = ""
            case _:
                fresh = f"{found[place].group()} {found[place].group()}"
        text = text[:start] + fresh + text[end:]
    return text
