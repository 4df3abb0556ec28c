"""A game under a referee whose camera is the test: dice are laid out in rows and settle at once."""

from __future__ import annotations

from typing import Any

from companion.games import game
from companion.referee import Notebook, Question, Referee, Ruled
from companion.rules import Action, Die, Roll, State
from tests.vision.laid_out import die, row
from vision.reading import DieRead
from vision.settle import Settled

__all__ = ["Refereed", "die", "row"]


class Refereed:
    """A sitting; `sees` lays dice down and lets them settle."""

    def __init__(self, game_id: str, players: int = 2, **options: object) -> None:
        names = ("Mascha", "Phil", "Iva", "Emmitt")[:players]
        self.book = Notebook(game(game_id).start(names, options))
        self.referee = Referee(self.book)
        self.dice: tuple[DieRead, ...] = ()
        self.at = 0.0

    @property
    def state(self) -> State[Any, Any]:
        return self.referee.state

    def sees(self, *dice: DieRead, rolled: bool = True) -> Ruled | Question | None:
        self.at += 1.0
        self.dice = dice
        return self.referee.see(Settled(dice, self.at - 0.2, self.at, rolled))

    def throws(self, *specs: str, y: float = 300) -> Ruled:
        """A throw in order, of dice that lie in a row of their own."""
        self.at += 10
        answer = self.sees(*(die(spec, 150 + 130 * i + self.at % 7, y) for i, spec in enumerate(specs)))
        assert isinstance(answer, Ruled), answer
        return answer

    def does(self, action: Action) -> None:
        self.referee.tell(action)

    def asks(self, *dice: DieRead, rolled: bool = True) -> Question:
        before = self.state
        answer = self.sees(*dice, rolled=rolled)
        assert isinstance(answer, Question), answer
        assert self.state == before
        assert self.referee.question is answer
        return answer

    def roll(self) -> Roll:
        """The last throw that counted."""
        action = self.book.history.events[-1].action
        assert isinstance(action, Roll)
        return action


def dice(*specs: str) -> tuple[Die, ...]:
    return tuple(Die.from_json(spec) for spec in specs)
