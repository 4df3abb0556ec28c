"""The command line: `wuerfelauge …`. Exit codes: 0 done, 1 the work failed, 2 the call was wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from companion.commands.failure import Failure, complain
from companion.games import UnknownGame
from companion.i18n import LANGUAGES, in_words, system_language
from companion.journal import JournalFault
from companion.reasons import reason_words
from companion.rules import BadSetup
from companion.rules.text import say
from vision.networks import BadModel


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command; whatever goes wrong is one sentence on standard error."""
    if isinstance(sys.stdout, TextIOWrapper):  # names of files may hold what no text does, and consoles know few signs
        sys.stdout.reconfigure(errors="backslashreplace")
    args, more = _options().parse_known_args(arguments)
    if more:  # the commands load what each of them needs, and the app is not to wait for that
        args = _parser().parse_args(arguments)
    try:
        code: int = args.run(args) if "run" in args else _app(args)
        sys.stdout.flush()
    except Failure as failure:
        return _complain(in_words(failure.text, args.lang), failure.code)
    except (UnknownGame, BadSetup) as error:
        return _complain(in_words(error.text, args.lang), 2)
    except BadModel as error:
        return _complain(in_words(reason_words(error), args.lang), 1)
    except JournalFault as fault:
        return _complain(in_words(fault.text, args.lang), 1)
    except KeyboardInterrupt:
        return _complain(in_words(say("Stopped."), args.lang), 1)
    except BrokenPipeError:  # `wuerfelauge … | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _app(args: argparse.Namespace) -> int:
    """No command: the app itself."""
    from companion.app.start import NoDisplay, NoLibraries, start  # noqa: PLC0415 - Kivy takes its time

    try:
        return start(args.lang if args.lang != system_language() else "")
    except NoDisplay:
        sentence = say("There is no display to show the app on; `wuerfelauge demo` plays a game in the terminal.")
        raise Failure(sentence, 1) from None
    except NoLibraries as lacking:
        sentence = say(
            "The app’s window needs libraries that are missing here: sudo apt-get install {packages}. "
            "`wuerfelauge demo` plays a game in the terminal.",
            packages=" ".join(lacking.packages),
        )
        raise Failure(sentence, 1) from None


def _complain(sentence: str, code: int) -> int:
    complain(sentence)
    return code


def _options() -> argparse.ArgumentParser:
    """What can be said without a command too."""
    parser = argparse.ArgumentParser(prog="wuerfelauge", add_help=False)
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=system_language(), help="language of what the referee says"
    )
    return parser


def _parser() -> argparse.ArgumentParser:
    from companion.commands import (  # noqa: PLC0415 - they load nearly everything
        bench,
        buzzer,
        calibrate,
        demo,
        doctor,
        export,
        games,
        kits,
        play,
        read,
        replay,
        stats,
        teach,
        watch,
    )

    parser = argparse.ArgumentParser(
        parents=[_options()],
        prog="wuerfelauge",
        description="A companion for a real game table: reads the dice, knows the rules, keeps the score.",
        epilog="Without a command it opens the app.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in (
        demo,
        play,
        watch,
        read,
        teach,
        calibrate,
        kits,
        games,
        replay,
        export,
        stats,
        buzzer,
        doctor,
        bench,
    ):
        command.add(commands)
    return parser
