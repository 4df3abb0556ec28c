"""`wuerfelauge watch --game G --source S`: referee a game from a camera, a video, a folder of pictures or `sim`.

A game before a camera is kept, and `--resume` goes on with it; of films and simulated games that has to be asked for.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from random import SystemRandom
from typing import Any

from companion.commands.arguments import Subparsers, find_kit, options, players, seed
from companion.commands.demo import simulated
from companion.commands.failure import Failure
from companion.commands.keeping import open_journal
from companion.commands.read import asked_profile, taught_gallery
from companion.decks import OPTION, deck_file, keep_deck, with_deck
from companion.games import game
from companion.i18n import in_words
from companion.journal import JournalFault
from companion.questions import NotUnderstood
from companion.reasons import reason_words
from companion.referee import Book, Notebook, Question, Referee, Ruled
from companion.rules import IllegalAction, State, Text, action_to_json
from companion.rules.text import say
from companion.table_talk import Lines, Quit, hear
from companion.terminal import Terminal
from companion.troubles import trouble_words, unheld_words
from companion.watcher import Mat, NetworkEye, Patience, Watcher
from vision.cameras import Camera
from vision.frames import Source, SourceError, Trouble
from vision.reading import DiceEye
from vision.settle import Settled
from vision.simulated_table import Conditions
from vision.sources import is_camera, open_source


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("watch", help="referee a game from a camera, a video or pictures")
    parser.add_argument("--game", help="one of `wuerfelauge games`")
    parser.add_argument("--source", required=True, help="camera number or address, video file, folder, or `sim`")
    parser.add_argument("--players", help="names with commas between them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--json", action="store_true", help="one line of JSON for everything that happens")
    parser.add_argument("--seed", type=seed, help="of the simulated table")
    keeping = parser.add_mutually_exclusive_group()
    keeping.add_argument("--keep", action="store_true", help="keep the game in the journal, whatever the source")
    keeping.add_argument("--no-journal", action="store_true", help="do not keep the game")
    keeping.add_argument(
        "--resume", type=int, nargs="?", const=LATEST, metavar="N", help="go on with the latest kept game, or game N"
    )
    parser.add_argument("--profile", metavar="P", help="one of `wuerfelauge calibrate --list`, or a profile file")
    parser.set_defaults(run=run)


LATEST = 0
SIMULATED = "sim"


def run(args: argparse.Namespace) -> int:
    teller = JsonTeller(args.lang) if args.json else WordTeller(args.lang)
    with ExitStack() as stack:
        book = _resumed(args, stack, teller) if args.resume is not None else _begun(args, stack, teller)
        sat_down = book.state
        if args.source == SIMULATED:
            begin = SystemRandom().randrange(1_000_000) if args.seed is None else args.seed
            teller.begins(book)
            for what in simulated(book, sat_down.table.game.id, begin, Conditions(), args.lang).play():
                teller.tells(what)
        else:
            try:
                _watch(args, book, teller, stack)
            finally:
                _keep_deck(args, book, sat_down, teller)
        teller.ends(book)
    return 0


def _begun(args: argparse.Namespace, stack: ExitStack, teller: Teller) -> Book:
    """A new game, kept if it is played before a camera or that is wished."""
    if args.game is None:
        raise Failure(say("Name a game with --game, or go on with a kept one with --resume."), 2)
    chosen = game(args.game)
    settings = options(args.option)
    if args.source != SIMULATED:  # there is nobody who could have told about cards
        settings = with_deck(chosen, settings)
    start = chosen.start(players(args.players, max(chosen.least_players, 2)), settings)
    if args.no_journal or not (args.keep or is_camera(args.source)):
        return Notebook(start)
    try:
        journal = stack.enter_context(open_journal())
        for notice in journal.notices:
            teller.says(notice)
        for kept in journal.unfinished()[:1]:
            name = game(kept.game).name
            teller.says(say("Game {n}, {game}, is not over; --resume {n} goes on with it.", n=kept.id, game=name))
        return journal.begin(start)
    except JournalFault as fault:
        if args.keep:
            raise Failure(fault.text, 1) from None
        teller.says(fault.text)
        teller.says(say("This game is not kept."))
        return Notebook(start)


def _resumed(args: argparse.Namespace, stack: ExitStack, teller: Teller) -> Book:
    """A kept game as it stood after its last event."""
    try:
        journal = stack.enter_context(open_journal())
        for notice in journal.notices:
            teller.says(notice)
        number = args.resume
        if number == LATEST:
            number = next((kept.id for kept in journal.unfinished() if args.game in (None, kept.game)), LATEST)
        if number == LATEST:
            raise Failure(say("There is no unfinished game to go on with."), 1)
        return journal.resume(number)
    except JournalFault as fault:
        raise Failure(fault.text, 1) from None


def _watch(args: argparse.Namespace, book: Book, teller: Teller, stack: ExitStack) -> None:
    try:
        source = open_source(args.source)
    except SourceError as error:
        raise Failure(reason_words(error), 2) from None
    stack.callback(source.close)
    kit = find_kit(book.state.table.game.id)
    networks = DiceEye()
    referee = Referee(book)
    mat = Mat(asked_profile(args.profile), args.source) if args.profile else None
    watcher = Watcher(
        source, NetworkEye(networks, kit, taught_gallery(kit, networks, args.lang), mat), referee, kit, mat
    )
    teller.begins(book)
    try:
        follow(source, watcher, referee, teller, Lines())
    except Quit:
        return


def _keep_deck(args: argparse.Namespace, book: Book, since: State[Any, Any], teller: Teller) -> None:
    """Whatever ends the game, what was told about the cards serves the next one too."""
    path = deck_file(book.state.table.game)
    if path is not None and OPTION not in options(args.option) and keep_deck(book.state, path, since):
        teller.says(say("What was told about the cards is kept for the next game: {file}", file=str(path)))


def follow(source: Source, watcher: Watcher, referee: Referee, teller: Teller, lines: Lines) -> None:
    """Frame by frame, and line by line of what people type, until the game or the source ends."""
    patience = Patience(referee)
    trouble: Trouble | None = None
    unkept: Text | None = None
    introduced = not isinstance(source, Camera)
    while referee.state.outcome() is None:
        answer: Ruled | Question | None = None
        try:
            answer = watcher.step()
        except JournalFault as fault:  # it is tried again as long as the dice lie
            if fault.text != unkept:
                unkept = fault.text
                teller.says(unkept)
        frame = watcher.frame
        if not introduced and isinstance(source, Camera) and source.settings:
            introduced = True
            for sentence in unheld_words(source.settings):
                teller.says(sentence)
        if source.trouble != trouble:
            trouble = source.trouble
            if trouble is not None:
                teller.says(trouble_words(trouble))
        if watcher.notice is not None:
            teller.says(watcher.notice)
        if frame is not None and (told := patience.hear(answer, frame.at)) is not None:
            unkept = None
            teller.tells(told)
        while (line := lines.waiting()) is not None:
            _heard(line, referee, teller)
        if frame is None and source.ended:
            last = answer or patience.pending
            if last is not None:
                teller.tells(last)
            return


def _heard(line: str, referee: Referee, teller: Teller) -> None:
    try:
        answer = hear(line, referee)
    except (IllegalAction, NotUnderstood, JournalFault) as error:
        teller.says(error.text)
        return
    if answer is not None:
        teller.tells(answer)
    else:
        teller.says(referee.state.expects().text)


class Teller:
    """Tells what happens at the table."""

    def __init__(self, language: str) -> None:
        self._language = language

    def begins(self, book: Book) -> None: ...
    def tells(self, what: Ruled | Question) -> None: ...
    def says(self, text: Text) -> None: ...
    def ends(self, book: Book) -> None: ...


class WordTeller(Teller):
    """For people."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self._screen = Terminal(language)

    def begins(self, book: Book) -> None:
        self._screen.title(book.state)
        self.says(book.state.expects().text)

    def tells(self, what: Ruled | Question) -> None:
        if isinstance(what, Ruled):
            self._screen.event(what.before, what.event.action, what.after)
            if what.after.outcome() is None:
                self.says(what.after.expects().text)
                for number, action in enumerate(what.after.legal_actions(), 1):
                    print(f"  {number:>3}  {self._screen.describe(what.after, action)}")
        else:
            self.says(what.text)
            self.says(what.advice)
            print(f"    {' · '.join(what.remedies)}")
        sys.stdout.flush()

    def says(self, text: Text) -> None:
        print(f"  → {in_words(text, self._language)}", flush=True)

    def ends(self, book: Book) -> None:
        self._screen.result(book.state)


