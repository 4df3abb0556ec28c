"""The game at a real table: what people say, cameras see and buzzers hear, put to the referee; a `Moment` for each.

Everything here happens in the thread of `live_table.py`. Nothing waits but for the disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from companion.calls import HouseRules
from companion.journal import JournalFault, Shot
from companion.moments import Listen, Moment
from companion.referee import Question, Referee, Ruled
from companion.referee.naming import shots_of
from companion.referee.tabletop import die_of
from companion.rounds import Rounds
from companion.rules import Action, Die, IllegalAction, Text
from companion.rules.text import say
from companion.rules.wuerfelblitz import Wuerfelblitz
from companion.sight import Sight, Sighting
from companion.troubles import trouble_words
from hardware.link import Link
from hardware.session import Press
from vision.reading import DieRead

log = logging.getLogger(__name__)

OUTDATED = say("The game went on in the meantime; this was not entered.")
STUMBLED = say("That did not work. The game is safe; try it once more.")


class LiveGame:
    """One game, its rounds if it is Würfelblitz, and the newest `moment` of it."""

    def __init__(self, referee: Referee, sight: Sight, listen: Listen) -> None:
        self._referee, self._sight, self._listen = referee, sight, listen
        self._rounds: Rounds | None = None
        self.moment = Moment(referee.state, referee.moves, said=referee.state.said)

    def begin(self, house: HouseRules, link: Link | None) -> None:
        """Würfelblitz goes on round by round."""
        if isinstance(self._referee.state, Wuerfelblitz):
            self._rounds = Rounds(self._referee, house, link)
            self.safely(lambda: self.call(lambda rounds, now: rounds.follow(now)))

    def safely(self, wish: Callable[[], object]) -> bool:
        """Do it; where that is not possible, say why, and go on. Whether it was done."""
        try:
            wish()
        except (IllegalAction, JournalFault) as error:
            self.show(refused=error.text)
        except ValueError:  # what was asked has been answered otherwise
            self.show()
        except Exception:
            log.exception("A wish could not be done.")
            self.show(refused=STUMBLED)
        else:
            return True
        return False

    # --- what people say --------------------------------------------------------------------------------------------

    def tell(self, action: Action, after: int | None = None) -> None:
        """A move or dice typed in, if no more moves than that were made meanwhile."""
        if after is not None and self._referee.moves != after:
            self.show(refused=OUTDATED)
        else:
            self._ruled(self._referee.tell(action))

    def answer(self, answer: Callable[[], object], asked: Question | None, otherwise: Text | None = None) -> None:
        """Somebody answers a question; by then it may be answered by the dice themselves, which is said if need be."""
        if asked is not None and self._referee.question is asked:
            answer()
            self.show(question=self._referee.question)
        elif otherwise is not None:
            self.show(refused=otherwise)

    def confirm(self) -> None:
        """The reading in question is right."""
        question = self._referee.question
        ruled = self._referee.yes()
        if question is not None:
            self._show_eye(shots_of([question.settled.dice[place] for place in question.doubtful]))
        self._ruled(ruled)

    def accept(self) -> None:
        """The table lets it stand."""
        question = self._referee.question
        reveal = self._sight.revealed_at(question.settled if question else None)
        state = self._referee.accept()
        said = self._rounds.follow(time.monotonic(), reveal=reveal) if self._rounds is not None else ()
        self.show(said=said or state.said)

    def correct(self, faces: Sequence[Die]) -> None:
        """What lies there, die by die in the order of the question's dice."""
        question = self._referee.question
        answer = self._referee.correct(faces)
        if question is not None and isinstance(answer, Ruled):
            self._learn(question.settled.dice, faces)
        self._told(answer)

    def amend(self, faces: Sequence[Die], of: tuple[DieRead, ...] | None = None) -> None:
        """What really lay there in the last throw that counted, unless another than `of` is the last one by now."""
        dice = self._referee.amendable
        if of is not None and dice is not of:
            self.show(refused=OUTDATED)
            return
        correction = self._referee.amend(faces)
        self._learn(dice, faces)
        said = self._referee.state.said
        if correction.set_aside:
            said = (say("What came after it no longer fits and is taken back."), *said)
        if self._rounds is not None:
            self._rounds.follow(time.monotonic())
        self.show(said=said)

    def undo(self) -> None:
        """Take back what happened last, if anything has."""
        if self._rounds is not None:
            if self._rounds.undo(time.monotonic()):
                said = self._rounds.calls.said if self._rounds.calls else ()
                self.show(said=said or self._referee.state.said)
        elif self._referee.moves:
            self.show(said=self._referee.undo().said)

    def _learn(self, dice: Sequence[DieRead], faces: Sequence[Die]) -> None:
        """What was read as something else than people say is read by that from now on."""
        wrong = [(read, die) for read, die in zip(dice, faces, strict=True) if die_of(read) != die]
        self._show_eye(shots_of([read for read, _ in wrong], [die for _, die in wrong]))

    def _show_eye(self, shots: Sequence[Shot]) -> None:
        unkept = self._sight.learn(shots)
        if unkept is not None:
            self.show(notice=unkept)

    # --- what the camera sees, and the buzzer hears -----------------------------------------------------------------

    def see(self, seen: Sighting) -> None:
        """A look at the table: what is wrong with the camera, the picture, and what the referee says to it."""
        self._mind(seen)
        if seen.notice is not None:
            self.show(notice=seen.notice)
        if seen.glimpse is not None:
            self._listen(seen.glimpse)
        self._told(seen.answer)

    def _mind(self, seen: Sighting) -> None:
        """What is wrong with the camera is said; where it sees nothing, the game goes on by hand until it does."""
        words = trouble_words(seen.trouble, by_hand=True) if seen.trouble is not None else None
        if words != self.moment.trouble or seen.blind is self.moment.watched:
            self._referee.blind = seen.blind
            self.show(trouble=words, watched=not seen.blind)

    def hear(self, presses: Iterable[Press]) -> bool:
        """Time goes by, and somebody may have pressed. False if it could not be written down."""
        return self._rounds is None or self.safely(lambda: self._hear(presses))

    def _hear(self, presses: Iterable[Press]) -> None:
        for press in presses:
            self.call(lambda rounds, now, press=press: rounds.heard(press, now))  # type: ignore[misc]
        self.call(lambda rounds, now: rounds.passed(now))

    def call(self, step: Callable[[Rounds, float], tuple[Text, ...]]) -> None:
        """A step of the round that is on; nothing in games without."""
        rounds = self._rounds
        if rounds is None:
            return
        before = rounds.calls
        said = step(rounds, time.monotonic())
        known, calls = self.moment.calls, rounds.calls
        if calls is before or (not said and calls and known and calls.standing == known.standing):
            return
        self.show(said=said or self.moment.said)

    # --- what comes of it -------------------------------------------------------------------------------------------

    def _told(self, answer: Ruled | Question | None) -> None:
        if isinstance(answer, Ruled):
            self._ruled(answer)
        elif answer is not None:
            self.show(question=answer)

    def _ruled(self, ruled: Ruled) -> None:
        said = ruled.after.said
        if self._rounds is not None:
            reveal = self._sight.revealed_at(ruled.settled)
            said = self._rounds.ruled(ruled, time.monotonic(), reveal=reveal)
        self.show(ruled=ruled, said=said)

    def show(self, **changes: Any) -> None:  # noqa: ANN401 - fields of Moment
        """Tell where things stand; what was refused or noticed is told once."""
        referee = self._referee
        self.moment = replace(
            self.moment,
            **{
                "state": referee.state,
                "moves": referee.moves,
                "question": referee.question if referee.question is self.moment.question else None,
                "refused": None,
                "notice": None,
                "dice": self._sight.dice,
                "amendable": referee.amendable,
                "amendable_from": referee.amendable_from,
                "calls": self._rounds.calls if self._rounds else None,
                "verdict": self._rounds.verdict if self._rounds else None,
                **changes,
            },
        )
        self._listen(self.moment)
