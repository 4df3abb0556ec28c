"""Asking at the keyboard: one line, a number, one of several things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.rules import Told
from companion.rules.text import Text, say
from companion.terminal import Terminal

LONGEST_NUMBER = 6  # digits; whatever is longer is a slip of the finger

T = TypeVar("T")


class NotUnderstood(Told, ValueError):
    """Something typed that is neither a move nor dice; the sentence says what is wanted."""


def ask(prompt: str = "") -> str:
    """One line that a person types."""
    return input(f"{prompt}> ").strip()


def ask_number(answer: str) -> int:
    """The number that was typed."""
    if not (answer.isascii() and answer.isdigit() and len(answer) <= LONGEST_NUMBER):
        raise NotUnderstood(say("“{word}” is not a number.", word=answer))
    return int(answer)


def picked(answer: str, listed: Sequence[T]) -> T | None:
    """What stands under the number that was typed; None if that is no number of the list."""
    if answer.isdecimal() and len(answer) <= LONGEST_NUMBER and 1 <= int(answer) <= len(listed):
        return listed[int(answer) - 1]
    return None


def ask_one(screen: Terminal, question: Text, choices: Sequence[tuple[T, Text | str]]) -> T:
    """One of several things, by its number; nothing is asked where there is only one."""
    if len(choices) == 1:
        return choices[0][0]
    print(screen.words(question))
    for number, (_, words) in enumerate(choices, 1):
        print(f"  {number:>3}  {screen.words(words)}")
    number = ask_number(ask())
    if not 1 <= number <= len(choices):
        raise NotUnderstood(say("Type a number from 1 to {most}.", most=len(choices)))
    return choices[number - 1][0]
