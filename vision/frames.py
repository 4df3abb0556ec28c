"""A frame, what gives frames, and what can be wrong with it: the values between a source and all that look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from vision.crops import Image

TroubleKind = Literal["looking", "gone", "frozen", "black", "resized", "breaks-off", "no-frames", "unreadable"]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a source just now, and which one it is; whoever tells people has the words."""

    kind: TroubleKind
    about: str


class SourceError(RuntimeError):
    """A source that cannot be used at all; the sentence says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (BGR), when it was taken in seconds on the source's own clock, and its number."""

    image: Image
    at: float
    number: int


class Source(Protocol):
    """Something that gives frames until it ends."""

    @property
    def live(self) -> bool:
        """Whether frames go by unless they are taken."""

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong just now; None if all is well."""

    @property
    def ended(self) -> bool:
        """Whether there will be no more frames."""

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        """The next frame not yet given; None if there is none within the time or the source has ended."""

    def close(self) -> None:
        """Let go of the device or file."""
