"""Rounds of Würfelblitz with the simulated buzzer, which is reset, switched off and unplugged in between.

Box, cable and program have one clock, which only the evening moves. Who presses when is known beforehand, so presses
that are lost or out of order show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from companion.calls import HouseRules
from companion.referee import Referee, Ruled
from companion.rounds import Rounds
from companion.rules.wuerfelblitz import Call, GiveUp, Wuerfelblitz
from hardware.link import Link
from hardware.session import Press
from tests.hardware.boxes import PythonBox
from tests.hardware.conversation import Connection, presses
from tests.soak.ledger import Meant, Noted, Tell

HOUSE = HouseRules(seconds_to_call=60)
PATIENCE = 20.0
"""Seconds after which a press that nothing can have swallowed is lost."""
SOON = 1.0
"""Seconds in which a press that a reset may have swallowed would have been heard."""
APART = 0.008
LEAST = 0.03
SAYING = 0.2, 0.8
"""Seconds from a press to the number; a button is let go of meanwhile."""
FAULTS = ("reset", "power", "unplugged")


class Wireless(Link):
    """What a program tells the box, without a port and a thread of its own."""

    def __init__(self, order: Callable[[str], None]) -> None:
        self._pass_on = order

    def _order(self, words: str) -> None:
        self._pass_on(words)


class Buzzer:
    """The simulated box, its cable and the program's session, which is begun anew with every program."""

    def __init__(self, rng: Random) -> None:
        self.box = PythonBox()
        self.counted: Counter[str] = Counter()
        self._rng = rng
        self.restart()

    def restart(self) -> None:
        """Another program takes the box over."""
        self.cable = Connection(self.box)
        self.link = Wireless(self.cable.order)
        self._told = 0
        assert self.cable.run(PATIENCE, lambda: self.cable.session.welcome is not None)

    @property
    def now(self) -> float:
        return self.box.now

    def press(self, players: Sequence[int]) -> None:
        """They press one shortly after the other."""
        self.counted["pressed"] += len(players)
        self.box.move(presses([(LEAST + i * APART, player) for i, player in enumerate(players)], rng=self._rng))

    def pass_time(self, seconds: float) -> list[Press]:
        """What the box tells meanwhile."""
        self.cable.run(seconds)
        fresh, self._told = self.cable.presses[self._told :], len(self.cable.presses)
        self.counted["heard"] += sum(len(press.players) for press in fresh)
        return fresh

    def obey(self, level: int) -> None:
        """Wait until the box has done all that it was told before."""
        answers = len(self.cable.answers)
        self.link.brightness(level)

        def done() -> bool:
            return any(answer.command == f"LIGHT {level:02X}" for answer in self.cable.answers[answers:])

        if not self.cable.run(PATIENCE, done):
            raise RuntimeError("the simulated buzzer is not heard of any more")


