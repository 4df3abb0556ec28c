"""What people say at a table that is being watched: moves by number, answers to the referee, dice in words.

A line is understood against the game as it stands; `hear` does what it says.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
from typing import TextIO

from companion.questions import NotUnderstood, picked
from companion.referee import Question, Referee, Ruled
from companion.rules import Action, Die, MalformedData
from companion.rules.text import say
from companion.rules.wuerfelblitz import Call, Wuerfelblitz


class Quit(Exception):
    """Somebody wants to stop watching."""


class Lines:
    """Lines that people type, without making anyone wait for them."""

    def __init__(self, stream: TextIO = sys.stdin) -> None:
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(stream,), name="keyboard", daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        try:
            for line in stream:
                self._typed.put(line.strip())
        except (OSError, ValueError):  # no keyboard, or one that went away: then nobody types
            return

    def waiting(self) -> str | None:
        """The next line that was typed, if there is one."""
        try:
            return self._typed.get_nowait()
        except queue.Empty:
            return None


def hear(line: str, referee: Referee) -> Ruled | Question | None:
    """Do what a line says; IllegalAction or NotUnderstood if that is not possible."""
    word, _, rest = line.partition(" ")
    match word.casefold():
        case "quit":
            raise Quit
        case "undo":
            if referee.moves:
                referee.undo()
            return None
        case "yes" | "no" | "again" | "accept" | "correct" as answer:
            return _answered(answer, rest, referee)
    return referee.tell(_move(line, referee))


def _answered(answer: str, words: str, referee: Referee) -> Ruled | Question | None:
    """One of the remedies that the question offers: a ruling of the table is none that was only confirmed."""
    question = referee.question
    if question is None:
        raise NotUnderstood(say("Nothing was asked."))
    if answer not in question.remedies:
        raise NotUnderstood(
            say("“{word}” does not answer this; {answers} would.", word=answer, answers=question.remedies)
        )
    match answer:
        case "yes":
            return _confirmed(question, referee)
        case "no":
            referee.no()
        case "again":
            referee.again()
        case "accept":
            referee.accept()
        case "correct":
            return _corrected(words, question, referee)
    return None


def _confirmed(question: Question, referee: Referee) -> Ruled:
    if question.roll is None:
        raise NotUnderstood(say("There is no throw to confirm: correct it, or throw again."))
    return referee.yes()


def _corrected(words: str, question: Question, referee: Referee) -> Ruled | Question | None:
    """The dice from left to right, `white:coin` or just the face."""
    seen = question.settled.dice
    faces = words.replace(",", " ").split()
    if len(faces) != len(seen):
        raise NotUnderstood(say("Name all {n} dice from left to right.", n=len(seen)))
    return referee.correct([_die(face, read.body) for face, read in zip(faces, seen, strict=True)])


def _die(word: str, body: str) -> Die:
    if ":" not in word:
        return Die(body, word)
    try:
        return Die.from_json(word)
    except ValueError:
        raise NotUnderstood(say("“{word}” is not understood.", word=word)) from None


def _move(line: str, referee: Referee) -> Action:
    """A move by its number in the list, as JSON, or a call such as `Iva 17`."""
    state = referee.state
    if (action := picked(line, state.legal_actions())) is not None:
        return action
    if line.startswith("{"):
        try:
            return state.table.game.action_from_json(json.loads(line))
        except (ValueError, RecursionError) as error:
            reason = str(error) if isinstance(error, MalformedData) else "JSON"
            raise NotUnderstood(say("“{word}” is not understood.", word=reason)) from None
    who, _, number = line.rpartition(" ")
    if isinstance(state, Wuerfelblitz) and who in state.table.players and number.isdecimal() and len(number) < 4:
        return Call(state.table.players.index(who), int(number))
    raise NotUnderstood(say("“{word}” is not understood.", word=line))
