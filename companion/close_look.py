"""Whether the one die that is shown to the camera can be taken now, and what to do about it if not.

Frame by frame: bright enough, one die, flat, whole, large, new since the face was asked for, still, sharp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from companion.finding import Shown
from companion.rules import Text
from companion.rules.text import say
from vision.crops import Image
from vision.frames import Frame
from vision.motion import Motion

STILL_SECONDS = 0.6
STILL_FRAMES = 4
STIRS = 0.06
"""Sides of a die that its middle may seem to move while it lies still."""
SMALLEST = 28.0
"""Pixels of a face's side below which its print is lost."""
DARK = 64
"""Of 255: how bright at least something on the die, or on the table, must be."""
BLINDED, MOST_BLINDED = 250, 0.6
"""From where on a pixel says nothing, and the share of them that may be so."""
BLURRED = 0.05
"""Steepest edges of a face, as a share of its contrast: of real photographs, less than one in a hundred is below."""
MOVED = 0.5
"""Sides by which a die has been moved rather than nudged."""
CHANGED = 8.0
"""Of 255: by how much a face in the same place looks like another one."""
NEAR_THE_EDGE = 2


class Hint(Enum):
    """What keeps a die from being taken, or that nothing does."""

    WAIT = "wait"
    DARK = "dark"
    BRIGHT = "bright"
    NONE = "none"
    SEVERAL = "several"
    LEANS = "leans"
    EDGE = "edge"
    SMALL = "small"
    HAND = "hand"
    TURN = "turn"
    HOLD = "hold"
    BLURRED = "blurred"
    TAKEN = "taken"


HINTS: dict[Hint, Text] = {
    Hint.WAIT: say("One moment …"),
    Hint.DARK: say("Too dark. Switch on a lamp."),
    Hint.BRIGHT: say("Too bright. Turn the lamp aside."),
    Hint.NONE: say("Lay the die before the camera."),
    Hint.SEVERAL: say("Only one die, please."),
    Hint.LEANS: say("It leans. Lay it flat."),
    Hint.EDGE: say("More to the middle, please."),
    Hint.SMALL: say("Too small. Go nearer."),
    Hint.HAND: say("Take your hand away."),
    Hint.TURN: say("Turn it to the face shown here."),
    Hint.HOLD: say("Hold still …"),
    Hint.BLURRED: say("Blurred. Hold still, or go a little farther away."),
    Hint.TAKEN: say("Got it!"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a frame tells: the dice in it, what to say, and the die that can be taken now."""

    hint: Hint
    dice: tuple[Shown, ...] = ()
    ready: Shown | None = None
    patience: float = 0.0
    """How much of the time to hold still is over, 0 to 1."""

    @property
    def only(self) -> Shown | None:
        """The one flat die there is, good enough or not: what a person may insist on."""
        return self.dice[0] if len(self.dice) == 1 and not self.dice[0].leaning else None


class CloseLook:
    """Looks at one die after another; `ask` is told whenever another face is wanted."""

    def __init__(self) -> None:
        self._motion = Motion()
        self._old: Shown | None = None
        """What already lay there when the face was asked for."""
        self._asked = True
        self._since: tuple[float, Shown] | None = None
        self._frames = 0

    def ask(self) -> None:
        """Another face is wanted: what lies there now does not count until it has been moved or turned."""
        self._asked, self._since = True, None

    def see(self, frame: Frame, dice: Sequence[Shown]) -> Look:
        """Judge a frame with the dice that were found in it."""
        stir = self._motion.see(frame.image, frame.at)
        dice = tuple(dice)
        hint = _light(frame.image, dice) or _one_die(frame.image, dice)
        if not dice:
            self._old, self._asked = None, False
        if hint is not None:
            self._since = None
            return Look(hint, dice)
        die = dice[0]
        if self._asked:
            self._old, self._asked = die, False
        if stir.hand and stir.touches(die.box, frame.image.shape[1]):
            self._since = None
            return Look(Hint.HAND, dice)
        if self._old is not None:
            if die.away(self._old) < MOVED and _difference(die.picture, self._old.picture) < CHANGED:
                self._since = None
                return Look(Hint.TURN, dice)
            self._old = None
        return self._settled(frame.at, die)

    def _settled(self, at: float, die: Shown) -> Look:
        if self._since is None or die.away(self._since[1]) > STIRS:
            self._since, self._frames = (at, die), 0
        self._frames += 1
        patience = min((at - self._since[0]) / STILL_SECONDS, self._frames / STILL_FRAMES, 1.0)
        if patience < 1:
            return Look(Hint.HOLD, (die,), patience=patience)
        if sharpness(die.picture) < BLURRED:
            return Look(Hint.BLURRED, (die,))
        return Look(Hint.TAKEN, (die,), ready=die, patience=1.0)


def sharpness(picture: Image) -> float:
    """How steep the steepest edges of a face are, as a share of its contrast."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    edges = np.abs(cv2.Laplacian(grey, cv2.CV_32F, ksize=1))[2:-2, 2:-2]
    low, high = np.percentile(grey, [2, 98])
    return float(np.percentile(edges, 97) / max(high - low, 12))


def _light(image: Image, dice: Sequence[Shown]) -> Hint | None:
    """The light on the die; where there is none, on the table."""
    seen = dice[0].picture if len(dice) == 1 else image[::8, ::8]
    if np.percentile(seen.max(axis=2), 98) < DARK:
        return Hint.DARK
    return Hint.BRIGHT if float((seen.min(axis=2) >= BLINDED).mean()) > MOST_BLINDED else None


def _one_die(image: Image, dice: Sequence[Shown]) -> Hint | None:
    if len(dice) != 1:
        return Hint.SEVERAL if dice else Hint.NONE
    die = dice[0]
    if die.leaning:
        return Hint.LEANS
    height, width = image.shape[:2]
    x0, y0, x1, y1 = die.box
    gap = NEAR_THE_EDGE
    if x0 < gap or y0 < gap or x1 > width - gap or y1 > height - gap:
        return Hint.EDGE
    return Hint.SMALL if die.side < SMALLEST else None


def _difference(one: Image, other: Image) -> float:
    """How unlike two faces look that lie in the same place, fine detail and noise left out."""
    soft = [np.asarray(cv2.GaussianBlur(face, (0, 0), 2), np.float32) for face in (one, other)]
    return float(np.abs(soft[0] - soft[1]).mean())
