"""`wuerfelauge teach --kit KIT`: show Würfelauge the faces of your own dice, from pictures or a camera."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from calibration.bounded import read_bounded
from companion.commands.arguments import Subparsers, find_kit
from companion.commands.failure import Failure, complain
from companion.commands.files import read_text
from companion.i18n import in_words
from companion.journal import Journal, JournalFault, Shot, learnt
from vision.cameras import CameraGone, still
from vision.crops import Image
from vision.kits import Kit
from vision.locator import Found
from vision.pictures import BadPicture, read_picture
from vision.reading import LEANS, DiceEye
from vision.teaching import ANY_BODY, LARGEST, BadLesson, Lesson, lesson_path, load_lesson, save_lesson
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
        try:
            args.export.write_bytes(lesson.to_bytes())
        except OSError as error:
            raise Failure(f"{args.export} cannot be written: {error.strerror}.", 1) from None
    print(_summary(lesson, kit, everything=args.list))
    for problem in problems:
        complain(problem)
    return 1 if problems else 0


def _keep(path: Path, lesson: Lesson) -> None:
    try:
        save_lesson(path, lesson)
    except OSError as error:
        raise Failure(f"{path} cannot be written: {error.strerror}.", 1) from None


def _changed(args: argparse.Namespace, kit: Kit, lesson: Lesson) -> tuple[Lesson, list[str]]:
    """The lesson after what was asked for, and what went wrong with single pictures."""
    _check(args, kit)
    if args.remove:
        return lesson.remove(args.body, args.face), []
    if args.take:
        try:
            taken = Lesson.from_bytes(read_bounded(args.take, LARGEST))
        except OSError as error:
            raise Failure(f"{args.take} cannot be read: {error.strerror}.", 2) from None
        except BadLesson as error:
            raise Failure(f"{args.take}: {error}", 2) from None
        if taken.kit != kit.id:
            raise Failure(f"{args.take} was taught for the kit {taken.kit}, not for {kit.id}.", 2)
        if (odd := taken.strange(kit)) is not None:
            raise Failure(f"{args.take} teaches {odd}, which no die of the kit {kit.id} has.", 2)
        for body, face, picture in zip(taken.bodies, taken.faces, taken.pictures, strict=True):
            lesson = lesson.add(body, face, picture)
        return lesson, []
    if args.corrections:
        return learnt(lesson, _corrected(kit, args.lang)), []
    if args.camera is not None:
        return _from_camera(args.camera, kit, lesson, partial(_keep, lesson_path(data_folder(), kit))), []
    problems: list[str] = []
    shown = _labelled(args.labels, kit) if args.labels else [(path, None) for path in args.images]
    eye = DiceEye()
    for path, labels in shown:
        try:
            frame = read_picture(path)
        except BadPicture as error:
            problems.append(str(error))
            continue
        found, looks = eye.see(frame)
        same = {"face": args.face, "body": args.body or ANY_BODY}
        pairs = [(i, same) for i in range(len(found))] if labels is None else list(_matched(found, labels))
        wanted = 1 if labels is None else len(labels)
        if len(pairs) < wanted:
            problems.append(f"{path}: {len(pairs)} of {wanted} dice were found.")
        for i, label in pairs:
            if found.leaning[i] > LEANS:
                problems.append(f"{path}: a die leans and was not learnt.")
            else:
                lesson = lesson.add(str(label.get("body") or ANY_BODY), str(label["face"]), looks.faces[i])
    return lesson, problems


def _check(args: argparse.Namespace, kit: Kit) -> None:
    faces = {face for die in kit.dice for face in die.faces}
    if args.face is not None and args.face not in faces:
        raise Failure(f"The kit {kit.id} has no face {args.face}; it has {', '.join(sorted(faces))}.", 2)
    bodies = {die.body for die in kit.dice}
    if args.body is not None and args.body not in bodies:
        raise Failure(f"The kit {kit.id} has no {args.body} die; it has {', '.join(sorted(bodies))}.", 2)
    if args.images and args.face is None:
        raise Failure("Which face do these pictures show? Name it with --face, or use --labels.", 2)


def _labelled(path: Path, kit: Kit) -> Sequence[tuple[Path, list[dict[str, Any]] | None]]:
    """Pictures and labels: `[{"image": "a.jpg", "dice": [{"face": "5", "body": "red", "box": [x0, y0, x1, y1]}]}]`."""
    try:
        pictures = [
            (path.parent / str(picture["image"]), [_label(die) for die in picture["dice"]])
            for picture in json.loads(read_text(path))
        ]
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise Failure(f"{path} is not a list of labelled pictures.", 2) from None
    known = {(body, face) for die in kit.dice for body in (die.body, ANY_BODY) for face in die.faces}
    for label in (label for _, labels in pictures for label in labels):
        if (label["body"], label["face"]) not in known:
            die = f"{label['body']} {label['face']}".strip()
            raise Failure(f"{path} labels a die as {die}, which no die of the kit {kit.id} shows.", 2)
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


def _from_camera(source: str, kit: Kit, lesson: Lesson, keep: Callable[[Lesson], None]) -> Lesson:
    """Ask for one missing face after another; Enter takes the picture, `skip` goes on, `quit` ends.

    Each is kept as it is taken: a camera that falls over, or Ctrl-C, costs none of those before.
    """
    eye, had = DiceEye(), len(lesson)
    try:
        with still(source) as shoot:
            for body, face in lesson.missing(kit):
                while True:
                    answer = input(f"Lay down the {body} die with {face} on top, then Enter (skip, quit): ").strip()
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
                    print(f"  {len(found)} dice are to be seen, one lying flat is needed.")
    except CameraGone as error:
        raise Failure(f"{error} {_kept(len(lesson) - had)}".strip(), 1) from None
    except KeyboardInterrupt:
        print(f"\n{_kept(len(lesson) - had)}".rstrip())
        raise
    except EOFError:
        return lesson
    return lesson


def _kept(faces: int) -> str:
    """What is left of a lesson that was broken off; nothing to say if nothing was shown."""
    return f"What was shown until then is kept ({faces})." if faces else ""


def _corrected(kit: Kit, language: str) -> tuple[Shot, ...]:
    """The faces of this kit's dice that people had to name in its game."""
    try:
        with Journal.look() as journal:
            return journal.shots(kit.id)
    except JournalFault as fault:
        raise Failure(in_words(fault.text, language), 1) from None


def _before(path: Path, kit: Kit) -> Lesson:
    try:
        return load_lesson(path, kit)
    except BadLesson as error:
        raise Failure(f"{error} Move it away, then teach again.", 1) from None


def _summary(lesson: Lesson, kit: Kit, *, everything: bool) -> str:
    missing = lesson.missing(kit)
    total = len({(die.body, face) for die in kit.dice for face in die.faces})
    lines = [f"{kit.id}: {len(lesson)} pictures; {total - len(missing)} of {total} faces taught."]
    if everything:
        lines += [f"  {body or 'any'} {face}: {count}" for (body, face), count in sorted(lesson.shots().items())]
        lines += [f"  {body} {face}: not taught, read as it ships" for body, face in missing]
    return "\n".join(lines)
