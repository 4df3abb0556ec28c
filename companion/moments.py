"""What a game at a real table tells its screen: `Moment`, where things stand, and `Glimpse`, the newest frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from companion.calls import Calls
from companion.referee import Question, Ruled
from companion.rounds import Verdict
from companion.rules import State, Text
from hardware.link import Status
from vision.crops import Image
from vision.reading import DieRead
from vision.settle import Phase


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
