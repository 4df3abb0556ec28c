"""One moment of Würfelblitz: the dice, the calls so far and everybody’s discs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar, cast

from companion.rules.action import Action
from companion.rules.dice import Die, Expectation, LooseDie, Roll, all_of
from companion.rules.errors import NO_SUCH_PLAYER, NOT_NOW
from companion.rules.game import Outcome, State
from companion.rules.text import Text, count, say
from companion.rules.wuerfelblitz.calls import (
    ALREADY_RIGHT,
    FALSE_START,
    LOCKED_OUT,
    MOST_CALLED,
    NOBODY_RIGHT,
    NOT_A_RESULT,
    OUT_OF_ORDER,
    SOMEBODY_RIGHT,
    TOO_LATE,
    Call,
    CloseRound,
    GiveUp,
    Options,
)
from companion.rules.wuerfelblitz.tally import COLOURS, Tally, tally

DISCS = 14  # of each colour in the box
GOAL = 3  # black discs that win
ANSWERS = 3  # right answers a black disc costs, unless the players agree otherwise
SECOND = 1000  # milliseconds

Phase = Literal["throw", "call", "close", "over"]
Dice = tuple[LooseDie, ...]  # all nine of the box: one of each colour, then the white ones
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Discs:
    """Reward discs, of a player or in the box.

    The box may be short of some: seven players can earn more than fourteen black discs. It then counts below zero, and
    anything at hand stands in at the table, for a disc that was earned must count.
    """

    white: int = 0
    black: int = 0


@dataclass(frozen=True, slots=True)
class RightCall:
    """Who called the right result, and when."""

    player: int
    at: int


@dataclass(frozen=True, slots=True)
class Wuerfelblitz(State[Dice, Options]):
    """A moment of the game. `right` are this round's right calls as they came, `out` those who may not call again."""

    discs: tuple[Discs, ...]
    box: Discs
    phase: Phase
    thrower: int
    dice: tuple[Die, ...] = ()
    now: int = 0  # when the latest call was made, in milliseconds since the reveal
    right: tuple[RightCall, ...] = ()
    out: tuple[int, ...] = ()

    def legal_actions(self) -> tuple[Action, ...]:
        """Calls are open: see `callers()` for who may make one."""
        match self.phase:
            case "call":
                return _GIVE_UP
            case "close":
                return _CLOSE_ROUND
        return ()

    def callers(self) -> tuple[int, ...]:
        """The players who may call a result now."""
        if self.phase not in ("call", "close"):
            return ()
        done = {*self.out, *[call.player for call in self.right]}
        return tuple([p for p in range(len(self.discs)) if p not in done])

    def tally(self) -> Tally:
        """What the dice on the table come to."""
        return tally(self.dice, brain_teaser=self.table.options.brain_teaser)

    def expects(self) -> Expectation:
        match self.phase:
            case "throw":
                dice = self._all_dice()
                text = say(
                    "{player} shakes the box with {dice}, turns it over and raises it on “three!”.",
                    player=self.name(self.thrower),
                    dice=count(len(dice), "{n} die", "{n} dice"),
                )
                return Expectation(text, (all_of(self.thrower, dice),))
            case "call":
                if not (callers := self.callers()):
                    return Expectation(say("Everybody has called a wrong result; the round is given up."))
                names = tuple([self.name(p) for p in callers])
                return Expectation(say("Who calls the right result first? {players}.", players=names))
            case "close":
                return Expectation(say("The result is called; only calls of the very same moment still count."))
        return Expectation(say("Three black discs are presented; the game is over."))

    def label(self, action: Action) -> Text:
        match action:
            case Call():
                return say("call {number}", number=action.number)
            case CloseRound():
                return say("nobody else called at that moment: the round is over")
        return say("nobody finds it: throw again")

    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        return Outcome.by_score(self.scores(), say("The first to present three black discs wins."))

    def scores(self) -> tuple[int, ...]:
        """Ten for a black disc and one for a white: nobody ever holds more than four white ones."""
        return tuple([10 * own.black + own.white for own in self.discs])

    def inventory(self) -> Mapping[str, int]:
        return {
            "white discs": self.box.white + sum([own.white for own in self.discs]),
            "black discs": self.box.black + sum([own.black for own in self.discs]),
        }

    def faults(self) -> tuple[str, ...]:
        seats = range(len(self.table.players))
        if len(self.discs) != len(seats):
            return ("there are discs for more or fewer players than sit at the table",)
        faults = []
        if set(self.inventory().values()) != {DISCS}:
            faults.append("the box holds fourteen discs of each colour")
        if any(not (0 <= d.white < self._price(p) and 0 <= d.black <= GOAL) for p, d in enumerate(self.discs)):
            faults.append("a player has fewer than no discs or more than can be held")
        done = [*[call.player for call in self.right], *self.out]
        if self.thrower not in seats or not set(done) <= set(seats) or len(set(done)) < len(done):
            faults.append("a player is not there, or is there twice")
        if self.out and self.table.options.call_again:
            faults.append("nobody sits out where players may call again")
        if self.dice if self.phase == "throw" else not self._is_throw(self.dice):
            faults.append("the dice on the table are not a throw of this game")
        if bool(self.right) != (self.phase in ("close", "over")):
            faults.append("a round is decided by a right call")
        times = [0, *[call.at for call in self.right], self.now]
        if times != sorted(times) or (self.right and self.now > self._deadline()):
            faults.append("the calls are not in order of time")
        champions = set(self._champions())
        if not champions <= {call.player for call in self.right} or (self.phase == "over" and not champions):
            faults.append("the third black disc is won in the last round, and ends the game")
        return tuple(faults)

    def invent(self, choose: Callable[[Sequence[T]], T]) -> Action | None:
        callers = self.callers()
        if not callers:
            return None
        pick = cast("Callable[[Sequence[int]], int]", choose)
        result = self.tally().total
        until = self._deadline() if self.right else self.now + SECOND
        return Call(pick(callers), pick((result, result, pick(range(MOST_CALLED)))), pick(range(self.now, until + 1)))

    def act(self, action: Action) -> Wuerfelblitz:
        match action:
            case Roll():
                said = say("The dice are revealed.")
                return replace(self, phase="call", dice=action.thrown, said=(said,))
            case Call():
                return self._call(action)
            case CloseRound(player=None) if self.phase == "call":
                raise NOBODY_RIGHT.broken()
            case CloseRound(player=None) if self.phase == "close":
                return self._close()
            case GiveUp(player=None) if self.phase == "close":
                raise SOMEBODY_RIGHT.broken()
            case GiveUp(player=None) if self.phase == "call":
                thrower = self.name(self.thrower)
                said = say("Nobody solves it, and {player} throws again.", player=thrower)
                return self._next_throw(self.thrower, (said, self.tally().in_words()))
        raise NOT_NOW.broken()

    # --- a call -----------------------------------------------------------------------------------------------------

    def _call(self, call: Call) -> Wuerfelblitz:
        at = self.now if call.at is None else call.at
        if call.player is None:
            raise NO_SUCH_PLAYER.broken()
        if self.phase == "throw" or at < 0:
            raise FALSE_START.broken()
        if not 0 <= call.number <= MOST_CALLED:
            raise NOT_A_RESULT.broken(number=call.number, most=MOST_CALLED)
        if at < self.now:
            raise OUT_OF_ORDER.broken(at=at, now=self.now)
        if self.right and at > self._deadline():
            raise TOO_LATE.broken(at=at, first=self.right[0].at)
        if any(right.player == call.player for right in self.right):
            raise ALREADY_RIGHT.broken(player=self.name(call.player))
        if call.player in self.out:
            raise LOCKED_OUT.broken(player=self.name(call.player))
        result = self.tally()
        if call.number != result.total:
            return self._wrong(call.player, call.number, at)
        right = (*self.right, RightCall(call.player, at))
        return replace(self, phase="close", now=at, right=right)._reward(call.player, result)

    def _wrong(self, player: int, number: int, at: int) -> Wuerfelblitz:
        own, name = self.discs[player], self.name(player)
        state = self
        if own.white:
            said = say("{number} is wrong: {player} hands over a white disc.", number=number, player=name)
            state = self._hold(player, replace(own, white=own.white - 1))
        elif own.black:
            said = say(
                "{number} is wrong; {player} has only black discs, and those are safe.", number=number, player=name
            )
        else:
            said = say("{number} is wrong; {player} has no disc to hand over.", number=number, player=name)
        out = self.out if self.table.options.call_again else (*self.out, player)
        return replace(state, now=at, out=out, said=(said,))

    def _reward(self, player: int, result: Tally) -> Wuerfelblitz:
        """A white disc; the last one a black disc costs is swapped at once, together with the others."""
        own, name, price = self.discs[player], self.name(player), self._price(player)
        said = [say("{player} is right with {number}.", player=name, number=result.total), result.in_words()]
        if own.white + 1 < price:
            won = replace(own, white=own.white + 1)
            said.append(say("{player} wins a white disc: {n} of {price}.", player=name, n=won.white, price=price))
        else:
            won = Discs(0, own.black + 1)
            said.append(
                say("{player} wins a black disc straight away: {n} of {goal}.", player=name, n=won.black, goal=GOAL)
                if price == 1
                else say(
                    "White disc number {price}: {player} swaps all of them for a black one, {n} of {goal}.",
                    price=price,
                    player=name,
                    n=won.black,
                    goal=GOAL,
                )
            )
        state = self._hold(player, won)
        if state.box.white < min(self.box.white, 0):
            said.append(say("No white disc is left in the box; anything at hand stands in for one."))
        if state.box.black < min(self.box.black, 0):
            said.append(say("No black disc is left in the box; anything at hand stands in for one."))
        return replace(state, said=tuple(said))

    def _hold(self, player: int, now: Discs) -> Wuerfelblitz:
        """The player holds these discs now; the box gives or takes the difference."""
        before = self.discs[player]
        box = Discs(self.box.white + before.white - now.white, self.box.black + before.black - now.black)
        return replace(self, discs=(*self.discs[:player], now, *self.discs[player + 1 :]), box=box)

    # --- the end of a round -----------------------------------------------------------------------------------------

    def _close(self) -> Wuerfelblitz:
        champions = tuple([self.name(p) for p in self._champions()])
        if champions:
            end = (
                say("{player} presents the third black disc and wins.", player=champions[0])
                if len(champions) == 1
                else say("The third black disc at the same moment: {players} share the win.", players=champions)
            )
            return replace(self, phase="over", said=(end,))
        winner = self._first_winner()
        return self._next_throw(winner, (say("{player} won the round and throws next.", player=self.name(winner)),))

    def _first_winner(self) -> int:
        """The earliest right call; of those at the very same time, the nearest clockwise from the thrower's left."""
        order = self.table.clockwise(self.table.left_of(self.thrower))
        return min(self.right, key=lambda call: (call.at, order.index(call.player))).player

    def _next_throw(self, thrower: int, said: tuple[Text, ...]) -> Wuerfelblitz:
        return Wuerfelblitz(self.table, self.discs, self.box, "throw", thrower, said=said)

    def _champions(self) -> tuple[int, ...]:
        return tuple([p for p, own in enumerate(self.discs) if own.black >= GOAL])

    def _deadline(self) -> int:
        """Until when a call is simultaneous with the first right one."""
        return self.right[0].at + self.table.options.window

    def _price(self, player: int) -> int:
        answers = self.table.options.answers
        return answers[player] if answers else ANSWERS

    def _all_dice(self) -> Dice:
        return self.table.game.data[: len(COLOURS) + self.table.options.white_dice]

    def _is_throw(self, dice: tuple[Die, ...]) -> bool:
        loose = self._all_dice()
        faces = {die.body: die.faces for die in loose}
        same = Counter(die.body for die in dice) == Counter(die.body for die in loose)
        return same and all(die.face in faces[die.body] for die in dice)


_GIVE_UP = (GiveUp(None),)
_CLOSE_ROUND = (CloseRound(None),)
