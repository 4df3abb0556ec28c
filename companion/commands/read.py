"""`wuerfelauge read IMAGE… --kit KIT`: what lies on the table in a picture."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from calibration.profile import BadProfile, Profile
from companion.commands.arguments import Subparsers, find_kit
from companion.commands.failure import Failure, complain
from companion.commands.files import make_folder
from companion.i18n import in_words
from companion.profiles import fault_words, find_profile
from companion.reasons import reason_words
from companion.rules.text import say
from companion.terminal import plain
from companion.troubles import unwritten
from vision.crops import Image
from vision.gallery import Gallery, shipped
from vision.kits import Kit
from vision.pictures import BadPicture, read_picture, write_picture
from vision.reading import DiceEye, DieRead, Reading
from vision.teaching import BadLesson, lesson_path, load_lesson
from vision.userdata import data_folder

NO_DICE = say("no dice")
LEANING = say("die that leans")


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("read", help="read the dice in pictures")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    parser.add_argument("--kit", required=True, help="one of `wuerfelauge kits`, or a kit file")
    parser.add_argument("--json", action="store_true", help="one line of JSON an image")
    parser.add_argument("--annotate", type=Path, metavar="DIR", help="keep each picture with the reading drawn in")
    parser.add_argument("--profile", metavar="P", help="one of `wuerfelauge calibrate --list`, or a profile file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    kit = find_kit(args.kit)
    profile = asked_profile(args.profile) if args.profile else None
    if args.annotate:
        make_folder(args.annotate)
    eye = DiceEye()
    gallery = taught_gallery(kit, eye, args.lang)
    failed, taken = 0, {os.path.realpath(path) for path in args.images}
    for path in args.images:
        try:
            frame = read_picture(path)
        except BadPicture as error:
            complain(in_words(reason_words(error), args.lang))
            failed += 1
            continue
        reading = eye.read(frame, kit, gallery, _fitted(profile, frame, path, args.lang))
        print(_json(path, reading) if args.json else _words(path, reading, kit, args.lang), flush=True)
        if args.annotate:
            _keep(_place(args.annotate, path.stem, taken), frame, reading)
    return 1 if failed else 0


def asked_profile(name: str) -> Profile:
    """The profile that was asked for."""
    try:
        return find_profile(name)
    except BadProfile as error:
        raise Failure(fault_words(error), 2) from None


def _fitted(profile: Profile | None, frame: Image, path: Path, language: str) -> Profile | None:
    """The profile for this picture; one that does not fit is said and left aside, for dice are read without it too."""
    if profile is None:
        return None
    try:
        return profile.fitted((frame.shape[1], frame.shape[0]))
    except BadProfile as error:
        complain(f"{path}: {in_words(fault_words(error), language)}")
        return None


def taught_gallery(kit: Kit, eye: DiceEye, language: str) -> Gallery:
    """The gallery of a kit, with what this table has taught; that a damaged lesson teaches nothing is said."""
    try:
        return load_lesson(lesson_path(data_folder(), kit), kit).gallery(kit, eye.reader)
    except BadLesson as error:
        until = say(
            "{sentence} Until it is moved away and these dice are taught again, they are read as they ship.",
            sentence=reason_words(error),
        )
        complain(in_words(until, language))
        return shipped(kit)


def _place(folder: Path, stem: str, taken: set[str]) -> Path:
    """Where a picture is drawn: over none that was given, and over none that is called alike in another folder."""
    place, number = folder / f"{stem}.png", 1
    while os.path.realpath(place) in taken:
        number += 1
        place = folder / f"{stem}-{number}.png"
    taken.add(os.path.realpath(place))
    return place


def _keep(path: Path, frame: Image, reading: Reading) -> None:
    from vision.annotate import annotated  # noqa: PLC0415 - drawing is seldom asked for

    if not write_picture(path, annotated(frame, reading)):
        raise Failure(unwritten(path), 1)


def _json(path: Path, reading: Reading) -> str:
    dice = [
        {
            "body": die.body,
            "face": die.face,
            "confidence": round(die.confidence, 3),
            "sure": die.sure,
            "top": [list(corner) for corner in die.top],
            "box": list(die.box),
            **({"leaning": True} if die.leaning else {}),
        }
        for die in reading.dice
    ]
    return json.dumps({"image": str(path), "dice": dice, "ms": round(reading.ms, 1)}, ensure_ascii=False)


def _words(path: Path, reading: Reading, kit: Kit, language: str) -> str:
    if not reading.dice:
        return f"{plain(str(path))}: {in_words(NO_DICE, language)}"
    bodies = len({die.body for die in kit.dice}) > 1
    return f"{plain(str(path))}: {', '.join(_die(die, bodies, language) for die in reading.dice)}"


def _die(die: DieRead, with_body: bool, language: str) -> str:
    """Bodies and faces are called as in the kit: so they are typed, too."""
    body = f"{die.body} " if with_body else ""
    if die.leaning:
        return f"{body}{in_words(LEANING, language)}"
    return f"{body}{die.face}" if die.sure else f"{body}{die.face}? ({die.confidence:.0%})"
