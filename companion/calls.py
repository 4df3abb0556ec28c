"""Würfelblitz with a buzzer: joins who pressed when, who is locked out, the called numbers and the rules.

`Calls` is one round and a value, as a game's state is. Each step tells in `decided` what to put to the rules;
`buzzer_orders.py` passes the rest on. Buttons on a screen come in by `pressed` just as the box does by `heard`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.action import Action
from companion.rules.errors import rule
from companion.rules.game import option
from companion.rules.text import Text, say
from companion.rules.wuerfelblitz.calls import MOST_CALLED, NOT_A_RESULT, Call, CloseRound, GiveUp
from companion.rules.wuerfelblitz.state import Wuerfelblitz
from hardware.protocol import Kind, Tone
from hardware.session import Press

ON_ITS_WAY = 0.25  # seconds that a press may take from the button to here

NOT_ASKED = rule("wuerfelblitz.not-asked", "{player} has not pressed, or others pressed before.")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What the rule book leaves to the table. Whether a wrong caller may press again is an option of the game."""

    early_sits_out: bool = option(True, say("Whoever presses before the reveal sits out the round"))
    silent_sits_out: bool = option(False, say("Whoever presses and names no number sits out the round"))
    seconds_to_call: int = option(5, say("Seconds to name the number after pressing"), least=1, most=60)
    seconds_to_solve: int = option(120, say("Seconds until a round that nobody solves is given up"), least=10, most=900)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player who pressed `at` seconds after the reveal, and the number once it is named."""

    player: int
    at: float
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Early:
    """A player who pressed before the dice were known to be revealed; `at` on the clock of the link, if it is known."""

    player: int
    at: float | None


@dataclass(frozen=True, slots=True)
class Calls:
    """One round, from arming to its end. Times are seconds on the clock of the box's link."""

    state: Wuerfelblitz
    house: HouseRules = HouseRules()
    round: int = 1  # as the box counts: 1 to 255
    revealed_at: float | None = None
    unread: bool = False  # the box is raised, but nobody has told yet what the dice show
    waiting: tuple[Waiting, ...] = ()  # in the order of their presses
    hasty: tuple[Early, ...] = ()
    silent: tuple[int, ...] = ()
    since: float = 0.0  # when the latest verdict fell or the first of those waiting pressed
    # What the latest step came to:
    decided: tuple[Action, ...] = ()
    again: tuple[int, ...] = ()  # may press once more
    tone: Tone | None = None
    said: tuple[Text, ...] = ()

    @property
    def over(self) -> bool:
        return self.revealed_at is not None and not self.unread and self.state.phase not in ("call", "close")

    @property
    def early(self) -> tuple[int, ...]:
        """Who pressed before the reveal."""
        return tuple(dict.fromkeys(hasty.player for hasty in self.hasty))

    @property
    def standing(self) -> Calls:
        """Where the round stands, without what the latest step came to."""
        return self._step()

    @property
    def floor(self) -> tuple[int, ...]:
        """Who has to name a number now: the first to press, with all who may turn out to share the moment.

        They are judged together, so that nobody can repeat what another has just said.
        """
        return tuple(w.player for w in self._group() if w.number is None)

    @property
    def out(self) -> tuple[int, ...]:
        """Players whose presses do not count in this round any more."""
        barred = {
            *(self.early if self.house.early_sits_out else ()),
            *(self.silent if self.house.silent_sits_out else ()),
        }
        seats = range(len(self.state.table.players))
        callers = seats if self.revealed_at is None or self.unread else self.state.callers()
        return tuple(player for player in seats if player in barred or player not in callers)

    # --- what happens ---------------------------------------------------------------------------------------------

    def raised(self, at: float) -> Calls:
        """Somebody says that the box is raised; the dice are told later, but presses count from now on."""
        if self.revealed_at is not None:
            return self._step()
        calls = self._step(unread=True)._opened(at, at)
        return replace(calls, said=calls._who_is_asked() or (say("The box is raised: who presses first?"),))

    def revealed(self, state: Wuerfelblitz, at: float, now: float | None = None) -> Calls:
        """The dice are known, which lie there since `at`; `state` is the one after the roll."""
        now = at if now is None else now
        if not self.unread:
            calls = self._step(state=state)._opened(at, now)
        else:
            calls = self._step(state=state, unread=False, since=now)
            if calls.waiting and not calls.floor:
                return calls._judged(now)
        return replace(calls, said=(*state.said, *calls._who_is_asked()))._settled(now)

    def _opened(self, at: float, now: float) -> Calls:
        """Presses count from `at` on, also those that came before anybody knew."""
        late = sorted([(e.at, e.player) for e in self.hasty if e.at is not None and e.at >= at])
        first = dict[int, float]()
        for pressed, player in late:
            first.setdefault(player, pressed)
        waiting = tuple(Waiting(player, pressed - at) for player, pressed in first.items())
        hasty = tuple(e for e in self.hasty if e.player not in first)
        return replace(self, revealed_at=at, waiting=waiting, hasty=hasty, since=now)

    def heard(self, press: Press, now: float) -> Calls:
        """A press from the box. What belongs to another round changes nothing."""
        at, error = (press.at.at, press.at.error) if press.at else (now, 0.0)
        start = self.revealed_at
        match press.kind:
            case Kind.IDLE if start is None or press.at is None or at - error < start:
                return self._step()  # between rounds; later than the reveal, the box has been reset in mid-round
            case Kind.FALSE_START if press.at is None and press.round == self.round:
                return self._pressed_early(press.players, None)
            case Kind.PRESS | Kind.FALSE_START if press.round != self.round:
                return self._step()
            case Kind.PRESS if start is not None:
                at = max(at, start)  # the box itself has seen the round open
        # The camera stamps the reveal, and the box hears of it later: a doubtful false start is none.
        return self.pressed(press.players, start if start is not None and at < start <= at + error else at, now)

    def pressed(self, players: Iterable[int], at: float, now: float) -> Calls:
        """These players pressed at the very same moment, on the box or on the screen."""
        if self.revealed_at is None or at < self.revealed_at:
            return self._pressed_early(players, at)
        after = max([at - self.revealed_at, self.state.now / 1000, *[w.at for w in self.waiting]])
        if self.over or (self.state.right and 1000 * after > _deadline(self.state)):
            return self._step()
        table, known = self.state.table, {*self.out, *[w.player for w in self.waiting]}
        order = table.clockwise(table.left_of(self.state.thrower))
        new = [Waiting(player, after) for player in order if player in set(players) - known]
        if not new:
            return self._step()
        calls = self._step(waiting=(*self.waiting, *new), since=self.since if self.waiting else now)
        return calls if set(calls.floor) == set(self.floor) else replace(calls, said=calls._who_is_asked())

    def called(self, player: int, number: int, now: float) -> Calls:
        """A player who has the floor names a number; with the last of them all are judged."""
        if player not in self.floor:
            raise NOT_ASKED.broken(player=self.state.name(player))
        if not 0 <= number <= MOST_CALLED:
            raise NOT_A_RESULT.broken(number=number, most=MOST_CALLED)
        named = tuple(replace(w, number=number) if w.player == player else w for w in self.waiting)
        calls = self._step(waiting=named, since=now)
        if calls.unread and not calls.floor:
            return replace(calls, said=(say("The dice decide: what do they show?"),))
        return calls if calls.floor else calls._judged(now)

    def passed(self, now: float) -> Calls:
        """Time has passed: to be called now and then, by a timer of the screen."""
        slow = self.floor
        if not slow or now - self.since < self.house.seconds_to_call:
            return self._step()._settled(now)
        left = tuple(w for w in self.waiting if w.player not in slow)
        said = tuple(say("{player} named no number in time.", player=self.state.name(player)) for player in slow)
        calls = self._step(waiting=left, silent=(*self.silent, *slow))
        judged = calls._judged(now, of=len(self._group()) - len(slow))
        again = tuple(player for player in slow if player not in judged.out and not judged.over)
        return replace(judged, said=said + judged.said, again=again + judged.again, tone=judged.tone or Tone.WRONG)

    # --- what is taken back ---------------------------------------------------------------------------------------

    def forgotten(self) -> Calls:
        """The presses that nobody has judged yet are taken back; those players may press once more."""
        return self._step(waiting=(), again=tuple(w.player for w in self.waiting))

    def set_back(self, state: Wuerfelblitz, now: float, asked: tuple[Waiting, ...] = ()) -> Calls:
        """The same round with other calls or mended dice; those whose calls were taken back are `asked` once more."""
        calls = self._step(state=state, since=now)
        calls = replace(calls, waiting=calls._who_can((*asked, *calls.waiting)))
        return replace(calls, said=(*state.said, *calls._who_is_asked()))

    # --- verdicts -------------------------------------------------------------------------------------------------

    def _pressed_early(self, players: Iterable[int], at: float | None) -> Calls:
        known = self.early if self.house.early_sits_out else ()
        new = [player for player in players if player < len(self.state.table.players) and player not in known]
        if not new or self.over:
            return self._step()
        names = self._names(new)
        said = (
            say("Out for this round, having pressed before the reveal: {players}.", players=names)
            if self.house.early_sits_out
            else say("Pressed before the reveal, which does not count: {players}.", players=names)
        )
        hasty = (*self.hasty, *(Early(player, at) for player in new))
        return self._step(hasty=hasty, tone=Tone.WRONG, said=(said,))

    def _judged(self, now: float, of: int | None = None) -> Calls:
        """Put the numbers of those who pressed at the same moment to the rules, in the order of their presses."""
        if self.unread:
            return replace(self, since=now, said=self._who_is_asked())
        group = self._group() if of is None else self.waiting[:of]
        state, decided, said, right = self.state, list[Action](), list[Text](), False
        for w in group:
            if w.number is None or state.phase not in ("call", "close"):
                continue
            at = max(int(1000 * w.at + 1e-6), state.now)
            if state.right and at > _deadline(state):
                said.append(say("{player} pressed too late to be simultaneous.", player=state.name(w.player)))
                continue
            call = Call(w.player, w.number, at)
            before, state = state, state.apply(call)
            right = right or state.phase != before.phase or len(state.right) > len(before.right)
            decided.append(call)
            said += state.said
        calls = replace(self, state=state, waiting=self.waiting[len(group) :], since=now, decided=tuple(decided))
        calls = replace(calls, waiting=calls._who_can(calls.waiting))
        again = (
            () if calls.over else tuple(w.player for w in group if w.number is not None and w.player not in calls.out)
        )
        tone = (Tone.RIGHT if right else Tone.WRONG) if decided else None
        return replace(calls, said=(*said, *calls._who_is_asked()), again=again, tone=tone)._settled(now)

    def _settled(self, now: float) -> Calls:
        """End the round if nothing can change it any more."""
        if self.revealed_at is None or self.unread or self.over or self.waiting:
            return self._won()
        if self.state.phase == "close":
            if now - self.revealed_at < _deadline(self.state) / 1000 + ON_ITS_WAY:
                return self
            return self._ended(CloseRound(None))
        nobody = len(self.out) == len(self.state.table.players)
        return self._ended(GiveUp(None)) if nobody or now - self.since >= self.house.seconds_to_solve else self

    def _ended(self, action: Action) -> Calls:
        state = self.state.apply(action)
        return replace(
            self, state=state, decided=(*self.decided, action), said=(*self.said, *state.said), again=()
        )._won()

    def _won(self) -> Calls:
        return replace(self, tone=Tone.WON) if self.decided and self.state.outcome() else self

    # --- who is whose turn ----------------------------------------------------------------------------------------

    def _group(self) -> tuple[Waiting, ...]:
        """Those asked together, each within the window of the one before.

        Whichever of them is the first to be right, all who may share that moment have named their numbers already.
        """
        window, group = self.state.table.options.window / 1000, self.waiting[:1]
        for w in self.waiting[1:]:
            if w.at <= group[-1].at + window:
                group = (*group, w)
        return group

    def _who_can(self, waiting: tuple[Waiting, ...]) -> tuple[Waiting, ...]:
        """Those of them who can still be asked: not out, and not too late to be simultaneous with a right caller."""
        until = _deadline(self.state) if self.state.right else None
        return tuple(
            w for w in waiting if not self.over and w.player not in self.out and (until is None or 1000 * w.at <= until)
        )

    def _who_is_asked(self) -> tuple[Text, ...]:
        floor = self.floor
        if not floor:
            return ()
        if len(floor) == 1:
            return (say("{player} was first: which number?", player=self.state.name(floor[0])),)
        return (say("Pressed at the same moment: {players}. Which numbers?", players=self._names(floor)),)

    def _names(self, players: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.state.name(player) for player in players)

    def _step(self, **changes: object) -> Calls:
        """The same round one step later: what the step before came to is over."""
        fresh: dict[str, object] = {"decided": (), "again": (), "tone": None, "said": ()}
        return replace(self, **{**fresh, **changes})  # type: ignore[arg-type]


def _deadline(state: Wuerfelblitz) -> int:
    """Milliseconds after the reveal until which a call is simultaneous with the first right one."""
    return state.right[0].at + state.table.options.window
