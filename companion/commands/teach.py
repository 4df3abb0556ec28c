"""`wuerfelauge teach --kit KIT`: show Würfelauge the faces of your own dice, from pictures or a camera."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from companion.commands.arguments import Subparsers, find_kit
from companion.commands.failure import Failure, complain
from companion.commands.files import read_text, write_bytes
from companion.i18n import in_words
from companion.journal import Journal, JournalFault, Shot, learnt
from companion.reasons import reason_words
from companion.referee.words import face_name
from companion.rules.dice import body_name
from companion.rules.text import Text, count, say
from companion.troubles import unread, unwritten
from vision.cameras import CameraGone, still
from vision.crops import Image
from vision.kits import Kit
from vision.locator import Found
from vision.pictures import BadPicture, read_picture
from vision.reading import LEANS, DiceEye
from vision.teaching import ANY_BODY, BadLesson, Lesson, lesson_path, load_lesson, read_lesson, save_lesson
from vision.userdata import data_folder


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("teach", help="show it the faces of your own dice")
    parser.add_argument("--kit", required=True, help="one of `wuerfelauge kits`, or a kit file")
    parser.add_argument("--face", help="the face that every die in the pictures shows")
    parser.add_argument("--body", help="of the dice that show it, where the kit has several")
    parser.add_argument("--labels", type=Path, metavar="FILE", help="labelled pictures: JSON as in the manual")
    parser.add_argument("--camera", help="number or address: shows one face after another as it asks for them")
    parser.add_argument("--list", action="store_true", help="what has been taught, and what has not")
    parser.add_argument("--remove", action="store_true", help="forget --face, --body, or everything of the kit")
    parser.add_argument("--export", type=Path, metavar="FILE", help="write what was taught to a file")
    parser.add_argument("--import", type=Path, metavar="FILE", dest="take", help="take over what another table taught")
    parser.add_argument("--corrections", action="store_true", help="learn the faces that people corrected in games")
    parser.add_argument("images", nargs="*", type=Path, metavar="IMAGE")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    kit = find_kit(args.kit)
    path = lesson_path(data_folder(), kit)
    before = _before(path, kit)
    lesson, problems = _changed(args, kit, before)
    if lesson is not before:
        _keep(path, lesson)
    if args.export:
        write_bytes(args.export, lesson.to_bytes())
    print(_summary(lesson, kit, args.lang, everything=args.list))
    for problem in problems:
        complain(in_words(problem, args.lang))
    return 1 if problems else 0


def _keep(path: Path, lesson: Lesson) -> None:
    try:
        save_lesson(path, lesson)
    except OSError as error:
        raise Failure(unwritten(path, error), 1) from None


def _changed(args: argparse.Namespace, kit: Kit, lesson: Lesson) -> tuple[Lesson, list[Text | str]]:
    """The lesson after what was asked for, and what went wrong with single pictures."""
    _check(args, kit)
    if args.remove:
        return lesson.remove(args.body, args.face), []
    if args.take:
        try:
            taken = read_lesson(args.take, kit)
        except OSError as error:
            raise Failure(unread(args.take, error), 2) from None
        except BadLesson as error:
            raise Failure(reason_words(error), 2) from None
        if (odd := taken.strange(kit)) is not None:
            strange = say(
                "{path} teaches {die}, which no die of the kit {kit} has.", path=str(args.take), die=odd, kit=kit.id
            )
            raise Failure(strange, 2)
        for body, face, picture in zip(taken.bodies, taken.faces, taken.pictures, strict=True):
            lesson = lesson.add(body, face, picture)
        return lesson, []
    if args.corrections:
        return learnt(lesson, _corrected(kit)), []
    if args.camera is not None:
        return _from_camera(args.camera, kit, lesson, partial(_keep, lesson_path(data_folder(), kit)), args.lang), []
    problems: list[Text | str] = []
    shown = _labelled(args.labels, kit) if args.labels else [(path, None) for path in args.images]
    eye = DiceEye()
    for path, labels in shown:
        try:
            frame = read_picture(path)
        except BadPicture as error:
            problems.append(reason_words(error))
            continue
        found, looks = eye.see(frame)
        same = {"face": args.face, "body": args.body or ANY_BODY}
        pairs = [(i, same) for i in range(len(found))] if labels is None else list(_matched(found, labels))
        wanted = 1 if labels is None else len(labels)
        if len(pairs) < wanted:
            found_of = say("{path}: {n} of {all} dice were found.", path=str(path), n=len(pairs), all=wanted)
            problems.append(found_of)
        for i, label in pairs:
            if found.leaning[i] > LEANS:
                problems.append(say("{path}: a die leans and was not learnt.", path=str(path)))
            else:
                lesson = lesson.add(str(label.get("body") or ANY_BODY), str(label["face"]), looks.faces[i])
    return lesson, problems


def _check(args: argparse.Namespace, kit: Kit) -> None:
    faces = {face for die in kit.dice for face in die.faces}
    if args.face is not None and args.face not in faces:
        known = tuple(sorted(faces))
        raise Failure(
            say("The kit {kit} has no face {face}; it has {known}.", kit=kit.id, face=args.face, known=known), 2
        )
    bodies = {die.body for die in kit.dice}
    if args.body is not None and args.body not in bodies:
        known = tuple(sorted(bodies))
        raise Failure(
            say("The kit {kit} has no {body} die; it has {known}.", kit=kit.id, body=args.body, known=known), 2
        )
    if args.images and args.face is None:
        raise Failure(say("Which face do these pictures show? Name it with --face, or use --labels."), 2)


def _labelled(path: Path, kit: Kit) -> Sequence[tuple[Path, list[dict[str, Any]] | None]]:
    """Pictures and labels: `[{"image": "a.jpg", "dice": [{"face": "5", "body": "red", "box": [x0, y0, x1, y1]}]}]`."""
    try:
        pictures = [
            (path.parent / str(picture["image"]), [_label(die) for die in picture["dice"]])
            for picture in json.loads(read_text(path))
        ]
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise Failure(say("{path} is not a list of labelled pictures.", path=str(path)), 2) from None
    known = {(body, face) for die in kit.dice for body in (die.body, ANY_BODY) for face in die.faces}
    for label in (label for _, labels in pictures for label in labels):
        if (label["body"], label["face"]) not in known:
            die = f"{label['body']} {label['face']}".strip()
            strange = say(
                "{path} labels a die as {die}, which no die of the kit {kit} shows.",
                path=str(path),
                die=die,
                kit=kit.id,
            )
            raise Failure(strange, 2)
    return pictures


def _label(die: dict[str, Any]) -> dict[str, Any]:
    x0, y0, x1, y1 = (float(v) for v in die["box"])
    return {"face": str(die["face"]), "body": str(die.get("body") or ANY_BODY), "box": [x0, y0, x1, y1]}


def _matched(found: Found, labels: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each label with the found die whose centre lies nearest to its own, within its box."""
    free = set(range(len(found)))
    for label in labels:
        x0, y0, x1, y1 = label["box"]
        inside = [i for i in free if x0 <= found.centres[i][0] <= x1 and y0 <= found.centres[i][1] <= y1]
        if inside:
            best = min(inside, key=lambda i: abs(found.centres[i][0] - (x0 + x1) / 2))
            free.discard(best)
            yield best, label


