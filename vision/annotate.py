"""Draw a reading into its picture: top faces outlined, what was read beside them, doubts in another colour."""

from __future__ import annotations

import cv2
import numpy as np

from vision.crops import Image
from vision.reading import DieRead, Reading

SURE, UNSURE, LEANING = (80, 200, 60), (0, 170, 255), (200, 90, 220)  # BGR


def annotated(frame: Image, reading: Reading) -> Image:
    """A copy of the frame with the reading drawn in."""
    picture = frame.copy()
    scale = max(picture.shape[:2]) / 1280
    for die in reading.dice:
        colour = LEANING if die.leaning else SURE if die.sure else UNSURE
        outline = np.round(np.array(die.top)).astype(np.int32)
        cv2.polylines(picture, [outline], True, (0, 0, 0), max(2, round(4 * scale)), cv2.LINE_AA)
        cv2.polylines(picture, [outline], True, colour, max(1, round(2 * scale)), cv2.LINE_AA)
        _label(picture, die, colour, scale)
    return picture


def _label(picture: Image, die: DieRead, colour: tuple[int, int, int], scale: float) -> None:
    """The face above the die, on a plate of its own, kept within the picture."""
    words = "leans" if die.leaning else f"{die.face}" if die.sure else f"{die.face}? {die.confidence:.2f}"
    size, thick = 0.6 * max(scale, 0.55), max(1, round(1.5 * scale))
    (width, height), base = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    pad = max(2, round(4 * scale))
    x = int(np.clip(die.box[0], 0, max(0, picture.shape[1] - width - 2 * pad)))
    y = int(die.box[1]) - height - base - 2 * pad
    if y < 0:
        y = min(int(die.box[3]), picture.shape[0] - height - base - 2 * pad)
    cv2.rectangle(picture, (x, y), (x + width + 2 * pad, y + height + base + 2 * pad), colour, cv2.FILLED)
    place = (x + pad, y + pad + height)
    cv2.putText(picture, words, place, cv2.FONT_HERSHEY_SIMPLEX, size, (20, 20, 20), thick, cv2.LINE_AA)
