"""The shape every game has: `Game` describes it, `Table` is one sitting of it, `State` is one moment, a value.

Modelled on OpenSpiel and python-chess: `legal_actions()`, `apply()`, `outcome()`; dice are actions of the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, Generic, Self, TypeVar, cast

from companion.rules.action import Action
from companion.rules.codec import UNWRITTEN, decode, decode_tagged, encode, encode_fields, encode_tagged
from companion.rules.dice import DieKind, Expectation, Roll, check_roll
from companion.rules.errors import GAME_OVER, NO_SUCH_PLAYER, NOT_NOW, BadSetup, MalformedData
from companion.rules.text import Name, Text, is_written, say

D = TypeVar("D")  # what a game reads from its data file
O = TypeVar("O")  # a game's options  # noqa: E741
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: who won (several, if they share it), the points and the places of all, and why."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    places: tuple[int, ...]
    why: Text

    @classmethod
    def by_score(cls, scores: Sequence[int], why: Text) -> Outcome:
        """The most points win; equal points share the place."""
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return cls(tuple(i for i, place in enumerate(places) if place == 1), tuple(scores), places, why)


@dataclass(frozen=True, slots=True, eq=False)
class Game(Generic[D, O]):
    """What a game is: who can play it, with which dice and options, and how it begins."""

    id: str
    name: Name
    least_players: int
    most_players: int
    dice: tuple[DieKind, ...]
    options: type[O]
    state: type[State[D, O]]
    actions: tuple[type[Action], ...]
    begin: Callable[[Table[D, O]], State[D, O]]
    data: D
    #: Raises BadSetup for options that are fine one by one but not for these players.
    check: Callable[[Table[D, O]], None] = field(default=lambda table: None)
    #: What the values of options are called, where they are names and not numbers.
    choices: Mapping[str, Name | Text] = field(default_factory=dict)

    def choice(self, value: object) -> Name | Text | str:
        """A value of an option as people call it."""
        return self.choices.get(value, value) if isinstance(value, str) else str(value)

    def start(self, players: Sequence[str], options: Mapping[str, object] | O | None = None) -> State[D, O]:
        """The first state of a sitting; BadSetup if these players cannot play with these options."""
        return self.begin(self.table(players, options))

    def table(self, players: Sequence[str], options: Mapping[str, object] | O | None = None) -> Table[D, O]:
        """A sitting of this game, its players and options checked."""
        names = tuple(name.strip() for name in players)
        if not self.least_players <= len(names) <= self.most_players:
            raise BadSetup(
                say(
                    "{game} is for {least} to {most} players, not {n}.",
                    game=self.name,
                    least=self.least_players,
                    most=self.most_players,
                    n=len(names),
                )
            )
        if "" in names or len(set(names)) < len(names) or not all(map(is_written, names)):
            raise BadSetup(say("Each player needs a name of their own."))
        table = Table(self, names, self._options(options))
        self.check(table)
        return table

    def _options(self, options: Mapping[str, object] | O | None) -> O:
        if isinstance(options, self.options):
            chosen = options
        else:
            try:
                chosen = decode(self.options, dict(cast("Mapping[str, object]", options or {})))
            except MalformedData as error:
                raise BadSetup(say("Option {problem}.", problem=str(error))) from None
        for item in options_of(self.options):
            item.check(getattr(chosen, item.id))
        return chosen

    def action_from_json(self, data: object) -> Action:
        """The action that JSON data describes; MalformedData if this game has none such."""
        return decode_tagged(self.actions, data)

    def state_from_json(self, data: object) -> State[D, O]:
        """The state that `State.to_json` wrote."""
        if not isinstance(data, dict) or data.get("game") != self.id:
            raise MalformedData("game", f"expected a state of {self.id}")
        names, options = data.get("players"), data.get("options")
        if not isinstance(names, list) or not isinstance(options, dict):
            raise MalformedData("players", "expected a list of players and an object of options")
        table = self.table(decode(tuple[str, ...], names, "players"), options)
        return self.state.restore(table, data.get("state"))


@dataclass(frozen=True, slots=True)
class Table(Generic[D, O]):
    """One sitting: who plays which game with which options. It never changes during the game."""

    game: Game[D, O]
    players: tuple[str, ...]
    options: O

    def left_of(self, player: int) -> int:
        """The next player clockwise."""
        return (player + 1) % len(self.players)

    def clockwise(self, first: int) -> tuple[int, ...]:
        """All players, clockwise from `first`."""
        n = len(self.players)
        return tuple((first + i) % n for i in range(n))

    def to_json(self) -> dict[str, object]:
        return {"game": self.game.id, "players": list(self.players), "options": encode(self.options)}


@dataclass(frozen=True, slots=True)
class State(ABC, Generic[D, O]):
    """One moment of a game: an immutable value, equal by value. `said` explains the last verdict."""

    table: Table[D, O] = field(repr=False, metadata=UNWRITTEN)
    said: tuple[Text, ...] = field(default=(), kw_only=True)

    @abstractmethod
    def legal_actions(self) -> tuple[Action, ...]:
        """What players (and the table, dice apart) may do now; the dice are in `expects()`."""

    @abstractmethod
    def expects(self) -> Expectation:
        """What should happen now, in a sentence, and which dice should be thrown or lie still."""

    @abstractmethod
    def label(self, action: Action) -> Text:
        """One of `legal_actions()` as a line of a menu; who would do it stands beside it."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, once the game is over."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Each player's points as they stand, by the count that decides the game."""

    @abstractmethod
    def inventory(self) -> Mapping[str, int]:
        """How much there is of everything that a game neither makes nor destroys; it never changes."""

    def faults(self) -> tuple[str, ...]:
        """Why this position cannot occur in the game; empty for every state that play can reach."""
        return ()

    @abstractmethod
    def act(self, action: Action) -> Self:
        """The next state; a Roll has already been held against `expects()`. Called by `apply`."""

    def apply(self, action: Action) -> Self:
        """The state after an action; IllegalAction, naming the rule, if it is not allowed now."""
        if self.outcome() is not None:
            raise GAME_OVER.broken()
        if action.player is not None and not 0 <= action.player < len(self.table.players):
            raise NO_SUCH_PLAYER.broken()
        if isinstance(action, Roll):
            check_roll(self.expects(), action)
        elif type(action) not in self.table.game.actions:
            raise NOT_NOW.broken()
        return self.act(action)

    def is_legal(self, action: Action) -> bool:
        """Whether `apply` would accept the action."""
        try:
            self.apply(action)
        except ValueError:
            return False
        return True

    def invent(self, choose: Callable[[Sequence[T]], T]) -> Action | None:
        """An open action that a simulated table could make now (teaching a card), if there is one."""
        return None

    def learned(self) -> O:
        """The options with which the next sitting knows what this table has told about its cards."""
        return self.table.options

    def name(self, player: int) -> str:
        return self.table.players[player]

    def to_json(self) -> dict[str, object]:
        """The whole state as JSON data; `Game.state_from_json` restores it."""
        return {**self.table.to_json(), "state": encode_fields(self)}

    @classmethod
    def restore(cls, table: Table[D, O], data: object) -> Self:
        """The state of a sitting that the `state` part of `to_json` describes."""
        state = decode(cls, data, "state", table=table)
        try:
            faults = state.faults()
        except (IndexError, KeyError):
            faults = ("it names a place, die or card that is not there",)
        if faults:
            raise MalformedData("state", faults[0])
        return state


