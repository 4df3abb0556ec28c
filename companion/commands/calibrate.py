"""`wuerfelauge calibrate`: print the mat, find it with the camera, keep what it tells as a profile."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from calibration.mat import PAPERS, mat
from calibration.profile import BadProfile, Profile
from calibration.solve import Gatherer, solve
from companion.commands.arguments import Subparsers
from companion.commands.failure import Failure
from companion.i18n import in_words
from companion.live_calibration import WARM_UP
from companion.mat_paper import write_mat
from companion.profiles import advice_words, fault_words, profiles, quality_words, unseen_words
from companion.reasons import reason_words
from companion.rules.text import Text, say
from companion.troubles import trouble_words, unread, unwritten
from vision.frames import Source, SourceError
from vision.sources import open_source

NAME = "table"
PATIENCE = 20.0
"""Seconds to wait for the mat."""


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("calibrate", help="print the mat, or calibrate a camera with it")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--print", type=Path, metavar="FILE", dest="paper_file", help="write the mat as a PDF file")
    what.add_argument("--source", help="camera number or address, video file, or folder of pictures with the mat")
    what.add_argument("--list", action="store_true", help="the profiles there are, and how good they are")
    what.add_argument("--remove", metavar="NAME", help="forget a profile")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="of the mat to print (default a4)")
    parser.add_argument("--name", default=NAME, help=f"of the profile (default {NAME})")
    parser.add_argument("--seconds", type=float, default=PATIENCE, help="how long to look for the mat")
    parser.add_argument("--no-tray", action="store_true", help="read dice beside the tray as well")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        if args.paper_file:
            _print(args.paper_file, args.paper, args.lang)
        elif args.list:
            _list(args.lang)
        elif args.remove is not None:
            profiles().remove(args.remove)
            _tell(say("The profile {name} is gone.", name=args.remove), args.lang)
        else:
            _calibrate(args)
    except BadProfile as error:
        raise Failure(fault_words(error), 2) from None
    return 0


def _print(path: Path, paper: str, language: str) -> None:
    try:
        _tell(write_mat(path, paper, language), language)
    except OSError as error:
        raise Failure(unwritten(path, error), 1) from None


def _list(language: str) -> None:
    shelf = profiles()
    try:
        names = shelf.names()
    except OSError as error:
        raise Failure(unread(shelf.folder, error), 1) from None
    if not names:
        _tell(say("There is no profile yet; everything works without one."), language)
    for name in names:
        try:
            profile = shelf.load(name)
        except BadProfile as error:
            _tell(fault_words(error), language)
            continue
        width, height = profile.plane.size
        paper = mat(profile.paper).paper.title
        print(f"{name}: {profile.camera}, {width} × {height}, {paper}, {profile.made[:10]}")
        print(f"  {in_words(quality_words(profile), language)}")


def _calibrate(args: argparse.Namespace) -> None:
    shelf = profiles()
    path = shelf.path(args.name)  # a name that is none is told before anyone waits
    try:
        source = open_source(args.source)
    except SourceError as error:
        raise Failure(reason_words(error), 2) from None
    try:
        profile = _solved(source, args)
    finally:
        source.close()
    try:
        aside = shelf.save(profile)
    except OSError as error:
        raise Failure(unwritten(path, error), 1) from None
    _tell(quality_words(profile), args.lang)
    for hint in advice_words(profile):
        _tell(hint, args.lang)
    _tell(say("Kept as the profile {name}.", name=profile.name), args.lang)
    if aside:
        _tell(say("The older file of that name could not be read; it is now {path}.", path=str(aside)), args.lang)


def _solved(source: Source, args: argparse.Namespace) -> Profile:
    gatherer = Gatherer()
    until = time.monotonic() + args.seconds
    start: float | None = None
    shown = False
    while time.monotonic() < until and not source.ended:
        frame = source.next_frame(0.5)
        if frame is None:
            continue
        shown = True
        start = frame.at if start is None else start
        if source.live and frame.at - start < min(WARM_UP, args.seconds / 2):
            continue
        if gatherer.add(frame.image):
            break
    profile = solve(gatherer.frames, args.name, args.source, tray=not args.no_tray)
    if profile is None:
        raise Failure(_not_found(source, gatherer, shown=shown), 1)
    return profile


def _not_found(source: Source, gatherer: Gatherer, *, shown: bool) -> Text:
    if shown:
        return unseen_words(gatherer.most)
    return say("No picture came.") if source.trouble is None else trouble_words(source.trouble, playing=False)


def _tell(text: Text, language: str) -> None:
    print(in_words(text, language), flush=True)
