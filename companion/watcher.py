"""From frames to verdicts: what stirs, what has settled, what the referee says to it. One frame at a time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeAlias

from calibration.profile import BadProfile, Fault, Profile
from calibration.watch import Watch as MatWatch
from companion.profiles import fault_words, noticed_words
from companion.referee import Question, Referee, Ruled
from companion.rules import Text
from vision.crops import Image
from vision.frames import Frame, Source
from vision.gallery import Gallery
from vision.kits import Kit, KitDie
from vision.locator import Found
from vision.motion import Motion, Stir
from vision.places import Places
from vision.reader import Looks
from vision.reading import DiceEye, DieRead, Reading, name
from vision.settle import Phase, Settled, Settler
from vision.sources import is_camera

MAT_SECONDS = 2.0
"""How often the mat is looked at."""
GRACE = 2.0
"""Seconds that something is given to mend itself before anyone is bothered with it."""

TRY_AGAIN = 3.0
"""Seconds until a verdict that could not be written down is tried again."""
Size: TypeAlias = tuple[int, int]
"""Width and height of a frame."""


class Eye(Protocol):
    """Reads the dice of a picture, told which dice are likely."""

    def __call__(self, image: Image, likely: Kit | None) -> Reading: ...


class NetworkEye:
    """The trained networks, with what a table has taught them, and its mat if it has one."""

    def __init__(self, eye: DiceEye, kit: Kit, gallery: Gallery, mat: Mat | None = None) -> None:
        self._eye, self._kit, self.gallery, self._mat = eye, kit, gallery, mat
        self.contested: Gallery | None = None
        """With pictures that were contradicted once: what they would change is in doubt."""

    def __call__(self, image: Image, likely: Kit | None = None) -> Reading:
        """All dice of the kit; between faces that look alike, the one that the dice in play have."""
        looked = self._eye.look(image, self._kit, self.gallery, self._mat.over(image) if self._mat else None)
        dice = self._named(looked.found, looked.looks, self._kit)
        if likely is not None:
            closed = self._named(looked.found, looked.looks, likely)
            dice = tuple(_likelier(a, b, likely) for a, b in zip(dice, closed, strict=True))
        return Reading(dice, looked.times)

    def _named(self, found: Found, looks: Looks, kit: Kit) -> tuple[DieRead, ...]:
        reader = self._eye.reader
        dice = name(found, looks, kit, self.gallery, reader)
        if self.contested is None:
            return dice
        others = name(found, looks, kit, self.contested, reader)
        same = [(a.body, a.face) == (b.body, b.face) for a, b in zip(dice, others, strict=True)]
        return tuple(die if agreed else replace(die, sure=False) for die, agreed in zip(dice, same, strict=True))


class Mat:
    """The calibrated mat under the dice: followed when the camera is bumped, given up if it is another camera's."""

    def __init__(self, profile: Profile, camera: str | None = None) -> None:
        """`camera` is the number or address it is used with, if it is one: pictures and films may be anybody's."""
        self._given = profile
        self._camera = camera if camera and is_camera(camera) and is_camera(profile.camera) else None
        self._size: Size | None = None
        self._watch: MatWatch | None = None
        self._looked_at = float("-inf")

    def over(self, image: Image) -> Profile | None:
        """What is true of a frame; None before the first one was seen, and if it does not fit."""
        profile = self._watch.profile if self._watch else None
        return profile if profile is not None and profile.plane.size == _size(image) else None

    def see(self, image: Image, at: float) -> Text | None:
        """Look at the mat now and then; what people should know of it."""
        if self._size != _size(image):
            self._size = _size(image)
            return self._fit(self._size)
        if self._watch is None or at - self._looked_at < MAT_SECONDS:
            return None
        self._looked_at = at
        return noticed_words(self._watch.look(image))

    def _fit(self, size: Size) -> Text | None:
        """Frames have another size now: of the same shape they show the same, else the mat has to be solved again."""
        last = self._watch.profile if self._watch else self._given
        try:
            self._watch = MatWatch(last.fitted(size, self._camera))
        except BadProfile as error:
            self._watch = MatWatch(last) if error.fault is Fault.OTHER_SHAPE else None
            return fault_words(error)
        return None


def _size(image: Image) -> Size:
    return image.shape[1], image.shape[0]


def _likelier(open_world: DieRead, closed: DieRead, likely: Kit) -> DieRead:
    """What no die in play can show counts only if it is read beyond doubt: then it is told, and asked about."""
    possible = any(die.body == open_world.body and open_world.face in die.faces for die in likely.dice)
    return open_world if open_world.sure and not possible else closed