def action_to_json(action: Action) -> dict[str, object]:
    """An action as JSON data, tagged with what it does; an action of the table names no player."""
    return encode_tagged(action)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game as people see it: what it is called, its default and what it may be set to."""

    id: str
    label: Text
    default: object
    choices: tuple[object, ...] = ()
    least: int | None = None
    most: int | None = None

    def check(self, value: object) -> None:
        """Raise BadSetup if the value is out of range. A tuple is one value a player."""
        for item in value if isinstance(value, tuple) else (value,):
            too_low = self.least is not None and isinstance(item, int) and item < self.least
            too_high = self.most is not None and isinstance(item, int) and item > self.most
            if too_low or too_high:
                raise BadSetup(
                    say(
                        "Option {option} goes from {least} to {most}, not {value}.",
                        option=self.id,
                        least=str(self.least),
                        most=str(self.most),
                        value=str(item),
                    )
                )
            if self.choices and item not in self.choices:
                choices = ", ".join(map(str, self.choices))
                raise BadSetup(
                    say(
                        "Option {option} can be {choices}, not {value}.",
                        option=self.id,
                        choices=choices,
                        value=str(item),
                    )
                )


def option(
    default: T, label: Text, *, choices: tuple[T, ...] = (), least: int | None = None, most: int | None = None
) -> T:
    """A field of an options dataclass, with what a settings screen needs to offer it."""
    made: Any = field(default=default, metadata={"option": (label, choices, least, most)})
    return made  # type: ignore[no-any-return]


def options_of(kind: type) -> tuple[Option, ...]:
    """The options that an options dataclass declares."""
    return tuple(_option(f) for f in fields(kind) if "option" in f.metadata)


def _option(item: Field[Any]) -> Option:
    label, choices, least, most = item.metadata["option"]
    return Option(item.name, label, item.default, choices, least, most)
