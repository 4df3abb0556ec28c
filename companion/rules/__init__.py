"""The rule book: five games as one engine, pure Python, no files, no clock, no randomness of its own."""

from companion.rules.action import Action
from companion.rules.dice import Die, DieKind, Expectation, LooseDie, Roll, Throw
from companion.rules.errors import BadSetup, IllegalAction, MalformedData, Rule, Told
from companion.rules.game import Game, Option, Outcome, State, Table, action_to_json, options_of
from companion.rules.history import Correction, Event, History
from companion.rules.text import Name, Text

__all__ = [
    "Action", "BadSetup", "Correction", "Die", "DieKind", "Event", "Expectation", "Game", "History", "IllegalAction",
    "LooseDie", "MalformedData", "Name", "Option", "Outcome", "Roll", "Rule", "State", "Table", "Text", "Throw",
    "Told", "action_to_json", "options_of",
]  # fmt: skip