class Watcher:
    """Looks at a source for a referee."""

    def __init__(self, source: Source, eye: Eye, referee: Referee, kit: Kit, mat: Mat | None = None) -> None:
        self._source, self._eye, self._referee, self._kit, self._mat = source, eye, referee, kit, mat
        self._motion, self._settler, self._places = Motion(), Settler(), Places()
        self.frame: Frame | None = None
        self.settled: Settled | None = None
        self.looked_at: Image | None = None
        """The picture of the last still table."""
        self.notice: Text | None = None
        """What the last frame told of the mat."""
        self.work = 0.0
        """Seconds that looking at the last frame took."""
        self._unkept: tuple[float, Settled, Image] | None = None
        """A verdict that could not be written down, and when that was tried."""

    @property
    def phase(self) -> Phase:
        """What the table is doing."""
        return self._settler.phase

    def step(self, timeout: float = 1.0) -> Ruled | Question | None:
        """Take the next frame; what the referee says, if a still table became certain with it.

        JournalFault if that could not be written down; it is tried again every few seconds, as long as the dice lie.
        """
        frame = self._source.next_frame(timeout)
        last, self.frame = self.frame, frame
        if frame is None:
            return self._end(last) if last is not None and self._source.ended else None
        began = time.perf_counter()
        try:
            return self._look_at(frame)
        finally:
            self.work = time.perf_counter() - began

    def _look_at(self, frame: Frame) -> Ruled | Question | None:
        image = frame.image
        likely = self._likely()
        look: Callable[[], Reading] = lambda: self._eye(image, likely)  # noqa: E731
        stir = self._motion.see(image, frame.at)
        self.notice = None if self._mat is None or stir.moving else self._mat.see(image, frame.at)
        settled = self._settler.see(frame.at, stir, look, width=image.shape[1], reveal=self._referee.reveals)
        settled = self._followed(settled, stir, image)
        if settled is not None:
            self.settled, self.looked_at = settled, image
            return self._judged(frame.at, settled, image)
        if self._unkept is not None and frame.at - self._unkept[0] >= TRY_AGAIN:
            return self._judged(frame.at, *self._unkept[1:])
        return None

    def _end(self, last: Frame) -> Ruled | Question | None:
        """A film is over: nobody waits for more looks at the dice that lie there."""
        self.notice = None
        settled = self._settler.end()
        if settled is None:
            return None
        self.settled, self.looked_at = replace(settled, left=self._places.left), last.image
        return self._judged(last.at, self.settled, last.image)

    def _judged(self, at: float, settled: Settled, image: Image) -> Ruled | Question | None:
        self._unkept = at, settled, image
        answer = self._referee.see(settled, image)
        self._unkept = None
        return answer

    def _followed(self, settled: Settled | None, stir: Stir, image: Image) -> Settled | None:
        """The still table with the dice that left their places; from then on its own places are watched."""
        if settled is not None:
            told = replace(settled, left=self._places.left)
            self._places.lay(image, settled.dice)
            return told
        if stir.moving or stir.hand:
            self._places.see(image, stir, self._motion.noise)
        elif self.phase in ("empty", "confirmed"):
            self._places.rest(image)
        return None

    def _likely(self) -> Kit | None:
        """The dice that may be seen now: those of the throws that are due, and those that lie there."""
        throws = self._referee.due
        if not throws:
            return None
        faces: dict[str, dict[str, None]] = {}
        counts: Counter[str] = Counter()
        for throw in throws:
            for die in throw.loose:
                faces.setdefault(die.body, {}).update(dict.fromkeys(die.faces))
            counts |= Counter(die.body for die in throw.loose) + Counter(die.body for die in throw.still)
        lying = self._referee.lying
        for known in (*lying, *(still for throw in throws for still in throw.still)):
            faces.setdefault(known.body, {})[known.face] = None
        counts += Counter(die.body for die in lying)
        if not self._kit.per_player:  # the box holds no more than these, wherever they lie
            counts &= Counter({die.body: die.count for die in self._kit.dice})
        dice = tuple(KitDie(body, tuple(shown), counts[body]) for body, shown in faces.items() if counts[body])
        return replace(self._kit, per_player=False, dice=dice)


class Patience:
    """Holds back questions that often mend themselves: a die still in the hand, dice still to be taken away."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self.pending: Question | None = None

    def hear(self, answer: Ruled | Question | None, at: float) -> Ruled | Question | None:
        """What to tell now, `at` seconds on the clock of the frames."""
        if isinstance(answer, Ruled):
            self.pending = None
            return answer
        if answer is not None:
            self.pending = answer
        question = self.pending
        if question is not None and self._referee.question is not question:
            self.pending = question = None
        if question is None or (question.patient and at - question.settled.at < GRACE):
            return None
        self.pending = None
        return question