class BuzzerRounds:
    """Plays the rounds of a game; the dice are thrown elsewhere."""

    def __init__(self, referee: Referee, buzzer: Buzzer, tell: Tell, rng: Random, *, trouble: float) -> None:
        self._referee, self._buzzer, self._tell, self._rng, self._trouble = referee, buzzer, tell, rng, trouble
        self._marker = 0
        self.rounds = Rounds(referee, HOUSE, buzzer.link)
        self.rounds.follow(self._buzzer.now)

    @property
    def _state(self) -> Wuerfelblitz:
        state = self._referee.state
        assert isinstance(state, Wuerfelblitz)
        return state

    def play(self, ruled: Ruled | None = None) -> None:
        """From the dice on the table to the next throw."""
        self._tell(Meant(None))  # when a call was, only the box knows
        now = self._buzzer.now
        if ruled is not None:
            self.rounds.ruled(ruled, now, reveal=now)
        self.rounds.follow(now)  # a mended throw, or a game that goes on
        while self._state.phase in ("call", "close"):
            calls = self.rounds.calls
            assert calls is not None
            if calls.floor:
                self._name()
            elif self._state.phase == "close" or calls.waiting:
                self._pass(0.02)
            elif self._rng.random() < 0.03:
                self.rounds.passed(self._buzzer.now + HOUSE.seconds_to_solve)  # nobody finds it
            else:
                self._press()
        if self._state.phase == "throw" and self._rng.random() < 0.08:
            self._false_start()

    def _pass(self, within: float) -> None:
        """Hear what the box says."""
        for press in self._buzzer.pass_time(within):
            self.rounds.heard(press, self._buzzer.now)
        self.rounds.passed(self._buzzer.now)

    def _all_told(self) -> None:
        """Wait until the box has done what it was told; somebody has plugged it in again."""
        if not self._buzzer.cable.plugged:
            self._buzzer.cable.plug()
        self._marker = (self._marker + 1) % 16
        self._buzzer.obey(self._marker)

    # --- who presses ------------------------------------------------------------------------------------------------

    def _press(self) -> None:
        """One or more of those who may, one shortly after the other; who is not heard presses on the screen."""
        calls = self.rounds.calls
        assert calls is not None
        seats = [seat for seat in range(len(self._state.table.players)) if seat not in calls.out]
        if not seats:
            self._pass(0.02)
            return
        players = self._rng.sample(seats, self._rng.randint(1, len(seats)))
        self._all_told()
        fault = self._rng.choice(FAULTS) if self._rng.random() < self._trouble else None
        if fault != "unplugged":
            self._break(fault)
        self._buzzer.press(players)
        if fault == "unplugged":
            self._break(fault)
        swallowed = fault in ("reset", "power")
        heard = self._hear(players, SOON if swallowed else PATIENCE)
        if not swallowed:
            self._buzzer.counted["lost"] += len(players) - len(heard)
            self._buzzer.counted["out of order"] += heard != tuple(players)[: len(heard)]
        for player in players:
            if player not in heard:
                self._buzzer.counted["pressed on the screen"] += 1
                now = self._buzzer.now
                self.rounds.pressed(player, now, now)

    def _hear(self, players: Sequence[int], patience: float) -> tuple[int, ...]:
        """Who of them waits to be asked, in order, once all are heard or patience is at its end."""
        deadline = self._buzzer.now + patience
        while True:
            calls = self.rounds.calls
            heard = tuple(w.player for w in calls.waiting) if calls else ()
            if set(heard) >= set(players) or self._buzzer.now >= deadline:
                return heard
            self._pass(0.01)
            if not self._buzzer.cable.plugged and self._rng.random() < 0.05:
                self._buzzer.cable.plug()

    def _break(self, fault: str | None) -> None:
        if fault is None:
            return
        self._tell(Noted(f"buzzer {fault}"))
        match fault:
            case "reset":
                self._buzzer.box.reset()
            case "power":
                self._buzzer.box.power_cycle()
            case _:
                self._pass(self._rng.random() * 0.06)
                self._buzzer.cable.unplug()

    def _false_start(self) -> None:
        """Somebody presses before the dice are there."""
        player = self._rng.randrange(len(self._state.table.players))
        self._all_told()
        self._tell(Noted("false starts"))
        self._buzzer.press([player])
        deadline = self._buzzer.now + PATIENCE
        while self.rounds.calls is None or player not in self.rounds.calls.early:
            if self._buzzer.now >= deadline:
                self._buzzer.counted["lost"] += 1
                return
            self._pass(0.01)

    # --- what they say ----------------------------------------------------------------------------------------------

    def _name(self) -> None:
        """Everybody who is asked names a number, and is judged by it; a wrong one may be taken back."""
        self._pass(self._rng.uniform(*SAYING))
        assert self.rounds.calls is not None
        floor = self.rounds.calls.floor
        before = len(self._referee.history.events)
        result = self._state.tally().total
        named = [Call(p, result if self._rng.random() < 0.6 else result + 1) for p in floor]
        for call in named:
            assert call.player is not None
            self.rounds.called(call.player, call.number, self._buzzer.now)
        events = self._referee.history.events[before:]
        judged = [(e.action.player, e.action.number) for e in events if isinstance(e.action, Call)]
        if judged != [(call.player, call.number) for call in named]:
            self._tell(Noted("judged otherwise than named"))
        if self._state.phase == "call" and events and self._rng.random() < 0.1:
            self._take_back()

    def _take_back(self) -> None:
        if isinstance(self._referee.history.events[-1].action, GiveUp):
            return
        self._tell(Noted("undone"))
        self.rounds.undo(self._buzzer.now)
