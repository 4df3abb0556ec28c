"""What can be wrong with a camera or a file, in words that can be translated."""

from __future__ import annotations

from pathlib import Path

from companion.rules.text import Text, say
from vision.frames import Trouble


def trouble_words(trouble: Trouble, *, playing: bool = True, by_hand: bool = False) -> Text:
    """The sentence about a trouble; where nobody is playing or dice can be tapped in, no game waits."""
    about = trouble.about
    if trouble.kind == "gone" and by_hand:
        return say("Camera {about} does not answer. Until it is back, enter the dice by hand.", about=about)
    if trouble.kind == "gone" and not playing:
        return say("Camera {about} does not answer; is it plugged in, and not in use elsewhere?", about=about)
    match trouble.kind:
        case "looking":
            return say("Looking for camera {about} …", about=about)
        case "gone":
            return say(
                "Camera {about} does not answer; is it plugged in, and not in use elsewhere? The game waits.",
                about=about,
            )
        case "frozen":
            return say("The picture of camera {about} is frozen; unplug it and plug it in again.", about=about)
        case "black":
            return say(
                "The picture of camera {about} is black; is there a cap on the lens, or is it dark?", about=about
            )
        case "resized":
            return say(
                "Camera {about} now gives pictures of another size; a profile made before may not fit.", about=about
            )
        case "breaks-off":
            return say("{about} breaks off before its end.", about=about)
        case "no-frames":
            return say("{about} holds no frame that can be read.", about=about)
        case "unreadable":
            return say("{about} cannot be read as a picture and is left out.", about=about)


def unheld_words(held: dict[str, bool]) -> tuple[Text, ...]:
    """What the driver of a camera does not keep still, and what follows from it."""
    sentences = {
        "exposure": say("The camera does not let its exposure be held; keep the light even."),
        "white balance": say("The camera does not let its white balance be held; colours may drift a little."),
        "focus": say("The camera does not let its focus be held; if the picture pumps, move it a little farther away."),
    }
    return tuple(sentences[what] for what, still in held.items() if not still and what in sentences)


def unread(path: Path, error: OSError) -> Text:
    """That a file cannot be read, and why."""
    return say("{path} cannot be read: {reason}.", path=str(path), reason=error.strerror or str(error))


def unwritten(path: Path, error: OSError | None = None) -> Text:
    """That a file cannot be written, and why, if that is known."""
    if error is None:
        return say("{path} cannot be written.", path=str(path))
    return say("{path} cannot be written: {reason}.", path=str(path), reason=error.strerror or str(error))
