"""Würfelblitz round after round: keeps the `Calls` of the round that is on in step with the game and the box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.buzzer_orders import show
from companion.calls import Calls, HouseRules, Waiting
from companion.journal import JournalFault
from companion.referee import Referee, Ruled
from companion.rules import Action, Die, History, IllegalAction, Roll, Text
from companion.rules.wuerfelblitz import Call, GiveUp, Wuerfelblitz
from companion.rules.wuerfelblitz.tally import Tally
from hardware.link import Link
from hardware.session import Press

ROUNDS = 255
"""After so many the box counts from 1 again."""


@dataclass(frozen=True, slots=True)
class Called:
    """A number that somebody named, and whether it was the right one."""

    player: int
    number: int
    right: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the numbers named since the last throw came to. The `result` is there once everybody may know it."""

    dice: tuple[Die, ...]
    called: tuple[Called, ...]
    result: Tally | None

    @property
    def right(self) -> bool:
        return any(call.right for call in self.called)


def verdict_of(history: History) -> Verdict | None:
    """What has been decided since the last throw; None if nothing has."""
    after: list[Action] = []
    for event, state in zip(reversed(history.events), reversed(history.states), strict=False):
        if not isinstance(event.action, Roll):
            after.insert(0, event.action)
            continue
        assert isinstance(state, Wuerfelblitz)
        result = state.tally()
        numbers = [call for call in after if isinstance(call, Call) and call.player is not None]
        called = tuple(Called(call.player or 0, call.number, call.number == result.total) for call in numbers)
        known = any(call.right for call in called) or any(isinstance(action, GiveUp) for action in after)
        return Verdict(state.dice, called, result if known else None) if after else None
    return None


