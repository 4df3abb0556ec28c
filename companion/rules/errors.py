"""What can be wrong with a move or a file: each broken rule has a stable code and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.text import Text, Value


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a game: a code that never changes and the sentence that states it."""

    code: str
    sentence: str

    def broken(self, **values: Value) -> IllegalAction:
        """The error to raise when an action breaks this rule."""
        return IllegalAction(self, Text(self.sentence, tuple(values.items())))


def rule(code: str, sentence: str) -> Rule:
    """Declare a rule (a function, so that the catalogue's extractor finds the sentence)."""
    return Rule(code, sentence)


class Told(Exception):
    """Something is wrong, and people are told so: `text` is the sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class IllegalAction(ValueError):
    """An action the rules do not allow now; `rule` names the one it breaks, `text` says so to people."""

    def __init__(self, broken: Rule, text: Text) -> None:
        super().__init__(f"{broken.code}: {text}")
        self.rule = broken
        self.text = text

    @property
    def code(self) -> str:
        return self.rule.code


class MalformedData(ValueError):
    """JSON that is not an action, an option or a state of this game; `where` says at which place."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}" if where else problem)
        self.where = where


class BadSetup(Told, ValueError):
    """A game cannot begin like this: too many players, an option out of range, a deck that does not add up."""


GAME_OVER = rule("game.over", "The game is over.")
NOT_NOW = rule("game.not-now", "That cannot be done now.")
NOT_YOUR_TURN = rule("game.not-your-turn", "It is not this player’s turn.")
NO_SUCH_PLAYER = rule("game.no-such-player", "Nobody sits at that place.")
