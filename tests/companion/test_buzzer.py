"""`wuerfelauge buzzer simulate` and `wuerfelauge buzzer test`, as a person uses them."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import Queue

import pytest

from companion.commands import buzzer
from companion.main import main
from hardware.link import Link, News, State, Status
from hardware.protocol import PLAYERS
from hardware.session import Press
from hardware.simulator import Simulator

PATIENCE = 60


@pytest.fixture
def simulator() -> Iterator[Simulator]:
    simulator = Simulator()
    yield simulator
    simulator.close()


class Hands(threading.Thread):
    """Presses the button whose lamp blinks."""

    def __init__(self, simulator: Simulator, refuse: int | None = None) -> None:
        super().__init__(daemon=True)
        self.simulator, self.refuse, self.done = simulator, refuse, threading.Event()

    def run(self) -> None:
        while not self.done.wait(0.05):
            blinking = self.simulator.box.lamps.find("*")
            if blinking not in (-1, self.refuse):
                self.simulator.press([blinking], held=0.02)


def try_out(simulator: Simulator, *arguments: str, refuse: int | None = None) -> int:
    hands = Hands(simulator, refuse)
    hands.start()
    try:
        return main(["--lang", "en", "buzzer", "test", "--port", simulator.port, *arguments])
    finally:
        hands.done.set()
        hands.join()


def test_every_button_is_pressed_and_every_tone_is_heard(
    simulator: Simulator, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buzzer, "TONE_LASTS", 0.01)
    assert try_out(simulator, "--seconds", str(PATIENCE)) == 0
    said = capsys.readouterr().out
    assert [int(n) for n in re.findall(r"Button (\d) works", said)] == list(range(1, PLAYERS + 1))
    assert "Tone: match won" in said
    assert said.rstrip().endswith("All buttons work.")
    assert {"READY", "PRESS", "RIGHT", "WRONG", "WON"} <= set(simulator.box.played)
    assert simulator.box.lamps == "......."


def test_a_button_that_nobody_hears_of_is_named(
    simulator: Simulator, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buzzer, "TONE_LASTS", 0.01)
    assert try_out(simulator, "--players", "2", "--seconds", "6", refuse=1) == 1
    out, err = capsys.readouterr()
    assert "Nothing heard." in out
    assert "Not heard of: button 2." in err


def test_a_box_with_another_firmware_is_not_waited_for(
    simulator: Simulator, capsys: pytest.CaptureFixture[str]
) -> None:
    simulator.box.protocol = 0
    simulator.reset()
    assert main(["--lang", "de", "buzzer", "test", "--port", simulator.port, "--seconds", str(PATIENCE)]) == 1
    assert "hat eine ältere Firmware" in capsys.readouterr().err


def test_without_a_box_one_sentence_says_what_to_do(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    assert main(["buzzer", "test", "--port", f"{tmp_path}/none", "--seconds", "1"]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["buzzer", "test", "--seconds", "0.2"]) == 1
    assert "--port" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["test", "--players", "8"], ["simulate", "--lost", "2"], []])
def test_a_wrong_call_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["buzzer", *arguments])
    assert end.value.code == 2
    assert main(["buzzer", "test", "--seconds", "-1"]) == 2


def test_the_simulated_box_does_what_is_typed() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.main", "--lang", "en", "buzzer", "simulate", "--bounce"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    port = process.stdout.readline().split()[-1]
    assert "Type 3 to press" in process.stdout.readline()
    inbox: Queue[News] = Queue()
    with Link(inbox.put, port):
        while not (isinstance(news := inbox.get(timeout=PATIENCE), Status) and news.state is State.CONNECTED):
            pass
        process.stdin.write("35\n")
        process.stdin.flush()
        while not isinstance(press := inbox.get(timeout=PATIENCE), Press):
            pass
        assert press.players == (2, 4)
        for words in ("lamps", "dance", "lost 7"):
            process.stdin.write(f"{words}\n")
        process.stdin.flush()
        assert process.stdout.readline() == ".......\n"
        assert "Type 3 to press" in process.stdout.readline()
        assert "not a number from 0 to 1" in process.stdout.readline()
    out, _ = process.communicate("unplug\nplug\nreset\npower\nbounce\ndelay 0.01\nquit\n", timeout=PATIENCE)
    assert (out, process.returncode) == ("", 0)


def test_the_simulated_box_ends_with_its_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["--lang", "de", "buzzer", "simulate"]) == 0
    assert "Ein simulierter Buzzer ist an" in capsys.readouterr().out