class Rounds:
    """One sitting of Würfelblitz. Times are seconds of the clock that the link uses."""

    def __init__(self, referee: Referee, house: HouseRules, link: Link | None = None) -> None:
        self._referee, self._house, self._link = referee, house, link
        self._number = 0
        self._ended: Calls | None = None  # the round before, as it was when its last verdict fell
        self.calls: Calls | None = None

    @property
    def verdict(self) -> Verdict | None:
        """It stands until the box is raised again."""
        if self.calls is not None and self.calls.unread:
            return None
        return verdict_of(self._referee.history)

    @property
    def _state(self) -> Wuerfelblitz:
        state = self._referee.state
        assert isinstance(state, Wuerfelblitz)
        return state

    # --- what happens to the game -----------------------------------------------------------------------------------

    def ruled(self, ruled: Ruled, now: float, *, reveal: float | None = None) -> tuple[Text, ...]:
        """Something was told or seen that counts, dice that lie there since `reveal` for one; what there is to say."""
        return self.follow(now, reveal=reveal) or ruled.after.said

    def follow(self, now: float, *, reveal: float | None = None) -> tuple[Text, ...]:
        """Catch up with the game: a new round, dice revealed at `reveal`, or a game that goes on in mid-round."""
        state, calls = self._state, self.calls
        if calls is not None and calls.state == state and not calls.over:
            return ()
        if state.phase == "over":
            self._over()
            return ()
        if state.phase == "throw":
            if calls is None or calls.over or calls.state.dice:
                self._begin()
            else:  # a verdict of an earlier round was mended; this one goes on
                self._take(replace(calls.standing, state=state))
            return ()
        if calls is not None and calls.state.dice:
            self._take(calls.set_back(state, now))
            return self.calls.said if self.calls else ()
        armed = calls if calls is not None and not calls.over else self._begin()
        return self._decide(armed.revealed(state, now - state.now / 1000 if reveal is None else reveal, now), now)

    def undo(self, now: float) -> bool:
        """Take back what happened last; whether there was anything.

        First presses that nobody has judged, then a raised box, then the latest verdict with all that followed from
        it by itself: whoever was judged is asked once more.
        """
        calls = self.calls
        if calls is not None and calls.waiting:
            self._take(calls.forgotten())
            return True
        if calls is not None and calls.unread:
            self._begin()
            return True
        same_round = calls is not None and bool(calls.state.dice)
        was = calls if same_round else self._ended
        try:
            asked = self._take_back(was)
        except JournalFault:  # some of it may have been taken back before that
            self._stay(now)
            raise
        state = self._state
        if asked is None:
            return False
        if state.phase == "throw":
            self._begin()
        elif calls is not None and same_round:
            self._take(calls.set_back(state, now, asked))
        else:  # the box has ended that round: for it, a new one begins
            last = max([state.now / 1000, *[w.at for w in asked]])
            again = replace(self._begin(), revealed_at=now - last)
            if was is not None and was.state.dice == state.dice:
                again = replace(again, hasty=was.hasty, silent=was.silent)
            self._take(again.set_back(state, now, asked))
        return True

    def _take_back(self, was: Calls | None) -> tuple[Waiting, ...] | None:
        """Undo until people have something to do; whose calls were taken back. None: nothing has happened yet."""
        asked: tuple[Waiting, ...] | None = None
        while self._referee.history.events:
            event, at = self._referee.history.events[-1], self._state.now
            self._referee.undo()
            asked = asked or ()
            if isinstance(event.action, Call) and event.action.player is not None:
                at = at if event.action.at is None else event.action.at
                asked = (Waiting(event.action.player, at / 1000), *asked)
            if not self._ends_by_itself(was):
                break
        return asked

    def _ends_by_itself(self, was: Calls | None) -> bool:
        """Whether what was taken back would at once happen again."""
        state = self._state
        if state.phase != "call":
            return state.phase == "close"
        hasty = was.hasty if was is not None and was.state.dice == state.dice else ()
        return len(Calls(state, self._house, revealed_at=0.0, hasty=hasty).out) == len(state.table.players)

    # --- what people do ---------------------------------------------------------------------------------------------

    def raised(self, at: float, now: float) -> tuple[Text, ...]:
        """Somebody says that the box is raised; the dice are told later."""
        return self._step(lambda calls: calls.raised(at), now)

    def heard(self, press: Press, now: float) -> tuple[Text, ...]:
        """The box says that somebody pressed."""
        return self._step(lambda calls: calls.heard(press, now), now)

    def pressed(self, player: int, at: float, now: float) -> tuple[Text, ...]:
        """Somebody pressed on the screen."""
        return self._step(lambda calls: calls.pressed((player,), at, now), now)

    def called(self, player: int, number: int, now: float) -> tuple[Text, ...]:
        """Somebody who was asked names a number."""
        return self._step(lambda calls: calls.called(player, number, now), now)

    def passed(self, now: float) -> tuple[Text, ...]:
        """Time goes by."""
        return self._step(lambda calls: calls.passed(now), now)

    def _step(self, step: Callable[[Calls], Calls], now: float) -> tuple[Text, ...]:
        return () if self.calls is None else self._decide(step(self.calls), now)

    # --- what comes of it -------------------------------------------------------------------------------------------

    def _decide(self, after: Calls, now: float) -> tuple[Text, ...]:
        """Put to the rules what a step decided; what there is to say about it."""
        before = self._state
        try:
            for action in after.decided:
                self._referee.tell(action)
        except (IllegalAction, JournalFault):  # some of it may have been written down before that
            self._stay(now)
            raise
        self._take(after)
        if after.over:
            self._ended = replace(after, state=before)
            self.follow(now)
        return after.said

    def _stay(self, now: float) -> None:
        """As far as the game has come, the round is on; what could not be decided is tried again as time passes."""
        if self.calls is not None and self._state.dice and self.calls.state != self._state:
            began = now if self.calls.revealed_at is None else self.calls.revealed_at
            self._take(replace(self.calls, revealed_at=began, unread=False).set_back(self._state, now))

    def _begin(self) -> Calls:
        """Arm the next round."""
        self._keep_ended()
        self._number = self._number % ROUNDS + 1
        armed = Calls(self._state, self._house, self._number)
        self._take(armed)
        return armed

    def _over(self) -> None:
        self._keep_ended()
        if self._link is not None and self.calls is not None and not self.calls.over:
            self._link.disarm()
        self.calls = None

    def _keep_ended(self) -> None:
        if self.calls is not None and self.calls.state.dice and not self.calls.over:
            self._ended = self.calls

    def _take(self, after: Calls) -> None:
        before, self.calls = self.calls, after
        if self._link is not None:
            show(before, after, self._link)
