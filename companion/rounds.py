"""Würfelblitz round after round: keeps the `Calls` of the round that is on in step with the game and the box."""

from __future__ import annotations

from collections.abc import Callable

from companion.calls import Calls, HouseRules, show
from companion.referee import Referee
from companion.rules import Text
from companion.rules.wuerfelblitz import Wuerfelblitz
from hardware.link import Link
from hardware.session import Press

ROUNDS = 255
"""After so many the box counts from 1 again."""


class Rounds:
    """One sitting of Würfelblitz. Times are seconds of the clock that the link uses."""

    def __init__(self, referee: Referee, house: HouseRules, link: Link | None = None) -> None:
        self._referee, self._house, self._link = referee, house, link
        self._number = 0
        self.calls: Calls | None = None

    def follow(self, now: float, *, reveal: float | None = None) -> None:
        """Catch up with the game: a new round, dice revealed at `reveal`, or a game that goes on in mid-round."""
        state = self._referee.state
        assert isinstance(state, Wuerfelblitz)
        calls = self.calls
        if calls is not None and calls.state == state:
            return
        if state.phase == "throw" or calls is None:
            self._number = self._number % ROUNDS + 1
            self._take(Calls(state, self._house, self._number))
            calls = self.calls
        if state.phase in ("call", "close") and calls is not None:
            began = now - state.now / 1000 if reveal is None else reveal
            if calls.revealed_at is not None:  # undone or mended in mid-round: the same dice, other calls
                calls = Calls(state, self._house, self._number, revealed_at=None, early=calls.early)
            self._take(calls.revealed(state, began))
        if state.phase == "over":
            self.calls = None

    def heard(self, press: Press, now: float) -> tuple[Text, ...]:
        """The box says that somebody pressed."""
        return self._step(lambda calls: calls.heard(press, now))

    def pressed(self, player: int, at: float, now: float) -> tuple[Text, ...]:
        """Somebody pressed on the screen."""
        return self._step(lambda calls: calls.pressed((player,), at, now))

    def called(self, player: int, number: int, now: float) -> tuple[Text, ...]:
        """Somebody who was asked names a number."""
        return self._step(lambda calls: calls.called(player, number, now))

    def passed(self, now: float) -> tuple[Text, ...]:
        """Time goes by."""
        return self._step(lambda calls: calls.passed(now))

    def _step(self, step: Callable[[Calls], Calls]) -> tuple[Text, ...]:
        """Take a step, put to the rules what it decided; what there is to say about it."""
        if self.calls is None:
            return ()
        after = step(self.calls)
        for action in after.decided:
            self._referee.tell(action)
        self._take(after)
        if after.over:
            self.follow(after.since)
        return after.said

    def _take(self, after: Calls) -> None:
        before, self.calls = self.calls, after
        if self._link is not None:
            show(before, after, self._link)
