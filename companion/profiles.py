"""Calibration profiles in words: how good one is, what would make it better, what is wrong with one."""

from __future__ import annotations

from pathlib import Path

from calibration.mat import mat
from calibration.profile import BadProfile, Fault, Profile
from calibration.shelf import Shelf, load_profile
from calibration.solve import Advice, advice
from calibration.watch import Noticed
from companion.rules.text import Text, Value, say
from companion.statistics.words import decimal
from vision.userdata import data_folder

VERY_GOOD, GOOD, USABLE = 0.7, 2.0, 5.0
"""Millimetres: of a die of 16, nothing; a corner; a third."""
RIGHT, NEARLY_RIGHT = 6.0, 10.0
"""CIEDE2000 of the patches; rendered views give 4, of which an untrue printer alone causes two or three."""


def profiles() -> Shelf:
    """The profiles of this table."""
    return Shelf(data_folder() / "profiles")


def find_profile(name: str) -> Profile:
    """A profile by its name, or from a profile file; BadProfile if it cannot be used."""
    return load_profile(Path(name)) if name.endswith(".json") else profiles().load(name)


def quality_words(profile: Profile) -> Text:
    """How good a profile is, as a player would say it."""
    place = profile.quality.place
    known: dict[str, Value] = {"mm": decimal(place), "colours": _colours(profile.quality.after)}
    if place <= VERY_GOOD:
        return say("Very good: a die is placed to within {mm} mm; {colours}.", **known)
    if place <= GOOD:
        return say("Good: a die is placed to within {mm} mm; {colours}.", **known)
    if place <= USABLE:
        return say("Usable: a die is placed to within {mm} mm; {colours}.", **known)
    return say("Poor: a die is placed only to within {mm} mm; {colours}.", **known)


def _colours(after: float | None) -> Text:
    if after is None:
        return say("colours could not be measured")
    if after <= RIGHT:
        return say("colours are right")
    return say("colours are nearly right") if after <= NEARLY_RIGHT else say("colours are off")


def advice_words(profile: Profile) -> list[Text]:
    """What would make a profile better, most helpful first."""
    seen, all_of_them = profile.quality.markers, len(mat(profile.paper).markers)
    words = {
        Advice.UNCOVER_CORNERS: say(
            "{seen} of the {all} black squares are used; with all of them clear to see it gets better.",
            seen=seen,
            all=all_of_them,
        ),
        Advice.FLATTEN_PAPER: say("The paper is not flat; weigh down its corners."),
        Advice.UNCOVER_PATCHES: say("Some colour patches are covered or shine; clear them, or turn the lamp aside."),
        Advice.LOOK_STEEPER: say("The camera looks along the table; let it look down more steeply."),
        Advice.GO_NEARER: say("The mat is small in the picture; move the camera nearer."),
    }
    return [words[hint] for hint in advice(profile)]


def fault_words(error: BadProfile) -> Text:
    """Why a profile cannot be used, and what to do."""
    name = error.name
    match error.fault:
        case Fault.MISSING:
            return say("There is no profile {name}; `wuerfelauge calibrate --list` shows those there are.", name=name)
        case Fault.UNREADABLE:
            return say("The profile {name} cannot be read: {reason}.", name=name, reason=error.detail)
        case Fault.DAMAGED:
            return say("The profile {name} is damaged; calibrate again.", name=name)
        case Fault.FOREIGN:
            return say("{name} is not a profile of Würfelauge.", name=name)
        case Fault.TOO_NEW:
            return say("The profile {name} was made by a newer Würfelauge; update it, or calibrate again.", name=name)
        case Fault.BAD_NAME:
            return say(
                "“{name}” is no name for a profile: letters, digits, spaces, - and _ will do, at most 40.", name=name
            )
        case Fault.OTHER_CAMERA:
            return say(
                "The profile {name} was made with camera {camera}, not with this one; calibrate this one too.",
                name=name,
                camera=error.detail,
            )
        case Fault.OTHER_SHAPE:
            return say(
                "The profile {name} was made with pictures of {size} pixels, and these have another shape.",
                name=name,
                size=error.detail,
            )


def unseen_words(most: int) -> Text:
    """Why there is no profile, from the number of black squares that were seen at once."""
    if most:
        return say("Too little of the mat is to be seen; at least two of its black squares must be clear.")
    return say("The mat is not to be seen; lay it flat before the camera, in good light.")


def noticed_words(noticed: Noticed) -> Text | None:
    """What to tell the table when the mat is looked at again; None if there is nothing to say."""
    match noticed:
        case Noticed.BUMPED:
            return say("The camera was bumped; leave it still and the mat uncovered for a moment.")
        case Noticed.SOLVED:
            return say("The camera was bumped; it is calibrated again.")
        case Noticed.STEADY | Noticed.HIDDEN:
            return None
