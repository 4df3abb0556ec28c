"""The referee itself: one still table after another, what people say, and the rules behind both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.journal.shots import Shot
from companion.referee.book import Book
from companion.referee.diagnosis import Diagnosis, diagnose, unexpected
from companion.referee.naming import mend, shots_of
from companion.referee.questions import UNSURE, WAS_IT_THROWN, Question, ask
from companion.referee.tabletop import Seen, die_of, only_moved, sort_out
from companion.referee.words import die_name
from companion.rules import Action, Correction, Die, Event, History, IllegalAction, Roll, State, Throw
from companion.rules.history import Origin
from companion.rules.wuerfelblitz import Wuerfelblitz
from vision.crops import Image
from vision.follow import Changes, compare
from vision.reading import DieRead
from vision.settle import Settled


@dataclass(frozen=True, slots=True)
class Ruled:
    """Something that counts and is written down: what it was, and the game before and after it."""

    before: State[Any, Any]
    event: Event
    after: State[Any, Any]
    settled: Settled | None = None


class Referee:
    """Referees one game. `question` is what it waits for, if it does. Simulated tables are marked by their origin."""

    def __init__(self, book: Book, origin: Origin = "camera") -> None:
        self._book = book
        self.origin: Origin = origin
        self._lying: tuple[DieRead, ...] = ()
        self._away: tuple[DieRead, ...] = ()  # taken up since the last throw that counted
        self._seen: Settled | None = None
        self._picture: Image | None = None
        self._left: Counter[str] = Counter()
        self._last_roll: Roll | None = None
        self._counted: tuple[int, Settled] | None = None  # the number of the last throw seen, and what was seen
        self._who: int | None = None
        self._typed: Roll | None = None  # entered by hand, and no still table has shown it yet
        self._unseen = False  # whether that happened while nobody looked on
        self._undone: Settled | None = None  # the still table whose throw was taken back
        self.blind = False
        """Nobody looks on just now; dice that are entered by hand lie wherever they lie."""
        self.question: Question | None = None

    @property
    def state(self) -> State[Any, Any]:
        """Where the game stands."""
        return self._book.state

    @property
    def moves(self) -> int:
        """How many events stand."""
        return len(self._book.history.events)

    @property
    def history(self) -> History:
        """Everything that stands."""
        return self._book.history

    @property
    def reveals(self) -> int | None:
        """How many dice come out from under a box, in the game that has one."""
        throws = self.state.expects().throws
        return throws[0].most if isinstance(self.state, Wuerfelblitz) and throws else None

    @property
    def lying(self) -> tuple[Die, ...]:
        """What it takes to lie on the table, the dice thrown last first."""
        return tuple(die_of(read) for read in self._lying)

    @property
    def due(self) -> tuple[Throw, ...]:
        """The throws that may come now; if someone is known to throw, only theirs."""
        expected = self.state.expects()
        named = expected.of(self._who)
        return (named,) if named else expected.throws

    # --- what the camera sees ---------------------------------------------------------------------------------------

    def see(self, settled: Settled, picture: Image | None = None) -> Ruled | Question | None:
        """Judge a still table: a throw that counts, a question, or nothing if no dice were thrown."""
        self._picture = picture
        return self._see(settled)

    def _see(self, settled: Settled, *, corrected: bool = False, shots: Sequence[Shot] = ()) -> Ruled | Question | None:
        first, self._seen = self._seen is None, settled
        if first and not settled.rolled and self._lay_there(settled.dice):
            self._rest(settled.dice)
            return None
        known, changes = self._known(settled)
        if not (changes.new or changes.turned or changes.nudged):
            self._lying = tuple(known[i] for i, _ in changes.stayed)
            self._away = tuple(known[i] for i in changes.gone)
            return None
        if not corrected and self._was_typed(settled.dice, changes):
            self._rest(settled.dice)
            return None
        throws = self.due
        if not throws:
            return self._nothing_expected(sort_out(known, settled, changes, None))
        judged = [self._judge(sort_out(known, settled, changes, throw), throw) for throw in throws]
        for answer in judged:
            if isinstance(answer, Roll):
                return self._count(Event(answer, self.origin, corrected), settled, shots)
        answer = judged[0]
        if answer is None:
            self._rest(settled.dice)
            return None
        assert isinstance(answer, Question)
        self.question = answer
        return answer

    def _lay_there(self, dice: Sequence[DieRead]) -> bool:
        """Whether all these dice show what lay there when the game was left, which goes on now."""
        lay: Counter[Die] = Counter()
        shown: dict[int | None, Counter[Die]] = {}
        for event in reversed(self._book.history.events):
            if isinstance(event.action, Roll) and event.action.player not in shown:
                shown[event.action.player] = Counter((*event.action.thrown, *event.action.kept))
        for roll in self._book.unsaid:  # what was misread and mended may be misread once more
            shown[roll.player] = shown.get(roll.player, Counter()) | Counter((*roll.thrown, *roll.kept))
        for dice_of_one in shown.values():
            lay.update(dice_of_one)
        lay |= Counter(die for throw in self.due for die in throw.still)
        return bool(shown) and Counter(map(die_of, dice)) <= lay

    def _was_typed(self, dice: Sequence[DieRead], changes: Changes) -> bool:
        """Whether these are the dice that were entered by hand before they were seen: they count no second time."""
        typed, self._typed = self._typed, None
        if typed is None or not self._lay_there(dice):
            return False
        moved = (*changes.new, *(j for _, j in (*changes.turned, *changes.nudged)))
        if not self._unseen and not Counter(die_of(dice[j]) for j in moved) <= Counter((*typed.thrown, *typed.kept)):
            return False
        if not _shown(typed, dice):  # a hand may still cover some of them
            self._typed = typed
        return True

    def _known(self, settled: Settled) -> tuple[tuple[DieRead, ...], Changes]:
        """The dice that lay there and what became of them.

        A die that is back in its place though nothing rolled was only hidden; one that rolled there is another throw.
        """
        known = (*self._lying, *self._away)
        if not settled.rolled:
            return known, compare(known, settled.dice)
        changes = compare(self._lying, settled.dice, settled.left)
        return known, replace(changes, gone=(*changes.gone, *range(len(self._lying), len(known))))

    def _nothing_expected(self, seen: Seen) -> Question | None:
        if only_moved(seen):
            self._rest(seen.settled.dice)
            return None
        self.question = ask(unexpected(seen), seen.settled)
        return self.question

    def _judge(self, seen: Seen, throw: Throw) -> Roll | Question | None:
        """The roll that counts; a question; None if dice were only moved about."""
        settled = seen.settled
        moved = not seen.turned and not seen.still_turned and only_moved(seen)
        if moved and not settled.rolled:
            if any(role == "loose" for _, role in seen.gone) and seen.thrown and throw.least <= len(seen.thrown):
                return ask(WAS_IT_THROWN.broken(), settled, self._legal(seen.roll(throw.player)))
            return None
        if moved and not seen.thrown:
            return None
        roll = seen.roll(throw.player)
        problem: Diagnosis | None = diagnose(seen, throw, self._left, self._last_roll)
        doubtful = tuple(j for j in seen.thrown if not settled.dice[j].sure and not settled.dice[j].leaning)
        # what is wrong with a throw in doubt may only be read wrongly, unless it is how many dice there are
        if doubtful and (problem is None or throw.least <= len(seen.thrown) <= throw.most):
            names = tuple(die_name(settled.dice[j]) for j in doubtful)
            return ask(UNSURE.broken(dice=names), settled, self._legal(roll), doubtful)
        if problem is not None:
            return ask(problem.broken, settled, self._legal(problem.roll), problem.dice)
        try:
            self.state.apply(roll)
        except IllegalAction as error:
            return ask(error, settled)
        return roll

    def _legal(self, roll: Roll | None) -> Roll | None:
        return roll if roll is not None and self.state.is_legal(roll) else None

    # --- what people say --------------------------------------------------------------------------------------------

    def tell(self, action: Action) -> Ruled:
        """Something a person entered: a move, or dice typed in; IllegalAction if the rules refuse it."""
        lies_there = self.question is not None or (self._undone is not None and self._undone is self._seen)
        ruled = self._count(Event(action, "sim" if self.origin == "sim" else "hand"), None)
        if isinstance(action, Roll):
            self._typed = action if self.blind or not lies_there else None
            self._unseen, self._undone = self.blind, None
        return ruled

    def throwing(self, player: int | None) -> None:
        """Who throws next, where several may; None if nobody said so."""
        self._who = player

    def yes(self) -> Ruled:
        """The reading in question is right, or the dice were thrown."""
        question = self._asked()
        if question.roll is None:
            raise ValueError("there is no throw to confirm")
        shots = [shot for j in question.doubtful for shot in shots_of(question.settled.dice[j : j + 1])]
        return self._count(Event(question.roll, self.origin), question.settled, shots)

    def no(self) -> None:
        """The dice were only moved; they lie as they lie."""
        self._rest(self._asked().settled.dice)

    def again(self) -> None:
        """The throw does not count and is made again."""
        self._asked()
        self.question = None

    def correct(self, faces: Sequence[Die]) -> Ruled | Question | None:
        """What really lies there, die by die in the order of the question's dice."""
        question = self._asked()
        mended = mend(question.settled.dice, faces)
        shots = shots_of(question.settled.dice, faces)
        answer = self._see(replace(question.settled, dice=mended, rolled=True), corrected=True, shots=shots)
        if self.question is question:  # not sooner: what cannot be written down is to be answered once more
            self.question = None
        return answer

    @property
    def amendable(self) -> tuple[DieRead, ...]:
        """The dice of the last throw that was seen and counted, as they were read; empty if there is none."""
        return self._counted[1].dice if self._counted else ()

    @property
    def amendable_from(self) -> State[Any, Any] | None:
        """The game before the throw of which `amendable` are the dice."""
        return self._book.history.states[self._counted[0]] if self._counted else None

    def amend(self, faces: Sequence[Die]) -> Correction:
        """The last throw was read wrongly: what really lay there, die by die in the order of `amendable`."""
        if self._counted is None:
            raise ValueError("no throw was seen")
        number, settled = self._counted
        roll = self._book.history.events[number].action
        assert isinstance(roll, Roll)
        before = self._book.history.states[number]
        thrown, kept = list(roll.thrown), list(roll.kept)
        for read, die in zip(settled.dice, faces, strict=True):
            for part in (thrown, kept):
                if die != die_of(read) and die_of(read) in part:
                    part[part.index(die_of(read))] = die
                    break
        mended = Roll(roll.player, tuple(thrown), tuple(kept))
        correction = self._book.correct(number, mended, shots_of(settled.dice, faces))
        self._counted = number, replace(settled, dice=mend(settled.dice, faces))
        named = dict(zip((read.top for read in settled.dice), self._counted[1].dice, strict=True))
        self._lying = tuple(named.get(read.top, read) for read in self._lying)
        self.question = None
        self._note(before, mended, self._book.history.states[number + 1])
        return correction

    def accept(self) -> State[Any, Any]:
        """The table lets it stand: logged as its ruling, counted where the rules have such a throw."""
        question = self._asked()
        before = self.state
        event = Event(question.roll, self.origin) if question.roll else None
        after = self._book.rule(question.text, event, self._picture)
        if question.roll:
            self._note(before, question.roll, after)
            self._counted = self.moves - 1, question.settled
        self._rest(question.settled.dice, counted=True)
        return after

    def undo(self) -> State[Any, Any]:
        """Take the last event back; the dice lie as they lie and the next throw is judged anew."""
        state = self._book.undo()
        self.question, self._typed, self._left, self._last_roll = None, None, Counter(), None
        if self._counted and self._counted[0] >= self.moves:
            self._counted, self._undone = None, self._seen
        return state

    def _asked(self) -> Question:
        if self.question is None:
            raise ValueError("nothing was asked")
        return self.question

    # --- what counts ------------------------------------------------------------------------------------------------

    def _count(self, event: Event, settled: Settled | None, shots: Sequence[Shot] = ()) -> Ruled:
        before = self.state
        after = self._book.add(event, self._picture if settled is not None else None, shots)
        if isinstance(event.action, Roll):
            self._note(before, event.action, after)
            self._who = None
            self._counted = (self.moves - 1, settled) if settled is not None else None
        seen = settled or self._seen
        if seen is not None:
            self._rest(seen.dice, counted=isinstance(event.action, Roll))
        if settled is not None:
            self._typed = None
        return Ruled(before, event, after, settled)

    def _note(self, before: State[Any, Any], roll: Roll, after: State[Any, Any]) -> None:
        """Remember which dice left with this throw, so that they are known if they come back."""
        expected = after.expects().of(roll.player)
        lying = Counter(die.body for die in expected.loose if die.lying is not None) if expected else Counter()
        all_dice = Counter(die.body for die in roll.thrown + roll.kept)
        self._left = all_dice - lying if lying else Counter()
        self._last_roll = roll

    def _rest(self, dice: Sequence[DieRead], *, counted: bool = False) -> None:
        """The dice lie as they lie; those thrown last come first, and what was known stays known."""
        changes = compare(self._lying, dice)
        known = {j: replace(dice[j], body=self._lying[i].body, face=self._lying[i].face) for i, j in changes.stayed}
        fresh = [dice[j] for j in range(len(dice)) if j not in known]
        found = Counter(die_of(read) for read in fresh)
        away = []
        for read in (*(self._lying[i] for i in changes.gone), *self._away):
            if found[die_of(read)]:
                found[die_of(read)] -= 1
            else:
                away.append(read)
        self._away = () if counted else tuple(away)
        self._lying = (*fresh, *known.values())
        self.question = None


def _shown(roll: Roll, dice: Sequence[DieRead]) -> bool:
    """Whether all dice of a throw are among these."""
    return Counter(roll.thrown) <= Counter(map(die_of, dice))
