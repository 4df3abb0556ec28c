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

from companion.calls import HouseRules
from companion.journal import JournalFault
from companion.live_game import OUTDATED, LiveGame
from companion.lookout import LETTING_GO
from companion.moments import Listen, Moment
from companion.referee import Book, Question, Referee
from companion.rules import Action, Die, Roll, Text
from companion.sight import BLIND, Sight, Watching
from companion.simulated_players import SimulatedPlayers
from companion.table_buzzer import OpenLink, TableBuzzer
from hardware.link import Status
from vision.kits import Kit
from vision.reading import DieRead

log = logging.getLogger(__name__)

FAULT_PAUSE = 3.0
"""Seconds until a verdict that could not be written down is tried again."""
LEAVING = 5.0
"""Seconds to wait at most for a table that is being left."""
IDLE = 0.02
"""Seconds to wait for a wish where there is no camera."""


class LiveTable:
    """One sitting, from its first moment to its last. `close` lets go of everything."""

    def __init__(
        self,
        book: Book,
        kit: Kit,
        listen: Listen,
        *,
        watching: Callable[[], Watching | None] = lambda: None,
        link: OpenLink = lambda hear: None,
        house: HouseRules | None = None,
        seed: int | None = None,
        after: LiveTable | None = None,
    ) -> None:
        """`watching` and `link` are called in the table's thread: opening devices and networks takes time.

        `after`: the table that was closed just now, which may still let go of the same devices.
        """
        self._open_watching, self._open_link, self._house = watching, link, house or HouseRules()
        self._wishes: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._closing, self._left = threading.Event(), threading.Event()
        self._after = after
        self._referee = Referee(book)
        self._sight = Sight(self._referee, kit)
        self._game = LiveGame(self._referee, self._sight, listen)
        self._players = SimulatedPlayers(self._referee, self._sight, seed)
        self._buzzer = TableBuzzer(self.buzzer)
        self._patient_until = 0.0
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    # --- what people wish -------------------------------------------------------------------------------------------

    def tell(self, action: Action, after: int | None = None) -> None:
        """A move, a card, dice typed in: those of the throw after so many moves, not of one that came meanwhile."""
        self._wish(lambda: self._game.tell(action, after))

    def yes(self, to: Question | None = None) -> None:
        """Answers are `to` the question that was read, or to that of the moment."""
        self._answer(self._game.confirm, to)

    def no(self, to: Question | None = None) -> None:
        self._answer(self._referee.no, to)

    def again(self, to: Question | None = None) -> None:
        self._answer(self._referee.again, to)

    def accept(self, to: Question | None = None) -> None:
        """The table lets it stand."""
        self._answer(self._game.accept, to)

    def correct(self, faces: Sequence[Die], to: Question | None = None) -> None:
        """What lies there, die by die in the order of the question's dice."""
        self._answer(lambda: self._game.correct(faces), to, otherwise=OUTDATED)

    def amend(self, faces: Sequence[Die], of: tuple[DieRead, ...] | None = None) -> None:
        """What really lay there in the last throw that counted, in the order of `Moment.amendable`.

        `of` is what of the moments was looked at: if another throw is the last one by now, nothing is amended.
        """
        self._wish(lambda: self._game.amend(faces, of))

    def undo(self) -> None:
        self._wish(self._game.undo)

    def throwing(self, player: int | None) -> None:
        """Who throws next, where several may."""
        self._wish(lambda: self._referee.throwing(player))

    def raise_box(self, at: float | None = None) -> None:
        """The box of Würfelblitz is raised, and no camera sees it: the dice are told later."""
        moment = time.monotonic() if at is None else at
        self._wish(lambda: self._game.call(lambda rounds, now: rounds.raised(moment, now)))

    def press(self, player: int, at: float | None = None) -> None:
        """A player presses a button of the screen."""
        moment = time.monotonic() if at is None else at
        self._wish(lambda: self._game.call(lambda rounds, now: rounds.pressed(player, moment, now)))

    def call(self, player: int, number: int) -> None:
        """A player who was asked names a number."""
        self._wish(lambda: self._game.call(lambda rounds, now: rounds.called(player, number, now)))

    def buzzer(self, status: Status | None) -> None:
        """The box was found, or says what is wrong with it; None while it is looked for."""
        self._wish(lambda: self._game.show(buzzer=status))

    def volume(self, loud: bool) -> None:
        """Whether the buzzer may be heard."""
        self._wish(lambda: self._buzzer.volume(loud))

    def throw(self, roll: Roll | None = None) -> None:
        """On the simulated table: throw the dice that are due, so that they show this roll if one is given."""
        self._wish(self._players.throw if roll is None else lambda: self._players.stage(roll))

    def autoplay(self, on: bool) -> None:
        """On the simulated table: let simulated players play."""

        def switch() -> None:
            self._players.playing = on

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
        return self._game.moment

    def _wish(self, wish: Callable[[], None]) -> None:
        self._wishes.put(wish)

    def _answer(self, answer: Callable[[], object], to: Question | None, otherwise: Text | None = None) -> None:
        asked = to or self.moment.question
        self._wish(lambda: self._game.answer(answer, asked, otherwise if to is not None else None))

    # --- the thread -------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            if self._after is not None:
                self._after._thread.join(timeout=LEAVING)  # its camera and its port are wanted again
                self._after = None
            self._open()
            while not self._closing.is_set():
                self._obey()
                self._hear()
                if self._sight.on:
                    self._watch()
            self._obey()  # what people wished before they left
        finally:
            self._left.set()
            self._sight.close()
            self._buzzer.close()

    def _open(self) -> None:
        notice = self._buzzer.open(self._open_link)
        self._game.begin(self._house, self._buzzer.link)
        self._game.show(notice=notice)
        trouble = self._sight.open(self._open_watching)
        if trouble is not None:
            self._game.show(trouble=trouble)
        elif self._sight.on:
            self._game.show(watched=True, simulated=self._sight.simulated is not None)

    def _obey(self) -> None:
        """Do what people wish; where there is no camera to wait for, wait for them."""
        wait = 0.0 if self._sight.on else IDLE
        while True:
            try:
                wish = self._wishes.get(timeout=wait) if wait else self._wishes.get_nowait()
            except queue.Empty:
                return
            wait = 0.0
            self._game.safely(wish)

    def _hear(self) -> None:
        now = time.monotonic()
        if now >= self._patient_until and not self._game.hear(self._buzzer.presses()):
            self._patient_until = time.monotonic() + FAULT_PAUSE

    def _watch(self) -> None:
        """Look at the next frame. Whatever the eye stumbles over, the game goes on by hand."""
        try:
            self._look()
            move = self._players.play_on()
            if move is not None:
                self.tell(move)
        except JournalFault as fault:  # it is tried again, of a throw as long as the dice lie
            self._game.show(refused=fault.text)
        except Exception:
            log.exception("The table cannot be watched any more.")
            self._sight.close()
            self._game.show(trouble=BLIND, watched=False, simulated=False)

    def _look(self) -> None:
        seen = self._sight.look()
        if seen is not None:
            self._game.see(seen)
            if seen.over:
                self._sight.close()
                self._game.show(watched=False)
