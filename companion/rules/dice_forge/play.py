"""How the game moves on: an agenda of tasks, the next one last, and the play that works on it.

An action settles the task on top; whatever then needs nobody's decision happens at once, until a task waits for
a player or for dice. A new card or face is a row in the data file and, at most, a small task.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from companion.rules.action import Action
from companion.rules.dice import Expectation, Roll
from companion.rules.dice_forge.box import Box
from companion.rules.dice_forge.hero import Hero
from companion.rules.dice_forge.options import Options
from companion.rules.errors import NOT_NOW, NOT_YOUR_TURN, IllegalAction
from companion.rules.game import Table
from companion.rules.text import Text

if TYPE_CHECKING:
    from companion.rules.dice_forge.state import DiceForge


@dataclass(frozen=True, slots=True)
class Stack:
    """The cards left at one of the places on the islands."""

    card: str
    left: int


class Scene(Protocol):
    """What there is to see on the table: the same for a state and for a play in progress."""

    @property
    def table(self) -> Table[Box, Options]: ...
    @property
    def box(self) -> Box: ...
    @property
    def heroes(self) -> Sequence[Hero]: ...
    @property
    def pools(self) -> Sequence[tuple[str, ...]]: ...
    @property
    def stacks(self) -> Sequence[Stack]: ...
    @property
    def turn(self) -> int: ...
    def name(self, player: int) -> str: ...


class Task:
    """One thing still to be done. Subclasses are frozen dataclasses, listed in `agenda`."""

    __slots__ = ()

    def decider(self) -> int | None:
        """Whose decision it is; None if it is the table's or several players'."""
        return None

    def waits(self, scene: Scene) -> bool:
        """Whether somebody has to decide or throw before the game can go on."""
        return True

    def settle(self, play: Play) -> None:
        """Do what needs no decision. The task is off the agenda already; what it leads to is pushed."""
        raise AssertionError(self)

    def actions(self, scene: Scene) -> tuple[Action, ...]:
        """What may be done now."""
        return ()

    def expects(self, scene: Scene) -> Expectation:
        """What should happen now."""
        raise AssertionError(self)

    def act(self, play: Play, action: Action) -> None:
        """Carry out one of `actions`. The task is off the agenda already."""
        raise AssertionError(self)

    def roll(self, play: Play, roll: Roll) -> None:
        """Take note of an expected throw. The task is off the agenda already."""
        raise AssertionError(self)

    def why_not(self, scene: Scene, action: Action) -> IllegalAction | None:
        """The rule that forbids an action of the right player, if this task knows it."""
        return None

    def refusal(self, scene: Scene, action: Action) -> IllegalAction:
        """Why an action that is not among `actions` is refused."""
        if action.player != self.decider():
            return NOT_YOUR_TURN.broken()
        return self.why_not(scene, action) or NOT_NOW.broken()

    def holds(self) -> tuple[str, ...]:
        """Faces that are in somebody's hand during this task."""
        return ()

    def sound(self, scene: Scene) -> bool:
        """Whether such a task can occur; for states that come from a file."""
        decider = self.decider()
        return decider is None or 0 <= decider < len(scene.heroes)


@dataclass(frozen=True, slots=True)
class PlayerTask(Task):
    """A task of one player."""

    player: int

    def decider(self) -> int | None:
        return self.player


class Play:
    """A state being worked on while one action is carried out; nobody else ever sees it."""

    __slots__ = ("agenda", "box", "heroes", "laid_aside", "pools", "round", "said", "stacks", "table", "turn")

    def __init__(self, state: DiceForge) -> None:
        self.table: Table[Box, Options] = state.table
        self.box = state.table.game.data
        self.heroes: list[Hero] = list(state.heroes)
        self.pools = list(state.pools)
        self.stacks = list(state.stacks)
        self.agenda: list[Task] = list(state.agenda)
        self.laid_aside = state.laid_aside
        self.round = state.round
        self.turn = state.turn
        self.said: list[Text] = []

    def name(self, player: int) -> str:
        return self.table.players[player]

    def say(self, text: Text) -> None:
        self.said.append(text)

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first one is done next."""
        self.agenda.extend(reversed(tasks))

    def run(self) -> None:
        """Settle tasks until one waits for people or dice. An empty agenda is the end of the game."""
        agenda = self.agenda
        while agenda and not agenda[-1].waits(self):
            agenda.pop().settle(self)
