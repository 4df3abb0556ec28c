"""A long evening: all five games in turn on one journal, and whatever can happen at a table, by seed.

What really happened is written into a `Ledger` beside the journal; at the end both have to say the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from math import inf
from pathlib import Path
from random import Random

from companion.commands.demo import BRISK
from companion.endurance import NAMES, disturb
from companion.games import game, games
from companion.i18n import LANGUAGES, in_words
from companion.journal import BadSitting, Journal, Sitting
from companion.referee import Question, Ruled
from companion.rehearsal import Tally
from companion.rules import Event, IllegalAction, Roll
from companion.simulated import throw
from tests.soak.blitz import Buzzer, BuzzerRounds
from tests.soak.course import Course, EveningTable
from tests.soak.footprint import Footprint
from tests.soak.found import Found
from tests.soak.killed import Place, get_ready, killed
from tests.soak.ledger import Ledger, Meant, Witness, same

BEGAN = datetime(2026, 1, 2, 18, tzinfo=UTC)
JOURNAL = "journal.db"


@dataclass(frozen=True, slots=True)
class Chances:
    """How often what goes wrong, for each event; of the buzzer, for each time that somebody presses."""

    camera: float = 0.05
    disturbance: float = 0.08
    kill: float = 0.02
    language: float = 0.04
    undo: float = 0.04
    correction: float = 0.02
    misread: float = 0.03
    buzzer: float = 0.12


class Evening:
    """One evening at one table, with one journal in a folder."""

    def __init__(self, folder: Path, seed: int, *, eyes: str, chances: Chances, told: Callable[[str], None]) -> None:
        self._path, self._seed, self._rng = folder / JOURNAL, seed, Random(seed)
        self._eyes, self._chances, self._told = eyes, chances, told
        self._languages = cycle(LANGUAGES)
        self._language = next(self._languages)
        self.found = Found()
        self._ledgers: dict[int, Ledger] = {}

    def play(
        self,
        seconds: float,
        longest: float = inf,
        of: Sequence[str] = (),
        *,
        enough: Callable[[], bool] = lambda: False,
    ) -> Found:
        """So much table time, or until it is `enough`; the game that is on then goes on.

        A game is broken off after the `longest`.
        """
        kinds = of or tuple(games())
        get_ready()
        for number in count():
            if self.found.seconds >= seconds or enough():
                break
            game_id = kinds[number % len(kinds)]
            self._game(game_id, self._seed * 1000 + number, longest)
            self.found.games[game_id] += 1
            if self.found.warm is None and len(self.found.games) == len(kinds):
                self.found.warm = len(self.found.footprints)
            self._told(self._line(game_id))
        self._verify()
        return self.found

    def _open(self) -> Journal:
        return Journal.open(self._path, clock=lambda: BEGAN + timedelta(seconds=self.found.seconds))

    def _line(self, game_id: str) -> str:
        found, last = self.found, self.found.footprints[-1]
        kept = sum(len(ledger.acknowledged) for ledger in self._ledgers.values())
        wrong = found.faults or "nothing wrong"
        minutes = f"{found.seconds / 60:5.0f} minutes"
        return f"  {minutes}, {game_id}: {kept} entries, {last.megabytes:.0f} MB, {last.handles} handles, {wrong}"

    # --- one game ---------------------------------------------------------------------------------------------------

    def _game(self, game_id: str, seed: int, longest: float) -> None:
        chosen = game(game_id)
        start = chosen.start(NAMES[: max(2, chosen.least_players, 3 * (game_id == "wuerfelblitz"))])
        table = EveningTable(game_id, seed, BRISK)
        buzzer = Buzzer(self._rng) if game_id == "wuerfelblitz" else None
        with self._open() as journal:
            sitting = journal.begin(start)
            number = sitting.id
            ledger = self._ledgers[number] = Ledger(start)
            interrupted = self._stretch(sitting, table, ledger, buzzer, longest)
        self.found.footprints.append(Footprint.now())
        while interrupted:
            if interrupted == "killed":
                self._kill(Place(self._path, number, game_id, seed, self._eyes, table.lying), ledger)
            with self._open() as journal:
                self.found.notices += map(str, journal.notices)
                sitting = journal.resume(number)
                if interrupted == "killed":
                    self._own(sitting, ledger)
                    table.lay(ledger.lying)
                else:
                    self._correct_past(Witness(sitting, ledger.hear, table), ledger)
                if buzzer is not None:
                    buzzer.restart()
                interrupted = self._stretch(sitting, table, ledger, buzzer, longest)
            self.found.footprints.append(Footprint.now())
        if buzzer is not None:
            self.found.presses += buzzer.counted
        self.found.happened += ledger.noted

    def _stretch(
        self, sitting: Sitting, table: EveningTable, ledger: Ledger, buzzer: Buzzer | None, longest: float
    ) -> str | None:
        """Play on until the game is over, or until it is interrupted, and by what."""
        self._compare(sitting, ledger)
        if sitting.over:
            return None
        book = Witness(sitting, ledger.hear, table)
        course = Course(table, book, ledger.hear, eyes=self._eyes, rng=self._rng, deceive=self._chances.misread)
        rounds = None
        if buzzer is not None:
            rounds = BuzzerRounds(course.referee, buzzer, ledger.hear, self._rng, trouble=self._chances.buzzer)
            rounds.play()
        began, interrupted = table.seconds, None
        for what in course.play():
            self._say(what)
            if isinstance(what, Question):
                continue
            if rounds is not None:
                rounds.play(what)
            elif self._chance(self._chances.undo):
                self._undo(course, ledger)
            interrupted = self._happening(table)
            if interrupted or table.seconds >= longest:
                break
        self._add_up(course.rehearsal.tally, table.seconds - began)
        self._compare(sitting, ledger)
        if not interrupted:
            sitting.end()
        return interrupted

    def _chance(self, chance: float) -> bool:
        return self._rng.random() < chance

    def _add_up(self, tally: Tally, seconds: float) -> None:
        found = self.found
        found.seconds += seconds
        found.frames += tally.frames
        found.throws += tally.throws
        found.questions += tally.asked
        found.typed += tally.typed

    def _say(self, what: Ruled | Question) -> None:
        """All that would be said and shown, in the language that was chosen last."""
        if isinstance(what, Question):
            texts = [what.text]
        else:
            state = what.after
            texts = [*state.said, state.expects().text, *map(state.label, state.legal_actions())]
        if any(not in_words(text, self._language) for text in texts):
            self.found.happened["nothing to say"] += 1

    # --- what happens -----------------------------------------------------------------------------------------------

    def _happening(self, table: EveningTable) -> str | None:
        """Between two events: people think, a camera is pulled out; what ends the stretch."""
        chances, found = self._chances, self.found
        table.think(self._rng.uniform(1, 12))
        if self._chance(chances.camera):
            found.happened["camera gone"] += 1
            table.drop(self._rng.choice((4, 12, 30, 120)))
        if self._chance(chances.disturbance):
            found.happened[f"disturbance: {disturb(table, self._rng)}"] += 1
        if self._chance(chances.language):
            found.happened["language switched"] += 1
            self._language = next(self._languages)
        if self._chance(chances.kill):
            return "killed"
        return "corrected" if self._chance(chances.correction) else None

    def _undo(self, course: Course, ledger: Ledger) -> None:
        """Some moves are taken back and entered again; a decision may be taken anew instead."""
        events = course.referee.history.events
        before = course.referee.state
        back = events[-self._rng.randint(1, min(3, len(events))) :]
        self.found.happened["undone"] += len(back)
        for _ in back:
            course.referee.undo()
        if len(back) == 1 and not isinstance(back[0].action, Roll) and self._chance(0.5):
            return
        for event in back:
            course.tell(event.action)
        self.found.different += course.referee.state != before

    def _correct_past(self, book: Witness, ledger: Ledger) -> None:
        """A throw some way back was another one; where what came after it no longer fits, it stands again."""
        index = self._rng.choice(_past_throws(book.history.events)[-6:] or [None])
        if index is None:
            return
        before, was = book.history, book.history.events[index].action
        assert isinstance(was, Roll)
        expected = before.states[index].expects().of(was.player)
        assert expected is not None
        other = throw(expected, self._rng)
        try:
            before.correct(index, other)
        except IllegalAction:
            return
        self.found.happened["past throws corrected"] += 1
        ledger.hear(Meant(other))
        correction = book.correct(index, other)
        if not correction.set_aside and correction.history.state.expects() == before.state.expects():
            return
        ledger.hear(Meant(was))
        book.correct(index, was)
        for event in before.events[len(book.history.events) :]:
            ledger.hear(Meant(event.action))
            book.add(Event(event.action, "hand"))
        self.found.different += book.state != before.state

    # --- kills ------------------------------------------------------------------------------------------------------

    def _kill(self, place: Place, ledger: Ledger) -> None:
        """Another process plays on, is killed, and leaves its journal and its dice behind."""
        self.found.happened["killed"] += 1
        ledger.lying = tuple(place.lying)
        for message in killed(place, self._rng):
            ledger.hear(message)

    def _own(self, sitting: Sitting, ledger: Ledger) -> None:
        """What was kept in the last moment before a kill counts, though nobody was told."""
        if ledger.announced is not None and len(entries(sitting)) == len(ledger.acknowledged) + 1:
            self.found.unacknowledged += 1
            ledger.lying = ledger.announced.lying
            ledger.keep()
        ledger.announced = None

    # --- what has to be true ----------------------------------------------------------------------------------------

    def _compare(self, sitting: Sitting, ledger: Ledger) -> None:
        """Whether a game stands where its script leads, and its journal holds what it acknowledged."""
        self.found.different += not follows(sitting, ledger)
        self.found.lost += missing(entries(sitting), ledger.acknowledged)

    def _verify(self) -> None:
        """At the end: every game from a journal that was opened anew, played again from its entries."""
        with self._open() as journal:
            self.found.notices += map(str, journal.notices)
            self.found.lost += abs(journal.count() - len(self._ledgers))
            self.found.still_open = len(journal.unfinished())
            for number, ledger in self._ledgers.items():
                self.found.acknowledged += len(ledger.acknowledged)
                try:
                    sitting = journal.resume(number)
                except BadSitting:  # it cannot be played again
                    self.found.lost += len(ledger.acknowledged)
                    continue
                self._compare(sitting, ledger)
                self.found.replayed += 1


def _past_throws(events: Sequence[Event]) -> list[int]:
    """The numbers of the throws whose dice lie on the table no more: of each player, all but the last."""
    rolls = [(i, event.action.player) for i, event in enumerate(events) if isinstance(event.action, Roll)]
    last = {player: i for i, player in rolls}
    return [i for i, player in rolls if i != last[player]]


def entries(sitting: Sitting) -> list[tuple[str, object]]:
    """What the journal holds of a game, without its end."""
    return [(entry.kind, json.loads(entry.data)) for entry in sitting.entries() if entry.kind != "end"]


def missing(kept: Sequence[tuple[str, object]], acknowledged: Sequence[tuple[str, object]]) -> int:
    """How many entries differ from what was acknowledged, or are not there; or are there and nobody knows why."""
    differ = sum(one != other for one, other in zip(kept, acknowledged, strict=False))
    return differ + abs(len(acknowledged) - len(kept))


def follows(sitting: Sitting, ledger: Ledger) -> bool:
    """Whether the moves that stand, and where they lead, are those of the script."""
    events = sitting.history.events
    if len(events) != len(ledger.script):
        return False
    if not all(same(event.action, action) for event, action in zip(events, ledger.script, strict=True)):
        return False
    try:
        meant = ledger.state()
    except IllegalAction:
        return False
    return meant == sitting.state and meant.scores() == sitting.state.scores()
