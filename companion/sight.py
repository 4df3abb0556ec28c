"""What a game sees of its table: opens camera and eye, looks frame by frame, and says when nobody looks on.

What was seen is a `Sighting`; what it means for the game is for `live_game.py`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.journal import Shot
from companion.lookout import shrunk
from companion.moments import Glimpse
from companion.reasons import reason_words
from companion.referee import Question, Referee, Ruled
from companion.rules import Text
from companion.rules.text import say
from companion.watcher import Eye, Mat, Patience, Watcher
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

Learn: TypeAlias = Callable[[Sequence[Shot]], Text | None]
"""Shows the eye faces that people put right, for this game and others; why that cannot be kept, if it cannot."""


@dataclass(frozen=True, slots=True)
class Watching:
    """What is needed to look at a table: frames, an eye for dice, the mat if there is one."""

    source: Source
    eye: Eye
    mat: Mat | None = None
    learn: Learn | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What one look brought: a frame if there was one, and what the referee says that is worth telling now."""

    trouble: Trouble | None
    notice: Text | None
    glimpse: Glimpse | None
    answer: Ruled | Question | None
    over: bool = False
    """There will be no more frames."""

    @property
    def blind(self) -> bool:
        return self.trouble is not None and self.trouble.kind in UNSEEN


class Sight:
    """The eyes of a game; without any, from `open` on or later, it is played by hand."""

    def __init__(self, referee: Referee, kit: Kit) -> None:
        self._referee, self._kit = referee, kit
        self._patience = Patience(referee)
        self._watching: Watching | None = None
        self._watcher: Watcher | None = None
        self._next_frame = 0.0

    def open(self, open_watching: Callable[[], Watching | None]) -> Text | None:
        """Get ready to look; why that is not possible, if it is not."""
        try:
            watching = open_watching()
        except (SourceError, BadModel) as error:
            return say("{reason} Dice can be entered by hand.", reason=reason_words(error))
        except Exception:
            log.exception("The table cannot be watched.")
            return BLIND
        if watching is not None:
            self._watching = watching
            self._referee.origin = "sim" if self.simulated else "camera"
            self._watcher = Watcher(watching.source, watching.eye, self._referee, self._kit, watching.mat)
        return None

    def close(self) -> None:
        """Let go of the camera."""
        watching, self._watching, self._watcher = self._watching, None, None
        if watching is not None:
            try:
                watching.source.close()
            except Exception:  # drivers raise what they like
                log.exception("The camera cannot be let go of.")

    @property
    def on(self) -> bool:
        """Whether there is anything to look through."""
        return self._watcher is not None

    @property
    def simulated(self) -> SimulatedTable | None:
        """The table, if it is a simulated one."""
        source = self._watching.source if self._watching is not None else None
        return source if isinstance(source, SimulatedTable) else None

    @property
    def phase(self) -> Phase | None:
        """What the table is doing."""
        return self._watcher.phase if self._watcher is not None else None

    @property
    def pending(self) -> Question | None:
        """A question that is held back, since it may mend itself."""
        return self._patience.pending

    @property
    def dice(self) -> tuple[DieRead, ...]:
        """What lies on the table, as last told."""
        settled = self._watcher.settled if self._watcher is not None else None
        return settled.dice if settled is not None else ()

    def look(self) -> Sighting | None:
        """Take the next frame; None if there is nothing to look through. JournalFault as `Watcher.step` raises it."""
        watching, watcher = self._watching, self._watcher
        if watching is None or watcher is None:
            return None
        if self.simulated is not None:
            self._keep_pace()
        answer = watcher.step(timeout=0.1)
        source, frame = watching.source, watcher.frame
        if frame is not None:
            told = self._patience.hear(answer, frame.at)
            return Sighting(source.trouble, watcher.notice, _glimpse(frame.image, watcher), told)
        if source.ended:  # a film is over
            return Sighting(source.trouble, watcher.notice, None, answer or self._patience.pending, over=True)
        return Sighting(source.trouble, watcher.notice, None, None)

    def revealed_at(self, settled: Settled | None) -> float | None:
        """Since when dice lie there, on the clock of people and the buzzer; None if nobody saw it."""
        frame = self._watcher.frame if self._watcher is not None else None
        if settled is None or frame is None:
            return None
        return time.monotonic() - max(0.0, frame.at - settled.since)

    def learn(self, shots: Sequence[Shot]) -> Text | None:
        """Show the eye what people put right, where it learns; why that cannot be kept, if it cannot."""
        learn = self._watching.learn if self._watching is not None else None
        return learn(shots) if learn is not None and shots else None

    def _keep_pace(self) -> None:
        """The simulated table is as quick as the machine; people are not."""
        now = time.monotonic()
        if now < self._next_frame:
            time.sleep(self._next_frame - now)
        self._next_frame = max(self._next_frame, now - FRAME) + FRAME


def _glimpse(image: Image, watcher: Watcher) -> Glimpse:
    image, scale = shrunk(image)
    dice = watcher.settled.dice if watcher.settled and watcher.phase in ("confirmed", "still") else ()
    return Glimpse(image, dice, watcher.phase, scale)
