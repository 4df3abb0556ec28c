"""A frame, what gives frames, and what can be wrong with it: the values between a source and all that look at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from vision.crops import Image

TroubleKind = Literal["looking", "gone", "frozen", "black", "resized", "breaks-off", "no-frames", "unreadable"]
SENTENCES: dict[TroubleKind, str] = {
    "looking": "Looking for camera {about} …",
    "gone": "Camera {about} does not answer; is it plugged in, and not in use elsewhere? The game waits.",
    "frozen": "The picture of camera {about} is frozen; unplug it and plug it in again.",
    "black": "The picture of camera {about} is black; is there a cap on the lens, or is it dark?",
    "resized": "Camera {about} now gives pictures of another size; a profile made before may not fit.",
    "breaks-off": "{about} breaks off before its end.",
    "no-frames": "{about} holds no frame that can be read.",
    "unreadable": "{about} cannot be read as a picture and is left out.",
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong with a source just now, and which one it is."""

    kind: TroubleKind
    about: str

    def __str__(self) -> str:
        return SENTENCES[self.kind].format(about=self.about)


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