class JsonTeller(Teller):
    """For programs: one line for everything."""

    def tells(self, what: Ruled | Question) -> None:
        if isinstance(what, Ruled):
            data: dict[str, object] = {
                "event": {**action_to_json(what.event.action), "origin": what.event.origin},
                "said": [in_words(sentence, self._language) for sentence in what.after.said],
                "scores": list(what.after.scores()),
            }
            settled = what.settled
        else:
            data = {
                "question": what.code,
                "said": [in_words(what.text, self._language), in_words(what.advice, self._language)],
                "remedies": list(what.remedies),
            }
            settled = what.settled
        print(json.dumps({**data, **_seen(settled)}, ensure_ascii=False), flush=True)

    def says(self, text: Text) -> None:
        print(json.dumps({"said": [in_words(text, self._language)]}, ensure_ascii=False), flush=True)

    def ends(self, book: Book) -> None:
        outcome = book.state.outcome()
        data = {"scores": list(book.state.scores()), "over": outcome is not None}
        print(json.dumps(data), flush=True)


def _seen(settled: Settled | None) -> dict[str, object]:
    if settled is None:
        return {}
    dice = [{"body": d.body, "face": d.face, "confidence": d.confidence, "sure": d.sure} for d in settled.dice]
    return {"at": round(settled.at, 3), "since": round(settled.since, 3), "dice": dice}