def _from_camera(source: str, kit: Kit, lesson: Lesson, keep: Callable[[Lesson], None], language: str) -> Lesson:
    """Ask for one missing face after another; Enter takes the picture, `skip` goes on, `quit` ends.

    Each is kept as it is taken: a camera that falls over, or Ctrl-C, costs none of those before.
    """
    eye, had = DiceEye(), len(lesson)
    try:
        with still(source) as shoot:
            for body, face in lesson.missing(kit):
                while True:
                    wanted = say(
                        "Lay down the {body} die with {face} on top, then Enter (skip, quit):",
                        body=body_name(body),
                        face=face_name(face),
                    )
                    answer = input(f"{in_words(wanted, language)} ").strip()
                    if answer == "quit":
                        return lesson
                    if answer == "skip":
                        break
                    frame: Image = shoot()
                    found, looks = eye.see(frame)
                    if len(found) == 1 and found.leaning[0] <= LEANS:
                        lesson = lesson.add(body, face, looks.faces[0])
                        keep(lesson)
                        break
                    seen = count(len(found), "{n} die is to be seen", "{n} dice are to be seen")
                    needed = say("{seen}, one lying flat is needed.", seen=seen)
                    print(f"  {in_words(needed, language)}")
    except CameraGone as error:
        if len(lesson) == had:
            raise Failure(reason_words(error), 1) from None
        both = say("{reason} {kept}", reason=reason_words(error), kept=_kept(len(lesson) - had))
        raise Failure(both, 1) from None
    except KeyboardInterrupt:
        print(f"\n{in_words(_kept(len(lesson) - had), language)}" if len(lesson) > had else "")
        raise
    except EOFError:
        return lesson
    return lesson


def _kept(faces: int) -> Text:
    """What is left of a lesson that was broken off."""
    return say("What was shown until then is kept ({n}).", n=faces)


def _corrected(kit: Kit) -> tuple[Shot, ...]:
    """The faces of this kit's dice that people had to name in its game."""
    try:
        with Journal.look() as journal:
            return journal.shots(kit.id)
    except JournalFault as fault:
        raise Failure(fault.text, 1) from None


def _before(path: Path, kit: Kit) -> Lesson:
    try:
        return load_lesson(path, kit)
    except BadLesson as error:
        raise Failure(say("{sentence} Move it away, then teach again.", sentence=reason_words(error)), 1) from None


def _summary(lesson: Lesson, kit: Kit, language: str, *, everything: bool) -> str:
    missing = lesson.missing(kit)
    total = len({(die.body, face) for die in kit.dice for face in die.faces})
    taught = say(
        "{kit}: {pictures}; {n} of {all} faces taught.",
        kit=kit.id,
        pictures=count(len(lesson), "{n} picture", "{n} pictures"),
        n=total - len(missing),
        all=total,
    )
    lines = [in_words(taught, language)]
    if everything:
        every, untaught = in_words(say("any"), language), in_words(say("not taught, read as it ships"), language)
        lines += [f"  {body or every} {face}: {n}" for (body, face), n in sorted(lesson.shots().items())]
        lines += [f"  {body} {face}: {untaught}" for body, face in missing]
    return "\n".join(lines)
