"""Exposure, white balance and focus of a camera: found, then held, and found anew when the light has become another.

A camera that goes on adjusting gives every throw other colours; one that is held in the dark is dazzled by the lamp.
"""

from __future__ import annotations

from typing import Literal, Protocol

import cv2

from vision.crops import Image

SETTLING = 20
"""Frames that a camera is given to find its exposure before it is held; one held at once may stay dark."""
UNFIT_SECONDS = 3.0
"""How long a picture must be far too bright or dark: hands over the lens are gone sooner."""
BURNT, BURNT_SHARE = 245, 0.3
"""A value from which on nothing is told apart, and the share of such pixels that is too much."""
DIM = 25.0
"""Mean brightness below which a picture is too dark."""
STEP = 16
CONTROLS = (  # by itself, by hand: as most drivers have it
    ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, 3.0, 1.0, cv2.CAP_PROP_EXPOSURE),
    ("white balance", cv2.CAP_PROP_AUTO_WB, 1.0, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
    ("focus", cv2.CAP_PROP_AUTOFOCUS, 1.0, 0.0, cv2.CAP_PROP_FOCUS),
)
Unfit = Literal["bright", "dark"]


class Controls(Protocol):
    """What is needed of cv2.VideoCapture."""

    def get(self, prop: int, /) -> float: ...
    def set(self, prop: int, value: float, /) -> bool: ...


class Exposure:
    """Holds a camera once it has got used to the light, and lets it look anew where that no longer fits."""

    def __init__(self, capture: Controls) -> None:
        """Drivers remember what was held the last time: the camera is let go first."""
        self._capture = capture
        self.held: dict[str, bool] = {}
        """Exposure, white balance, focus: whether the driver holds them still; empty while they are looked for."""
        self._seen = 0
        self._best: Unfit | None = None
        """What is wrong with the picture as good as the camera itself could make it."""
        self._since: float | None = None
        let_go(capture)

    def see(self, image: Image, now: float) -> None:
        """Look at the brightness of a frame."""
        wrong = unfit(image)
        if not self.held:
            self._seen += 1
            if self._seen >= SETTLING:
                self.held, self._best, self._since = hold_still(self._capture), wrong, None
        elif wrong in (None, self._best) or not self.held["exposure"]:
            self._since = None
        elif self._since is None:
            self._since = now
        elif now - self._since >= UNFIT_SECONDS:
            let_go(self._capture)
            self.held, self._seen = {}, 0


def unfit(image: Image) -> Unfit | None:
    """Whether a picture is far too bright or too dark to tell dice in."""
    values = image[::STEP, ::STEP].mean(axis=2)
    if (values >= BURNT).mean() > BURNT_SHARE:
        return "bright"
    return "dark" if values.mean() < DIM else None


def hold_still(capture: Controls) -> dict[str, bool]:
    """Ask the driver to keep exposure, white balance and focus as they are; whether it says that it does."""
    held = {}
    for what, automatic, _, by_hand, value in CONTROLS:
        found = capture.get(value)
        held[what] = capture.set(automatic, by_hand) and abs(capture.get(automatic) - by_hand) < 1e-6
        if held[what] and found > 0:  # some drivers fall back to what was set by hand last
            capture.set(value, found)
    return held


def let_go(capture: Controls) -> None:
    """Ask the driver to find exposure, white balance and focus by itself."""
    for _, automatic, by_itself, _, _ in CONTROLS:
        capture.set(automatic, by_itself)
