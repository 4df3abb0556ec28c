"""A game at a real table, in a thread of its own: camera, referee, journal and buzzer joined. No screen needed.

Verbs (`tell`, `yes`, `undo`, …) return at once. What comes of them is told to `listen` as a `Moment`, and every frame
as a `Glimpse`; both are values, and `listen` is called in the table's thread.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from companion.calls import Calls, HouseRules
from companion.journal import JournalFault, Shot
from companion.lookout import LETTING_GO, shrunk
from companion.reasons import reason_words
from companion.referee import Book, Question, Referee, Ruled
from companion.referee.naming import shots_of
from companion.referee.tabletop import die_of
from companion.rehearsal import stage
from companion.rounds import Rounds, Verdict
from companion.rules import Action, Die, IllegalAction, Roll, State, Text
from companion.rules.text import say
from companion.rules.wuerfelblitz import Wuerfelblitz
from companion.simulated import throw as random_throw
from companion.strategies import sensible_action
from companion.troubles import trouble_words
from companion.watcher import Eye, Mat, Patience, Watcher
from hardware.link import Link, Status
from hardware.link import News as LinkNews
from hardware.link import State as LinkState
from hardware.session import Press
from vision.crops import Image
from vision.frames import Source, SourceError, Trouble, TroubleKind
from vision.kits import Kit
from vision.networks import BadModel
from vision.reading import DieRead
from vision.settle import Phase, Settled
from vision.simulated_table import SimulatedTable

log = logging.getLogger(__name__)

FRAME = 1 / 30
BLIND = say("The camera cannot be used just now; dice can be entered by hand.")
UNSEEN: frozenset[TroubleKind] = frozenset({"gone", "frozen", "black"})
"""With these troubles of a camera nobody sees the dice: they are entered by hand until it is well again."""
OUTDATED = say("The game went on in the meantime; this was not entered.")
STUMBLED = say("That did not work. The game is safe; try it once more.")
NO_BUZZER = say("The buzzer cannot be used just now. Press on the screen.")
FAULT_PAUSE = 3.0
"""Seconds until a verdict that could not be written down is tried again."""
LOUDEST = 9
LEAVING = 5.0
"""Seconds to wait at most for a table that is being left."""
IDLE = 0.02
"""Seconds to wait for a wish where there is no camera."""


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """The newest frame, small enough for a screen, and where the dice that were told last lie in it."""

    image: Image
    dice: tuple[DieRead, ...]
    phase: Phase
    scale: float
    """Pixels of this picture for a pixel of the frame, in which dice are measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Where the game stands, what was last said and asked, and what is wrong with the devices."""

    state: State[Any, Any]
    moves: int = 0
    question: Question | None = None
    said: tuple[Text, ...] = ()
    refused: Text | None = None
    """Why the last wish was not done."""
    ruled: Ruled | None = None
    dice: tuple[DieRead, ...] = ()
    """What lies on the table, as last told."""
    amendable: tuple[DieRead, ...] = ()
    """The dice of the last throw that was seen and counted."""
    amendable_from: State[Any, Any] | None = None
    """The game before that throw."""
    calls: Calls | None = None
    verdict: Verdict | None = None
    """Of Würfelblitz: what the numbers named last came to."""
    trouble: Text | None = None
    """Of the camera."""
    notice: Text | None = None
    buzzer: Status | None = None
    watched: bool = False
    """Whether a camera looks on just now; without one, dice are entered by hand."""
    simulated: bool = False


News: TypeAlias = Moment | Glimpse
Listen: TypeAlias = Callable[[News], None]
Learn: TypeAlias = Callable[[Sequence[Shot]], Text | None]
"""Shows the eye faces that people put right, for this game and others; why that cannot be kept, if it cannot."""


@dataclass(frozen=True, slots=True)
class Watching:
    """What is needed to look at a table: frames, an eye for dice, the mat if there is one."""

    source: Source
    eye: Eye
    mat: Mat | None = None
    learn: Learn | None = None


class LiveTable:
    """One sitting, from its first moment to its last. `close` lets go of everything."""

    def __init__(
        self,
        book: Book,
        kit: Kit,
        listen: Listen,
        *,
        watching: Callable[[], Watching | None] = lambda: None,
        link: Callable[[Callable[[LinkNews], None]], Link | None] = lambda hear: None,
        house: HouseRules | None = None,
        seed: int | None = None,
        after: LiveTable | None = None,
    ) -> None:
        """`watching` and `link` are called in the table's thread: opening devices and networks takes time.

        `after`: the table that was closed just now, which may still let go of the same devices.
        """
        self._listen, self._kit = listen, kit
        self._open_watching, self._open_link, self._house = watching, link, house or HouseRules()
        self._book = book
        self._rng = Random(seed)
        self._wishes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
        self._closing, self._left = threading.Event(), threading.Event()
        self._after = after
        self._referee = Referee(book)
        self._moment = Moment(book.state, self._referee.moves, said=book.state.said)
        self._watching: Watching | None = None
        self._watcher: Watcher | None = None
        self._patience = Patience(self._referee)
        self._link: Link | None = None
        self._rounds: Rounds | None = None
        self._next_frame = 0.0
        self._patient_until = 0.0
        self._autoplay = False
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    # --- what people wish -------------------------------------------------------------------------------------------

    def tell(self, action: Action, after: int | None = None) -> None:
        """A move, a card, dice typed in: those of the throw after so many moves, not of one that came meanwhile."""

        def unless_outdated() -> None:
            if after is not None and self._referee.moves != after:
                self._show(refused=OUTDATED)
            else:
                self._ruled(self._referee.tell(action))

        self._wish(unless_outdated)

    def yes(self, to: Question | None = None) -> None:
        """Answers are `to` the question that was read, or to that of the moment."""
        self._answer(self._confirm, to)

    def no(self, to: Question | None = None) -> None:
        self._answer(self._referee.no, to)

    def again(self, to: Question | None = None) -> None:
        self._answer(self._referee.again, to)

    def accept(self, to: Question | None = None) -> None:
        """The table lets it stand."""
        self._answer(self._accept, to)

    def correct(self, faces: Sequence[Die], to: Question | None = None) -> None:
        """What lies there, die by die in the order of the question's dice."""
        self._answer(lambda: self._correct(faces), to, otherwise=OUTDATED)

    def amend(self, faces: Sequence[Die], of: tuple[DieRead, ...] | None = None) -> None:
        """What really lay there in the last throw that counted, in the order of `Moment.amendable`.

        `of` is what of the moments was looked at: if another throw is the last one by now, nothing is amended.
        """

        def unless_outdated() -> None:
            if of is not None and self._referee.amendable is not of:
                self._show(refused=OUTDATED)
            else:
                self._amend(faces)

        self._wish(unless_outdated)

    def undo(self) -> None:
        self._wish(self._undo)

    def throwing(self, player: int | None) -> None:
        """Who throws next, where several may."""
        self._wish(lambda: self._referee.throwing(player))

    def raise_box(self, at: float | None = None) -> None:
        """The box of Würfelblitz is raised, and no camera sees it: the dice are told later."""
        moment = time.monotonic() if at is None else at
        self._wish(lambda: self._calls(lambda rounds, now: rounds.raised(moment, now)))

    def press(self, player: int, at: float | None = None) -> None:
        """A player presses a button of the screen."""
        moment = time.monotonic() if at is None else at
        self._wish(lambda: self._calls(lambda rounds, now: rounds.pressed(player, moment, now)))

    def call(self, player: int, number: int) -> None:
        """A player who was asked names a number."""
        self._wish(lambda: self._calls(lambda rounds, now: rounds.called(player, number, now)))

    def volume(self, loud: bool) -> None:
        """Whether the buzzer may be heard."""

        def tell() -> None:
            if self._link is not None:
                self._link.volume(LOUDEST if loud else 0)

        self._wish(tell)

    def throw(self) -> None:
        """On the simulated table: throw the dice that are due."""
        self._wish(self._throw)

    def autoplay(self, on: bool) -> None:
        """On the simulated table: let simulated players play."""

        def switch() -> None:
            self._autoplay = on

        self._wish(switch)

    def close(self, letting_go: float = LETTING_GO) -> None:
        """End the game's thread: what was wished before is done; camera and buzzer are waited for so many seconds."""
        self._closing.set()
        if threading.current_thread() is not self._thread:
            self._left.wait(timeout=LEAVING)
            self._thread.join(timeout=letting_go)

    @property
    def moment(self) -> Moment:
        """Where things stand."""
        return self._moment

    def _wish(self, wish: Callable[[], None]) -> None:
        self._wishes.put(wish)

    def _answer(self, answer: Callable[[], object], to: Question | None, otherwise: Text | None = None) -> None:
        """Somebody answers a question; by then it may be answered by the dice themselves, which is said if need be."""
        asked = to or self._moment.question

        def unless_answered() -> None:
            if asked is not None and self._referee.question is asked:
                answer()
                self._show(question=self._referee.question)
            elif to is not None and otherwise is not None:
                self._show(refused=otherwise)

        self._wish(unless_answered)

    # --- the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            if self._after is not None:
                self._after._thread.join(timeout=LEAVING)  # its camera and its port are wanted again
                self._after = None
            self._open()
            while not self._closing.is_set():
                self._obey()
                self._hear_buzzer()
                if self._watcher is not None:
                    self._watch(self._watcher)
            self._obey()  # what people wished before they left
        finally:
            self._left.set()
            self._stop_watching()
            if self._link is not None:
                self._link.close()

    def _watch(self, watcher: Watcher) -> None:
        """Look at the next frame. Whatever the eye stumbles over, the game goes on by hand."""
        try:
            self._look(watcher)
            self._play_on()
        except JournalFault as fault:  # it is tried again, of a throw as long as the dice lie
            self._show(refused=fault.text)
        except Exception:
            log.exception("The table cannot be watched any more.")
            self._stop_watching()
            self._show(trouble=BLIND, watched=False, simulated=False)

    def _stop_watching(self) -> None:
        watching, self._watching, self._watcher = self._watching, None, None
        if watching is not None:
            try:
                watching.source.close()
            except Exception:  # drivers raise what they like
                log.exception("The camera cannot be let go of.")

    def _open(self) -> None:
        notice = None
        try:
            self._link = self._open_link(self._hear)
        except Exception:
            log.exception("The buzzer cannot be looked for.")
            notice = NO_BUZZER
        if isinstance(self._referee.state, Wuerfelblitz):
            self._rounds = Rounds(self._referee, self._house, self._link)
            self._safely(lambda: self._calls(lambda rounds, now: rounds.follow(now)))
        self._show(notice=notice)
        try:
            watching = self._open_watching()
        except (SourceError, BadModel) as error:
            self._show(trouble=say("{reason} Dice can be entered by hand.", reason=reason_words(error)))
            return
        except Exception:
            log.exception("The table cannot be watched.")
            self._show(trouble=BLIND)
            return
        if watching is not None:
            self._watching = watching
            simulated = isinstance(watching.source, SimulatedTable)
            self._referee.origin = "sim" if simulated else "camera"
            self._watcher = Watcher(watching.source, watching.eye, self._referee, self._kit, watching.mat)
            self._show(watched=True, simulated=simulated)

    def _hear(self, news: LinkNews) -> None:
        """In the thread of the link."""
        if isinstance(news, Press):
            self._presses.put(news)
        elif isinstance(news, Status):
            shown = None if news.state in (LinkState.SEARCHING, LinkState.CLOSED) else news
            self._wish(lambda: self._show(buzzer=shown))

    def _obey(self) -> None:
        """Do what people wish; where there is no camera to wait for, wait for them."""
        wait = 0.0 if self._watcher is not None else IDLE
        while True:
            try:
                wish = self._wishes.get(timeout=wait) if wait else self._wishes.get_nowait()
            except queue.Empty:
                return
            wait = 0.0
            self._safely(wish)

    def _safely(self, wish: Callable[[], object]) -> bool:
        """Do it; where that is not possible, say why, and go on. Whether it was done."""
        try:
            wish()
        except (IllegalAction, JournalFault) as error:
            self._show(refused=error.text)
        except ValueError:  # what was asked has been answered otherwise
            self._show()
        except Exception:
            log.exception("A wish could not be done.")
            self._show(refused=STUMBLED)
        else:
            return True
        return False

    def _hear_buzzer(self) -> None:
        if self._rounds is None or time.monotonic() < self._patient_until:
            return

        def hear() -> None:
            while not self._presses.empty():
                press = self._presses.get_nowait()
                self._calls(lambda rounds, now, press=press: rounds.heard(press, now))  # type: ignore[misc]
            self._calls(lambda rounds, now: rounds.passed(now))

        if not self._safely(hear):
            self._patient_until = time.monotonic() + FAULT_PAUSE

    def _look(self, watcher: Watcher) -> None:
        if isinstance(self._watching and self._watching.source, SimulatedTable):
            self._keep_pace()
        answer = watcher.step(timeout=0.1)
        source = self._watching.source if self._watching else None
        if source is not None:
            self._mind(source.trouble)
        if watcher.notice is not None:
            self._show(notice=watcher.notice)
        frame = watcher.frame
        if frame is None:
            if source is not None and source.ended:  # a film is over
                self._told(answer or self._patience.pending)
                self._stop_watching()
                self._show(watched=False)
            return
        self._listen(_glimpse(frame.image, watcher))
        told = self._patience.hear(answer, frame.at)
        if told is not None:
            self._told(told)

    def _mind(self, trouble: Trouble | None) -> None:
        """What is wrong with the camera is said; where it sees nothing, the game goes on by hand until it does."""
        words = trouble_words(trouble, by_hand=True) if trouble is not None else None
        blind = trouble is not None and trouble.kind in UNSEEN
        if words != self._moment.trouble or blind is self._moment.watched:
            self._referee.blind = blind
            self._show(trouble=words, watched=not blind)

    def _keep_pace(self) -> None:
        """The simulated table is as quick as the machine; people are not."""
        now = time.monotonic()
        if now < self._next_frame:
            time.sleep(self._next_frame - now)
        self._next_frame = max(self._next_frame, now - FRAME) + FRAME

    # --- what comes of it -------------------------------------------------------------------------------------------

    def _told(self, answer: Ruled | Question | None) -> None:
        if isinstance(answer, Ruled):
            self._ruled(answer)
        elif answer is not None:
            self._show(question=answer)

    def _ruled(self, ruled: Ruled) -> None:
        said = ruled.after.said
        if self._rounds is not None:
            said = self._rounds.ruled(ruled, time.monotonic(), reveal=self._revealed_at(ruled.settled))
        self._show(ruled=ruled, said=said)

    def _revealed_at(self, settled: Settled | None) -> float | None:
        """Since when dice lie there, on the clock of people and the buzzer; None if nobody saw it."""
        frame = self._watcher.frame if self._watcher is not None else None
        if settled is None or frame is None:
            return None
        return time.monotonic() - max(0.0, frame.at - settled.since)

    def _accept(self) -> None:
        question = self._referee.question
        reveal = self._revealed_at(question.settled if question else None)
        state = self._referee.accept()
        said = self._rounds.follow(time.monotonic(), reveal=reveal) if self._rounds is not None else ()
        self._show(said=said or state.said)

    def _confirm(self) -> None:
        question = self._referee.question
        ruled = self._referee.yes()
        if question is not None:
            self._show_eye(shots_of([question.settled.dice[place] for place in question.doubtful]))
        self._ruled(ruled)

    def _correct(self, faces: Sequence[Die]) -> None:
        question = self._referee.question
        answer = self._referee.correct(faces)
        if question is not None and isinstance(answer, Ruled):
            self._learn(question.settled.dice, faces)
        self._told(answer)

    def _learn(self, dice: Sequence[DieRead], faces: Sequence[Die]) -> None:
        """What was read as something else than people say is read by that from now on."""
        wrong = [(read, die) for read, die in zip(dice, faces, strict=True) if die_of(read) != die]
        self._show_eye(shots_of([read for read, _ in wrong], [die for _, die in wrong]))

    def _show_eye(self, shots: Sequence[Shot]) -> None:
        learn = self._watching.learn if self._watching is not None else None
        if learn is not None and shots and (unkept := learn(shots)) is not None:
            self._show(notice=unkept)

    def _amend(self, faces: Sequence[Die]) -> None:
        dice = self._referee.amendable
        correction = self._referee.amend(faces)
        self._learn(dice, faces)
        said = self._referee.state.said
        if correction.set_aside:
            said = (say("What came after it no longer fits and is taken back."), *said)
        if self._rounds is not None:
            self._rounds.follow(time.monotonic())
        self._show(said=said)

    def _undo(self) -> None:
        if self._rounds is not None:
            if self._rounds.undo(time.monotonic()):
                said = self._rounds.calls.said if self._rounds.calls else ()
                self._show(said=said or self._referee.state.said)
        elif self._referee.moves:
            self._show(said=self._referee.undo().said)

    def _calls(self, step: Callable[[Rounds, float], tuple[Text, ...]]) -> None:
        rounds = self._rounds
        if rounds is None:
            return
        before = rounds.calls
        said = step(rounds, time.monotonic())
        known, calls = self._moment.calls, rounds.calls
        if calls is before or (not said and calls and known and calls.standing == known.standing):
            return
        self._show(said=said or self._moment.said)

    def _show(self, **changes: Any) -> None:  # noqa: ANN401 - fields of Moment
        """Tell where things stand; what was refused or noticed is told once."""
        referee = self._referee
        seen = self._watcher.settled if self._watcher else None
        self._moment = replace(
            self._moment,
            **{
                "state": referee.state,
                "moves": referee.moves,
                "question": referee.question if referee.question is self._moment.question else None,
                "refused": None,
                "notice": None,
                "dice": seen.dice if seen else (),
                "amendable": referee.amendable,
                "amendable_from": referee.amendable_from,
                "calls": self._rounds.calls if self._rounds else None,
                "verdict": self._rounds.verdict if self._rounds else None,
                **changes,
            },
        )
        self._listen(self._moment)

    # --- the simulated table ----------------------------------------------------------------------------------------

    def _throw(self) -> None:
        table = self._watching.source if self._watching else None
        due = self._referee.due
        if isinstance(table, SimulatedTable) and due and not table.busy:
            roll = random_throw(due[0], self._rng)
            self._stage(table, roll)

    def _stage(self, table: SimulatedTable, roll: Roll) -> None:
        self._referee.throwing(roll.player)
        stage(table, self._referee.state, roll)

    def _play_on(self) -> None:
        """With autoplay: the next move of the simulated players, once the last throw has been told."""
        table = self._watching.source if self._watching else None
        if not self._autoplay or not isinstance(table, SimulatedTable) or table.busy:
            return
        if self._referee.state.outcome() is not None or self._patience.pending or self._referee.question:
            return
        action = sensible_action(self._referee.state, self._rng)
        if isinstance(action, Roll):
            if self._watcher is not None and self._watcher.phase in ("confirmed", "empty"):
                self._stage(table, action)
        else:
            self._wish(lambda: self._ruled(self._referee.tell(action)))


def _glimpse(image: Image, watcher: Watcher) -> Glimpse:
    image, scale = shrunk(image)
    dice = watcher.settled.dice if watcher.settled and watcher.phase in ("confirmed", "still") else ()
    return Glimpse(image, dice, watcher.phase, scale)
