"""`wuerfelauge buzzer`: the box without the hardware (`simulate`), and the hardware in the hand (`test`)."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from queue import Empty, Queue
from random import Random
from typing import TYPE_CHECKING, TypeVar

from companion.buzzer_status import status_words
from companion.commands.arguments import Subparsers, check_above_zero
from companion.commands.failure import Failure
from companion.i18n import in_words
from companion.rules.text import Text, say
from hardware.link import Link, News, State, Status
from hardware.ports import ports
from hardware.protocol import PLAYERS, Tone
from hardware.session import Answered, Press

if TYPE_CHECKING:
    from hardware.simulator import Simulator

TONE_LASTS = 1.6  # seconds, the longest
T = TypeVar("T", Status, Press, Answered)


def add(commands: Subparsers) -> None:
    parser = commands.add_parser("buzzer", help="try the buzzer, or do without one")
    parts = parser.add_subparsers(title="parts", metavar="PART", required=True)
    simulate = parts.add_parser("simulate", help="a simulated box on a port of its own")
    simulate.add_argument(
        "--lost", type=_share, default=0.0, metavar="SHARE", help="share of bytes that get lost, 0 to 1"
    )
    simulate.add_argument(
        "--flipped", type=_share, default=0.0, metavar="SHARE", help="share of bytes with a wrong bit"
    )
    simulate.add_argument(
        "--delay", type=_share, default=0.0, metavar="SECONDS", help="delay of a line at most, 0 to 1"
    )
    simulate.add_argument("--bounce", action="store_true", help="contacts bounce as real ones do")
    simulate.set_defaults(run=run_simulate)
    test = parts.add_parser("test", help="press every button, see every lamp, hear every tone")
    test.add_argument("--port", help="name or pyserial URL; else every USB port is tried")
    test.add_argument("--players", type=int, default=PLAYERS, choices=range(1, PLAYERS + 1), help="buttons to press")
    test.add_argument("--seconds", type=float, default=20.0, help="to wait for the box, and for each button")
    test.set_defaults(run=run_test)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


# --- a box without the hardware ---------------------------------------------------------------------------------------

HELP = say(
    "Type 3 to press button 3, 35 for both at the same moment; reset, power, unplug, plug; bounce, lost 0.01, "
    "flipped 0.01, delay 0.05 for faults; lamps to see them; quit."
)


def run_simulate(args: argparse.Namespace) -> int:
    try:
        from hardware.simulator import Simulator  # noqa: PLC0415 - Windows has no pseudo-terminals
        from hardware.wire import Noise  # noqa: PLC0415
    except ImportError:
        raise Failure(say("A simulated buzzer needs Linux or macOS."), 1) from None
    simulator = Simulator(Noise(args.lost, args.flipped, args.delay), bounce=Random() if args.bounce else None)
    try:
        print(in_words(say("A simulated buzzer is on {port}", port=simulator.port), args.lang), flush=True)
        print(in_words(HELP, args.lang), flush=True)
        for line in iter(sys.stdin.readline, ""):
            if line.strip() == "quit":
                break
            if said := _obey(simulator, line.split()):
                print(in_words(said, args.lang), flush=True)
    finally:
        simulator.close()
    return 0


def _obey(simulator: Simulator, words: list[str]) -> Text | str | None:
    """Do what was typed; whatever is not understood is answered with the help."""
    deeds: dict[str, Callable[[], None]] = {
        "reset": simulator.reset,
        "power": simulator.power_cycle,
        "unplug": simulator.unplug,
        "plug": simulator.plug,
        "bounce": lambda: simulator.bounce(Random()),
    }
    match words:
        case []:
            return None
        case ["lamps"]:
            return simulator.box.lamps
        case [digits] if digits.isascii() and digits.isdigit() and all(1 <= int(d) <= PLAYERS for d in digits):
            simulator.press(sorted({int(digit) - 1 for digit in digits}))
            return None
        case [deed] if deed in deeds:
            deeds[deed]()
            return None
        case ["lost" | "flipped" | "delay" as fault, share]:
            try:
                setattr(simulator.wire.noise, fault, _share(share))
            except argparse.ArgumentTypeError:
                return say("{number} is not a number from 0 to 1.", number=share)
            return None
    return HELP


# --- the box in the hand ----------------------------------------------------------------------------------------------


class Bench:
    """A link and what it has told so far, waited for by name."""

    def __init__(self, port: str | None, seconds: float, language: str) -> None:
        self.inbox: Queue[News] = Queue()
        self.link = Link(self.inbox.put, port)
        self.seconds, self.language = seconds, language

    def say(self, text: Text) -> None:
        print(in_words(text, self.language), flush=True)

    def wait(self, kind: type[T], wanted: Callable[[T], bool]) -> T | None:
        """The first news of this kind that is wanted; None when the time is over."""
        until = time.monotonic() + self.seconds
        while (left := until - time.monotonic()) > 0:
            try:
                news = self.inbox.get(timeout=left)
            except Empty:
                break
            if isinstance(news, kind) and wanted(news):
                return news
        return None


def run_test(args: argparse.Namespace) -> int:
    check_above_zero("--seconds", args.seconds)
    bench = Bench(args.port, args.seconds, args.lang)
    try:
        return _test(bench, range(args.players))
    finally:
        bench.link.close()


def _test(bench: Bench, players: Iterable[int]) -> int:
    bench.say(say("Looking for the buzzer …"))
    found = bench.wait(Status, lambda status: status.state in (State.CONNECTED, State.OLDER, State.NEWER))
    if not found or found.state is not State.CONNECTED:
        raise Failure(_why_not(bench.link.status), 1)
    bench.say(status_words(found))
    bench.link.disarm()
    answer = bench.wait(Answered, lambda answer: answer.command == "END")
    if answer and answer.down:
        stuck = tuple(str(player + 1) for player in answer.down)
        bench.say(say("Held down or stuck: {buttons}.", buttons=stuck))
    dead = [player for player in players if not _button(bench, player)]
    for tone in Tone:
        bench.say(say("Tone: {name}", name=_NAMES[tone]))
        bench.link.tone(tone)
        bench.wait(Answered, lambda answer: answer.command.startswith("TONE"))
        time.sleep(min(TONE_LASTS, bench.seconds))
    bench.link.lamps()
    bench.wait(Answered, lambda answer: answer.command.startswith("LAMPS"))
    if bench.link.unreadable:
        bench.say(
            say("Lines that were garbled: {n}. A few are normal, many mean a bad cable.", n=bench.link.unreadable)
        )
    if dead:
        numbers = tuple(str(player + 1) for player in dead)
        not_heard = say("Not heard of: button {numbers}. Check its wires, and which pin they go to.", numbers=numbers)
        raise Failure(not_heard, 1)
    bench.say(say("All buttons work."))
    return 0


def _button(bench: Bench, player: int) -> bool:
    """The lamp of a player blinks until the button is pressed, and then shines."""
    bench.link.lamps(blinking=[player])
    bench.say(say("Press button {number}; its lamp blinks.", number=player + 1))
    press = bench.wait(Press, lambda press: player in press.players)
    bench.link.lamps(on=[player] if press else [])
    if press and press.players != (player,):
        others = tuple(str(other + 1) for other in press.players if other != player)
        bench.say(say("At the same moment came {buttons}: do two wires touch?", buttons=others))
    bench.say(say("Button {number} works.", number=player + 1) if press else say("Nothing heard."))
    return press is not None


def _why_not(status: Status) -> Text:
    """What is wrong, and where to look."""
    if status.state is not State.SEARCHING:
        return status_words(status)
    if names := tuple(info.name for info in ports()):
        return say("No buzzer answers. Serial ports of this machine: {names}; name one with --port.", names=names)
    return say("No buzzer answers, and this machine has no serial port; name one with --port once it is plugged in.")


_NAMES = {
    Tone.READY: say("ready"),
    Tone.PRESS: say("press"),
    Tone.RIGHT: say("right"),
    Tone.WRONG: say("wrong"),
    Tone.WON: say("match won"),
}
