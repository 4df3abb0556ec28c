"""Teaching dice before a camera, in a thread of its own: looks, takes each face as it lies still, keeps it at once.

Verbs return at once; what comes of them, and every frame, is told to `listen` as a `Peek` of a `LessonMoment`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from calibration.shelf import set_aside, write_whole
from companion.close_look import CloseLook, Hint, Look
from companion.corrections import corrections_path, load_corrections
from companion.finding import Eyes, Shown
from companion.lesson_plan import Key, LessonPlan
from companion.lookout import Lookout, Peek
from companion.rules import Text
from companion.rules.text import say
from companion.troubles import unwritten
from vision.frames import Frame, Source
from vision.kits import Kit
from vision.simulated_table import SimDie, SimulatedTable
from vision.teaching import BadLesson, Lesson, load_lesson, save_lesson

CHEER_SECONDS = 1.2
"""How long it is said that a face was taken."""


@dataclass(frozen=True, slots=True, eq=False)
class LessonMoment:
    """Where the lesson stands, what the camera shows, and what there is to say."""

    plan: LessonPlan
    look: Look
    corrected: Lesson
    """What was learnt of these dice from corrections in games."""
    notice: Text | None = None
    rehearsal: bool = False


class LiveLesson:
    """One lesson, from its first frame to its last. Without a path nothing is kept, and never in a rehearsal."""

    def __init__(
        self, kit: Kit, path: Path | None, eyes: Callable[[], Eyes], listen: Callable[[Peek[LessonMoment]], None]
    ) -> None:
        self._kit, self._path, self._open_eyes = kit, path, eyes
        self._plan = LessonPlan(kit, Lesson.empty(kit))
        self._corrections = corrections_path(path) if path is not None else None
        self._corrected = Lesson.empty(kit)
        self._eyes: Eyes | None = None
        self._close_look = CloseLook()
        self._look = Look(Hint.WAIT)
        self._notice: Text | None = None
        self._laid: Key | None = None
        self._cheer = float("-inf")
        self._lookout: Lookout[LessonMoment] = Lookout(self._open, self._see, listen)

    def close(self) -> None:
        self._lookout.close()

    # --- what people wish -------------------------------------------------------------------------------------------

    def take(self) -> None:
        """Take the die that lies there, whatever the hint says."""
        self._lookout.wish(lambda: self._take(self._look.only))

    def skip(self) -> None:
        self._change(LessonPlan.skip)

    def next_die(self) -> None:
        self._change(LessonPlan.next_die)

    def ask_again(self) -> None:
        self._change(LessonPlan.ask_again)

    def choose(self, key: Key) -> None:
        self._change(lambda plan: plan.choose(key))

    def undo(self) -> None:
        self._change(LessonPlan.undo)

    def forget(self) -> None:
        """All that is known of these dice, corrections too."""
        self._change(LessonPlan.forget)
        self._lookout.wish(lambda: self._keep_corrected(Lesson.empty(self._kit)))

    def drop(self, plan: LessonPlan, place: int) -> None:
        """Take back a picture of a plan as it was told; if the lesson is another by now, nothing happens."""
        self._change(lambda now: now.drop(place) if now.lesson is plan.lesson else now)

    def unlearn(self, corrected: Lesson, place: int) -> None:
        """Take back a correction of those that were told; if they are others by now, nothing happens."""

        def drop() -> None:
            if self._corrected is corrected:
                self._keep_corrected(corrected.drop(place))

        self._lookout.wish(drop)

    def export(self, path: Path) -> None:
        """Write the lesson to a file of its own, for another table."""

        def write() -> None:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, self._plan.lesson.to_bytes())
            except OSError as error:
                self._notice = unwritten(path, error)
            else:
                self._notice = say("The lesson is in {path}.", path=str(path))

        self._lookout.wish(write)

    # --- in the thread ----------------------------------------------------------------------------------------------

    def _open(self) -> Source:
        self._load()
        if self._corrections is not None:
            self._corrected = load_corrections(self._corrections, self._kit)
        self._eyes = self._open_eyes()
        if self._eyes.rehearsal:
            self._path, self._plan = None, self._plan.forget()
        return self._eyes.source

    def _load(self) -> None:
        if self._path is None:
            return
        try:
            self._plan = LessonPlan(self._kit, load_lesson(self._path, self._kit))
        except BadLesson:
            try:
                aside = set_aside(self._path)
            except OSError:
                self._path = None  # neither to be read nor moved: better to keep nothing than to write over it
                self._notice = say("What was taught before cannot be read, and nothing new can be kept.")
                return
            self._notice = say("What was taught before cannot be read; it is now {path}.", path=str(aside))

    def _change(self, change: Callable[[LessonPlan], LessonPlan]) -> None:
        self._lookout.wish(lambda: self._go_on(change(self._plan)))

    def _go_on(self, plan: LessonPlan) -> None:
        before, self._plan = self._plan, plan
        if plan.wanted != before.wanted or plan.lesson is not before.lesson:
            self._close_look.ask()
            self._laid = None
        if plan.lesson is not before.lesson and self._path is not None:
            try:
                save_lesson(self._path, plan.lesson)
                self._notice = None
            except OSError as error:
                self._notice = unwritten(self._path, error)

    def _keep_corrected(self, lesson: Lesson) -> None:
        if self._corrections is None or not len(self._corrected):
            return
        try:
            save_lesson(self._corrections, lesson)
        except OSError as error:
            self._notice = unwritten(self._corrections, error)
        else:
            self._corrected = lesson

    def _take(self, die: Shown | None) -> None:
        if die is not None and self._plan.wanted is not None:
            self._go_on(self._plan.took(die.picture))
            self._cheer = float("inf")

    def _see(self, frame: Frame | None) -> LessonMoment:
        if frame is not None and self._eyes is not None:
            self._rehearse(self._eyes)
            self._look = self._close_look.see(frame, self._eyes.find(frame.image))
            if self._look.ready is not None and self._plan.wanted is not None:
                self._take(self._look.ready)
            self._say_that_it_was_taken(frame.at)
        rehearsal = self._eyes is not None and self._eyes.rehearsal
        return LessonMoment(self._plan, self._look, self._corrected, self._notice, rehearsal)

    def _say_that_it_was_taken(self, at: float) -> None:
        if self._cheer == float("inf"):
            self._cheer = at
        if at - self._cheer < CHEER_SECONDS:
            self._look = Look(Hint.TAKEN, self._look.dice, patience=1.0)

    def _rehearse(self, eyes: Eyes) -> None:
        """On the simulated table somebody lays down the die that is wanted."""
        table, wanted = eyes.source, self._plan.wanted
        if not eyes.rehearsal or not isinstance(table, SimulatedTable) or table.busy or wanted in (None, self._laid):
            return
        body, face = wanted
        others = next(die.faces for die in self._kit.dice if die.body == body)
        table.throw([SimDie(body, face, others)], taken=table.lying)
        self._laid = wanted
